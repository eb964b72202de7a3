//! Another book's file: its lines, and its own data that is not a fact, like the numbers of its games.
//!
//! Its schema is compared with that of a book before anything else is read. Then only its lines are read, within
//! limits, and each is verified. Nothing in it is executed, and no command uses it as its book.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;

use ginpad_core::Listed;
use ginpad_core::facts::FactId;
use ginpad_core::ledger::{Batch, FileFault};
use rusqlite::limits::Limit;
use thiserror::Error;

use super::current::Choice;
use super::error::BookError;
use super::open_book::OpenBook;
use super::state::Device;
use super::watched::Watcher;
use super::{Access, Book, MIGRATIONS};
use crate::disk::{is_one_file, is_regular};

/// Why a file of lines, or another book, cannot be used.
#[derive(Debug, Error)]
pub enum SourceFault {
    /// The file cannot be read, or is not a file of lines.
    #[error(transparent)]
    File(#[from] FileFault),
    /// No line of the file can be kept, for these reasons.
    #[error("none of its lines can be kept; {0}")]
    NoLine(String),
    /// It is the book itself.
    #[error("it is the book itself")]
    TheBook,
    /// It is not a usable book.
    #[error(transparent)]
    Other(BookError),
    /// It is damaged, for these reasons, and all of it is needed.
    #[error("it is damaged")]
    Damaged(Vec<String>),
    /// The book that takes in the lines failed.
    #[error(transparent)]
    Book(#[from] BookError),
}

/// Another book.
#[derive(Debug)]
pub struct OtherBook {
    book: Book,
    /// The arrival of the next line to read.
    next: i64,
}

/// The longest row, in bytes: a line with its other columns.
const LONGEST: i32 = 4 * 1024 * 1024 + 1024;

impl OtherBook {
    /// Opens another book to read its lines.
    ///
    /// # Errors
    /// The file cannot be read, is `book` itself, or is not a usable book.
    pub fn open(file: &Path, book: &Path, watcher: Option<&dyn Watcher>) -> Result<OtherBook, SourceFault> {
        if is_one_file(book, file) {
            return Err(SourceFault::TheBook);
        }
        is_regular(file).map_err(FileFault::Io)?;
        let opened = Book::open_with(file, Access::Read, None, watcher, MIGRATIONS).map_err(SourceFault::Other)?;
        let Some(book) = opened else { return Err(SourceFault::Other(BookError::NotABook(file.to_path_buf()))) };
        let limited = book.connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, LONGEST);
        limited.map_err(|error| SourceFault::Other(BookError::of(error, &book.path)))?;
        Ok(OtherBook { book, next: i64::MIN })
    }

    /// Fills a batch with the next lines, and lists those that do not match their hashes. Returns whether there may be
    /// more.
    pub(super) fn read(&mut self, batch: &mut Batch, faults: &mut Listed<String>) -> Result<bool, BookError> {
        let OtherBook { book, next } = self;
        book.read()?.arrived(*next, i64::MAX, |stored| {
            if let Err(fault) = stored.line().and_then(|line| batch.push(line)) {
                faults.push(format!("line {}: {fault}", stored.arrival));
            }
            *next = stored.arrival.saturating_add(1);
            Ok(if batch.is_full() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        Ok(batch.is_full())
    }

    /// Returns its own data.
    pub(super) fn own(&mut self) -> Own {
        self.book.read().map_or_else(|_| Own::default(), |open| open.own())
    }
}

/// The data of a book that is not a fact, without damaged parts.
#[derive(Debug, Default)]
pub(super) struct Own {
    pub numbers: BTreeMap<FactId, i64>,
    pub choices: Vec<Choice>,
    pub devices: Vec<Device>,
}

impl OpenBook<'_> {
    /// Returns this book's own data. Damaged parts are left out, because they are not facts.
    pub(super) fn own(&self) -> Own {
        Own {
            numbers: self.all_numbers().unwrap_or_default(),
            choices: self.choices().unwrap_or_default(),
            devices: self.devices().unwrap_or_default(),
        }
    }
}
