//! Reads what can still be read of a damaged book, table by table and row by row.
//!
//! Nothing of the file's own schema runs: only plain tables are read, by name and in the order of their rows. Indexes,
//! views and triggers are left alone, so it does not matter what became of them. A page that cannot be read ends nothing:
//! the reading goes on behind it.

use std::collections::{BTreeMap, BTreeSet};

use ginpad_core::facts::{Change, Fact, hash};
use rusqlite::{Connection, OptionalExtension as _, Row};
use uuid::Uuid;

use super::everything::parsed;
use super::kinds::{CHANGE, change};
use super::{Found, rows};

/// The SHA-256 of what a row says.
type Hash = [u8; 32];

/// What is shown of a damaged book. What does not match its hash is not shown as what it says.
pub(in crate::book) enum Salvaged {
    /// A change.
    Change(Change, Hash),
    /// A fact.
    Fact(Box<Fact>, Hash),
    /// A row of this table that does not match its hash, with its id if that can be read.
    Lost(&'static str, Option<Uuid>),
    /// Rows of this table that cannot be read, from the first to the last; to the end if there is no last.
    Unreadable(&'static str, i64, Option<i64>),
    /// The table is missing, or is not as a book has it.
    NoTable(&'static str),
}

/// The tables of facts and of changes. What is in several of them is shown several times.
const TABLES: [&str; 13] = [
    "change",
    "player",
    "player_name",
    "game",
    "hand",
    "removal",
    "closing",
    "totals",
    "paid",
    "undo",
    "redo",
    "kept_whole",
    "waiting",
];

/// The tables that are parts of facts, each with its columns as far as an empty one needs them.
const PARTS: [(&str, &str); 3] =
    [("seat", "game, side, place, player"), ("result", "hand, pair"), ("superseded", "fact, version")];

/// The tables that older books do not have.
const LATER: [&str; 4] = ["kept_whole", "totals", "paid", "waiting"];

/// How far the search for readable rows goes.
const FARTHEST: i64 = 1 << 45;

/// A damaged book.
pub(in crate::book) struct Damaged<'c> {
    connection: &'c Connection,
    /// Its schema, as far as it says.
    schema: i64,
    /// The parts of facts that are missing, or are not as a book has them.
    lost_parts: Vec<&'static str>,
    results: String,
}

impl<'c> Damaged<'c> {
    /// Prepares to read. The connection is of a copy that nobody else uses.
    pub(in crate::book) fn new(connection: &'c Connection) -> Found<Damaged<'c>> {
        let schema = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        let mut damaged = Damaged { connection, schema, lost_parts: Vec::new(), results: String::new() };
        for (part, columns) in PARTS {
            if damaged.columns(part)?.is_some() {
                continue;
            }
            // An empty table takes the place of whatever has this name.
            connection.execute_batch(&format!("CREATE TEMP TABLE {part} ({columns})"))?;
            if part != "superseded" || schema >= 3 {
                damaged.lost_parts.push(part);
            }
        }
        let there = damaged.columns("result")?.unwrap_or_default();
        let columns = rows::RESULT.split(',').map(|column| there_or_null(column, &there));
        damaged.results =
            format!("SELECT {} FROM result WHERE hand = ?1 ORDER BY pair", columns.collect::<Vec<_>>().join(", "));
        Ok(damaged)
    }

    /// Shows everything that can be read.
    pub(in crate::book) fn each<E: From<rusqlite::Error>>(
        &self,
        visit: &mut dyn FnMut(Salvaged) -> Result<(), E>,
    ) -> Result<(), E> {
        self.lost_parts.iter().try_for_each(|part| visit(Salvaged::NoTable(part)))?;
        for table in TABLES {
            match self.columns(table)? {
                Some(columns) => self.table(table, &columns, visit)?,
                None if LATER.contains(&table) && self.schema < 5 => {}
                None => visit(Salvaged::NoTable(table))?,
            }
        }
        Ok(())
    }

    /// The numbers of the games, as far as they can be read.
    pub(in crate::book) fn numbers(&self) -> Found<BTreeMap<Uuid, i64>> {
        let mut numbers = BTreeMap::new();
        if self.columns("game_number")?.is_some() {
            self.scan("game_number", "game, number", &mut |row| {
                if let (Ok(game), Ok(number)) = (row.get(0), row.get(1)) {
                    numbers.insert(game, number);
                }
                Ok::<(), rusqlite::Error>(())
            })?;
        }
        Ok(numbers)
    }

    /// The columns of a plain table; `None` if there is no such table, or it is something else.
    fn columns(&self, table: &str) -> Found<Option<BTreeSet<String>>> {
        let listed = "SELECT type FROM pragma_table_list WHERE schema = 'main' AND name = ?1";
        let found: Option<String> = self.connection.query_row(listed, [table], |row| row.get(0)).optional()?;
        if found.as_deref() != Some("table") {
            return Ok(None);
        }
        let columns = "SELECT name, hidden FROM pragma_table_xinfo(?1, 'main')";
        let mut statement = self.connection.prepare(columns)?;
        let columns: Vec<(String, i64)> =
            statement.query_map([table], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Found<_>>()?;
        // The schema may compute a column, or hide the number of the row.
        let is_plain = columns.iter().all(|(name, hidden)| *hidden == 0 && name != "_rowid_");
        Ok(is_plain.then(|| columns.into_iter().map(|(name, _)| name).collect()))
    }

    fn table<E: From<rusqlite::Error>>(
        &self,
        table: &'static str,
        columns: &BTreeSet<String>,
        visit: &mut dyn FnMut(Salvaged) -> Result<(), E>,
    ) -> Result<(), E> {
        let wanted = wanted(table);
        let wanted: Vec<String> = wanted.split(',').map(|column| there_or_null(column, columns)).collect();
        let hash_at = wanted.len();
        let columns = format!("{}, {}", wanted.join(", "), there_or_null("hash", columns));
        let unreadable = self.scan(table, &columns, &mut |row| {
            let salvaged = self.salvaged(table, row, hash_at).ok().flatten();
            visit(salvaged.unwrap_or_else(|| Salvaged::Lost(table, row.get(0).ok())))
        })?;
        unreadable.into_iter().try_for_each(|(first, last)| visit(Salvaged::Unreadable(table, first, last)))
    }

    /// What a row says, if it matches its hash.
    fn salvaged(&self, table: &str, row: &Row<'_>, hash_at: usize) -> Found<Option<Salvaged>> {
        let kept: Vec<u8> = row.get(hash_at)?;
        let whole = matches!(table, "kept_whole" | "waiting");
        if table == "change" || whole && row.get::<_, String>(1)? == "change" {
            let change: Change = if whole { parsed(&row.get::<_, String>(2)?)? } else { change(row)? };
            let hash = hash(&change);
            return Ok((kept == hash).then_some(Salvaged::Change(change, hash)));
        }
        let fact = if whole { parsed(&row.get::<_, String>(2)?)? } else { self.fact(table, row)? };
        let hash = hash(&fact);
        Ok((kept == hash).then(|| Salvaged::Fact(Box::new(fact), hash)))
    }

    fn fact(&self, table: &str, row: &Row<'_>) -> Found<Fact> {
        let connection = self.connection;
        Ok(match table {
            "player" => Fact::Player(rows::player(row)?),
            "player_name" => Fact::PlayerName(rows::player_name(connection, row)?),
            "game" => Fact::Game(Box::new(rows::game(connection, row)?)),
            "hand" => {
                let mut hand = rows::bare_hand(row)?;
                let mut statement = connection.prepare_cached(&self.results)?;
                let mut results = statement.query([hand.id])?;
                while let Some(row) = results.next()? {
                    hand.results.extend(rows::result(row, 0)?);
                }
                rows::add_superseded(connection, std::slice::from_mut(&mut hand))?;
                Fact::Hand(hand)
            }
            "removal" => Fact::Removal(rows::removal(connection, row)?),
            "closing" => Fact::Closing(rows::closing(connection, row)?),
            "totals" => Fact::Totals(rows::totals(connection, row)?),
            "paid" => Fact::Paid(rows::payment(row)?),
            "undo" => Fact::Undo(rows::whole_undo(row)?),
            _ => Fact::Redo(rows::whole_redo(row)?),
        })
    }

    /// Shows the rows of a table in their order, and returns which could not be read: the first and the last row of each
    /// stretch, or no last one if it reaches to the end.
    fn scan<E: From<rusqlite::Error>>(
        &self,
        table: &str,
        columns: &str,
        visit: &mut dyn FnMut(&Row<'_>) -> Result<(), E>,
    ) -> Result<Vec<(i64, Option<i64>)>, E> {
        let statement =
            format!("SELECT {columns}, _rowid_ FROM main.{table} NOT INDEXED WHERE _rowid_ >= ?1 ORDER BY _rowid_");
        let mut unreadable = Vec::new();
        let mut last = i64::MIN;
        loop {
            let (begin, mut strayed) = (last, None);
            let mut statement = self.connection.prepare_cached(&statement)?;
            let row_at = statement.column_count() - 1;
            let mut rows = statement.query([last.saturating_add(1)])?;
            let ended = loop {
                match rows.next() {
                    Ok(None) => break true,
                    Err(_) => break false,
                    Ok(Some(row)) => {
                        let at: i64 = row.get(row_at)?;
                        // In a damaged tree the rows may be in no order.
                        if at <= last {
                            strayed = Some(at);
                            break false;
                        }
                        last = at;
                        visit(row)?;
                    }
                }
            };
            if ended {
                return Ok(unreadable);
            }
            let Some(first) = last.max(0).checked_add(1) else { return Ok(unreadable) };
            let mut unread = first;
            if let Some(at) = strayed.filter(|_| last > begin) {
                // What is behind the row that strayed may be as good as what was before it.
                unreadable.push((at, Some(at)));
                unread = first - 1;
            }
            let Some(next) = self.readable_after(table, unread)? else {
                unreadable.push((first, None));
                return Ok(unreadable);
            };
            if next > first {
                unreadable.push((first, Some(next - 1)));
            }
            last = next - 1;
        }
    }

    /// The next row that can be read after this one.
    fn readable_after(&self, table: &str, after: i64) -> Found<Option<i64>> {
        let statement = format!(
            "SELECT * FROM (SELECT _rowid_ AS at, * FROM main.{table} NOT INDEXED WHERE _rowid_ >= ?1
             ORDER BY _rowid_ LIMIT 1)"
        );
        let mut statement = self.connection.prepare_cached(&statement)?;
        let mut row_from = |from: i64| match statement.query_row([from], |row| row.get::<_, i64>(0)) {
            Ok(row) if row >= from => Probe::Row(row),
            Err(rusqlite::Error::QueryReturnedNoRows) => Probe::End,
            _ => Probe::Unreadable,
        };
        let (mut bad, mut step) = (after, 1);
        let mut found = loop {
            match row_from(bad.saturating_add(step)) {
                Probe::Row(row) => break row,
                Probe::End => return Ok(None),
                Probe::Unreadable if step > FARTHEST => return Ok(None),
                Probe::Unreadable => {
                    bad = bad.saturating_add(step);
                    step *= 2;
                }
            }
        };
        // Between the last probe that failed and the row that was found, there may be others.
        let mut good = bad.saturating_add(step);
        while good - bad > 1 {
            let middle = bad + (good - bad) / 2;
            match row_from(middle) {
                Probe::Row(row) => (good, found) = (middle, row),
                Probe::End | Probe::Unreadable => bad = middle,
            }
        }
        Ok(Some(found))
    }
}

/// What is found from some row on.
enum Probe {
    Row(i64),
    End,
    Unreadable,
}

/// The columns that are read of a table. The hash comes after them.
fn wanted(table: &str) -> String {
    match table {
        "change" => CHANGE.into(),
        "player" => rows::PLAYER.into(),
        "player_name" => rows::PLAYER_NAME.into(),
        "game" => rows::game_columns(),
        "hand" => rows::HAND.into(),
        "removal" => rows::REMOVAL.into(),
        "closing" => rows::CLOSING.into(),
        "totals" => rows::TOTALS.into(),
        "paid" => rows::PAYMENT.into(),
        "undo" => rows::UNDO.into(),
        "redo" => rows::REDO.into(),
        _ => "id, kind, content".into(),
    }
}

/// A column without its table, or nothing in its place: older books lack some columns.
fn there_or_null(column: &str, there: &BTreeSet<String>) -> String {
    let name = column.trim().rsplit('.').next().unwrap_or_default();
    if there.contains(name) { name.to_string() } else { "NULL".into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_behind_one_that_strayed_are_read() {
        let file = tempfile::NamedTempFile::new().unwrap();
        Connection::open(file.path())
            .unwrap()
            .execute_batch("CREATE TABLE t (x); INSERT INTO t VALUES ('a'), ('b'), ('c'), ('d'), ('e'), ('f')")
            .unwrap();
        // A cell of the second page begins with its length and the number of its row.
        let mut bytes = std::fs::read(file.path()).unwrap();
        let place = 4096 + 8 + 2 * 2;
        let cell = 4096 + usize::from(u16::from_be_bytes([bytes[place], bytes[place + 1]]));
        assert_eq!(bytes[cell + 1], 3);
        bytes[cell + 1] = 4;
        std::fs::write(file.path(), bytes).unwrap();
        let connection = Connection::open(file.path()).unwrap();
        let (mut seen, damaged) = (String::new(), Damaged::new(&connection).unwrap());
        let unreadable = damaged.scan("t", "x", &mut |row| {
            seen += &row.get::<_, String>(0)?;
            Ok::<(), rusqlite::Error>(())
        });
        assert_eq!((seen.as_str(), unreadable.unwrap()), ("abcef", vec![(4, Some(4))]));
    }
}
