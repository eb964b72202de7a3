//! Reads a book that another program left in WAL mode where nothing may be written.
//!
//! SQLite reads such a book only with files of its own beside it. So the book and its log are copied into a temporary
//! folder, SQLite puts them together there, and the result is read in memory.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};
use std::{env, thread};

use rusqlite::{Connection, OpenFlags};
use tempfile::TempDir;

use super::connection::{PATIENCE, in_memory, leave_wal, set_up};
use super::disk::words;
use super::error::{BookError, busy};
use super::header::Header;
use super::journal::read_at;
use super::look::{self, log_of};
use super::{private, temporary};

/// Reads a book and its log into memory. No connection of this process may be open to the book: to close its file would
/// drop the locks.
pub(super) fn read(book: &Path) -> Result<Connection, BookError> {
    let (_folder, copy) = copied(book)?;
    let sqlite = |error| BookError::of(error, book);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_EXRESCODE;
    let connection = Connection::open_with_flags(&copy, flags).map_err(sqlite)?;
    set_up(&connection).and_then(|()| leave_wal(&connection)).map_err(sqlite)?;
    in_memory(&connection, book, |_| {})
}

/// A copy of a book and its log, in a temporary folder. Another program may be writing, so the copy counts only if no log
/// was put into the book meanwhile.
fn copied(book: &Path) -> Result<(TempDir, PathBuf), BookError> {
    let cannot = |error: io::Error| no_copy(book, words(&error));
    let folder = tempfile::tempdir().map_err(|error| no_copy(book, temporary::why(&error)))?;
    let copy = folder.path().join("book.db");
    let began = Instant::now();
    while began.elapsed() < PATIENCE {
        let before = State::of(book).map_err(cannot)?;
        // The book first: what is put into it while it is copied is in the log as well.
        copy_file(book, &copy).map_err(cannot)?;
        match copy_file(&log_of(book), &log_of(&copy)) {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            copied => copied.map_err(cannot)?,
        }
        if before == State::of(book).map_err(cannot)? {
            return Ok((folder, copy));
        }
        thread::sleep(Duration::from_millis(1));
    }
    Err(busy(book))
}

/// What differs once a log was put into the book and begun again, or removed.
#[derive(Debug, PartialEq, Eq)]
struct State {
    /// The first bytes of the log, which are new each time that it is begun; none if there is no log.
    log: Vec<u8>,
    /// Without a log the book itself must not change.
    book: Option<(u64, Option<SystemTime>, Header)>,
}

impl State {
    fn of(book: &Path) -> io::Result<State> {
        const START_OF_A_LOG: usize = 32;
        let log = match look::open(&log_of(book)) {
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            log => read_at(&mut log?, 0, START_OF_A_LOG)?,
        };
        let book = if log.is_empty() {
            let mut file = look::open(book)?;
            let there = file.metadata()?;
            Some((there.len(), there.modified().ok(), Header::of(read_at(&mut file, 0, Header::LENGTH)?)))
        } else {
            None
        };
        Ok(State { log, book })
    }
}

/// Copies a file that only its owner may read, in place of an earlier copy.
fn copy_file(from: &Path, to: &Path) -> io::Result<()> {
    let mut from = look::open(from)?;
    match fs::remove_file(to) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => private::new_file(to)?,
    }
    io::copy(&mut from, &mut File::options().write(true).open(to)?).map(drop)
}

fn no_copy(book: &Path, why: String) -> BookError {
    BookError::NoCopy { path: book.to_path_buf(), folder: env::temp_dir(), why }
}
