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

    /// The odds for programs: the number of the game, the chance of each side, that of a tie, the method, its error, the
    /// games played on, the own hands, the error of the model, why there are no odds.
    pub(crate) fn record(&self) -> [Cell; 10] {
        let odds = self.odds.as_ref();
        let of = |find: &dyn Fn(&Odds) -> Option<Cell>| odds.ok().and_then(find).unwrap_or(Cell::Empty);
        let chance = |chance: f64| Some(Cell::Number(format!("{chance:.4}")));
        [
            self.game.map_or(Cell::Empty, Cell::Count),
            of(&|odds| chance(odds.win[Side::First])),
            of(&|odds| chance(odds.win[Side::Second])),
            of(&|odds| chance(odds.tie)),
            of(&|odds| Some(Cell::Text(odds.method.word().into()))),
            of(&|odds| chance(odds.error())),
            of(&|odds| odds.method.games().map(|games| Cell::Count(games.into()))),
            of(&|odds| odds.basis.map(|basis| Cell::count(basis.own_hands))),
            of(&|odds| chance(odds.basis?.model_error?)),
            Cell::text(odds.err().map(ToString::to_string)),
        ]
    }
}
