//! A knob's value as written in a rule file, an override or JSON.

use derive_more::Display;
use serde::{Deserialize, Serialize};

/// The value of a knob.
#[derive(Debug, Display, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// A number of points, boxes or columns.
    Number(i64),
    /// One of the knob's words.
    Word(String),
    /// Yes or no.
    Flag(bool),
    /// A list of numbers, one for each column.
    #[display("{}", _0.iter().map(i64::to_string).collect::<Vec<_>>().join("/"))]
    Numbers(Vec<i64>),
}

impl Value {
    /// Reads a value in the form that overrides use: `150`, `off`, `true`, `1/1/2`.
    pub fn read(text: &str) -> Value {
        let text = text.trim();
        if let Ok(number) = text.parse::<i64>() {
            return Value::Number(number);
        }
        match text.to_lowercase().as_str() {
            "true" => return Value::Flag(true),
            "false" => return Value::Flag(false),
            _ => {}
        }
        if text.contains('/')
            && let Ok(numbers) = text.split('/').map(|part| part.trim().parse()).collect()
        {
            return Value::Numbers(numbers);
        }
        Value::Word(text.to_lowercase())
    }
}
