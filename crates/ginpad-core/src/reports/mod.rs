//! Reports over many games. Each is a fold over scored games in their order, so a corrected hand corrects every figure.

mod figure;
mod filter;
mod ledger;
pub mod money;
mod player;
mod race;
#[cfg(feature = "ratings")]
mod ratings;
mod record_keeper;
mod records;
mod standings;
mod standings_row;

pub use figure::{Figure, FigureKind, Ratio, standing_order};
pub use filter::{Filter, RulesSought, is_this_day};
pub use ledger::{Lead, Ledger, LedgerEntry};
pub use player::{PlayerGames, Versus};
pub use race::{comeback, race};
#[cfg(feature = "ratings")]
pub use ratings::{Grounds, PlayerRating, RatedDay, Rating, RatingPeriods, Ratings};
pub use record_keeper::RecordKeeper;
pub use records::{Anniversary, Record, RecordKind, Records};
pub use standings::{Line, Standings, joined};
pub use standings_row::{Best, Dealt, GamePlace, StandingsRow, Streak, Sum, game_called, number_or_null};

use serde::{Serialize, Serializer};

use crate::facts::FactId;
use crate::game::{Closing, GameResult, ScoredGame, Status};
use crate::hand::Moment;
use crate::players::{Name, Players};
use crate::points::Points;
use crate::side::{BySide, Side};

/// A game of the book, as reports need it.
#[derive(Debug, Clone, Copy)]
pub struct ReportedGame<'a> {
    /// Its id.
    pub id: FactId,
    /// Its number in the book.
    pub number: i64,
    /// The game and its sheet.
    pub scored: &'a ScoredGame,
}

/// The outcome of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Finished {
    /// The winner; `None` for a tie.
    pub winner: Option<Side>,
    /// The net of each side.
    pub nets: BySide<Points>,
    /// Whether each side won, lost or tied it.
    pub results: BySide<GameResult>,
}

impl Finished {
    /// The outcome of a game; `None` while it is open, or if it was left unfinished.
    pub fn of(scored: &ScoredGame) -> Option<Finished> {
        let is_settled = !matches!(scored.game.closing, None | Some(Closing::Unfinished));
        let is_over = scored.status() == Status::Finished || is_settled;
        let players = &scored.game.players;
        // One player against a team wins or loses the net with each of its players.
        let times = |side: Side| players.of(side.other()).len() / players.of(side).len().max(1);
        is_over.then(|| {
            let nets = scored.tally.nets();
            let result = |side| scored.result(side).unwrap_or_default();
            Finished {
                winner: scored.winner(),
                nets: BySide::from_fn(nets.size(), |side| nets[side] * times(side).max(1) as i64),
                results: BySide::from_fn(nets.size(), result),
            }
        })
    }

    /// The outcome between two sides. With more than two sides, the net between these two decides.
    pub fn between(scored: &ScoredGame, [own, other]: [Side; 2]) -> Option<Finished> {
        let finished = Finished::of(scored)?;
        let sides = finished.nets.size();
        let net = scored.tally.between(own, other);
        let mut nets = BySide::only(sides, own, net);
        nets[other] = -net;
        if sides == Side::TWO.len() {
            return Some(Finished { nets, ..finished });
        }
        let winner = nets.highest(|_| true);
        let result = |side| match winner {
            Some(winner) if winner == side => GameResult::Won,
            Some(_) => GameResult::Lost,
            None => GameResult::Tied,
        };
        Some(Finished { winner, nets, results: BySide::from_fn(sides, result) })
    }
}

/// A day by the local calendar of the game: `2026-11-20`.
pub fn day_text(moment: Moment) -> String {
    moment.format("%Y-%m-%d").to_string()
}

/// Serializes a day as [`day_text`] writes it.
///
/// # Errors
/// Those of the serializer.
pub fn day_of<S: Serializer>(moment: &Option<Moment>, serializer: S) -> Result<S::Ok, S::Error> {
    moment.map(day_text).serialize(serializer)
}

/// The sides of `players` that match two rivals, if they differ. Two single players also meet when they sit on opposite
/// sides of partners; partners are rivals only with the same partners.
pub fn opposed(players: &Players, rivals: [&[Name]; 2]) -> Option<[Side; 2]> {
    let are_alone = rivals.iter().all(|names| names.len() == 1);
    let sits = |side: &[Name], names: &[Name]| {
        (are_alone || side.len() == names.len()) && names.iter().all(|name| side.contains(name))
    };
    let [one, other] = rivals.map(|names| players.order().find(|side| sits(players.of(*side), names)));
    one.zip(other).filter(|(one, other)| one != other).map(<[Side; 2]>::from)
}
