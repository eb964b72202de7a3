//! Two people who are one.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

/// Two people who are one: somebody was spelled in two ways, or added in two books.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JoiningFact {
    /// The fact's id.
    pub id: Uuid,
    /// Its change.
    pub change: Uuid,
    /// The person whose name goes.
    pub player: Uuid,
    /// The person whose name stands.
    pub same_as: Uuid,
    /// The earlier joinings of the first person that it supersedes.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub supersedes: Vec<Uuid>,
    /// Fields that this version does not know.
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

impl JoiningFact {
    pub(in crate::facts) fn has_unknown_fields(&self) -> bool {
        !self.unknown.is_empty()
    }
}
