//! What of a game has versions of its own: each setting, its closing and its totals.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::conflict::{About, Conflict, SetAside};
use super::kinds::{GameFact, GameSetting, RulesText, SettingKey};
use super::sorted::{PartVersion, Sorted, Version};
use super::versions::Settled;
use super::{Change, FactId, GamePart};
use crate::game::{Closing, Game, Totals};
use crate::rules::TableRules;
use crate::side::Side;

/// Rules that were read, by their text. Most games of a book have the same, so whoever folds many games keeps this.
#[derive(Debug, Default)]
pub struct RulesRead(HashMap<Box<str>, Result<TableRules, String>>);

impl RulesRead {
    /// The most texts that are kept.
    const MOST: usize = 1000;

    pub(super) fn read(&mut self, text: &RulesText) -> Result<TableRules, String> {
        if let Some(read) = self.0.get(text.as_str()) {
            return read.clone();
        }
        if self.0.len() >= RulesRead::MOST {
            self.0.clear();
        }
        let read = text.read().map(|(rules, _)| rules);
        self.0.insert(text.as_str().into(), read.clone());
        read
    }
}

impl PartVersion<'_> {
    const fn part(&self) -> GamePart {
        match self {
            PartVersion::Setting(setting) => GamePart::Setting(setting.key()),
            PartVersion::Closing(_) => GamePart::Closing,
            PartVersion::Totals(_) => GamePart::Totals,
        }
    }

    /// Why it makes no sense for its game. Hands name seats, so a game keeps its number of players.
    fn flaw(&self, game: &GameFact, rules: &mut RulesRead) -> Option<String> {
        let places = |sides: &[Vec<FactId>]| sides.iter().map(Vec::len).collect::<Vec<_>>();
        let own = places(&game.sides);
        let has_side = |side: Option<Side>| side.is_none_or(|side| side.index() < own.len());
        let no_such_side = || Some("no such side plays in the game".to_string());
        match self {
            PartVersion::Setting(GameSetting::Rules(text)) => match rules.read(text) {
                Ok(read) if read.rules.seats(&own) => None,
                Ok(read) => Some(format!("these rules are for {}", read.rules.table.meaning())),
                Err(why) => Some(why),
            },
            PartVersion::Setting(GameSetting::Dealer(dealer)) if !has_side(*dealer) => no_such_side(),
            PartVersion::Setting(GameSetting::Spot(spots)) if spots.size() != own.len() => no_such_side(),
            PartVersion::Totals(Totals { points, winner }) if points.size() != own.len() || !has_side(*winner) => {
                no_such_side()
            }
            PartVersion::Closing(Closing::Forfeit { by, .. }) if !has_side(Some(*by)) => no_such_side(),
            PartVersion::Setting(GameSetting::Sides(sides)) if places(sides) != own => {
                Some("a setting of sides has another number of players".into())
            }
            PartVersion::Setting(GameSetting::Sides(sides)) => {
                let mut seen = BTreeSet::new();
                let is_twice = sides.iter().flatten().any(|person| !seen.insert(person));
                is_twice.then(|| "a person sits in two seats".into())
            }
            _ => None,
        }
    }
}

/// The parts of a game that have versions.
#[derive(Debug, Default)]
pub(super) struct Parts<'a> {
    /// The latest versions of each part. Another version supersedes them all.
    pub(super) latest: BTreeMap<GamePart, Vec<FactId>>,
    /// The change that says when the game started, if that was set.
    pub(super) dated_by: Option<&'a Change>,
    counting: Vec<PartVersion<'a>>,
    pub(super) conflicts: Vec<Conflict>,
    pub(super) set_aside: Vec<SetAside>,
}

impl<'a> Parts<'a> {
    /// What counts of the parts of a game. Nearly every game has none.
    pub(super) fn of(game: &Version<'a, &'a GameFact>, sorted: &Sorted<'a>, rules: &mut RulesRead) -> Parts<'a> {
        let mut parts = Parts::default();
        let mut by_part: BTreeMap<GamePart, Vec<Version<'a, (FactId, PartVersion<'a>)>>> = BTreeMap::new();
        for said in sorted.parts.iter().filter(|said| said.fact.0 == game.id) {
            match said.fact.1.flaw(game.fact, rules) {
                None => by_part.entry(said.fact.1.part()).or_default().push(*said),
                Some(why) => parts.set_aside.push(SetAside { fact: said.id, why }),
            }
        }
        for (part, versions) in by_part {
            let Some(settled) = Settled::of(&versions, |one, other| one == other) else { continue };
            parts.conflicts.extend(settled.conflict(About::Part(game.id, part)));
            if part == GamePart::Setting(SettingKey::Date) {
                parts.dated_by = Some(settled.counts.change);
            }
            parts.counting.push(settled.counts.fact.1);
            parts.latest.insert(part, settled.latest);
        }
        parts
    }

    /// Who sits where in the game.
    pub(super) fn sides<'s>(&'s self, game: &'s GameFact) -> &'s [Vec<FactId>] {
        let set = self.counting.iter().find_map(|part| match part {
            PartVersion::Setting(GameSetting::Sides(sides)) => Some(sides),
            _ => None,
        });
        set.unwrap_or(&game.sides)
    }

    /// Makes the game what was said of it, apart from its players.
    pub(super) fn apply(&self, game: &mut Game, rules: &mut RulesRead) {
        for part in &self.counting {
            match part {
                PartVersion::Setting(GameSetting::Rules(text)) => {
                    rules.read(text).into_iter().for_each(|rules| game.rules = rules);
                }
                PartVersion::Setting(setting) => setting.apply(game),
                PartVersion::Closing(closing) => game.closing = Some(*closing),
                PartVersion::Totals(totals) => game.totals = Some(*totals),
            }
        }
    }
}
