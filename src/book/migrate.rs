//! Upgrades a book's schema.
//!
//! Published migration runners read the version before they lock the book, so two programs that open one book race.
//! This runner reads the version again under the lock.

use std::path::Path;

use chrono::Utc;
use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::backup::{Reason, automatic};
use super::commit::commit;
use super::connection;
use super::error::BookError;
use super::header;
use super::lines;
use super::notice::Notice;
use super::schema;
use super::watched::{self, Watcher};

/// The size of a page. Of all sizes that were measured, a book is smallest with this one.
const PAGE: u32 = 8192;

/// Says how the file of a book that is about to be made is laid out.
pub(super) fn shape(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "page_size", PAGE)
}

/// Refuses a schema that a later version wrote.
pub(super) fn readable(version: i64, path: &Path, migrations: &[&str]) -> Result<(), BookError> {
    let known = i64::try_from(migrations.len()).unwrap_or(i64::MAX);
    if version > known { Err(BookError::Newer { path: path.to_path_buf(), found: version, known }) } else { Ok(()) }
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

/// Upgrades a book to the latest schema, all or nothing, and returns what is to be shown. The version is read again under
/// the lock: another program may have upgraded the book. An older book is backed up beside itself first, under the same
/// lock, and every line is verified before the upgrade counts. A book without a mark of its own gets one, also if it is not
/// older.
pub(super) fn upgrade(
    connection: &mut Connection,
    path: &Path,
    watcher: Option<&dyn Watcher>,
    migrations: &[&str],
) -> Result<Option<Notice>, BookError> {
    let sqlite = |error| BookError::of(error, path);
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(sqlite)?;
    let now = version(&transaction, path, migrations)?;
    let mut backup = None;
    if is_older(now, migrations) {
        if now > 0 {
            backup = Some(automatic(path, Reason::Upgrade, Utc::now(), watcher)?.0);
        }
        run(&transaction, path, migrations)?;
        let steps = watched::begin(watcher, "upgrading the book", lines::count(&transaction).map_err(sqlite)?);
        lines::verify_all(&transaction, path, &|| steps.advance(1))?;
    } else if header::is_mark(header::split(connection::version(&transaction).map_err(sqlite)?).1) {
        return Ok(None);
    }
    let committed = commit(transaction, path);
    if let (Some(backup), Ok(_) | Err(BookError::Uncertain(..))) = (&mut backup, &committed) {
        backup.disable_cleanup(true);
    }
    // What the command was to change was not changed either way.
    committed.map_err(BookError::of_a_new_file)
}

/// Runs the missing migrations in a transaction that holds the write lock. The mark beside the number stays.
fn run(transaction: &Transaction<'_>, path: &Path, migrations: &[&str]) -> Result<(), BookError> {
    let sqlite = |error| BookError::of(error, path);
    let now = version(transaction, path, migrations)?;
    let (_, mark) = header::split(connection::version(transaction).map_err(sqlite)?);
    for migration in migrations.iter().skip(usize::try_from(now).unwrap_or(0)) {
        transaction.execute_batch(migration).map_err(sqlite)?;
    }
    let (schema, _) = header::split(connection::version(transaction).map_err(sqlite)?);
    transaction.pragma_update(None, "user_version", header::joined(schema, mark).cast_signed()).map_err(sqlite)
}

fn version(connection: &Connection, path: &Path, migrations: &[&str]) -> Result<i64, BookError> {
    let sqlite = |error| BookError::of(error, path);
    let version = connection::version(connection).map_err(sqlite)?;
    let mark: i64 = connection.pragma_query_value(None, "application_id", |row| row.get(0)).map_err(sqlite)?;
    if mark == header::APPLICATION_ID {
        let schema = i64::from(header::split(version).0);
        readable(schema, path, migrations)?;
        if schema > 0 {
            return Ok(schema);
        }
        let what = "the number of its schema is not what was written".into();
        return Err(BookError::Flawed { path: path.to_path_buf(), what });
    }
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(sqlite)?;
    if version == 0 && tables == 0 { Ok(0) } else { Err(BookError::Foreign(path.to_path_buf())) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::opening::{Access, open};
    use crate::book::schema::MIGRATIONS;

    #[test]
    fn programs_that_see_a_new_book_together_give_it_one_mark() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.db");
        let mut opened = open(&path, Access::Write, None, MIGRATIONS).unwrap().unwrap();
        let mark_of = |connection: &Connection| header::split(connection::version(connection).unwrap()).1;
        let first = mark_of(&opened.connection);
        assert!(header::is_mark(first));
        upgrade(&mut opened.connection, &path, None, MIGRATIONS).unwrap();
        assert_eq!(mark_of(&opened.connection), first);
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
        let half = "SELECT count(*) FROM sqlite_schema WHERE name = 'half'";
        assert_eq!(connection.query_row(half, [], |row| row.get::<_, i64>(0)).unwrap(), 0);
    }
}
