//! What a knob holds in the rules, and how that is written.

use std::borrow::Cow;

use super::value::Value;
use crate::cards::Dealt;
use crate::points::{Boxes, Points};

/// What a knob holds.
pub(super) trait Held: Sized {
    /// What it holds before it is turned.
    const BLANK: Self;

    /// It as it is written.
    fn written(&self) -> Value;

    /// It from what was written, if that can be.
    fn of(value: &Value) -> Option<Self>;

    /// What a word means; none if the word needs no explanation.
    fn word_meaning(_word: &str) -> Option<Cow<'static, str>> {
        None
    }
}

/// Says for each type what it holds before it is turned, how it is written, how it is read and what its words mean.
macro_rules! held {
    ($($held:ty: $blank:expr, |$it:ident| $value:expr, |$given:ident| $of:expr $(, $word_meaning:expr)?;)+) => {$(
        impl Held for $held {
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
pub(super) use held;

held! {
    u8: 0, |held| Value::Number((*held).into()), |value| u8::try_from(number(value)?).ok();
    usize: 0, |held| Value::Number(*held as i64), |value| usize::try_from(number(value)?).ok();
    Points: Points::ZERO, |held| Value::Number(held.0), |value| number(value).map(Points);
    Boxes: Boxes::ZERO, |held| Value::Number(held.0), |value| number(value).map(Boxes);
    Dealt: Dealt::Ten,
        |held| Value::Number(held.cards() as i64),
        |value| Dealt::ALL.into_iter().find(|dealt| Some(dealt.cards() as i64) == number(value));
    bool: false, |held| Value::Flag(*held), |value| Some(*value == Value::Flag(true));
    Option<Points>: None,
        |held| held.map_or(Value::Word("off".into()), |points| points.written()),
        |value| Some(Points::of(value));
}

const fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => Some(*number),
        _ => None,
    }
}

/// The word that was written.
pub(super) fn word(value: &Value) -> Option<&str> {
    match value {
        Value::Word(word) => Some(word),
        _ => None,
    }
}
