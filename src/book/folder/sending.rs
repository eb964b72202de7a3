//! Writes into a shared folder what it lacks.

use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, ErrorKind};
use std::path::Path;

use ginpad_core::facts::{Header, LinesWriter, name_of};
use ginpad_core::ledger::{Part, Span};

use super::super::notice::Notice;
use super::super::private;
use super::super::unfinished::{Readers, Unfinished};
use super::segment::Segment;

/// Writes a segment, whole or not at all.
pub(super) fn put(folder: &Path, Part { run, lines, .. }: Part) -> io::Result<(Segment, Option<Notice>)> {
    let own = folder.join(run.writer.to_string());
    let notice = made(folder, &own)?;
    // Whoever may read the folder may read what is in it.
    let part = Unfinished::beside(&own.join("segment"), Readers::All)?;
    let file = OpenOptions::new().write(true).open(part.path())?;
    let span = Span { writer: run.writer, first: run.first, last: run.last, name: name_of(&run.hash) };
    let header = Header { lines: lines.len() as u64, numbers: 0, runs: vec![run] };
    let mut out = LinesWriter::new(BufWriter::new(file), &header)?;
    for line in &lines {
        out.line(line.text(), line.hash())?;
    }
    let file = out.end()?.into_inner().map_err(io::IntoInnerError::into_error)?;
    let segment = Segment { span, length: file.metadata()?.len() };
    drop(file);
    // Only a file with the same lines can have this name.
    let named = part.replace(&segment.path(folder))?;
    Ok((segment, notice.or(named)))
}

/// Makes the folder of a writer, unless it is there.
fn made(folder: &Path, own: &Path) -> io::Result<Option<Notice>> {
    match fs::create_dir(own) {
        Ok(()) => Ok(private::sync(folder)),
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        Err(_) if fs::symlink_metadata(own)?.is_dir() => Ok(None),
        Err(_) => Err(io::Error::other(format!("{} is not a folder", own.display()))),
    }
}
