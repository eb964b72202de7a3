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

/// The mark that a transaction found, and the one that it is to leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Marks {
    pub(super) before: u32,
    pub(super) own: u32,
}

impl Marks {
    /// Whether the transaction was kept, if the book has this mark now; `None` if that cannot be told.
    fn is_kept(self, now: u32) -> Option<bool> {
        let Marks { before, own } = self;
        match (next_to(now, own), next_to(now, before)) {
            _ if own == before => None,
            _ if now == own || now == before => Some(now == own),
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        }
    }
}

/// Commits a transaction in which something was written. The answer is what failed although everything was kept.
pub(super) fn commit(transaction: Transaction<'_>, path: &Path) -> Result<Option<Notice>, BookError> {
    let marks = mark(&transaction, path)?;
    let Err(error) = transaction.execute_batch("COMMIT") else { return Ok(None) };
    let error = BookError::of(error, path);
    if !transaction.is_autocommit() {
        // The transaction is still open, and is rolled back when it is dropped.
        return Err(error);
    }
    after(error, marks, &transaction, path)
}

impl Book {
    /// Asks the book again, over a new connection, whether a change was kept.
    ///
    /// # Errors
    /// The change was not kept, or it still cannot be seen.
    pub fn ask_again(self, error: BookError) -> Result<Option<Notice>, BookError> {
        let BookError::Uncertain(error, marks) = error else { return Err(error) };
        let Book { connection, path, .. } = self;
        // The old connection may still hold locks.
        drop(connection);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let again = Connection::open_with_flags(&path, flags).and_then(|again| set_up(&again).map(|()| again));
        match again {
            Ok(again) => after(*error, marks, &again, &path),
            Err(_) => Err(BookError::Uncertain(error, marks)),
        }
    }
}

/// What to say of an error with which a transaction ended that was to leave a mark. Another program may have written once
/// since then.
pub(super) fn after(
    error: BookError,
    marks: Marks,
    book: &Connection,
    path: &Path,
) -> Result<Option<Notice>, BookError> {
    match version(book).ok().and_then(|version| marks.is_kept(split(version).1)) {
        Some(true) => Ok(Some(Notice::after(&error, path))),
        Some(false) => Err(error),
        None => Err(BookError::Uncertain(Box::new(error), marks)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whether_a_transaction_was_kept_is_told_by_both_marks() {
        let marks = Marks { before: 0x0011_1222, own: 0x0033_3111 };
        assert_eq!(marks.is_kept(0x0033_3111), Some(true));
        assert_eq!(marks.is_kept(0x0011_1222), Some(false));
        assert_eq!(marks.is_kept(0x0044_4333), Some(true), "another program wrote after it");
        assert_eq!(marks.is_kept(0x0044_4111), Some(false), "another program wrote instead");
        assert_eq!(marks.is_kept(0x0044_4555), None);
        // By chance the mark before names the own bits of the new one.
        let marks = Marks { before: 0x0011_1333, own: 0x0033_3111 };
        assert_eq!(marks.is_kept(marks.before), Some(false));
        let marks = Marks { before: 0x0011_1222, own: 0x0011_1111 };
        assert_eq!(marks.is_kept(0x0044_4111), None, "it may have come after either");
        assert_eq!(Marks { before: 7, own: 7 }.is_kept(7), None);
    }
}
