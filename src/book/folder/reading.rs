//! Reads what is new in a shared folder, a few lines at a time.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read as _, Seek as _, SeekFrom, Take};
use std::path::PathBuf;

use ginpad_core::facts::{Change, FileFault, Found, LinesReader};
use ginpad_core::listed::Listed;

use super::super::intake::Batch;
use super::super::look;
use super::fault::{SegmentFault, Unread};
use super::listing::SharedFolder;
use super::segment::Segment;

/// Files that are read one after another.
#[derive(Debug)]
pub(super) struct Reading {
    folder: SharedFolder,
    queue: VecDeque<Segment>,
    open: Option<Opened>,
    /// The files of which something was not read.
    pub(super) faulty: Vec<Segment>,
}

/// A file that is being read.
#[derive(Debug)]
struct Opened {
    segment: Segment,
    path: PathBuf,
    lines: LinesReader<BufReader<Take<File>>>,
    /// What was kept out of it.
    faults: Listed<String>,
}

impl Reading {
    /// Files that are to be read.
    pub(super) fn of(folder: SharedFolder, segments: impl IntoIterator<Item = Segment>) -> Reading {
        Reading { folder, queue: segments.into_iter().collect(), open: None, faulty: Vec::new() }
    }

    /// Whether nothing is left to be read.
    pub(super) fn is_done(&self) -> bool {
        self.queue.is_empty() && self.open.is_none()
    }

    /// Reads some lines.
    pub(super) fn fetch(&mut self, batch: &mut Batch, unread: &mut Unread) {
        while !batch.is_full() {
            let Some(opened) = self.opened(unread) else { return };
            match opened.lines.next() {
                Some(Ok(Found::Line(line))) => match Change::read(&line) {
                    Ok(_) => batch.push(line),
                    Err(fault) => opened.faults.push(fault.to_string()),
                },
                Some(Ok(Found::Fault(fault))) => opened.faults.push(fault.to_string()),
                Some(Ok(Found::Number(_))) => {}
                Some(Err(error)) => {
                    unread.push(SegmentFault::Unreadable(opened.path.clone(), error));
                    self.faulty.extend(self.open.take().map(|opened| opened.segment));
                }
                None => {
                    let Some(Opened { segment, path, lines, faults }) = self.open.take() else { return };
                    if !faults.is_empty() {
                        self.faulty.push(segment);
                        let mut file = lines.into_inner().into_inner().into_inner();
                        unread.push(match ends_whole(&mut file) {
                            Ok(false) => SegmentFault::Unfinished(path),
                            _ => SegmentFault::Refused(path, faults),
                        });
                    }
                }
            }
        }
    }

    /// The file that is being read, or else the next one.
    fn opened(&mut self, unread: &mut Unread) -> Option<&mut Opened> {
        while self.open.is_none() {
            let segment = self.queue.pop_front()?;
            let path = segment.path(self.folder.path());
            match opened(&segment, path.clone()) {
                Ok(opened) => self.open = Some(opened),
                Err(Some(fault)) => {
                    unread.push(fault);
                    self.faulty.push(segment);
                }
                Err(None) => {}
            }
        }
        self.open.as_mut()
    }
}

/// Opens the file of a segment, which must be a regular one. The error is missing if it is not there any more.
fn opened(segment: &Segment, path: PathBuf) -> Result<Opened, Option<SegmentFault>> {
    let file = match regular(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(None),
        Err(error) => return Err(Some(SegmentFault::Unreadable(path, error))),
    };
    let again = file.try_clone();
    match LinesReader::new(BufReader::new(file.take(segment.length))) {
        Ok(lines) => Ok(Opened { segment: segment.clone(), path, lines, faults: Listed::default() }),
        Err(FileFault::Io(error)) => Err(Some(SegmentFault::Unreadable(path, error))),
        Err(FileFault::Newer) => Err(Some(SegmentFault::Newer(path))),
        // Some programs make room for a file before its content comes.
        Err(FileFault::Foreign) => Err(Some(match again.and_then(|mut file| ends_whole(&mut file)) {
            Ok(true) => SegmentFault::Damaged(path, FileFault::Foreign.to_string()),
            _ => SegmentFault::Unfinished(path),
        })),
    }
}

fn regular(path: &std::path::Path) -> io::Result<File> {
    let file = look::open(path)?;
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(io::Error::other("it is not a regular file")),
    }
}

/// Whether a file ends as every file of lines does. What is copied in order lacks its end.
fn ends_whole(file: &mut File) -> io::Result<bool> {
    let mut last = [0; 2];
    file.seek(SeekFrom::End(-2))?;
    file.read_exact(&mut last)?;
    Ok(last == *b"}\n")
}
