//! A hand removed from its game.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

/// A hand removed from its game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemovalFact {
    /// The fact's id.
    pub id: Uuid,
    /// Its change.
    pub change: Uuid,
    /// The version of the hand that it supersedes.
    pub hand: Uuid,
    /// Other versions that it supersedes.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub supersedes: Vec<Uuid>,
    /// Fields that this version does not know.
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

impl RemovalFact {
    pub(in crate::facts) fn has_unknown_fields(&self) -> bool {
        !self.unknown.is_empty()
    }

    /// All versions of the hand that it supersedes.
    pub(in crate::facts) fn superseded(&self) -> impl Iterator<Item = Uuid> + '_ {
        std::iter::once(self.hand).chain(self.supersedes.iter().copied())
    }
}
