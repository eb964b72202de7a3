//! What one game comes to in money.

use iso_currency::Currency;

use super::settling::{Payment, Transfer};
use crate::game::ScoredGame;
use crate::money::{Amount, Minor, Money};
use crate::players::Players;
use crate::reports::Finished;
use crate::side::{BySide, Side};

/// What a stake is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StakeKind {
    /// Each point of the net.
    Point,
    /// Winning the game.
    Game,
    /// Each line: each hand won, in every settled column that it is entered in, times the column's multiplier.
    Line,
}

/// What one stake of a game comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// What the stake is for.
    pub kind: StakeKind,
    /// What one of them is worth.
    pub stake: Amount,
    /// How many the first side won, less those of the second: points of the net, games, or lines.
    pub units: i64,
}

impl Part {
    /// What the first side wins by it; below 0 it loses.
    pub fn minor(&self) -> Minor {
        Minor(i128::from(self.units) * i128::from(self.stake.minor))
    }
}

/// What a finished game comes to in money.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameMoney {
    /// The currency of its stakes.
    pub currency: Currency,
    /// What each stake comes to.
    pub parts: Vec<Part>,
}

impl GameMoney {
    /// What a game comes to. `None` if it has no stake, is open, or was closed unfinished.
    ///
    /// If a side gave the game up, the other wins the stake of the game, and the settled columns count. Of a game of
    /// which only the totals are known, the net and the winner count; its lines are not known.
    pub fn of(scored: &ScoredGame) -> Option<GameMoney> {
        let stakes = &scored.game.stakes;
        let currency = stakes.currency()?;
        let finished = Finished::of(scored)?;
        let of = |kind, stake: Option<Amount>, units| stake.map(|stake| Part { kind, stake, units });
        let won = finished.winner.map_or(0, |side| match side {
            Side::First => 1,
            Side::Second => -1,
        });
        let lines = stakes.line().filter(|_| scored.game.totals.is_none());
        let parts = [
            of(StakeKind::Point, stakes.point(), finished.net.0),
            of(StakeKind::Game, stakes.game(), won),
            of(StakeKind::Line, lines, line_difference(scored)),
        ];
        Some(GameMoney { currency, parts: parts.into_iter().flatten().collect() })
    }

    /// What each side wins; below 0 it loses.
    pub fn won(&self) -> BySide<Minor> {
        let first = self.parts.iter().map(Part::minor).sum::<Minor>();
        BySide::new(first, -first)
    }

    /// A sum in the currency of this game.
    pub const fn money(&self, minor: Minor) -> Money {
        Money { minor, currency: self.currency }
    }

    /// Who pays whom, seat by seat: each player pays the one in the same place of the other side. What does not divide
    /// among partners is paid by those who sit first to those who sit first. Nothing if the sides are level.
    pub fn transfers(&self, players: &Players) -> Vec<Transfer> {
        let won = self.won()[Side::First];
        let (winner, loser) = if won > Minor::ZERO { (Side::First, Side::Second) } else { (Side::Second, Side::First) };
        let pairs = players.of(loser).iter().zip(players.of(winner)).enumerate();
        let transfer = |(place, (from, to))| Transfer {
            from: Clone::clone(from),
            to: Clone::clone(to),
            minor: won.abs().share(place, players.a_side()),
        };
        pairs.map(transfer).filter(|transfer| transfer.minor != Minor::ZERO).collect()
    }

    /// The same in the currency of the game.
    pub fn payments(&self, players: &Players) -> Vec<Payment> {
        self.transfers(players).into_iter().map(|transfer| transfer.in_currency(self.currency)).collect()
    }
}

/// How many lines the first side won more than the second, in the settled columns, each times the column's multiplier.
fn line_difference(scored: &ScoredGame) -> i64 {
    let lines = |hands: usize| i64::try_from(hands).unwrap_or(i64::MAX);
    let settled = scored.tally.columns.iter().filter(|column| column.settlement().is_some());
    let columns = settled.map(|column| {
        (lines(column.hands_won[Side::First]) - lines(column.hands_won[Side::Second])) * column.multiplier
    });
    columns.sum()
}
