//! Puts everything that another book holds in the place of what a book holds, in one transaction.
//!
//! The file stays the same one, so a program that has it open, or waits to write in it, goes on with what is there then.

use rusqlite::{Connection, Transaction, params_from_iter};

use super::super::migrate::MIGRATIONS;
use super::super::schema;
use super::super::schema_rows::{self, SchemaRow};
use super::super::watched::Steps;

/// Empties a book and copies another one into it. Both have the latest schema, and the other one has been checked.
pub(super) fn replace(book: &Transaction<'_>, other: &Connection, steps: &Steps<'_>) -> rusqlite::Result<()> {
    let ours = schema::made_by(MIGRATIONS)?;
    // A table takes its indexes and triggers with it. A table that somebody added stays.
    for row in schema_rows::schema(book)?.iter().filter(|row| ours.iter().any(|our| our.name == row.name)) {
        match &*row.kind {
            "view" => book.execute_batch(&format!("DROP VIEW \"{}\"", row.name))?,
            "table" => book.execute_batch(&format!("DROP TABLE \"{}\"", row.name))?,
            _ => {}
        }
    }
    let is_table = |row: &&SchemaRow<'_>| row.kind == "table";
    let (tables, others): (Vec<&SchemaRow<'_>>, Vec<&SchemaRow<'_>>) = ours.iter().partition(is_table);
    tables.iter().try_for_each(|table| book.execute_batch(&table.sql))?;
    // SQLite makes an index without a statement by itself.
    let others = others.iter().filter(|row| !row.sql.is_empty());
    others.clone().filter(|row| row.kind == "index").try_for_each(|index| book.execute_batch(&index.sql))?;
    tables.iter().try_for_each(|table| copy(book, other, &table.name, steps))?;
    others.filter(|row| row.kind != "index").try_for_each(|row| book.execute_batch(&row.sql))
}

/// Copies every row of a table.
fn copy(book: &Connection, other: &Connection, table: &str, steps: &Steps<'_>) -> rusqlite::Result<()> {
    let mut all = other.prepare(&format!("SELECT * FROM \"{table}\""))?;
    let columns = all.column_count();
    let places = vec!["?"; columns].join(", ");
    let mut insert = book.prepare(&format!("INSERT INTO \"{table}\" VALUES ({places})"))?;
    let mut rows = all.query([])?;
    while let Some(row) = rows.next()? {
        let values = (0..columns).map(|column| row.get_ref(column)).collect::<rusqlite::Result<Vec<_>>>()?;
        insert.execute(params_from_iter(values.into_iter().map(rusqlite::types::ToSqlOutput::Borrowed)))?;
        steps.step();
    }
    Ok(())
}
