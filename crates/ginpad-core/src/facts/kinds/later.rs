//! Fields that a kind got after the first version that kept unknown fields.
//!
//! Such a version kept whatever somebody had put there, and passed it on. A value that the field cannot have stays what it was
//! to that version: something unknown, which is kept whole and does not count.

use serde::Deserialize;
use serde_json::{Map, Value};

/// The fields, by kind.
const LATER_FIELDS: &[(&str, &[&str])] = &[
    ("game", &["event", "stake_game_minor", "stake_game_currency", "stake_line_minor", "stake_line_currency"]),
    ("hand", &["upcard_rank"]),
];

/// Whether a fact of this kind has such a field with a value that it cannot have, after the others were taken out.
pub(in crate::facts) fn is_among(kind: &str, unknown: &Map<String, Value>) -> bool {
    let fields = LATER_FIELDS.iter().filter(|(known, _)| *known == kind).flat_map(|(_, fields)| *fields);
    !unknown.is_empty() && fields.into_iter().any(|field| unknown.contains_key(*field))
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
