//! Conflicts that somebody said are right as they are.

use std::collections::BTreeSet;

use super::conflict::Conflict;
use super::said::Sorted;
use super::{Change, Counting, FactId};

/// What is right as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Kept(BTreeSet<BTreeSet<FactId>>);

impl Kept {
    /// What counts of these changes.
    pub fn of<'a>(changes: impl IntoIterator<Item = &'a Change>, counting: &Counting) -> Kept {
        Kept::sorted(&Sorted::of(changes, counting))
    }

    pub(super) fn sorted(sorted: &Sorted<'_>) -> Kept {
        let counting = sorted.keepings.iter().filter(|said| said.counts);
        Kept(counting.map(|said| said.fact.facts.iter().copied().collect()).collect())
    }

    /// Takes out the conflicts that are right as they are. It has to be said anew if other facts join in.
    pub fn settle(&self, conflicts: &mut Vec<Conflict>) {
        conflicts.retain(|conflict| !self.0.contains(&conflict.versions()));
    }

    /// What is right as it is: each time the facts, or the people of one name who are not one person.
    pub fn each(&self) -> impl Iterator<Item = &BTreeSet<FactId>> {
        self.0.iter()
    }
}
