//! Disagreements that somebody said are right as they are.

use std::collections::BTreeSet;

use uuid::Uuid;

use super::conflict::Conflict;
use super::{CountingChanges, KeepingFact};

/// The disagreements that are right as they are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Kept(BTreeSet<BTreeSet<Uuid>>);

impl Kept {
    /// Those that count.
    pub fn new<'a>(keepings: impl IntoIterator<Item = &'a KeepingFact>, standing: &CountingChanges) -> Kept {
        let counting = keepings.into_iter().filter(|keeping| standing.counts(keeping.change));
        Kept(counting.map(|keeping| keeping.versions.iter().copied().collect()).collect())
    }

    /// Whether nobody has said yet that this is right as it is. It has to be said anew if other facts join in.
    pub fn leaves(&self, conflict: &Conflict) -> bool {
        !self.0.contains(&conflict.versions())
    }
}

/// Takes out the conflicts that are right as they are.
pub fn unsettled(conflicts: &mut Vec<Conflict>, kept: &Kept) {
    conflicts.retain(|conflict| kept.leaves(conflict));
}
