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
    schema_and_roots(connection).map(|(objects, _)| objects)
}

/// The objects of the schema, and the page where the rows of each begin; 0 for what has no rows.
pub(in crate::book) fn schema_and_roots(connection: &Connection) -> Found<(Vec<SchemaRow>, Vec<i64>)> {
    let text = |row: &Row<'_>, at| -> Found<String> {
        Ok(row
            .get_ref(at)?
            .as_bytes_or_null()?
            .map(|bytes| match str::from_utf8(bytes) {
                Ok(text) => text.to_owned(),
                Err(_) => String::from_utf8_lossy(bytes).into_owned(),
            })
            .unwrap_or_default())
    };
    let objects = all(connection, "SELECT type, name, tbl_name, sql, rootpage FROM sqlite_schema", [], |row| {
        let root = row.get_ref(4)?.as_i64_or_null()?.unwrap_or(0);
        let (kind, name, table) = (text(row, 0)?, text(row, 1)?, text(row, 2)?);
        Ok((SchemaRow { kind, name, table, sql: text(row, 3)? }, root))
    })?;
    Ok(objects.into_iter().unzip())
}

/// The columns of a table, in their order.
#[cfg(test)]
pub(in crate::book) fn columns(connection: &Connection, table: &str) -> Found<Vec<String>> {
    all(connection, "SELECT name FROM pragma_table_info(?1) ORDER BY cid", [table], |row| row.get(0))
}
