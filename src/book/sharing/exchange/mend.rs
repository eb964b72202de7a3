//! What this device wrote and what is not as it was any more.

use std::collections::BTreeSet;
use std::fs;

use uuid::Uuid;

use super::super::memory::Noted;
use super::super::segment::{Segment, Verdict, judge};
use super::Exchange;

/// What becomes of files of this device that are not what it wrote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DamagedFiles {
    /// They are removed.
    AreRemoved,
    /// They stay, because this is only a trial.
    Stay,
}

impl Exchange {
    /// Looks whether the files of this device have the size that they had, and if not, whether they are what was written. Those
    /// that are not are removed, unless this is only a trial. Then the book must be asked again; it knows what they held,
    /// and sends it again.
    pub fn mend(&mut self, files: DamagedFiles) -> bool {
        let own = self.of_this_device(&self.asked.known, &[]);
        if own.is_empty() || !self.asked.noted.has_other_size(self.size_of(&own)) {
            return false;
        }
        for segment in own {
            let is_whole =
                !matches!(judge(self.folder.path(), &segment), Ok(Verdict::Unfinished | Verdict::Damaged(_)));
            let path = segment.path(self.folder.path());
            if is_whole || files == DamagedFiles::AreRemoved && fs::remove_file(&path).is_err() {
                continue;
            }
            self.listing.remove(&segment);
            self.free.push(segment.number);
            self.mended.push(path);
        }
        !self.mended.is_empty()
    }

    /// The segments of this device among these.
    fn of_this_device(&self, known: &BTreeSet<Segment>, more: &[Segment]) -> BTreeSet<Segment> {
        let own = known.iter().chain(more).filter(|segment| segment.device == self.device);
        own.filter(|segment| self.listing.own.contains_key(segment)).cloned().collect()
    }

    fn size_of(&self, own: &BTreeSet<Segment>) -> (Uuid, u64) {
        (self.device, own.iter().filter_map(|segment| self.listing.own.get(segment)).sum())
    }

    /// What is to be noted of the folder if the book knows these segments and more.
    pub(super) fn noted(&self, known: &BTreeSet<Segment>, more: &[Segment]) -> Noted {
        Noted::new(self.size_of(&self.of_this_device(known, more)), &self.senseless)
    }
}
