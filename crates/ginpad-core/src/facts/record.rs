//! The facts that a game comes from.

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use super::{FactId, SettingKey};
use crate::sheet::EntryAt;

/// The facts that a game comes from. A change to the game names them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GameRecord {
    /// The game's id.
    pub id: FactId,
    /// The facts of its hands, in the order of the hands.
    pub hands: Vec<HandRecord>,
    /// The facts of its adjustments, in their order.
    pub adjustments: Vec<HandRecord>,
    /// The number that the next hand at the end gets.
    pub next_number: u32,
    /// Whether it was taken in from another source.
    pub is_imported: bool,
    /// What orders it among all games, before its id: when it started, in milliseconds since 1970, and the id of the change
    /// that says so.
    pub start: (i64, Uuid),
    /// What took it out of the book, as far as that counts.
    pub removals: Vec<FactId>,
    /// Whether the game is out of the book: one removal names everything that counts in it.
    pub is_out: bool,
    /// The latest versions of each thing that was set. Another version supersedes them all.
    pub latest: BTreeMap<SettingKey, Vec<FactId>>,
    /// Who sits where.
    pub sides: Vec<Vec<FactId>>,
    /// What else was said of it and counts: what makes no sense, and hands that wait.
    pub(super) beside: BTreeSet<FactId>,
    /// The highest number among the hands inserted before a place.
    pub(super) inserted: BTreeMap<FactId, u32>,
}

impl HandRecord {
    /// Whether both are versions of one hand, also if it was moved between games.
    pub fn is_of_one_hand(&self, other: &HandRecord) -> bool {
        self.first == other.first
    }
}

/// Where a hand of a game comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandRecord {
    /// The fact: the version of the hand that counts.
    pub id: FactId,
    /// The first version of the hand in this game.
    pub place: FactId,
    /// The first version of the hand, also if that stood in another game.
    pub(super) first: FactId,
    /// The number of the hand.
    pub number: u32,
    /// Other latest versions, of devices that did not know of each other. A correction supersedes them too.
    pub others: Vec<FactId>,
    /// The other games in which versions of the hand stand or stood.
    pub was: Vec<FactId>,
}

impl HandRecord {
    /// Every latest version of it, the one that counts first.
    pub(super) fn versions(&self) -> Vec<FactId> {
        std::iter::once(self.id).chain(self.others.iter().copied()).collect()
    }
}

impl GameRecord {
    /// The latest versions of all that was said of the game: a removal that names them takes it out.
    pub(super) fn said(&self) -> impl Iterator<Item = FactId> + '_ {
        let entries = self.hands.iter().chain(&self.adjustments).flat_map(HandRecord::versions);
        entries.chain(self.latest.values().flatten().chain(&self.beside).copied())
    }

    /// Where an entry of the game comes from.
    pub fn entry(&self, at: EntryAt) -> Option<&HandRecord> {
        match at {
            EntryAt::Hand(at) => self.hands.get(at),
            EntryAt::Adjustment(at) => self.adjustments.get(at),
        }
    }

    /// The number that the next hand gets that is inserted before this one, or that is put at the end.
    pub(super) fn number_at(&self, next: Option<&HandRecord>) -> u32 {
        next.map_or(self.next_number, |next| self.inserted.get(&next.place).map_or(1, |last| last.saturating_add(1)))
    }
}
