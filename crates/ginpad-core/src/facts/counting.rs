//! Which changes count: those that are whole or rescued, and that no undo takes back.

use std::collections::BTreeSet;

use uuid::Uuid;

use super::{RedoFact, UndoFact};

/// Which changes count.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CountingChanges {
    incomplete: BTreeSet<Uuid>,
    undone: BTreeSet<Uuid>,
}

impl CountingChanges {
    /// Applies undos and redos. An undo takes effect until a redo names it. An undo or redo whose own change is
    /// incomplete waits, and does nothing yet.
    ///
    /// Only a redo takes an undo back: an undo of a change that only undid or redid does nothing.
    pub fn new<'a>(
        undos: impl IntoIterator<Item = &'a UndoFact>,
        redos: impl IntoIterator<Item = &'a RedoFact>,
        incomplete: BTreeSet<Uuid>,
    ) -> CountingChanges {
        let redone: BTreeSet<Uuid> =
            redos.into_iter().filter(|redo| !incomplete.contains(&redo.change)).map(|redo| redo.undo).collect();
        let stands = |undo: &&UndoFact| !incomplete.contains(&undo.change) && !redone.contains(&undo.id);
        let undone = undos.into_iter().filter(stands).map(|undo| undo.undone).collect();
        CountingChanges { incomplete, undone }
    }

    /// Makes these changes count no more.
    #[must_use]
    pub fn without(mut self, changes: impl IntoIterator<Item = Uuid>) -> CountingChanges {
        self.undone.extend(changes);
        self
    }

    /// Whether a change counts.
    pub fn counts(&self, change: Uuid) -> bool {
        !self.undone.contains(&change) && !self.incomplete.contains(&change)
    }

    /// Whether a change waits for facts.
    pub(super) fn is_incomplete(&self, change: Uuid) -> bool {
        self.incomplete.contains(&change)
    }
}
