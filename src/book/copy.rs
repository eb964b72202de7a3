//! Copies a book page by page, and checks the copy.

use std::path::Path;

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior, ffi};

use super::connection::{Soundness, guard, soundness};
use super::open_book::OpenBook;
use super::watched::{self, Watcher};

/// Copies every page of a book in one transaction, which waits for other programs as usual.
pub(super) fn every_page(
    book: &Connection,
    copy: &mut Connection,
    watcher: Option<&dyn Watcher>,
) -> rusqlite::Result<()> {
    /// A few megabytes.
    const PAGES_AT_ONCE: i32 = 1000;
    let _reading = book.is_autocommit().then(|| book.unchecked_transaction()).transpose()?;
    // The first read takes the lock.
    let pages = book.pragma_query_value(None, "page_count", |row| row.get(0))?;
    let steps = watched::begin(watcher, "copying the book", pages);
    let backup = Backup::new(book, copy)?;
    loop {
        match backup.step(PAGES_AT_ONCE)? {
            StepResult::Done => return Ok(()),
            StepResult::More => steps.advance(PAGES_AT_ONCE.unsigned_abs() as usize),
            _ => return Err(busy()),
        }
    }
}

/// The error for a book that another program holds.
pub(super) fn busy() -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(ffi::Error { code: ErrorCode::DatabaseBusy, extended_code: ffi::SQLITE_BUSY }, None)
}

/// Copies the book into an empty file.
pub(super) fn into_file(book: &Connection, copy: &Path, watcher: Option<&dyn Watcher>) -> rusqlite::Result<()> {
    let mut target = without_journal(copy)?;
    every_page(book, &mut target, watcher)
}

/// Opens the file of a copy. It needs no journal, because the file is removed if the copy fails.
fn without_journal(copy: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_EXRESCODE;
    let target = Connection::open_with_flags(copy, flags)?;
    // The journal cannot be turned off after `guard`.
    target.execute_batch("PRAGMA journal_mode = OFF")?;
    guard(&target)?;
    Ok(target)
}

/// Whether SQLite finds no damage in a book, and every line matches its hash.
pub(super) fn is_sound(book: &Connection, path: &Path) -> bool {
    let open = OpenBook::begin(book, TransactionBehavior::Deferred, path, None);
    soundness(book).is_ok_and(|result| result == Soundness::Sound) && open.is_ok_and(|open| open.verify(|| {}).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_written_without_a_journal() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let target = without_journal(file.path()).unwrap();
        let mode: String = target.pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap();
        assert_eq!(mode, "off");
    }
}
