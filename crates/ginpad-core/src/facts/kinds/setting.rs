//! Something about a game that was set anew after the game had begun.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::game::{currency, knobs, minor, stakes, table_rules};
use super::{Unreadable, side};
use crate::label::{Event, Title};
use crate::money::Stakes;
use crate::rules::{Knob, TableRules};
use crate::side::Side;

/// What of a game can be set anew. Each has versions of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SettingKey {
    /// The rules.
    Rules,
    /// Who dealt the first hand.
    Dealer,
    /// What it is played for.
    Stake,
    /// What it is called.
    Title,
    /// The trip, the season or the evening that it belongs to.
    Event,
    /// Who plays.
    Sides,
}

impl SettingKey {
    /// All of them.
    pub const ALL: [SettingKey; 6] = [
        SettingKey::Rules,
        SettingKey::Dealer,
        SettingKey::Stake,
        SettingKey::Title,
        SettingKey::Event,
        SettingKey::Sides,
    ];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            SettingKey::Rules => "rules",
            SettingKey::Dealer => "dealer",
            SettingKey::Stake => "stake",
            SettingKey::Title => "title",
            SettingKey::Event => "event",
            SettingKey::Sides => "sides",
        }
    }

    /// What the word means.
    pub fn from_word(word: &str) -> Option<SettingKey> {
        SettingKey::ALL.into_iter().find(|key| key.word() == word)
    }
}

/// What a game is set to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameSetting {
    /// These rules, with every knob.
    Rules(TableRules),
    /// This side dealt first; nobody knows who did.
    Dealer(Option<Side>),
    /// It is played for this.
    Stake(Stakes),
    /// It is called this, or nothing.
    Title(Option<Title>),
    /// It belongs to this, or to nothing.
    Event(Option<Event>),
    /// These people play, by side. A person has the place of whoever was there before.
    Sides([Vec<Uuid>; 2]),
}

impl GameSetting {
    /// What it sets.
    pub const fn key(&self) -> SettingKey {
        match self {
            GameSetting::Rules(_) => SettingKey::Rules,
            GameSetting::Dealer(_) => SettingKey::Dealer,
            GameSetting::Stake(_) => SettingKey::Stake,
            GameSetting::Title(_) => SettingKey::Title,
            GameSetting::Event(_) => SettingKey::Event,
            GameSetting::Sides(_) => SettingKey::Sides,
        }
    }
}

/// Something about a game that was set anew after it had begun. It holds all of what `key` names: a field that is absent
/// was cleared. One that sets rules holds every knob.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettingFact {
    /// The fact's id.
    pub id: Uuid,
    /// Its change.
    pub change: Uuid,
    /// The game.
    pub game: Uuid,
    /// What is set: the word of a [`SettingKey`].
    pub key: String,
    /// The title.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub title: Option<String>,
    /// The event.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub event: Option<String>,
    /// The side that dealt first, 0 or 1.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub first_dealer: Option<usize>,
    /// What a point is worth, in minor units of the currency.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stake_minor: Option<i64>,
    /// The currency's three letters.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stake_currency: Option<String>,
    /// What the winner gets besides, in minor units of the currency.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stake_game_minor: Option<i64>,
    /// The currency of that.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stake_game_currency: Option<String>,
    /// What a line is worth besides, in minor units of the currency.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stake_line_minor: Option<i64>,
    /// The currency of that.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stake_line_currency: Option<String>,
    /// The preset that the rules started from.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub preset: Option<String>,
    /// The value of every knob that applies to their format.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub knobs: BTreeMap<String, Value>,
    /// The players of each side.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub seats: Option<[Vec<Uuid>; 2]>,
    /// The earlier settings of the same that it supersedes.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub supersedes: Vec<Uuid>,
    /// Fields that this version does not know.
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

impl SettingFact {
    pub(in crate::facts) fn has_unknown_fields(&self) -> bool {
        !self.unknown.is_empty() || self.knobs.keys().any(|knob| Knob::from_name(knob).is_none())
    }

    /// The fact that sets this.
    pub(in crate::facts) fn new(
        id: Uuid,
        change: Uuid,
        game: Uuid,
        setting: GameSetting,
        supersedes: Vec<Uuid>,
    ) -> SettingFact {
        let mut fact = SettingFact {
            id,
            change,
            game,
            key: setting.key().word().to_string(),
            title: None,
            event: None,
            first_dealer: None,
            stake_minor: None,
            stake_currency: None,
            stake_game_minor: None,
            stake_game_currency: None,
            stake_line_minor: None,
            stake_line_currency: None,
            preset: None,
            knobs: BTreeMap::new(),
            seats: None,
            supersedes,
            unknown: Map::new(),
        };
        match setting {
            GameSetting::Rules(rules) => {
                fact.knobs = knobs(&rules.rules);
                fact.preset = Some(rules.preset);
            }
            GameSetting::Dealer(dealer) => fact.first_dealer = dealer.map(Side::index),
            GameSetting::Stake(stakes) => {
                (fact.stake_minor, fact.stake_currency) = (minor(stakes.point()), currency(stakes.point()));
                (fact.stake_game_minor, fact.stake_game_currency) = (minor(stakes.game()), currency(stakes.game()));
                (fact.stake_line_minor, fact.stake_line_currency) = (minor(stakes.line()), currency(stakes.line()));
            }
            GameSetting::Title(title) => fact.title = title.map(|title| title.as_str().to_string()),
            GameSetting::Event(event) => fact.event = event.map(|event| event.as_str().to_string()),
            GameSetting::Sides(seats) => fact.seats = Some(seats),
        }
        fact
    }

    /// The people whom it seats.
    pub fn seated(&self) -> impl Iterator<Item = Uuid> + '_ {
        self.seats.iter().flatten().flatten().copied()
    }

    /// What it sets.
    ///
    /// # Errors
    /// What it should set is missing, or makes no sense.
    pub fn setting(&self) -> Result<GameSetting, Unreadable> {
        self.read().map_err(|why| Unreadable::new(self.id, why))
    }

    fn read(&self) -> Result<GameSetting, String> {
        let key = SettingKey::from_word(&self.key);
        Ok(match key.ok_or_else(|| format!("a game has nothing called `{}` that can be set", self.key))? {
            SettingKey::Rules => {
                let preset = self.preset.as_deref().ok_or("a setting of rules has no preset")?;
                GameSetting::Rules(table_rules(preset, &self.knobs)?)
            }
            SettingKey::Dealer => GameSetting::Dealer(self.first_dealer.map(side).transpose()?),
            SettingKey::Stake => GameSetting::Stake(stakes([
                (self.stake_minor, self.stake_currency.as_deref()),
                (self.stake_game_minor, self.stake_game_currency.as_deref()),
                (self.stake_line_minor, self.stake_line_currency.as_deref()),
            ])?),
            SettingKey::Title => {
                GameSetting::Title(self.title.as_deref().map(Title::read).transpose().map_err(|why| why.to_string())?)
            }
            SettingKey::Event => {
                GameSetting::Event(self.event.as_deref().map(Event::read).transpose().map_err(|why| why.to_string())?)
            }
            SettingKey::Sides => {
                let seats = self.seats.clone().ok_or("a setting of sides has no seats")?;
                let people: BTreeSet<&Uuid> = seats.iter().flatten().collect();
                if people.len() != seats.iter().flatten().count() {
                    return Err("a person sits in two seats".into());
                }
                GameSetting::Sides(seats)
            }
        })
    }
}
