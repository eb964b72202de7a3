//! An undo taken back.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::Content;
use crate::facts::id::base64url;
use crate::facts::{FactId, List, Subject};

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
    fn each_named(&mut self, visit: &mut dyn FnMut(&mut FactId)) {
        visit(&mut self.undo);
    }

    fn each_subject(&self, _: FactId, visit: &mut dyn FnMut(Subject)) {
        visit(Subject::Undone(self.of));
        visit(Subject::List(List::Undos));
    }
}
