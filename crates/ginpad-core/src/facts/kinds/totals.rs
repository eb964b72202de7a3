//! The totals of an old game of which nobody wrote down the hands.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::{Unreadable, side};
use crate::game::Totals;
use crate::points::Points;
use crate::side::BySide;

/// The totals of an old game of which nobody wrote down the hands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TotalsFact {
    /// The fact's id.
    pub id: Uuid,
    /// Its change.
    pub change: Uuid,
    /// The game.
    pub game: Uuid,
    /// The total of each side.
    pub points: [i64; 2],
    /// The side that won, 0 or 1; absent if the sides were level.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub winner: Option<usize>,
    /// The earlier totals that it supersedes.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub supersedes: Vec<Uuid>,
    /// Fields that this version does not know.
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

impl TotalsFact {
    pub(in crate::facts) fn has_unknown_fields(&self) -> bool {
        !self.unknown.is_empty()
    }

    /// The fact of these totals of a game.
    pub(in crate::facts) fn new(id: Uuid, change: Uuid, game: Uuid, totals: Totals) -> TotalsFact {
        TotalsFact {
            id,
            change,
            game,
            points: crate::side::Side::BOTH.map(|side| totals.points[side].0),
            winner: totals.winner.map(crate::side::Side::index),
            supersedes: Vec::new(),
            unknown: Map::new(),
        }
    }

    /// The totals.
    pub(in crate::facts) fn totals(&self) -> Result<Totals, Unreadable> {
        let [first, second] = self.points;
        if [first, second].iter().any(|points| !(0..=Totals::MOST).contains(points)) {
            return Err(Unreadable::new(self.id, "a total is below 0 or too high"));
        }
        let winner = self.winner.map(side).transpose().map_err(|why| Unreadable::new(self.id, why))?;
        Ok(Totals { points: BySide::new(Points(first), Points(second)), winner })
    }
}
