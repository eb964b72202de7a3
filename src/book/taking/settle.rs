//! Looks which of the changes that wait are whole or rescued once facts have arrived.

use ginpad_core::facts::Change;

use super::super::document::Hash;
use super::super::migrate::MIGRATIONS;
use super::super::read::{self, WaitingRow};
use super::super::write;
use super::{Taking, as_hash, placed};
use uuid::Uuid;

impl Taking<'_> {
    /// Looks whether the changes that wait are whole or rescued now. A change may rescue others.
    pub(in crate::book) fn settle(&mut self) -> rusqlite::Result<()> {
        while self.waits && self.settle_once()? + self.hold_places()? > 0 {}
        Ok(())
    }

    /// Looks at each change that waits, and says how many wait no more.
    fn settle_once(&mut self) -> rusqlite::Result<usize> {
        let (mut after, mut settled) = (0, 0);
        loop {
            let rows = read::waiting_changes(self.connection, after)?;
            let Some(last) = rows.last() else { return Ok(settled) };
            after = last.arrival;
            for WaitingRow { id, content, hash, .. } in rows {
                let change: Change = read::parsed(&content)?;
                let there = read::facts_of_waiting_change(self.connection, id)?;
                let is_enough = |asked: usize| there >= asked && there < change.facts;
                if there == change.facts || read::facts_asked_for(self.connection, id)?.is_some_and(is_enough) {
                    // What waits for the change is released only when it is in its table alone.
                    let hash = as_hash(hash)?;
                    match placed(write::hashed_change(self.connection, &change, &hash))? {
                        Some(()) => {
                            self.first_change.get_or_insert(id);
                            write::waits_no_more(self.connection, id)?;
                            self.release(id)?;
                            settled += 1;
                        }
                        None => self.unfit("change", id),
                    }
                } else if there > change.facts && self.surplus.insert(id) {
                    self.too_many(id, change.facts, there);
                }
            }
        }
    }

    /// Holds the place of a change whose own record is lost.
    pub(in crate::book) fn hold_place(&self, change: Uuid, facts: usize) -> rusqlite::Result<()> {
        write::place_of_change(self.connection, change, facts, MIGRATIONS.len())
    }

    /// Holds the place of a change that comes without its record, unless the change is here or waits.
    pub(in crate::book) fn hold_missing_place(&mut self, change: Uuid, facts: usize) -> rusqlite::Result<()> {
        for table in ["change", "waiting"] {
            if read::hash(self.connection, table, change)?.is_some() {
                return Ok(());
            }
        }
        self.hold_place(change, facts)?;
        self.release(change)
    }

    /// Holds the places of changes that are rescued though their own records are lost.
    fn hold_places(&mut self) -> rusqlite::Result<usize> {
        let mut held = 0;
        for (change, asked) in read::lost_records(self.connection)? {
            let there = read::facts_of_waiting_change(self.connection, change)?;
            if there >= asked {
                self.hold_place(change, there)?;
                self.release(change)?;
                held += 1;
            }
        }
        Ok(held)
    }

    /// Takes in the record of a change whose facts are here already.
    pub(super) fn found(&mut self, change: &Change, hash: &Hash) -> rusqlite::Result<()> {
        let there = read::facts_there(self.connection, change.id)?;
        if there > change.facts {
            self.too_many(change.id, change.facts, there);
        } else if placed(write::found_change(self.connection, change, hash))?.is_none() {
            self.unfit("change", change.id);
        } else {
            self.first_change.get_or_insert(change.id);
        }
        Ok(())
    }
}
