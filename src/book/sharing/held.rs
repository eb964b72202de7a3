//! What the segments hold that were just read, in a temporary file.

use rusqlite::{Connection, OptionalExtension as _};
use uuid::Uuid;

use super::super::document::{Entry, Hash};
use super::super::error::BookError;

/// What some segments hold.
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
                 CREATE TABLE held (id BLOB, hash BLOB, is_removed INTEGER, PRIMARY KEY (id, hash)) WITHOUT ROWID;
                 BEGIN;",
            )?;
            Ok(Held(connection))
        };
        made().map_err(failed)
    }

    /// Takes what a segment holds. `is_removed` says whether the book held the segment before it was restored.
    pub(super) fn take(&self, entry: &Entry, is_removed: bool) -> Result<(), BookError> {
        let (id, hash) = match entry {
            Entry::Change(change, hash) => (change.id, hash),
            Entry::Fact(fact, hash) => (fact.id(), hash),
            Entry::Number(_) => return Ok(()),
        };
        let takes = "INSERT INTO held (id, hash, is_removed) VALUES (?1, ?2, ?3)
             ON CONFLICT DO UPDATE SET is_removed = max(is_removed, excluded.is_removed)";
        let taken = self.0.prepare_cached(takes).and_then(|mut takes| takes.execute((id, hash, is_removed)));
        taken.map(drop).map_err(failed)
    }

    /// Whether it is there with this content.
    pub(super) fn has(&self, id: Uuid, hash: &Hash) -> Result<bool, BookError> {
        self.any("SELECT 1 FROM held WHERE id = ?1 AND hash = ?2", (id, hash))
    }

    /// Whether it is in a segment that the book held before it was restored.
    pub(super) fn was_removed(&self, id: Uuid) -> Result<bool, BookError> {
        self.any("SELECT 1 FROM held WHERE id = ?1 AND is_removed", [id])
    }

    fn any(&self, statement: &str, params: impl rusqlite::Params) -> Result<bool, BookError> {
        let found = || self.0.prepare_cached(statement)?.query_row(params, |_| Ok(())).optional();
        found().map(|found| found.is_some()).map_err(failed)
    }
}

fn failed(error: rusqlite::Error) -> BookError {
    super::super::stage::failed(error)
}
