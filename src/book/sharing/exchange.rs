//! One exchange of a book with a shared folder, step by step.
//!
//! The steps that need the book do not touch the folder, and those that touch the folder do not need the book. After any of
//! them the program may be stopped: what was taken in stays, what was not remembered is read or sent again, and nothing of
//! that counts twice.

use std::collections::BTreeSet;
use std::io;
use std::mem;

use ginpad_core::hand::Moment;
use ginpad_core::listed::Listed;
use uuid::Uuid;

use super::super::document::DocumentFault;
use super::super::error::BookError;
use super::super::merge::{Merged, Merging, Quarantined};
use super::super::namesakes::Namesakes;
use super::super::notice::Notice;
use super::super::pad::Pad;
use super::super::read;
use super::super::union::Contents;
use super::fault::SegmentFault;
use super::fetch::{Fetched, fetch, gaps};
use super::folder::{Listing, SharedFolder};
use super::held::Held;
use super::memory::{Position, Remembered};
use super::segment::Segment;
use super::send::{Outgoing, Sent};

/// Why segments could not be written. Nothing of the book is lost by that.
#[derive(Debug)]
pub struct PutFault(pub io::Error);

/// What came from the other devices, and what it did.
#[derive(Debug, Default)]
pub struct Brought {
    /// From how many devices something new came.
    pub devices: usize,
    /// How many changes are new.
    pub changes: usize,
    /// How many facts are new.
    pub facts: usize,
    /// How many hands are new, without corrections.
    pub hands: usize,
    /// How many people are new.
    pub people: usize,
    /// How many of the facts the book held before a backup was restored.
    pub returned_facts: usize,
    /// How many of the hands the book held before a backup was restored.
    pub returned_hands: usize,
    /// What else became of it, device by device.
    pub merged: Vec<Merged>,
    /// What was kept out. Only the first of it is described.
    pub quarantined: Listed<Quarantined>,
}

/// One exchange of a book with a shared folder.
#[derive(Debug)]
pub struct Exchange {
    folder: SharedFolder,
    device: Uuid,
    merging: Merging,
    listing: Listing,
    /// What the book remembered when the exchange began.
    asked: Remembered,
    removed: BTreeSet<Segment>,
    fetched: Vec<Fetched>,
    /// What the segments hold that were taken in.
    held: Vec<Held>,
    /// The segments that were taken in or written, and are not remembered yet.
    to_remember: Vec<Segment>,
    /// What the book remembered when it was looked through for what is not in the folder, and how far it had grown.
    basis: Option<(Remembered, Position)>,
    outgoing: Option<Outgoing>,
    /// What came.
    pub brought: Brought,
    /// What goes.
    pub sent: Sent,
    /// What was not read.
    pub faults: Vec<SegmentFault>,
}

impl Exchange {
    /// Looks what is in the folder.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn begin(folder: SharedFolder, device: Uuid, namesakes: Namesakes, now: Moment) -> io::Result<Exchange> {
        let mut listing = folder.listing()?;
        let faults = mem::take(&mut listing.faults);
        Ok(Exchange {
            folder,
            device,
            merging: Merging { namesakes, is_backed_up: false, now },
            listing,
            asked: Remembered::default(),
            removed: BTreeSet::new(),
            fetched: Vec::new(),
            held: Vec::new(),
            to_remember: Vec::new(),
            basis: None,
            outgoing: None,
            brought: Brought::default(),
            sent: Sent::default(),
            faults,
        })
    }

    /// Asks the book what it knows of the folder. Without a book this step is left out.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn ask(&mut self, pad: &Pad<'_>) -> Result<(), BookError> {
        self.asked = pad.remembered(&self.listing.segments)?;
        self.removed = pad.sqlite(read::removed_segments(&pad.transaction))?;
        Ok(())
    }

    /// Reads what is new in the folder. What cannot be read is listed.
    ///
    /// # Errors
    /// There is no room for temporary files.
    pub fn fetch(&mut self) -> Result<(), BookError> {
        let new: BTreeSet<Segment> = self.listing.segments.difference(&self.asked.known).cloned().collect();
        self.faults.extend(gaps(&self.listing, &new, &self.asked.known));
        self.fetched = fetch(&self.folder, &new, self.device, &self.removed, &mut self.faults)?;
        Ok(())
    }

    /// Whether anything is to be taken in.
    pub fn has_fetched(&self) -> bool {
        !self.fetched.is_empty()
    }

    /// How many facts are to be taken in.
    pub fn facts_fetched(&self) -> usize {
        self.fetched.iter().map(|fetched| fetched.contents.facts()).sum()
    }

    /// Takes in what was read, and joins people of one name. What of a device is not what a book holds leaves nothing
    /// behind, and is listed. `look` sees the book before anything comes that may change these games.
    ///
    /// # Errors
    /// The book cannot be written. The caller must not commit then.
    pub fn receive(
        &mut self,
        pad: &Pad<'_>,
        mut look: impl FnMut(&Pad<'_>, &BTreeSet<Uuid>) -> Result<(), BookError>,
    ) -> Result<(), BookError> {
        let remembered = pad.remembered(&self.listing.segments)?;
        let is_all_sent = match &remembered.sent {
            Some(sent) => *sent == pad.position()?,
            None => pad.is_empty()?,
        };
        let (mut taken, mut all) = (Vec::new(), Vec::new());
        for Fetched { device, segments, contents, held } in mem::take(&mut self.fetched) {
            match pad.all_or_nothing(|pad| taken_in(pad, contents, &held, self.merging, &mut look)) {
                Ok(came) => {
                    taken.extend(segments);
                    self.held.push(held);
                    all.push((device, came));
                }
                Err(DocumentFault::Book(error)) => return Err(error),
                Err(DocumentFault::Refused(why)) => self.faults.push(SegmentFault::Refused { device, why }),
                Err(fault) => {
                    let why = [fault.to_string()].into_iter().collect();
                    self.faults.push(SegmentFault::Refused { device, why });
                }
            }
        }
        self.join_people(pad, all)?;
        if taken.iter().any(|segment| self.removed.contains(segment)) {
            pad.came_back(&taken)?;
        }
        // What was written beside it is not in the folder yet.
        let has_joined = self.brought.merged.iter().any(|merged| !merged.joined.is_empty());
        if is_all_sent && !has_joined && !taken.is_empty() {
            pad.remember(remembered.folder, &pad.position()?, &taken)?;
        } else {
            self.to_remember = taken;
        }
        Ok(())
    }

    /// Joins people of one name, once everything is there: somebody may have been joined already by what came last. Each
    /// device knows its own people apart.
    fn join_people(&mut self, pad: &Pad<'_>, all: Vec<(Uuid, Came)>) -> Result<(), BookError> {
        let people: Vec<BTreeSet<Uuid>> = all.iter().map(|(_, came)| came.people.clone()).collect();
        for (at, (device, mut came)) in all.into_iter().enumerate() {
            let of_others: BTreeSet<Uuid> = people.iter().skip(at + 1).flatten().copied().collect();
            pad.join_namesakes(&came.people, &of_others, self.merging, &mut came.merged)?;
            self.brought.add(came, device == self.device);
        }
        Ok(())
    }

    /// Collects what of the book is not in the folder yet.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged; or there is no room for a temporary file.
    pub fn collect(&mut self, pad: &Pad<'_>) -> Result<(), BookError> {
        let (remembered, now) = (pad.remembered(&self.listing.segments)?, pad.position()?);
        if self.asked.folder.is_some() && remembered.folder != self.asked.folder {
            // Another program has shared or restored the book just now. It is not all to be sent anew.
            return Ok(());
        }
        if remembered.sent.as_ref() != Some(&now) {
            let is_there = |id, hash: &_| {
                for held in &self.held {
                    if held.has(id, hash)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            };
            self.outgoing = pad.unsent(remembered.sent.as_ref(), &now, is_there)?;
        }
        self.sent = self.outgoing.as_ref().map(|outgoing| outgoing.sent).unwrap_or_default();
        self.basis = Some((remembered, now));
        Ok(())
    }

    /// Writes what was collected into the folder. The answer is what is odd about the folder.
    ///
    /// # Errors
    /// The folder cannot be written. The book can be sent again.
    pub fn put(&mut self) -> Result<Option<Notice>, PutFault> {
        let Some(outgoing) = self.outgoing.take() else { return Ok(None) };
        let number = self.listing.next(self.device);
        let written = |segment: Segment| {
            self.listing.segments.insert(segment.clone());
            self.to_remember.push(segment);
        };
        outgoing.put(self.folder.path(), self.device, number, written).map_err(PutFault)
    }

    /// Whether anything is to be remembered. What was collected must have been written.
    pub fn has_news(&self) -> bool {
        let is_further = |(before, now): &(Remembered, Position)| before.sent.as_ref().is_some_and(|sent| sent != now);
        !self.to_remember.is_empty() || self.basis.as_ref().is_some_and(is_further)
    }

    /// Remembers what was read and sent. If the book was restored in the meantime, or another program has shared it, nothing
    /// is remembered, and the next exchange finds it out.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn remember(&mut self, pad: &Pad<'_>) -> Result<(), BookError> {
        let Some((basis, now)) = self.basis.take() else { return Ok(()) };
        let read = pad.remembered(&self.listing.segments)?;
        if pad.device != self.device || read != basis {
            return Ok(());
        }
        pad.remember(basis.folder, &now, &mem::take(&mut self.to_remember))
    }
}

/// What came of one device.
struct Came {
    merged: Merged,
    quarantined: Listed<Quarantined>,
    /// How many facts and hands the book held before a backup was restored.
    returned: (usize, usize),
    people: BTreeSet<Uuid>,
}

/// Takes in what is new of one device.
fn taken_in(
    pad: &Pad<'_>,
    contents: Contents,
    held: &Held,
    merging: Merging,
    look: impl FnOnce(&Pad<'_>, &BTreeSet<Uuid>) -> Result<(), BookError>,
) -> Result<Came, DocumentFault> {
    let sifted = pad.sift(contents)?;
    look(pad, &sifted.concerned)?;
    let returned = sifted.new_ids()?.into_iter().try_fold((0, 0), |(facts, hands), (id, is_hand)| {
        let was = usize::from(held.was_removed(id)?);
        Ok::<_, BookError>((facts + was, hands + was * usize::from(is_hand)))
    })?;
    let quarantined = sifted.quarantined.clone();
    let (merged, people) = pad.merge_facts(sifted, merging)?;
    Ok(Came { merged, quarantined, returned, people })
}

impl Brought {
    fn add(&mut self, came: Came, is_own: bool) {
        let Came { merged, quarantined, returned: (facts, hands), .. } = came;
        let is_new = merged.taken.changes + merged.taken.facts > 0;
        self.devices += usize::from(is_new && !is_own);
        self.changes += merged.taken.changes;
        self.facts += merged.taken.facts;
        self.hands += merged.hands;
        self.people += merged.people;
        self.returned_facts += facts;
        self.returned_hands += hands;
        self.quarantined.more += quarantined.more;
        quarantined.items.into_iter().for_each(|out| self.quarantined.push(out));
        self.merged.push(merged);
    }

    /// Whether the book gained anything.
    pub const fn is_anything(&self) -> bool {
        self.changes + self.facts > 0
    }
}
