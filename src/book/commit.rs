//! Commits, and finds out what became of a change whose commit failed.
//!
//! An error of COMMIT does not say whether the change was kept: the disk may fail after the change is in the book, when
//! the journal is gone and only the folder is still to be synced or the lock to be given back. So the book is asked for the
//! mark that each transaction leaves.

use std::path::Path;

use rusqlite::{Connection, Transaction};

use super::connection::version;
use super::error::{BookError, refused};
use super::header::{self, Marks};
use super::journal;
use super::notice::Notice;

/// Leaves a mark in the book, by which its journal is known, and says which. It takes effect with the transaction that is
/// under way.
fn mark(connection: &Connection, path: &Path) -> Result<Marks, BookError> {
    let sqlite = |error| BookError::of(error, path);
    let (schema, before) = header::split(version(connection).map_err(sqlite)?);
    let set = |mark| connection.pragma_update(None, "user_version", header::joined(schema, mark).cast_signed());
    let nonce = || journal::nonce(&journal::journal_of(path)).map_err(|error| refused(path, &error));
    let nonce = match nonce()? {
        // Nothing was written yet. To set what is there already begins the journal.
        None => set(before).map_err(sqlite).and_then(|()| nonce())?,
        nonce => nonce,
    };
    let own = header::mark_after(before, nonce);
    set(own).map_err(sqlite)?;
    Ok(Marks { before, own })
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

/// What to say of an error with which a transaction ended that was to leave a mark. Another program may have written once
/// since then.
pub(super) fn after(
    error: BookError,
    marks: Marks,
    book: &Connection,
    path: &Path,
) -> Result<Option<Notice>, BookError> {
    match version(book).ok().and_then(|version| marks.is_kept(header::split(version).1)) {
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
