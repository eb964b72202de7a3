//! The records of a book: who holds them, against whom, and in which game they were set.

use chrono::NaiveDate;
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use super::filter::is_this_day;
use super::{Finished, GamePlace, ReportedGame, day_text};
use crate::players::Name;
use crate::sheet::Nets;
use crate::side::{BySide, Side};

/// What a record is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RecordKind {
    /// The most points that a player scored with one result of a hand.
    BiggestHand,
    /// The largest net of a finished game.
    BiggestGame,
    /// The finished game with the most hands.
    LongestGame,
    /// The game that was won with the fewest hands. A forfeit is not won with hands.
    ShortestWin,
    /// The most points that the winner of a game had been behind.
    BiggestComeback,
    /// The most games that a player won one after another. A loss or a tie ends a streak.
    LongestStreak,
    /// The most gins, big ones included, of one player in one game.
    MostGins,
    /// The highest lead in the lifetime ledger of a pair.
    HighestLead,
    /// The most lead changes in the lifetime ledger of a pair.
    MostLeadChanges,
    /// The most finished games of two opponents.
    MostGames,
    /// The most days between the first and the last game of two opponents.
    LongestRivalry,
}

/// What the value of a record counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordUnit {
    /// Points.
    Points,
    /// Hands.
    Hands,
    /// Games.
    Games,
    /// Gins.
    Gins,
    /// Lead changes.
    LeadChanges,
    /// Days.
    Days,
}

/// A record. Whoever set it first holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// What it is for.
    pub kind: RecordKind,
    /// How much, in the unit of its kind.
    pub value: i64,
    /// Who holds it: a player, the players of a side, or one of a pair of opponents.
    pub holders: Vec<Name>,
    /// Against whom; nobody for a streak, whose games may have several opponents.
    pub against: Vec<Name>,
    /// The game that set it.
    pub game: GamePlace,
    /// The hand that set it, counted from 0, if it was one hand.
    pub hand: Option<usize>,
    /// The first game of a streak, or of a pair of opponents.
    pub began: Option<GamePlace>,
    /// How often the same was reached later: by anyone, or for the records of pairs by other pairs.
    pub equaled: usize,
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut record = serializer.serialize_struct("Record", 11)?;
        record.serialize_field("record", self.kind.word())?;
        record.serialize_field("value", &self.value)?;
        record.serialize_field("unit", self.kind.unit().word())?;
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
    /// Which game.
    #[serde(flatten)]
    pub game: GamePlace,
    /// Who played.
    pub sides: BySide<Vec<Name>>,
    /// How it came out, if it was finished.
    #[serde(flatten, serialize_with = "outcome")]
    pub finished: Option<Finished>,
}

fn outcome<S: Serializer>(finished: &Option<Finished>, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Outcome {
        finished: bool,
        winner: Option<Side>,
        net: Option<Nets>,
    }
    let winner = finished.and_then(|finished| finished.winner);
    Outcome { finished: finished.is_some(), winner, net: finished.map(Finished::nets) }.serialize(serializer)
}

/// The records, and what else there is to remember today.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Records {
    /// The records that have been set, in the order of their kinds.
    pub records: Vec<Record>,
    /// The games of this day in other years, oldest first.
    pub this_day: Vec<Anniversary>,
}

impl RecordKind {
    /// All kinds, in the order in which they are listed.
    pub const ALL: [RecordKind; 11] = [
        RecordKind::BiggestHand,
        RecordKind::BiggestGame,
        RecordKind::LongestGame,
        RecordKind::ShortestWin,
        RecordKind::BiggestComeback,
        RecordKind::LongestStreak,
        RecordKind::MostGins,
        RecordKind::HighestLead,
        RecordKind::MostLeadChanges,
        RecordKind::MostGames,
        RecordKind::LongestRivalry,
    ];

    /// Its name, for people.
    pub const fn name(self) -> &'static str {
        match self {
            RecordKind::BiggestHand => "biggest hand",
            RecordKind::BiggestGame => "biggest game",
            RecordKind::LongestGame => "longest game",
            RecordKind::ShortestWin => "shortest win",
            RecordKind::BiggestComeback => "biggest comeback",
            RecordKind::LongestStreak => "longest streak of wins",
            RecordKind::MostGins => "most gins in a game",
            RecordKind::HighestLead => "highest lifetime lead",
            RecordKind::MostLeadChanges => "most lead changes",
            RecordKind::MostGames => "most games of a pair",
            RecordKind::LongestRivalry => "longest rivalry",
        }
    }

    /// Its name in JSON and CSV.
    pub const fn word(self) -> &'static str {
        match self {
            RecordKind::BiggestHand => "biggest-hand",
            RecordKind::BiggestGame => "biggest-game",
            RecordKind::LongestGame => "longest-game",
            RecordKind::ShortestWin => "shortest-win",
            RecordKind::BiggestComeback => "biggest-comeback",
            RecordKind::LongestStreak => "longest-streak",
            RecordKind::MostGins => "most-gins",
            RecordKind::HighestLead => "highest-lead",
            RecordKind::MostLeadChanges => "most-lead-changes",
            RecordKind::MostGames => "most-games",
            RecordKind::LongestRivalry => "longest-rivalry",
        }
    }

    /// What its value counts.
    pub const fn unit(self) -> RecordUnit {
        match self {
            RecordKind::BiggestHand
            | RecordKind::BiggestGame
            | RecordKind::BiggestComeback
            | RecordKind::HighestLead => RecordUnit::Points,
            RecordKind::LongestGame | RecordKind::ShortestWin => RecordUnit::Hands,
            RecordKind::LongestStreak | RecordKind::MostGames => RecordUnit::Games,
            RecordKind::MostGins => RecordUnit::Gins,
            RecordKind::MostLeadChanges => RecordUnit::LeadChanges,
            RecordKind::LongestRivalry => RecordUnit::Days,
        }
    }

    /// Whether it is about all the games of two opponents.
    pub const fn is_of_a_pair(self) -> bool {
        matches!(
            self,
            RecordKind::HighestLead | RecordKind::MostLeadChanges | RecordKind::MostGames | RecordKind::LongestRivalry
        )
    }

    /// Whether both sides hold it together.
    pub const fn is_shared(self) -> bool {
        matches!(
            self,
            RecordKind::LongestGame | RecordKind::MostLeadChanges | RecordKind::MostGames | RecordKind::LongestRivalry
        )
    }

    /// Whether a value is better than another.
    pub(super) const fn is_better(self, value: i64, than: i64) -> bool {
        match self {
            RecordKind::ShortestWin => value < than,
            _ => value > than,
        }
    }
}

impl RecordUnit {
    /// Its name in JSON and CSV.
    pub const fn word(self) -> &'static str {
        match self {
            RecordUnit::Points => "points",
            RecordUnit::Hands => "hands",
            RecordUnit::Games => "games",
            RecordUnit::Gins => "gins",
            RecordUnit::LeadChanges => "lead-changes",
            RecordUnit::Days => "days",
        }
    }

    /// Its noun in the singular, for a count.
    pub const fn noun(self) -> &'static str {
        match self {
            RecordUnit::Points => "point",
            RecordUnit::Hands => "hand",
            RecordUnit::Games => "game",
            RecordUnit::Gins => "gin",
            RecordUnit::LeadChanges => "lead change",
            RecordUnit::Days => "day",
        }
    }
}

impl GamePlace {
    /// Where a game is found.
    pub fn of(game: ReportedGame<'_>) -> GamePlace {
        GamePlace { id: game.id, number: game.number, started: game.scored.game.started }
    }
}

impl Anniversary {
    /// The game, if it was played on this day of another year.
    pub fn of(game: ReportedGame<'_>, today: NaiveDate) -> Option<Anniversary> {
        let place = GamePlace::of(game);
        place.started.is_some_and(|started| is_this_day(started, today)).then(|| Anniversary {
            game: place,
            sides: BySide::from_fn(game.scored.game.players.sides(), |side| game.scored.game.players.of(side).to_vec()),
            finished: Finished::of(game.scored),
        })
    }
}
