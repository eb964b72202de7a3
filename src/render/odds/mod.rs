//! Odds: each side's chance to win a game, and tables of chances.

mod percent;
mod phrase;
mod plain;
mod table;
#[cfg(test)]
mod tests;

use super::place::Place;
use ginpad_core::game::ScoredGame;
use ginpad_core::odds::{NoOdds, Odds};

pub(crate) use phrase::{odds, odds_line, why_none};
pub(crate) use plain::{odds_plain, odds_record, odds_table_plain};
pub(crate) use table::{OddsTable, odds_table};

/// A game and its odds, or why there are none.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GameOdds<'a> {
    /// Where it is kept.
    pub place: Place,
    /// The game.
    pub game: &'a ScoredGame,
    /// Its odds.
    pub odds: &'a Result<Odds, NoOdds>,
}
