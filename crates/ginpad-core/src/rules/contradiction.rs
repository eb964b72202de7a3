//! Why a set of rules is refused.

use thiserror::Error;

use super::choice::FormatWord;
use super::knob::Knob;
use super::value::Value;
use crate::text::{count, did_you_mean, nearest};

/// One reason why rules are refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Contradiction {
    /// No knob has that name.
    #[error("no knob named `{name}`{}", did_you_mean(.nearest.as_deref()))]
    UnknownKnob {
        /// The name as written.
        name: String,
        /// The nearest knob.
        nearest: Option<String>,
    },
    /// No preset has that name.
    #[error("no preset named `{name}`{}", did_you_mean(.nearest.as_deref()))]
    UnknownPreset {
        /// The name as written.
        name: String,
        /// The nearest preset.
        nearest: Option<String>,
    },
    /// The knob does not take that value.
    #[error("`{}` cannot be {value}; it takes {}", .knob.name(), .knob.values().describe())]
    Value {
        /// The knob.
        knob: Knob,
        /// The value as written.
        value: Value,
    },
    /// Two values for one knob.
    #[error("`{}` is given twice", .knob.name())]
    Twice {
        /// The knob.
        knob: Knob,
    },
    /// The knob belongs to another format.
    #[error("`{}` needs format {}; the format here is {}", .knob.name(), .needs.word(), .format.word())]
    OtherFormat {
        /// The knob.
        knob: Knob,
        /// The format it belongs to.
        needs: FormatWord,
        /// The format chosen.
        format: FormatWord,
    },
    /// After an even number of columns the game could be level.
    #[error("`best_of` cannot be {best_of}; it must be odd, or the game could end in a tie")]
    EvenBestOf {
        /// The number as written.
        best_of: i64,
    },
    /// Not one multiplier for each column.
    #[error("`column_multipliers` has {}; with {} it needs {columns}", count(*.multipliers, "number"), count(*.columns, "column"))]
    MultipliersLength {
        /// How many multipliers.
        multipliers: usize,
        /// How many columns.
        columns: usize,
    },
    /// Text that is not like `knob=value`.
    #[error("cannot read `{text}` as a rule; write a knob and its value, like `target=150`")]
    NoSetting {
        /// The text.
        text: String,
    },
}

impl Contradiction {
    /// A name that no knob has.
    pub(crate) fn unknown_knob(name: &str) -> Contradiction {
        Contradiction::UnknownKnob {
            name: name.to_string(),
            nearest: nearest(name, Knob::ALL.iter().map(|knob| knob.name())).map(str::to_string),
        }
    }

    /// Whether the same settings could be right on another base. If the base is unknown, this contradiction proves
    /// nothing.
    pub(super) const fn depends_on_the_base(&self) -> bool {
        matches!(self, Contradiction::OtherFormat { .. } | Contradiction::MultipliersLength { .. })
    }

    /// The knob that is wrong, if it is about a knob.
    pub const fn knob(&self) -> Option<Knob> {
        match self {
            Contradiction::Value { knob, .. }
            | Contradiction::Twice { knob }
            | Contradiction::OtherFormat { knob, .. } => Some(*knob),
            Contradiction::EvenBestOf { .. } => Some(Knob::BestOf),
            Contradiction::MultipliersLength { .. } => Some(Knob::ColumnMultipliers),
            Contradiction::UnknownKnob { .. }
            | Contradiction::UnknownPreset { .. }
            | Contradiction::NoSetting { .. } => None,
        }
    }
}
