//! What somebody knows of the numbers of a writer's lines: some are lost for good, or stand beside others.

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
    fn subjects(&self, _: FactId) -> impl IntoIterator<Item = Subject> {
        [Subject::List(List::Gaps)]
    }
}

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
    fn subjects(&self, _: FactId) -> impl IntoIterator<Item = Subject> {
        [Subject::List(List::Gaps)]
    }
}
