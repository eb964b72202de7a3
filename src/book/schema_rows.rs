//! Reads the schema of a book.

use std::borrow::Cow;

use rusqlite::{Connection, Row};

/// One object of a schema, as SQLite keeps it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SchemaRow<'a> {
    /// `table`, `index`, `trigger` or `view`.
    pub kind: Cow<'a, str>,
    /// Its name.
    pub name: Cow<'a, str>,
    /// The table that it belongs to.
    pub table: Cow<'a, str>,
    /// The statement that makes it; empty for an index that SQLite makes by itself.
    pub sql: Cow<'a, str>,
}

impl<'a> SchemaRow<'a> {
    /// The object in the first four columns of a row.
    fn of(row: &'a Row<'_>) -> rusqlite::Result<SchemaRow<'a>> {
        let text = |at| -> rusqlite::Result<Cow<'a, str>> {
            let bytes = row.get_ref(at)?.as_bytes_or_null()?.unwrap_or_default();
            Ok(str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed))
        };
        Ok(SchemaRow { kind: text(0)?, name: text(1)?, table: text(2)?, sql: text(3)? })
    }

    fn into_owned(self) -> SchemaRow<'static> {
        let owned = |text: Cow<'a, str>| Cow::Owned(text.into_owned());
        let SchemaRow { kind, name, table, sql } = self;
        SchemaRow { kind: owned(kind), name: owned(name), table: owned(table), sql: owned(sql) }
    }
}

/// The objects of the schema.
pub(super) fn schema(connection: &Connection) -> rusqlite::Result<Vec<SchemaRow<'static>>> {
    let mut objects = Vec::new();
    each_object(connection, |object, _| objects.push(object.into_owned()))?;
    Ok(objects)
}

/// Looks at each object of the schema, and at the page where its rows begin; 0 for what has no rows. Nothing is copied:
/// every command reads the whole schema.
pub(super) fn each_object(connection: &Connection, mut look: impl FnMut(SchemaRow<'_>, i64)) -> rusqlite::Result<()> {
    let mut objects = connection.prepare("SELECT type, name, tbl_name, sql, rootpage FROM sqlite_schema")?;
    let mut objects = objects.query([])?;
    while let Some(row) = objects.next()? {
        look(SchemaRow::of(row)?, row.get_ref(4)?.as_i64_or_null()?.unwrap_or(0));
    }
    Ok(())
}
