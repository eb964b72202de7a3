//! Inspects the book's file, and the files beside it, before SQLite does. Opening another program's database may write
//! in it or beside it, and SQLite plays back any journal that it finds.
//!
//! The inspection must end before SQLite opens the book: closing the file would drop SQLite's locks on it.

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, Instant};
use std::{io, thread};

use super::error::refused;
use super::header::Header;
use super::journal::{Journal, journal_of};
use super::{BookError, migrate};
use crate::disk::{kind_of, open, read_at, with_ending};

/// What an inspection found about a book that may be opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Inspected {
    /// Whether the file holds nothing yet.
    pub is_empty: bool,
    /// Whether the file has another name.
    pub is_linked: bool,
    /// Whether the book uses a write-ahead log.
    pub keeps_log: bool,
    /// Whether that log holds something.
    pub has_log: bool,
}

/// Inspects until the result is certain. Another program may be writing, so a fault counts only if the header has not
/// changed since the fault before: each transaction changes the header.
pub(super) fn settled(
    patience: Duration,
    mut inspect: impl FnMut() -> Result<(Header, Result<Inspected, BookError>), BookError>,
) -> Result<Inspected, BookError> {
    let began = Instant::now();
    let mut before = None;
    while began.elapsed() < patience {
        let (header, seen) = inspect()?;
        if seen.is_ok() || before.as_ref() == Some(&header) {
            return seen;
        }
        before = Some(header);
        thread::sleep(Duration::from_millis(1));
    }
    Err(BookError::Busy)
}

/// Refuses a path without a book if a journal or log of a book is beside it. Neither making a new book nor answering
/// that there is none would be right.
pub(super) fn before_making(path: &Path) -> Result<(), BookError> {
    for leftover in [journal_of(path), with_ending(path, "-wal")] {
        // The journal may belong to a book that another program has just made.
        if file_beside(&leftover)?.is_some_and(|file| file.len() > 0) && fs::symlink_metadata(path).is_err() {
            return Err(BookError::Orphan { book: path.to_path_buf(), leftover });
        }
    }
    Ok(())
}

/// Returns the metadata of a file that SQLite keeps beside a book while it writes, if there is one. Anything but a file
/// is refused: SQLite follows no link there, and would wait for a pipe.
fn file_beside(beside: &Path) -> Result<Option<fs::Metadata>, BookError> {
    match fs::symlink_metadata(beside) {
        Ok(metadata) if metadata.is_file() => Ok(Some(metadata)),
        Ok(metadata) => Err(BookError::InTheWay { path: beside.to_path_buf(), what: kind_of(&metadata) }),
        Err(_) => Ok(None),
    }
}

/// Reads the schema of the book from the header of a file; `None` if it is not a book. Nothing in this process may have
/// the file open.
pub fn schema_of(path: &Path) -> Option<i64> {
    let header = Header::of(read_at(&mut open(path).ok()?, 0, Header::LENGTH).ok()?);
    header.is_of_a_book().then(|| header.schema())
}

/// Reads the header of the file, and judges it and the files beside it. Looks once, without waiting.
pub(super) fn inspect(path: &Path, migrations: &[&str]) -> Result<(Header, Result<Inspected, BookError>), BookError> {
    let cannot = |error: io::Error| refused(path, &error);
    let mut file = open(path).map_err(cannot)?;
    let kind = file.metadata().map_err(cannot)?;
    if !kind.is_file() {
        return Err(BookError::CannotOpen { path: path.to_path_buf(), why: format!("it is {}", kind_of(&kind)) });
    }
    let header = Header::of(read_at(&mut file, 0, Header::LENGTH).map_err(cannot)?);
    let seen = judge(path, &mut file, &header, migrations);
    Ok((header, seen))
}

fn judge(path: &Path, file: &mut File, header: &Header, migrations: &[&str]) -> Result<Inspected, BookError> {
    let cannot = |error: io::Error| refused(path, &error);
    let book = || path.to_path_buf();
    let is_blank = header.0.iter().all(|byte| *byte == 0);
    if !is_blank && !header.is_of_a_book() {
        return Err(match header.is_whole() {
            _ if header.was_of_a_book() => broken_header(path),
            true => BookError::Foreign(book()),
            false => BookError::NotABook(book()),
        });
    }
    if header.is_of_a_book() && header.is_of_early_version() {
        return Err(BookError::Earlier(book()));
    }
    migrate::readable(header.schema(), path, migrations)?;
    let beside = journal_of(path);
    let journal = Journal::beside(header, file, &beside).map_err(cannot)?;
    if journal == Journal::Strange {
        file_beside(&beside)?;
        return Err(BookError::Leftover { book: book(), leftover: beside });
    }
    // Ask for the length only after the journal: without a journal, no transaction is half done.
    let itself = file.metadata().map_err(cannot)?;
    if is_blank && journal == Journal::None && itself.len() > 0 {
        return Err(BookError::NotABook(book()));
    }
    // If there is a journal, it will restore the header.
    if !is_blank && journal == Journal::None && (header.is_damaged() || moves_no_page(header, file).map_err(cannot)?) {
        return Err(broken_header(path));
    }
    let log = with_ending(path, "-wal");
    let has_log = file_beside(&log)?.is_some_and(|log| log.len() > 0);
    if has_log && (is_blank || !header.has_write_ahead_log()) {
        return Err(BookError::Leftover { book: book(), leftover: log });
    }
    let length = header.pages().map_or(0, |pages| u64::from(pages) * u64::from(header.page_size()));
    if journal == Journal::None && !has_log && itself.len() < length {
        let what = format!("its file has {} bytes and should have {length}", itself.len());
        return Err(BookError::Flawed { path: book(), what });
    }
    let keeps_log = !is_blank && header.has_write_ahead_log();
    if keeps_log {
        file_beside(&with_ending(path, "-shm"))?;
    }
    let (is_empty, is_linked) = (itself.len() == 0, names(&itself) > 1);
    Ok(Inspected { is_empty, is_linked, keeps_log, has_log })
}

/// Whether the header says wrongly that SQLite moves pages. SQLite would then take the second page for its record of
/// the others, and write in it. Such a record begins with the kind of the third page, which is always the root of a
/// table.
fn moves_no_page(header: &Header, file: &mut File) -> io::Result<bool> {
    const ROOT: u8 = 1;
    Ok(header.moves_pages() && read_at(file, header.page_size().into(), 1)? != [ROOT])
}

fn broken_header(path: &Path) -> BookError {
    BookError::Flawed { path: path.to_path_buf(), what: "the beginning of its file was altered".into() }
}

/// Counts the names of a file.
#[cfg(unix)]
fn names(file: &std::fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(file)
}

/// Other systems do not count them.
#[cfg(not(unix))]
fn names(_: &std::fs::Metadata) -> u64 {
    1
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use rusqlite::Connection;

    use super::*;
    use crate::book::connection::PATIENCE;
    use crate::book::{Access, Book, MIGRATIONS};

    #[test]
    fn what_another_program_is_writing_is_no_fault() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.db");
        drop(Book::open(&path, Access::Write, None).unwrap());
        let mut file = open(&path).unwrap();
        let header = Header::of(read_at(&mut file, 0, Header::LENGTH).unwrap());
        // Another program writes, and begins to write again, after the header was read.
        let writer = Connection::open(&path).unwrap();
        let write = "INSERT INTO sum VALUES (randomblob(16), 1, 1)";
        writer.execute_batch(&format!("PRAGMA synchronous = OFF; PRAGMA cache_size = 1; {write}; BEGIN")).unwrap();
        (0..2000).for_each(|_| assert_eq!(writer.execute(write, []).unwrap(), 1));
        let seen = judge(&path, &mut file, &header, MIGRATIONS);
        assert!(matches!(seen, Err(BookError::Leftover { .. })), "{seen:?}");
        let mut looks = 0;
        let settled = settled(PATIENCE, || {
            looks += 1;
            if looks == 1 {
                Ok((header.clone(), judge(&path, &mut file, &header, MIGRATIONS)))
            } else {
                inspect(&path, MIGRATIONS)
            }
        });
        assert!(settled.is_ok(), "{settled:?}");
        assert_eq!(looks, 2);
    }

    #[test]
    fn a_fault_that_stays_is_one() {
        let header = Header::of(vec![0; Header::LENGTH]);
        let fault = || Err(BookError::Malformed(PathBuf::new()));
        assert!(matches!(settled(PATIENCE, || Ok((header.clone(), fault()))), Err(BookError::Malformed(_))));
        let mut changes = 0;
        let busy = settled(Duration::from_millis(20), || {
            changes = u8::wrapping_add(changes, 1);
            Ok((Header::of(vec![changes; Header::LENGTH]), fault()))
        });
        assert!(matches!(busy, Err(BookError::Busy)));
    }
}
