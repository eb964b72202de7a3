//! What the segments hold that were just read, in a temporary file.

use rusqlite::{Connection, OptionalExtension as _};
use uuid::Uuid;

use super::super::document::{Entry, Hash};
use super::super::error::BookError;
use super::super::temporary::failed_in_sqlite as failed;

/// What some segments hold, batch by batch.
#[derive(Debug)]
pub(super) struct Held(Connection);

impl Held {
    /// Nothing yet.
    pub(super) fn new() -> Result<Held, BookError> {
        let made = || {
            // SQLite's name for a file that it removes.
            let connection = Connection::open("")?;
            connection.execute_batch(
                "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
                 CREATE TABLE held (id BLOB, hash BLOB, batch INTEGER, is_removed INTEGER,
                     PRIMARY KEY (id, hash, batch)) WITHOUT ROWID;
                 BEGIN;",
            )?;
            Ok(Held(connection))
        };
        made().map_err(failed)
    }

    /// Takes what a segment of a batch holds. `is_removed` says whether the book held the segment before it was restored.
    pub(super) fn take(&self, batch: usize, entry: &Entry, is_removed: bool) -> Result<(), BookError> {
        let (id, hash) = match entry {
            Entry::Change(change, hash) => (change.id, hash),
            Entry::Fact(fact, hash) => (fact.id(), hash),
            Entry::Number(_) => return Ok(()),
        };
        let takes = "INSERT INTO held (id, hash, batch, is_removed) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT DO UPDATE SET is_removed = max(is_removed, excluded.is_removed)";
        let taken = self.0.prepare_cached(takes).and_then(|mut takes| takes.execute((id, hash, batch, is_removed)));
        taken.map(drop).map_err(failed)
    }

    /// Forgets a batch, which was not taken in.
    pub(super) fn forget(&self, batch: usize) -> Result<(), BookError> {
        self.0.execute("DELETE FROM held WHERE batch = ?1", [batch]).map(drop).map_err(failed)
    }

    /// Whether it is there with this content.
    pub(super) fn has(&self, id: Uuid, hash: &Hash) -> Result<bool, BookError> {
        self.any("SELECT 1 FROM held WHERE id = ?1 AND hash = ?2", (id, hash))
    }

    /// Whether it is in a segment that the book held before it was restored.
    pub(super) fn was_removed(&self, id: Uuid) -> Result<bool, BookError> {
        self.any("SELECT 1 FROM held WHERE id = ?1 AND is_removed", [id])
    }

    /// Whether anything of a batch is not known.
    pub(super) fn has_unknown(
        &self,
        batch: usize,
        is_known: impl Fn(Uuid) -> Result<bool, BookError>,
    ) -> Result<bool, BookError> {
        let mut ids = self.0.prepare_cached("SELECT id FROM held WHERE batch = ?1").map_err(failed)?;
        let mut rows = ids.query([batch]).map_err(failed)?;
        while let Some(row) = rows.next().map_err(failed)? {
            if !is_known(row.get(0).map_err(failed)?)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn any(&self, statement: &str, params: impl rusqlite::Params) -> Result<bool, BookError> {
        let found = || self.0.prepare_cached(statement)?.query_row(params, |_| Ok(())).optional();
        found().map(|found| found.is_some()).map_err(failed)
    }
}
