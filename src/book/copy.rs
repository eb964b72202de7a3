//! Copies the pages of a book into a file, and compares a copy with its book, row by row.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags, Row};

use super::connection::guard;
use super::schema_rows::{self, SchemaRow};
use super::watched::{Part, Steps};

/// How a copy and its book are opened to be compared.
fn reading() -> OpenFlags {
    OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_EXRESCODE
}

/// Opens a file to read it, with the settings of every book.
pub(super) fn opened_anew(path: &Path) -> rusqlite::Result<Connection> {
    let opened = Connection::open_with_flags(path, reading())?;
    guard(&opened)?;
    Ok(opened)
}

/// Copies the book into an empty file. `part` is how many steps that takes.
pub(super) fn page_by_page(source: &Connection, copy: &Path, steps: &Steps<'_>, part: usize) -> rusqlite::Result<()> {
    /// Some megabytes.
    const PAGES_AT_ONCE: i32 = 1000;
    let pages = source.pragma_query_value(None, "page_count", |row| row.get::<_, usize>(0))?;
    let copied = Part::of(steps, part, pages.div_ceil(PAGES_AT_ONCE.unsigned_abs() as usize));
    let mut target = without_journal(copy)?;
    let backup = Backup::new(source, &mut target)?;
    loop {
        match backup.step(PAGES_AT_ONCE)? {
            StepResult::Done => return Ok(()),
            StepResult::More => copied.next(),
            // Whoever only reads is in nobody's way, and nobody else may write.
            _ => {
                return Err(rusqlite::Error::SqliteFailure(
                    rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_BUSY),
                    None,
                ));
            }
        }
    }
}

/// Opens the file of a copy. No journal is needed, because the file is removed if the copying fails.
fn without_journal(copy: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_EXRESCODE;
    let target = Connection::open_with_flags(copy, flags)?;
    // A connection that is guarded cannot go without a journal any more.
    target.execute_batch("PRAGMA journal_mode = OFF")?;
    guard(&target)?;
    Ok(target)
}

/// Brings a file to the disk. Some systems sync only what is open to be written.
pub(super) fn sync(file: &Path) -> io::Result<()> {
    OpenOptions::new().write(true).open(file).and_then(|file: File| file.sync_all())
}

/// How many rows a book has.
pub(super) fn rows(book: &Connection) -> rusqlite::Result<usize> {
    let mut rows = 0;
    for table in tables(&schema_rows::schema(book)?) {
        rows += book.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get::<_, usize>(0))?;
    }
    Ok(rows)
}

/// Whether a copy is sound, and has the book's schema and every value of every row. `step` is called for each row.
pub(super) fn are_the_same(book: &Connection, copy: &Connection, step: impl Fn()) -> rusqlite::Result<bool> {
    let sound: String = copy.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    let objects = schema_rows::schema(book)?;
    let version =
        |of: &Connection| -> rusqlite::Result<i64> { of.pragma_query_value(None, "user_version", |row| row.get(0)) };
    if sound != "ok" || objects != schema_rows::schema(copy)? || version(book)? != version(copy)? {
        return Ok(false);
    }
    for table in tables(&objects) {
        if !are_the_same_rows(book, copy, &format!("SELECT * FROM {table}"), &step)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The names of the tables, quoted.
fn tables(objects: &[SchemaRow<'_>]) -> impl Iterator<Item = String> {
    let tables = objects.iter().filter(|object| object.kind == "table");
    tables.map(|table| format!("\"{}\"", table.name.replace('"', "\"\"")))
}

/// The pages of a copy are those of the book, so the rows come in the same order.
fn are_the_same_rows(
    book: &Connection,
    copy: &Connection,
    statement: &str,
    step: &impl Fn(),
) -> rusqlite::Result<bool> {
    let (mut book, mut copy) = (book.prepare(statement)?, copy.prepare(statement)?);
    let columns = book.column_count();
    let (mut book, mut copy) = (book.query([])?, copy.query([])?);
    loop {
        match (book.next()?, copy.next()?) {
            (None, None) => return Ok(true),
            (Some(one), Some(other)) if are_equal(one, other, columns)? => step(),
            _ => return Ok(false),
        }
    }
}

fn are_equal(one: &Row<'_>, other: &Row<'_>, columns: usize) -> rusqlite::Result<bool> {
    for column in 0..columns {
        if one.get_ref(column)? != other.get_ref(column)? {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_written_without_a_journal() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let target = without_journal(file.path()).unwrap();
        let mode: String = target.pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap();
        assert_eq!(mode, "off");
    }
}
