//! Upgrades a book's schema.
//!
//! Published migration runners read the version before they lock the book, so two programs that open one book race.
//! This runner reads the version again under the lock.

use std::fs::File;
use std::path::{Path, PathBuf};

use rusqlite::limits::Limit;
use rusqlite::{Connection, TransactionBehavior};

use super::error::BookError;

/// The files of `migrations/`. Each sets `user_version` to its place in this list, counted from 1.
pub const MIGRATIONS: &[&str] = &[
    include_str!("../../migrations/0001_facts.sql"),
    include_str!("../../migrations/0002_cards.sql"),
    include_str!("../../migrations/0003_versions.sql"),
    include_str!("../../migrations/0004_memory.sql"),
    include_str!("../../migrations/0005_store.sql"),
];

/// The mark of a book: `ginp`.
pub(super) const APPLICATION_ID: i64 = 0x6769_6e70;

/// Refuses a schema that a later version wrote.
pub(super) fn readable(version: i64, migrations: &[&str]) -> Result<(), BookError> {
    let known = i64::try_from(migrations.len()).unwrap_or(i64::MAX);
    if version > known { Err(BookError::Newer { found: version, known }) } else { Ok(()) }
}

/// Whether a book of this schema lacks migrations.
pub(super) fn is_older(schema: i64, migrations: &[&str]) -> bool {
    usize::try_from(schema).is_ok_and(|schema| schema < migrations.len())
}

/// Runs the migrations that a book in memory lacks.
pub(super) fn to_latest(connection: &mut Connection, path: &Path, migrations: &[&str]) -> Result<(), BookError> {
    schema(connection, path, migrations)?;
    run(connection, path, migrations)
}

/// The schema of the book, 0 for a new one. One transaction reads all of it: if another program made the schema between
/// two reads, the book would look foreign.
pub(super) fn schema(connection: &mut Connection, path: &Path, migrations: &[&str]) -> Result<i64, BookError> {
    let sqlite = |error| BookError::of(error, path);
    let reading = connection.transaction_with_behavior(TransactionBehavior::Deferred).map_err(sqlite)?;
    let schema = version(&reading, path, migrations)?;
    reading.finish().map_err(sqlite)?;
    Ok(schema)
}

/// Upgrades a book from the schema `before` to the latest. An older book is backed up beside itself first.
pub(super) fn upgrade(
    connection: &mut Connection,
    path: &Path,
    before: i64,
    migrations: &[&str],
) -> Result<(), BookError> {
    if !is_older(before, migrations) {
        return Ok(());
    }
    if before > 0 {
        back_up(connection, path, before)?;
    }
    run(connection, path, migrations)
}

/// Runs the missing migrations, all or none, and reads the version again under the lock.
fn run(connection: &mut Connection, path: &Path, migrations: &[&str]) -> Result<(), BookError> {
    let sqlite = |error| BookError::of(error, path);
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(sqlite)?;
    let now = version(&transaction, path, migrations)?;
    for migration in migrations.iter().skip(usize::try_from(now).unwrap_or(0)) {
        transaction.execute_batch(migration).map_err(sqlite)?;
    }
    transaction.commit().map_err(sqlite)
}

fn version(connection: &Connection, path: &Path, migrations: &[&str]) -> Result<i64, BookError> {
    let number = |pragma: &str| -> Result<i64, BookError> {
        connection.pragma_query_value(None, pragma, |row| row.get(0)).map_err(|error| BookError::of(error, path))
    };
    let version = number("user_version")?;
    if number("application_id")? == APPLICATION_ID {
        readable(version, migrations)?;
        return Ok(version);
    }
    let tables: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .map_err(|error| BookError::of(error, path))?;
    if version == 0 && tables == 0 { Ok(0) } else { Err(BookError::Foreign(path.to_path_buf())) }
}

/// Copies the book beside itself, under a name with its schema. The copy gets that name only when it is complete, so a
/// copy that is there already is a good one. Two programs may copy one book at once, so each writes a file of its own.
fn back_up(connection: &Connection, path: &Path, version: i64) -> Result<(), BookError> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".schema-{version}.backup"));
    let copy = PathBuf::from(beside);
    if copy.exists() {
        return Ok(());
    }
    let cannot = |why: String| {
        let why = format!("it must be backed up before it is upgraded, and the backup failed ({why})");
        BookError::CannotOpen { path: path.to_path_buf(), why }
    };
    let failed = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::StorageFull => BookError::Full,
        std::io::ErrorKind::PermissionDenied => cannot("permission denied".into()),
        _ => cannot(error.to_string()),
    };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Only its owner can read it, and it is removed if anything fails.
    let partial = tempfile::Builder::new().prefix(".ginpad-").suffix(".partial").tempfile_in(folder).map_err(failed)?;
    let partial = partial.into_temp_path();
    let text = partial.to_str().ok_or_else(|| cannot("its name is not valid text".into()))?;
    let sqlite = |error| BookError::of(error, path);
    // VACUUM INTO attaches the copy.
    connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 1).map_err(sqlite)?;
    let copied = connection.execute("VACUUM INTO ?1", [text]);
    connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0).map_err(sqlite)?;
    copied.map_err(sqlite)?;
    let (sound, copied) = look_at(&partial).map_err(sqlite)?;
    if sound != "ok" {
        return Err(cannot(format!("the backup is damaged: {sound}")));
    }
    if copied != version {
        // Another program has upgraded the book since, and backed it up.
        return Ok(());
    }
    File::open(&partial).and_then(|file| file.sync_all()).map_err(failed)?;
    partial.persist(&copy).map_err(|error| failed(error.error))
}

/// What `quick_check` says of a copy, and its schema.
fn look_at(copy: &Path) -> rusqlite::Result<(String, i64)> {
    let copy = Connection::open(copy)?;
    let sound = copy.query_row("PRAGMA quick_check", [], |row| row.get(0))?;
    Ok((sound, copy.pragma_query_value(None, "user_version", |row| row.get(0))?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: &str = "ALTER TABLE player ADD COLUMN club TEXT; PRAGMA user_version = 2;";

    fn first_schema(path: &Path) -> Connection {
        let mut connection = Connection::open(path).unwrap();
        connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0).unwrap();
        to_latest(&mut connection, path, &MIGRATIONS[..1]).unwrap();
        connection
    }

    #[test]
    fn a_book_is_backed_up_before_it_is_upgraded() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.db");
        let mut connection = first_schema(&path);
        upgrade(&mut connection, &path, 1, &[MIGRATIONS[0], SECOND]).unwrap();
        assert_eq!(version(&connection, &path, &[MIGRATIONS[0], SECOND]).unwrap(), 2);
        assert!(!folder.path().join("book.db.schema-1.partial").exists());
        let copy = Connection::open(folder.path().join("book.db.schema-1.backup")).unwrap();
        assert_eq!(version(&copy, &path, MIGRATIONS).unwrap(), 1);
    }

    #[test]
    fn a_migration_that_fails_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.db");
        let mut connection = first_schema(&path);
        let broken = "CREATE TABLE half (x); PRAGMA user_version = 2; SELECT nonsense;";
        assert!(upgrade(&mut connection, &path, 1, &[MIGRATIONS[0], broken]).is_err());
        assert_eq!(version(&connection, &path, MIGRATIONS).unwrap(), 1);
        let half: i64 = connection
            .query_row("SELECT count(*) FROM sqlite_schema WHERE name = 'half'", [], |row| row.get(0))
            .unwrap();
        assert_eq!(half, 0);
    }
}
