//! The format of the rules, and the values that its knobs start with.

use super::Rules;
use super::choice::Format;
use crate::Points;

impl Rules {
    /// These rules in a format. A new format starts with the usual values of its knobs.
    pub(super) fn in_format(&self, format: Format) -> Rules {
        if format == self.format {
            return self.clone();
        }
        let mut usual = Rules { format, ..Rules::blank() };
        match format {
            Format::Single => {}
            Format::MultiMatch => usual.game_target = Points(500),
            Format::BestOf => usual.best_of = 5,
            Format::Hollywood => usual.multipliers = vec![1; 3],
        }
        self.with_format_of(&usual)
    }

    /// These rules in the format of other rules, with its knobs. The knobs of other formats are blank.
    pub(crate) fn with_format_of(&self, other: &Rules) -> Rules {
        Rules {
            format: other.format,
            sweep_bonus: other.sweep_bonus,
            multipliers: other.multipliers.clone(),
            best_of: other.best_of,
            game_target: other.game_target,
            final_bonus: other.final_bonus,
            credit: other.credit,
            ..self.clone()
        }
    }

    /// The number of columns open from the first hand.
    pub(crate) fn open_at_once(&self) -> usize {
        self.multipliers.len().max(1)
    }

    /// The factor for a column's net.
    pub fn multiplier(&self, column: usize) -> i64 {
        self.multipliers.get(column).copied().unwrap_or(1)
    }
}
