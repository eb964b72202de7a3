//! Why the book cannot be read or written.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use rusqlite::ffi::{SQLITE_IOERR_DIR_FSYNC, SQLITE_IOERR_WRITE};
use thiserror::Error;

use super::read::Flaw;

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
    #[error("the book is in use by another program; nothing was changed")]
    Busy,
    /// The disk has no room.
    #[error("the disk is full; nothing was changed")]
    Full,
    /// The book may not be written.
    #[error("the book {} cannot be written: it, or its folder, is read-only; nothing was changed", .0.display())]
    ReadOnly(PathBuf),
    /// The disk failed.
    #[error("the disk reported a fault: {0}")]
    Io(String),
    /// The book holds something that no program writes.
    #[error("the book is damaged: {0}")]
    Damaged(String),
    /// Anything else that SQLite says.
    #[error("the book could not be used: {0}")]
    Sqlite(rusqlite::Error),
}

impl BookError {
    /// Turns an error of SQLite into one that names the cause.
    pub(super) fn of(error: rusqlite::Error, path: &Path) -> BookError {
        let message = error.to_string();
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => BookError::Busy,
            Some(ErrorCode::DiskFull) => BookError::Full,
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => BookError::ReadOnly(path.to_path_buf()),
            Some(ErrorCode::CannotOpen) => BookError::CannotOpen { path: path.to_path_buf(), why: message },
            Some(ErrorCode::NotADatabase) => BookError::NotABook(path.to_path_buf()),
            Some(ErrorCode::DatabaseCorrupt) => BookError::Damaged(message),
            Some(ErrorCode::SystemIoFailure) => BookError::Io(io_fault(&error)),
            _ if matches!(
                error,
                rusqlite::Error::FromSqlConversionFailure(..)
                    | rusqlite::Error::IntegralValueOutOfRange(..)
                    | rusqlite::Error::InvalidColumnType(..)
            ) =>
            {
                BookError::Damaged(message)
            }
            _ => BookError::Sqlite(error),
        }
    }
}

/// What the disk did, and what became of the change. Only if a folder could not be synced was the change already made;
/// a power cut may still lose it.
fn io_fault(error: &rusqlite::Error) -> String {
    let code = error.sqlite_error().map_or(0, |error| error.extended_code);
    match code {
        SQLITE_IOERR_DIR_FSYNC => "its folder could not be synced; `ginpad` shows whether the change was kept".into(),
        SQLITE_IOERR_WRITE => "a write failed, perhaps at the limit of the file size; nothing was changed".into(),
        _ => format!("{error}; nothing was changed"),
    }
}

/// The error for a book that is damaged in this way.
pub(super) fn damaged(what: impl std::fmt::Display) -> BookError {
    BookError::Damaged(what.to_string())
}

/// The error for a game of which something is not what was written. A game that is not numbered has no name.
pub(super) fn flawed(flaw: Flaw, game: Option<i64>) -> BookError {
    let game = game.map_or_else(|| "a game".into(), |number| format!("game {number}"));
    damaged(match flaw {
        Flaw::Changed("hand") => format!("a hand of {game} is not what was logged"),
        Flaw::Changed("player" | "player-name") => format!("the name of a player of {game} is not what was written"),
        Flaw::Changed("undo" | "redo") => format!("an undo in {game} is not what was written"),
        Flaw::Changed("game") => format!("{game} is not what was written"),
        Flaw::Changed(_) => format!("a part of {game} is not what was written"),
        Flaw::Missing => format!("a part of {game} is missing"),
    })
}
