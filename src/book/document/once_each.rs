//! JSON objects in which no field is there twice.

use std::fmt;

use serde::de::{Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

/// Begins the message about a field that is there twice.
pub(super) const TWICE: &str = "twice: ";

/// An object in which no field, at any depth, is there twice.
pub(super) struct OnceEach(pub(super) Map<String, Value>);

impl<'de> Deserialize<'de> for OnceEach {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<OnceEach, D::Error> {
        deserializer.deserialize_map(OnceEachVisitor).map(|value| match value {
            Value::Object(object) => OnceEach(object),
            _ => OnceEach(Map::new()),
        })
    }
}

/// A value in which no field is there twice.
struct OnceEachValue(Value);

impl<'de> Deserialize<'de> for OnceEachValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<OnceEachValue, D::Error> {
        deserializer.deserialize_any(OnceEachVisitor).map(OnceEachValue)
    }
}

struct OnceEachVisitor;

impl<'de> Visitor<'de> for OnceEachVisitor {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Value, E> {
        Ok(flag.into())
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(OnceEachValue(value)) = list.next_element()? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            let OnceEachValue(value) = map.next_value()?;
            if object.contains_key(&key) {
                return Err(A::Error::custom(format!("{TWICE}{key}")));
            }
            object.insert(key, value);
        }
        Ok(Value::Object(object))
    }
}
