//! What of a game was set anew, and what counts of it.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::conflict::Conflict;
use super::kinds::Unreadable;
use super::versions::{Version, latest};
use super::{CountingChanges, GameFact, GameSetting, SettingFact, SettingKey};
use crate::game;
use crate::rules::TableRules;

/// What of a game was set anew.
#[derive(Debug, Default)]
pub(super) struct Settings {
    /// The settings that count, by what they set. Another setting of the same supersedes them all.
    pub(super) latest: BTreeMap<SettingKey, Vec<Uuid>>,
    /// The rules, if they were set.
    pub(super) rules: Option<TableRules>,
    /// Who sits where, if that was set.
    pub(super) seats: Option<[Vec<Uuid>; 2]>,
    /// Everything else that was set.
    others: Vec<GameSetting>,
    pub(super) conflicts: Vec<Conflict>,
    pub(super) unreadable: Vec<Unreadable>,
}

impl Settings {
    /// What counts of the settings of a game. Nearly every game has none.
    pub(super) fn of(game: &GameFact, facts: &[&SettingFact], standing: &CountingChanges) -> Settings {
        let mut settings = Settings::default();
        if facts.is_empty() {
            return settings;
        }
        for key in SettingKey::ALL {
            let of_key: Vec<&SettingFact> = facts.iter().copied().filter(|fact| fact.key == key.word()).collect();
            settings.enter(game, key, &of_key, standing);
        }
        settings
    }

    fn enter(&mut self, game: &GameFact, key: SettingKey, facts: &[&SettingFact], standing: &CountingChanges) {
        let version = |fact: &&SettingFact| Version {
            id: fact.id,
            supersedes: fact.supersedes.clone(),
            counts: standing.counts(fact.change),
        };
        let latest = latest(&facts.iter().map(version).collect::<Vec<_>>());
        let mut others = latest.clone();
        let Some(counts) = others.pop() else { return };
        self.latest.insert(key, latest);
        let said = |id: Uuid| facts.iter().find(|fact| fact.id == id).map(|fact| setting(game, fact));
        // Devices that set the same agree.
        others.retain(|other| said(*other) != said(counts));
        if !others.is_empty() {
            self.conflicts.push(Conflict::Setting { game: game.id, key, counts, others });
        }
        match said(counts) {
            Some(Ok(GameSetting::Rules(rules))) => self.rules = Some(rules),
            Some(Ok(GameSetting::Sides(seats))) => self.seats = Some(seats),
            Some(Ok(other)) => self.others.push(other),
            Some(Err(why)) => self.unreadable.push(why),
            None => {}
        }
    }

    /// Sets the game to what was set, apart from its rules and its players.
    pub(super) fn apply(&mut self, game: &mut game::Game) {
        for setting in self.others.drain(..) {
            match setting {
                GameSetting::Dealer(dealer) => game.first_dealer = dealer,
                GameSetting::Stake(stakes) => game.stakes = stakes,
                GameSetting::Title(title) => game.title = title,
                GameSetting::Event(event) => game.event = event,
                GameSetting::Rules(_) | GameSetting::Sides(_) => {}
            }
        }
    }
}

/// Who sits where in a game.
pub fn seats_of(game: &GameFact, settings: &[&SettingFact], standing: &CountingChanges) -> [Vec<Uuid>; 2] {
    Settings::of(game, settings, standing).seats.unwrap_or_else(|| game.seats.clone())
}

/// What a fact sets in this game. Hands name seats, so a game keeps its number of players.
fn setting(game: &GameFact, fact: &SettingFact) -> Result<GameSetting, Unreadable> {
    let setting = fact.setting()?;
    let places = |seats: &[Vec<Uuid>; 2]| seats.each_ref().map(Vec::len);
    match &setting {
        GameSetting::Sides(seats) if places(seats) != places(&game.seats) => {
            Err(Unreadable { fact: fact.id, why: "a setting of sides has another number of players".into() })
        }
        _ => Ok(setting),
    }
}
