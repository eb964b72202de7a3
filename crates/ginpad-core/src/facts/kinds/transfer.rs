//! A hand that was moved to another game.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::super::seat_map::SeatMap;
use super::HandFact;

/// A hand that was logged in the wrong game, and counts in this one from now on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TransferFact {
    /// The fact's id.
    pub id: Uuid,
    /// Its change.
    pub change: Uuid,
    /// The version of the hand whose content counts. Like a removal, the fact supersedes it.
    pub hand: Uuid,
    /// The game in which it counts.
    pub game: Uuid,
    /// Its place in that game: hands are ordered by number, then by id.
    pub number: i64,
    /// The hand of that game it was put before; `number` then orders the hands put there.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub inserted_before: Option<Uuid>,
    /// Where the players of the hand's own game sit in that game, as a [`SeatMap`] prints it. Without it, where they sat.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub seats: Option<String>,
    /// Other versions that it supersedes, such as an earlier move of the same hand.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub supersedes: Vec<Uuid>,
    /// Fields that this version does not know.
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

impl TransferFact {
    pub(in crate::facts) fn has_unknown_fields(&self) -> bool {
        !self.unknown.is_empty()
    }

    /// The hand as it stands in the other game: with its content, and this fact as its version. If nobody knows where a
    /// player sits there, the hand has no such player, and so makes no sense.
    pub fn moved(&self, hand: &HandFact) -> HandFact {
        let mut moved = HandFact {
            id: self.id,
            change: self.change,
            game: self.game,
            number: self.number,
            inserted_before: self.inserted_before,
            replaces: None,
            supersedes: std::iter::once(self.hand).chain(self.supersedes.iter().copied()).collect(),
            ..hand.clone()
        };
        let seats = self.seat_map();
        for result in &mut moved.results {
            let seat = result.side.zip(result.place);
            let seat = seat.and_then(|(side, place)| seats.as_ref()?.seat(side, place));
            (result.side, result.place) = seat.unzip();
        }
        moved
    }

    /// Where the players sit; `None` if that cannot be read.
    pub(in crate::facts) fn seat_map(&self) -> Option<SeatMap> {
        self.seats.as_deref().map_or_else(|| Some(SeatMap::default()), SeatMap::read)
    }
}
