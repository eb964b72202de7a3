//! Opens the book's file: keeps it private, and checks it before trusting it.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::connection::{guard, leave_wal, set_up};
use super::copy::every_page;
use super::error::{BookError, refused};
use super::inspection;
use super::migrate::{self, Schema};
use super::notice::Notice;
use super::watched::Watcher;
use crate::disk::{folder_of, make_folder, new_file, sync};

/// What the book is opened for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// To read it. A missing book is not made.
    Read,
    /// To write in it. A missing book is made.
    Write,
}

/// A book that is open.
pub(super) struct Opened {
    pub connection: Connection,
    /// Where it is, without links.
    pub path: PathBuf,
    /// Whether SQLite keeps files beside it until it is closed.
    pub leaves_files: bool,
    /// What is odd about its file.
    pub notices: Vec<Notice>,
}

/// Opens the book, and makes or upgrades it if needed. `None` if it is opened to be read and there is none.
pub(super) fn open(
    path: &Path,
    access: Access,
    watcher: Option<&dyn Watcher>,
    migrations: &[&str],
) -> Result<Option<Opened>, BookError> {
    let cannot = |why: std::io::Error| refused(path, &why);
    let mut notices = Vec::new();
    let path = match (fs::canonicalize(path), access) {
        (Ok(path), _) => path,
        (Err(error), Access::Read) if error.kind() == ErrorKind::NotFound => {
            return inspection::before_making(path).map(|()| None);
        }
        (Err(error), Access::Read) => return Err(cannot(error)),
        (Err(_), Access::Write) => make(path, &mut notices)?,
    };
    let seen = inspection::before_opening(&path, migrations)?;
    match access {
        Access::Read if seen.is_empty => return Ok(None),
        Access::Read if seen.is_linked => notices.push(Notice::Linked(path.clone())),
        Access::Write if seen.is_linked => return Err(BookError::Linked(path)),
        Access::Read | Access::Write => {}
    }
    let sqlite = |error| BookError::of(error, &path);
    let (mut connection, schema) = connect(&path, migrations).map_err(|error| match error {
        // SQLite reads such a book only with files of its own beside it.
        BookError::ReadOnly(path) if access == Access::Read && seen.keeps_log => BookError::Unfinished(path),
        error => error,
    })?;
    notices.extend(schema.notice);
    if access == Access::Read {
        if seen.has_log {
            // The last to close a log writes it into the book. Whoever only reads leaves that to others.
            connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).map_err(sqlite)?;
        }
        if migrate::is_older(schema.version, migrations) {
            // Reading must not change the file, so that an older book can also be read where nobody may write it.
            let copy = upgraded_in_memory(&connection, &path, watcher, migrations)?;
            return Ok(Some(Opened { connection: copy, path, leaves_files: false, notices }));
        }
        return Ok(Some(Opened { connection, path, leaves_files: seen.keeps_log, notices }));
    }
    if seen.keeps_log {
        leave_wal(&connection).map_err(|error| sqlite(error).after_second_check(&connection))?;
    }
    if seen.is_empty {
        migrate::shape(&connection).map_err(sqlite)?;
    }
    if !seen.is_marked || migrate::is_older(schema.version, migrations) {
        let upgraded = migrate::upgrade(&mut connection, &path, watcher, migrations);
        notices.extend(upgraded.map_err(|error| error.after_second_check(&connection))?);
    }
    Ok(Some(Opened { connection, path, leaves_files: seen.keeps_log, notices }))
}

/// Connects to a book, and makes sure that it is one. If that fails, the connection is closed again.
fn connect(path: &Path, migrations: &[&str]) -> Result<(Connection, Schema), BookError> {
    let sqlite = |error| BookError::of(error, path);
    // Without the URI flag, a name that begins with `file:` is an ordinary file name.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_EXRESCODE;
    let mut connection = Connection::open_with_flags(path, flags).map_err(sqlite)?;
    set_up(&connection).map_err(|error| sqlite(error).after_second_check(&connection))?;
    // Nothing above writes. What follows may, so make sure first that the file is a book.
    let schema = migrate::schema(&mut connection, path, migrations);
    let schema = schema.map_err(|error| error.after_second_check(&connection))?;
    Ok((connection, schema))
}

/// Makes an empty file for the book and the folders above it, unless another program has just done so. A folder that cannot
/// be synced is noticed.
fn make(path: &Path, notices: &mut Vec<Notice>) -> Result<PathBuf, BookError> {
    let cannot = |why: std::io::Error| refused(path, &why);
    inspection::before_making(path)?;
    let folder = folder_of(path);
    let made = make_folder(folder).map_err(cannot)?;
    match new_file(path) {
        // The folder may be read-only and still hold the book.
        Err(error) if !path.exists() => return Err(cannot(error)),
        _ => notices.extend(made.or_else(|| sync(folder)).map(Notice::NotSynced)),
    }
    fs::canonicalize(path).map_err(cannot)
}

/// A copy of an older book in memory, upgraded.
fn upgraded_in_memory(
    book: &Connection,
    path: &Path,
    watcher: Option<&dyn Watcher>,
    migrations: &[&str],
) -> Result<Connection, BookError> {
    let sqlite = |error| BookError::of(error, path);
    let mut copy = Connection::open_in_memory().map_err(sqlite)?;
    every_page(book, &mut copy, watcher).map_err(sqlite)?;
    guard(&copy).map_err(sqlite)?;
    migrate::to_latest(&mut copy, path, migrations)?;
    Ok(copy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::MIGRATIONS;

    #[test]
    fn every_connection_is_set_up_the_same_way() {
        let folder = tempfile::tempdir().unwrap();
        let Opened { connection, .. } =
            open(&folder.path().join("book.db"), Access::Write, None, MIGRATIONS).unwrap().unwrap();
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
