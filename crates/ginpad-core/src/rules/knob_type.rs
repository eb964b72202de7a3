//! The types of knob values in the rules, and how each is written.

use std::borrow::Cow;

use super::value::Value;
use crate::{Boxes, Points};

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
