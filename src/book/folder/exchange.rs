//! One exchange of a book with a shared folder, step by step.
//!
//! The steps that need the book do not touch the folder, and those that touch the folder do not need the book. After any of
//! them the program may be stopped: what was taken in stays, and the rest is read or sent the next time.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::{fs, io, mem};

use ginpad_core::facts::{Change, FactId, GapFact, Run, Store};
use ginpad_core::hand::Moment;
use ginpad_core::ledger::{Counted, Gap, Held, Span, gaps, given_up};
use ginpad_core::players::Name;
use uuid::Uuid;

use super::super::error::BookError;
use super::super::intake::{Batch, TakenIn, people_of};
use super::super::namesakes::{Apart, JoinedElsewhere, Namesakes};
use super::super::notice::Notice;
use super::super::own::Own;
use super::super::pad::Pad;
use super::fault::{SegmentFault, Unread};
use super::listing::{Listing, SharedFolder};
use super::reading::Reading;
use super::segment::Segment;
use super::sending::Sending;

/// What came from the other devices, and what it did.
#[derive(Debug, Clone, Default)]
pub struct Brought {
    /// The writers from which something new came, without those of this device.
    pub writers: BTreeSet<Uuid>,
    /// All that is new.
    pub said: Counted,
    /// What of it the book had until a restore removed it, or it was lost.
    pub returned: Counted,
    /// Who is one person now.
    pub joined: Vec<Name>,
    /// Who is one person now because another device said so.
    pub joined_elsewhere: Vec<JoinedElsewhere>,
    /// People of one name who stay apart.
    pub apart: Vec<Apart>,
}

impl Brought {
    /// Whether the book gained anything.
    pub const fn is_anything(&self) -> bool {
        self.said.changes > 0
    }
}

/// Why a file could not be written. Nothing of the book is lost by that.
#[derive(Debug)]
pub struct PutFault(pub io::Error);

/// What becomes of files of this device that were cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DamagedFiles {
    /// They are removed.
    AreRemoved,
    /// They stay, because this is only a trial.
    Stay,
}

/// One exchange of a book with a shared folder.
#[derive(Debug)]
pub struct Exchange {
    folder: SharedFolder,
    namesakes: Namesakes,
    now: Moment,
    /// The writers that this device has been.
    own: Vec<Uuid>,
    /// The one that goes on writing.
    current: Option<Uuid>,
    /// The lines that the book had and has not any more.
    gone: Vec<Gap>,
    listing: Listing,
    /// The files of which the book held every line when it was asked.
    known: BTreeSet<Segment>,
    reading: Option<Reading>,
    fetched: Batch,
    /// The writers of which files were read.
    read: BTreeSet<Uuid>,
    /// The people whom each writer added that something came from. Whatever this device has written is of one.
    people: BTreeMap<Option<Uuid>, BTreeSet<FactId>>,
    /// The imported games that came.
    imported: BTreeSet<FactId>,
    sending: Option<Sending>,
    /// The files that were not what they were when this device wrote them. All that they held is in the folder again.
    pub mended: Vec<PathBuf>,
    /// Whether another book has written as the present writer of this one, which takes a new id for that.
    pub meets_itself: bool,
    /// What came.
    pub brought: Brought,
    /// What went, as far as the caller counts it.
    pub sent: Counted,
    /// What was not read.
    pub unread: Unread,
}

impl Exchange {
    /// Looks what is in the folder.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn begin(folder: SharedFolder, namesakes: Namesakes, now: Moment) -> io::Result<Exchange> {
        let mut unread = Unread::default();
        let listing = folder.listing(&mut unread)?;
        Ok(Exchange {
            folder,
            namesakes,
            now,
            own: Vec::new(),
            current: None,
            gone: Vec::new(),
            listing,
            known: BTreeSet::new(),
            reading: None,
            fetched: Batch::default(),
            read: BTreeSet::new(),
            people: BTreeMap::new(),
            imported: BTreeSet::new(),
            sending: None,
            mended: Vec::new(),
            meets_itself: false,
            brought: Brought::default(),
            sent: Counted::default(),
            unread,
        })
    }

    /// Asks the book which files it need not read. Without a book this step is left out.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn ask(&mut self, pad: &Pad<'_>) -> Result<(), BookError> {
        (self.own, self.current, self.gone) = (pad.own_writers()?, pad.current_writer()?, pad.lines_gone()?);
        let store = &mut { pad };
        let held = Held::of(store)?;
        let mut new = Vec::new();
        for segment in &self.listing.whole {
            match held.has(store, &segment.span)? {
                true => drop(self.known.insert(segment.clone())),
                false => new.push(segment.clone()),
            }
        }
        for segment in &self.listing.cut {
            let is_own = self.own.contains(&segment.span.writer);
            if !is_own && !held.has(store, &segment.span)? {
                self.unread.push(SegmentFault::Unfinished(segment.path(self.folder.path())));
            }
        }
        self.begin_to_read(new);
        Ok(())
    }

    fn begin_to_read(&mut self, new: Vec<Segment>) {
        self.read = new.iter().map(|segment| segment.span.writer).collect();
        self.reading = Some(Reading::of(self.folder.clone(), new));
    }

    /// Reads some of what is new in the folder, and says whether anything is to be taken in, or people are to be joined. What
    /// cannot be read is listed.
    pub fn fetch(&mut self) -> bool {
        if self.reading.is_none() {
            for segment in &self.listing.cut {
                self.unread.push(SegmentFault::Unfinished(segment.path(self.folder.path())));
            }
            self.begin_to_read(self.listing.whole.iter().cloned().collect());
        }
        if let Some(reading) = &mut self.reading {
            reading.fetch(&mut self.fetched, &mut self.unread);
        }
        // What was read last may have brought nothing. Whoever came before is joined all the same.
        !self.fetched.is_empty() || !self.people.is_empty()
    }

    /// Takes in what was read, and joins people of one name once nothing is left to be read. `look` sees the book before
    /// anything comes that may change these games.
    ///
    /// # Errors
    /// The book cannot be written. The caller must not commit then.
    pub fn receive(
        &mut self,
        pad: &Pad<'_>,
        mut look: impl FnMut(&Pad<'_>, &BTreeSet<FactId>) -> Result<(), BookError>,
    ) -> Result<(), BookError> {
        let people = pad.people_now()?;
        let mut taken = TakenIn::into(pad)?;
        for change in taken.take(pad, &mut self.fetched, &mut look)? {
            let is_own = self.own.contains(&change.writer);
            self.people.entry((!is_own).then_some(change.writer)).or_default().extend(people_of(&change));
            self.count(&change);
        }
        taken.number(pad, Own::default())?;
        self.imported.append(&mut taken.imported);
        self.brought.joined_elsewhere.extend(pad.joined_since(&people)?);
        if self.reading.as_ref().is_some_and(Reading::is_done) {
            self.join_people(pad)?;
        }
        Ok(())
    }

    /// Counts a change that came.
    fn count(&mut self, change: &Change) {
        let (writer, number) = (change.writer, change.number);
        self.brought.said += change;
        let was_here = self.gone.iter().any(|gone| gone.writer == writer && (gone.first..=gone.last).contains(&number));
        if was_here {
            self.brought.returned += change;
        } else {
            self.meets_itself |= self.current == Some(writer);
        }
        if !was_here || !self.own.contains(&writer) {
            self.brought.writers.insert(writer);
        }
    }

    /// Joins people of one name, once everything is there: somebody may have been joined already by what came last. Each
    /// writer knows the people apart whom it added.
    fn join_people(&mut self, pad: &Pad<'_>) -> Result<(), BookError> {
        let mut people = mem::take(&mut self.people);
        while let Some((_, theirs)) = people.pop_first() {
            let of_others = people.values().flatten().copied().collect();
            let (met, change) = pad.meet_namesakes(&theirs, &of_others, &self.imported, self.namesakes)?;
            pad.write(change, self.now)?;
            self.brought.joined.extend(met.joined);
            for apart in met.apart {
                if !self.brought.apart.contains(&apart) {
                    self.brought.apart.push(apart);
                }
            }
        }
        Ok(())
    }

    /// Collects the next file that the folder lacks, and says how much it holds, if there is one. It is written by
    /// [`Exchange::put`].
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn collect(&mut self, pad: &Pad<'_>) -> Result<Option<Counted>, BookError> {
        let store = &mut { pad };
        let sending = match &mut self.sending {
            Some(sending) => sending,
            none => {
                let held = Held::of(store)?;
                let faulty = self.reading.iter().flat_map(|reading| &reading.faulty).chain(&self.listing.cut);
                name_gaps(store, &held, (&self.read, faulty), &mut self.unread)?;
                none.insert(Sending::of(store, &held, (&self.listing.whole, &self.known), &self.own)?)
            }
        };
        sending.collect(store)
    }

    /// Writes what was collected into the folder. The answer is what is odd about the folder.
    ///
    /// # Errors
    /// The folder cannot be written. The next exchange sends it.
    pub fn put(&mut self) -> Result<Option<Notice>, PutFault> {
        let Some(sending) = &mut self.sending else { return Ok(None) };
        let (segment, notice) = match sending.put(self.folder.path()).map_err(PutFault)? {
            Some(put) => put,
            None => return Ok(None),
        };
        if self.listing.cut.remove(&segment) {
            self.mended.push(segment.path(self.folder.path()));
        }
        self.listing.whole.insert(segment);
        Ok(notice)
    }

    /// Removes files of this device that were cut, now that all they held is in the folder again: until everything was put,
    /// even half of one may be the only copy.
    pub fn mend(&mut self, files: DamagedFiles) {
        let own = |segment: &Segment| self.own.contains(&segment.span.writer);
        for segment in self.listing.cut.iter().filter(|segment| own(segment)) {
            let path = segment.path(self.folder.path());
            match if files == DamagedFiles::Stay { Ok(()) } else { fs::remove_file(&path) } {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    self.unread.push(SegmentFault::Unreadable(path, error));
                }
                _ => self.mended.push(path),
            }
        }
    }
}

/// Names lines that have not come although later ones of the same writer have. What files hold that are named already is
/// not named again.
fn name_gaps<'f, S: Store>(
    store: &mut S,
    held: &Held,
    (read, faulty): (&BTreeSet<Uuid>, impl Iterator<Item = &'f Segment>),
    unread: &mut Unread,
) -> Result<(), S::Error> {
    if read.is_empty() {
        return Ok(());
    }
    let mut named = given_up(store)?;
    named.extend(faulty.map(|segment| segment.span).map(|Span { writer, first, last, .. }| GapFact {
        writer,
        first,
        last,
        before: None,
    }));
    let runs: Vec<Run> = held.runs().iter().filter(|run| read.contains(&run.writer)).cloned().collect();
    for Gap { writer, first, last } in gaps(&runs, &named) {
        unread.push(SegmentFault::Missing { writer, first, count: last - first + 1 });
    }
    Ok(())
}
