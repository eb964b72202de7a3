//! Reads a line that the quick way does not: one of a later version, or one with a fact that makes no sense.
//!
//! Kinds that this version does not know do not count. Known kinds count by the fields that are known. A fact that makes no
//! sense even so is set aside.

use std::cell::Cell;

use serde::de::value::{MapAccessDeserializer, MapDeserializer, SeqDeserializer};
use serde::de::{Deserialize, Deserializer, Error as _, IntoDeserializer, Visitor};
use serde_json::{Error, Map, Value};

use super::{Change, Fact};

/// Reads a line.
pub(super) fn change(text: &str) -> Result<Change, String> {
    let mut written: Map<String, Value> = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let Some(Value::Array(contents)) = written.insert("facts".into(), Value::Array(Vec::new())) else {
        return Err("it has no facts".into());
    };
    let (read, has_unknown) = leniently::<Change>(Value::Object(written));
    let mut change = read.map_err(|error| error.to_string())?;
    change.has_unknown = has_unknown;
    for content in contents {
        let (fact, has_unknown) = fact(content);
        change.facts.push(fact);
        change.has_unknown |= has_unknown;
    }
    Ok(change)
}

/// Reads a fact, which is an object with its kind as the only key, and says whether it holds anything unknown.
fn fact(content: Value) -> (Fact, bool) {
    let tagged = content.as_object().filter(|tagged| tagged.len() == 1);
    let kind = tagged.and_then(|tagged| tagged.keys().next().cloned()).unwrap_or_default();
    if !kind.is_empty() && !Fact::KINDS.contains(&kind.as_str()) {
        return (Fact::Unknown(kind), true);
    }
    let (read, has_unknown) = leniently::<Fact>(content);
    (read.unwrap_or_else(|error| Fact::Senseless { kind, why: error.to_string() }), has_unknown)
}

/// Reads a value by the fields that are known, and says whether there were others.
fn leniently<'de, T: Deserialize<'de>>(value: Value) -> (Result<T, Error>, bool) {
    let has_unknown = Cell::new(false);
    let read = T::deserialize(Lenient { value, has_unknown: &has_unknown });
    (read, has_unknown.get())
}

/// Passes over the fields that a struct does not have, at every level.
struct Lenient<'f> {
    value: Value,
    has_unknown: &'f Cell<bool>,
}

impl<'f> Lenient<'f> {
    fn beside(&self) -> impl Fn(Value) -> Lenient<'f> + use<'f> {
        let has_unknown = self.has_unknown;
        move |value| Lenient { value, has_unknown }
    }
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
        let inner = self.beside();
        match self.value {
            Value::Array(items) => {
                let mut items = SeqDeserializer::new(items.into_iter().map(inner));
                let read = visitor.visit_seq(&mut items)?;
                items.end().map(|()| read)
            }
            Value::Object(fields) => {
                visitor.visit_map(MapDeserializer::new(fields.into_iter().map(|(name, value)| (name, inner(value)))))
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
        self.has_unknown.set(self.has_unknown.get() || written.len() < all);
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
        let inner = self.beside();
        match self.value {
            Value::Object(tagged) if tagged.len() == 1 => {
                let tagged = MapDeserializer::new(tagged.into_iter().map(|(tag, value)| (tag, inner(value))));
                MapAccessDeserializer::new(tagged).deserialize_enum(name, variants, visitor)
            }
            other => other.deserialize_enum(name, variants, visitor),
        }
    }

    /// Text that is kept as it is comes as such a struct, which only the value itself can give.
    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Error> {
        self.value.deserialize_newtype_struct(name, visitor)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map identifier ignored_any
    }
}
