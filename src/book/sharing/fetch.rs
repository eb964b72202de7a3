//! Reads what is new in a shared folder, while nobody holds the book.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use uuid::Uuid;

use super::super::document::DocumentFault;
use super::super::error::BookError;
use super::super::union::{Contents, Gathering};
use super::fault::{SegmentFault, Unread};
use super::folder::SharedFolder;
use super::held::Held;
use super::memory::Senseless;
use super::segment::{self, Segment, Verdict};

/// Segments of one device, which are taken in together or not at all.
#[derive(Debug, Clone)]
pub(super) struct Batch {
    pub(super) device: Uuid,
    pub(super) segments: Vec<Segment>,
}

impl Batch {
    /// Two batches: the segments before this place, and those from there on. Either may be empty.
    pub(super) fn split(mut self, at: usize) -> [Batch; 2] {
        let rest = self.segments.split_off(at.min(self.segments.len()));
        let device = self.device;
        [self, Batch { device, segments: rest }]
    }
}

/// What a batch holds.
#[derive(Debug)]
pub(super) struct Fetched {
    pub(super) batch: Batch,
    /// The number of the batch among what is held.
    pub(super) number: usize,
    pub(super) contents: Contents,
}

/// What became of a batch that was read.
pub(super) enum Read {
    /// All of it was read.
    Fetched(Box<Fetched>),
    /// One of its segments, at this place, cannot be read, or makes no sense.
    Without(usize, Option<Senseless>),
}

/// Those of these segments that are whole. The others are named, and those that are damaged are put among `damaged`.
pub(super) fn whole(
    folder: &SharedFolder,
    segments: impl IntoIterator<Item = Segment>,
    (damaged, unread): (&mut BTreeSet<Segment>, &mut Unread),
) -> Vec<Segment> {
    let mut whole = Vec::new();
    for segment in segments {
        match segment::judge(folder.path(), &segment) {
            Ok(Verdict::Whole) => whole.push(segment),
            Ok(verdict) => {
                unread.push(fault_of(&verdict, folder, &segment));
                damaged.extend(matches!(verdict, Verdict::Damaged(_)).then_some(segment));
            }
            Err(error) => unread.push(SegmentFault::Unreadable(segment.path(folder.path()), error)),
        }
    }
    whole
}

/// Batches of segments, one for each device, that of this device first.
pub(super) fn batches(mut segments: Vec<Segment>, own: Uuid) -> VecDeque<Batch> {
    segments.sort();
    let mut devices: BTreeMap<(bool, Uuid), Vec<Segment>> = BTreeMap::new();
    for segment in segments {
        devices.entry((segment.device != own, segment.device)).or_default().push(segment);
    }
    devices.into_iter().map(|((_, device), segments)| Batch { device, segments }).collect()
}

/// What is wrong with a segment that is not whole.
fn fault_of(verdict: &Verdict, folder: &SharedFolder, segment: &Segment) -> SegmentFault {
    let path = segment.path(folder.path());
    match verdict {
        Verdict::Newer => SegmentFault::Newer(path),
        Verdict::Damaged(why) => SegmentFault::Damaged(path, (*why).into()),
        Verdict::Unfinished | Verdict::Whole => SegmentFault::Unfinished(path),
    }
}

/// Reads a batch. What it holds is kept under this number.
pub(super) fn read(
    folder: &SharedFolder,
    batch: &Batch,
    removed: &BTreeSet<Segment>,
    (held, number): (&Held, usize),
    unread: &mut Unread,
) -> Result<Read, BookError> {
    let mut gathering = Gathering::new()?;
    for (at, segment) in batch.segments.iter().enumerate() {
        let is_removed = removed.contains(segment);
        let read = segment::read(folder.path(), segment, |entry| {
            held.take(number, &entry, is_removed)?;
            Ok(gathering.take(entry)?)
        });
        match read {
            Ok(true) => {}
            // It is being copied in place just now. That says nothing about what it will be.
            Ok(false) => {
                unread.push(SegmentFault::Unfinished(segment.path(folder.path())));
                return Ok(Read::Without(at, None));
            }
            Err(DocumentFault::Book(error)) => return Err(error),
            Err(DocumentFault::Io(error)) => {
                unread.push(SegmentFault::Unreadable(segment.path(folder.path()), error));
                return Ok(Read::Without(at, None));
            }
            Err(fault) => return Ok(Read::Without(at, Some(Senseless::damaged(&fault)))),
        }
    }
    Ok(Read::Fetched(Box::new(Fetched { batch: batch.clone(), number, contents: gathering.done()? })))
}

/// The numbers that lack before the new segments of each device, after those that the book knows. `there` are all segments of
/// the folder. The number of a damaged one is there, but may be anything, and so says nothing of those before it.
pub(super) fn gaps(
    there: &BTreeSet<Segment>,
    damaged: &BTreeSet<Segment>,
    new: &BTreeSet<Segment>,
    known: &BTreeSet<Segment>,
) -> Vec<SegmentFault> {
    // The segments of a device come one after another, in the order of their numbers.
    let before: BTreeMap<Uuid, u32> = known.iter().map(|segment| (segment.device, segment.number)).collect();
    let mut expected: BTreeMap<Uuid, u32> =
        new.iter().map(|segment| (segment.device, before.get(&segment.device).copied().unwrap_or(0) + 1)).collect();
    let (mut gaps, mut since_whole) = (Vec::new(), Vec::new());
    for segment in there {
        let device = segment.device;
        let Some(expected) = expected.get_mut(&device) else { continue };
        since_whole.retain(|damaged: &&Segment| damaged.device == device);
        since_whole.push(segment);
        if damaged.contains(segment) {
            continue;
        }
        for &Segment { number, .. } in since_whole.drain(..) {
            if number > *expected {
                let count = usize::try_from(number - *expected).unwrap_or(usize::MAX);
                gaps.push(SegmentFault::Missing { device, first: *expected, count });
            }
            *expected = (*expected).max(number + 1);
        }
    }
    gaps
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use sha2::{Digest as _, Sha256};

    use super::*;

    #[test]
    fn only_what_is_as_it_was_written_is_found_senseless_for_good() {
        let table = tempfile::tempdir().unwrap();
        let folder = SharedFolder::open(table.path(), Path::new("/nowhere/book.db")).unwrap();
        let content = "nonsense}\n";
        let segment = Segment::of(Uuid::from_u128(7), 1, &Sha256::new_with_prefix(content));
        let path = segment.path(table.path());
        fs::create_dir(path.parent().unwrap()).unwrap();
        let batch = Batch { device: segment.device, segments: vec![segment] };
        let empty = "{\"schema\": \"ginpad/book/1\", \"changes\": [], \"facts\": []}\n";
        // Half of it, what is whole and is not it, and it.
        for (there, is_it) in [("nons", false), (empty, false), (content, true)] {
            fs::write(&path, there).unwrap();
            let (held, mut unread) = (Held::new().unwrap(), Unread::default());
            let found = read(&folder, &batch, &BTreeSet::new(), (&held, 1), &mut unread).unwrap();
            let Read::Without(0, why) = found else { panic!("{there}") };
            assert_eq!((why.is_some(), unread.is_wrong()), (is_it, false), "{there}");
            assert_eq!(unread.listed.total(), usize::from(!is_it), "{there}");
        }
    }

    #[test]
    fn only_numbers_after_those_that_are_known_lack() {
        let segments = |numbers: &[u32]| -> BTreeSet<Segment> {
            let of = |number: &u32| Segment { device: Uuid::from_u128(7), number: *number, digest: [0; 16] };
            numbers.iter().map(of).collect()
        };
        let lacking_beside = |known: &[u32], there: &[u32], damaged: &[u32]| -> Vec<(u32, usize)> {
            let (known, damaged) = (segments(known), segments(damaged));
            let there: BTreeSet<Segment> = segments(there).union(&damaged).cloned().collect();
            let new = there.difference(&known).cloned().collect();
            let gaps = gaps(&there, &damaged, &new, &known).into_iter();
            gaps.filter_map(|gap| match gap {
                SegmentFault::Missing { first, count, .. } => Some((first, count)),
                _ => None,
            })
            .collect()
        };
        let lacking = |known: &[u32], there: &[u32]| lacking_beside(known, there, &[]);
        assert_eq!(lacking(&[], &[1, 2]), []);
        assert_eq!(lacking(&[], &[3, 4, 8]), [(1, 2), (5, 3)]);
        assert_eq!(lacking(&[1, 4], &[1, 3, 4, 5]), []);
        assert_eq!(lacking(&[1], &[1, 3]), [(2, 1)]);
        assert_eq!(lacking(&[1, 3], &[1, 3]), []);
        // A damaged one does not lack, and what only it comes after may be nothing.
        assert_eq!(lacking_beside(&[1], &[1, 3], &[2]), []);
        assert_eq!(lacking_beside(&[1], &[1, 6], &[3, 4]), [(2, 1), (5, 1)]);
        assert_eq!(lacking_beside(&[1], &[1, 2], &[99_999_999]), []);
    }
}
