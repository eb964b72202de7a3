//! Hands that were taken back, or a correction of them, and that count because they were corrected since.
//!
//! An undo and a correction do not stand against each other, so no disagreement says so. Whoever takes a change back and
//! whoever receives that are told the same: the first corrections that count after what was taken back.

use std::collections::{BTreeMap, BTreeSet};

use ginpad_core::facts::HandRecord;
use uuid::Uuid;

use super::error::BookError;
use super::pad::Pad;
use super::read::{self, Correction};

/// What of a hand was taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TakenBack {
    /// The hand as it was logged.
    Hand,
    /// A correction of it.
    Correction,
}

impl Pad<'_> {
    /// The changes that still count after versions of this hand that were taken back, with what each of them corrects.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn still_corrected(&self, hand: &HandRecord) -> Result<BTreeMap<Uuid, TakenBack>, BookError> {
        let mut found = BTreeMap::new();
        if hand.id == hand.place && hand.carried.is_none() {
            return Ok(found);
        }
        for (version, what) in self.first_taken_back(hand.id)? {
            let corrections = self.sqlite(read::corrections_of_version(&self.transaction, version))?;
            for change in self.first_that_count(corrections)? {
                let known = found.entry(change).or_insert(what);
                *known = what.min(*known);
            }
        }
        Ok(found)
    }

    /// Of the versions before this one those that do not count, and that come first or after one that counts. What comes
    /// right after them and does not count either is on the way to what does.
    fn first_taken_back(&self, version: Uuid) -> Result<Vec<(Uuid, TakenBack)>, BookError> {
        let (mut first, mut later, mut next) = (Vec::new(), None, Some(version));
        while let Some(version) = next {
            let Some((change, before)) = self.sqlite(read::version_before(&self.transaction, version))? else { break };
            let counts = self.sqlite(read::counts(&self.transaction, change))?;
            if counts {
                first.extend(later.take().map(|later| (later, TakenBack::Correction)));
            }
            later = (!counts).then_some(version);
            next = before;
        }
        first.extend(later.map(|version| (version, TakenBack::Hand)));
        Ok(first)
    }

    /// The first of these corrections that count: in the place of one that does not, those that build on it.
    pub(super) fn first_that_count(&self, corrections: Vec<Correction>) -> Result<BTreeSet<Uuid>, BookError> {
        let (mut found, mut seen, mut pending) = (BTreeSet::new(), BTreeSet::new(), corrections);
        while let Some((version, change)) = pending.pop() {
            if !seen.insert(version) {
                continue;
            }
            if found.contains(&change) || self.sqlite(read::counts(&self.transaction, change))? {
                found.insert(change);
            } else {
                pending.extend(self.sqlite(read::corrections_of_version(&self.transaction, version))?);
            }
        }
        Ok(found)
    }
}
