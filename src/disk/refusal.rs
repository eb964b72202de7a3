//! Why the system refuses something, in words.

use std::io::{self, ErrorKind};

/// Why the system refused something, whatever was asked of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
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
    pub(crate) fn of(error: &io::Error) -> Option<Refusal> {
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
    pub(crate) fn of(error: &io::Error) -> Option<Refusal> {
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Some(Refusal::Full),
            ErrorKind::OutOfMemory => Some(Refusal::NoMemory),
            _ => None,
        }
    }

    /// Why the last call that failed was refused. It must be asked for before anything else is done. SQLite reports some
    /// refusals by what it was doing, and not by why: a full disk that shows when a file is synced is a failed sync to it.
    pub(crate) fn last() -> Option<Refusal> {
        Refusal::of(&io::Error::last_os_error())
    }
}

/// Why a file cannot be read or written.
pub(crate) fn reason(error: &io::Error) -> String {
    let words = match (Refusal::of(error), error.kind()) {
        (Some(Refusal::Full), _) | (_, ErrorKind::StorageFull) => "the disk is full",
        (Some(Refusal::Fault), _) => "the disk reported a fault",
        (Some(Refusal::TooManyFiles), _) => "too many files are open",
        (Some(Refusal::NoMemory), _) => "there is no memory left",
        (_, ErrorKind::NotFound) => "there is no such file",
        (_, ErrorKind::PermissionDenied) => "permission denied",
        (_, ErrorKind::IsADirectory) => "it is a folder",
        // Some systems say so if a file is where a folder should be made.
        (_, ErrorKind::NotADirectory | ErrorKind::AlreadyExists) => "a part of the path is not a folder",
        (_, ErrorKind::ReadOnlyFilesystem) => "the disk is read-only",
        (_, ErrorKind::InvalidFilename) => "its name cannot be used",
        _ => return without_number(&error.to_string()),
    };
    words.into()
}

/// Why a new file cannot be made.
pub(crate) fn reason_not_made(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such folder".into(),
        _ => reason(error),
    }
}

/// What the system says, without its number for that.
fn without_number(said: &str) -> String {
    said.split_once(" (os error ").map_or_else(|| said.into(), |(words, _)| words.to_lowercase())
}
