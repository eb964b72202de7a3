//! The whole book as one JSON document: written entry by entry, and read entry by entry.
//!
//! Reading takes little memory whatever the document holds. An entry is refused if it is too large, nested too deeply,
//! has a field twice, or does not match its hash.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fmt;
use std::io::{self, BufReader, Read, Write};
use std::rc::Rc;

use serde::de::{DeserializeSeed, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;
use uuid::Uuid;

use super::error::BookError;
use ginpad_core::facts::{self, Change, Fact, hex};
use ginpad_core::listed::Listed;
use ginpad_core::text::harmless;

/// The value of `schema` in every export.
pub const SCHEMA: &str = "ginpad/book/1";

/// How many bytes of text one change, fact or number may take.
const MOST_BYTES: u64 = 2 * 1024 * 1024;

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
    /// Some of its entries were altered, or are not what a book holds.
    #[error("{}", .0.lines().collect::<Vec<_>>().join("\n"))]
    Refused(Listed<String>),
    /// The book that took in the entries failed.
    #[error(transparent)]
    Book(#[from] BookError),
}

/// Reads a document and shows its entries, in the order of the document.
///
/// # Errors
/// It is not the document of a book, or entries do not match their hashes; all of those are named. And those of `each`.
pub(super) fn read(document: impl Read, each: impl FnMut(Entry) -> Result<(), BookError>) -> Result<(), DocumentFault> {
    let since = Rc::new(Cell::new(0));
    let reader = BufReader::with_capacity(64 * 1024, Measured { inner: document, since: Rc::clone(&since) });
    let reading = Reading {
        each: RefCell::new(each),
        since,
        stopped: RefCell::new(None),
        foreign: RefCell::new(None),
        faults: RefCell::default(),
    };
    let mut deserializer = serde_json::Deserializer::from_reader(reader);
    let read = Whole(&reading).deserialize(&mut deserializer).and_then(|()| deserializer.end());
    if let Some(error) = reading.stopped.into_inner() {
        return Err(error.into());
    }
    if let Some(schema) = reading.foreign.into_inner() {
        let why = format!("its schema is `{}`, not `{SCHEMA}`", harmless(&schema));
        return Err(DocumentFault::Unreadable(why));
    }
    read.map_err(|error| DocumentFault::Unreadable(harmless(&error.to_string())))?;
    let faults = reading.faults.into_inner();
    if faults.is_empty() { Ok(()) } else { Err(DocumentFault::Refused(faults)) }
}

/// A reader that stops if one entry is too large.
struct Measured<R> {
    inner: R,
    /// How many bytes were read since the last entry began.
    since: Rc<Cell<u64>>,
}

impl<R: Read> Read for Measured<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.since.get() > MOST_BYTES {
            return Err(io::Error::other("an entry is larger than 2 MB"));
        }
        let read = self.inner.read(buffer)?;
        self.since.set(self.since.get().saturating_add(read as u64));
        Ok(read)
    }
}

/// A document that is being read.
struct Reading<F> {
    each: RefCell<F>,
    since: Rc<Cell<u64>>,
    /// The error that ended the reading.
    stopped: RefCell<Option<BookError>>,
    /// The schema of the document, if it is not that of a book.
    foreign: RefCell<Option<String>>,
    /// The entries that do not match their hashes.
    faults: RefCell<Listed<String>>,
}

impl<F: FnMut(Entry) -> Result<(), BookError>> Reading<F> {
    fn show<E: serde::de::Error>(&self, entry: Entry) -> Result<(), E> {
        (self.each.borrow_mut())(entry).map_err(|error| {
            self.stopped.replace(Some(error));
            E::custom("the book failed")
        })
    }

    /// Reads the content and the hash beside it. `None` if they do not match.
    fn hashed<T: Serialize, E: serde::de::Error>(
        &self,
        mut content: Map<String, Value>,
        read: impl Fn(Map<String, Value>) -> serde_json::Result<T>,
        what: impl Fn(&T) -> String,
    ) -> Result<Option<(T, Hash)>, E> {
        let Some(Value::String(said)) = content.shift_remove("hash") else {
            return Err(E::custom("an entry has no hash"));
        };
        let content = read(content).map_err(E::custom)?;
        let hash = facts::hash(&content);
        if hex(&hash) == said {
            return Ok(Some((content, hash)));
        }
        self.faults.borrow_mut().push(format!("{} does not match its hash", what(&content)));
        Ok(None)
    }
}

/// Reads a change from the JSON object that it is.
fn change(content: Map<String, Value>) -> serde_json::Result<Change> {
    serde_json::from_value(Value::Object(content))
}

/// The fields of a document that this version knows.
const FIELDS: [&str; 4] = ["schema", "changes", "facts", "numbers"];

/// The whole document.
struct Whole<'r, F>(&'r Reading<F>);

impl<'de, F: FnMut(Entry) -> Result<(), BookError>> DeserializeSeed<'de> for Whole<'_, F> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, F: FnMut(Entry) -> Result<(), BookError>> Visitor<'de> for Whole<'_, F> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a whole book")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut seen: BTreeSet<&'static str> = BTreeSet::new();
        while let Some(key) = map.next_key::<String>()? {
            // Only the names of known fields are remembered: there may be any number of others.
            let known = FIELDS.into_iter().find(|field| *field == key);
            if let Some(twice) = known.filter(|field| !seen.insert(field)) {
                return Err(A::Error::custom(format!("duplicate field `{twice}`")));
            }
            match key.as_str() {
                "schema" => {
                    let schema: String = map.next_value()?;
                    if schema != SCHEMA {
                        self.0.foreign.replace(Some(schema));
                        return Err(A::Error::custom("another schema"));
                    }
                }
                "changes" => map.next_value_seed(Entries { reading: self.0, of: Of::Changes })?,
                "facts" => map.next_value_seed(Entries { reading: self.0, of: Of::Facts })?,
                "numbers" => map.next_value_seed(Entries { reading: self.0, of: Of::Numbers })?,
                _ => map.next_value_seed(Entries { reading: self.0, of: Of::Other })?,
            }
        }
        let missing = ["schema", "changes", "facts"].into_iter().find(|field| !seen.contains(field));
        missing.map_or(Ok(()), |field| Err(A::Error::missing_field(field)))
    }
}

/// What the entries of a list are.
#[derive(Clone, Copy)]
enum Of {
    Changes,
    Facts,
    Numbers,
    /// A field that this version does not know. Its value is skipped.
    Other,
}

/// The entries of one list.
struct Entries<'r, F> {
    reading: &'r Reading<F>,
    of: Of,
}

impl<'de, F: FnMut(Entry) -> Result<(), BookError>> DeserializeSeed<'de> for Entries<'_, F> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        match self.of {
            Of::Other => deserializer.deserialize_any(Skipped(&self.reading.since)),
            Of::Changes | Of::Facts | Of::Numbers => deserializer.deserialize_seq(self),
        }
    }
}

impl<'de, F: FnMut(Entry) -> Result<(), BookError>> Visitor<'de> for Entries<'_, F> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let reading = self.reading;
        loop {
            reading.since.set(0);
            let entry = match self.of {
                Of::Numbers => match list.next_element()? {
                    Some(number) => Some(Entry::Number(number)),
                    None => return Ok(()),
                },
                Of::Changes | Of::Facts | Of::Other => match (list.next_element()?, self.of) {
                    (None, _) => return Ok(()),
                    (Some(OnceEach(content)), Of::Changes) => reading
                        .hashed(content, change, |change: &Change| format!("change {}", change.id))?
                        .map(|(change, hash)| Entry::Change(change, hash)),
                    (Some(OnceEach(content)), _) => reading
                        .hashed(content, Fact::of_content, |fact: &Fact| {
                            format!("{} {}", harmless(fact.kind()), fact.id())
                        })?
                        .map(|(fact, hash)| Entry::Fact(Box::new(fact), hash)),
                },
            };
            entry.map_or(Ok(()), |entry| reading.show(entry))?;
        }
    }
}

/// Skips the value of a field that this version does not know.
struct Skipped<'r>(&'r Cell<u64>);

impl<'de> Visitor<'de> for Skipped<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("any value")
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(IgnoredAny) = list.next_element()? {
            self.0.set(0);
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some((IgnoredAny, IgnoredAny)) = map.next_entry()? {
            self.0.set(0);
        }
        Ok(())
    }
}

/// An object in which no field, at any depth, is there twice.
struct OnceEach(Map<String, Value>);

impl<'de> Deserialize<'de> for OnceEach {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<OnceEach, D::Error> {
        deserializer.deserialize_map(OnceEachVisitor).map(|value| match value {
            Value::Object(object) => OnceEach(object),
            _ => OnceEach(Map::new()),
        })
    }
}

/// A value in which no field is there twice.
struct OnceEachValue(Value);

impl<'de> Deserialize<'de> for OnceEachValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<OnceEachValue, D::Error> {
        deserializer.deserialize_any(OnceEachVisitor).map(OnceEachValue)
    }
}

struct OnceEachVisitor;

impl<'de> Visitor<'de> for OnceEachVisitor {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Value, E> {
        Ok(flag.into())
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(OnceEachValue(value)) = list.next_element()? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            let OnceEachValue(value) = map.next_value()?;
            if object.contains_key(&key) {
                return Err(A::Error::custom(format!("duplicate field `{key}`")));
            }
            object.insert(key, value);
        }
        Ok(Value::Object(object))
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

    /// Ends the document.
    pub(super) fn end(mut self) -> io::Result<()> {
        self.out.write_all(b"\n}\n")?;
        self.out.flush()
    }
}
