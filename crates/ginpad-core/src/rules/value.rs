//! A knob's value as written in a rule file, an override or JSON, and the types of these values.

use std::borrow::Cow;

use derive_more::Display;
use serde::{Deserialize, Serialize};

use crate::points::{Boxes, Points};

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
    #[display("{}", crate::text::join(_0, "/"))]
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

/// A type that a knob can hold.
pub(super) trait KnobType: Sized {
    /// The value before the knob is turned.
    const BLANK: Self;

    /// The value as written.
    fn written(&self) -> Value;

    /// Reads a written value that the knob accepts. `None` if this type cannot hold it.
    fn of(value: &Value) -> Option<Self>;

    /// The meaning of a word; `None` if the word needs no explanation.
    fn word_meaning(_word: &str) -> Option<Cow<'static, str>> {
        None
    }
}

/// Implements [`KnobType`] for each type: its first value, how to write and read it, and the meaning of its words.
macro_rules! knob_type {
    ($($held:ty: $blank:expr, |$it:ident| $value:expr, |$given:ident| $of:expr $(, $word_meaning:expr)?;)+) => {$(
        impl KnobType for $held {
            const BLANK: Self = $blank;

            fn written(&self) -> Value {
                let $it = self;
                $value
            }

            fn of($given: &Value) -> Option<Self> {
                $of
            }

            $(
                fn word_meaning(word: &str) -> Option<Cow<'static, str>> {
                    $word_meaning(word)
                }
            )?
        }
    )+};
}
pub(super) use knob_type;

knob_type! {
    u8: 0, |held| Value::Number((*held).into()), |value| u8::try_from(number(value)?).ok();
    usize: 0, |held| Value::Number(*held as i64), |value| usize::try_from(number(value)?).ok();
    Points: Points::ZERO, |held| Value::Number(held.0), |value| number(value).map(Points);
    Boxes: Boxes::ZERO, |held| Value::Number(held.0), |value| number(value).map(Boxes);
    bool: false, |held| Value::Flag(*held), |value| Some(*value == Value::Flag(true));
    Option<Points>: None,
        |held| held.map_or(Value::Word("off".into()), |points| points.written()),
        |value| Some(Points::of(value));
    Vec<i64>: Vec::new(),
        |held| Value::Numbers(held.clone()),
        |value| match value {
            Value::Numbers(numbers) => Some(numbers.clone()),
            other => number(other).map(|number| vec![number]),
        };
}

const fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => Some(*number),
        _ => None,
    }
}

/// The written word.
pub(super) fn word(value: &Value) -> Option<&str> {
    match value {
        Value::Word(word) => Some(word),
        _ => None,
    }
}
