//! What a book remembers of a shared folder: the segments that it knows, and how far it was sent.

use std::collections::{BTreeMap, BTreeSet};

use ginpad_core::facts::hex;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::super::commit::Witness;
use super::super::error::BookError;
use super::super::pad::Pad;
use super::super::read::{self, Arrivals};
use super::super::write;
use super::segment::Segment;

/// How far a book has grown: the last row of each table, and what has no lasting place there.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Position {
    pub(super) rows: BTreeMap<String, i64>,
    /// The digest of the ids of all that waits, and of all whose record is lost.
    pub(super) unsettled: String,
}

/// What a book remembers of a folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Remembered {
    /// The row of the folder; `None` if the book does not know it.
    pub(super) folder: Option<i64>,
    /// How far the book is in the folder.
    pub(super) sent: Option<Position>,
    /// The segments that the book knows.
    pub(super) known: BTreeSet<Segment>,
}

impl Pad<'_> {
    /// How far the book has grown.
    pub(super) fn position(&self) -> Result<Position, BookError> {
        let mut unsettled = Sha256::new();
        let ids = self.sqlite(read::unsettled(&self.transaction))?;
        ids.iter().for_each(|id| unsettled.update(id));
        let rows = self.sqlite(Arrivals::now(&self.transaction))?.rows();
        Ok(Position { rows, unsettled: hex(&unsettled.finalize()) })
    }

    /// What the book remembers of the folder with these segments. It is the folder that has all those that the book knows
    /// from it: if one is gone, what it held may be nowhere else in the folder, and the book begins anew there.
    pub(super) fn remembered(&self, segments: &BTreeSet<Segment>) -> Result<Remembered, BookError> {
        let mut best = Remembered::default();
        for row in self.sqlite(read::shared_folders(&self.transaction))? {
            let known = self.sqlite(read::shared_segments(&self.transaction, row.id))?;
            let sent = serde_json::from_str(&row.sent).ok().filter(|_| row.hash == hash(&row.sent));
            if sent.is_some() && known.len() > best.known.len() && known.is_subset(segments) {
                best = Remembered { folder: Some(row.id), sent, known };
            }
        }
        Ok(best)
    }

    /// Remembers segments of a folder, and how far the book is in it.
    pub(super) fn remember(&self, folder: Option<i64>, sent: &Position, segments: &[Segment]) -> Result<(), BookError> {
        let sent = serde_json::to_string(sent).unwrap_or_default();
        let folder = match folder {
            Some(folder) => {
                self.sqlite(write::sent(&self.transaction, folder, &sent, &hash(&sent)))?;
                folder
            }
            None => self.sqlite(write::shared_folder(&self.transaction, &sent, &hash(&sent)))?,
        };
        for segment in segments {
            self.sqlite(write::shared_segment(&self.transaction, folder, segment))?;
        }
        self.writes();
        Ok(())
    }

    /// Takes note that these segments are known again.
    pub(super) fn came_back(&self, segments: &[Segment]) -> Result<(), BookError> {
        for segment in segments {
            self.sqlite(write::came_back(&self.transaction, segment))?;
        }
        self.writes();
        Ok(())
    }

    /// Something is written. What it is cannot be asked for, unless there is a change too.
    fn writes(&self) {
        if self.witness.get().is_none() {
            self.witness.set(Some(Witness::Nothing));
        }
    }
}

fn hash(sent: &str) -> [u8; 32] {
    Sha256::digest(sent).into()
}
