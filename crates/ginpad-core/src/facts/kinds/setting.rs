//! A setting of a game: its rules and other details changed after its start, its ending by the players, or the totals
//! of an old game.

use serde::{Deserialize, Serialize};

use super::rules::{RulesRead, RulesText};
use super::{Content, Time};
use crate::facts::{FactId, List, Subject};
use crate::{BySide, Closing, Event, Game, Points, Side, Stakes, Title, Totals};

/// Lists everything that can be set in a game.
macro_rules! settings {
    ($($(#[$doc:meta])* $setting:ident($content:ty) = $word:literal),+ $(,)?) => {
        /// A detail of a game that can be set. Each has versions of its own.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum SettingKey {
            $($(#[$doc])* $setting,)+
        }

        impl SettingKey {
            /// Every key.
            pub const ALL: [SettingKey; [$($word),+].len()] = [$(SettingKey::$setting),+];

            /// The word for the key.
            pub const fn word(self) -> &'static str {
                match self {
                    $(SettingKey::$setting => $word,)+
                }
            }

            /// The key with this word.
            pub fn from_word(word: &str) -> Option<SettingKey> {
                SettingKey::ALL.into_iter().find(|key| key.word() == word)
            }
        }

        /// A detail of a game with its value.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        pub enum GameSetting {
            $($(#[$doc])* #[serde(rename = $word)] $setting($content),)+
        }

        impl GameSetting {
            /// The key of the detail.
            pub const fn key(&self) -> SettingKey {
                match self {
                    $(GameSetting::$setting(_) => SettingKey::$setting,)+
                }
            }
        }
    };
}

settings! {
    /// The rules, with every knob.
    Rules(RulesText) = "rules",
    /// The side that dealt the first hand, if known.
    Dealer(Option<Side>) = "dealer",
    /// The points each side starts with in every column.
    Spot(BySide<Points>) = "spot",
    /// The stakes.
    Stake(Stakes) = "stake",
    /// The title.
    Title(Option<Title>) = "title",
    /// The trip, season or evening it belongs to.
    Event(Option<Event>) = "event",
    /// The start.
    Date(Time) = "date",
    /// The people by side. Each takes the seat, and so the hands, of the person who had that seat before.
    Sides(Vec<Vec<FactId>>) = "sides",
    /// The totals, if nobody wrote down the hands.
    Totals(Totals) = "totals",
    /// How the players ended it.
    Closed(Closing) = "closed",
}

impl GameSetting {
    /// The game's value for this key. `sides` are its people. `None` for a missing date, missing totals or a missing
    /// end: these can be set, but not removed.
    pub fn of(key: SettingKey, game: &Game, sides: &[Vec<FactId>]) -> Option<GameSetting> {
        Some(match key {
            SettingKey::Rules => GameSetting::Rules(RulesText::new(&game.rules)),
            SettingKey::Dealer => GameSetting::Dealer(game.first_dealer),
            SettingKey::Spot => GameSetting::Spot(game.spots),
            SettingKey::Stake => GameSetting::Stake(game.stakes),
            SettingKey::Title => GameSetting::Title(game.title.clone()),
            SettingKey::Event => GameSetting::Event(game.event.clone()),
            SettingKey::Date => GameSetting::Date(game.started?.into()),
            SettingKey::Sides => GameSetting::Sides(sides.to_vec()),
            SettingKey::Totals => GameSetting::Totals(game.totals?),
            SettingKey::Closed => GameSetting::Closed(game.closing?),
        })
    }

    /// Applies the setting to a game. Skips the people, whom a setting names by id, and rules that make no sense. Uses
    /// `read` to parse each text of rules only once.
    pub fn apply(&self, game: &mut Game, read: &mut RulesRead) {
        match self {
            GameSetting::Rules(rules) => read.read(rules).into_iter().for_each(|rules| game.rules = rules),
            GameSetting::Dealer(dealer) => game.first_dealer = *dealer,
            GameSetting::Spot(spots) => game.spots = *spots,
            GameSetting::Stake(stakes) => game.stakes = *stakes,
            GameSetting::Title(title) => game.title.clone_from(title),
            GameSetting::Event(event) => game.event.clone_from(event),
            GameSetting::Date(date) => game.started = Some(date.moment()),
            GameSetting::Sides(_) => {}
            GameSetting::Totals(totals) => game.totals = Some(*totals),
            GameSetting::Closed(closing) => game.closing = Some(*closing),
        }
    }
}

/// A setting of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SettingFact {
    /// The game.
    #[serde(default = "FactId::game_of_the_line", skip_serializing_if = "FactId::is_game_of_the_line")]
    pub game: FactId,
    /// The detail and its value.
    pub to: GameSetting,
    /// The earlier settings of this detail that it supersedes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supersedes: Vec<FactId>,
}

impl SettingFact {
    /// The people it seats.
    pub fn seated(&self) -> impl Iterator<Item = FactId> + '_ {
        let sides = match &self.to {
            GameSetting::Sides(sides) => sides.as_slice(),
            _ => &[],
        };
        sides.iter().flatten().copied()
    }
}

impl Content for SettingFact {
    fn named(&mut self) -> impl IntoIterator<Item = &mut FactId> {
        let sides = match &mut self.to {
            GameSetting::Sides(sides) => sides.as_mut_slice(),
            _ => &mut [],
        };
        sides.iter_mut().flatten().chain(&mut self.supersedes).chain([&mut self.game])
    }

    fn subjects(&self, _: FactId) -> impl IntoIterator<Item = Subject> {
        let dates = matches!(self.to, GameSetting::Date(_)).then_some(Subject::List(List::Relisted));
        self.seated().map(Subject::Seats).chain(dates).chain([Subject::Game(self.game)])
    }
}
