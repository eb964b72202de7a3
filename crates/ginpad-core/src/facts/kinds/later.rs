//! Fields that a kind got after the first version that kept unknown fields.
//!
//! Such a version kept whatever somebody had put there, and passed it on. A value that the field cannot have stays what it was
//! to that version: something unknown, which is kept whole and does not count.

use serde::Deserialize;
use serde_json::{Map, Value};

/// Those of these later fields that have values that they cannot have, after the others were taken out.
pub(in crate::facts) fn misfits(fields: &[&'static str], unknown: &Map<String, Value>) -> Vec<&'static str> {
    fields.iter().filter(|field| unknown.contains_key(**field)).copied().collect()
}

/// Takes a field out of those that are unknown, if it can have its value.
pub(super) fn take<T: for<'d> Deserialize<'d>>(
    unknown: &mut Map<String, Value>,
    field: &str,
    is_right: impl Fn(&T) -> bool,
) -> Option<T> {
    let value = peek(unknown, field, is_right)?;
    unknown.shift_remove(field);
    Some(value)
}

/// The value of such a field, if it can have that.
pub(super) fn peek<T: for<'d> Deserialize<'d>>(
    unknown: &Map<String, Value>,
    field: &str,
    is_right: impl Fn(&T) -> bool,
) -> Option<T> {
    T::deserialize(unknown.get(field)?).ok().filter(is_right)
}
