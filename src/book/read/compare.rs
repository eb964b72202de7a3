//! Compares a copy of a book with the book, row by row. Both may have an older schema.

use rusqlite::{Connection, Row};
use uuid::Uuid;

use super::{Found, hash, one, schema, table_of_entry};

/// How many rows a book has.
pub(in crate::book) fn rows(book: &Connection) -> Found<usize> {
    let mut rows = 0;
    for table in tables(&schema::schema(book)?) {
        rows += one(book, &format!("SELECT count(*) FROM {table}"), [], |row| row.get(0))?.unwrap_or(0_usize);
    }
    Ok(rows)
}

/// Whether a book has every change of a copy, and everything that waits there. Both have the latest schema.
pub(in crate::book) fn holds_all_of(book: &Connection, copy: &Connection) -> Found<bool> {
    let theirs = "SELECT id, 'change', hash FROM change UNION ALL SELECT id, kind, hash FROM waiting";
    let mut theirs = copy.prepare(theirs)?;
    let mut theirs = theirs.query([])?;
    while let Some(row) = theirs.next()? {
        let (id, kind, theirs): (Uuid, String, Vec<u8>) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let its_table = table_of_entry(&kind);
        // What waits in the copy may have arrived here.
        let is_in = |table: &str| hash(book, table, id).map(|ours| ours.as_ref() == Some(&theirs));
        if !is_in(&its_table)? && !is_in("waiting")? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a copy is sound, and has the book's schema and every value of every row. `step` is called for each row.
pub(in crate::book) fn are_the_same(book: &Connection, copy: &Connection, step: impl Fn()) -> Found<bool> {
    let sound: Option<String> = one(copy, "PRAGMA quick_check(1)", [], |row| row.get(0))?;
    let objects = schema::schema(book)?;
    let version = |of: &Connection| -> Found<i64> { of.pragma_query_value(None, "user_version", |row| row.get(0)) };
    if sound.is_none_or(|said| said != "ok") || objects != schema::schema(copy)? || version(book)? != version(copy)? {
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
fn tables(objects: &[schema::SchemaRow<'_>]) -> impl Iterator<Item = String> {
    let tables = objects.iter().filter(|object| object.kind == "table");
    tables.map(|table| format!("\"{}\"", table.name.replace('"', "\"\"")))
}

/// The pages of a copy are those of the book, so the rows come in the same order.
fn are_the_same_rows(book: &Connection, copy: &Connection, statement: &str, step: &impl Fn()) -> Found<bool> {
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

fn are_equal(one: &Row<'_>, other: &Row<'_>, columns: usize) -> Found<bool> {
    for column in 0..columns {
        if one.get_ref(column)? != other.get_ref(column)? {
            return Ok(false);
        }
    }
    Ok(true)
}
