//! Counts the facts of changes, so that it is known before they come in which changes lack some.

use rusqlite::{Connection, OptionalExtension as _};
use uuid::Uuid;

/// Counts the facts of changes, in a temporary file that SQLite removes.
pub(super) struct FactCount {
    connection: Connection,
    /// A change and how many of its facts came one after another.
    pending: Option<(Uuid, usize)>,
}

impl FactCount {
    /// Counts nothing yet. A fact is counted as often as it comes.
    pub(super) fn new() -> rusqlite::Result<FactCount> {
        let connection = Connection::open("")?;
        connection.execute_batch(
            "PRAGMA journal_mode = OFF;
             CREATE TABLE count (change BLOB PRIMARY KEY, says INTEGER, there INTEGER NOT NULL) STRICT, WITHOUT ROWID;
             BEGIN;",
        )?;
        Ok(FactCount { connection, pending: None })
    }

    pub(super) fn says(&self, change: Uuid, facts: usize) -> rusqlite::Result<()> {
        let says = "INSERT INTO count (change, says, there) VALUES (?1, ?2, 0)
             ON CONFLICT DO UPDATE SET says = excluded.says";
        self.connection.prepare_cached(says)?.execute(rusqlite::params![change, facts]).map(drop)
    }

    pub(super) fn add(&mut self, change: Uuid) -> rusqlite::Result<()> {
        match &mut self.pending {
            Some((pending, facts)) if *pending == change => {
                *facts += 1;
                Ok(())
            }
            _ => {
                let before = self.pending.replace((change, 1));
                self.flush(before)
            }
        }
    }

    fn flush(&self, pending: Option<(Uuid, usize)>) -> rusqlite::Result<()> {
        let Some((change, facts)) = pending else { return Ok(()) };
        let there = "INSERT INTO count (change, there) VALUES (?1, ?2)
             ON CONFLICT DO UPDATE SET there = there + excluded.there";
        self.connection.prepare_cached(there)?.execute(rusqlite::params![change, facts]).map(drop)
    }

    /// How many facts a change says it has, if it came, and how many came.
    pub(super) fn of(&mut self, change: Uuid) -> rusqlite::Result<(Option<usize>, usize)> {
        self.count_pending()?;
        let counted = "SELECT says, there FROM count WHERE change = ?1";
        let mut counted = self.connection.prepare_cached(counted)?;
        let counted = counted.query_row([change], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        Ok(counted.unwrap_or_default())
    }

    fn count_pending(&mut self) -> rusqlite::Result<()> {
        let pending = self.pending.take();
        self.flush(pending)
    }

    /// The changes whose number of facts is another than they say, in the order of their ids.
    pub(super) fn inexact(&mut self) -> rusqlite::Result<Vec<Uuid>> {
        self.count_pending()?;
        let inexact = "SELECT change FROM count WHERE says IS NOT NULL AND says <> there ORDER BY change";
        self.connection.prepare(inexact)?.query_map([], |row| row.get(0))?.collect()
    }
}
