//! What is right as it is: a disagreement, or people of one name.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

/// A disagreement that is right as it is; or people of one name who are not one person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeepingFact {
    /// The fact's id.
    pub id: Uuid,
    /// Its change.
    pub change: Uuid,
    /// The facts that stand against each other, or the people.
    pub versions: Vec<Uuid>,
    /// Fields that this version does not know.
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

impl KeepingFact {
    pub(in crate::facts) fn has_unknown_fields(&self) -> bool {
        !self.unknown.is_empty()
    }
}
