//! The reasons why the system refuses something, in words.

use std::io::{self, ErrorKind};

/// Why the system refused a call, whichever it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The disk is full.
    Full,
    /// The disk failed.
    Fault,
    /// Too many files are open.
    TooManyFiles,
    /// There is no memory left.
    NoMemory,
    /// The call tried to write or lock a file that is open only for reading.
    ReadOnly,
}

impl Refusal {
    /// Translates an error of the system; `None` if its meaning depends on the call.
    pub(crate) fn of(error: &io::Error) -> Option<Refusal> {
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => Some(Refusal::Full),
            ErrorKind::OutOfMemory => Some(Refusal::NoMemory),
            #[cfg(unix)]
            _ => match rustix::io::Errno::from_io_error(error)? {
                rustix::io::Errno::IO => Some(Refusal::Fault),
                rustix::io::Errno::MFILE | rustix::io::Errno::NFILE => Some(Refusal::TooManyFiles),
                rustix::io::Errno::BADF => Some(Refusal::ReadOnly),
                _ => None,
            },
            #[cfg(not(unix))]
            _ => None,
        }
    }
}

/// Words the reason why a file cannot be read or written.
pub(crate) fn reason(error: &io::Error) -> String {
    let words = match (Refusal::of(error), error.kind()) {
        (Some(Refusal::Full), _) => "the disk is full",
        (Some(Refusal::Fault), _) => "the disk reported a fault",
        (Some(Refusal::TooManyFiles), _) => "too many files are open",
        (Some(Refusal::NoMemory), _) => "there is no memory left",
        (_, ErrorKind::NotFound) => "there is no such file",
        (_, ErrorKind::PermissionDenied) => "permission denied",
        (_, ErrorKind::IsADirectory) => "it is a folder",
        // Some systems report this if a file is where a folder should be made.
        (_, ErrorKind::NotADirectory | ErrorKind::AlreadyExists) => "a part of the path is not a folder",
        (_, ErrorKind::ReadOnlyFilesystem) => "the disk is read-only",
        (_, ErrorKind::InvalidFilename) => "its name cannot be used",
        _ => {
            let words = error.to_string();
            return words.split_once(" (os error ").map_or(words.clone(), |(words, _)| words.to_lowercase());
        }
    };
    words.into()
}

/// Words the reason why a new file cannot be made.
pub(crate) fn reason_not_made(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such folder".into(),
        _ => reason(error),
    }
}
