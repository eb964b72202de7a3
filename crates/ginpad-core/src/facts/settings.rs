//! What of a game was set anew, and what counts of it.

use std::collections::BTreeMap;

use super::FactId;
use super::conflict::{Conflict, SetAside};
use super::fold::RulesRead;
use super::kinds::{GameFact, GameSetting, SettingFact, SettingKey};
use super::said::Said;
use super::versions::Settled;
use crate::game::Game;
use crate::rules::TableRules;
use crate::side::Side;

/// What of a game was set anew.
#[derive(Debug, Default)]
pub(super) struct Settings<'a> {
    /// The settings that count, by what they set. Another setting of the same supersedes them all.
    pub(super) latest: BTreeMap<SettingKey, Vec<FactId>>,
    counting: Vec<&'a GameSetting>,
    pub(super) conflicts: Vec<Conflict>,
    pub(super) set_aside: Vec<SetAside>,
}

impl<'a> Settings<'a> {
    /// What counts of the settings of a game. Nearly every game has none.
    pub(super) fn of(
        id: FactId,
        game: &GameFact,
        facts: &[Said<'a, SettingFact>],
        rules: &mut RulesRead,
    ) -> Settings<'a> {
        let mut settings = Settings::default();
        if facts.is_empty() {
            return settings;
        }
        for key in SettingKey::ALL {
            let mut of_key: Vec<Said<'a, SettingFact>> =
                facts.iter().copied().filter(|said| said.fact.game == id && said.fact.to.key() == key).collect();
            of_key.retain(|said| match flaw(game, said.fact, rules) {
                None => true,
                Some(why) => {
                    settings.set_aside.push(SetAside { fact: said.id, why });
                    false
                }
            });
            let Some(settled) = Settled::of(&of_key, |one, other| one.to == other.to) else { continue };
            if !settled.others.is_empty() {
                let (counts, others) = (settled.counts.id, settled.others);
                settings.conflicts.push(Conflict::Setting { game: id, key, counts, others });
            }
            settings.latest.insert(key, settled.latest);
            settings.counting.push(&settled.counts.fact.to);
        }
        settings
    }

    /// Who sits where in the game.
    pub(super) fn sides<'s>(&'s self, game: &'s GameFact) -> &'s [Vec<FactId>] {
        let set = self.counting.iter().find_map(|setting| match setting {
            GameSetting::Sides(sides) => Some(sides.as_slice()),
            _ => None,
        });
        set.unwrap_or(&game.sides)
    }

    /// The rules, if they were set.
    pub(super) fn rules(&self, rules: &mut RulesRead) -> Option<TableRules> {
        self.counting.iter().find_map(|setting| match setting {
            GameSetting::Rules(text) => rules.read(text).ok(),
            _ => None,
        })
    }

    /// Sets the game to what was set, apart from its rules and its players.
    pub(super) fn apply(&self, game: &mut Game) {
        let others = self.counting.iter().filter(|setting| !matches!(setting, GameSetting::Rules(_)));
        others.for_each(|setting| setting.apply(game));
    }
}

/// Why a setting makes no sense for its game. Hands name seats, so a game keeps its number of players.
fn flaw(game: &GameFact, fact: &SettingFact, rules: &mut RulesRead) -> Option<String> {
    let places = |sides: &[Vec<FactId>]| sides.iter().map(Vec::len).collect::<Vec<_>>();
    match &fact.to {
        GameSetting::Rules(text) => rules.read(text).err(),
        GameSetting::Dealer(Some(side)) if Side::from_index(*side).is_none() => {
            Some("a side is neither 0 nor 1".into())
        }
        GameSetting::Sides(sides) if places(sides) != places(&game.sides) => {
            Some("a setting of sides has another number of players".into())
        }
        GameSetting::Sides(_) if !fact.seats_everyone_once() => Some("a person sits in two seats".into()),
        _ => None,
    }
}
