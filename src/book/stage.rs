//! What is to come into a book, got ready in a temporary file.
//!
//! While SQLite writes more than its cache holds, nobody can read the book. So a large import is first read, verified and
//! put into the rows of tables outside of the book, and only copied into it at the end. The tables of the stage have the
//! names and columns of the book's, without keys, checks and indexes, so the same statements write to them and read from
//! them. SQLite removes the file, however the program ends.

mod into;
mod staged;

use std::collections::BTreeSet;

use rusqlite::Connection;
use uuid::Uuid;

use self::into::Into;
pub(super) use self::staged::{Came, Staged};
use super::document::Hash;
use super::error::BookError;
use super::read;
use super::room::Room;
use super::taking::as_hash;
use super::temporary::failed_in_sqlite as failed;
use super::write::{self, Hashed};
use ginpad_core::facts::{Change, Fact};
use ginpad_core::rules::Knob;

/// How many facts are written at once.
const AT_ONCE: usize = 64;

/// How many bytes a fact takes here, about.
const BYTES: u64 = 300;

/// A table of the stage.
struct Table {
    name: &'static str,
    /// The column with the id of the change or the fact that a row belongs to.
    id: &'static str,
    /// The columns. A game and a setting also have one for each knob.
    columns: &'static str,
}

/// The tables, in an order in which none refers to a later one.
const TABLES: [Table; 21] = [
    Table {
        name: "change",
        id: "id",
        columns: "arrival, id, verb, device, sequence, made_at, made_offset, schema, facts, hash",
    },
    Table { name: "player", id: "id", columns: "arrival, id, change, hash" },
    Table { name: "player_name", id: "id", columns: "arrival, id, change, player, name, hash" },
    Table {
        name: "game",
        id: "id",
        columns: "arrival, id, change, title, started_at, started_offset, first_dealer, stake_minor, stake_currency, source, preset, hash, event, stake_game_minor, stake_game_currency, stake_line_minor, stake_line_currency",
    },
    Table { name: "seat", id: "game", columns: "game, side, place, player" },
    Table {
        name: "hand",
        id: "id",
        columns: "arrival, id, change, game, number, inserted_before, replaces, dead, upcard, note, played_at, played_offset, hash, upcard_rank",
    },
    Table {
        name: "result",
        id: "hand",
        columns: "hand, pair, kind, side, place, own, own_sum, other, other_sum, points, own_cards, other_cards",
    },
    Table { name: "removal", id: "id", columns: "arrival, id, change, hand, hash" },
    Table { name: "closing", id: "id", columns: "arrival, id, change, game, forfeit, hash" },
    Table { name: "totals", id: "id", columns: "arrival, id, change, game, first, second, winner, hash" },
    Table {
        name: "setting",
        id: "id",
        columns: "arrival, id, change, game, key, title, event, first_dealer, stake_minor, stake_currency, stake_game_minor, stake_game_currency, stake_line_minor, stake_line_currency, preset, hash",
    },
    Table { name: "setting_seat", id: "setting", columns: "setting, side, place, player" },
    Table { name: "joining", id: "id", columns: "arrival, id, change, player, same_as, hash" },
    Table {
        name: "transfer",
        id: "id",
        columns: "arrival, id, change, hand, game, number, inserted_before, seats, hash",
    },
    Table { name: "keeping", id: "id", columns: "arrival, id, change, hash" },
    Table { name: "paid", id: "id", columns: "arrival, id, change, payer, payee, minor, currency, hash" },
    Table { name: "undo", id: "id", columns: "arrival, id, change, undone, hash" },
    Table { name: "redo", id: "id", columns: "arrival, id, change, undo, hash" },
    Table { name: "rescue", id: "id", columns: "arrival, id, change, rescued, facts, hash" },
    Table { name: "superseded", id: "fact", columns: "fact, version" },
    Table { name: "kept_whole", id: "id", columns: "arrival, id, change, kind, content, hash" },
];

impl Table {
    fn columns(&self) -> String {
        let knobs = Knob::ALL
            .iter()
            .filter(|_| matches!(self.name, "game" | "setting"))
            .map(|knob| format!(", {}", knob.name()));
        knobs.fold(self.columns.to_string(), |columns, knob| columns + &knob)
    }
}

/// Rows that are to come into a book.
#[derive(Debug)]
pub(super) struct Stage {
    connection: Connection,
    /// Facts that are not written yet.
    pending: Vec<Hashed>,
    room: Room,
}

impl Stage {
    /// An empty stage.
    pub(super) fn new() -> Result<Stage, BookError> {
        Stage::made().map_err(failed)
    }

    fn made() -> rusqlite::Result<Stage> {
        // SQLite's name for a file that it removes.
        let connection = Connection::open("")?;
        connection.set_prepared_statement_cache_capacity(128);
        connection.execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")?;
        for table in &TABLES {
            // Rows without an `arrival` are ordered as they came all the same.
            let columns = table.columns().replace("arrival", "arrival INTEGER PRIMARY KEY");
            connection.execute_batch(&format!("CREATE TABLE {} ({columns})", table.name))?;
        }
        connection.execute_batch(
            "CREATE TABLE entry (id BLOB PRIMARY KEY, is_change INTEGER, kind TEXT, hash BLOB, is_unknown INTEGER)
                 WITHOUT ROWID;
             CREATE TABLE known (id BLOB PRIMARY KEY) WITHOUT ROWID;
             BEGIN;",
        )?;
        Ok(Stage { connection, pending: Vec::new(), room: Room::for_sqlite() })
    }

    /// Takes a change.
    pub(super) fn change(&mut self, change: &Change, hash: &Hash) -> Result<Came, BookError> {
        let came = self.enter(change.id, None, hash, !change.unknown.is_empty())?;
        if came == Came::New {
            write::hashed_change(&self.connection, change, hash).map_err(failed)?;
        }
        Ok(came)
    }

    /// Takes a fact that came from elsewhere.
    pub(super) fn fact(&mut self, fact: Box<Fact>, hash: Hash) -> Result<Came, BookError> {
        let came = self.enter(fact.id(), Some(&fact.kept_as()), &hash, fact.has_unknown_fields())?;
        match came {
            Came::New => {
                self.pending.push((*fact, hash));
                if self.pending.len() >= AT_ONCE {
                    self.flush()?;
                }
                Ok(Came::New)
            }
            Came::Again => Ok(Came::Again),
            Came::Beside { other, .. } => Ok(Came::Beside { other, fact: Some(fact) }),
        }
    }

    /// Takes facts that this program has just made.
    pub(super) fn facts(&mut self, facts: impl ExactSizeIterator<Item = Fact>) -> Result<(), BookError> {
        self.room.used(facts.len() as u64 * BYTES)?;
        write::facts(&self.connection, facts).map_err(failed)
    }

    /// Writes what is not written yet.
    pub(super) fn flush(&mut self) -> Result<(), BookError> {
        self.room.used(self.pending.len() as u64 * BYTES)?;
        write::hashed_facts(&self.connection, &self.pending).map_err(failed)?;
        self.pending.clear();
        Ok(())
    }

    /// Takes note that something comes. An id is that of one change or of one fact.
    fn enter(&self, id: Uuid, fact: Option<&str>, hash: &Hash, is_unknown: bool) -> Result<Came, BookError> {
        let (is_change, kind) = (fact.is_none(), fact.unwrap_or("change"));
        let enters = "INSERT INTO entry (id, is_change, kind, hash, is_unknown) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT DO NOTHING";
        let row = rusqlite::params![id, is_change, kind, hash, is_unknown];
        if self.connection.prepare_cached(enters).and_then(|mut enters| enters.execute(row)).map_err(failed)? > 0 {
            return Ok(Came::New);
        }
        let there = "SELECT kind, hash FROM entry WHERE id = ?1";
        let there = self.connection.query_row(there, [id], |row| Ok((row.get(0)?, row.get(1)?)));
        let (there, same): (String, Hash) = there.map_err(failed)?;
        Ok(if there == kind && same == *hash { Came::Again } else { Came::Beside { other: there, fact: None } })
    }

    /// Shows everything that is on the stage.
    pub(super) fn each(&self, mut visit: impl FnMut(&Staged) -> Result<(), BookError>) -> Result<(), BookError> {
        let mut all = self.connection.prepare("SELECT kind, id, hash FROM entry").map_err(failed)?;
        let mut rows = all.query([]).map_err(failed)?;
        while let Some(row) = rows.next().map_err(failed)? {
            let staged = (|| Ok(Staged { kind: row.get(0)?, id: row.get(1)?, hash: row.get(2)? }))().map_err(failed)?;
            visit(&staged)?;
        }
        Ok(())
    }

    /// Takes note that the book has this already.
    pub(super) fn knows(&self, id: Uuid) -> Result<(), BookError> {
        let knows = "INSERT INTO known (id) VALUES (?1) ON CONFLICT DO NOTHING";
        self.connection.prepare_cached(knows).and_then(|mut knows| knows.execute([id])).map(drop).map_err(failed)
    }

    /// Takes off the stage what the book has already.
    pub(super) fn drop_known(&self) -> Result<(), BookError> {
        let tables = TABLES.iter().map(|table| (table.name, table.id)).chain([("entry", "id")]);
        let drops: String =
            tables.map(|(table, id)| format!("DELETE FROM {table} WHERE {id} IN (SELECT id FROM known);")).collect();
        self.connection.execute_batch(&drops).map_err(failed)
    }

    /// How many changes and facts are on the stage, and how many of all of these hold something unknown.
    pub(super) fn size(&self) -> Result<(usize, usize, usize), BookError> {
        let counts = "SELECT count(*) FILTER (WHERE is_change), count(*) FILTER (WHERE NOT is_change),
             count(*) FILTER (WHERE is_unknown) FROM entry";
        let counts = self.connection.query_row(counts, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
        counts.map_err(failed)
    }

    /// The facts of a kind that are on the stage.
    pub(super) fn ids(&self, kind: &str) -> Result<Vec<Uuid>, BookError> {
        let ids = "SELECT id FROM entry WHERE NOT is_change AND kind = ?1 ORDER BY id";
        let mut ids = self.connection.prepare_cached(ids).map_err(failed)?;
        ids.query_map([kind], |row| row.get(0)).and_then(Iterator::collect).map_err(failed)
    }

    /// How many hands are on the stage that correct no other.
    pub(super) fn hands(&self) -> Result<usize, BookError> {
        let hands = "SELECT count(*) FROM hand WHERE replaces IS NULL";
        self.connection.query_row(hands, [], |row| row.get(0)).map_err(failed)
    }

    /// The facts that are on the stage, and whether each is a hand that corrects no other.
    pub(super) fn facts_and_hands(&self) -> Result<Vec<(Uuid, bool)>, BookError> {
        let facts = "SELECT id, id IN (SELECT id FROM hand WHERE replaces IS NULL) FROM entry WHERE NOT is_change";
        let mut facts = self.connection.prepare(facts).map_err(failed)?;
        facts.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).and_then(Iterator::collect).map_err(failed)
    }

    /// The facts on the stage whose change is not on it: their kinds, their ids and their changes.
    pub(super) fn of_other_changes(&self) -> Result<Vec<(String, Uuid, Uuid)>, BookError> {
        let found = format!(
            "SELECT entry.kind, fact.id, fact.change FROM ({}) AS fact
             JOIN entry ON entry.id = fact.id AND NOT entry.is_change
             WHERE NOT EXISTS (SELECT 1 FROM entry AS made WHERE made.id = fact.change AND made.is_change)",
            of_changes()
        );
        let mut found = self.connection.prepare(&found).map_err(failed)?;
        let found = found.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
        found.and_then(Iterator::collect).map_err(failed)
    }

    /// The changes on the stage that the book does not have although it has the ids of some of their facts.
    pub(super) fn changes_without_known(&self) -> Result<Vec<Uuid>, BookError> {
        let changes = format!(
            "SELECT DISTINCT fact.change FROM ({}) AS fact
             WHERE fact.id IN (SELECT id FROM known) AND fact.change NOT IN (SELECT id FROM known)
                 AND EXISTS (SELECT 1 FROM entry WHERE entry.id = fact.change AND is_change)",
            of_changes()
        );
        let mut changes = self.connection.prepare(&changes).map_err(failed)?;
        changes.query_map([], |row| row.get(0)).and_then(Iterator::collect).map_err(failed)
    }

    /// Makes the tables ready for whoever looks for facts by their ids.
    pub(super) fn find_by_id(&self) -> Result<(), BookError> {
        let indexes = TABLES
            .iter()
            .filter(|table| table.name != "change")
            .map(|Table { name, id, .. }| format!("CREATE INDEX IF NOT EXISTS {name}_found_by_id ON {name} ({id});"));
        self.connection.execute_batch(&indexes.collect::<String>()).map_err(failed)
    }

    /// The fact with this id, if its kind is known.
    pub(super) fn fact_with_id(&self, id: Uuid) -> Result<Option<Fact>, BookError> {
        read::fact_with_id(&self.connection, id).map_err(failed)
    }

    /// The change that came first.
    pub(super) fn first_change(&self) -> Result<Option<Uuid>, BookError> {
        let first = "SELECT (SELECT id FROM change ORDER BY arrival LIMIT 1)";
        self.connection.query_row(first, [], |row| row.get(0)).map_err(failed)
    }

    /// What the rescues on the stage say: the change of each, the change that it is for, and with how many facts that counts.
    pub(super) fn rescues(&self) -> Result<Vec<(Uuid, Uuid, usize)>, BookError> {
        let rescues = "SELECT change, rescued, facts FROM rescue ORDER BY arrival";
        let mut rescues = self.connection.prepare(rescues).map_err(failed)?;
        let rescues = rescues.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
        rescues.and_then(Iterator::collect).map_err(failed)
    }

    /// Everyone who sits in a game on the stage.
    pub(super) fn seated(&self) -> rusqlite::Result<Vec<Uuid>> {
        let mut seated = self.connection.prepare(
            "SELECT player FROM seat UNION SELECT player FROM setting_seat
             UNION SELECT player FROM joining UNION SELECT same_as FROM joining",
        )?;
        seated.query_map([], |row| row.get(0))?.collect()
    }

    /// The games of a book that may be others once it has what is on the stage.
    pub(super) fn concerned(&self, book: &Connection) -> rusqlite::Result<BTreeSet<Uuid>> {
        read::concerned(book, &self.connection)
    }

    /// Shows all changes and then all facts, each with its hash.
    pub(super) fn each_entry(
        &self,
        change: impl FnMut(Change, Hash) -> rusqlite::Result<()>,
        fact: impl FnMut(Fact, Hash) -> rusqlite::Result<()>,
    ) -> rusqlite::Result<()> {
        // Only whoever reads single facts needs these.
        self.connection.execute_batch(
            "CREATE INDEX IF NOT EXISTS seat_by_game ON seat (game);
             CREATE INDEX IF NOT EXISTS seat_by_setting ON setting_seat (setting);
             CREATE INDEX IF NOT EXISTS result_by_hand ON result (hand, pair);
             CREATE INDEX IF NOT EXISTS superseded_by_fact ON superseded (fact);
             CREATE INDEX IF NOT EXISTS whole_by_id ON kept_whole (id);
             CREATE TABLE IF NOT EXISTS waiting (arrival INTEGER PRIMARY KEY, kind TEXT, content TEXT, hash BLOB);",
        )?;
        let (mut change, mut fact) = (change, fact);
        read::each_change(&self.connection, |made, hash| change(made, as_hash(hash)?))?;
        read::each_fact(&self.connection, |said, hash| fact(said, as_hash(hash)?))
    }

    /// Copies all rows of these tables into the book, in the order of [`TABLES`]. `copied` is told how many facts of a
    /// table came.
    pub(super) fn copy(
        &self,
        book: &Connection,
        wanted: impl Fn(&str) -> bool,
        copied: impl Fn(usize),
    ) -> rusqlite::Result<()> {
        for table in TABLES.iter().filter(|table| wanted(table.name)) {
            let columns = table.columns();
            let columns = columns.trim_start_matches("arrival, ");
            let name = table.name;
            let mut all = self.connection.prepare(&format!("SELECT {columns} FROM {name} ORDER BY rowid"))?;
            let count = format!("SELECT count(*) FROM {name}");
            let count: usize = self.connection.query_row(&count, [], |row| row.get(0))?;
            let has_facts = table.id == "id" && name != "change";
            let into = Into { book, table: name, columns };
            into.copy(&mut all, count, |rows| copied(if has_facts { rows } else { 0 }))?;
        }
        Ok(())
    }
}

/// In SQL, all facts on the stage with their changes. One with unknown fields is also kept whole.
fn of_changes() -> String {
    let of_facts = TABLES.iter().filter(|table| table.columns.contains("id, change,"));
    let tables = of_facts.map(|Table { name, .. }| format!("SELECT id, change FROM {name}"));
    tables.collect::<Vec<_>>().join(" UNION ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::Book;

    #[test]
    fn the_stage_has_the_columns_of_the_book() {
        let book = Book::in_memory(Uuid::nil()).unwrap();
        for table in &TABLES {
            let mut columns = read::columns(&book.connection, table.name).unwrap();
            let mut staged: Vec<String> = table.columns().split(", ").map(str::to_string).collect();
            columns.sort_unstable();
            staged.sort_unstable();
            assert_eq!(staged, columns, "{}", table.name);
        }
        let facts = Fact::KINDS.iter().all(|kind| TABLES.iter().any(|table| table.name == kind.replace('-', "_")));
        assert!(facts, "every kind has a table here");
    }
}
