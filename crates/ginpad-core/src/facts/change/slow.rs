//! Reads a line that the fast reader refuses: one of a later version, or one with a senseless fact.
//!
//! A fact of an unknown kind does not count, nor does one with an unknown word, such as the name of a new setting. Other
//! facts count by their known fields. Any of them whose known fields make no sense is set aside.
//!
//! Unknown fields are noticed because every type of a line denies them, and are found by the words of serde's message.

use serde::de::DeserializeOwned;
use serde_json::{Error, Map, Value};
use serde_path_to_error::Segment;

use super::{Change, Fact};

/// Reads a line.
pub(super) fn change(text: &str) -> Result<Change, String> {
    let mut written: Map<String, Value> = serde_json::from_str(text).map_err(|_| "it is not a JSON object")?;
    let Some(Value::Array(contents)) = written.insert("facts".into(), Value::Array(Vec::new())) else {
        return Err("it has no facts".into());
    };
    let (read, has_unknown) = leniently::<Change>(Value::Object(written));
    let mut change = read.map_err(|error| in_plain_words(&error))?;
    change.has_unknown = has_unknown;
    for content in contents {
        let (fact, has_unknown) = fact(content);
        change.facts.push(fact);
        change.has_unknown |= has_unknown;
    }
    Ok(change)
}

/// Reads a fact, an object with its kind as the only key. Returns whether it holds anything unknown.
fn fact(content: Value) -> (Fact, bool) {
    let tagged = content.as_object().filter(|tagged| tagged.len() == 1);
    let Some(kind) = tagged.and_then(|tagged| tagged.keys().next().cloned()) else {
        return (Fact::Senseless { kind: "fact".into(), why: "it is not an object with one kind".into() }, false);
    };
    if !Fact::KINDS.contains(&kind.as_str()) {
        return (Fact::Unknown(kind), true);
    }
    let (read, has_unknown) = leniently::<Fact>(content);
    match read {
        Ok(fact) => (fact, has_unknown),
        Err(error) if error.inner().to_string().starts_with("unknown variant ") => (Fact::Unknown(kind), true),
        Err(error) => (Fact::Senseless { kind, why: in_plain_words(&error) }, has_unknown),
    }
}

type Fault = serde_path_to_error::Error<Error>;

/// Reads a value by its known fields, and returns whether it has others.
fn leniently<T: DeserializeOwned>(mut value: Value) -> (Result<T, Fault>, bool) {
    let mut has_unknown = false;
    loop {
        match serde_path_to_error::deserialize(&value) {
            Err(error) if drop_unknown(&mut value, &error).is_some() => has_unknown = true,
            read => return (read, has_unknown),
        }
    }
}

/// Removes the fields that the object at fault does not have; `None` if that is not the fault. serde's message lists the
/// fields that it may have.
fn drop_unknown(value: &mut Value, error: &Fault) -> Option<()> {
    let message = error.inner().to_string();
    let (unknown, known) = message.strip_prefix("unknown field `")?.rsplit_once("`, expected ")?;
    let known: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
    let mut above = error.path().iter();
    // The path ends with the unknown field.
    above.next_back();
    let object = above.try_fold(value, |at, segment| match segment {
        Segment::Seq { index } => at.get_mut(*index),
        Segment::Map { key } | Segment::Enum { variant: key } => at.get_mut(key),
        Segment::Unknown => None,
    });
    let object = object?.as_object_mut().filter(|object| object.contains_key(unknown))?;
    object.retain(|name, _| known.contains(&name.as_str()));
    Some(())
}

/// The fault in words for people. serde's own words name types of the program.
fn in_plain_words(error: &Fault) -> String {
    let message = error.inner().to_string();
    let mut fields = error.path().iter().filter_map(|segment| match segment {
        Segment::Map { key } => Some(key),
        _ => None,
    });
    match (message.strip_prefix("missing field "), fields.next_back()) {
        (Some(missing), _) => format!("it has no {missing}"),
        (None, Some(field)) if message.starts_with("invalid ") => format!("its `{field}` is not what it should be"),
        (None, None) if message.starts_with("invalid ") => "it has no fields".into(),
        _ => message,
    }
}
