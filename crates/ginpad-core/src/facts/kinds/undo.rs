//! An undone change, and an undone undo.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::Content;
use crate::facts::id::base64url;
use crate::facts::{FactId, List, Subject};

/// The undo of a change, or of all changes in a batch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UndoFact {
    /// The name of the change, or the id of the batch.
    #[serde(with = "base64url")]
    pub of: Uuid,
}

impl Content for UndoFact {
    fn subjects(&self, _: FactId) -> impl IntoIterator<Item = Subject> {
        [Subject::Undone(self.of), Subject::List(List::Undos)]
    }
}

/// The undo of an undo.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RedoFact {
    /// The undo it reverses.
    pub undo: FactId,
    /// The target of that undo: the name of a change, or the id of a batch.
    #[serde(with = "base64url")]
    pub of: Uuid,
}

impl Content for RedoFact {
    fn named(&mut self) -> impl IntoIterator<Item = &mut FactId> {
        [&mut self.undo]
    }

    fn subjects(&self, _: FactId) -> impl IntoIterator<Item = Subject> {
        [Subject::Undone(self.of), Subject::List(List::Undos)]
    }
}
