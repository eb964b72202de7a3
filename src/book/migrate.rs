//! Upgrades a book's schema.
//!
//! Published migration runners read the version before they lock the book, so two programs that open one book race.
//! This runner reads the version again under the lock.

use std::path::Path;

use chrono::Utc;
use rusqlite::{Connection, TransactionBehavior};

use super::backup::automatic;
use super::{BookError, Notice, OpenBook, Reason, Watcher, header, schema, watched};

/// The size of a page, in bytes. Of all the sizes we measured, it makes the smallest book.
const PAGE: u32 = 8192;

/// Sets the layout of a book's file before the first write.
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

/// Returns the number of migrations that made the schema, 0 for a new book, and a notice of what the user added. One
/// transaction reads all of it: if another program made the schema between two reads, the book would look foreign.
///
/// # Errors
/// The schema is not that of a book, or was altered.
pub(super) fn schema(
    connection: &Connection,
    path: &Path,
    migrations: &[&str],
) -> Result<(i64, Option<Notice>), BookError> {
    let open = OpenBook::begin(connection, TransactionBehavior::Deferred, path, None)?;
    let version = version(&open, migrations)?;
    let made_by = &migrations[..usize::try_from(version).unwrap_or(0)];
    let notice = if made_by.is_empty() { None } else { schema::compare(&open, made_by)? };
    Ok((version, notice))
}

/// Runs the migrations that a book in memory lacks.
pub(super) fn to_latest(connection: &Connection, path: &Path, migrations: &[&str]) -> Result<(), BookError> {
    let open = OpenBook::begin(connection, TransactionBehavior::Immediate, path, None)?;
    run(&open, migrations)?;
    open.transaction.commit().map_err(|error| BookError::of(error, path))
}

/// Upgrades a book to the latest schema, all or nothing, and returns what to show the user. Reads the version again
/// under the lock, because another program may have upgraded the book. Backs an older book up beside itself under the
/// same lock, and verifies every line before the upgrade is committed.
pub(super) fn upgrade(
    connection: &Connection,
    path: &Path,
    watcher: Option<&dyn Watcher>,
    migrations: &[&str],
) -> Result<Option<Notice>, BookError> {
    let open = OpenBook::begin(connection, TransactionBehavior::Immediate, path, None)?;
    let now = version(&open, migrations)?;
    let mut backup = None;
    if !is_older(now, migrations) {
        return Ok(None);
    }
    if now > 0 {
        backup = Some(automatic(path, Reason::Upgrade, Utc::now(), watcher)?.0);
    }
    run(&open, migrations)?;
    let steps = watched::begin(watcher, "upgrading the book", open.count_of_lines()?);
    open.verify(|| steps.advance(1))?;
    let committed = open.committed();
    if let (Some(backup), Ok(_) | Err(BookError::Uncertain(..))) = (&mut backup, &committed) {
        backup.disable_cleanup(true);
    }
    // Either way, the command has not made its own change yet.
    committed.map_err(BookError::of_a_new_file)
}

/// Runs the missing migrations in a transaction that holds the write lock. The mark beside the number stays.
fn run(open: &OpenBook<'_>, migrations: &[&str]) -> Result<(), BookError> {
    let (now, (_, mark)) = (version(open, migrations)?, open.number_and_mark()?);
    for migration in migrations.iter().skip(usize::try_from(now).unwrap_or(0)) {
        open.sqlite(open.transaction.execute_batch(migration))?;
    }
    let (schema, _) = open.number_and_mark()?;
    open.sqlite(open.transaction.pragma_update(None, "user_version", header::joined(schema, mark).cast_signed()))
}

fn version(open: &OpenBook<'_>, migrations: &[&str]) -> Result<i64, BookError> {
    let (number, mark) = open.number_and_mark()?;
    let id: i64 = open.sqlite(open.transaction.pragma_query_value(None, "application_id", |row| row.get(0)))?;
    if id == header::APPLICATION_ID {
        readable(number.into(), open.path, migrations)?;
        let what = "the number of its schema was altered";
        return if number > 0 { Ok(number.into()) } else { Err(open.damaged(what)) };
    }
    let tables: i64 = open.one("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?.unwrap_or(0);
    if (number, mark, tables) == (0, 0, 0) { Ok(0) } else { Err(BookError::Foreign(open.path.to_path_buf())) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::schema::MIGRATIONS;
    use crate::book::{Access, Book};

    #[test]
    fn programs_that_see_a_new_book_together_give_it_one_mark() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.db");
        let mut opened = Book::open(&path, Access::Write, None).unwrap().unwrap();
        let mut mark = || opened.read().unwrap().number_and_mark().unwrap().1;
        let first = mark();
        assert!(header::is_mark(first));
        upgrade(&opened.connection, &path, None, MIGRATIONS).unwrap();
        assert_eq!(opened.read().unwrap().number_and_mark().unwrap().1, first);
    }

    #[test]
    fn a_migration_that_fails_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.db");
        let connection = Connection::open(&path).unwrap();
        to_latest(&connection, &path, &MIGRATIONS[..1]).unwrap();
        let broken = "CREATE TABLE half (x); PRAGMA user_version = 2; SELECT nonsense;";
        assert!(to_latest(&connection, &path, &[MIGRATIONS[0], broken]).is_err());
        assert_eq!(schema(&connection, &path, MIGRATIONS).unwrap().0, 1);
        let half = "SELECT count(*) FROM sqlite_schema WHERE name = 'half'";
        assert_eq!(connection.query_row(half, [], |row| row.get::<_, i64>(0)).unwrap(), 0);
    }
}
