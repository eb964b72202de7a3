//! The parts of a game score.

use std::ops::Add as _;

use serde::Serialize;

use crate::game::ScoredGame;
use crate::points::Points;
use crate::sheet::Settlement;
use crate::side::BySide;

/// The parts of a game score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ScoreParts {
    /// The settled columns summed, each part multiplied and credited as the rules say.
    #[serde(flatten)]
    pub columns: Settlement,
    /// The points for the whole game.
    pub final_bonus: BySide<Points>,
}

impl ScoreParts {
    /// The parts of the game score of a game.
    pub fn of(game: &ScoredGame) -> ScoreParts {
        let (sides, rules) = (game.tally.game_score.size(), &game.game.rules.rules);
        let columns = game.tally.columns.iter().map(|column| column.credited(rules));
        ScoreParts {
            columns: columns.fold(Settlement::none(sides), Settlement::add),
            final_bonus: game.tally.ending.map_or(BySide::none(sides), |ending| ending.bonus),
        }
    }
}
