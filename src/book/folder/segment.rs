//! The files of a shared folder: their paths, and how to write them and read them a few lines at a time.

use std::collections::VecDeque;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, ErrorKind, Read as _, Seek as _, SeekFrom, Take};
use std::path::{Path, PathBuf};

use super::super::Notice;
use crate::disk::{Unfinished, new_shared_file, open, sync};
use ginpad_core::Listed;
use ginpad_core::facts::name_of;
use ginpad_core::ledger::{
    Batch, FileFault, Header, LineRange, LinesReader, Portion, Segment, Span, write_line, write_record,
};

/// Why something in a shared folder was not read.
#[derive(Debug)]
pub enum SegmentFault {
    /// Only a part of the file has arrived.
    Unfinished(PathBuf),
    /// A later version wrote the file.
    Newer(PathBuf),
    /// Earlier lines of a writer have not arrived.
    Missing(LineRange),
    /// The file's name resembles a segment's, but is not one.
    Strange(PathBuf),
    /// Something else has the name of a segment, or of the folder of a writer.
    InTheWay(PathBuf, &'static str),
    /// Nothing in the file can be read.
    Damaged(PathBuf, String),
    /// The system cannot read the file.
    Unreadable(PathBuf, io::Error),
    /// Some content of the file was kept out.
    Refused(PathBuf, Listed<String>),
}

/// Returns the path of a segment's file.
pub(super) fn path_of(segment: &Segment, folder: &Path) -> PathBuf {
    folder.join(segment.span.writer.to_string()).join(segment.file())
}

/// Writes a segment, all or nothing.
pub(super) fn put(folder: &Path, Portion { run, lines, .. }: Portion) -> io::Result<(Segment, Option<Notice>)> {
    let own = folder.join(run.writer.to_string());
    let notice = made(folder, &own)?;
    // Everyone who may read the folder may read its files.
    let part = Unfinished::beside(&own.join("segment"), new_shared_file)?;
    let file = OpenOptions::new().write(true).open(part.path())?;
    let span = Span { writer: run.writer, first: run.first, last: run.last, name: name_of(&run.hash) };
    let header = Header { lines: lines.len() as u64, numbers: 0, runs: vec![run] };
    let mut out = BufWriter::new(file);
    write_record(&mut out, &header)?;
    for line in &lines {
        write_line(&mut out, line.text(), line.hash())?;
    }
    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    let segment = Segment { span, length: file.metadata()?.len() };
    drop(file);
    // Only a file with the same lines can have this name.
    let named = part.replace(&path_of(&segment, folder))?;
    Ok((segment, notice.or(named.map(Notice::NotSynced))))
}

/// Makes the folder of a writer, unless it exists.
fn made(folder: &Path, own: &Path) -> io::Result<Option<Notice>> {
    match fs::create_dir(own) {
        Ok(()) => Ok(sync(folder).map(Notice::NotSynced)),
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        Err(_) if fs::symlink_metadata(own)?.is_dir() => Ok(None),
        Err(_) => Err(io::Error::other(format!("{} is not a folder", own.display()))),
    }
}

/// Reads files one after another, each up to its length.
#[derive(Debug, Default)]
pub(super) struct Reading {
    queue: VecDeque<(PathBuf, u64)>,
    open: Option<Opened>,
}

impl Reading {
    /// Reads the files of these segments.
    pub(super) fn of<'s>(folder: &Path, segments: impl IntoIterator<Item = &'s Segment>) -> Reading {
        let queue = segments.into_iter().map(|segment| (path_of(segment, folder), segment.length)).collect();
        Reading { queue, open: None }
    }

    /// Whether everything has been read.
    pub(super) fn is_done(&self) -> bool {
        self.queue.is_empty() && self.open.is_none()
    }

    /// Reads some lines, and lists what cannot be read.
    pub(super) fn fetch(&mut self, batch: &mut Batch, unread: &mut Listed<SegmentFault>) {
        while !batch.is_full() {
            let Some(opened) = &mut self.open else {
                let Some((path, length)) = self.queue.pop_front() else { return };
                match opened(path, length) {
                    Ok(opened) => self.open = opened,
                    Err(fault) => unread.push(fault),
                }
                continue;
            };
            match batch.fill(&mut opened.lines, &mut opened.faults) {
                Ok(true) => {}
                Ok(false) => {
                    let Some(Opened { path, faults, .. }) = self.open.take() else { return };
                    if !faults.is_empty() {
                        unread.push(if_whole(path, |path| SegmentFault::Refused(path, faults)));
                    }
                }
                Err(error) => {
                    unread.push(SegmentFault::Unreadable(opened.path.clone(), error));
                    self.open = None;
                }
            }
        }
    }
}

/// A file that is being read.
#[derive(Debug)]
struct Opened {
    path: PathBuf,
    lines: LinesReader<BufReader<Take<File>>>,
    /// The lines that were kept out.
    faults: Listed<String>,
}

/// Opens the file of a segment; `None` if the file is gone.
fn opened(path: PathBuf, length: u64) -> Result<Option<Opened>, SegmentFault> {
    let lines = open(&path).map_err(FileFault::Io).and_then(|file| LinesReader::new(BufReader::new(file.take(length))));
    match lines {
        Ok(lines) => Ok(Some(Opened { path, lines, faults: Listed::default() })),
        Err(FileFault::Io(error)) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(FileFault::Io(error)) => Err(SegmentFault::Unreadable(path, error)),
        Err(FileFault::Newer) => Err(SegmentFault::Newer(path)),
        Err(foreign) => Err(if_whole(path, |path| SegmentFault::Damaged(path, foreign.to_string()))),
    }
}

/// Returns this fault only if the file ends like every file of lines. A file still being copied lacks its end, and some
/// programs reserve room for a file before they write it; such a file is unfinished.
fn if_whole(path: PathBuf, fault: impl FnOnce(PathBuf) -> SegmentFault) -> SegmentFault {
    let end = |path: &Path| -> io::Result<[u8; 2]> {
        let (mut file, mut end) = (open(path)?, [0; 2]);
        file.seek(SeekFrom::End(-2))?;
        file.read_exact(&mut end)?;
        Ok(end)
    };
    if end(&path).is_ok_and(|end| end == *b"}\n") { fault(path) } else { SegmentFault::Unfinished(path) }
}
