//! Reports over many games: what a table remembers. Each is a fold over scored games, one after another in their order,
//! so a corrected hand corrects every figure.

mod figure;
mod filter;
mod ledger;
mod ledger_years;
mod line;
pub mod money;
mod player;
mod race;
mod ratings;
mod record_keeper;
mod records;
mod rivals;
mod standings;
mod versus;

pub use figure::{Figure, FigureKind, Ratio, standing_order};
pub use filter::{Choice, Filter, FilterFault, RulesSought, is_this_day};
pub use ledger::{Lead, Ledger, LedgerEntry};
pub use ledger_years::LedgerYear;
pub use line::{BestGame, BestHand, Dealt, GamePlace, Line, Streak, Sum};
pub use player::{Against, PlayerGames};
pub use race::{comeback, race};
pub use ratings::{Grounds, PlayerRating, RatedDay, Rating, RatingPeriods, Ratings};
pub use record_keeper::RecordKeeper;
pub use records::{Anniversary, Record, RecordKind, RecordUnit, Records};
pub use standings::{Partners, Standings};
pub use versus::Versus;

use serde::Serializer;

use crate::facts::FactId;
use crate::game::{Closing, ScoredGame, Status};
use crate::hand::Moment;
use crate::players::{Name, Players};
use crate::points::Points;
use crate::side::Side;

/// A game of the book, as the reports take it.
#[derive(Debug, Clone, Copy)]
pub struct ReportedGame<'a> {
    /// Its id.
    pub id: FactId,
    /// Its number in the book.
    pub number: i64,
    /// The game and its sheet.
    pub scored: &'a ScoredGame,
}

/// How a game came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Finished {
    /// Who won; nobody if it is a tie.
    pub winner: Option<Side>,
    /// The first side's game score less the second's.
    pub net: Points,
}

impl Finished {
    /// How a game came out. `None` while it is open, and if it was left unfinished.
    pub fn of(scored: &ScoredGame) -> Option<Finished> {
        let is_settled = matches!(scored.game.closing, Some(Closing::Forfeit { .. } | Closing::Settled));
        let is_over = scored.status() == Status::Finished || is_settled;
        is_over.then(|| Finished { winner: scored.winner(), net: scored.tally.net() })
    }

    /// The net of this side.
    pub fn net_of(self, side: Side) -> Points {
        match side {
            Side::First => self.net,
            Side::Second => -self.net,
        }
    }
}

/// A day by the calendar of the place where a game was played: `2026-11-20`.
pub fn day_text(moment: Moment) -> String {
    moment.format("%Y-%m-%d").to_string()
}

/// Serializes when something was, as [`day_text`] writes it.
///
/// # Errors
/// Those of the serializer.
pub fn day_of<S: Serializer>(moment: &Option<Moment>, serializer: S) -> Result<S::Ok, S::Error> {
    match moment {
        Some(moment) => serializer.serialize_some(&day_text(*moment)),
        None => serializer.serialize_none(),
    }
}

/// The side of `one`, if `other` sits on the opposite side.
pub fn opposed(players: &Players, one: &Name, other: &Name) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| players.of(*side).contains(one) && players.of(side.other()).contains(other))
}

/// The side of `players` that is the first side of `rivals`, if the second one sits against it. Two single players also
/// face each other when they sit on opposite sides of partners; partners are rivals only with the same partners.
pub fn rivals(players: &Players, rivals: &Players) -> Option<Side> {
    if let ([one], [other]) = (rivals.of(Side::First), rivals.of(Side::Second)) {
        return opposed(players, one, other);
    }
    let is = |side: Side, rival: Side| {
        let sought = rivals.of(rival);
        players.a_side() == sought.len() && players.of(side).iter().all(|name| sought.contains(name))
    };
    Side::BOTH.into_iter().find(|side| is(*side, Side::First) && is(side.other(), Side::Second))
}
