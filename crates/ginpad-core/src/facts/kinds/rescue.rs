//! A damaged change that counts with the facts that are left of it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

/// A damaged change that counts with the facts that are left of it.
///
/// A change counts when all of its facts are there. If some of them are lost for good, the others would wait forever. This
/// says how many are left: with so many of its facts, or more, the change counts, even if its own record is lost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RescueFact {
    /// The fact's id.
    pub id: Uuid,
    /// Its change.
    pub change: Uuid,
    /// The change that it rescues.
    pub rescued: Uuid,
    /// How many facts are left of that.
    pub facts: usize,
    /// Fields that this version does not know.
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

impl RescueFact {
    pub(in crate::facts) fn has_unknown_fields(&self) -> bool {
        !self.unknown.is_empty()
    }
}
