//! What a person is called.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

/// What a person is called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerNameFact {
    /// The fact's id.
    pub id: Uuid,
    /// Its change.
    pub change: Uuid,
    /// The person.
    pub player: Uuid,
    /// The name.
    pub name: String,
    /// The earlier names that it supersedes.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub supersedes: Vec<Uuid>,
    /// Fields that this version does not know.
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

impl PlayerNameFact {
    pub(in crate::facts) fn has_unknown_fields(&self) -> bool {
        !self.unknown.is_empty()
    }
}
