//! Reads a line that the fast reader refuses: one of a later version, or one with a senseless fact.
//!
//! A fact of an unknown kind does not count, nor does one with an unknown word, such as the name of a new setting. Other
//! facts count by their known fields. Any of them whose known fields make no sense is set aside.

use std::cell::{Cell, RefCell};

use serde::de::value::{MapAccessDeserializer, MapDeserializer, SeqDeserializer};
use serde::de::{Deserialize, Deserializer, Error as _, IntoDeserializer, Visitor};
use serde_json::{Error, Map, Value};

use super::{Change, Fact};

/// Reads a line.
pub(super) fn change(text: &str) -> Result<Change, String> {
    let mut written: Map<String, Value> = serde_json::from_str(text).map_err(|_| "it is not a JSON object")?;
    let Some(Value::Array(contents)) = written.insert("facts".into(), Value::Array(Vec::new())) else {
        return Err("it has no facts".into());
    };
    let (read, seen) = leniently::<Change>(Value::Object(written));
    let mut change = read.map_err(|error| in_plain_words(&error, &seen))?;
    change.has_unknown = seen.has_unknown.get();
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
    let (read, seen) = leniently::<Fact>(content);
    match read {
        Ok(fact) => (fact, seen.has_unknown.get()),
        Err(error) if error.to_string().starts_with("unknown variant ") => (Fact::Unknown(kind), true),
        Err(error) => (Fact::Senseless { kind, why: in_plain_words(&error, &seen) }, seen.has_unknown.get()),
    }
}

/// Reads a value by its known fields, and returns it with the notes taken meanwhile.
fn leniently<'de, T: Deserialize<'de>>(value: Value) -> (Result<T, Error>, Seen) {
    let seen = Seen::default();
    let read = T::deserialize(Lenient { value, seen: &seen });
    (read, seen)
}

/// The fault in words for people. serde's own words name types of the program.
fn in_plain_words(error: &Error, seen: &Seen) -> String {
    let (message, field) = (error.to_string(), seen.field.borrow());
    match message.strip_prefix("missing field ") {
        Some(missing) => format!("it has no {missing}"),
        None if message.starts_with("invalid ") => format!("its `{field}` is not what it should be"),
        None => message,
    }
}

/// Notes taken while a value is read.
#[derive(Default)]
struct Seen {
    has_unknown: Cell<bool>,
    /// The last field whose value was read.
    field: RefCell<String>,
}

/// Ignores fields that a struct does not have, at every level.
struct Lenient<'f> {
    value: Value,
    seen: &'f Seen,
}

impl<'de> IntoDeserializer<'de, Error> for Lenient<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Lenient<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let inner = |value| Lenient { value, seen: self.seen };
        match self.value {
            Value::Array(items) => {
                let mut items = SeqDeserializer::new(items.into_iter().map(inner));
                let read = visitor.visit_seq(&mut items)?;
                items.end().map(|()| read)
            }
            Value::Object(fields) => {
                let fields = fields.into_iter().map(|(name, value)| {
                    self.seen.field.replace(name.clone());
                    (name, inner(value))
                });
                visitor.visit_map(MapDeserializer::new(fields))
            }
            plain => plain.deserialize_any(visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        mut self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let Value::Object(written) = &mut self.value else { return Err(Error::custom("it has no fields")) };
        let all = written.len();
        written.retain(|name, _| fields.contains(&name.as_str()));
        self.seen.has_unknown.set(self.seen.has_unknown.get() || written.len() < all);
        self.deserialize_any(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.value.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let inner = |value| Lenient { value, seen: self.seen };
        match self.value {
            Value::Object(tagged) if tagged.len() == 1 => {
                let tagged = MapDeserializer::new(tagged.into_iter().map(|(tag, value)| (tag, inner(value))));
                MapAccessDeserializer::new(tagged).deserialize_enum(name, variants, visitor)
            }
            other => other.deserialize_enum(name, variants, visitor),
        }
    }

    /// serde_json asks for raw text as a newtype struct with a special name, which only the value itself can answer.
    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Error> {
        self.value.deserialize_newtype_struct(name, visitor)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map identifier ignored_any
    }
}
