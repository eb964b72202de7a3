//! Why the book cannot be read or written.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, ErrorCode, ffi};
use thiserror::Error;

use super::commit::Witness;
use super::read::{self, Flaw};
use super::writable;

/// Why the book cannot be read or written.
#[derive(Debug, Error)]
pub enum BookError {
    /// The file is not a database.
    #[error("{} is not a ginpad book", .0.display())]
    NotABook(PathBuf),
    /// The file is another program's database.
    #[error("{} is another program's database, not a ginpad book", .0.display())]
    Foreign(PathBuf),
    /// A later version wrote the book.
    #[error("this book was written by a newer ginpad (schema {found}; this one reads up to {known})")]
    Newer {
        /// The schema of the book.
        found: i64,
        /// The latest schema that this version knows.
        known: i64,
    },
    /// A folder or file that cannot be made or opened.
    #[error("cannot open the book {}: {why}", .path.display())]
    CannotOpen {
        /// The book.
        path: PathBuf,
        /// Why, in the system's words.
        why: String,
    },
    /// Beside the book is what another file left there, and SQLite would mix it into the book.
    #[error("{} does not belong to {}, so the book was not opened", .leftover.display(), .book.display())]
    Leftover {
        /// The book.
        book: PathBuf,
        /// The journal or the log.
        leftover: PathBuf,
    },
    /// The book has several names, and can only be read.
    #[error("the book {} has another name too, a hard link, so nothing may be written in it", .0.display())]
    Linked(PathBuf),
    /// The book has another schema than the one that ginpad made.
    #[error("another program has altered the book {}: {}", .path.display(), .how.join(", "))]
    Altered {
        /// The book.
        path: PathBuf,
        /// What is not as it should be.
        how: Vec<String>,
    },
    /// Another program has held it for too long.
    #[error("the book is in use by another program, perhaps by a large import; nothing was changed")]
    Busy,
    /// The disk has no room, or the file may not grow.
    #[error("the disk is full; nothing was changed")]
    Full,
    /// There is no room for a temporary file in this folder.
    #[error("there is no room left for a temporary file in {}; nothing was changed", .0.display())]
    NoRoom(PathBuf),
    /// The book may not be written.
    #[error("the book {} cannot be written: it, or its folder, is read-only; nothing was changed", .0.display())]
    ReadOnly(PathBuf),
    /// A program was stopped while it wrote, and what it left cannot be taken back where nothing may be written.
    #[error(
        "a program was stopped while it wrote in the book {}, and what it left cannot be taken back: the book, or its \
         folder, is read-only", .0.display()
    )]
    Unfinished(PathBuf),
    /// The file was moved away, or another one was put in its place.
    #[error("the book {} was moved or replaced while it was in use; nothing was changed", .0.display())]
    Moved(PathBuf),
    /// The system would not open a file that may be opened.
    #[error(
        "the system did not open the book {}, or a file beside it, perhaps because too many files are open; nothing \
         was changed", .0.display()
    )]
    TooManyFiles(PathBuf),
    /// There is no memory left.
    #[error("there is no memory left; nothing was changed")]
    NoMemory,
    /// The disk failed.
    #[error("the disk reported a fault: {0}; nothing was changed")]
    Io(String),
    /// The disk failed while a change was kept, and it cannot be seen whether it was.
    #[error("the disk reported a fault, and ginpad cannot see whether the change was kept: {0}")]
    Uncertain(String, Box<Witness>),
    /// SQLite cannot make sense of the file.
    #[error("the book is damaged: a part of its file makes no sense")]
    Malformed(PathBuf),
    /// Something in the book is not what a program wrote.
    #[error("the book is damaged: {what}")]
    Flawed {
        /// The book.
        path: PathBuf,
        /// What is not as it was written.
        what: String,
    },
    /// The book holds something that no program writes.
    #[error("the book is damaged: {0}")]
    Damaged(String),
    /// Anything else that SQLite says, by its number.
    #[error("ginpad could not use the book, and does not know why (SQLite says {0}); this is a mistake in ginpad")]
    Unexpected(i32),
}

impl BookError {
    /// Turns an error of SQLite into one that names the cause. SQLite's own words are not shown: they hold statements.
    pub(super) fn of(error: rusqlite::Error, path: &Path) -> BookError {
        use rusqlite::Error;
        let here = || path.to_path_buf();
        match error.sqlite_error() {
            Some(fault) => of_sqlite(*fault, path),
            None => match error {
                Error::FromSqlConversionFailure(..)
                | Error::IntegralValueOutOfRange(..)
                | Error::InvalidColumnType(..)
                | Error::Utf8Error(..) => BookError::Flawed { path: here(), what: STRANGE.into() },
                Error::InvalidPath(_) | Error::NulError(_) => {
                    BookError::CannotOpen { path: here(), why: "its name cannot be used".into() }
                }
                _ => BookError::Unexpected(0),
            },
        }
    }

    /// The same error, after a second look at the book. SQLite takes a read that the disk refused for damage. If all of
    /// the book can be read now, or a read fails again, the disk is at fault.
    pub(super) fn looked_into(self, connection: &Connection) -> BookError {
        match self {
            BookError::Malformed(_) if read::a_read_failed(connection) => {
                BookError::Io("a part of the book could not be read".into())
            }
            error => error,
        }
    }
}

/// What is wrong with a value that cannot be read.
const STRANGE: &str = "it holds a value that no ginpad writes";

/// What an error that SQLite reports comes from.
fn of_sqlite(fault: ffi::Error, path: &Path) -> BookError {
    let here = || path.to_path_buf();
    let code = fault.extended_code;
    match fault.code {
        ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => BookError::Busy,
        ErrorCode::DiskFull => BookError::Full,
        ErrorCode::ReadOnly if code == ffi::SQLITE_READONLY_DBMOVED => BookError::Moved(here()),
        ErrorCode::ReadOnly if matches!(code, ffi::SQLITE_READONLY_ROLLBACK | ffi::SQLITE_READONLY_RECOVERY) => {
            BookError::Unfinished(here())
        }
        // SQLite opens a file to be read if the system does not open it to be written, whatever the reason.
        ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen => {
            match writable::is_writable(path) {
                true => BookError::TooManyFiles(here()),
                false if fault.code == ErrorCode::CannotOpen && writable::has_journal(path) => {
                    BookError::Unfinished(here())
                }
                false => BookError::ReadOnly(here()),
            }
        }
        ErrorCode::NotADatabase => BookError::NotABook(here()),
        ErrorCode::DatabaseCorrupt => BookError::Malformed(here()),
        ErrorCode::OutOfMemory => BookError::NoMemory,
        ErrorCode::SystemIoFailure if code == ffi::SQLITE_IOERR_NOMEM => BookError::NoMemory,
        ErrorCode::SystemIoFailure if code == ffi::SQLITE_IOERR_WRITE && writable::reached_the_limit() => {
            BookError::Full
        }
        ErrorCode::SystemIoFailure => BookError::Io(io_fault(code).into()),
        ErrorCode::ConstraintViolation => {
            BookError::Flawed { path: here(), what: "it refuses what ginpad writes".into() }
        }
        ErrorCode::TooBig | ErrorCode::TypeMismatch => BookError::Flawed { path: here(), what: STRANGE.into() },
        // A statement that does not fit the tables.
        ErrorCode::Unknown => BookError::Flawed { path: here(), what: "its tables are not those of ginpad".into() },
        _ => BookError::Unexpected(code),
    }
}

/// What the disk did.
fn io_fault(code: i32) -> &'static str {
    match code {
        ffi::SQLITE_IOERR_READ | ffi::SQLITE_IOERR_SHORT_READ | ffi::SQLITE_IOERR_CORRUPTFS => {
            "a part of the book could not be read"
        }
        ffi::SQLITE_IOERR_WRITE | ffi::SQLITE_IOERR_TRUNCATE => "a part of the book could not be written",
        ffi::SQLITE_IOERR_FSYNC => "what was written could not be synced",
        ffi::SQLITE_IOERR_DIR_FSYNC => "the folder of the book could not be synced",
        ffi::SQLITE_IOERR_DELETE | ffi::SQLITE_IOERR_DELETE_NOENT => "the journal of the book could not be removed",
        ffi::SQLITE_IOERR_LOCK
        | ffi::SQLITE_IOERR_UNLOCK
        | ffi::SQLITE_IOERR_RDLOCK
        | ffi::SQLITE_IOERR_CHECKRESERVEDLOCK => "the book could not be locked or unlocked",
        _ => "the book could not be used",
    }
}

/// The error for a book that is damaged in this way.
pub(super) fn damaged(what: impl std::fmt::Display) -> BookError {
    BookError::Damaged(what.to_string())
}

/// The error for a game of which something is not what was written. A game that is not numbered has no name.
pub(super) fn flawed(path: &Path, flaw: Flaw, game: Option<i64>) -> BookError {
    let game = game.map_or_else(|| "a game".into(), |number| format!("game {number}"));
    let what = match flaw {
        Flaw::Changed("hand") => format!("a hand of {game} is not what was logged"),
        Flaw::Changed("player" | "player-name") => format!("the name of a player of {game} is not what was written"),
        Flaw::Changed("undo" | "redo") => format!("an undo in {game} is not what was written"),
        Flaw::Changed("game") => format!("{game} is not what was written"),
        Flaw::Changed(_) => format!("a part of {game} is not what was written"),
        Flaw::Missing => format!("a part of {game} is missing"),
    };
    BookError::Flawed { path: path.to_path_buf(), what }
}
