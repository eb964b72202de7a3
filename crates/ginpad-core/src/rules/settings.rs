//! Turns knobs: from the settings a table wrote to its rules, and back; and what another format brings along.

use derive_more::Display;
use serde::{Serialize, Serializer};

use super::choice::{DealerRule, Format, Table};
use super::contradiction::{About, Contradiction};
use super::knob::Knob;
use super::value::{KnobType, Value};
use super::{Rules, Shutout, ShutoutDoubling};
use crate::points::Points;
use crate::text::count;

/// One knob turned.
#[derive(Debug, Display, Clone, PartialEq, Eq)]
#[display("{}={value}", knob.name())]
pub struct Setting {
    /// The knob.
    pub knob: Knob,
    /// The value it is turned to.
    pub value: Value,
}

impl Setting {
    /// Reads `target=150`.
    ///
    /// # Errors
    /// The text has no `=`, or names no knob. [`Rules::turned`] checks whether the knob takes the value.
    pub fn read(text: &str) -> Result<Setting, Contradiction> {
        let unread =
            || format!("cannot read `{}` as a rule; write a knob and its value, like `target=150`", text.trim());
        let no_setting = || Contradiction::new(None, About::Setting, unread());
        let (name, value) = text.split_once('=').ok_or_else(no_setting)?;
        let knob = Knob::from_name(name).ok_or_else(|| Contradiction::unknown_knob(name.trim()))?;
        Ok(Setting { knob, value: Value::read(value) })
    }

    /// Whether the knob takes the value.
    pub(crate) fn is_admitted(&self) -> bool {
        self.knob.values().admit(&self.value)
    }
}

impl Rules {
    /// These rules with some knobs turned. A new `format` starts with the usual values of its knobs. If every
    /// multiplier is 1 and only `columns` is turned, every multiplier stays 1.
    ///
    /// # Errors
    /// Every contradiction.
    pub fn turned(&self, settings: &[Setting]) -> Result<Rules, Vec<Contradiction>> {
        let mut refused = Vec::new();
        let format = settings.iter().find(|setting| setting.knob == Knob::Format);
        let base = self.in_format(format.and_then(|setting| Format::of(&setting.value)).unwrap_or(self.format));
        let mut rules = base.clone();
        let mut turned: Vec<&Setting> = Vec::new();
        for setting in settings {
            let (knob, name) = (setting.knob, setting.knob.name());
            if turned.iter().any(|earlier| earlier.knob == knob) {
                refused.push(Contradiction::new(knob, About::Setting, format!("`{name}` is given twice")));
                continue;
            }
            turned.push(setting);
            if setting.is_admitted() {
                rules.set(knob, &setting.value);
            } else {
                let why = format!("`{name}` cannot be {}; it takes {}", setting.value, knob.values().describe());
                refused.push(Contradiction::new(knob, About::Setting, why));
            }
        }
        refused.extend(rules.set_columns(&base.multipliers, &turned));
        refused.extend(rules.unfit_for_the_table());
        if refused.is_empty() { Ok(rules) } else { Err(refused) }
    }

    /// The turned knobs that the table does not play.
    fn unfit_for_the_table(&self) -> Vec<Contradiction> {
        let unfit = |knob: Knob, takes| {
            let value = self.value(knob).unwrap_or(Value::Flag(false));
            let cannot = format!("`{}` cannot be {value} where `table` is {}", knob.name(), self.table.word());
            Contradiction::new(knob, About::Base, format!("{cannot}; write `{takes}`"))
        };
        let mut refused = Vec::new();
        if !self.table.is_each_for_himself() {
            return refused;
        }
        if self.format != Format::Single {
            refused.push(unfit(Knob::Format, "format=single"));
        }
        if matches!(self.shutout, Shutout::Double(doubling) if doubling != ShutoutDoubling::None) {
            refused.push(unfit(Knob::Shutout, "shutout=100"));
        }
        match (self.table, self.dealer) {
            (Table::Cutthroat, DealerRule::Winner | DealerRule::Loser) | (Table::RoundTable, DealerRule::Loser) => {
                refused.push(unfit(Knob::Dealer, "dealer=alternate"));
            }
            _ => {}
        }
        refused
    }

    /// Sets the columns, and lists the contradictions among the format and its knobs. `before` are the multipliers
    /// before any was turned. Even a list with refused values has a length, which must fit the columns.
    fn set_columns(&mut self, before: &[i64], settings: &[&Setting]) -> Vec<Contradiction> {
        let given = |knob: Knob| settings.iter().copied().find(|setting| setting.knob == knob);
        if given(Knob::Format).is_some_and(|setting| !setting.is_admitted()) {
            // An unknown format has no known knobs.
            return Vec::new();
        }
        let mut refused: Vec<Contradiction> = settings
            .iter()
            .filter_map(|setting| Some((setting.knob, setting.knob.format()?)))
            .filter(|(_, needs)| *needs != self.format)
            .map(|(knob, needs)| {
                let needs = format!("`{}` needs format {}", knob.name(), needs.word());
                Contradiction::new(knob, About::Base, format!("{needs}; the format here is {}", self.format.word()))
            })
            .collect();
        if self.best_of > 0 && self.best_of.is_multiple_of(2) {
            let why = format!("`best_of` cannot be {}; it must be odd, or the game could end in a tie", self.best_of);
            refused.push(Contradiction::new(Knob::BestOf, About::Setting, why));
        }
        let columns = match given(Knob::Columns) {
            _ if self.format != Format::Hollywood => return refused,
            Some(setting) if !setting.is_admitted() => return refused,
            setting => setting.and_then(|setting| usize::of(&setting.value)).unwrap_or(before.len()),
        };
        match given(Knob::ColumnMultipliers).and_then(|setting| Vec::of(&setting.value)) {
            Some(multipliers) => self.multipliers = multipliers,
            None if before.iter().all(|multiplier| *multiplier == 1) => self.multipliers = vec![1; columns],
            None => {}
        }
        if self.multipliers.len() != columns {
            let (given, with) = (count(self.multipliers.len(), "number"), count(columns, "column"));
            let why = format!("`column_multipliers` has {given}; with {with} it needs {columns}");
            refused.push(Contradiction::new(Knob::ColumnMultipliers, About::Base, why));
        }
        refused
    }
}

/// Every knob by name, in the order of the rules page; null if the format does not have it.
impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Knob::ALL.iter().map(|knob| (knob.name(), self.value(*knob))))
    }
}

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
