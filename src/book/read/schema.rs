//! Reads the schema of a book.

use rusqlite::{Connection, Row};

use super::{Found, all};

/// One object of a schema, as SQLite keeps it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::book) struct SchemaRow {
    /// `table`, `index`, `trigger` or `view`.
    pub kind: String,
    /// Its name.
    pub name: String,
    /// The table that it belongs to.
    pub table: String,
    /// The statement that makes it; empty for an index that SQLite makes by itself.
    pub sql: String,
}

/// The objects of the schema.
pub(in crate::book) fn schema(connection: &Connection) -> Found<Vec<SchemaRow>> {
    let text = |row: &Row<'_>, at| -> Found<String> {
        Ok(row
            .get_ref(at)?
            .as_bytes_or_null()?
            .map(|bytes| String::from_utf8_lossy(bytes).into_owned())
            .unwrap_or_default())
    };
    all(connection, "SELECT type, name, tbl_name, sql FROM sqlite_schema", [], |row| {
        Ok(SchemaRow { kind: text(row, 0)?, name: text(row, 1)?, table: text(row, 2)?, sql: text(row, 3)? })
    })
}

/// The columns of a table, in their order.
#[cfg(test)]
pub(in crate::book) fn columns(connection: &Connection, table: &str) -> Found<Vec<String>> {
    all(connection, "SELECT name FROM pragma_table_info(?1) ORDER BY cid", [table], |row| row.get(0))
}
