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
    pub points: BySide<Points>,
    /// The side that won, counted from 0; absent if the sides were level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// The earlier totals that it supersedes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supersedes: Vec<FactId>,
}

impl TotalsFact {
    pub(in crate::facts) const fn new(game: FactId, totals: Totals) -> TotalsFact {
        TotalsFact { game, points: totals.points, winner: totals.winner, supersedes: Vec::new() }
    }

    /// The totals.
    pub const fn totals(&self) -> Totals {
        Totals { points: self.points, winner: self.winner }
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
