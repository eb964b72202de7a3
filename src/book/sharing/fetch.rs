//! Reads what is new in a shared folder, while nobody holds the book.

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use super::super::document::DocumentFault;
use super::super::error::BookError;
use super::super::union::{Contents, Gathering};
use super::fault::SegmentFault;
use super::folder::{Listing, SharedFolder};
use super::held::Held;
use super::segment::{self, Segment, Verdict};

/// What is new of one device.
#[derive(Debug)]
pub(super) struct Fetched {
    pub(super) device: Uuid,
    pub(super) segments: Vec<Segment>,
    pub(super) contents: Contents,
    pub(super) held: Held,
}

/// Reads new segments, device by device, those of this device first. What cannot be read is named.
pub(super) fn fetch(
    folder: &SharedFolder,
    new: &BTreeSet<Segment>,
    own: Uuid,
    removed: &BTreeSet<Segment>,
    faults: &mut Vec<SegmentFault>,
) -> Result<Vec<Fetched>, BookError> {
    let mut devices: BTreeMap<(bool, Uuid), Vec<Segment>> = BTreeMap::new();
    for segment in new {
        match segment::judge(folder.path(), segment) {
            Ok(Verdict::Whole) => {
                devices.entry((segment.device != own, segment.device)).or_default().push(segment.clone());
            }
            Ok(verdict) => faults.push(fault_of(verdict, folder, segment)),
            Err(error) => faults.push(SegmentFault::Unreadable(segment.path(folder.path()), error)),
        }
    }
    let mut fetched = Vec::new();
    for ((_, device), segments) in devices {
        fetched.extend(of_device(folder, device, segments, removed, faults)?);
    }
    Ok(fetched)
}

/// What is wrong with a segment that is not whole.
fn fault_of(verdict: Verdict, folder: &SharedFolder, segment: &Segment) -> SegmentFault {
    let path = segment.path(folder.path());
    match verdict {
        Verdict::Newer => SegmentFault::Newer(path),
        Verdict::Damaged(why) => SegmentFault::Damaged(path, why.into()),
        Verdict::Unfinished | Verdict::Whole => SegmentFault::Unfinished(path),
    }
}

/// Reads the segments of a device. One with a fault leaves nothing behind: the others are read again without it.
fn of_device(
    folder: &SharedFolder,
    device: Uuid,
    mut segments: Vec<Segment>,
    removed: &BTreeSet<Segment>,
    faults: &mut Vec<SegmentFault>,
) -> Result<Option<Fetched>, BookError> {
    'anew: while !segments.is_empty() {
        let (mut gathering, held) = (Gathering::new()?, Held::new()?);
        for at in 0..segments.len() {
            let Some(segment) = segments.get(at) else { break };
            let is_removed = removed.contains(segment);
            let read = segment::read(folder.path(), segment, |entry| {
                held.take(&entry, is_removed)?;
                Ok(gathering.take(entry)?)
            });
            let path = segment.path(folder.path());
            let why = match read {
                Ok(()) => continue,
                Err(DocumentFault::Book(error)) => return Err(error),
                Err(DocumentFault::Io(error)) => {
                    faults.push(SegmentFault::Unreadable(path, error));
                    None
                }
                Err(fault) => Some(fault.to_string()),
            };
            faults.extend(why.map(|why| SegmentFault::Damaged(segment.path(folder.path()), first_line(&why))));
            segments.remove(at);
            continue 'anew;
        }
        let contents = gathering.done()?;
        return Ok(Some(Fetched { device, segments, contents, held }));
    }
    Ok(None)
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_string()
}

/// The numbers that lack among the new segments of each device, after those that the book knows.
pub(super) fn gaps(listing: &Listing, new: &BTreeSet<Segment>, known: &BTreeSet<Segment>) -> Vec<SegmentFault> {
    let devices: BTreeSet<Uuid> = new.iter().map(|segment| segment.device).collect();
    let of = |among: &BTreeSet<Segment>, device: Uuid| -> BTreeSet<u32> {
        among.iter().filter(|segment| segment.device == device).map(|segment| segment.number).collect()
    };
    let mut gaps = Vec::new();
    for device in devices {
        let before = of(known, device).last().copied().unwrap_or(0);
        let mut expected = before + 1;
        for number in of(&listing.segments, device).into_iter().filter(|number| *number > before) {
            if number > expected {
                let count = usize::try_from(number - expected).unwrap_or(usize::MAX);
                gaps.push(SegmentFault::Missing { device, first: expected, count });
            }
            expected = number + 1;
        }
    }
    gaps
}
