//! What of a book is not in a shared folder yet, and how it gets there as segments.

use std::cell::RefCell;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, ErrorKind, Read as _, Seek as _, SeekFrom, Write};
use std::path::Path;

use ginpad_core::facts::{self, Change, Fact};
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::super::document::{Hash, Writer};
use super::super::error::BookError;
use super::super::notice::Notice;
use super::super::pad::Pad;
use super::super::private;
use super::super::read;
use super::super::room::Room;
use super::super::temporary::failed;
use super::super::unfinished::{Becomes, Unfinished};
use super::memory::Position;
use super::segment::Segment;

/// A segment that has grown to so many bytes is full, and the rest goes into the next one.
const FULL: u64 = 32 * 1024 * 1024;

/// How many changes and facts are sent, and how many hands that correct no other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sent {
    /// Changes.
    pub changes: usize,
    /// Facts.
    pub facts: usize,
    /// Hands.
    pub hands: usize,
}

/// Segments that are to be written, in a temporary file.
#[derive(Debug)]
pub(super) struct Outgoing {
    spool: File,
    /// The length and the digest of each.
    parts: Vec<(u64, Sha256)>,
    pub(super) sent: Sent,
}

/// A document that is written and digested.
struct Part {
    spool: BufWriter<File>,
    content: Sha256,
    length: u64,
}

impl Write for Part {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.spool.write(bytes)?;
        self.content.update(bytes.get(..written).unwrap_or_default());
        self.length += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.spool.flush()
    }
}

/// The lists of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum List {
    Changes,
    Facts,
}

/// Writes segments into a temporary file. The changes come before the facts.
struct Spooling {
    /// It is there until the end.
    writer: Option<Writer<Part>>,
    list: List,
    parts: Vec<(u64, Sha256)>,
    room: Room,
    sent: Sent,
}

impl Spooling {
    fn new() -> Spooling {
        let (list, parts, sent) = (List::Changes, Vec::new(), Sent::default());
        Spooling { writer: None, list, parts, room: Room::new(), sent }
    }

    fn change(&mut self, change: &Change, hash: &Hash) -> Result<(), BookError> {
        self.sent.changes += 1;
        self.add(List::Changes, change, hash)
    }

    fn fact(&mut self, fact: &Fact, hash: &Hash) -> Result<(), BookError> {
        self.sent.facts += 1;
        self.sent.hands += usize::from(matches!(fact, Fact::Hand(hand) if hand.replaces.is_none()));
        self.add(List::Facts, fact, hash)
    }

    fn add(&mut self, list: List, content: &impl Serialize, hash: &Hash) -> Result<(), BookError> {
        let mut writer = match self.writer.take() {
            Some(writer) if writer.out().length < FULL => writer,
            Some(full) => {
                self.room.used(FULL)?;
                let spool = self.ended(full).map_err(failed)?;
                self.begun(spool).map_err(failed)?
            }
            None => {
                let spool = tempfile::tempfile().map_err(failed)?;
                self.begun(BufWriter::new(spool)).map_err(failed)?
            }
        };
        if list == List::Facts && self.list == List::Changes {
            self.list = list;
            writer.end_list().and_then(|()| writer.list("facts")).map_err(failed)?;
        }
        let written = writer.hashed(content, hash).map_err(failed);
        self.writer = Some(writer);
        written
    }

    /// Begins a segment.
    fn begun(&mut self, spool: BufWriter<File>) -> io::Result<Writer<Part>> {
        let mut writer = Writer::new(Part { spool, content: Sha256::new(), length: 0 })?;
        writer.list("changes")?;
        self.list = List::Changes;
        Ok(writer)
    }

    /// Ends a segment.
    fn ended(&mut self, mut writer: Writer<Part>) -> io::Result<BufWriter<File>> {
        if self.list == List::Changes {
            writer.end_list()?;
            writer.list("facts")?;
        }
        writer.end_list()?;
        let Part { spool, content, length } = writer.end()?;
        self.parts.push((length, content));
        Ok(spool)
    }

    /// All segments; `None` if there is nothing to send.
    fn done(mut self) -> Result<Option<Outgoing>, BookError> {
        let Some(writer) = self.writer.take() else { return Ok(None) };
        let spool = self.ended(writer).and_then(|spool| spool.into_inner().map_err(io::IntoInnerError::into_error));
        let spool = spool.map_err(failed)?;
        Ok(Some(Outgoing { spool, parts: self.parts, sent: self.sent }))
    }
}

impl Pad<'_> {
    /// Everything that the book has gained since then, apart from what is in the folder already.
    pub(super) fn unsent(
        &self,
        since: Option<&Position>,
        now: &Position,
        is_there: impl Fn(Uuid, &Hash) -> Result<bool, BookError>,
    ) -> Result<Option<Outgoing>, BookError> {
        let start = Position::default();
        let since = since.unwrap_or(&start);
        let spooling = RefCell::new(Spooling::new());
        let change = |change: Change, kept: Vec<u8>| {
            let hash = self.intact(&format_args!("change {}", change.id), &kept, facts::hash(&change))?;
            if is_there(change.id, &hash)? { Ok(()) } else { spooling.borrow_mut().change(&change, &hash) }
        };
        let fact = |fact: Fact, kept: Vec<u8>| {
            let hash = self.intact(&format_args!("{} {}", fact.kind(), fact.id()), &kept, facts::hash(&fact))?;
            if is_there(fact.id(), &hash)? { Ok(()) } else { spooling.borrow_mut().fact(&fact, &hash) }
        };
        let book = &self.transaction;
        let after = since.rows.get("change").copied().unwrap_or(0);
        self.all(read::each_change_after(book, after, |made, kept| Ok(change(made, kept)?)))?;
        let is_unsettled = since.unsettled != now.unsettled;
        if is_unsettled {
            self.all(read::each_rescued_change(book, |made, kept| Ok(change(made, kept)?)))?;
            self.all(read::each_waiting_change(book, |made, kept| Ok(change(made, kept)?)))?;
        }
        self.all(read::each_fact_after(book, &since.rows, |said, kept| Ok(fact(said, kept)?)))?;
        if is_unsettled {
            self.all(read::each_waiting_fact(book, |said, kept| Ok(fact(said, kept)?)))?;
        }
        spooling.into_inner().done()
    }
}

impl Outgoing {
    /// Writes the segments into the folder of a device under these numbers, each whole or not at all. `written` is told of each
    /// that is there, with its length.
    pub(super) fn put(
        mut self,
        folder: &Path,
        device: Uuid,
        mut numbers: impl Iterator<Item = u32>,
        mut written: impl FnMut(Segment, u64),
    ) -> io::Result<Option<Notice>> {
        let own = folder.join(device.to_string());
        let mut notice = made(folder, &own)?;
        self.spool.seek(SeekFrom::Start(0))?;
        let mut spool = BufReader::new(self.spool);
        for (length, content) in &self.parts {
            let Some(number) = numbers.next() else {
                return Err(io::Error::other("it holds as many segments of this device as there are numbers"));
            };
            let segment = Segment::of(device, number, content);
            let name = segment.path(folder);
            let part = Unfinished::beside(&name, Becomes::Segment)?;
            // Whoever may read the folder may read what is in it.
            let mut file = OpenOptions::new().write(true).create_new(true).open(part.path())?;
            io::copy(&mut spool.by_ref().take(*length), &mut file)?;
            file.sync_all()?;
            drop(file);
            // Only a file with the same content can have this name.
            part.replace(&name)?;
            notice = notice.or(private::sync(&own));
            written(segment, *length);
        }
        Ok(notice)
    }
}

/// Makes the folder of a device, unless it is there.
fn made(folder: &Path, own: &Path) -> io::Result<Option<Notice>> {
    match fs::create_dir(own) {
        Ok(()) => Ok(private::sync(folder)),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let there = fs::symlink_metadata(own)?;
            if there.is_dir() {
                return Ok(None);
            }
            Err(io::Error::other(format!("{} is not a folder", own.display())))
        }
        Err(error) => Err(error),
    }
}
