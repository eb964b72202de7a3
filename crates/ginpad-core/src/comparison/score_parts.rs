//! What a game score is made of.

use serde::Serialize;

use crate::game::ScoredGame;
use crate::points::Points;
use crate::rules::{Credit, Format};
use crate::side::{BySide, Side};

/// The parts of a game score: the settled columns summed, each part multiplied and credited as the rules say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct ScoreParts {
    /// The points of the hands, without lines.
    pub hand_points: BySide<Points>,
    /// What shutouts added.
    pub shutout: BySide<Points>,
    /// The game bonuses.
    pub game_bonus: BySide<Points>,
    /// The points of the boxes.
    pub line_bonus: BySide<Points>,
    /// What the winner gained for winning the game.
    pub final_bonus: BySide<Points>,
}

impl ScoreParts {
    /// The parts of the game score of a game.
    pub fn of(game: &ScoredGame) -> ScoreParts {
        let finisher_only = matches!(game.game.rules.rules.format, Format::MultiMatch { credit: Credit::Finisher, .. });
        let mut parts = ScoreParts::default();
        for (column, close) in game.tally.settled() {
            for side in Side::BOTH.into_iter().filter(|side| !finisher_only || *side == close.finisher) {
                let part = |points: BySide<Points>| points[side] * column.multiplier;
                parts.hand_points[side] += part(close.settlement.hand_points);
                parts.shutout[side] += part(close.settlement.shutout);
                parts.game_bonus[side] += part(close.settlement.game_bonus);
                parts.line_bonus[side] += part(close.settlement.line_bonus);
            }
        }
        if let Some((winner, bonus)) = game.tally.ending.and_then(|ending| Some((ending.winner?, ending.final_bonus))) {
            parts.final_bonus[winner] += bonus;
        }
        parts
    }

    /// Their sum: the game score.
    pub fn total(&self) -> BySide<Points> {
        BySide::from_fn(|side| {
            self.hand_points[side]
                + self.shutout[side]
                + self.game_bonus[side]
                + self.line_bonus[side]
                + self.final_bonus[side]
        })
    }
}
