//! Odds: each side's chance to win a game, and tables of chances.

mod percent;
mod phrase;
#[cfg(test)]
mod tests;

use ginpad_core::game::ScoredGame;
use ginpad_core::odds::{NoOdds, Odds};
use ginpad_core::players::Players;
use ginpad_core::side::Side;
use serde::Serialize;

use crate::answer::table::Cell;
use crate::render::standing;

pub(crate) use percent::percent;
pub(crate) use phrase::table_heading;

/// The odds of a game, or why there are none: `ginpad/odds/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/odds/1")]
pub(crate) struct GameOdds {
    /// Its number in the book.
    game: Option<i64>,
    status: &'static str,
    sides: Players,
    #[serde(flatten, serialize_with = "ginpad_core::odds::serialize_odds")]
    odds: Result<Odds, NoOdds>,
    /// Which game it is and where it stands.
    #[serde(skip)]
    pub heading: String,
    /// The odds in one line: `Ann about 71 %, Bob 29 % (12 of your own hands, the rest simulated; ± 8)`.
    #[serde(skip)]
    pub line: String,
}

impl GameOdds {
    /// The odds of a game.
    pub(crate) fn new(number: Option<i64>, game: &ScoredGame, odds: Result<Odds, NoOdds>) -> GameOdds {
        let sides = game.game.players.clone();
        let title = sides.side_names().iter().cloned().collect::<Vec<_>>().join(" – ");
        let lead = number.map_or_else(String::new, |number| format!("game {number}: "));
        let heading = format!("{lead}{title}, {}", standing(game));
        let (status, line) = (game.status().word(), phrase::line(game, &odds));
        GameOdds { game: number, status, sides, odds, heading, line }
    }

    /// The number of the game.
    pub(crate) fn number(&self) -> Cell {
        self.game.map_or(Cell::Empty, Cell::Count)
    }

    /// The chance of each side, that of a tie, the method, its error, the games played on, the own hands, the error of
    /// the model, why there are no odds.
    pub(crate) fn record(&self) -> [Cell; 9] {
        let odds = match &self.odds {
            Ok(odds) => odds,
            Err(why) => {
                let why = Cell::Text(why.to_string());
                return std::array::from_fn(|at| if at < 8 { Cell::Empty } else { why.clone() });
            }
        };
        let chance = |chance: f64| Cell::Number(format!("{chance:.4}"));
        let basis = odds.basis;
        [
            chance(odds.win[Side::First]),
            chance(odds.win[Side::Second]),
            chance(odds.tie),
            Cell::Text(odds.method.word().into()),
            chance(odds.error()),
            odds.method.games().map_or(Cell::Empty, |games| Cell::Count(games.into())),
            basis.map_or(Cell::Empty, |basis| Cell::count(basis.own_hands)),
            basis.and_then(|basis| basis.model_error).map_or(Cell::Empty, chance),
            Cell::Empty,
        ]
    }
}
