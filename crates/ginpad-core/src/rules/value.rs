//! A knob's value as written in a rule file, an override or JSON.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The value of a knob.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// A number of points, boxes or columns.
    Number(i64),
    /// One of the knob's words.
    Word(String),
    /// Yes or no.
    Flag(bool),
    /// A list of numbers, one for each column.
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

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => write!(f, "{number}"),
            Value::Word(word) => f.write_str(word),
            Value::Flag(flag) => write!(f, "{flag}"),
            Value::Numbers(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
                f.write_str(&numbers.join("/"))
            }
        }
    }
}
