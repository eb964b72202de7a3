//! A game as it was played beside the same hands under other rules.

mod plain;
mod side_by_side;
#[cfg(test)]
mod tests;

pub(crate) use plain::comparison_plain;
pub(crate) use side_by_side::comparison;

use ginpad_core::comparison::{Effect, HandChange};

/// The word for what a knob changes, in records and JSON.
pub(super) const fn effect_word(effect: &Effect) -> &'static str {
    match effect {
        Effect::Hands(_) => "hands",
        Effect::Sheet => "sheet",
        Effect::Deal => "deal",
        Effect::Nothing => "nothing",
    }
}

/// The hands that a knob changes, counted from 1.
pub(super) fn effect_hands(effect: &Effect) -> Vec<usize> {
    match effect {
        Effect::Hands(hands) => hands.iter().map(|hand| hand + 1).collect(),
        Effect::Sheet | Effect::Deal | Effect::Nothing => Vec::new(),
    }
}

/// The word for what happens to a hand, in records and JSON.
pub(super) const fn change_word(change: HandChange) -> &'static str {
    match change {
        HandChange::Price => "price",
        HandChange::Refused => "refused",
        HandChange::Accepted => "accepted",
    }
}
