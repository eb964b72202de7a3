//! Opens the book's file: keeps it private, checks it before trusting it, and sets up every connection alike.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::backup::{Backup, StepResult};
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::error::BookError;
use super::migrate;
use super::private;

/// What the book is opened for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// To read it. A missing book is not made.
    Read,
    /// To write in it. A missing book is made.
    Write,
}

/// How long another program may hold the book before we give up.
const PATIENCE: Duration = Duration::from_secs(10);

/// How many prepared statements a connection keeps: more than a command has.
const STATEMENTS: usize = 128;

/// Opens the book, and makes or upgrades it if needed. `None` if it is opened to be read and there is none.
pub(super) fn open(path: &Path, access: Access) -> Result<Option<(Connection, PathBuf)>, BookError> {
    let cannot = |why: std::io::Error| refused(path, &why);
    if access == Access::Write {
        private::file_in_folder(path).map_err(cannot)?;
    }
    let path = match fs::canonicalize(path) {
        Ok(path) => path,
        Err(error) if error.kind() == ErrorKind::NotFound && access == Access::Read => return Ok(None),
        Err(error) => return Err(cannot(error)),
    };
    let file = fs::metadata(&path).map_err(cannot)?;
    if !file.is_file() {
        // Opening a pipe would wait forever, and a device keeps nothing.
        let why = if file.is_dir() { "it is a folder" } else { "it is not a regular file" };
        return Err(BookError::CannotOpen { path, why: why.into() });
    }
    if file.len() == 0 && access == Access::Read {
        return Ok(None);
    }
    look_before(&path)?;
    let sqlite = |error| BookError::of(error, &path);
    // Without the URI flag, a name that begins with `file:` is an ordinary file name.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_EXRESCODE;
    let mut connection = Connection::open_with_flags(&path, flags).map_err(sqlite)?;
    guard(&connection).map_err(sqlite)?;
    // Nothing above writes. What follows may, so make sure first that the file is a book.
    let schema = migrate::schema(&mut connection, &path, migrate::MIGRATIONS)?;
    if access == Access::Read && migrate::is_older(schema, migrate::MIGRATIONS) {
        // Reading must not change the file, so that an older book can also be read where nobody may write it.
        let mut copy = in_memory(&connection, &path)?;
        migrate::to_latest(&mut copy, &path, migrate::MIGRATIONS)?;
        return Ok(Some((copy, path)));
    }
    journal(&connection).map_err(sqlite)?;
    migrate::upgrade(&mut connection, &path, schema, migrate::MIGRATIONS)?;
    Ok(Some((connection, path)))
}

/// A copy of the book in memory. One step copies all of it, so the wait for another program is the usual one.
fn in_memory(connection: &Connection, path: &Path) -> Result<Connection, BookError> {
    const ALL: std::ffi::c_int = -1;
    let sqlite = |error| BookError::of(error, path);
    let mut copy = Connection::open_in_memory().map_err(sqlite)?;
    let step = Backup::new(connection, &mut copy).and_then(|backup| backup.step(ALL)).map_err(sqlite)?;
    if step != StepResult::Done {
        return Err(BookError::Busy);
    }
    guard(&copy).map_err(sqlite)?;
    Ok(copy)
}

/// The settings of every connection that leave the file as it is.
fn guard(connection: &Connection) -> rusqlite::Result<()> {
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

/// How every connection writes. With DELETE and EXTRA, no crash and no copy of the file alone was seen to lose an
/// acknowledged hand (docs/decisions.md).
fn journal(connection: &Connection) -> rusqlite::Result<()> {
    // Another program may have left the file in WAL mode. If the file cannot be written, that does no harm.
    match connection.execute_batch("PRAGMA journal_mode = DELETE;") {
        Err(error) if error.sqlite_error_code() != Some(ErrorCode::ReadOnly) => return Err(error),
        _ => {}
    }
    connection.execute_batch(
        "PRAGMA synchronous = EXTRA;
         PRAGMA fullfsync = ON;
         PRAGMA checkpoint_fullfsync = ON;",
    )
}

/// Reads the first bytes of the file before SQLite does, because opening another program's database may write beside
/// it. This must come before SQLite opens the book: closing the file would drop SQLite's locks on it. A journal beside
/// the file means that the first bytes may still change. Then SQLite must look first.
fn look_before(path: &Path) -> Result<(), BookError> {
    const MAGIC: &[u8] = b"SQLite format 3\0";
    let mut journal = path.as_os_str().to_owned();
    journal.push("-journal");
    if Path::new(&journal).exists() {
        return Ok(());
    }
    let mut header = Vec::new();
    let file = File::open(path).map_err(|error| refused(path, &error))?;
    file.take(100).read_to_end(&mut header).map_err(|error| refused(path, &error))?;
    if header.is_empty() {
        return Ok(());
    }
    let number =
        |at: usize| header.get(at..at + 4).map(|bytes| bytes.iter().fold(0, |n, byte| n << 8 | i64::from(*byte)));
    match (header.starts_with(MAGIC), number(60), number(68)) {
        (true, Some(version), Some(application)) if application == migrate::APPLICATION_ID => {
            migrate::readable(version, migrate::MIGRATIONS)
        }
        (true, ..) => Err(BookError::Foreign(path.to_path_buf())),
        (false, ..) => Err(BookError::NotABook(path.to_path_buf())),
    }
}

fn refused(path: &Path, error: &std::io::Error) -> BookError {
    let path = path.to_path_buf();
    match error.kind() {
        ErrorKind::StorageFull => BookError::Full,
        ErrorKind::PermissionDenied => BookError::CannotOpen { path, why: "permission denied".into() },
        ErrorKind::ReadOnlyFilesystem => BookError::CannotOpen { path, why: "the disk is read-only".into() },
        // Some systems report `AlreadyExists` if a file is where a folder should be made.
        ErrorKind::NotADirectory | ErrorKind::AlreadyExists => {
            BookError::CannotOpen { path, why: "a part of the path is not a folder".into() }
        }
        _ => BookError::CannotOpen { path, why: error.to_string() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_connection_is_set_up_the_same_way() {
        let folder = tempfile::tempdir().unwrap();
        let (connection, _) = open(&folder.path().join("book.db"), Access::Write).unwrap().unwrap();
        let number = |pragma: &str| -> i64 { connection.pragma_query_value(None, pragma, |row| row.get(0)).unwrap() };
        for (pragma, value) in [
            ("busy_timeout", 10_000),
            ("foreign_keys", 1),
            ("recursive_triggers", 1),
            ("cell_size_check", 1),
            ("mmap_size", 0),
            ("temp_store", 2),
            ("synchronous", 3),
            ("fullfsync", 1),
            ("checkpoint_fullfsync", 1),
            ("trusted_schema", 0),
        ] {
            assert_eq!(number(pragma), value, "{pragma}");
        }
        let mode: String = connection.pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap();
        assert_eq!(mode, "delete");
        for (setting, value) in [
            (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
            (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
            (DbConfig::SQLITE_DBCONFIG_DQS_DML, false),
            (DbConfig::SQLITE_DBCONFIG_DQS_DDL, false),
            (DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true),
        ] {
            assert_eq!(connection.db_config(setting).unwrap(), value, "{setting:?}");
        }
        assert!(connection.execute_batch("ATTACH ':memory:' AS other").is_err());
    }
}
