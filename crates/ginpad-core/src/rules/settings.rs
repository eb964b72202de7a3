//! Turning knobs: from what a table wrote to the rules it plays by, and back.

use std::collections::HashSet;
use std::fmt;

use serde::{Serialize, Serializer};

use super::choice::FormatWord;
use super::choice::{
    Credit, DeadDeal, DealerRule, LineTiming, Oklahoma, ShutoutDoubling, ShutoutWhen, SpadesDouble, Table, UndercutTie,
    UpcardFrom,
};
use super::contradiction::Contradiction;
use super::format::{Format, SweepBonus};
use super::knob::Knob;
use super::value::Value;
use super::{Rules, Shutout};
use crate::cards::{Ace, Dealt, KnockDiscard, KnockMelds};
use crate::points::{Boxes, Points};

/// One knob turned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// The knob.
    pub knob: Knob,
    /// What it is turned to.
    pub value: Value,
}

impl Setting {
    /// Reads `target=150`.
    ///
    /// # Errors
    /// The text has no `=`, or names no knob. [`Rules::turned`] checks whether the knob takes the value.
    pub fn read(text: &str) -> Result<Setting, Contradiction> {
        let (name, value) =
            text.split_once('=').ok_or_else(|| Contradiction::NoSetting { text: text.trim().into() })?;
        let knob = Knob::from_name(name).ok_or_else(|| Contradiction::unknown_knob(name.trim()))?;
        Ok(Setting { knob, value: Value::read(value) })
    }

    /// Whether the knob takes the value.
    pub(crate) fn is_admitted(&self) -> bool {
        self.knob.values().admit(&self.value)
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.knob.name(), self.value)
    }
}

impl Rules {
    /// What a knob is turned to; `None` if the format does not have it.
    pub fn value(&self, knob: Knob) -> Option<Value> {
        let points = |points: Points| Some(Value::Number(points.0));
        let boxes = |boxes: Boxes| Some(Value::Number(boxes.0));
        let word = |word: &str| Some(Value::Word(word.to_string()));
        match (knob, &self.format) {
            (Knob::KnockLimit, _) => Some(Value::Number(self.knock_limit.into())),
            (Knob::Oklahoma, _) => word(self.oklahoma.word()),
            (Knob::SpadesDouble, _) => word(self.spades_double.word()),
            (Knob::GinBonus, _) => points(self.gin_bonus),
            (Knob::BigGinBonus, _) => self.big_gin_bonus.map_or_else(|| word("off"), points),
            (Knob::UndercutBonus, _) => points(self.undercut_bonus),
            (Knob::UndercutTie, _) => word(self.undercut_tie.word()),
            (Knob::KnockBonus, _) => points(self.knock_bonus),
            (Knob::GinBoxes, _) => boxes(self.gin_boxes),
            (Knob::BigGinBoxes, _) => boxes(self.big_gin_boxes),
            (Knob::UndercutBoxes, _) => boxes(self.undercut_boxes),
            (Knob::GinOffBoxes, _) => boxes(self.gin_off_boxes),
            (Knob::LayoffOnGin, _) => Some(Value::Flag(self.layoff_on_gin)),
            (Knob::Ace, _) => word(self.ace.word()),
            (Knob::Table, _) => word(self.table.word()),
            (Knob::Cards, _) => Some(Value::Number(self.dealt.cards() as i64)),
            (Knob::KnockDiscard, _) => word(self.knock_discard.word()),
            (Knob::KnockMelds, _) => word(self.knock_melds.word()),
            (Knob::UpcardFrom, _) => word(self.upcard_from.word()),
            (Knob::DeadDeal, _) => word(self.dead_deal.word()),
            (Knob::Hands, _) => Some(Value::Number(self.hands as i64)),
            (Knob::Lines, _) => Some(Value::Number(self.lines as i64)),
            (Knob::Target, _) => points(self.target),
            (Knob::GameBonus, _) => points(self.game_bonus),
            (Knob::LineBonus, _) => points(self.line_bonus),
            (Knob::LineTiming, _) => word(self.line_timing.word()),
            (Knob::Shutout, _) => match self.shutout {
                Shutout::None => word("none"),
                Shutout::Flat(bonus) => points(bonus),
                Shutout::Double(doubling) => word(doubling.word()),
            },
            (Knob::ShutoutWhen, _) => word(&self.shutout_when.word()),
            (Knob::Format, format) => word(format.word().word()),
            (Knob::SweepBonus, Format::Hollywood { sweep_bonus, .. }) => match sweep_bonus {
                SweepBonus::Flat(bonus) => points(*bonus),
                SweepBonus::Double => word(SweepBonus::DOUBLE),
            },
            (Knob::Columns, Format::Hollywood { multipliers, .. }) => Some(Value::Number(multipliers.len() as i64)),
            (Knob::ColumnMultipliers, Format::Hollywood { multipliers, .. }) => {
                Some(Value::Numbers(multipliers.clone()))
            }
            (Knob::BestOf, Format::BestOf { best_of }) => Some(Value::Number((*best_of).into())),
            (Knob::GameTarget, Format::MultiMatch { game_target, .. }) => points(*game_target),
            (Knob::FinalBonus, Format::MultiMatch { final_bonus, .. }) => points(*final_bonus),
            (Knob::Credit, Format::MultiMatch { credit, .. }) => word(credit.word()),
            (Knob::Dealer, _) => word(self.dealer.word()),
            (
                Knob::SweepBonus
                | Knob::Columns
                | Knob::ColumnMultipliers
                | Knob::BestOf
                | Knob::GameTarget
                | Knob::FinalBonus
                | Knob::Credit,
                _,
            ) => None,
        }
    }

    /// These rules with some knobs turned. A new `format` starts with its own knobs at their usual values. If every
    /// multiplier is 1 and only `columns` is turned, every multiplier stays 1.
    ///
    /// # Errors
    /// Every contradiction at once.
    pub fn turned(&self, settings: &[Setting]) -> Result<Rules, Vec<Contradiction>> {
        let mut refused = Vec::new();
        let mut seen = HashSet::new();
        let mut rules = self.clone();
        let mut turned = Vec::new();
        for setting in settings {
            if !seen.insert(setting.knob) {
                refused.push(Contradiction::Twice { knob: setting.knob });
                continue;
            }
            turned.push(setting);
            if setting.is_admitted() {
                rules.set(setting.knob, &setting.value);
            } else {
                refused.push(Contradiction::Value { knob: setting.knob, value: setting.value.clone() });
            }
        }
        refused.extend(rules.set_format(&self.format, &turned));
        refused.extend(rules.unfit_for_the_table());
        if refused.is_empty() { Ok(rules) } else { Err(refused) }
    }

    /// Sets a knob that every format has. The knob must take the value.
    fn set(&mut self, knob: Knob, value: &Value) {
        fn choose<T>(place: &mut T, choice: Option<T>) {
            if let Some(choice) = choice {
                *place = choice;
            }
        }
        match (knob, value) {
            (Knob::KnockLimit, Value::Number(limit)) => choose(&mut self.knock_limit, u8::try_from(*limit).ok()),
            (Knob::GinBonus, Value::Number(bonus)) => self.gin_bonus = Points(*bonus),
            (Knob::BigGinBonus, Value::Number(bonus)) => self.big_gin_bonus = Some(Points(*bonus)),
            (Knob::BigGinBonus, Value::Word(_)) => self.big_gin_bonus = None,
            (Knob::UndercutBonus, Value::Number(bonus)) => self.undercut_bonus = Points(*bonus),
            (Knob::KnockBonus, Value::Number(bonus)) => self.knock_bonus = Points(*bonus),
            (Knob::GinBoxes, Value::Number(boxes)) => self.gin_boxes = Boxes(*boxes),
            (Knob::BigGinBoxes, Value::Number(boxes)) => self.big_gin_boxes = Boxes(*boxes),
            (Knob::UndercutBoxes, Value::Number(boxes)) => self.undercut_boxes = Boxes(*boxes),
            (Knob::GinOffBoxes, Value::Number(boxes)) => self.gin_off_boxes = Boxes(*boxes),
            (Knob::LayoffOnGin, Value::Flag(flag)) => self.layoff_on_gin = *flag,
            (Knob::Hands, Value::Number(hands)) => choose(&mut self.hands, usize::try_from(*hands).ok()),
            (Knob::Lines, Value::Number(lines)) => choose(&mut self.lines, usize::try_from(*lines).ok()),
            (Knob::Target, Value::Number(target)) => self.target = Points(*target),
            (Knob::GameBonus, Value::Number(bonus)) => self.game_bonus = Points(*bonus),
            (Knob::LineBonus, Value::Number(bonus)) => self.line_bonus = Points(*bonus),
            (Knob::Shutout, Value::Number(bonus)) => self.shutout = Shutout::Flat(Points(*bonus)),
            (Knob::Shutout, Value::Word(word)) => {
                self.shutout = ShutoutDoubling::from_word(word).map_or(Shutout::None, Shutout::Double);
            }
            (Knob::Oklahoma, Value::Word(word)) => choose(&mut self.oklahoma, Oklahoma::from_word(word)),
            (Knob::SpadesDouble, Value::Word(word)) => choose(&mut self.spades_double, SpadesDouble::from_word(word)),
            (Knob::UndercutTie, Value::Word(word)) => choose(&mut self.undercut_tie, UndercutTie::from_word(word)),
            (Knob::Cards, Value::Number(cards)) => {
                choose(&mut self.dealt, Dealt::ALL.into_iter().find(|dealt| dealt.cards() as i64 == *cards));
            }
            (Knob::Table, Value::Word(word)) => choose(&mut self.table, Table::from_word(word)),
            (Knob::Ace, Value::Word(word)) => choose(&mut self.ace, Ace::from_word(word)),
            (Knob::KnockDiscard, Value::Word(word)) => choose(&mut self.knock_discard, KnockDiscard::from_word(word)),
            (Knob::KnockMelds, Value::Word(word)) => choose(&mut self.knock_melds, KnockMelds::from_word(word)),
            (Knob::UpcardFrom, Value::Word(word)) => choose(&mut self.upcard_from, UpcardFrom::from_word(word)),
            (Knob::DeadDeal, Value::Word(word)) => choose(&mut self.dead_deal, DeadDeal::from_word(word)),
            (Knob::LineTiming, Value::Word(word)) => choose(&mut self.line_timing, LineTiming::from_word(word)),
            (Knob::ShutoutWhen, Value::Word(word)) => choose(&mut self.shutout_when, ShutoutWhen::from_word(word)),
            (Knob::Dealer, Value::Word(word)) => choose(&mut self.dealer, DealerRule::from_word(word)),
            _ => {}
        }
    }

    /// The knobs that are turned to what the table does not play.
    fn unfit_for_the_table(&self) -> Vec<Contradiction> {
        let unfit = |knob: Knob, takes| Contradiction::OtherTable {
            knob,
            value: self.value(knob).unwrap_or(Value::Flag(false)),
            table: self.table,
            takes,
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

    /// Sets the format and its knobs, and lists the contradictions. The caller has already refused values that a knob
    /// does not take. Even a list with refused values has a length, and that must fit the columns.
    fn set_format(&mut self, before: &Format, settings: &[&Setting]) -> Vec<Contradiction> {
        let given = |knob: Knob| settings.iter().copied().find(|setting| setting.knob == knob);
        let taken = |knob: Knob| given(knob).filter(|setting| setting.is_admitted()).map(|setting| &setting.value);
        let number = |knob: Knob| match taken(knob) {
            Some(Value::Number(number)) => Some(*number),
            _ => None,
        };
        let word = |knob: Knob| match taken(knob) {
            Some(Value::Word(word)) => Some(word.as_str()),
            _ => None,
        };
        let chosen = word(Knob::Format).and_then(FormatWord::from_word);
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
            .map(|(knob, needs)| Contradiction::OtherFormat { knob, needs, format: chosen })
            .collect();
        let even = number(Knob::BestOf).filter(|best_of| best_of % 2 == 0);
        refused.extend(even.map(|best_of| Contradiction::EvenBestOf { best_of }));
        match &mut self.format {
            Format::Single => {}
            Format::MultiMatch { game_target, final_bonus, credit } => {
                *game_target = number(Knob::GameTarget).map_or(*game_target, Points);
                *final_bonus = number(Knob::FinalBonus).map_or(*final_bonus, Points);
                *credit = word(Knob::Credit).and_then(Credit::from_word).unwrap_or(*credit);
            }
            Format::BestOf { best_of } => {
                *best_of = number(Knob::BestOf).and_then(|number| u8::try_from(number).ok()).unwrap_or(*best_of);
            }
            Format::Hollywood { multipliers, sweep_bonus } => {
                match taken(Knob::SweepBonus) {
                    Some(Value::Number(bonus)) => *sweep_bonus = SweepBonus::Flat(Points(*bonus)),
                    Some(_) => *sweep_bonus = SweepBonus::Double,
                    None => {}
                }
                let columns = match (given(Knob::Columns), number(Knob::Columns)) {
                    (Some(_), None) => return refused,
                    (_, columns) => columns.map_or(multipliers.len(), |columns| columns as usize),
                };
                match given(Knob::ColumnMultipliers).map(|setting| &setting.value) {
                    Some(Value::Numbers(numbers)) => multipliers.clone_from(numbers),
                    Some(Value::Number(number)) => *multipliers = vec![*number],
                    _ if multipliers.iter().all(|multiplier| *multiplier == 1) => *multipliers = vec![1; columns],
                    _ => {}
                }
                if multipliers.len() != columns {
                    refused.push(Contradiction::MultipliersLength { multipliers: multipliers.len(), columns });
                }
            }
        }
        refused
    }
}

/// Every knob by name, in the order of the rules page; null if the format does not have the knob.
impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Knob::ALL.iter().map(|knob| (knob.name(), self.value(*knob))))
    }
}
