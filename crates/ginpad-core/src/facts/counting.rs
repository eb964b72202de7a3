//! Which changes count: those that no undo takes back.

use std::collections::{BTreeSet, HashMap, HashSet};

use uuid::Uuid;

use super::change::Fact;
use super::{Change, FactId};

/// Which changes count. An undo takes effect until a redo names it. Only a redo takes an undo back: an undo of a change
/// that only undid or redid does nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counting {
    /// What is undone, with the undos of it that stand.
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
        self.undone.is_empty()
            || self.act_counts(change.name) && change.batch.is_none_or(|batch| self.act_counts(batch))
    }

    /// Whether what one command did counts; see [`Change::act`].
    pub fn act_counts(&self, act: Uuid) -> bool {
        !self.undone.contains_key(&act)
    }

    /// Lets a change count, whatever takes it back.
    pub fn restore(&mut self, change: &Change) {
        for act in change.batch.into_iter().chain([change.name]) {
            self.undone.remove(&act);
        }
    }

    /// The undos of what one command did that no redo names.
    pub fn undos_of(&self, act: Uuid) -> impl Iterator<Item = FactId> + '_ {
        self.undone.get(&act).into_iter().flatten().copied()
    }
}
