//! What the machine refuses: a full disk, a disk that fails, too many open files.
//!
//! SQLite reports some refusals of the system by what it was doing, and not by why: a full disk that shows when a file is
//! synced is a failed sync to it. The system's own word is kept for the thread until another call fails.

use std::io;
use std::path::Path;

use thiserror::Error;

use super::error::BookError;
use super::writable;

/// What the disk did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum DiskFault {
    /// The file of the book could not be opened or read.
    #[error("the book could not be read")]
    Book,
    /// A part of the book could not be read.
    #[error("a part of the book could not be read")]
    Read,
    /// A part of the book could not be written.
    #[error("a part of the book could not be written")]
    Write,
    /// What was written could not be synced.
    #[error("what was written could not be synced")]
    Sync,
    /// The folder of the book could not be synced.
    #[error("the folder of the book could not be synced")]
    Folder,
    /// The journal of the book could not be removed.
    #[error("the journal of the book could not be removed")]
    Journal,
    /// The book could not be locked or unlocked.
    #[error("the book could not be locked or unlocked")]
    Lock,
    /// A copy of the book could not be written, or is not what was written.
    #[error("a copy of the book, made beside it, could not be written and read again")]
    Copy,
    /// Anything else.
    #[error("the book could not be used")]
    Other,
}

/// Why the system refused something, whatever was asked of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    /// There is no room.
    Full,
    /// The disk failed.
    Fault,
    /// Too many files are open.
    TooManyFiles,
    /// There is no memory left.
    NoMemory,
    /// A file that is open to be read only was to be written or locked.
    ReadOnly,
}

impl Refusal {
    /// What an error of the system means. `None` if it depends on what was asked.
    #[cfg(unix)]
    pub(super) fn of(error: &io::Error) -> Option<Refusal> {
        use rustix::io::Errno;
        match Errno::from_io_error(error)? {
            Errno::NOSPC | Errno::DQUOT | Errno::FBIG => Some(Refusal::Full),
            Errno::IO => Some(Refusal::Fault),
            Errno::MFILE | Errno::NFILE => Some(Refusal::TooManyFiles),
            Errno::NOMEM => Some(Refusal::NoMemory),
            Errno::BADF => Some(Refusal::ReadOnly),
            _ => None,
        }
    }

    /// What an error of the system means. `None` if it depends on what was asked.
    #[cfg(not(unix))]
    pub(super) fn of(error: &io::Error) -> Option<Refusal> {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Some(Refusal::Full),
            io::ErrorKind::OutOfMemory => Some(Refusal::NoMemory),
            _ => None,
        }
    }

    /// Why the last call that failed was refused. It must be asked for before anything else is done.
    pub(super) fn last() -> Option<Refusal> {
        Refusal::of(&io::Error::last_os_error())
    }

    /// What is said of a disk that failed.
    pub(super) const FAULT: &str = "the disk reported a fault";

    /// What is said if nothing more can be opened.
    const TOO_MANY_FILES: &str = "too many files are open";

    /// The error for a book of which this was refused; `fault` says what the disk did, if it failed.
    pub(super) fn of_book(self, path: &Path, fault: DiskFault) -> BookError {
        match self {
            Refusal::Full => BookError::Full,
            Refusal::Fault => BookError::Io(fault),
            Refusal::TooManyFiles => BookError::NotOpened { path: path.to_path_buf(), why: Refusal::TOO_MANY_FILES },
            Refusal::NoMemory => BookError::NoMemory,
            Refusal::ReadOnly => BookError::ReadOnly(path.to_path_buf()),
        }
    }
}

/// Why the system refused something, in words.
pub(super) fn words(error: &io::Error) -> String {
    let words = match (Refusal::of(error), error.kind()) {
        (Some(Refusal::Full), _) => "the disk is full",
        (Some(Refusal::Fault), _) => Refusal::FAULT,
        (Some(Refusal::TooManyFiles), _) => Refusal::TOO_MANY_FILES,
        (Some(Refusal::NoMemory), _) => "there is no memory left",
        (_, io::ErrorKind::PermissionDenied) => "permission denied",
        (_, io::ErrorKind::ReadOnlyFilesystem) => "the disk is read-only",
        (_, io::ErrorKind::NotADirectory) => "a part of the path is not a folder",
        _ => return error.to_string(),
    };
    words.into()
}

/// Why a book, or a file beside it, was not opened, though nobody forbids it. SQLite may have tried something else after
/// the call that failed, so another file is tried too.
pub(super) fn not_opened(path: &Path, last: Option<Refusal>) -> BookError {
    let folder = writable::folder_of(path);
    let why = last.or_else(|| tempfile::tempfile_in(folder).err().and_then(|error| Refusal::of(&error)));
    match why {
        Some(why) => why.of_book(path, DiskFault::Book),
        None => BookError::NotOpened {
            path: path.to_path_buf(),
            why: "perhaps too many files are open, or the disk is full or has a fault",
        },
    }
}

/// Why a copy of a book cannot be made.
pub(super) fn not_copied(book: &Path, error: &io::Error) -> BookError {
    match Refusal::of(error) {
        Some(refusal) => refusal.of_book(book, DiskFault::Copy),
        None => BookError::NoBackup { path: book.to_path_buf(), why: words(error) },
    }
}
