//! Why the book cannot be read or written, and oddities of its file that do not prevent its use.

use std::path::{Path, PathBuf};
use std::{env, io};

use rusqlite::{Connection, ErrorCode, ffi};
use thiserror::Error;

use super::connection::{Soundness, second_check};
use super::header::Marks;
use super::journal::journal_of;
use crate::disk::{Refusal, folder_of, is_writable, reached_the_limit, reason, reason_not_made};
use ginpad_core::ledger::LineRange;
use ginpad_core::text::and_list;

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
        /// The book.
        path: PathBuf,
        /// The schema of the book.
        found: i64,
        /// The latest schema that this version knows.
        known: i64,
    },
    /// An early version, from before the ledger, wrote the book. It was never released.
    #[error("{} was written by an early ginpad that kept no ledger; this version cannot read it", .0.display())]
    Earlier(PathBuf),
    /// A folder or file that cannot be made or opened.
    #[error("cannot open the book {}: {why}", .path.display())]
    CannotOpen {
        /// The book.
        path: PathBuf,
        /// Why, in the system's words.
        why: String,
    },
    /// A file beside the book belongs to another book, and SQLite would mix it into this one.
    #[error("{} does not belong to {}, so the book was not opened", .leftover.display(), .book.display())]
    Leftover {
        /// The book.
        book: PathBuf,
        /// The journal or the log.
        leftover: PathBuf,
    },
    /// The book is gone, but a file that a program left beside it remains.
    #[error("there is no book {}, but a part of it, {}, is still there", .book.display(), .leftover.display())]
    Orphan {
        /// Where the book would be.
        book: PathBuf,
        /// The journal or the log.
        leftover: PathBuf,
    },
    /// Something that is not a file has the name of a file.
    #[error("{} is {what}, and ginpad needs that name for a file beside the book", .path.display())]
    InTheWay {
        /// What is in the way.
        path: PathBuf,
        /// What it is.
        what: &'static str,
    },
    /// A book cannot be backed up before it is changed.
    #[error("the book {} is not changed without a backup beside it, and the backup failed: {why}", .path.display())]
    NoBackup {
        /// The book.
        path: PathBuf,
        /// Why, in the system's words.
        why: String,
    },
    /// The book has several names, so it can only be read.
    #[error("the book {} has another name too, a hard link, so nothing may be written in it", .0.display())]
    Linked(PathBuf),
    /// The schema of the book is not the one that ginpad made.
    #[error("the book {} is damaged, or another program has altered it: {}", .path.display(), .how.join(", "))]
    Altered {
        /// The book.
        path: PathBuf,
        /// The differences.
        how: Vec<String>,
    },
    /// Another program has held the book for too long.
    #[error("the book is in use by another program, perhaps by a large import or an upgrade")]
    Busy,
    /// The disk has no room, or the file may not grow.
    #[error("{}", self.fault())]
    Full,
    /// A temporary file cannot be made, written or read.
    #[error("a temporary file in {} cannot be used: {why}", .folder.display())]
    NoTemporaryFile {
        /// The folder.
        folder: PathBuf,
        /// Why, in the system's words.
        why: String,
    },
    /// The book may not be written.
    #[error("the book {} cannot be written: it, or its folder, is read-only", .0.display())]
    ReadOnly(PathBuf),
    /// A program was stopped while it wrote, or left the book in WAL mode, and the book cannot be written now.
    #[error(
        "the book {} must be repaired after a program stopped or left it in WAL mode, but it or its folder is read-only",
        .0.display()
    )]
    Unfinished(PathBuf),
    /// The file was moved away, or another one was put in its place.
    #[error("the book {} was moved or replaced while it was in use", .0.display())]
    Moved(PathBuf),
    /// The system did not open a file although it is allowed to be opened.
    #[error(
        "the system did not open the book {}, or a file beside it: {why}", .path.display()
    )]
    NotOpened {
        /// The book.
        path: PathBuf,
        /// Why, if we know.
        why: &'static str,
    },
    /// There is no memory left.
    #[error("there is no memory left")]
    NoMemory,
    /// The disk failed.
    #[error("{}", self.fault())]
    Io,
    /// The disk failed at the last step, syncing the folder of the book.
    #[error("{}", self.fault())]
    NotSynced,
    /// Something failed during the commit, and we cannot see whether the change was kept.
    #[error("{}; ginpad cannot see whether the change was kept", .0.fault())]
    Uncertain(Box<BookError>, Marks),
    /// SQLite cannot make sense of the file.
    #[error("the book is damaged: a part of its file makes no sense")]
    Malformed(PathBuf),
    /// Something in the book is not what ginpad wrote.
    #[error("the book is damaged: {what}")]
    Flawed {
        /// The book.
        path: PathBuf,
        /// The part that differs from what was written.
        what: String,
    },
    /// Any other error of SQLite, by its number.
    #[error("ginpad could not use the book, and does not know why (SQLite says {code}); this is a mistake in ginpad")]
    Unexpected {
        /// The book.
        path: PathBuf,
        /// The number.
        code: i32,
    },
}

impl BookError {
    /// Whether nothing was changed, although a user may doubt it.
    pub(crate) const fn changed_nothing(&self) -> bool {
        use BookError::{Busy, Full, Io, Moved, NoMemory, NoTemporaryFile, NotOpened, NotSynced, ReadOnly};
        matches!(
            self,
            Busy | Full
                | NoTemporaryFile { .. }
                | ReadOnly(_)
                | Moved(_)
                | NotOpened { .. }
                | NoMemory
                | Io
                | NotSynced
        )
    }

    /// Turns an error of SQLite into one that names the cause. SQLite's own words are hidden because they contain
    /// statements.
    pub(super) fn of(error: rusqlite::Error, path: &Path) -> BookError {
        use rusqlite::Error;
        let here = || path.to_path_buf();
        if let Some(fault) = error.sqlite_error() {
            return of_sqlite(*fault, path);
        }
        match error {
            Error::FromSqlConversionFailure(..)
            | Error::IntegralValueOutOfRange(..)
            | Error::InvalidColumnType(..)
            | Error::Utf8Error(..) => BookError::Flawed { path: here(), what: STRANGE.into() },
            Error::InvalidPath(_) | Error::NulError(_) => {
                BookError::CannotOpen { path: here(), why: "its name cannot be used".into() }
            }
            _ => BookError::Unexpected { path: here(), code: 0 },
        }
    }

    /// Names the fault, without saying whether the change was kept.
    pub(super) fn fault(&self) -> &'static str {
        match self {
            BookError::Full => "the disk is full",
            BookError::Io | BookError::NotSynced => "the disk reported a fault",
            BookError::Uncertain(error, _) => error.fault(),
            _ => "the book could not be used",
        }
    }

    /// Drops the doubt about a commit for a file that nobody uses yet.
    pub(super) fn of_a_new_file(self) -> BookError {
        match self {
            BookError::Uncertain(error, _) => *error,
            error => error,
        }
    }

    /// Describes the damage to the book; returns the error itself if it is not about damage.
    pub(super) fn damage(self) -> Result<String, BookError> {
        match self {
            BookError::Flawed { what, .. } => Ok(what),
            BookError::Malformed(_) => Ok("a part of its file makes no sense".into()),
            BookError::Altered { how, .. } => {
                Ok(format!("it is damaged, or another program has altered it: {}", how.join(", ")))
            }
            error => Err(error),
        }
    }

    /// Whether the book is damaged.
    pub const fn is_damage(&self) -> bool {
        matches!(self, BookError::Flawed { .. } | BookError::Malformed(_) | BookError::Altered { .. })
    }

    /// Corrects the error after a second check of the book. SQLite reports a refused read as damage: if the whole book
    /// can be read now, or a read fails again, the disk is at fault. An error that SQLite cannot explain may be damage.
    pub(super) fn after_second_check(self, connection: &Connection) -> BookError {
        let check = || second_check(connection);
        match self {
            BookError::Malformed(_) if matches!(check(), Some(Soundness::Sound | Soundness::Unread)) => BookError::Io,
            BookError::Unexpected { path, .. } if check() == Some(Soundness::Damaged) => BookError::Malformed(path),
            error => error,
        }
    }
}

/// The description of a value that cannot be read.
const STRANGE: &str = "it holds a value that no ginpad writes";

/// Finds the cause of an error that SQLite reports.
fn of_sqlite(fault: ffi::Error, path: &Path) -> BookError {
    // Comes first, because other system calls would replace it. SQLite reports some refusals by what it was doing, not by
    // why: a full disk that shows only at a sync is a failed sync to it.
    let last = Refusal::of(&io::Error::last_os_error());
    let here = || path.to_path_buf();
    let code = fault.extended_code;
    match fault.code {
        ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => BookError::Busy,
        ErrorCode::DiskFull => BookError::Full,
        ErrorCode::ReadOnly if code == ffi::SQLITE_READONLY_DBMOVED => BookError::Moved(here()),
        ErrorCode::ReadOnly if matches!(code, ffi::SQLITE_READONLY_ROLLBACK | ffi::SQLITE_READONLY_RECOVERY) => {
            BookError::Unfinished(here())
        }
        // If the system does not open a file for writing, SQLite opens it for reading, whatever the reason.
        ErrorCode::ReadOnly | ErrorCode::PermissionDenied if is_writable(path) => not_opened(path, None),
        ErrorCode::CannotOpen if is_writable(path) => not_opened(path, last),
        ErrorCode::CannotOpen if journal_of(path).metadata().is_ok_and(|journal| journal.len() > 0) => {
            BookError::Unfinished(here())
        }
        ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen => BookError::ReadOnly(here()),
        // The file begins like a book, or opening it would have failed.
        ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt => BookError::Malformed(here()),
        ErrorCode::OutOfMemory => BookError::NoMemory,
        ErrorCode::SystemIoFailure => of_disk(code, last, path),
        ErrorCode::ConstraintViolation => {
            BookError::Flawed { path: here(), what: "it refuses what ginpad writes".into() }
        }
        ErrorCode::TooBig | ErrorCode::TypeMismatch => BookError::Flawed { path: here(), what: STRANGE.into() },
        // Among them a statement that does not fit the tables. Opening the book compared them, so no such statement is
        // expected.
        _ => BookError::Unexpected { path: here(), code },
    }
}

/// Finds the cause of a disk failure. `last` is the system's last refusal.
fn of_disk(code: i32, last: Option<Refusal>, path: &Path) -> BookError {
    match code {
        ffi::SQLITE_IOERR_NOMEM => BookError::NoMemory,
        ffi::SQLITE_IOERR_WRITE if reached_the_limit() => BookError::Full,
        ffi::SQLITE_IOERR_READ | ffi::SQLITE_IOERR_SHORT_READ | ffi::SQLITE_IOERR_CORRUPTFS => BookError::Io,
        ffi::SQLITE_IOERR_DIR_FSYNC => BookError::NotSynced,
        // Some disks report only at a sync that they are full.
        _ if last == Some(Refusal::Full) => BookError::Full,
        ffi::SQLITE_IOERR_LOCK | ffi::SQLITE_IOERR_RDLOCK | ffi::SQLITE_IOERR_CHECKRESERVEDLOCK
            if last == Some(Refusal::ReadOnly) =>
        {
            BookError::ReadOnly(path.to_path_buf())
        }
        _ => BookError::Io,
    }
}

/// The error for a book after the system refused a call.
fn of_refusal(refusal: Refusal, path: &Path) -> BookError {
    match refusal {
        Refusal::Full => BookError::Full,
        Refusal::Fault => BookError::Io,
        Refusal::TooManyFiles => BookError::NotOpened { path: path.to_path_buf(), why: "too many files are open" },
        Refusal::NoMemory => BookError::NoMemory,
        Refusal::ReadOnly => BookError::ReadOnly(path.to_path_buf()),
    }
}

/// Explains why a book, or a file beside it, was not opened although its permissions allow it. SQLite may have made
/// other calls since the one that failed, so this tries a file of its own.
fn not_opened(path: &Path, last: Option<Refusal>) -> BookError {
    let tried = || tempfile::tempfile_in(folder_of(path)).err().and_then(|error| Refusal::of(&error));
    match last.or_else(tried) {
        Some(refusal) => of_refusal(refusal, path),
        None => BookError::NotOpened {
            path: path.to_path_buf(),
            why: "perhaps too many files are open, or the disk is full or has a fault",
        },
    }
}

/// Explains why a file or a folder cannot be used.
pub(super) fn refused(path: &Path, error: &io::Error) -> BookError {
    let other = || BookError::CannotOpen { path: path.to_path_buf(), why: reason(error) };
    Refusal::of(error).map_or_else(other, |refusal| of_refusal(refusal, path))
}

/// Explains why a book cannot be copied.
pub(super) fn not_copied(book: &Path, error: &io::Error) -> BookError {
    let other = || BookError::NoBackup { path: book.to_path_buf(), why: reason(error) };
    Refusal::of(error).map_or_else(other, |refusal| of_refusal(refusal, book))
}

/// Explains a failed temporary file of SQLite. SQLite does not say why it cannot open one, so this tries to make one
/// itself.
pub(super) fn no_temporary_file(error: rusqlite::Error) -> BookError {
    let named = ["SQLITE_TMPDIR", "TMPDIR"].into_iter().filter_map(env::var_os).map(PathBuf::from);
    let usual = ["/var/tmp", "/usr/tmp", "/tmp"].into_iter().map(PathBuf::from);
    let folder = named.chain(usual).find(|folder| folder.is_dir()).unwrap_or_else(env::temp_dir);
    let why = match BookError::of(error, Path::new("a temporary file")) {
        error @ (BookError::Full | BookError::Io) => error.fault().into(),
        BookError::ReadOnly(_) | BookError::NotOpened { .. } | BookError::Unfinished(_) => {
            tempfile::tempfile_in(&folder).err().map_or("it was not opened".into(), |error| reason_not_made(&error))
        }
        error => return error,
    };
    BookError::NoTemporaryFile { folder, why }
}

/// An oddity of a book's file that does not prevent its use.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Notice {
    /// Tables and indexes that ginpad did not make.
    #[error("the book also holds {}; ginpad did not make that, and leaves it alone", and_list(.0))]
    NotOurs(Vec<String>),
    /// The file has another name, under which another program may use it.
    #[error("the book {} has another name too, a hard link; it can be read, but not written in", .0.display())]
    Linked(PathBuf),
    /// A folder with something new in it could not be synced.
    #[error("the disk did not confirm the last change in the folder {}; a power cut may undo it", .0.display())]
    NotSynced(PathBuf),
    /// The book lacks lines that this device wrote.
    #[error(
        "{} of this device {} missing from the book: perhaps the book is an older copy, or the disk lost {}",
        numbers(.0),
        if .0.first == .0.last { "is" } else { "are" },
        if .0.first == .0.last { "it" } else { "them" }
    )]
    Lost(LineRange),
    /// Something failed after a change was kept.
    #[error("the change was kept, but {0}")]
    KeptDespite(&'static str),
}

impl Notice {
    /// Makes the notice for an error after which everything was kept nevertheless.
    pub(super) fn after(error: &BookError, path: &Path) -> Notice {
        match error {
            BookError::NotSynced => Notice::NotSynced(folder_of(path).to_path_buf()),
            error => Notice::KeptDespite(error.fault()),
        }
    }
}

/// Names the changes with these numbers.
fn numbers(LineRange { first, last, .. }: &LineRange) -> String {
    if first == last { format!("change number {first}") } else { format!("changes number {first} to {last}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words that only SQLite uses.
    const WORDS: &str = "near \"SELECT\": syntax error";

    fn message(error: rusqlite::Error) -> String {
        let error = BookError::of(error, Path::new("book.db"));
        let uncertain = BookError::Uncertain(Box::new(BookError::Io), Marks { before: 0, own: 1 });
        format!("{error} {} {uncertain}", error.fault())
    }

    #[test]
    fn sqlite_says_nothing_in_its_own_words() {
        // Every code, with every extended code.
        for code in (0..=255).flat_map(|code| (0..=40).map(move |more| code | more << 8)) {
            let message = message(rusqlite::Error::SqliteFailure(ffi::Error::new(code), Some(WORDS.into())));
            assert!(!message.contains("SELECT") && !message.contains("syntax"), "{code}: {message}");
            let theirs = ffi::Error::new(code).to_string();
            assert!(theirs.len() < 4 || !message.contains(&theirs), "{code}: {message}");
        }
        use rusqlite::{Error, types::Type};
        for error in [
            Error::SqlInputError { error: ffi::Error::new(1), msg: WORDS.into(), sql: "SELECT".into(), offset: 0 },
            Error::FromSqlConversionFailure(0, Type::Text, WORDS.into()),
            Error::ToSqlConversionFailure(WORDS.into()),
            Error::InvalidColumnName("SELECT".into()),
            Error::InvalidColumnType(0, "SELECT".into(), Type::Null),
            Error::InvalidParameterName("SELECT".into()),
            Error::QueryReturnedNoRows,
            Error::MultipleStatement,
            Error::ExecuteReturnedResults,
            Error::InvalidParameterCount(1, 2),
        ] {
            let (theirs, message) = (error.to_string(), message(error));
            assert!(
                !message.contains("SELECT") && !message.contains("syntax") && !message.contains(&theirs),
                "{message}"
            );
        }
    }
}
