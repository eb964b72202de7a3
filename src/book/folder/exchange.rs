//! One exchange of a book with a shared folder, step by step.
//!
//! The steps that need the book do not touch the folder, and those that touch the folder do not need the book. After any of
//! them the program may be stopped: what was taken in stays, and the rest is read or sent the next time.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::{io, mem};

use ginpad_core::facts::FactId;
use ginpad_core::hand::Moment;
use ginpad_core::ledger::{Apart, Batch, Counted, Holdings, Lack, Namesakes, Numbers, Part, Segment, Span};
use ginpad_core::listed::Listed;
use ginpad_core::players::Name;
use uuid::Uuid;

use super::super::error::BookError;
use super::super::intake::{TakenIn, people_of};
use super::super::namesakes::JoinedElsewhere;
use super::super::notice::Notice;
use super::super::own::Own;
use super::super::pad::Pad;
use super::listing::{Listing, SharedFolder};
use super::segment::{Reading, SegmentFault, path_of, put};

/// A segment with so many bytes of lines is full.
const FULL: usize = 8 << 20;

/// What came from the other devices, and what it did.
#[derive(Debug, Clone, Default)]
pub struct Brought {
    /// The writers from which something new came, without those of this device.
    pub writers: BTreeSet<Uuid>,
    /// All that is new.
    pub amount: Counted,
    /// What of it the book had until a restore removed it, or it was lost.
    pub returned: Counted,
    /// Who is one person now.
    pub joined: Vec<Name>,
    /// Who is one person now because another device said so.
    pub joined_elsewhere: Vec<JoinedElsewhere>,
    /// People of one name who stay apart.
    pub apart: Vec<Apart>,
}

/// One exchange of a book with a shared folder.
#[derive(Debug, Default)]
pub struct Exchange {
    folder: SharedFolder,
    namesakes: Namesakes,
    now: Moment,
    /// The writers that this device has been.
    own: Vec<Uuid>,
    /// The one that goes on writing.
    current: Option<Uuid>,
    /// The lines that the book had and has not any more.
    gone: Vec<Numbers>,
    /// The files of which the book holds every line, as far as it was asked, and the others.
    known: BTreeSet<Segment>,
    new: BTreeSet<Segment>,
    /// The files that were cut.
    cut: BTreeSet<Segment>,
    reading: Reading,
    fetched: Batch,
    /// The people whom each writer added that something came from. Whatever this device has written is of one.
    people: BTreeMap<Option<Uuid>, BTreeSet<FactId>>,
    /// The imported games that came.
    imported: BTreeSet<FactId>,
    /// What the folder lacks, once the book was asked.
    lacks: Option<VecDeque<Lack>>,
    /// The files that were not what they were when this device wrote them. All that they held is in the folder again.
    pub mended: Vec<PathBuf>,
    /// Whether another book has written as the present writer of this one, which takes a new id for that.
    pub meets_itself: bool,
    /// What came.
    pub brought: Brought,
    /// What went, as far as the caller counts it.
    pub sent: Counted,
    /// What was not read. Of much only the first is described.
    pub unread: Listed<SegmentFault>,
}

impl Exchange {
    /// Looks what is in the folder.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn begin(folder: SharedFolder, namesakes: Namesakes, now: Moment) -> io::Result<Exchange> {
        let Listing { whole, cut, unread } = folder.listing()?;
        Ok(Exchange {
            reading: Reading::of(&folder.0, &whole),
            folder,
            namesakes,
            now,
            new: whole,
            cut,
            unread,
            ..Exchange::default()
        })
    }

    /// Asks the book which files it need not read. Without a book this step is left out.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn ask(&mut self, pad: &Pad<'_>) -> Result<(), BookError> {
        (self.own, self.current, self.gone) = (pad.own_writers()?, pad.current_writer()?, pad.lines_gone()?);
        let held = Holdings::of(&mut { pad })?;
        (self.known, self.new) = told_apart(pad, &held, mem::take(&mut self.new))?;
        self.reading = Reading::of(&self.folder.0, &self.new);
        Ok(())
    }

    /// Reads some of what is new in the folder, and says whether anything is to be taken in, or people are to be joined. What
    /// cannot be read is listed.
    pub fn fetch(&mut self) -> bool {
        self.reading.fetch(&mut self.fetched, &mut self.unread);
        // What was read last may have brought nothing. Whoever came before is joined all the same.
        !self.fetched.lines.is_empty() || !self.people.is_empty()
    }

    /// Takes in what was read, and joins people of one name once nothing is left to be read. `before_change` sees the book before
    /// anything comes that may change these games.
    ///
    /// # Errors
    /// The book cannot be written. The caller must not commit then.
    pub fn receive(
        &mut self,
        pad: &Pad<'_>,
        mut before_change: impl FnMut(&Pad<'_>, &BTreeSet<FactId>) -> Result<(), BookError>,
    ) -> Result<(), BookError> {
        let (people, mut taken) = (pad.everyone()?, TakenIn::into(pad)?);
        for change in taken.take(pad, &mut self.fetched, &mut before_change)? {
            let (writer, number) = (change.writer, change.number);
            let is_own = self.own.contains(&writer);
            self.people.entry((!is_own).then_some(writer)).or_default().extend(people_of(&change));
            let was_here =
                self.gone.iter().any(|gone| gone.writer == writer && (gone.first..=gone.last).contains(&number));
            if was_here {
                self.brought.returned += &change;
            }
            self.meets_itself |= !was_here && self.current == Some(writer);
            if !was_here || !is_own {
                self.brought.writers.insert(writer);
            }
        }
        taken.number(pad, Own::default())?;
        self.brought.amount += taken.amount;
        self.imported.append(&mut taken.imported);
        self.brought.joined_elsewhere.extend(pad.joined_since(&people)?);
        if self.reading.is_done() {
            self.join_people(pad)?;
        }
        Ok(())
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

    /// Collects the next lines that the folder lacks, if there are any, as many as a file holds. [`Exchange::put`] writes
    /// them.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn collect(&mut self, pad: &Pad<'_>) -> Result<Option<Part>, BookError> {
        let lacks = match &mut self.lacks {
            Some(lacks) => lacks,
            none => {
                let held = Holdings::of(&mut { pad })?;
                let (known, _) = told_apart(pad, &held, mem::take(&mut self.new))?;
                let there: Vec<Span> = known.union(&self.known).map(|segment| segment.span).collect();
                let mut lacks = held.lacking(&there);
                lacks.sort_by_key(|lack| !self.own.contains(&lack.lines.writer));
                // Whoever hears that something could not be read knows that not everything came.
                if self.unread.is_empty() && self.cut.is_empty() {
                    let missing = pad.gaps()?.into_iter().filter(|gap| self.brought.writers.contains(&gap.writer));
                    missing.for_each(|gap| self.unread.push(SegmentFault::Missing(gap)));
                }
                none.insert(lacks.into())
            }
        };
        while let Some(lack) = lacks.front_mut() {
            if let Some(part) = lack.take(&mut { pad }, FULL)? {
                return Ok(Some(part));
            }
            lacks.pop_front();
        }
        Ok(None)
    }

    /// Writes lines into the folder that it lacks. The answer is what is odd about the folder.
    ///
    /// # Errors
    /// The folder cannot be written. The next exchange sends them.
    pub fn put(&mut self, part: Part) -> io::Result<Option<Notice>> {
        let amount = part.amount;
        let (segment, notice) = put(&self.folder.0, part)?;
        self.sent += amount;
        if self.cut.remove(&segment) {
            self.mended.push(path_of(&segment, &self.folder.0));
        }
        Ok(notice)
    }

    /// Lets files of this device that were cut be removed, now that all they held is in the folder again: until everything was
    /// put, even half of one may be the only copy. Those of others are not read.
    pub fn mend(&mut self, remove: impl Fn(&Path) -> io::Result<()>) {
        for segment in mem::take(&mut self.cut) {
            let path = path_of(&segment, &self.folder.0);
            if !self.own.contains(&segment.span.writer) {
                self.unread.push(SegmentFault::Unfinished(path));
                continue;
            }
            match remove(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    self.unread.push(SegmentFault::Unreadable(path, error));
                }
                _ => self.mended.push(path),
            }
        }
    }

    /// Whether something of the folder is wrong, and will not come right by waiting. Of very much that is taken for granted.
    pub fn is_wrong(&self) -> bool {
        self.unread.more > 0 || self.unread.items.iter().any(SegmentFault::is_wrong)
    }
}

/// The files of which a book holds every line, and the others.
fn told_apart(
    pad: &Pad<'_>,
    held: &Holdings,
    segments: BTreeSet<Segment>,
) -> Result<(BTreeSet<Segment>, BTreeSet<Segment>), BookError> {
    let (mut known, mut new) = (BTreeSet::new(), BTreeSet::new());
    for segment in segments {
        if held.has(&mut { pad }, &segment.span)? { &mut known } else { &mut new }.insert(segment);
    }
    Ok((known, new))
}
