//! What this device wrote and what is not as it was any more.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::{fs, mem};

use uuid::Uuid;

use super::super::fault::SegmentFault;
use super::super::memory::Noted;
use super::super::segment::{Segment, Verdict, judge};
use super::Exchange;

/// What becomes of files of this device that are not what it wrote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DamagedFiles {
    /// They are removed, once all that they held is in the folder again.
    AreRemoved,
    /// They stay, because this is only a trial.
    Stay,
}

impl Exchange {
    /// Looks whether the files of this device have the size that they had, and if not, whether they are what was written. In a
    /// folder of which a file is gone nobody knows the size that they had. The answer is whether any is not what was written.
    /// Those that are not count as gone, and the book must be asked again: it knows what they held, and sends it again.
    pub fn mend(&mut self, files: DamagedFiles) -> bool {
        let own = self.of_this_device(&self.known, &[]);
        if own.is_empty() || !self.asked.noted.has_other_size(self.size_of(&own)) {
            return false;
        }
        let mut has_damaged = false;
        for segment in own {
            let path = segment.path(self.folder.path());
            match judge(self.folder.path(), &segment) {
                Ok(Verdict::Whole | Verdict::Newer) => {}
                Ok(Verdict::Unfinished | Verdict::Damaged(_)) => {
                    has_damaged = true;
                    self.listing.remove(&segment);
                    self.free.push(segment.number);
                    match files {
                        DamagedFiles::AreRemoved => self.damaged.push(segment),
                        DamagedFiles::Stay => self.mended.push(path),
                    }
                }
                Err(error) => {
                    self.has_unjudged = true;
                    self.unread.push(SegmentFault::Unreadable(path, error));
                }
            }
        }
        has_damaged
    }

    /// Removes the damaged files, now that the folder has again all that they held. Until then even half of one may be the
    /// only copy.
    pub(super) fn remove_damaged(&mut self) {
        for segment in mem::take(&mut self.damaged) {
            let path = segment.path(self.folder.path());
            // What is sent again may be the same, and stand in its place.
            let is_replaced = self.listing.segments.contains(&segment);
            match if is_replaced { Ok(()) } else { fs::remove_file(&path) } {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    // The book must go on to know it, so that the next exchange tries again.
                    self.basis = None;
                    self.unread.push(SegmentFault::Unreadable(path, error));
                }
                _ => self.mended.push(path),
            }
        }
    }

    /// The segments of this device among these.
    fn of_this_device(&self, known: &BTreeSet<Segment>, more: &[Segment]) -> BTreeSet<Segment> {
        let own = known.iter().chain(more).filter(|segment| segment.device == self.device);
        own.filter(|segment| self.listing.own.contains_key(segment)).cloned().collect()
    }

    fn size_of(&self, own: &BTreeSet<Segment>) -> (Uuid, u64) {
        (self.device, own.iter().filter_map(|segment| self.listing.own.get(segment)).sum())
    }

    /// What is to be noted of the folder if the book knows these segments and more. As long as one of them could not be
    /// judged, their size is not noted, so that the next exchange looks again.
    pub(super) fn noted(&self, known: &BTreeSet<Segment>, more: &[Segment]) -> Noted {
        let size = || self.size_of(&self.of_this_device(known, more));
        Noted::new((!self.has_unjudged).then(size), &self.senseless)
    }
}
