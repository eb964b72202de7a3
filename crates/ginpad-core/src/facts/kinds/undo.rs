//! Facts about other lines: an undone change and an undone undo; lines lost for good, and lines that share a number.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::Content;
use crate::facts::id::base64url;
use crate::facts::{FactId, Hash, List, Subject};

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

/// A writer's lost lines: nobody can supply them, so they are no longer requested. If they turn up, they are still
/// accepted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GapFact {
    /// The writer.
    #[serde(with = "base64url")]
    pub writer: Uuid,
    /// The number of the first lost line.
    pub first: u64,
    /// The number of the last lost line.
    pub last: u64,
    /// The hash of the last lost line, which the next line names.
    #[serde(with = "base64url")]
    pub before: Hash,
}

impl Content for GapFact {
    fn subjects(&self, _: FactId) -> impl IntoIterator<Item = Subject> {
        [Subject::List(List::Gaps)]
    }
}

/// A line that shares its number with another line of its writer, because two copies of one book wrote. This fact keeps
/// it knowingly. A fork is settled once each line with the number has such a fact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForkFact {
    /// The name of the line.
    #[serde(with = "base64url")]
    pub line: Uuid,
}

impl Content for ForkFact {
    fn subjects(&self, _: FactId) -> impl IntoIterator<Item = Subject> {
        [Subject::List(List::Gaps)]
    }
}
