//! Reads what is new in a shared folder, a few lines at a time.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use ginpad_core::facts::{Change, Found};
use ginpad_core::ledger::Segment;
use ginpad_core::listed::Listed;

use super::super::intake::Batch;
use super::segment::{Opened, SegmentFault, if_whole, opened, path_of};

/// Files that are read one after another, each up to its length.
#[derive(Debug, Default)]
pub(super) struct Reading {
    queue: VecDeque<(PathBuf, u64)>,
    open: Option<Opened>,
}

impl Reading {
    /// The files of these segments.
    pub(super) fn of<'s>(folder: &Path, segments: impl IntoIterator<Item = &'s Segment>) -> Reading {
        let queue = segments.into_iter().map(|segment| (path_of(segment, folder), segment.length)).collect();
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
