//! The records of a book: the holders, their opponents, and the games that set them.

use chrono::NaiveDate;
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use super::filter::is_this_day;
use super::{Finished, GamePlace, ReportedGame, day_text};
use crate::{BySide, Name, Nets, Side};

macro_rules! records {
    ($( $(#[$doc:meta])+ $kind:ident $noun:literal, $name:literal; )+) => {
        /// The achievement that a record measures.
        #[derive(Debug, Serialize, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[serde(rename_all = "kebab-case")]
        pub enum RecordKind {
            $( $(#[$doc])+ $kind, )+
        }

        impl RecordKind {
            /// Every kind, in the order of the list.
            pub const ALL: &'static [RecordKind] = &[ $( RecordKind::$kind, )+ ];

            /// Its name in a sentence.
            pub const fn name(self) -> &'static str {
                match self { $( RecordKind::$kind => $name, )+ }
            }

            /// The unit of its value, in the singular.
            pub const fn noun(self) -> &'static str {
                match self { $( RecordKind::$kind => $noun, )+ }
            }
        }
    };
}

records! {
    /// The most points a player scored in a hand: from all opponents together, and for partners with the own result.
    BiggestHand "point", "biggest hand";
    /// The largest net of a finished game.
    BiggestGame "point", "biggest game";
    /// The finished game with the most hands.
    LongestGame "hand", "longest game";
    /// The game won with the fewest hands. A forfeit is not won with hands.
    ShortestWin "hand", "shortest win";
    /// The largest deficit of a game's winner.
    BiggestComeback "point", "biggest comeback";
    /// The most consecutive games a player won. A loss or a tie ends a streak.
    LongestStreak "game", "longest streak of wins";
    /// The most gins of one player in one game, big gins included.
    MostGins "gin", "most gins in a game";
    /// The highest lead in the lifetime ledger of a pair.
    HighestLead "point", "highest lifetime lead";
    /// The most lead changes in the lifetime ledger of a pair.
    MostLeadChanges "lead change", "most lead changes";
    /// The most finished games of two opponents.
    MostGames "game", "most games of a pair";
    /// The most days between the first and the last game of two opponents.
    LongestRivalry "day", "longest rivalry";
}

/// A record. The first to set it holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Its kind.
    pub kind: RecordKind,
    /// Its value, in the unit of its kind.
    pub value: i64,
    /// The holders: a player, the players of a side, or one of a pair of opponents.
    pub holders: Vec<Name>,
    /// The opponents; empty for a streak, which may have several.
    pub against: Vec<Name>,
    /// The game that set it.
    pub game: GamePlace,
    /// The hand that set it, counted from 0, if it was one hand.
    pub hand: Option<usize>,
    /// The first game of a streak, or of a pair of opponents.
    pub began: Option<GamePlace>,
    /// How often others equalled it later; for records of pairs, how often other pairs did.
    pub equaled: usize,
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut record = serializer.serialize_struct("Record", 11)?;
        record.serialize_field("record", &self.kind)?;
        record.serialize_field("value", &self.value)?;
        record.serialize_field("unit", &self.kind.unit())?;
        record.serialize_field("players", &self.holders)?;
        record.serialize_field("against", &self.against)?;
        record.serialize_field("shared", &self.kind.is_shared())?;
        record.serialize_field("game", &self.game.known_number())?;
        record.serialize_field("hand", &self.hand.map(|hand| hand + 1))?;
        record.serialize_field("date", &self.game.started.map(day_text))?;
        record.serialize_field("began", &self.began)?;
        record.serialize_field("equaled", &self.equaled)?;
        record.end()
    }
}

/// A game of this day in another year.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Anniversary {
    /// The game.
    #[serde(flatten)]
    pub game: GamePlace,
    /// The players.
    pub sides: BySide<Vec<Name>>,
    /// Whether it was finished.
    pub finished: bool,
    /// The winner; `None` for a tie, or if it was not finished.
    pub winner: Option<Side>,
    /// The net, if it was finished.
    pub net: Option<Nets>,
}

/// The records, and anniversaries today: `ginpad/records/1`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(tag = "schema", rename = "ginpad/records/1")]
pub struct Records {
    /// The records set so far, in the order of their kinds.
    pub records: Vec<Record>,
    /// The games of this day in other years, oldest first.
    #[serde(rename = "on_this_day")]
    pub this_day: Vec<Anniversary>,
}

impl RecordKind {
    /// The unit of its value as a word for JSON: `lead-changes`.
    pub fn unit(self) -> String {
        self.noun().replace(' ', "-") + "s"
    }

    /// Whether both sides share it.
    pub const fn is_shared(self) -> bool {
        matches!(
            self,
            RecordKind::LongestGame | RecordKind::MostLeadChanges | RecordKind::MostGames | RecordKind::LongestRivalry
        )
    }

    /// Whether a value beats another.
    pub(super) const fn is_better(self, value: i64, than: i64) -> bool {
        match self {
            RecordKind::ShortestWin => value < than,
            _ => value > than,
        }
    }
}

impl GamePlace {
    /// The reference to a game.
    pub fn of(game: ReportedGame<'_>) -> GamePlace {
        GamePlace { id: game.id, number: game.number, started: game.scored.game.started }
    }
}

impl Anniversary {
    /// The game, if it was played on this day of another year.
    pub fn of(game: ReportedGame<'_>, today: NaiveDate) -> Option<Anniversary> {
        let players = &game.scored.game.players;
        game.scored.game.started.filter(|started| is_this_day(*started, today))?;
        let finished = Finished::of(game.scored);
        Some(Anniversary {
            game: GamePlace::of(game),
            sides: BySide::from_fn(players.sides(), |side| players.of(side).to_vec()),
            finished: finished.is_some(),
            winner: finished.and_then(|finished| finished.winner),
            net: finished.map(|finished| Nets(finished.nets)),
        })
    }
}
