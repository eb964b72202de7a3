//! The abilities of every store of lines. A store appends lines and lists them; it does not interpret them.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::facts::{Change, Hash, Line, Subject, base64url};

/// Consecutive lines of one writer, each naming the hash of the one before.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Run {
    /// The writer.
    #[serde(with = "base64url")]
    pub writer: Uuid,
    /// The number of its first line.
    pub first: u64,
    /// The number of its last line.
    pub last: u64,
    /// The hash of the line before, as its first line names it; `None` if that is the writer's first line.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "base64url")]
    pub before: Option<Hash>,
    /// The hash of its last line.
    #[serde(with = "base64url")]
    pub hash: Hash,
}

impl Run {
    /// The run that starts with the line of this change and hash.
    pub fn begun_by(change: &Change, hash: &Hash) -> Run {
        let Change { writer, number, before, .. } = *change;
        Run { writer, first: number, last: number, before, hash: *hash }
    }
}

/// The result for a line to append.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Appended {
    /// It was stored.
    Stored,
    /// It was already there.
    Known,
    /// It cannot be stored.
    Refused(Refused),
}

/// Why a line cannot be stored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// It is not a change.
    #[error("{0}")]
    NoChange(String),
    /// The line before it is missing, and this store accepts no gaps.
    #[error("the line before it is missing")]
    Gap,
    /// Its writer belongs to somebody else, and this store accepts no such lines.
    #[error("its writer belongs to somebody else")]
    Foreign,
}

/// A store of lines.
pub trait Store {
    /// The error when it cannot be read or written.
    type Error;

    /// Whether it accepts a line whose predecessor it lacks.
    const TAKES_GAPS: bool;

    /// Appends the lines it lacks, in this order. Returns the result for each line.
    ///
    /// # Errors
    /// The store cannot be read or written; then nothing was stored.
    fn append(&mut self, lines: &[Line]) -> Result<Vec<Appended>, Self::Error>;

    /// Updates the index from the lines. A store that updates it with each line has nothing to do.
    ///
    /// # Errors
    /// The store cannot be read or written.
    fn index(&mut self) -> Result<(), Self::Error>;

    /// The runs held, by writer and first number. A writer has several runs if lines are missing between them, or if it
    /// forked; then two runs have lines with the same numbers.
    ///
    /// # Errors
    /// The store cannot be read.
    fn runs(&mut self) -> Result<Vec<Run>, Self::Error>;

    /// Visits the lines of a writer with these numbers, in order. The branches of a forked writer may follow one after
    /// another.
    ///
    /// # Errors
    /// The store cannot be read, or a line does not match its hash.
    fn lines_of(
        &mut self,
        writer: Uuid,
        numbers: RangeInclusive<u64>,
        visit: &mut dyn FnMut(Line) -> Result<(), Self::Error>,
    ) -> Result<(), Self::Error>;

    /// The changes about a subject, in order of arrival, each verified.
    ///
    /// # Errors
    /// The store cannot be read, or a line does not match its hash.
    fn concerning(&mut self, subject: &Subject) -> Result<Vec<Change>, Self::Error>;
}

/// Sorts runs by writer and first number. Joins two runs if only one continues the other.
pub fn joined(mut runs: Vec<Run>) -> Vec<Run> {
    runs.sort_unstable();
    let mut followers: BTreeMap<(Uuid, Hash), u32> = BTreeMap::new();
    for run in &runs {
        if let Some(before) = run.before {
            *followers.entry((run.writer, before)).or_default() += 1;
        }
    }
    let mut joined: Vec<Run> = Vec::new();
    let mut ends: BTreeMap<(Uuid, Hash), usize> = BTreeMap::new();
    for run in runs {
        let before = run.before.map(|before| (run.writer, before));
        let end = before.filter(|before| followers.get(before) == Some(&1)).and_then(|before| ends.get(&before));
        match end.copied().filter(|at| joined[*at].last + 1 == run.first) {
            Some(at) => {
                ends.insert((run.writer, run.hash), at);
                (joined[at].last, joined[at].hash) = (run.last, run.hash);
            }
            None => {
                ends.insert((run.writer, run.hash), joined.len());
                joined.push(run);
            }
        }
    }
    joined
}
