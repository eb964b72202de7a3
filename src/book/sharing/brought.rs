//! What came from other devices, and how it is taken in.

use std::collections::BTreeSet;

use ginpad_core::listed::Listed;
use ginpad_core::players::Name;
use uuid::Uuid;

use super::super::document::DocumentFault;
use super::super::error::BookError;
use super::super::merge::{Merged, Merging, Quarantined};
use super::super::namesakes::{Apart, JoinedElsewhere};
use super::super::pad::Pad;
use super::super::union::Contents;
use super::held::Held;

/// What came from the other devices, and what it did.
#[derive(Debug, Default)]
pub struct Brought {
    /// The devices from which something new came, without this one.
    pub devices: BTreeSet<Uuid>,
    /// How many changes are new.
    pub changes: usize,
    /// How many facts are new.
    pub facts: usize,
    /// How many hands are new, without corrections.
    pub hands: usize,
    /// How many people are new.
    pub people: usize,
    /// How many of the facts the book held before a backup was restored.
    pub returned_facts: usize,
    /// How many of the hands the book held before a backup was restored.
    pub returned_hands: usize,
    /// How many of all of these hold something that this version does not know.
    pub unknown: usize,
    /// How many facts wait in the book now.
    pub waiting: usize,
    /// Who is one person now.
    pub joined: Vec<Name>,
    /// Who is one person now because another device said so.
    pub joined_elsewhere: Vec<JoinedElsewhere>,
    /// People of one name who stay apart.
    pub apart: Vec<Apart>,
    /// What was kept out. Only the first of it is described.
    pub quarantined: Listed<Quarantined>,
}

impl Brought {
    /// Adds what came of a device.
    pub(super) fn add(&mut self, came: Came, device: Uuid, is_own: bool) {
        let Came { merged, quarantined, returned: (facts, hands), .. } = came;
        let is_new = merged.taken.changes + merged.taken.facts > 0;
        self.devices.extend((is_new && !is_own).then_some(device));
        self.changes += merged.taken.changes;
        self.facts += merged.taken.facts;
        self.hands += merged.hands;
        self.people += merged.people;
        self.returned_facts += facts;
        self.returned_hands += hands;
        self.unknown += merged.taken.unknown;
        if is_new {
            self.waiting = merged.taken.waiting;
        }
        self.quarantined.more += quarantined.more;
        quarantined.items.into_iter().for_each(|out| self.quarantined.push(out));
    }

    /// Adds who was joined, and who stays apart, each once.
    pub(super) fn add_people(&mut self, merged: Merged) {
        self.joined.extend(merged.joined);
        for apart in merged.apart {
            if !self.apart.contains(&apart) {
                self.apart.push(apart);
            }
        }
    }

    /// Whether the book gained anything.
    pub const fn is_anything(&self) -> bool {
        self.changes + self.facts > 0
    }
}

/// What came of one batch.
pub(super) struct Came {
    merged: Merged,
    quarantined: Listed<Quarantined>,
    /// How many facts and hands the book held before a backup was restored.
    returned: (usize, usize),
    /// The people whom the device knows.
    pub(super) people: BTreeSet<Uuid>,
}

/// Takes in what is new of one batch. `look` sees the book before that.
pub(super) fn taken_in(
    pad: &Pad<'_>,
    contents: Contents,
    held: &Held,
    merging: Merging,
    look: impl FnOnce(&Pad<'_>, &BTreeSet<Uuid>) -> Result<(), BookError>,
) -> Result<Came, DocumentFault> {
    let sifted = pad.sift(contents)?;
    look(pad, &sifted.concerned)?;
    let returned = sifted.new_ids()?.into_iter().try_fold((0, 0), |(facts, hands), (id, is_hand)| {
        let was = usize::from(held.was_removed(id)?);
        Ok::<_, BookError>((facts + was, hands + was * usize::from(is_hand)))
    })?;
    let quarantined = sifted.quarantined.clone();
    let (merged, people) = pad.merge_facts(sifted, merging)?;
    Ok(Came { merged, quarantined, returned, people })
}
