//! Lines of a writer that are lost for good.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::Content;
use crate::facts::id::base64url;
use crate::facts::{FactId, Hash, List, Subject};

/// Lines of a writer that nobody can bring: they are not asked for any more. If they turn up, they are taken all the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GapFact {
    /// The writer.
    #[serde(with = "base64url")]
    pub writer: Uuid,
    /// The number of the first line that is lost.
    pub first: u64,
    /// The number of the last one.
    pub last: u64,
    /// The hash of the last one, which the next line names.
    #[serde(with = "base64url")]
    pub before: Hash,
}

impl Content for GapFact {
    fn each_subject(&self, _: FactId, visit: &mut dyn FnMut(Subject)) {
        visit(Subject::List(List::Gaps));
    }
}
