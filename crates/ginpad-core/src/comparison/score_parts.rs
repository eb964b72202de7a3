//! The parts of a game score.

use serde::Serialize;

use crate::game::ScoredGame;
use crate::points::Points;
use crate::rules::{Credit, Format};
use crate::sheet::in_totals;
use crate::side::BySide;

/// The parts of a game score: the settled columns summed, each part multiplied and credited as the rules say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ScoreParts {
    /// The points of the hands and adjustments, without lines.
    pub hand_points: BySide<Points>,
    /// The points that shutouts added.
    pub shutout: BySide<Points>,
    /// The game bonuses.
    pub game_bonus: BySide<Points>,
    /// The points of the boxes.
    pub line_bonus: BySide<Points>,
    /// The points for the whole game.
    pub final_bonus: BySide<Points>,
}

impl ScoreParts {
    /// The parts of the game score of a game.
    pub fn of(game: &ScoredGame) -> ScoreParts {
        let finisher_only = matches!(game.game.rules.rules.format, Format::MultiMatch { credit: Credit::Finisher, .. });
        let none = BySide::none(game.tally.game_score.size());
        let mut parts = ScoreParts {
            hand_points: none,
            shutout: none,
            game_bonus: none,
            line_bonus: none,
            final_bonus: game.tally.ending.map_or(none, |ending| ending.bonus),
        };
        for column in &game.tally.columns {
            let Some(settlement) = column.settlement() else { continue };
            let credited = column.credited_to().filter(|_| finisher_only);
            for side in none.order().filter(|side| credited.is_none_or(|credited| credited == *side)) {
                let part = |points: BySide<Points>| points[side] * column.multiplier;
                parts.hand_points[side] += part(settlement.hand_points);
                parts.shutout[side] += part(settlement.shutout);
                parts.game_bonus[side] += part(settlement.game_bonus);
                parts.line_bonus[side] += part(settlement.line_bonus);
            }
        }
        parts
    }

    /// Their sum: the game score.
    pub fn total(&self) -> BySide<Points> {
        let shutout = in_totals(self.shutout);
        BySide::from_fn(self.hand_points.size(), |side| {
            self.hand_points[side]
                + shutout[side]
                + self.game_bonus[side]
                + self.line_bonus[side]
                + self.final_bonus[side]
        })
    }
}
