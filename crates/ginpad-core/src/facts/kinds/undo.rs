//! A change taken back, and an undo taken back.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::Content;
use crate::facts::id::base64url;
use crate::facts::{FactId, List, Subject};

/// A change taken back, or all changes of a batch.
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

/// An undo taken back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RedoFact {
    /// The undo that it takes back.
    pub undo: FactId,
    /// What that undo took back: the name of the change, or the id of the batch.
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
