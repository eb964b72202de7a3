//! Finds the changes that count: those that no undo reverses.

use std::collections::{BTreeSet, HashMap, HashSet};

use uuid::Uuid;

use super::change::Fact;
use super::{Change, FactId};

/// The changes that count. An undo has effect until a redo names it. Only a redo reverses an undo: an undo of a change
/// that only undid or redid does nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counting {
    /// The undone changes and batches, each with the undos in effect.
    undone: HashMap<Uuid, BTreeSet<FactId>>,
}

impl Counting {
    /// Applies the undos and redos of these changes.
    pub fn of<'a>(changes: impl IntoIterator<Item = &'a Change>) -> Counting {
        let (mut undos, mut redone) = (Vec::new(), HashSet::new());
        for (id, fact) in changes.into_iter().flat_map(Change::each_fact) {
            match fact {
                Fact::Undo(undo) => undos.push((id, undo.of)),
                Fact::Redo(redo) => drop(redone.insert((redo.undo, redo.of))),
                _ => {}
            }
        }
        let mut counting = Counting::default();
        for (undo, of) in undos.into_iter().filter(|undo| !redone.contains(undo)) {
            counting.undone.entry(of).or_default().insert(undo);
        }
        counting
    }

    /// Whether a change counts.
    pub fn counts(&self, change: &Change) -> bool {
        self.act_counts(change.name) && change.batch.is_none_or(|batch| self.act_counts(batch))
    }

    /// Whether the act of one command counts; see [`Change::act`].
    pub fn act_counts(&self, act: Uuid) -> bool {
        !self.undone.contains_key(&act)
    }

    /// Makes a change count again, despite all undos.
    pub fn restore(&mut self, change: &Change) {
        for act in change.batch.into_iter().chain([change.name]) {
            self.undone.remove(&act);
        }
    }

    /// The undos of an act that are still in effect.
    pub fn undos_of(&self, act: Uuid) -> impl Iterator<Item = FactId> + '_ {
        self.undone.get(&act).into_iter().flatten().copied()
    }
}
