//! One exchange of a book with a shared folder, step by step.
//!
//! The steps that need the book do not touch the folder, and those that touch the folder do not need the book. After any of
//! them the program may be stopped: what was taken in stays, and the rest is read or sent the next time.

use std::collections::{BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::{io, mem};

use ginpad_core::hand::Moment;
use ginpad_core::ledger::{Counted, Holdings, Lack, Namesakes, Part, Segment, Span};
use ginpad_core::listed::Listed;

use super::super::arrivals::Arrivals;
use super::super::error::BookError;
use super::super::intake::BeforeChange;
use super::super::notice::Notice;
use super::super::pad::Pad;
use super::listing::{Listing, SharedFolder};
use super::segment::{Reading, SegmentFault, path_of, put};

/// A segment with so many bytes of lines is full.
const FULL: usize = 8 << 20;

/// One exchange of a book with a shared folder.
#[derive(Debug, Default)]
pub struct Exchange {
    folder: SharedFolder,
    /// What comes from it.
    pub arrivals: Arrivals,
    /// The files of which the book holds every line, as far as it was asked, and the others.
    known: BTreeSet<Segment>,
    new: BTreeSet<Segment>,
    /// The files that were cut.
    cut: BTreeSet<Segment>,
    reading: Reading,
    /// What the folder lacks, once the book was asked.
    lacks: Option<VecDeque<Lack>>,
    /// The files that were not what they were when this device wrote them. All that they held is in the folder again.
    pub mended: Vec<PathBuf>,
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
            arrivals: Arrivals::new(namesakes, now),
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
        self.arrivals.ask(pad)?;
        let held = Holdings::of(&mut { pad })?;
        (self.known, self.new) = told_apart(pad, &held, mem::take(&mut self.new))?;
        self.reading = Reading::of(&self.folder.0, &self.new);
        Ok(())
    }

    /// Reads some of what is new in the folder, and says whether anything is to be taken in, or people are to be joined. What
    /// cannot be read is listed.
    pub fn fetch(&mut self) -> bool {
        self.reading.fetch(&mut self.arrivals.fetched, &mut self.unread);
        self.arrivals.is_waiting()
    }

    /// Takes in what was read: see [`Arrivals::receive`].
    ///
    /// # Errors
    /// The book cannot be written. The caller must not commit then.
    pub fn receive(&mut self, pad: &Pad<'_>, before: impl BeforeChange) -> Result<(), BookError> {
        self.arrivals.receive(pad, self.reading.is_done(), before)
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
                lacks.sort_by_key(|lack| !self.arrivals.own.contains(&lack.lines.writer));
                // Whoever hears that something could not be read knows that not everything came.
                if self.unread.is_empty() && self.cut.is_empty() {
                    let missing =
                        pad.gaps()?.into_iter().filter(|gap| self.arrivals.brought.writers.contains(&gap.writer));
                    missing.for_each(|gap| self.unread.push(SegmentFault::Missing(gap)));
                }
                none.insert(lacks.into())
            }
        };
        Lack::next(lacks, &mut { pad }, FULL)
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
            if !self.arrivals.own.contains(&segment.span.writer) {
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
