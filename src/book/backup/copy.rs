//! Copies the pages of a book into a file.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};

use super::super::connection::guard;
use super::super::watched::{Part, Steps};

/// How a copy and its book are opened to be compared.
fn reading() -> OpenFlags {
    OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_EXRESCODE
}

/// Opens a file to read it, with the settings of every book.
pub(in crate::book) fn opened_anew(path: &Path) -> rusqlite::Result<Connection> {
    let opened = Connection::open_with_flags(path, reading())?;
    guard(&opened)?;
    Ok(opened)
}

/// Copies the book into an empty file. `part` is how many steps that takes.
pub(in crate::book) fn page_by_page(
    source: &Connection,
    copy: &Path,
    steps: &Steps<'_>,
    part: usize,
) -> rusqlite::Result<()> {
    /// Some megabytes.
    const PAGES_AT_ONCE: i32 = 1000;
    let pages = source.pragma_query_value(None, "page_count", |row| row.get::<_, usize>(0))?;
    let copied = Part::of(steps, part, pages.div_ceil(PAGES_AT_ONCE.unsigned_abs() as usize));
    let mut target = without_journal(copy)?;
    let backup = Backup::new(source, &mut target)?;
    loop {
        match backup.step(PAGES_AT_ONCE)? {
            StepResult::Done => return Ok(()),
            StepResult::More => copied.next(),
            // Whoever only reads is in nobody's way, and nobody else may write.
            _ => {
                return Err(rusqlite::Error::SqliteFailure(
                    rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_BUSY),
                    None,
                ));
            }
        }
    }
}

/// Opens the file of a copy. No journal is needed, because the file is removed if the copying fails.
fn without_journal(copy: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_EXRESCODE;
    let target = Connection::open_with_flags(copy, flags)?;
    // A connection that is guarded cannot go without a journal any more.
    target.execute_batch("PRAGMA journal_mode = OFF")?;
    guard(&target)?;
    Ok(target)
}

/// Brings a file to the disk. Some systems sync only what is open to be written.
pub(in crate::book) fn sync(file: &Path) -> io::Result<()> {
    OpenOptions::new().write(true).open(file).and_then(|file: File| file.sync_all())
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
