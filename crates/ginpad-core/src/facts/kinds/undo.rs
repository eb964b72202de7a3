//! A change taken back.

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
    fn each_subject(&self, _: FactId, visit: &mut dyn FnMut(Subject)) {
        visit(Subject::Undone(self.of));
        visit(Subject::List(List::Undos));
    }
}
