//! Sets up every connection to a book alike.

use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, ErrorCode};

/// How long another program may hold the book before we give up.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// How many prepared statements a connection keeps: more than a command has.
const STATEMENTS: usize = 128;

/// The settings of every connection that leave the file as it is. After them, SQLite does not turn the journal off any
/// more.
pub(super) fn guard(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(PATIENCE)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DQS_DML, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DQS_DDL, false)?;
    // Without this, SQLite plans some statements by the values that are bound to them, and prepares them again each
    // time that another value is bound.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
    // INSERT OR REPLACE deletes rows. With recursive triggers it is refused like any DELETE.
    connection.execute_batch(
        "PRAGMA foreign_keys = ON;
         PRAGMA recursive_triggers = ON;
         PRAGMA cell_size_check = ON;
         PRAGMA mmap_size = 0;
         PRAGMA temp_store = MEMORY;",
    )
}

/// The settings of every connection to a book that may write, also one that only reads: it may play the journal of a
/// program that was stopped. With DELETE and EXTRA, no crash and no copy of the file alone was seen to lose an
/// acknowledged hand (docs/decisions.md).
pub(super) fn set_up(connection: &Connection) -> rusqlite::Result<()> {
    guard(connection)?;
    connection.execute_batch(
        "PRAGMA synchronous = EXTRA;
         PRAGMA fullfsync = ON;
         PRAGMA checkpoint_fullfsync = ON;",
    )
}

/// For a command that looks at each page and asks each question about once: the memory of one serves for the next.
/// Otherwise SQLite keeps two megabytes of pages and every statement, and memory that a program touches for the first time
/// costs more than a page that is read again.
pub(super) fn keep_little(connection: &Connection) -> rusqlite::Result<()> {
    const STATEMENTS: usize = 8;
    const PAGES: i64 = 20;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    connection.pragma_update(None, "cache_size", PAGES)
}

/// The number of the schema, and the mark beside it.
pub(super) fn version(connection: &Connection) -> rusqlite::Result<u32> {
    connection.pragma_query_value(None, "user_version", |row| row.get::<_, i32>(0)).map(i32::cast_unsigned)
}

/// Brings a book back that another program left in WAL mode. If the file cannot be written, that does no harm.
pub(super) fn leave_wal(connection: &Connection) -> rusqlite::Result<()> {
    match connection.execute_batch("PRAGMA journal_mode = DELETE;") {
        Err(error) if error.sqlite_error_code() != Some(ErrorCode::ReadOnly) => Err(error),
        _ => Ok(()),
    }
}
