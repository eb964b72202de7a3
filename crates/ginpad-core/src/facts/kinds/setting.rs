//! Something about a game that was set: anew after it had begun, or how its players ended it, or the totals of an old one.

use serde::{Deserialize, Serialize};

use super::rules::{RulesRead, RulesText};
use super::{Content, Time};
use crate::facts::{FactId, List, Subject};
use crate::game::{Closing, Game, Totals};
use crate::label::{Event, Title};
use crate::money::Stakes;
use crate::points::Points;
use crate::side::{BySide, Side};

/// The list that names everything that can be set of a game.
macro_rules! settings {
    ($($(#[$doc:meta])* $setting:ident($content:ty) = $word:literal),+ $(,)?) => {
        /// What of a game can be set. Each has versions of its own.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum SettingKey {
            $($(#[$doc])* $setting,)+
        }

        impl SettingKey {
            /// All of them.
            pub const ALL: [SettingKey; [$($word),+].len()] = [$(SettingKey::$setting),+];

            /// The word for it.
            pub const fn word(self) -> &'static str {
                match self {
                    $(SettingKey::$setting => $word,)+
                }
            }

            /// What the word means.
            pub fn from_word(word: &str) -> Option<SettingKey> {
                SettingKey::ALL.into_iter().find(|key| key.word() == word)
            }
        }

        /// What a game is set to.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        pub enum GameSetting {
            $($(#[$doc])* #[serde(rename = $word)] $setting($content),)+
        }

        impl GameSetting {
            /// What it sets.
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
    /// The side that dealt the first hand, if anybody knows.
    Dealer(Option<Side>) = "dealer",
    /// The points that each side is given in every column.
    Spot(BySide<Points>) = "spot",
    /// What it is played for.
    Stake(Stakes) = "stake",
    /// What it is called.
    Title(Option<Title>) = "title",
    /// The trip, the season or the evening that it belongs to.
    Event(Option<Event>) = "event",
    /// When it started.
    Date(Time) = "date",
    /// Who plays, by side. A person has the place of whoever was there before.
    Sides(Vec<Vec<FactId>>) = "sides",
    /// Its totals, if nobody wrote down the hands.
    Totals(Totals) = "totals",
    /// How its players ended it.
    Closed(Closing) = "closed",
}

impl GameSetting {
    /// What a game says of one thing that can be set. `sides` is who plays. `None` for a date, totals or an end that the game
    /// does not have: they can be set, but not taken away.
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

    /// Sets a game so. Who plays is left: a setting names people by their ids. Rules that make no sense are left too; those
    /// that were `read` need not be read again.
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

/// Something about a game that was set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SettingFact {
    /// The game.
    #[serde(default = "FactId::game_of_the_line", skip_serializing_if = "FactId::is_game_of_the_line")]
    pub game: FactId,
    /// What it is set to.
    pub to: GameSetting,
    /// The earlier settings of the same that it supersedes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supersedes: Vec<FactId>,
}

impl SettingFact {
    /// The people whom it seats.
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
