//! Exchanges a book's lines with a shared folder, step by step.
//!
//! A step uses either the book or the folder, never both. The program may be stopped after any step: lines that were
//! taken in stay, and the rest is read or sent the next time.

use std::collections::{BTreeSet, VecDeque};
use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::mem;
use std::path::{Path, PathBuf};

use uuid::Uuid;

use super::super::arrivals::Arrivals;
use super::super::error::BookError;
use super::super::notice::Notice;
use super::super::open_book::OpenBook;
use super::segment::{Reading, SegmentFault, path_of, put};
use crate::disk::{folder_of, kind_of};
use ginpad_core::hand::Moment;
use ginpad_core::ledger::{Holdings, Lack, Namesakes, Portion, Segment, Span};
use ginpad_core::listed::Listed;

/// A segment is full at this many bytes of lines.
const FULL: usize = 8 << 20;

/// One exchange of a book with a shared folder. Methods are its steps.
#[derive(Debug, Default)]
pub struct Exchange {
    folder: SharedFolder,
    /// The lines that come from it.
    pub arrivals: Arrivals,
    /// The files of which the book held every line when it was asked, and the others.
    in_book: BTreeSet<Segment>,
    new: BTreeSet<Segment>,
    /// The files whose end is missing.
    cut: BTreeSet<Segment>,
    reading: Reading,
    /// The lines that the folder lacks; `None` until the book is asked.
    lacks: Option<VecDeque<Lack>>,
    /// Files of this device that were damaged. The folder has all their lines again.
    pub mended: Vec<PathBuf>,
    /// The files and lines that were not read. If there are many, only the first are described.
    pub unread: Listed<SegmentFault>,
}

impl Exchange {
    /// Lists the files in the folder.
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

    /// Asks the book which files it need not read. Skip this step if there is no book yet.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn ask(&mut self, open: &OpenBook<'_>) -> Result<(), BookError> {
        self.arrivals.ask(open)?;
        let held = Holdings::of(&mut { open })?;
        (self.in_book, self.new) = by_content(open, &held, mem::take(&mut self.new))?;
        self.reading = Reading::of(&self.folder.0, &self.new);
        Ok(())
    }

    /// Reads some of the new files, and returns whether there are lines to take in or people to join. Unreadable files
    /// are listed.
    pub fn fetch(&mut self) -> bool {
        self.reading.fetch(&mut self.arrivals.fetched, &mut self.unread);
        self.arrivals.is_all = self.reading.is_done();
        self.arrivals.is_waiting()
    }

    /// Collects the next lines that the folder lacks, up to one file of them. [`Exchange::put`] writes them.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn collect(&mut self, open: &OpenBook<'_>) -> Result<Option<Portion>, BookError> {
        let lacks = match &mut self.lacks {
            Some(lacks) => lacks,
            none => {
                let held = Holdings::of(&mut { open })?;
                let (in_book, _) = by_content(open, &held, mem::take(&mut self.new))?;
                let in_folder: Vec<Span> = in_book.union(&self.in_book).map(|segment| segment.span).collect();
                let mut lacks = held.lacking(&in_folder);
                lacks.sort_by_key(|lack| !self.arrivals.own.contains(&lack.lines.writer));
                // If a file could not be read, the user knows already that lines are missing.
                if self.unread.is_empty() && self.cut.is_empty() {
                    let missing =
                        open.gaps()?.into_iter().filter(|gap| self.arrivals.brought.writers.contains(&gap.writer));
                    missing.for_each(|gap| self.unread.push(SegmentFault::Missing(gap)));
                }
                none.insert(lacks.into())
            }
        };
        Lack::next(lacks, &mut { open }, FULL)
    }

    /// Writes lines that the folder lacks into it. Returns a notice if the folder is odd.
    ///
    /// # Errors
    /// The folder cannot be written. The next exchange sends the lines again.
    pub fn put(&mut self, part: Portion) -> io::Result<Option<Notice>> {
        let amount = part.amount;
        let (segment, notice) = put(&self.folder.0, part)?;
        self.arrivals.brought.sent += amount;
        if self.cut.remove(&segment) {
            self.mended.push(path_of(&segment, &self.folder.0));
        }
        Ok(notice)
    }

    /// Removes cut files of this device. Call it after everything was put: until then even half a file may be the only
    /// copy. Cut files of other devices are listed as unread.
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
}

/// Splits files into those of which the book holds every line, and the others.
fn by_content(
    open: &OpenBook<'_>,
    held: &Holdings,
    segments: BTreeSet<Segment>,
) -> Result<(BTreeSet<Segment>, BTreeSet<Segment>), BookError> {
    let (mut in_book, mut new) = (BTreeSet::new(), BTreeSet::new());
    for segment in segments {
        if held.has(&mut { open }, &segment.span)? { &mut in_book } else { &mut new }.insert(segment);
    }
    Ok((in_book, new))
}

/// Why a folder cannot be shared.
#[derive(Debug)]
pub enum FolderFault {
    /// The book is in it.
    HoldsTheBook,
    /// It is missing, is not a folder, or cannot be read.
    Unreadable(io::Error),
}

/// A folder that several devices share.
#[derive(Debug, Default)]
pub struct SharedFolder(pub(super) PathBuf);

/// The files in a shared folder.
#[derive(Debug, Default)]
pub(super) struct Listing {
    /// The files whose length is the one in their names.
    pub(super) whole: BTreeSet<Segment>,
    /// The files with another length.
    pub(super) cut: BTreeSet<Segment>,
    /// Files whose names resemble a segment's, or that are not files.
    pub(super) unread: Listed<SegmentFault>,
}

impl SharedFolder {
    /// Opens the folder at a path. The book must not be in it: the program that syncs the folder would copy the book in
    /// the middle of a write.
    ///
    /// # Errors
    /// It is missing, is not a folder, or holds the book.
    pub fn open(path: &Path, book: &Path) -> Result<SharedFolder, FolderFault> {
        let path = fs::canonicalize(path).map_err(FolderFault::Unreadable)?;
        if !path.is_dir() {
            return Err(FolderFault::Unreadable(ErrorKind::NotADirectory.into()));
        }
        let book = fs::canonicalize(book).or_else(|_| fs::canonicalize(folder_of(book)));
        if book.is_ok_and(|book| book.starts_with(&path)) {
            return Err(FolderFault::HoldsTheBook);
        }
        Ok(SharedFolder(path))
    }

    /// Returns a folder in this one where devices met, if none met in this one: somebody may have named the folder around it.
    pub fn shared_below(&self) -> Option<PathBuf> {
        let is_shared = |folder: &Path| {
            let is_of_device = |(_, name, metadata): &Entry| metadata.is_dir() && writer_of(name).is_some();
            entries(folder).is_ok_and(|entries| entries.iter().any(is_of_device))
        };
        let below = entries(&self.0).ok().filter(|_| !is_shared(&self.0))?;
        below.into_iter().map(|(path, ..)| path).find(|path| path.is_dir() && is_shared(path))
    }

    /// Lists the segments in it, without opening any file.
    pub(super) fn listing(&self) -> io::Result<Listing> {
        let mut listing = Listing::default();
        for (path, name, metadata) in entries(&self.0)? {
            let Some(writer) = writer_of(&name) else { continue };
            if !metadata.is_dir() {
                listing.unread.push(SegmentFault::InTheWay(path, kind_of(&metadata)));
                continue;
            }
            match entries(&path) {
                Ok(files) => files.into_iter().for_each(|file| listing.take(writer, file)),
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => listing.unread.push(SegmentFault::Unreadable(path, error)),
            }
        }
        Ok(listing)
    }
}

impl Listing {
    /// Sorts a file in the folder of a writer into the listing.
    fn take(&mut self, writer: Uuid, (path, name, metadata): Entry) {
        match Segment::named(writer, &name) {
            Some(_) if !metadata.is_file() => self.unread.push(SegmentFault::InTheWay(path, kind_of(&metadata))),
            Some(segment) if segment.length == metadata.len() => drop(self.whole.insert(segment)),
            Some(segment) => drop(self.cut.insert(segment)),
            // No other program is known to name its files like this.
            None if name.starts_with(|first: char| first.is_ascii_digit()) => {
                self.unread.push(SegmentFault::Strange(path));
            }
            None => {}
        }
    }
}

/// An entry of a folder: its path, its name, and its metadata. Links are not followed.
type Entry = (PathBuf, String, Metadata);

/// The writer that a folder is named after.
fn writer_of(name: &str) -> Option<Uuid> {
    name.parse().ok().filter(|writer: &Uuid| writer.to_string() == name)
}

/// Lists the entries of a folder, without those that vanish meanwhile.
fn entries(folder: &Path) -> io::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        match entry.metadata() {
            Ok(metadata) => entries.push((entry.path(), entry.file_name().to_string_lossy().into_owned(), metadata)),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(entries)
}
