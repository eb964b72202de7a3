//! Opens every connection to a book, sets all of them up alike, and checks a file after something failed.

use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, ErrorCode, OpenFlags};

/// How long we wait for another program that holds the book.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// How many prepared statements a connection keeps: more than any command uses.
const STATEMENTS: usize = 128;

/// Opens a file with the settings of every connection. Without the URI flag, a name that begins with `file:` is an ordinary
/// file name.
pub(super) fn open(name: impl AsRef<Path>, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_EXRESCODE;
    let opened = Connection::open_with_flags(name, flags)?;
    guard(&opened)?;
    Ok(opened)
}

/// Applies the settings of every connection that leave the file as it is. Afterwards SQLite no longer lets anyone turn
/// the journal off.
pub(super) fn guard(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(PATIENCE)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DQS_DML, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DQS_DDL, false)?;
    // Without this, SQLite plans some statements for the values bound to them, and prepares them again whenever another
    // value is bound.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
    // INSERT OR REPLACE deletes rows. With recursive triggers it is refused like any DELETE.
    connection.execute_batch(
        "PRAGMA recursive_triggers = ON;
         PRAGMA cell_size_check = ON;
         PRAGMA temp_store = MEMORY;",
    )
}

/// Applies the settings of every connection to a book. Even one that only reads may write: it may play back the journal
/// of a stopped program. With DELETE and EXTRA, no crash and no copy of the file alone was seen to lose an acknowledged
/// hand (docs/decisions.md).
pub(super) fn set_up(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "PRAGMA synchronous = EXTRA;
         PRAGMA fullfsync = ON;",
    )
}

/// Reads `user_version`: the number of the schema, and the mark beside it.
pub(super) fn version(connection: &Connection) -> rusqlite::Result<u32> {
    connection.pragma_query_value(None, "user_version", |row| row.get::<_, i32>(0)).map(i32::cast_unsigned)
}

/// Takes a book that another program left out of WAL mode. If the file cannot be written, it stays as it is.
pub(super) fn leave_wal(connection: &Connection) -> rusqlite::Result<()> {
    match connection.execute_batch("PRAGMA journal_mode = DELETE;") {
        Err(error) if error.sqlite_error_code() != Some(ErrorCode::ReadOnly) => Err(error),
        _ => Ok(()),
    }
}

/// The result of SQLite's own check of a whole file.
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
    let answer: String = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    Ok(match answer.as_str() {
        "ok" => Soundness::Sound,
        answer if is_unread(answer) => Soundness::Unread,
        _ => Soundness::Damaged,
    })
}

/// Checks a book again after SQLite found it damaged or could not say what went wrong. `None` if the check fails for
/// another reason.
pub(super) fn second_check(connection: &Connection) -> Option<Soundness> {
    match soundness(connection) {
        Ok(checked) => Some(checked),
        Err(error) => match error.sqlite_error_code()? {
            ErrorCode::SystemIoFailure => Some(Soundness::Unread),
            // The schema cannot be read. A new connection shows whether the first page can be. A schema of another
            // format is an error without a code of its own.
            ErrorCode::Unknown | ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase => {
                let again =
                    open(connection.path()?, OpenFlags::SQLITE_OPEN_READ_ONLY).and_then(|again| version(&again));
                let is_unread = again.is_err_and(|error| error.sqlite_error_code() == Some(ErrorCode::SystemIoFailure));
                Some(if is_unread { Soundness::Unread } else { Soundness::Damaged })
            }
            _ => None,
        },
    }
}

/// Whether SQLite reports that a page could not be read.
fn is_unread(answer: &str) -> bool {
    const SYSTEM_IO_FAILURE: i32 = 10;
    let number = answer.split_once("error code=").map(|(_, rest)| rest.lines().next().unwrap_or_default());
    let number = number.and_then(|number| number.trim().parse::<i32>().ok());
    answer.contains("failed to get page") || number.is_some_and(|number| number & 0xff == SYSTEM_IO_FAILURE)
}
