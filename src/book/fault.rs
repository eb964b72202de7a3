//! What is asked after something failed.

use rusqlite::{Connection, ErrorCode, OpenFlags};

/// The largest book, in pages, of which everything is checked: a second or two.
const MOST_PAGES: i64 = 20_000;

/// Whether the disk, and not the file, is at fault for what SQLite took for damage: either the file is sound, or a part
/// of it cannot be read. A large file is checked less thoroughly.
pub(super) fn a_read_failed(connection: &Connection) -> bool {
    let pages: rusqlite::Result<i64> = connection.pragma_query_value(None, "page_count", |row| row.get(0));
    let check = match pages {
        Ok(pages) if pages <= MOST_PAGES => "PRAGMA integrity_check(1)",
        _ => "PRAGMA quick_check(1)",
    };
    match connection.query_row(check, [], |row| row.get::<_, String>(0)) {
        Ok(said) => said == "ok" || is_unread(&said),
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::SystemIoFailure) => true,
        // Not even the schema can be read. Another connection sees whether that is so of the first page too.
        Err(_) => connection.path().is_some_and(is_unreadable),
    }
}

/// Whether SQLite cannot make sense of the file. What keeps it from looking is no damage.
pub(super) fn is_damaged(connection: &Connection) -> bool {
    let said = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0));
    match said {
        Ok(said) => said != "ok" && !is_unread(&said),
        // A file whose schema has another format is an error without a code of its own.
        Err(error) => matches!(
            error.sqlite_error_code(),
            Some(ErrorCode::Unknown | ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
        ),
    }
}

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
