//! Settling a closed column. Source: `docs/rules.md`, "Settling a column".

use super::column::Column;
use crate::points::Points;
use crate::rules::{LineTiming, Rules, Shutout, ShutoutDoubling};
use crate::side::{BySide, Side};

/// The parts of a closed column's totals, in the order in which they are added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settlement {
    /// The points of the hands, without lines.
    pub hand_points: BySide<Points>,
    /// What the shutout added.
    pub shutout: BySide<Points>,
    /// The game bonus of the finisher.
    pub game_bonus: BySide<Points>,
    /// The points of the boxes, whether they are credited now or were credited with the hands.
    pub line_bonus: BySide<Points>,
}

impl Settlement {
    pub(super) fn new(column: &Column, finisher: Side, shutout: bool, rules: &Rules) -> Settlement {
        let line_bonus = column.boxes.map(|boxes| rules.line_bonus * boxes.0);
        let game_bonus = BySide::of(finisher, rules.game_bonus, Points::ZERO);
        let added = if shutout { added(column, finisher, line_bonus[finisher], rules) } else { Points::ZERO };
        Settlement {
            hand_points: column.hand_points,
            shutout: BySide::of(finisher, added, Points::ZERO),
            game_bonus,
            line_bonus,
        }
    }

    /// The total of each side.
    pub fn totals(&self) -> BySide<Points> {
        BySide::from_fn(|side| {
            self.hand_points[side] + self.shutout[side] + self.game_bonus[side] + self.line_bonus[side]
        })
    }

    /// The first side's total less the second's, before the column's multiplier.
    pub fn net(&self) -> Points {
        let totals = self.totals();
        totals[Side::First] - totals[Side::Second]
    }
}

/// What a shutout adds to the finisher. Lines credited at once are part of the hand points and double with them. Lines
/// credited at the end are a bonus.
fn added(column: &Column, finisher: Side, lines: Points, rules: &Rules) -> Points {
    let hands = column.points[finisher];
    let lines = match rules.line_timing {
        LineTiming::End => lines,
        LineTiming::Immediate => Points::ZERO,
    };
    match rules.shutout {
        Shutout::None => Points::ZERO,
        Shutout::Flat(bonus) => bonus,
        Shutout::Double(ShutoutDoubling::Hands) => hands,
        Shutout::Double(ShutoutDoubling::Bonuses) => rules.game_bonus + lines,
        Shutout::Double(ShutoutDoubling::HandsAndGame) => hands + rules.game_bonus,
        Shutout::Double(ShutoutDoubling::Total) => hands + rules.game_bonus + lines,
    }
}
