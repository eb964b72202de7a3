//! Upgrades a book's schema.
//!
//! Published migration runners read the version before they lock the book, so two programs that open one book race.
//! This runner reads the version again under the lock.

use std::fs;
use std::path::Path;

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::connection::mark;
use super::error::BookError;
use super::header;
use super::notice::Notice;
use super::read;
use super::schema;
use super::upgrade_backup::UpgradeBackup;

/// The files of `migrations/`. Each sets `user_version` to its place in this list, counted from 1.
pub const MIGRATIONS: &[&str] = &[
    include_str!("../../migrations/0001_facts.sql"),
    include_str!("../../migrations/0002_cards.sql"),
    include_str!("../../migrations/0003_versions.sql"),
    include_str!("../../migrations/0004_memory.sql"),
    include_str!("../../migrations/0005_store.sql"),
    include_str!("../../migrations/0006_rescue.sql"),
    include_str!("../../migrations/0007_repairs.sql"),
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

/// The schema of a book.
#[derive(Debug)]
pub(super) struct Schema {
    /// How many migrations made it; 0 for a new book.
    pub version: i64,
    /// What the user added.
    pub notice: Option<Notice>,
}

/// The schema of the book. One transaction reads all of it: if another program made the schema between two reads, the
/// book would look foreign.
///
/// # Errors
/// It is not that of a book, or it was altered.
pub(super) fn schema(connection: &mut Connection, path: &Path, migrations: &[&str]) -> Result<Schema, BookError> {
    let sqlite = |error| BookError::of(error, path);
    let reading = connection.transaction_with_behavior(TransactionBehavior::Deferred).map_err(sqlite)?;
    let version = version(&reading, path, migrations)?;
    let notice = if version > 0 { schema::compare(&reading, path, version, migrations)? } else { None };
    reading.finish().map_err(sqlite)?;
    Ok(Schema { version, notice })
}

/// Runs the migrations that a book in memory lacks.
pub(super) fn to_latest(connection: &mut Connection, path: &Path, migrations: &[&str]) -> Result<(), BookError> {
    let sqlite = |error| BookError::of(error, path);
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(sqlite)?;
    run(&transaction, path, migrations)?;
    transaction.commit().map_err(sqlite)
}

/// Upgrades a book of the schema `before` to the latest, all or nothing. The version is read again under the lock: another
/// program may have upgraded the book. An older book is backed up beside itself first, under the same lock, and every
/// fact is verified before the upgrade counts. A book without a mark of its own gets one, also if it is not older.
pub(super) fn upgrade(connection: &mut Connection, path: &Path, before: i64, is_marked: bool) -> Result<(), BookError> {
    if !is_older(before, MIGRATIONS) && is_marked {
        return Ok(());
    }
    let sqlite = |error| BookError::of(error, path);
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(sqlite)?;
    let now = version(&transaction, path, MIGRATIONS)?;
    let backup = if now > 0 && is_older(now, MIGRATIONS) { Some(UpgradeBackup::of(path, now)?) } else { None };
    run(&transaction, path, MIGRATIONS)?;
    if backup.is_some()
        && let Some(what) = read::verify_all(&transaction).map_err(sqlite)?
    {
        return Err(BookError::Flawed { path: path.to_path_buf(), what });
    }
    // Another program may have given the book its mark in the meantime. It keeps that one.
    if is_older(now, MIGRATIONS) || !is_marked_now(&transaction).map_err(sqlite)? {
        mark(&transaction).map_err(sqlite)?;
    }
    let kept = backup.map(UpgradeBackup::keep).transpose()?;
    let committed = transaction.commit().map_err(sqlite);
    if committed.is_err()
        && let Some(backup) = kept
        && version(connection, path, MIGRATIONS).is_ok_and(|version| version == now)
    {
        // The book is as it was before, and the next try makes another backup.
        let _ = fs::remove_file(backup);
    }
    committed
}

/// Whether the book has a mark, as it is under the lock.
fn is_marked_now(transaction: &Transaction<'_>) -> rusqlite::Result<bool> {
    transaction.pragma_query_value(None, "schema_version", |row| row.get(0)).map(header::is_mark)
}

/// Runs the missing migrations in a transaction that holds the write lock.
fn run(transaction: &Transaction<'_>, path: &Path, migrations: &[&str]) -> Result<(), BookError> {
    let now = version(transaction, path, migrations)?;
    for migration in migrations.iter().skip(usize::try_from(now).unwrap_or(0)) {
        transaction.execute_batch(migration).map_err(|error| BookError::of(error, path))?;
    }
    Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::connection::{self, Access};

    #[test]
    fn programs_that_see_a_new_book_together_give_it_one_mark() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.db");
        let mut opened = connection::open(&path, Access::Write).unwrap().unwrap();
        let mark =
            |book: &Connection| -> u32 { book.pragma_query_value(None, "schema_version", |row| row.get(0)).unwrap() };
        let first = mark(&opened.connection);
        assert!(header::is_mark(first));
        upgrade(&mut opened.connection, &path, 0, false).unwrap();
        assert_eq!(mark(&opened.connection), first);
    }

    #[test]
    fn a_migration_that_fails_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.db");
        let mut connection = Connection::open(&path).unwrap();
        to_latest(&mut connection, &path, &MIGRATIONS[..1]).unwrap();
        let broken = "CREATE TABLE half (x); PRAGMA user_version = 2; SELECT nonsense;";
        assert!(to_latest(&mut connection, &path, &[MIGRATIONS[0], broken]).is_err());
        assert_eq!(version(&connection, &path, MIGRATIONS).unwrap(), 1);
        let half: i64 = connection
            .query_row("SELECT count(*) FROM sqlite_schema WHERE name = 'half'", [], |row| row.get(0))
            .unwrap();
        assert_eq!(half, 0);
    }
}
