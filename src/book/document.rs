//! The whole book as one JSON document: written entry by entry, and read entry by entry.
//!
//! Reading takes little memory whatever the document holds. An entry is refused if it is too large, nested too deeply,
//! has a field twice, or does not match its hash. Every entry at fault is named with its line.

mod entry;
mod items;
mod once_each;

use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};
use thiserror::Error;
use uuid::Uuid;

use self::entry::{EntryReader, Kind};
use self::items::{Items, Lost};
use super::error::BookError;
use ginpad_core::facts::{Change, Fact, hex};
use ginpad_core::listed::Listed;
use ginpad_core::text::harmless;

/// The value of `schema` in every export.
pub const SCHEMA: &str = "ginpad/book/1";

/// One entry of the document, whose hash is right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Entry {
    /// A change.
    Change(Change, Hash),
    /// A fact.
    Fact(Box<Fact>, Hash),
    /// What the book calls a game.
    Number(NumberedGame),
}

/// The SHA-256 of the canonical JSON of a change or a fact.
pub(super) type Hash = [u8; 32];

/// A game and its number. It is no fact: another book has its own numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct NumberedGame {
    /// Its id.
    pub game: Uuid,
    /// Its number, from 1.
    pub number: u32,
}

/// Why a document cannot be read.
#[derive(Debug, Error)]
pub enum DocumentFault {
    /// It is not the document of a book, or the file cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// The file cannot be read, or nothing can be kept of it.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Some of its entries were altered, or are not what a book holds.
    #[error("{}", .0.lines().collect::<Vec<_>>().join("\n"))]
    Refused(Listed<String>),
    /// The book that took in the entries failed.
    #[error(transparent)]
    Book(#[from] BookError),
}

/// Reads a document and shows its entries, in the order of the document. Once there is a fault, `each` sees no more of
/// them, but the rest is read for its faults.
///
/// # Errors
/// It is not the document of a book, or entries are not what a book holds; all of those are named. And those of `each`.
pub(super) fn read(
    mut document: impl Read,
    each: impl FnMut(Entry) -> Result<(), DocumentFault>,
) -> Result<(), DocumentFault> {
    let mut first = Vec::new();
    document.by_ref().take(MARK.len() as u64).read_to_end(&mut first)?;
    if first == MARK {
        first.clear();
    }
    let items = Items::new(first.as_slice().chain(document));
    let mut reading = Reading { items, entries: EntryReader::default(), faults: Listed::default(), each };
    match reading.document() {
        Ok(()) => {}
        Err(Stopped::Lost(Lost::Unreadable(error))) => return Err(error.into()),
        Err(Stopped::Lost(lost)) => reading.broken(match lost {
            Lost::CutOff => "the document ends in the middle",
            Lost::TooLarge => "what begins here is larger than a book holds",
            Lost::NotJson | Lost::Unreadable(_) => "what stands here is not JSON",
        }),
        Err(Stopped::Broken(what)) => reading.broken(&what),
        Err(Stopped::Foreign(what)) => return Err(DocumentFault::Unreadable(what)),
        Err(Stopped::By(fault)) => return Err(fault),
        Err(Stopped::Enough) => {}
    }
    if reading.faults.is_empty() { Ok(()) } else { Err(DocumentFault::Refused(reading.faults)) }
}

/// A document with more faults than this is not read to its end.
const MOST_FAULTS: usize = 10_000;

/// The mark of the encoding, which some programs put before a text.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// A document that is being read.
struct Reading<R, F> {
    items: Items<R>,
    entries: EntryReader,
    /// What is wrong with the entries so far.
    faults: Listed<String>,
    each: F,
}

/// What ends the reading.
enum Stopped {
    /// No entry can be found any more.
    Lost(Lost),
    /// The document is not put together like that of a book.
    Broken(String),
    /// It is the document of something else.
    Foreign(String),
    /// What was to be done with an entry failed.
    By(DocumentFault),
    /// Nobody wants to know of more faults.
    Enough,
}

impl From<Lost> for Stopped {
    fn from(lost: Lost) -> Stopped {
        Stopped::Lost(lost)
    }
}

/// The fields of a document that this version knows, and those that it must have.
const FIELDS: [&str; 4] = ["schema", "changes", "facts", "numbers"];
const NEEDED: usize = 3;

impl<R: Read, F: FnMut(Entry) -> Result<(), DocumentFault>> Reading<R, F> {
    fn broken(&mut self, what: &str) {
        self.faults.push(format!("line {}: {what}", self.items.line()));
    }

    fn document(&mut self) -> Result<(), Stopped> {
        self.items.expect(b'{')?;
        let (mut seen, mut first) = ([false; FIELDS.len()], true);
        while self.items.goes_on(first, b'}')? {
            first = false;
            let (_, key) = self.items.item()?;
            let key: String = serde_json::from_slice(key).map_err(|_| Lost::NotJson)?;
            self.items.expect(b':')?;
            // Only the names of known fields are remembered: there may be any number of others.
            let known = FIELDS.iter().position(|field| *field == key);
            if let Some(seen) = known.and_then(|known| seen.get_mut(known))
                && std::mem::replace(seen, true)
            {
                return Err(Stopped::Broken(format!("the field `{key}` is there twice")));
            }
            match key.as_str() {
                "schema" => self.schema()?,
                "changes" => self.list("changes", Kind::Change)?,
                "facts" => self.list("facts", Kind::Fact)?,
                "numbers" => self.list("numbers", Kind::Number)?,
                _ => self.items.skip()?,
            }
        }
        if self.items.peek()?.is_some() {
            return Err(Stopped::Broken("something follows the end of the document".into()));
        }
        match FIELDS.iter().zip(seen).take(NEEDED).find(|(_, seen)| !seen) {
            Some((field, _)) => Err(Stopped::Broken(format!("the document has no field `{field}`"))),
            None => Ok(()),
        }
    }

    fn schema(&mut self) -> Result<(), Stopped> {
        let (_, schema) = self.items.item()?;
        let schema: String = serde_json::from_slice(schema).unwrap_or_default();
        match schema == SCHEMA {
            true => Ok(()),
            false => Err(Stopped::Foreign(format!("its schema is `{}`, not `{SCHEMA}`", harmless(&schema)))),
        }
    }

    fn list(&mut self, field: &str, kind: Kind) -> Result<(), Stopped> {
        if !self.items.takes(b'[')? {
            return Err(Stopped::Broken(format!("the field `{field}` is not a list")));
        }
        let noun = field.trim_end_matches('s');
        let mut number = 0;
        while self.items.goes_on(number == 0, b']')? {
            number += 1;
            let (line, item) = self.items.item()?;
            match self.entries.read(kind, item, &format_args!("{noun} {number}")) {
                Ok(entry) if self.faults.is_empty() => (self.each)(entry).map_err(Stopped::By)?,
                Ok(_) => {}
                Err(_) if self.faults.total() >= MOST_FAULTS => return Err(Stopped::Enough),
                Err(fault) => self.faults.push(format!("line {}: {}", line + fault.lines, fault.what)),
            }
        }
        Ok(())
    }
}

/// Writes a document, one entry a line.
pub(super) struct Writer<W> {
    out: W,
    /// Whether the list that is open has an entry already.
    has_entries: bool,
}

/// A change or a fact with its hash in hexadecimal.
#[derive(Serialize)]
struct Hashed<'a, T> {
    #[serde(flatten)]
    content: &'a T,
    hash: String,
}

impl<W: Write> Writer<W> {
    /// Begins the document.
    pub(super) fn new(mut out: W) -> io::Result<Writer<W>> {
        write!(out, "{{\n\"schema\": \"{SCHEMA}\"")?;
        Ok(Writer { out, has_entries: false })
    }

    /// Begins a list.
    pub(super) fn list(&mut self, name: &str) -> io::Result<()> {
        self.has_entries = false;
        write!(self.out, ",\n\"{name}\": [")
    }

    /// Adds a change or a fact to the list.
    pub(super) fn hashed(&mut self, content: &impl Serialize, hash: &Hash) -> io::Result<()> {
        self.entry(&Hashed { content, hash: hex(hash) })
    }

    /// Adds an entry to the list.
    pub(super) fn entry(&mut self, entry: &impl Serialize) -> io::Result<()> {
        self.out.write_all(if self.has_entries { b",\n" } else { b"\n" })?;
        self.has_entries = true;
        serde_json::to_writer(&mut self.out, entry).map_err(io::Error::from)
    }

    /// Ends the list.
    pub(super) fn end_list(&mut self) -> io::Result<()> {
        self.out.write_all(if self.has_entries { b"\n]" } else { b"]" })
    }

    /// Ends the document, and gives back what it was written to.
    pub(super) fn end(mut self) -> io::Result<W> {
        self.out.write_all(b"\n}\n")?;
        self.out.flush()?;
        Ok(self.out)
    }

    /// What it is written to.
    pub(super) const fn out(&self) -> &W {
        &self.out
    }
}
