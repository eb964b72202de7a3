//! One exchange of a book with a shared folder, step by step.
//!
//! The steps that need the book do not touch the folder, and those that touch the folder do not need the book. After any of
//! them the program may be stopped: what was taken in stays, what was not remembered is read or sent again, and nothing of
//! that counts twice.

mod mend;
mod reading;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::PathBuf;
use std::{io, mem};

use ginpad_core::hand::Moment;
use uuid::Uuid;

pub use self::mend::DamagedFiles;
use super::super::document::DocumentFault;
use super::super::error::BookError;
use super::super::merge::{Merged, Merging};
use super::super::namesakes::Namesakes;
use super::super::notice::Notice;
use super::super::pad::Pad;
use super::super::read;
use super::super::write;
use super::brought::{Brought, taken_in};
use super::fault::Unread;
use super::fetch::{Batch, Fetched};
use super::folder::{Listing, SharedFolder};
use super::held::Held;
use super::memory::{Position, Remembered, Senseless};
use super::segment::Segment;
use super::send::{Outgoing, Sent};

/// Why segments could not be written. Nothing of the book is lost by that.
#[derive(Debug)]
pub struct PutFault(pub io::Error);

/// One exchange of a book with a shared folder.
#[derive(Debug)]
pub struct Exchange {
    folder: SharedFolder,
    device: Uuid,
    /// The id of this device until another machine was found to have it too.
    before: Option<Uuid>,
    merging: Merging,
    listing: Listing,
    /// What the book remembered when the exchange began.
    asked: Remembered,
    removed: BTreeSet<Segment>,
    /// The segments that the book knows: of this folder, or of any if it does not know this one as it is now.
    known: BTreeSet<Segment>,
    /// What is to be read; `None` if nobody has looked yet.
    queue: Option<VecDeque<Batch>>,
    fetched: Vec<Fetched>,
    /// How many batches were read.
    read: usize,
    /// What the segments hold that were taken in. It is made when the first is read.
    held: Option<Held>,
    /// The people whom each device knows, this device first.
    people: Vec<(Uuid, BTreeSet<Uuid>)>,
    /// Whether people of one name are still to be joined.
    is_join_due: bool,
    /// The segments that make no sense.
    senseless: BTreeMap<Segment, Senseless>,
    /// The segments that were taken in or written, and are not remembered yet.
    to_remember: Vec<Segment>,
    /// What the book remembered when it was looked through for what is not in the folder, and how far it had grown.
    basis: Option<(Remembered, Position)>,
    outgoing: Option<Outgoing>,
    /// The numbers of segments of this device that are damaged.
    free: Vec<u32>,
    /// The segments of this device that are damaged, and are to be removed.
    damaged: Vec<Segment>,
    /// Whether segments of this device could not be judged.
    has_unjudged: bool,
    /// Whether another program shared or restored the book meanwhile, so that nothing was collected.
    pub is_overtaken: bool,
    /// The files of this device that were not what it had written, and are removed. All that they held is in the folder again.
    pub mended: Vec<PathBuf>,
    /// What came.
    pub brought: Brought,
    /// What goes.
    pub sent: Sent,
    /// What was not read.
    pub unread: Unread,
}

impl Exchange {
    /// Looks what is in the folder.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn begin(folder: SharedFolder, device: Uuid, namesakes: Namesakes, now: Moment) -> io::Result<Exchange> {
        let mut exchange = Exchange {
            folder,
            device,
            before: None,
            merging: Merging { namesakes, is_backed_up: false, now },
            listing: Listing::default(),
            asked: Remembered::default(),
            removed: BTreeSet::new(),
            known: BTreeSet::new(),
            queue: None,
            fetched: Vec::new(),
            read: 0,
            held: None,
            people: Vec::new(),
            is_join_due: false,
            senseless: BTreeMap::new(),
            to_remember: Vec::new(),
            basis: None,
            outgoing: None,
            free: Vec::new(),
            damaged: Vec::new(),
            has_unjudged: false,
            is_overtaken: false,
            mended: Vec::new(),
            brought: Brought::default(),
            sent: Sent::default(),
            unread: Unread::default(),
        };
        exchange.again(device)?;
        Ok(exchange)
    }

    /// Begins again, because the exchange was overtaken. What came until now stays told.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn again(&mut self, device: Uuid) -> io::Result<()> {
        self.device = device;
        self.unread = Unread::default();
        self.listing = self.folder.listing(device, &mut self.unread)?;
        (self.queue, self.held, self.basis, self.outgoing) = (None, None, None, None);
        self.fetched.clear();
        self.senseless.clear();
        self.to_remember.clear();
        self.free.clear();
        self.damaged.clear();
        self.mended.clear();
        self.has_unjudged = false;
        self.is_overtaken = false;
        Ok(())
    }

    /// Asks the book what it knows of the folder. Without a book this step is left out.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn ask(&mut self, pad: &Pad<'_>) -> Result<(), BookError> {
        self.asked = pad.remembered(&self.listing.segments)?;
        self.removed = pad.sqlite(read::removed_segments(&pad.transaction))?;
        self.known = match self.asked.folder {
            Some(_) => self.asked.known.clone(),
            None => pad.sqlite(read::every_shared_segment(&pad.transaction))?,
        };
        Ok(())
    }

    /// Whether another book has written as this device: its folder holds what this book does not. `pad` is `None` if there is no
    /// book.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn meets_itself(&self, pad: Option<&Pad<'_>>) -> Result<bool, BookError> {
        let own = self.fetched.iter().filter(|fetched| fetched.batch.device == self.device);
        for fetched in own {
            let (Some(pad), Some(held)) = (pad, &self.held) else { return Ok(true) };
            let ids = pad.sqlite(read::Ids::of(&pad.transaction))?;
            if held.has_unknown(fetched.number, |id| pad.sqlite(ids.has(id)))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The device that this one is taken for in the folder.
    pub const fn device(&self) -> Uuid {
        self.device
    }

    /// Goes by another id from now on.
    pub fn go_by(&mut self, device: Uuid) {
        self.before = Some(mem::replace(&mut self.device, device));
        self.listing.own.clear();
        // Those are the files of the other machine now.
        self.free.clear();
        self.damaged.clear();
    }

    /// Takes in what was read, and joins people of one name once nothing is left to be read. What is not what a book holds
    /// leaves nothing behind, and is listed. `look` sees the book before anything comes that may change these games.
    ///
    /// # Errors
    /// The book cannot be written. The caller must not commit then.
    pub fn receive(
        &mut self,
        pad: &Pad<'_>,
        mut look: impl FnMut(&Pad<'_>, &BTreeSet<Uuid>) -> Result<(), BookError>,
    ) -> Result<(), BookError> {
        self.keep_page(pad)?;
        let remembered = pad.remembered(&self.listing.segments)?;
        let is_all_sent = match &remembered.sent {
            Some(sent) => *sent == pad.position()?,
            None => pad.is_empty()?,
        };
        let (people, mut taken) = (pad.people_now()?, Vec::new());
        for Fetched { batch, number, contents } in mem::take(&mut self.fetched) {
            let Some(held) = &self.held else { continue };
            match pad.all_or_nothing(|pad| taken_in(pad, contents, held, self.merging, &mut look)) {
                Ok(came) => {
                    self.knows_people(batch.device, &came.people);
                    self.brought.add(came, batch.device, batch.device == self.device);
                    taken.extend(batch.segments);
                }
                Err(DocumentFault::Book(error)) => return Err(error),
                Err(fault) => self.refuse(batch, number, Senseless::refused(fault))?,
            }
        }
        self.brought.joined_elsewhere.extend(pad.joined_since(&people)?);
        let is_last = self.queue.as_ref().is_none_or(VecDeque::is_empty);
        let has_joined = is_last && self.join_people(pad)?;
        self.is_join_due = !is_last;
        if taken.iter().any(|segment| self.removed.contains(segment)) {
            pad.came_back(&taken)?;
        }
        // What was written beside it is not in the folder yet.
        if is_all_sent && !has_joined && !taken.is_empty() {
            let noted = self.noted(&remembered.known, &taken);
            pad.remember(remembered.folder, (&pad.position()?, &noted), &taken)?;
        } else {
            self.to_remember.extend(taken);
        }
        Ok(())
    }

    /// The game that lies open stays so although the device goes by another id.
    fn keep_page(&mut self, pad: &Pad<'_>) -> Result<(), BookError> {
        let Some(before) = self.before.take() else { return Ok(()) };
        if let Some(page) = pad.sqlite(read::opened_by(&pad.transaction, before))? {
            pad.sqlite(write::chosen_game(&pad.transaction, pad.device, page))?;
        }
        Ok(())
    }

    fn knows_people(&mut self, device: Uuid, people: &BTreeSet<Uuid>) {
        match self.people.iter_mut().find(|(known, _)| *known == device) {
            Some((_, known)) => known.extend(people),
            None => self.people.push((device, people.clone())),
        }
    }

    /// Joins people of one name, once everything is there: somebody may have been joined already by what came last. Each
    /// device knows its own people apart. Says whether anything was written.
    fn join_people(&mut self, pad: &Pad<'_>) -> Result<bool, BookError> {
        let before = pad.position()?;
        for (at, (_, people)) in self.people.iter().enumerate() {
            let of_others = self.people.iter().skip(at + 1).flat_map(|(_, people)| people).copied().collect();
            let mut merged = Merged::default();
            pad.join_namesakes(people, &of_others, self.merging, &mut merged)?;
            self.brought.add_people(merged);
        }
        Ok(pad.position()? != before)
    }

    /// Collects what of the book is not in the folder yet.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged; or there is no room for a temporary file.
    pub fn collect(&mut self, pad: &Pad<'_>) -> Result<(), BookError> {
        let (remembered, now) = (pad.remembered(&self.listing.segments)?, pad.position()?);
        if self.asked.folder.is_some() && remembered.folder != self.asked.folder {
            // Another program has shared or restored the book just now. It is not all to be sent anew.
            self.is_overtaken = true;
            return Ok(());
        }
        if remembered.sent.as_ref() != Some(&now) {
            let is_there = |id, hash: &_| self.held.as_ref().map_or(Ok(false), |held| held.has(id, hash));
            self.outgoing = pad.unsent(remembered.sent.as_ref(), &now, is_there)?;
        }
        self.sent = self.outgoing.as_ref().map(|outgoing| outgoing.sent).unwrap_or_default();
        self.basis = Some((remembered, now));
        Ok(())
    }

    /// Writes what was collected into the folder, and then removes the files that were damaged. The answer is what is odd
    /// about the folder.
    ///
    /// # Errors
    /// The folder cannot be written. The book can be sent again.
    pub fn put(&mut self) -> Result<Option<Notice>, PutFault> {
        let notice = match self.outgoing.take() {
            Some(outgoing) => self.put_segments(outgoing)?,
            None => None,
        };
        // Without a basis nothing was collected.
        if self.basis.is_some() {
            self.remove_damaged();
        }
        Ok(notice)
    }

    fn put_segments(&mut self, outgoing: Outgoing) -> Result<Option<Notice>, PutFault> {
        let free = mem::take(&mut self.free);
        let next = self.listing.next(self.device, &free);
        let written = |segment: Segment, length: u64| {
            self.listing.own.insert(segment.clone(), length);
            self.listing.segments.insert(segment.clone());
            self.to_remember.push(segment);
        };
        outgoing.put(self.folder.path(), self.device, free.into_iter().chain(next), written).map_err(PutFault)
    }

    /// Whether anything is to be remembered. What was collected must have been written.
    pub fn has_news(&self) -> bool {
        let is_otherwise = |(before, now): &(Remembered, Position)| {
            let is_further = before.sent.as_ref().is_some_and(|sent| sent != now);
            is_further || before.folder.is_some() && before.noted != self.noted(&before.known, &[])
        };
        !self.to_remember.is_empty() || self.basis.as_ref().is_some_and(is_otherwise)
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
        let segments = mem::take(&mut self.to_remember);
        pad.remember(basis.folder, (&now, &self.noted(&basis.known, &segments)), &segments)
    }
}
