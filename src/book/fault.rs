//! What is asked after something failed.

use rusqlite::{Connection, ErrorCode, OpenFlags};

/// What SQLite's own check of a whole file says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Soundness {
    /// All of it makes sense.
    Sound,
    /// A part of it makes no sense, or its tables and indexes do not agree.
    Damaged,
    /// A part of it cannot be read.
    Unread,
}

/// Asks SQLite to check every page, every index and every condition on a row.
pub(super) fn soundness(connection: &Connection) -> rusqlite::Result<Soundness> {
    let said: String = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    Ok(match said.as_str() {
        "ok" => Soundness::Sound,
        said if is_unread(said) => Soundness::Unread,
        _ => Soundness::Damaged,
    })
}

/// What a second look at a book shows after SQLite could not make sense of it, or cannot say what went wrong. `None` if
/// something else keeps it from looking.
pub(super) fn second_check(connection: &Connection) -> Option<Soundness> {
    match soundness(connection) {
        Ok(said) => Some(said),
        Err(error) => match error.sqlite_error_code()? {
            ErrorCode::SystemIoFailure => Some(Soundness::Unread),
            // Not even the schema can be read. Another connection sees whether that is so of the first page too. A file
            // whose schema has another format is an error without a code of its own.
            ErrorCode::Unknown | ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase => {
                let is_unread = connection.path().is_some_and(is_unreadable);
                Some(if is_unread { Soundness::Unread } else { Soundness::Damaged })
            }
            _ => None,
        },
    }
}

/// Whether a page could not be read, in SQLite's words.
fn is_unread(said: &str) -> bool {
    const SYSTEM_IO_FAILURE: i32 = 10;
    let number = said.split_once("error code=").map(|(_, rest)| rest.lines().next().unwrap_or_default());
    let number = number.and_then(|number| number.trim().parse::<i32>().ok());
    said.contains("failed to get page") || number.is_some_and(|number| number & 0xff == SYSTEM_IO_FAILURE)
}

/// Whether the system does not give the first page of a file.
fn is_unreadable(path: &str) -> bool {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let version = Connection::open_with_flags(path, flags)
        .and_then(|again| again.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0)));
    version.is_err_and(|error| error.sqlite_error_code() == Some(ErrorCode::SystemIoFailure))
}
