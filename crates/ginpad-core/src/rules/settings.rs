//! Turns knobs: from the settings a table wrote to its rules, and back.

use std::collections::HashSet;

use derive_more::Display;
use serde::{Serialize, Serializer};

use super::choice::{Credit, DealerRule, FormatWord, Table};
use super::contradiction::{About, Contradiction};
use super::format::{Format, SweepBonus};
use super::knob::Knob;
use super::knob_type::KnobType;
use super::value::Value;
use super::{Rules, Shutout};
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
    /// Reads `target=150`, also with a colon.
    ///
    /// # Errors
    /// The text has no `=`, or names no knob. [`Rules::turned`] checks whether the knob takes the value.
    pub fn read(text: &str) -> Result<Setting, Contradiction> {
        let unread =
            || format!("cannot read `{}` as a rule; write a knob and its value, like `target=150`", text.trim());
        let no_setting = || Contradiction::new(None, About::Setting, unread());
        let (name, value) = text.split_once(['=', ':']).ok_or_else(no_setting)?;
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
        let mut seen = HashSet::new();
        let mut rules = self.clone();
        let mut turned = Vec::new();
        for setting in settings {
            let (knob, name) = (setting.knob, setting.knob.name());
            if !seen.insert(knob) {
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
        refused.extend(rules.set_format(&self.format, &turned));
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
        if matches!(self.shutout, Shutout::Double(_)) {
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

    /// Sets the format and its knobs, and lists the contradictions. The caller has already refused values a knob does
    /// not take. Even a list with refused values has a length, which must fit the columns.
    fn set_format(&mut self, before: &Format, settings: &[&Setting]) -> Vec<Contradiction> {
        let given = |knob: Knob| settings.iter().copied().find(|setting| setting.knob == knob);
        let taken = |knob: Knob| given(knob).filter(|setting| setting.is_admitted()).map(|setting| &setting.value);
        let chosen = taken(Knob::Format).and_then(FormatWord::of);
        if given(Knob::Format).is_some() && chosen.is_none() {
            // An unknown format has no known knobs.
            return Vec::new();
        }
        let chosen = chosen.unwrap_or(before.word());
        self.format = if chosen == before.word() { before.clone() } else { Format::usual(chosen) };
        let mut refused: Vec<Contradiction> = settings
            .iter()
            .filter_map(|setting| Some((setting.knob, setting.knob.format()?)))
            .filter(|(_, needs)| *needs != chosen)
            .map(|(knob, needs)| {
                let needs = format!("`{}` needs format {}", knob.name(), needs.word());
                Contradiction::new(knob, About::Base, format!("{needs}; the format here is {}", chosen.word()))
            })
            .collect();
        let even = taken(Knob::BestOf).and_then(u8::of).filter(|best_of| best_of % 2 == 0);
        refused.extend(even.map(|best_of| {
            let why = format!("`best_of` cannot be {best_of}; it must be odd, or the game could end in a tie");
            Contradiction::new(Knob::BestOf, About::Setting, why)
        }));
        match &mut self.format {
            Format::Single => {}
            Format::MultiMatch { game_target, final_bonus, credit } => {
                *game_target = taken(Knob::GameTarget).and_then(Points::of).unwrap_or(*game_target);
                *final_bonus = taken(Knob::FinalBonus).and_then(Points::of).unwrap_or(*final_bonus);
                *credit = taken(Knob::Credit).and_then(Credit::of).unwrap_or(*credit);
            }
            Format::BestOf { best_of } => *best_of = taken(Knob::BestOf).and_then(u8::of).unwrap_or(*best_of),
            Format::Hollywood { multipliers, sweep_bonus } => {
                *sweep_bonus = taken(Knob::SweepBonus).and_then(SweepBonus::of).unwrap_or(*sweep_bonus);
                let columns = match (given(Knob::Columns), taken(Knob::Columns)) {
                    (Some(_), None) => return refused,
                    (_, columns) => columns.and_then(usize::of).unwrap_or(multipliers.len()),
                };
                match given(Knob::ColumnMultipliers).map(|setting| &setting.value) {
                    Some(Value::Numbers(numbers)) => multipliers.clone_from(numbers),
                    Some(Value::Number(number)) => *multipliers = vec![*number],
                    _ if multipliers.iter().all(|multiplier| *multiplier == 1) => *multipliers = vec![1; columns],
                    _ => {}
                }
                if multipliers.len() != columns {
                    let (given, with) = (count(multipliers.len(), "number"), count(columns, "column"));
                    let why = format!("`column_multipliers` has {given}; with {with} it needs {columns}");
                    refused.push(Contradiction::new(Knob::ColumnMultipliers, About::Base, why));
                }
            }
        }
        refused
    }
}

impl Format {
    /// The value of a knob in this format; `None` if the format does not have it.
    pub(super) fn knob(&self, knob: Knob) -> Option<Value> {
        match (knob, self) {
            (Knob::SweepBonus, Format::Hollywood { sweep_bonus, .. }) => Some(sweep_bonus.written()),
            (Knob::Columns, Format::Hollywood { multipliers, .. }) => Some(multipliers.len().written()),
            (Knob::ColumnMultipliers, Format::Hollywood { multipliers, .. }) => {
                Some(Value::Numbers(multipliers.clone()))
            }
            (Knob::BestOf, Format::BestOf { best_of }) => Some(best_of.written()),
            (Knob::GameTarget, Format::MultiMatch { game_target, .. }) => Some(game_target.written()),
            (Knob::FinalBonus, Format::MultiMatch { final_bonus, .. }) => Some(final_bonus.written()),
            (Knob::Credit, Format::MultiMatch { credit, .. }) => Some(credit.written()),
            _ => None,
        }
    }
}

/// Every knob by name, in the order of the rules page; null if the format does not have it.
impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Knob::ALL.iter().map(|knob| (knob.name(), self.value(*knob))))
    }
}
