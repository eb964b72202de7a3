//! The settings of a game, each detail with its own versions.

use std::collections::{BTreeMap, BTreeSet};

use super::conflict::{Conflict, ConflictSubject, SetAside};
use super::kinds::{GameFact, GameSetting, RulesRead, SettingFact, SettingKey};
use super::sorted::{Sorted, Version};
use super::versions::Settled;
use super::{Change, FactId};
use crate::{Game, Side, Totals};

impl GameSetting {
    /// Why it makes no sense for its game. Hands name seats, so a game keeps its number of players.
    fn flaw(&self, game: &GameFact, rules: &mut RulesRead) -> Option<String> {
        let places = |sides: &[Vec<FactId>]| sides.iter().map(Vec::len).collect::<Vec<_>>();
        let own = places(&game.sides);
        let has_side = |side: Option<Side>| side.is_none_or(|side| side.index() < own.len());
        let no_such_side = || Some("no such side plays in the game".to_string());
        match self {
            GameSetting::Rules(text) => match rules.read(text) {
                Ok(read) if read.rules.seat(&own).is_ok() => None,
                Ok(read) => Some(format!("these rules are for {}", read.rules.table.meaning())),
                Err(why) => Some(why),
            },
            GameSetting::Dealer(dealer) if !has_side(*dealer) => no_such_side(),
            GameSetting::Spot(spots) if spots.size() != own.len() => no_such_side(),
            GameSetting::Totals(Totals { points, winner }) if points.size() != own.len() || !has_side(*winner) => {
                no_such_side()
            }
            GameSetting::Closed(closing) if closing.given_up_by().is_some_and(|by| !has_side(Some(by))) => {
                no_such_side()
            }
            GameSetting::Sides(sides) if places(sides) != own => {
                Some("a setting of sides has sides of other sizes".into())
            }
            GameSetting::Sides(sides) => {
                let mut seen = BTreeSet::new();
                let is_twice = sides.iter().flatten().any(|person| !seen.insert(person));
                is_twice.then(|| "a person sits in two seats".into())
            }
            _ => None,
        }
    }
}

/// The settings of a game.
#[derive(Debug, Default)]
pub(super) struct Settings<'a> {
    /// The latest versions of each detail. A new version supersedes them all.
    pub(super) latest: BTreeMap<SettingKey, Vec<FactId>>,
    /// The change that set the game's start, if one did.
    pub(super) dated_by: Option<&'a Change>,
    counting: Vec<&'a GameSetting>,
    pub(super) conflicts: Vec<Conflict>,
    pub(super) set_aside: Vec<SetAside>,
}

impl<'a> Settings<'a> {
    /// The settings of a game that count. Nearly every game has none.
    pub(super) fn of(game: &Version<'a, &'a GameFact>, sorted: &Sorted<'a>, rules: &mut RulesRead) -> Settings<'a> {
        let mut settings = Settings::default();
        let mut by_key: BTreeMap<SettingKey, Vec<Version<'a, &'a SettingFact>>> = BTreeMap::new();
        for version in sorted.settings.iter().filter(|version| version.fact.game == game.id) {
            match version.fact.to.flaw(game.fact, rules) {
                None => by_key.entry(version.fact.to.key()).or_default().push(*version),
                Some(why) => settings.set_aside.push(SetAside { fact: version.id, why }),
            }
        }
        for (key, versions) in by_key {
            let Some(settled) = Settled::of(&versions, |one, other| one.to == other.to) else { continue };
            settings.conflicts.extend(settled.conflict(Some(game.id), ConflictSubject::Setting(key)));
            if key == SettingKey::Date {
                settings.dated_by = Some(settled.counts.change);
            }
            settings.counting.push(&settled.counts.fact.to);
            settings.latest.insert(key, settled.latest);
        }
        settings
    }

    /// The people in their seats, by side.
    pub(super) fn sides<'s>(&'s self, game: &'s GameFact) -> &'s [Vec<FactId>] {
        let set = self.counting.iter().find_map(|setting| match setting {
            GameSetting::Sides(sides) => Some(sides),
            _ => None,
        });
        set.unwrap_or(&game.sides)
    }

    /// Applies the settings to the game, except for its players.
    pub(super) fn apply(&self, game: &mut Game, rules: &mut RulesRead) {
        self.counting.iter().for_each(|setting| setting.apply(game, rules));
    }
}
