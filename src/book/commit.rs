//! Commits, and finds out what became of a change whose commit failed.
//!
//! An error of COMMIT does not say whether the change was kept: the disk may fail after the change is in the book, when
//! the journal is gone and only the folder is still to be synced or the lock to be given back. So the book is asked.

use std::path::Path;

use rusqlite::{Connection, OpenFlags, Transaction};
use uuid::Uuid;

use super::Book;
use super::connection::{mark, set_up};
use super::error::BookError;
use super::fault;
use super::notice::Notice;

/// What is in the book if, and only if, a transaction was kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Witness {
    /// A change with this name.
    Change(Uuid),
    /// A writer that began with it.
    Writer(Uuid),
    /// The choice of a game with this number.
    Choice(i64),
    /// Nothing that can be asked for.
    Nothing,
}

/// Commits a transaction, and leaves a mark if something was written. The answer is what failed although everything was
/// kept.
pub(super) fn commit(
    transaction: Transaction<'_>,
    witness: Option<Witness>,
    path: &Path,
) -> Result<Option<Notice>, BookError> {
    if witness.is_some() {
        mark(&transaction, path)?;
    }
    let Err(error) = transaction.execute_batch("COMMIT") else { return Ok(None) };
    let error = BookError::of(error, path);
    if !transaction.is_autocommit() {
        // The transaction is still open, and is rolled back when it is dropped.
        return Err(error);
    }
    // Whoever left no witness cannot be told.
    let witness = witness.unwrap_or(Witness::Nothing);
    told(fault::is_kept(&transaction, witness), error, witness, path)
}

impl Book {
    /// Asks the book again, over a new connection, whether a change was kept.
    ///
    /// # Errors
    /// The change was not kept, or it still cannot be seen.
    pub fn ask_again(self, error: BookError) -> Result<Option<Notice>, BookError> {
        let (error, witness) = match error {
            BookError::Uncertain(error, witness) => (*error, *witness),
            error => return Err(error),
        };
        let Book { connection, path, .. } = self;
        // The old connection may still hold locks.
        drop(connection);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let kept = Connection::open_with_flags(&path, flags).and_then(|again| {
            set_up(&again)?;
            fault::is_kept(&again, witness)
        });
        told(kept, error, witness, &path)
    }
}

/// What to say about a commit that failed, after the book was asked.
fn told(
    kept: rusqlite::Result<bool>,
    error: BookError,
    witness: Witness,
    path: &Path,
) -> Result<Option<Notice>, BookError> {
    match kept {
        Ok(true) => Ok(Some(Notice::after(&error, path))),
        Ok(false) => Err(error),
        Err(_) => Err(BookError::Uncertain(Box::new(error), Box::new(witness))),
    }
}
