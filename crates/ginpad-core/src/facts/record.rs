//! The facts that a game comes from.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::seat_map::SeatMap;
use super::{SettingKey, TransferFact};

/// The facts that a game comes from. A change to the game names them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRecord {
    /// The game's id.
    pub id: Uuid,
    /// The facts of its hands, in the order of the hands.
    pub hands: Vec<HandRecord>,
    /// The number that the next hand at the end gets.
    pub next_number: i64,
    /// The hash of the text sheet that it was imported from.
    pub source: Option<String>,
    /// The closings that count. Another closing supersedes them all.
    pub closings: Vec<Uuid>,
    /// The settings that count, by what they set. Another setting of the same supersedes them all.
    pub settings: BTreeMap<SettingKey, Vec<Uuid>>,
    /// Who sits where.
    pub seats: [Vec<Uuid>; 2],
    /// The highest number among the hands inserted before a place.
    pub(super) inserted: BTreeMap<Uuid, i64>,
}

/// Where a hand of a game comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandRecord {
    /// The fact: the version of the hand that counts.
    pub id: Uuid,
    /// The first version of the hand.
    pub place: Uuid,
    /// The number of the hand.
    pub number: i64,
    /// Other latest versions, of devices that did not know of each other. A correction supersedes them too.
    pub others: Vec<Uuid>,
    /// How it came here from another game, if it did.
    pub carried: Option<Carried>,
}

/// How a hand came from another game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Carried {
    /// The version of the hand that was moved.
    pub hand: Uuid,
    /// Where the players of the hand's own game sit in this one.
    pub seats: SeatMap,
    /// The hand that it was put before.
    pub inserted_before: Option<Uuid>,
}

impl Carried {
    /// What a move says of it.
    pub(super) fn of(transfer: &TransferFact) -> Carried {
        let seats = transfer.seat_map().unwrap_or_default();
        Carried { hand: transfer.hand, seats, inserted_before: transfer.inserted_before }
    }
}

impl HandRecord {
    /// Every version that counts of it, in the order of their ids.
    pub(super) fn versions(&self) -> Vec<Uuid> {
        self.versions_beside(Uuid::nil())
    }

    /// The same without this one.
    pub(super) fn versions_beside(&self, named: Uuid) -> Vec<Uuid> {
        let mut versions: Vec<Uuid> = self.others.iter().copied().chain([self.id]).collect();
        versions.retain(|version| *version != named);
        versions.sort_unstable();
        versions
    }
}

impl GameRecord {
    /// The number that the next hand inserted before this one gets.
    pub(super) fn number_before(&self, hand: &HandRecord) -> i64 {
        self.inserted.get(&hand.place).copied().unwrap_or(0).saturating_add(1)
    }
}
