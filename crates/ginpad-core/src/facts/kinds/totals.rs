//! The totals of an old game of which nobody wrote down the hands.

use serde::{Deserialize, Serialize};

use super::Content;
use crate::facts::{FactId, Subject};
use crate::game::Totals;
use crate::points::Points;
use crate::side::{BySide, Side};

/// The totals of an old game of which nobody wrote down the hands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TotalsFact {
    /// The game.
    #[serde(default = "FactId::game_of_the_line", skip_serializing_if = "FactId::is_game_of_the_line")]
    pub game: FactId,
    /// The total of each side.
    pub points: Vec<i64>,
    /// The side that won, counted from 0; absent if the sides were level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<usize>,
    /// The earlier totals that it supersedes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supersedes: Vec<FactId>,
}

impl TotalsFact {
    pub(in crate::facts) fn new(game: FactId, totals: Totals) -> TotalsFact {
        TotalsFact {
            game,
            points: totals.points.iter().map(|points| points.0).collect(),
            winner: totals.winner.map(Side::index),
            supersedes: Vec::new(),
        }
    }

    /// The totals.
    ///
    /// # Errors
    /// There is not one total for each side, or one is below 0 or too high.
    pub fn totals(&self) -> Result<Totals, String> {
        let [first, second] = self.points[..] else { return Err("a game has another number of totals".into()) };
        if [first, second].iter().any(|points| !(0..=Totals::MOST).contains(points)) {
            return Err("a total is below 0 or too high".into());
        }
        let side = |index| Side::from_index(index).ok_or("a side is neither 0 nor 1");
        let winner = self.winner.map(side).transpose()?;
        Ok(Totals { points: BySide::new(Points(first), Points(second)), winner })
    }
}

impl Content for TotalsFact {
    fn each_named(&mut self, visit: &mut dyn FnMut(&mut FactId)) {
        visit(&mut self.game);
        self.supersedes.iter_mut().for_each(visit);
    }

    fn each_subject(&self, _: FactId, visit: &mut dyn FnMut(Subject)) {
        visit(Subject::Game(self.game));
    }
}
