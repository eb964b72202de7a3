//! Compares a copy of a book with the book, row by row. Both may have an older schema.

use rusqlite::{Connection, Row};

use super::{Found, one, schema};

/// How a copy differs from the book: in what SQLite finds, in the schema, or in any value of any row.
pub(in crate::book) fn difference(book: &Connection, copy: &Connection) -> Found<Option<String>> {
    let sound: Option<String> = one(copy, "PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if let Some(fault) = sound.filter(|sound| sound != "ok") {
        return Ok(Some(format!("the backup is damaged: {fault}")));
    }
    let objects = schema::schema(book)?;
    let version = |of: &Connection| -> Found<i64> { of.pragma_query_value(None, "user_version", |row| row.get(0)) };
    if objects != schema::schema(copy)? || version(book)? != version(copy)? {
        return Ok(Some("the backup has another schema".into()));
    }
    for table in objects.iter().filter(|object| object.kind == "table") {
        let statement = format!("SELECT * FROM \"{}\"", table.name.replace('"', "\"\""));
        if let Some(row) = first_that_differs(book, copy, &statement)? {
            return Ok(Some(format!("row {row} of `{}` differs", table.name)));
        }
    }
    Ok(None)
}

/// The first row that differs, counted from 1. The pages of a copy are those of the book, so the rows come in the same
/// order.
fn first_that_differs(book: &Connection, copy: &Connection, statement: &str) -> Found<Option<u64>> {
    let (mut book, mut copy) = (book.prepare(statement)?, copy.prepare(statement)?);
    let columns = book.column_count();
    let (mut book, mut copy) = (book.query([])?, copy.query([])?);
    let mut number = 0;
    loop {
        number += 1;
        match (book.next()?, copy.next()?) {
            (None, None) => return Ok(None),
            (Some(one), Some(other)) if are_equal(one, other, columns)? => {}
            _ => return Ok(Some(number)),
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
