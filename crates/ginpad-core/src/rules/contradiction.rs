//! Why rules are refused.

use thiserror::Error;

use super::choice::{FormatWord, Table};
use super::knob::Knob;
use super::value::Value;
use crate::text::{count, did_you_mean, nearest};

/// One reason why rules are refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Contradiction {
    /// No knob has this name.
    #[error("no knob named `{name}`{}", did_you_mean(.nearest.as_deref()))]
    UnknownKnob {
        /// The name as written.
        name: String,
        /// The nearest knob.
        nearest: Option<String>,
    },
    /// No knob covers this rule, though some houses play it.
    #[error("ginpad cannot express `{name}`; {instead}")]
    Inexpressible {
        /// The name as written.
        name: String,
        /// The nearest thing that ginpad has.
        instead: &'static str,
    },
    /// No preset has this name.
    #[error("no preset named `{name}`{}", did_you_mean(.nearest.as_deref()))]
    UnknownPreset {
        /// The name as written.
        name: String,
        /// The nearest preset.
        nearest: Option<String>,
    },
    /// The knob does not take this value.
    #[error("`{}` cannot be {value}; it takes {}", .knob.name(), .knob.values().describe())]
    Value {
        /// The knob.
        knob: Knob,
        /// The value as written.
        value: Value,
    },
    /// One knob has two values.
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
        /// The format that the knob belongs to.
        needs: FormatWord,
        /// The format chosen.
        format: FormatWord,
    },
    /// This table does not play it.
    #[error("`{}` cannot be {value} where `table` is {}; write `{takes}`", .knob.name(), .table.word())]
    OtherTable {
        /// The knob.
        knob: Knob,
        /// The knob's value.
        value: Value,
        /// The table.
        table: Table,
        /// A setting that would fit the table.
        takes: &'static str,
    },
    /// The number of columns is even, so the game could end level.
    #[error("`best_of` cannot be {best_of}; it must be odd, or the game could end in a tie")]
    EvenBestOf {
        /// The number as written.
        best_of: i64,
    },
    /// The number of multipliers differs from the number of columns.
    #[error("`column_multipliers` has {}; with {} it needs {columns}", count(*.multipliers, "number"), count(*.columns, "column"))]
    MultipliersLength {
        /// The number of multipliers.
        multipliers: usize,
        /// The number of columns.
        columns: usize,
    },
    /// The text does not have the form `knob=value`.
    #[error("cannot read `{text}` as a rule; write a knob and its value, like `target=150`")]
    NoSetting {
        /// The text.
        text: String,
    },
}

/// Parts of the names of house rules that no knob covers, each with the nearest thing.
const INEXPRESSIBLE: [(&str, &str); 9] = [
    ("joker", WILD),
    ("wild", WILD),
    (
        "double_for",
        "`gin_bonus` and `gin_boxes` make such a hand worth more, and `spades_double` doubles by the upcard",
    ),
    ("cube", "`set stake AMOUNT` changes what a game is played for"),
    ("penalt", "log it beside the hands: `log NAME adjust POINTS`"),
    ("handicap", "give points at the start: `new NAME NAME --spot NAME=POINTS`"),
    ("time_limit", "`hands` closes a column after a number of deals; when the time is up, use `close --settle`"),
    ("best_hand", "`format = \"best-of\"` plays columns until a side has finished more than half"),
    ("must_", "players must keep this rule themselves; `knock_limit = 0` lets only gin end a hand"),
];

/// The nearest thing to wild cards.
const WILD: &str =
    "log such hands by their counts: `log NAME knock COUNT COUNT`; count a wild card as the card it replaces";

impl Contradiction {
    /// The contradiction for a name that no knob has.
    pub(crate) fn unknown_knob(name: &str) -> Contradiction {
        let spelled = name.to_lowercase().replace(['-', ' '], "_");
        if let Some((_, instead)) = INEXPRESSIBLE.iter().find(|(part, _)| spelled.contains(part)) {
            return Contradiction::Inexpressible { name: name.to_string(), instead };
        }
        Contradiction::UnknownKnob {
            name: name.to_string(),
            nearest: nearest(name, Knob::ALL.iter().map(|knob| knob.name())).map(str::to_string),
        }
    }

    /// Whether the settings could be right with another base. If the base is unknown, such a contradiction proves
    /// nothing.
    pub(super) const fn depends_on_the_base(&self) -> bool {
        matches!(
            self,
            Contradiction::OtherFormat { .. }
                | Contradiction::OtherTable { .. }
                | Contradiction::MultipliersLength { .. }
        )
    }

    /// The knob at fault, if there is one.
    pub const fn knob(&self) -> Option<Knob> {
        match self {
            Contradiction::Value { knob, .. }
            | Contradiction::Twice { knob }
            | Contradiction::OtherTable { knob, .. }
            | Contradiction::OtherFormat { knob, .. } => Some(*knob),
            Contradiction::EvenBestOf { .. } => Some(Knob::BestOf),
            Contradiction::MultipliersLength { .. } => Some(Knob::ColumnMultipliers),
            Contradiction::UnknownKnob { .. }
            | Contradiction::Inexpressible { .. }
            | Contradiction::UnknownPreset { .. }
            | Contradiction::NoSetting { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_that_no_knob_says_is_refused_by_name_with_what_comes_nearest() {
        let said = |name: &str| Contradiction::unknown_knob(name).to_string();
        assert!(said("false_knock_penalty").starts_with("ginpad cannot express `false_knock_penalty`; log it beside"));
        assert!(said("Wild-Cards").contains("by their counts"));
        assert_eq!(said("targt"), "no knob named `targt`; did you mean `target`?");
        let is_knob = |part: &str| Knob::ALL.iter().any(|knob| knob.name().contains(part));
        assert!(INEXPRESSIBLE.iter().all(|(part, _)| !is_knob(part)));
    }
}
