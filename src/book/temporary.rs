//! Temporary files that cannot be made, written or read, and why.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

use super::disk::{Refusal, words};
use super::error::BookError;
use super::room::Room;

/// What went wrong with a temporary file of SQLite.
pub(super) fn failed_in_sqlite(error: rusqlite::Error) -> BookError {
    let folder = Room::of_sqlite();
    // SQLite does not say why it cannot open a file, so another one is tried.
    if let Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied) = error.sqlite_error_code() {
        return match tempfile::tempfile_in(&folder) {
            Err(error) => failed_in(folder, &error),
            Ok(_) => BookError::NoTemporaryFile { folder, why: "it was not opened".into() },
        };
    }
    match BookError::of(error, Path::new("a temporary file")) {
        BookError::Full => BookError::NoRoom(folder),
        BookError::Io(_) => BookError::NoTemporaryFile { folder, why: Refusal::FAULT.into() },
        error => error,
    }
}

fn failed_in(folder: PathBuf, error: &io::Error) -> BookError {
    match (Refusal::of(error), error.kind()) {
        (Some(Refusal::Full), _) => BookError::NoRoom(folder),
        (Some(Refusal::NoMemory), _) => BookError::NoMemory,
        _ => BookError::NoTemporaryFile { folder, why: why(error) },
    }
}

/// Why a temporary file or folder cannot be made, in words.
pub(super) fn why(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such folder".into(),
        _ => words(error),
    }
}
