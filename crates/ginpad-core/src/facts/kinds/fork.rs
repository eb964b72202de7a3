//! Lines of a writer that may stand beside others with the same number.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::Content;
use crate::facts::id::base64url;
use crate::facts::{FactId, List, Subject};

/// A line that shares its number with another line of its writer, because two copies of one book wrote. Somebody knows of
/// it and keeps it. A fork is settled once every line with its number is known in this way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForkFact {
    /// The name of the line.
    #[serde(with = "base64url")]
    pub line: Uuid,
}

impl Content for ForkFact {
    fn each_subject(&self, _: FactId, visit: &mut dyn FnMut(Subject)) {
        visit(Subject::List(List::Gaps));
    }
}
