//! The four formats, each with its own knobs.

use std::borrow::Cow;

use super::choice::{Credit, FormatWord};
use super::knob_type::{KnobType, knob_type};
use super::value::Value;
use crate::points::Points;

/// The number of columns in a game, when they open, and what ends the game.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Format {
    /// One column.
    Single,
    /// Columns until a game score reaches `game_target`.
    MultiMatch {
        /// The game score that ends the game.
        game_target: Points,
        /// Points the winner gains at the end.
        final_bonus: Points,
        /// The sides whose totals are credited.
        credit: Credit,
    },
    /// Columns until a side has finished more than half of `best_of`.
    BestOf {
        /// An odd number of columns.
        best_of: u8,
    },
    /// Several columns open at once, one for each multiplier.
    Hollywood {
        /// The factor for each column's net.
        multipliers: Vec<i64>,
        /// The bonus for shutting out the other side in every column.
        sweep_bonus: SweepBonus,
    },
}

/// The bonus for shutting out the other side in every column of a Hollywood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SweepBonus {
    /// These points.
    Flat(Points),
    /// The sum of the side's multiplied nets once more.
    Double,
}

knob_type! {
    SweepBonus: SweepBonus::Double,
        |held| match held {
            SweepBonus::Flat(points) => points.written(),
            SweepBonus::Double => Value::Word(SweepBonus::DOUBLE.into()),
        },
        |value| Some(Points::of(value).map_or(SweepBonus::Double, SweepBonus::Flat));
    Format: Format::Single,
        |held| held.word().written(),
        |value| FormatWord::of(value).map(Format::usual),
        FormatWord::word_meaning;
}

impl SweepBonus {
    /// The word that the knob takes besides a number.
    pub const DOUBLE: &'static str = "double";
}

impl Format {
    /// The format's word for the knob `format`.
    pub const fn word(&self) -> FormatWord {
        match self {
            Format::Single => FormatWord::Single,
            Format::MultiMatch { .. } => FormatWord::MultiMatch,
            Format::BestOf { .. } => FormatWord::BestOf,
            Format::Hollywood { .. } => FormatWord::Hollywood,
        }
    }

    /// A format with the usual values of its knobs.
    pub fn usual(word: FormatWord) -> Format {
        match word {
            FormatWord::Single => Format::Single,
            FormatWord::MultiMatch => {
                Format::MultiMatch { game_target: Points(500), final_bonus: Points(0), credit: Credit::Both }
            }
            FormatWord::BestOf => Format::BestOf { best_of: 5 },
            FormatWord::Hollywood => {
                Format::Hollywood { multipliers: vec![1; 3], sweep_bonus: SweepBonus::Flat(Points::ZERO) }
            }
        }
    }

    /// The number of columns open from the first hand.
    pub(crate) fn open_at_once(&self) -> usize {
        match self {
            Format::Hollywood { multipliers, .. } => multipliers.len(),
            _ => 1,
        }
    }

    /// The factor for a column's net.
    pub fn multiplier(&self, column: usize) -> i64 {
        match self {
            Format::Hollywood { multipliers, .. } => multipliers.get(column).copied().unwrap_or(1),
            _ => 1,
        }
    }
}
