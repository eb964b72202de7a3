//! The lines of another book's file.
//!
//! Its schema is compared with that of a book before anything of it is read. Then only its lines are read, with limits, and
//! each is verified. Nothing in it runs, and it is never opened as the book of a command.

use std::path::{Path, PathBuf};
use std::{fs, io};

use ginpad_core::facts::{Hash, Line};
use ginpad_core::ledger::Batch;
use ginpad_core::listed::Listed;
use rusqlite::Connection;
use rusqlite::limits::Limit;
use thiserror::Error;

use super::error::BookError;
use super::opening::{self, Access, Opened};
use super::own::Own;
use super::pad::Pad;
use super::schema::MIGRATIONS;
use super::watched::Watcher;
use crate::disk::is_one_file;

/// Why another book cannot be read.
#[derive(Debug, Error)]
pub enum MergeFault {
    /// Its file cannot be read.
    #[error("{0}")]
    From(#[from] io::Error),
    /// It is the book itself.
    #[error("it is the book itself")]
    TheBook,
    /// It is not a book that can be used.
    #[error(transparent)]
    Refused(BookError),
}

/// Another book.
#[derive(Debug)]
pub struct OtherBook {
    connection: Connection,
    path: PathBuf,
    /// The arrival of the last line that was read.
    at: i64,
}

/// The longest row, in bytes: a line with what belongs to it.
const LONGEST: i32 = 4 * 1024 * 1024 + 1024;

impl OtherBook {
    /// Opens another book to read its lines.
    ///
    /// # Errors
    /// The file cannot be read, is `book` itself, or is not a book that can be used.
    pub fn open(file: &Path, book: &Path, watcher: Option<&dyn Watcher>) -> Result<OtherBook, MergeFault> {
        if is_one_file(book, file) {
            return Err(MergeFault::TheBook);
        }
        if !fs::metadata(file)?.is_file() {
            return Err(io::Error::other("it is not a regular file").into());
        }
        let opened = opening::open(file, Access::Read, watcher, MIGRATIONS).map_err(MergeFault::Refused)?;
        let Some(Opened { connection, path, .. }) = opened else {
            return Err(MergeFault::Refused(BookError::NotABook(file.to_path_buf())));
        };
        let limited = connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, LONGEST);
        limited.map_err(|error| MergeFault::Refused(BookError::of(error, &path)))?;
        Ok(OtherBook { connection, path, at: i64::MIN })
    }

    /// Fills a batch with the next lines, and names those that do not match their hashes. The answer is whether there may be more.
    pub(super) fn read(&mut self, batch: &mut Batch, faults: &mut Listed<String>) -> Result<bool, BookError> {
        let read = (|| {
            let next = "SELECT arrival, line, hash FROM change WHERE arrival > ?1 ORDER BY arrival";
            let mut next = self.connection.prepare_cached(next)?;
            let mut found = next.query([self.at])?;
            while !batch.is_full()
                && let Some(row) = found.next()?
            {
                self.at = row.get(0)?;
                let text = row.get_ref(1)?.as_str().unwrap_or_default();
                let hash: Option<Hash> = row.get_ref(2)?.as_blob().ok().and_then(|hash| hash.try_into().ok());
                let line = Line::verified(text.into(), &hash.unwrap_or_default());
                if let Err(fault) = line.and_then(|line| batch.push(line)) {
                    faults.push(format!("line {}: {fault}", self.at));
                }
            }
            Ok(batch.is_full())
        })();
        read.map_err(|error| BookError::of(error, &self.path).after_second_check(&self.connection))
    }

    /// What is its own.
    pub(super) fn own(&self) -> Own {
        let reading = self.connection.unchecked_transaction();
        reading.map_or_else(|_| Own::default(), |reading| Pad::new(reading, &self.path, None).own())
    }
}
