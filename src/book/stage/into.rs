//! Copies rows into a table of the book.

use rusqlite::types::ToSqlOutput;
use rusqlite::{Connection, Statement};

/// How many rows are copied with one statement, as long as there are as many.
const ROWS_AT_ONCE: [usize; 3] = [16, 4, 1];

/// A table of the book that rows are copied into.
pub(super) struct Into<'c> {
    pub(super) book: &'c Connection,
    pub(super) table: &'c str,
    pub(super) columns: &'c str,
}

impl Into<'_> {
    /// Copies so many rows.
    pub(super) fn copy(&self, all: &mut Statement<'_>, rows: usize, copied: impl Fn(usize)) -> rusqlite::Result<()> {
        let (mut left, width) = (rows, all.column_count());
        let mut rows = all.query([])?;
        for at_once in ROWS_AT_ONCE {
            let places = format!("({})", vec!["?"; width].join(", "));
            let places = vec![places.as_str(); at_once].join(", ");
            let mut inserts =
                self.book.prepare(&format!("INSERT INTO {} ({}) VALUES {places}", self.table, self.columns))?;
            while left >= at_once {
                for bound in (0..at_once).map(|row| row * width) {
                    let Some(row) = rows.next()? else { return Ok(()) };
                    for column in 0..width {
                        let value = ToSqlOutput::Borrowed(row.get_ref(column)?);
                        inserts.raw_bind_parameter(bound + column + 1, value)?;
                    }
                }
                inserts.raw_execute()?;
                copied(at_once);
                left -= at_once;
            }
        }
        Ok(())
    }
}
