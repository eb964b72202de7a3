//! The facts of a game.

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use super::{FactId, SettingKey};
use crate::EntryAt;

/// The ids of a game's facts. A new change to the game refers to them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GameRecord {
    /// The game's id.
    pub id: FactId,
    /// The facts of its hands, in the order of the hands.
    pub hands: Vec<HandRecord>,
    /// The facts of its adjustments, in their order.
    pub adjustments: Vec<HandRecord>,
    /// The number for the next hand at the end.
    pub next_number: u32,
    /// Whether it was imported.
    pub is_imported: bool,
    /// Its sort key among all games, before its id: its start in milliseconds since 1970, and the id of the change that
    /// set the start.
    pub start: (i64, Uuid),
    /// The removals of the game that count.
    pub removals: Vec<FactId>,
    /// Whether the game is removed: one removal names everything that counts in it.
    pub is_removed: bool,
    /// The latest versions of each detail that was set. A new version supersedes them all.
    pub latest: BTreeMap<SettingKey, Vec<FactId>>,
    /// The people in their seats, by side.
    pub sides: Vec<Vec<FactId>>,
    /// Other facts of the game that count: senseless facts and waiting hands.
    pub(super) other_facts: BTreeSet<FactId>,
    /// For each place, the highest number among the hands inserted before it.
    pub(super) inserted: BTreeMap<FactId, u32>,
}

/// The facts of one hand.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HandRecord {
    /// The version that counts.
    pub id: FactId,
    /// The first version of the hand in this game.
    pub place: FactId,
    /// The first version of the hand, even if it was in another game.
    pub first: FactId,
    /// The number of the hand.
    pub number: u32,
    /// Other latest versions, from devices that did not know of each other. A correction supersedes them too.
    pub others: Vec<FactId>,
    /// Earlier versions that were undone by somebody who did not know of the one that counts. The next correction
    /// supersedes them too, because whoever makes it knows of both.
    pub undone: Vec<FactId>,
    /// The other games that hold or held versions of the hand.
    pub was: Vec<FactId>,
}

impl HandRecord {
    /// The versions that a new one supersedes, first the one that counts.
    pub(super) fn versions(&self) -> Vec<FactId> {
        std::iter::once(self.id).chain(self.others.iter().chain(&self.undone).copied()).collect()
    }
}

impl GameRecord {
    /// The versions that a new fact about the game would supersede, for every fact. A removal that names them all removes
    /// it.
    pub fn all_versions(&self) -> impl Iterator<Item = FactId> + '_ {
        let entries = self.hands.iter().chain(&self.adjustments).flat_map(HandRecord::versions);
        entries.chain(self.latest.values().flatten().chain(&self.other_facts).copied())
    }

    /// The entries with their facts.
    pub(super) fn entries(&self) -> impl Iterator<Item = (EntryAt, &HandRecord)> {
        let hands = self.hands.iter().enumerate().map(|(at, hand)| (EntryAt::Hand(at), hand));
        hands.chain(self.adjustments.iter().enumerate().map(|(at, record)| (EntryAt::Adjustment(at), record)))
    }

    /// The facts of an entry.
    pub fn entry(&self, at: EntryAt) -> Option<&HandRecord> {
        match at {
            EntryAt::Hand(at) => self.hands.get(at),
            EntryAt::Adjustment(at) => self.adjustments.get(at),
        }
    }

    /// The number for a new hand: inserted before `next`, or added at the end if `next` is `None`.
    pub(super) fn number_at(&self, next: Option<&HandRecord>) -> u32 {
        next.map_or(self.next_number, |next| self.inserted.get(&next.place).map_or(1, |last| last.saturating_add(1)))
    }
}
