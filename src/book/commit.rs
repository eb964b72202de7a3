//! Commits, and finds out what became of a change whose commit failed.
//!
//! An error of COMMIT does not say whether the change was kept: the disk may fail after the change is in the book, when
//! the journal is gone and only the folder is still to be synced or the lock to be given back. So the book is asked for the
//! mark that each transaction leaves.

use std::path::Path;

use rusqlite::{Connection, OpenFlags, Transaction};

use super::Book;
use super::connection::{mark, set_up, version};
use super::error::BookError;
use super::header::{next_to, split};
use super::notice::Notice;

/// Commits a transaction in which something was written. The answer is what failed although everything was kept.
pub(super) fn commit(transaction: Transaction<'_>, path: &Path) -> Result<Option<Notice>, BookError> {
    let mark = mark(&transaction, path)?;
    let Err(error) = transaction.execute_batch("COMMIT") else { return Ok(None) };
    let error = BookError::of(error, path);
    if !transaction.is_autocommit() {
        // The transaction is still open, and is rolled back when it is dropped.
        return Err(error);
    }
    after(error, mark, &transaction, path)
}

impl Book {
    /// Asks the book again, over a new connection, whether a change was kept.
    ///
    /// # Errors
    /// The change was not kept, or it still cannot be seen.
    pub fn ask_again(self, error: BookError) -> Result<Option<Notice>, BookError> {
        let BookError::Uncertain(error, mark) = error else { return Err(error) };
        let Book { connection, path, .. } = self;
        // The old connection may still hold locks.
        drop(connection);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let again = Connection::open_with_flags(&path, flags).and_then(|again| set_up(&again).map(|()| again));
        match again {
            Ok(again) => after(*error, mark, &again, &path),
            Err(_) => Err(BookError::Uncertain(error, mark)),
        }
    }
}

/// What to say of an error with which a transaction ended that was to leave this mark.
pub(super) fn after(error: BookError, mark: u32, book: &Connection, path: &Path) -> Result<Option<Notice>, BookError> {
    match version(book).map(|version| split(version).1) {
        // Another program may have written once since then.
        Ok(now) if now == mark || next_to(now, mark) => Ok(Some(Notice::after(&error, path))),
        Ok(now) if next_to(mark, now) => Err(error),
        _ => Err(BookError::Uncertain(Box::new(error), mark)),
    }
}
