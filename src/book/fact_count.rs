//! Counts the facts of changes, so that it is known before they come in which changes lack some.

use rusqlite::Connection;
use uuid::Uuid;

/// Counts the facts of changes, in a temporary file that SQLite removes.
pub(super) struct FactCount {
    connection: Connection,
    /// Whether a fact that comes again is not counted again.
    once: bool,
    /// A change and how many of its facts came one after another.
    pending: Option<(Uuid, usize)>,
}

impl FactCount {
    /// Counts each fact as often as it comes.
    pub(super) fn new() -> rusqlite::Result<FactCount> {
        let connection = Connection::open("")?;
        connection.execute_batch(
            "PRAGMA journal_mode = OFF;
             CREATE TABLE count (change BLOB PRIMARY KEY, says INTEGER, there INTEGER NOT NULL) STRICT, WITHOUT ROWID;
             CREATE TABLE seen (fact BLOB PRIMARY KEY) STRICT, WITHOUT ROWID;
             BEGIN;",
        )?;
        Ok(FactCount { connection, once: false, pending: None })
    }

    /// Counts each fact once, however often it comes.
    pub(super) fn of_each_once() -> rusqlite::Result<FactCount> {
        Ok(FactCount { once: true, ..FactCount::new()? })
    }

    pub(super) fn says(&self, change: Uuid, facts: usize) -> rusqlite::Result<()> {
        let says = "INSERT INTO count (change, says, there) VALUES (?1, ?2, 0)
             ON CONFLICT DO UPDATE SET says = excluded.says";
        self.connection.prepare_cached(says)?.execute(rusqlite::params![change, facts]).map(drop)
    }

    pub(super) fn add(&mut self, change: Uuid, fact: Uuid) -> rusqlite::Result<()> {
        if self.once && self.has_seen(fact)? {
            return Ok(());
        }
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

    fn has_seen(&self, fact: Uuid) -> rusqlite::Result<bool> {
        let sees = "INSERT INTO seen (fact) VALUES (?1) ON CONFLICT DO NOTHING";
        Ok(self.connection.prepare_cached(sees)?.execute([fact])? == 0)
    }

    fn flush(&self, pending: Option<(Uuid, usize)>) -> rusqlite::Result<()> {
        let Some((change, facts)) = pending else { return Ok(()) };
        let there = "INSERT INTO count (change, there) VALUES (?1, ?2)
             ON CONFLICT DO UPDATE SET there = there + excluded.there";
        self.connection.prepare_cached(there)?.execute(rusqlite::params![change, facts]).map(drop)
    }

    pub(super) fn inexact(mut self) -> rusqlite::Result<Vec<Uuid>> {
        let pending = self.pending.take();
        self.flush(pending)?;
        let inexact = "SELECT change FROM count WHERE says IS NOT NULL AND says <> there ORDER BY change";
        self.connection.prepare(inexact)?.query_map([], |row| row.get(0))?.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fact_that_comes_twice_counts_once_if_that_is_asked_for() {
        let inexact = |mut count: FactCount, facts: &[u128]| {
            count.says(Uuid::from_u128(1), 2).unwrap();
            facts.iter().for_each(|fact| count.add(Uuid::from_u128(1), Uuid::from_u128(*fact)).unwrap());
            !count.inexact().unwrap().is_empty()
        };
        for (facts, each_time, once) in [
            (&[7][..], true, true),
            (&[7, 8], false, false),
            (&[7, 7], false, true),
            (&[7, 8, 7, 8], true, false),
            (&[7, 8, 9], true, true),
        ] {
            assert_eq!(inexact(FactCount::new().unwrap(), facts), each_time, "{facts:?}");
            assert_eq!(inexact(FactCount::of_each_once().unwrap(), facts), once, "{facts:?}");
        }
    }
}
