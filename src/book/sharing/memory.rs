//! What a book remembers of a shared folder: the segments that it knows, and how far it was sent.

use std::collections::{BTreeMap, BTreeSet};

use ginpad_core::facts::hex;
use ginpad_core::text::printable;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::super::commit::Witness;
use super::super::document::DocumentFault;
use super::super::error::BookError;
use super::super::pad::Pad;
use super::super::read::{self, Arrivals};
use super::super::write;
use super::segment::Segment;

/// How many segments that make no sense are remembered. Others are read again by each sync.
const MOST_SENSELESS: usize = 256;

/// How many reasons are remembered why a segment makes no sense.
const REASONS: usize = 4;

/// How far a book has grown: the last row of each table, and what has no lasting place there.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Position {
    pub(super) rows: BTreeMap<String, i64>,
    /// The digest of the ids of all that waits, and of all whose record is lost.
    pub(super) unsettled: String,
}

/// What is noted of a folder beside that. If it is missing, more is read and nothing is lost.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Noted {
    /// The device that wrote last, and how many bytes its segments have.
    own: Option<(Uuid, u64)>,
    /// The segments that make no sense to this version, by their names.
    senseless: BTreeMap<String, Senseless>,
    /// This version.
    version: String,
}

/// Why a segment makes no sense, although it is what was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Senseless {
    /// Whether it is a document, but not of what a book holds.
    pub(super) is_document: bool,
    pub(super) why: Vec<String>,
}

impl Senseless {
    /// It is no document.
    pub(super) fn damaged(fault: &DocumentFault) -> Senseless {
        let why = fault.to_string();
        Senseless { is_document: false, why: vec![short(why.lines().next().unwrap_or_default())] }
    }

    /// It is not what a book holds.
    pub(super) fn refused(fault: DocumentFault) -> Senseless {
        let why = match fault {
            DocumentFault::Refused(faults) => {
                let told = faults.items.iter().take(REASONS).map(|fault| short(fault));
                let more = faults.total().saturating_sub(REASONS);
                told.chain((more > 0).then(|| format!("and {more} more"))).collect()
            }
            fault => vec![short(&fault.to_string())],
        };
        Senseless { is_document: true, why }
    }
}

/// A reason, safe to print, and not of any length.
fn short(why: &str) -> String {
    const MOST: usize = 300;
    printable(&why.chars().take(MOST).collect::<String>())
}

impl Noted {
    /// What is to be noted: how many bytes a device has written, if that is known, and what makes no sense.
    pub(super) fn new(own: Option<(Uuid, u64)>, senseless: &BTreeMap<Segment, Senseless>) -> Noted {
        let name = |segment: &Segment| format!("{}/{}", segment.device, segment.name());
        let senseless = senseless.iter().take(MOST_SENSELESS).map(|(segment, why)| (name(segment), why.clone()));
        Noted { own, senseless: senseless.collect(), version: env!("CARGO_PKG_VERSION").into() }
    }

    /// Whether a device's segments had another size, or nobody knows.
    pub(super) fn has_other_size(&self, own: (Uuid, u64)) -> bool {
        self.own != Some(own)
    }

    /// Why a segment made no sense to this version.
    pub(super) fn senseless(&self, segment: &Segment) -> Option<&Senseless> {
        let is_told = !self.senseless.is_empty() && self.version == env!("CARGO_PKG_VERSION");
        if is_told { self.senseless.get(&format!("{}/{}", segment.device, segment.name())) } else { None }
    }
}

/// What the column `sent` holds, as JSON.
#[derive(Serialize, Deserialize)]
struct Sent {
    #[serde(flatten)]
    position: Position,
    /// Versions that did not write it yet pass over it.
    #[serde(default)]
    noted: Noted,
}

/// What a book remembers of a folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Remembered {
    /// The row of the folder; `None` if the book does not know it.
    pub(super) folder: Option<i64>,
    /// How far the book is in the folder.
    pub(super) sent: Option<Position>,
    /// What else is noted of the folder.
    pub(super) noted: Noted,
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
            let sent: Option<Sent> = serde_json::from_str(&row.sent).ok().filter(|_| row.hash == hash(&row.sent));
            if let Some(Sent { position, noted }) = sent
                && known.len() > best.known.len()
                && known.is_subset(segments)
            {
                best = Remembered { folder: Some(row.id), sent: Some(position), noted, known };
            }
        }
        Ok(best)
    }

    /// Remembers segments of a folder, how far the book is in it, and what else is noted of it.
    pub(super) fn remember(
        &self,
        folder: Option<i64>,
        (sent, noted): (&Position, &Noted),
        segments: &[Segment],
    ) -> Result<(), BookError> {
        let sent = Sent { position: sent.clone(), noted: noted.clone() };
        let sent = serde_json::to_string(&sent).unwrap_or_default();
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
