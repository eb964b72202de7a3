//! Reads what is new in a shared folder, a few lines at a time.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read as _, Seek as _, SeekFrom, Take};
use std::path::{Path, PathBuf};

use ginpad_core::facts::{Change, FileFault, Found, LinesReader};
use ginpad_core::listed::Listed;

use super::super::intake::Batch;
use super::super::look;
use super::fault::SegmentFault;
use super::segment::Segment;

/// Files that are read one after another, each up to its length.
#[derive(Debug)]
pub(super) struct Reading {
    queue: VecDeque<(PathBuf, u64)>,
    open: Option<Opened>,
}

/// A file that is being read.
#[derive(Debug)]
struct Opened {
    path: PathBuf,
    lines: LinesReader<BufReader<Take<File>>>,
    /// What was kept out of it.
    faults: Listed<String>,
}

impl Reading {
    /// The files of these segments.
    pub(super) fn of<'s>(folder: &Path, segments: impl IntoIterator<Item = &'s Segment>) -> Reading {
        let queue = segments.into_iter().map(|segment| (segment.path(folder), segment.length)).collect();
        Reading { queue, open: None }
    }

    /// Whether nothing is left to be read.
    pub(super) fn is_done(&self) -> bool {
        self.queue.is_empty() && self.open.is_none()
    }

    /// Reads some lines. What cannot be read is listed.
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
            match opened.lines.next() {
                Some(Ok(Found::Line(line))) => match Change::read(&line) {
                    Ok(_) => batch.push(line),
                    Err(fault) => opened.faults.push(fault.to_string()),
                },
                Some(Ok(Found::Fault(fault))) => opened.faults.push(fault.to_string()),
                Some(Ok(Found::Number(_))) => {}
                Some(Err(error)) => {
                    unread.push(SegmentFault::Unreadable(opened.path.clone(), error));
                    self.open = None;
                }
                None => {
                    let Some(Opened { path, faults, .. }) = self.open.take() else { return };
                    if !faults.is_empty() {
                        unread.push(if_whole(path, |path| SegmentFault::Refused(path, faults)));
                    }
                }
            }
        }
    }
}

/// Opens the file of a segment. There is none if it is not there any more.
fn opened(path: PathBuf, length: u64) -> Result<Option<Opened>, SegmentFault> {
    let lines =
        look::open(&path).map_err(FileFault::Io).and_then(|file| LinesReader::new(BufReader::new(file.take(length))));
    match lines {
        Ok(lines) => Ok(Some(Opened { path, lines, faults: Listed::default() })),
        Err(FileFault::Io(error)) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(FileFault::Io(error)) => Err(SegmentFault::Unreadable(path, error)),
        Err(FileFault::Newer) => Err(SegmentFault::Newer(path)),
        Err(foreign) => Err(if_whole(path, |path| SegmentFault::Damaged(path, foreign.to_string()))),
    }
}

/// The fault of a file that ends as every file of lines does. One that is copied in order lacks its end, and some programs
/// make room for a file before its content comes.
fn if_whole(path: PathBuf, fault: impl FnOnce(PathBuf) -> SegmentFault) -> SegmentFault {
    let end = |path: &Path| -> io::Result<[u8; 2]> {
        let (mut file, mut end) = (look::open(path)?, [0; 2]);
        file.seek(SeekFrom::End(-2))?;
        file.read_exact(&mut end)?;
        Ok(end)
    };
    if end(&path).is_ok_and(|end| end == *b"}\n") { fault(path) } else { SegmentFault::Unfinished(path) }
}
