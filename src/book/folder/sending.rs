//! Writes what a folder lacks.

use std::collections::{BTreeSet, VecDeque};
use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, ErrorKind};
use std::mem;
use std::path::Path;

use ginpad_core::facts::{Header, LinesWriter, Store, name_of};
use ginpad_core::ledger::{Counted, Held, Lack, Part, Span};
use uuid::Uuid;

use super::super::notice::Notice;
use super::super::private;
use super::super::unfinished::{Readers, Unfinished};
use super::segment::Segment;

/// A segment with so many bytes of lines is full.
const FULL: usize = 8 << 20;

/// What a folder lacks.
#[derive(Debug)]
pub(super) struct Sending {
    lacks: VecDeque<Lack>,
    outgoing: Option<Part>,
}

impl Sending {
    /// Finds what of a book the segments do not hold; `known` are those of which the book is known to hold every line. The
    /// lines of `own` writers are sent first.
    pub(super) fn of<S: Store>(
        store: &mut S,
        held: &Held,
        (whole, known): (&BTreeSet<Segment>, &BTreeSet<Segment>),
        own: &[Uuid],
    ) -> Result<Sending, S::Error> {
        let mut there = Vec::new();
        for segment in whole {
            if known.contains(segment) || held.has(store, &segment.span)? {
                there.push(segment.span);
            }
        }
        let mut lacks = held.lacking(&there);
        lacks.sort_by_key(|lack| !own.contains(&lack.writer()));
        Ok(Sending { lacks: lacks.into(), outgoing: None })
    }

    /// Collects the lines of the next segment. The answer is what they say.
    pub(super) fn collect<S: Store>(&mut self, store: &mut S) -> Result<Option<Counted>, S::Error> {
        while let Some(lack) = self.lacks.front_mut() {
            if let Some(part) = lack.take(store, FULL)? {
                let said = part.said;
                self.outgoing = Some(part);
                return Ok(Some(said));
            }
            self.lacks.pop_front();
        }
        Ok(None)
    }

    /// Writes the segment that was collected, whole or not at all.
    pub(super) fn put(&mut self, folder: &Path) -> io::Result<Option<(Segment, Option<Notice>)>> {
        let Some(Part { run, lines, .. }) = mem::take(&mut self.outgoing) else { return Ok(None) };
        let own = folder.join(run.writer.to_string());
        let notice = made(folder, &own)?;
        // Whoever may read the folder may read what is in it.
        let part = Unfinished::beside(&own.join("segment"), Readers::All)?;
        let file = OpenOptions::new().write(true).open(part.path())?;
        let (writer, first, last, name) = (run.writer, run.first, run.last, name_of(&run.hash));
        let header = Header { lines: lines.len() as u64, numbers: 0, runs: vec![run] };
        let mut out = LinesWriter::new(BufWriter::new(file), &header)?;
        for line in &lines {
            out.line(line.text(), line.hash())?;
        }
        let file = out.end()?.into_inner().map_err(io::IntoInnerError::into_error)?;
        let segment = Segment { span: Span { writer, first, last, name }, length: file.metadata()?.len() };
        drop(file);
        // Only a file with the same lines can have this name.
        let named = part.replace(&segment.path(folder))?;
        Ok(Some((segment, notice.or(named))))
    }
}

/// Makes the folder of a writer, unless it is there.
fn made(folder: &Path, own: &Path) -> io::Result<Option<Notice>> {
    match fs::create_dir(own) {
        Ok(()) => Ok(private::sync(folder)),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let there = fs::symlink_metadata(own)?;
            if there.is_dir() {
                return Ok(None);
            }
            Err(io::Error::other(format!("{} is not a folder", own.display())))
        }
        Err(error) => Err(error),
    }
}
