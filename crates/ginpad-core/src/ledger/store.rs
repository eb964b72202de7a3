//! What every store of lines can do. What lines mean is none of its business: it appends them and lists them.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::facts::{Change, Hash, Line, Subject, base64url};

/// Lines of one writer without a gap between them, each naming the hash of the one before.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Run {
    /// The writer.
    #[serde(with = "base64url")]
    pub writer: Uuid,
    /// The number of its first line.
    pub first: u64,
    /// The number of its last line.
    pub last: u64,
    /// The hash that its first line names as that of the line before; none if it is the writer's first line.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "base64url")]
    pub before: Option<Hash>,
    /// The hash of its last line.
    #[serde(with = "base64url")]
    pub hash: Hash,
}

impl Run {
    /// The run that a line with this hash begins.
    pub fn begun_by(change: &Change, hash: &Hash) -> Run {
        let Change { writer, number, before, .. } = *change;
        Run { writer, first: number, last: number, before, hash: *hash }
    }
}

/// What became of a line that was to be appended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Appended {
    /// It was stored.
    Stored,
    /// It was there already.
    Known,
    /// It cannot be stored.
    Refused(Refused),
}

/// Why a line cannot be stored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// It is no change.
    #[error("{0}")]
    NoChange(String),
    /// The line before it is not there, and this store takes no gaps.
    #[error("the line before it is missing")]
    Gap,
    /// Its writer belongs to somebody else, and this store takes no lines from others.
    #[error("its writer belongs to somebody else")]
    Foreign,
}

/// A store of lines.
pub trait Store {
    /// Why it cannot be read or written.
    type Error;

    /// Whether it takes a line whose predecessor it does not have.
    const TAKES_GAPS: bool;

    /// Whether it takes lines of any writer from anybody.
    const TAKES_FOREIGN_WRITERS: bool;

    /// Appends lines: each that is not there yet, in this order. The answer says of each what became of it.
    ///
    /// # Errors
    /// The store cannot be read or written; nothing was stored then.
    fn append(&mut self, lines: &[Line]) -> Result<Vec<Appended>, Self::Error>;

    /// Brings the index up to date with the lines. Stores that write it with each line have nothing to do.
    ///
    /// # Errors
    /// The store cannot be read or written.
    fn index(&mut self) -> Result<(), Self::Error>;

    /// The runs that are there, by writer and first number. A writer has several if lines are missing between them, or if
    /// it forked: then two runs have lines with the same numbers.
    ///
    /// # Errors
    /// The store cannot be read.
    fn runs(&mut self) -> Result<Vec<Run>, Self::Error>;

    /// The lines of a writer with these numbers, in order of number. Those of a writer that forked may come one branch after
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

    /// The changes that say something of a subject, in order of arrival, each verified.
    ///
    /// # Errors
    /// The store cannot be read, or a line does not match its hash.
    fn concerning(&mut self, subject: &Subject) -> Result<Vec<Change>, Self::Error>;
}

/// Runs by writer and first number. Where one run alone continues another, the two are one.
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
