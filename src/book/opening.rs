//! Opens the book's file, keeps it private, and checks it before trusting it.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::connection::{self, PATIENCE, leave_wal, set_up};
use super::copy::every_page;
use super::error::refused;
use super::state::Keeper;
use super::{BookError, MIGRATIONS, Notice, Watcher, inspection, migrate};
use crate::disk::{folder_of, make_folder, new_file, sync};

/// Why the book is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// To read it. A missing book is not made.
    Read,
    /// To write in it. A missing book is made.
    Write,
}

/// An open book.
#[derive(Debug)]
pub struct Book {
    pub(super) connection: Connection,
    /// Its path, without links.
    pub(super) path: PathBuf,
    /// Where this device remembers the book; `None` without a state folder.
    pub(super) keeper: Option<Keeper>,
    /// Whether SQLite keeps files beside it until it is closed.
    pub(crate) leaves_files: bool,
    pub(super) notices: Vec<Notice>,
}

/// The most time that a glance may spend reading.
const GLANCE: Duration = Duration::from_millis(250);

/// How long a glance waits for another program that holds the book.
const SHORT: Duration = Duration::from_millis(50);

/// How many steps SQLite takes before it checks the clock again: about a tenth of a millisecond.
const STEPS: std::ffi::c_int = 5000;

impl Book {
    /// Wraps an open connection to a file with no oddities.
    pub(super) const fn of(connection: Connection, path: PathBuf, keeper: Option<Keeper>) -> Book {
        Book { connection, path, keeper, leaves_files: false, notices: Vec::new() }
    }

    /// Opens the book at a path for a glance, to suggest something to a user who is typing. It waits only
    /// `SHORT` for another program, creates, upgrades and reports nothing, leaves an unfinished journal alone, and gives
    /// up after `GLANCE`. Returns
    /// `None` if there is no book, or one that cannot be read at once and as it is: an older one, one in use, or one
    /// whose last writer was stopped.
    pub fn at_a_glance(path: &Path) -> Option<Book> {
        let path = fs::canonicalize(path).ok()?;
        let seen = inspection::inspect(&path, MIGRATIONS).ok()?.1.ok()?;
        if seen.is_empty || seen.keeps_log {
            return None;
        }
        // A connection that may not write plays back no journal.
        let mut connection = connection::open(&path, OpenFlags::SQLITE_OPEN_READ_ONLY).ok()?;
        connection.busy_timeout(SHORT).ok()?;
        let began = Instant::now();
        connection.progress_handler(STEPS, Some(move || began.elapsed() > GLANCE)).ok()?;
        let (version, _) = migrate::schema(&connection, &path, MIGRATIONS).ok()?;
        let is_current = !migrate::is_older(version, MIGRATIONS);
        is_current.then(|| Book::of(connection, path, None))
    }

    /// Opens a book as [`Book::open`] does, and reports progress to a watcher, because an older book may have to be
    /// upgraded. Only tests of the upgrade pass migrations other than [`MIGRATIONS`].
    ///
    /// # Errors
    /// Those of [`Book::open`].
    pub fn open_with(
        path: &Path,
        access: Access,
        state: Option<&Path>,
        watcher: Option<&dyn Watcher>,
        migrations: &[&str],
    ) -> Result<Option<Book>, BookError> {
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
        let seen = inspection::settled(PATIENCE, || inspection::inspect(&path, migrations))?;
        match access {
            Access::Read if seen.is_empty => return Ok(None),
            Access::Read if seen.is_linked => notices.push(Notice::Linked(path.clone())),
            Access::Write if seen.is_linked => return Err(BookError::Linked(path)),
            Access::Read | Access::Write => {}
        }
        let keeper = state.map(|state| Keeper::new(state, &path));
        let sqlite = |error| BookError::of(error, &path);
        let (connection, (version, added)) = connect(&path, migrations).map_err(|error| match error {
            // SQLite can read such a book only with files of its own beside it.
            BookError::ReadOnly(path) if access == Access::Read && seen.keeps_log => BookError::Unfinished(path),
            error => error,
        })?;
        notices.extend(added);
        if access == Access::Read {
            if seen.has_log {
                // The last program to close a log writes it into the book. One that only reads leaves that to others.
                connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).map_err(sqlite)?;
            }
            if migrate::is_older(version, migrations) {
                // Reading must not change the file, so that an older book can be read even where it cannot be written.
                let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
                let mut copy = connection::open(":memory:", flags).map_err(sqlite)?;
                every_page(&connection, &mut copy, watcher).map_err(sqlite)?;
                migrate::to_latest(&copy, &path, migrations)?;
                return Ok(Some(Book { notices, ..Book::of(copy, path, keeper) }));
            }
            return Ok(Some(Book { leaves_files: seen.keeps_log, notices, ..Book::of(connection, path, keeper) }));
        }
        if seen.keeps_log {
            leave_wal(&connection).map_err(|error| sqlite(error).after_second_check(&connection))?;
        }
        if seen.is_empty {
            migrate::shape(&connection).map_err(sqlite)?;
        }
        if migrate::is_older(version, migrations) {
            notices.extend(migrate::upgrade(&connection, &path, watcher, migrations)?);
        }
        Ok(Some(Book { leaves_files: seen.keeps_log, notices, ..Book::of(connection, path, keeper) }))
    }
}

/// Connects to a book, and makes sure that it is one. If it is not, the connection is closed again.
fn connect(path: &Path, migrations: &[&str]) -> Result<(Connection, (i64, Option<Notice>)), BookError> {
    let sqlite = |error| BookError::of(error, path);
    let connection = connection::open(path, OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(sqlite)?;
    set_up(&connection).map_err(|error| sqlite(error).after_second_check(&connection))?;
    // Nothing above writes, but the next steps may, so make sure first that the file is a book.
    let schema = migrate::schema(&connection, path, migrations)?;
    Ok((connection, schema))
}

/// Makes an empty file for the book and the folders above it, unless another program has just done so. Adds a notice if
/// a folder cannot be synced.
fn make(path: &Path, notices: &mut Vec<Notice>) -> Result<PathBuf, BookError> {
    let cannot = |why: std::io::Error| refused(path, &why);
    inspection::before_making(path)?;
    let folder = folder_of(path);
    let made = make_folder(folder).map_err(cannot)?;
    match new_file(path) {
        // The folder may be read-only and already hold the book.
        Err(error) if !path.exists() => return Err(cannot(error)),
        _ => notices.extend(made.or_else(|| sync(folder)).map(Notice::NotSynced)),
    }
    fs::canonicalize(path).map_err(cannot)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_connection_is_set_up_the_same_way() {
        let folder = tempfile::tempdir().unwrap();
        let Book { connection, .. } = Book::open(&folder.path().join("book.db"), Access::Write, None).unwrap().unwrap();
        let number = |pragma: &str| -> i64 { connection.pragma_query_value(None, pragma, |row| row.get(0)).unwrap() };
        for (pragma, value) in [
            ("busy_timeout", 10_000),
            ("recursive_triggers", 1),
            ("cell_size_check", 1),
            ("mmap_size", 0),
            ("temp_store", 2),
            ("synchronous", 3),
            ("fullfsync", 1),
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
