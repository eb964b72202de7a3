//! Conflicts, waiting facts and senseless facts, which the fold lists beside games and people.

use std::collections::BTreeSet;

use super::sorted::Sorted;
use super::{FactId, SettingKey};
use crate::Refusal;

/// Facts in conflict, until an ordinary command settles which of them counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// Its game; `None` if it concerns no game.
    pub game: Option<FactId>,
    /// The subject of the conflict.
    pub about: ConflictSubject,
    /// The facts that count.
    pub counts: Vec<FactId>,
    /// The facts that do not count.
    pub others: Vec<FactId>,
}

/// The subject of a conflict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConflictSubject {
    /// A hand. Devices corrected it differently without knowing of each other, or one corrected it and
    /// another removed it. The latest correction counts.
    Hand,
    /// Hands. Devices logged them under the same number without knowing of each other, or would have, if one had not
    /// taken back hands of its own just before. All of them count, though they may be one hand logged twice.
    SameNumber,
    /// A hand that the rules of its game refuse. It is listed and scores nothing. It is in conflict with the settings
    /// of the rules and of the sides.
    Refused {
        /// The hand.
        hand: FactId,
        /// The reasons.
        refusals: Vec<Refusal>,
    },
    /// A setting. Devices set it differently without knowing of each other. The latest version counts.
    Setting(SettingKey),
    /// The game. Devices imported it from one text, and read that differently. The oldest import counts. Each
    /// import is listed as the first fact of its change.
    Imported,
    /// The game. A device removed it without knowing of everything that another added to it. It stays.
    Removed,
    /// The game and two people seated in it who are now joined. In the game they keep their own names.
    SeatedTwice,
    /// The joining of this person. Devices joined them to different people without knowing of each other. The latest
    /// joining counts.
    Joining(FactId),
    /// The name of this person. Devices renamed them differently without knowing of each other. The latest name counts.
    Name(FactId),
}

impl Conflict {
    /// The facts in conflict.
    pub fn versions(&self) -> BTreeSet<FactId> {
        self.counts.iter().chain(&self.others).copied().collect()
    }

    /// Twelve digits computed from these facts alone, so that a conflict has the same digits in every list until other
    /// facts join it. The first digit is not 0.
    pub fn digits(&self) -> String {
        // 64-bit FNV-1a. A collision gains nobody anything: more digits then distinguish the two conflicts.
        let bytes = |id: FactId| id.of.into_bytes().into_iter().chain(id.place.to_be_bytes());
        let mixed =
            self.versions().into_iter().flat_map(bytes).fold(0xcbf2_9ce4_8422_2325_u64, |mixed, byte| {
                (mixed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            });
        (mixed % 900_000_000_000 + 100_000_000_000).to_string()
    }
}

/// The declarations that a conflict needs no change: the facts in conflict, or the people with one name who are different
/// people.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AcceptedConflicts(pub BTreeSet<BTreeSet<FactId>>);

impl AcceptedConflicts {
    /// The declarations among these facts that count.
    pub fn of(sorted: &Sorted<'_>) -> AcceptedConflicts {
        let counting = sorted.keepings.iter().filter(|keeping| keeping.counts);
        AcceptedConflicts(counting.map(|keeping| keeping.fact.facts.iter().copied().collect()).collect())
    }

    /// Removes the conflicts that were declared to need no change. If other facts join a conflict, it needs a new
    /// declaration.
    pub fn settle(&self, conflicts: &mut Vec<Conflict>) {
        conflicts.retain(|conflict| !self.0.contains(&conflict.versions()));
    }
}

/// A fact that does not count yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Waiting {
    /// The fact.
    pub fact: FactId,
    /// The missing fact: its game, or the hand that it corrects, removes, or was inserted before.
    pub awaits: FactId,
}

/// A fact set aside because it makes no sense. It supersedes nothing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
#[error("{why}")]
pub struct SetAside {
    /// The fact.
    pub fact: FactId,
    /// The fault.
    pub why: String,
}
