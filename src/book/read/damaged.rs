//! Reads what is left of a damaged book.
//!
//! The rows are read from the bare pages, whatever became of the schema and of the trees of the file. They go into plain
//! tables of the same names in a temporary file, and from there they are read as the facts of any other book. What matches
//! its hash is a fact, wherever it stood.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use ginpad_core::facts::{Change, Fact, PlayerFact, hash};
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, Row, ToSql, params, params_from_iter};
use serde_json::Map;
use thiserror::Error;
use uuid::Uuid;

use super::everything::{fact_kept_as, parsed};
use super::kinds::{CHANGE, KindTable, change, kind_tables};
use super::{Found, all, one};
use crate::book::migrate::MIGRATIONS;
use crate::book::raw::{RawFile, RawRow, Seen, Shape, Value, shape_of};

/// The SHA-256 of what a row says.
type Hash = [u8; 32];

/// What is left of a damaged book.
pub(in crate::book) enum Salvaged {
    /// A change.
    Change(Change, Hash),
    /// A fact.
    Fact(Box<Fact>, Hash),
}

/// The tables beside those of facts: whole content, and what only this book knows.
const OTHERS: [&str; 4] = ["change", "kept_whole", "waiting", "game_number"];

/// The tables of facts that name the game that they are about.
const OF_A_GAME: [&str; 4] = ["hand", "closing", "totals", "setting"];

/// The tables that are parts of facts.
const PARTS: [&str; 4] = ["seat", "setting_seat", "result", "superseded"];

/// Why a damaged book cannot be read.
#[derive(Debug, Error)]
pub(in crate::book) enum ReadFault {
    #[error(transparent)]
    File(#[from] io::Error),
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
}

/// The rows of a damaged book, in a temporary file that SQLite removes.
pub(in crate::book) struct Damaged {
    rows: Connection,
    /// What was seen of its pages.
    pub(in crate::book) seen: Seen,
}

/// A table as a book of this version has it.
struct Table {
    name: &'static str,
    columns: Vec<String>,
    shape: Shape,
}

/// A change of which not everything is left.
pub(in crate::book) struct Remains {
    pub(in crate::book) change: Uuid,
    /// How many facts are left.
    pub(in crate::book) there: usize,
    /// How many it had, if its record is left.
    pub(in crate::book) says: Option<usize>,
    /// Whether any of it belongs to what the file held when it was last whole. If not, the change may never have been
    /// finished.
    pub(in crate::book) is_live: bool,
    /// Whether it waited for the rest before the book was damaged.
    pub(in crate::book) waited: bool,
}

/// Where a row stood.
#[derive(Clone, Copy)]
struct Stood {
    /// Whether it belongs to what the file held when it was last whole.
    live: bool,
    /// Whether it waited.
    waits: bool,
}

/// A row that does not match its hash. Nothing that it says is certain.
pub(in crate::book) struct Spoiled {
    pub(in crate::book) id: Uuid,
    /// What it may be, separated by commas.
    pub(in crate::book) kinds: String,
    /// The change that it says it belongs to.
    pub(in crate::book) change: Option<Uuid>,
    /// The game that it says it is about.
    pub(in crate::book) game: Option<Uuid>,
}

impl Damaged {
    /// Reads the rows of a file.
    pub(in crate::book) fn read(file: &Path) -> Result<Damaged, ReadFault> {
        let mut raw = RawFile::open(file)?;
        let tables = tables()?;
        let rows = Connection::open("")?;
        rows.set_prepared_statement_cache_capacity(128);
        rows.execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")?;
        for table in &tables {
            rows.execute_batch(&table.definition())?;
        }
        rows.execute_batch(
            "CREATE TABLE left_over (id BLOB, change BLOB, is_change INTEGER, facts INTEGER, live INTEGER,
                 waits INTEGER,
                 PRIMARY KEY (id, is_change)) WITHOUT ROWID;
             BEGIN;",
        )?;
        let shapes: Vec<Shape> = tables.iter().map(|table| table.shape.clone()).collect();
        let statements: Vec<[String; 2]> =
            tables.iter().map(|table| [false, true].map(|live| table.insert(live))).collect();
        let seen = raw.rows(&shapes, &mut |row: RawRow<'_>| {
            for table in row.tables {
                let Some([aside, live]) = statements.get(*table) else { continue };
                insert(&rows, if row.is_live { live } else { aside }, &row)?;
            }
            Ok::<(), rusqlite::Error>(())
        })?;
        let damaged = Damaged { rows, seen };
        damaged.list()?;
        damaged.restore_people()?;
        Ok(damaged)
    }

    /// Lists what verifies, each of it once.
    fn list(&self) -> Found<()> {
        let add = "INSERT INTO left_over (id, change, is_change, facts, live, waits) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
             ON CONFLICT DO UPDATE SET live = max(live, excluded.live), waits = min(waits, excluded.waits)";
        self.each_with(&mut |salvaged, Stood { live, waits }| {
            let mut add = self.rows.prepare_cached(add)?;
            match salvaged {
                Salvaged::Change(change, _) => {
                    add.execute(params![change.id, change.id, true, change.facts, live, waits])
                }
                Salvaged::Fact(fact, _) => add.execute(params![fact.id(), fact.change(), false, 0, live, waits]),
            }
            .map(drop)
        })
    }

    /// Adds the people who are lost and whose names are left. A person is no more than an id and a change, and both are those
    /// of the first name.
    fn restore_people(&self) -> Found<()> {
        let mut lost = Vec::new();
        self.each(&mut |salvaged| {
            if let Salvaged::Fact(fact, _) = salvaged
                && let Fact::PlayerName(name) = *fact
                && name.supersedes.is_empty()
            {
                lost.push((name.player, name.change));
            }
            Ok::<(), rusqlite::Error>(())
        })?;
        let is_left = "SELECT 1 FROM left_over WHERE id = ?1 AND NOT is_change";
        for (id, change) in lost {
            if one(&self.rows, is_left, [id], |_| Ok(()))?.is_some() {
                continue;
            }
            let hash = hash(&Fact::Player(PlayerFact { id, change, unknown: Map::new() }));
            let add = "INSERT INTO player (arrival, id, change, hash, live) VALUES (0, ?1, ?2, ?3, FALSE)";
            self.rows.execute(add, params![id, change, hash])?;
        }
        self.list()
    }

    /// Whether nothing verifies.
    pub(in crate::book) fn is_empty(&self) -> Found<bool> {
        one(&self.rows, "SELECT 1 FROM left_over LIMIT 1", [], |_| Ok(())).map(|row| row.is_none())
    }

    /// Shows everything that verifies. Some of it comes several times.
    pub(in crate::book) fn each<E: From<rusqlite::Error>>(
        &self,
        visit: &mut dyn FnMut(Salvaged) -> Result<(), E>,
    ) -> Result<(), E> {
        self.each_with(&mut |salvaged, _| visit(salvaged))
    }

    /// The same, with where it stood.
    fn each_with<E: From<rusqlite::Error>>(
        &self,
        visit: &mut dyn FnMut(Salvaged, Stood) -> Result<(), E>,
    ) -> Result<(), E> {
        let whole: &dyn Fn(&Row<'_>) -> Found<Option<Salvaged>> = &|row| {
            let (kind, content): (String, String) = (row.get(1)?, row.get(2)?);
            let kept = row.get(3)?;
            if kind == "change" {
                of_change(parsed(&content)?, kept)
            } else {
                of_fact(fact_kept_as(&kind, &content)?, kept)
            }
        };
        self.table("change", CHANGE, &|row| of_change(change(row)?, row.get(8)?), visit)?;
        for KindTable { table, columns, fact } in kind_tables() {
            let read = |row: &Row<'_>| {
                let kept = row.get(row.as_ref().column_count() - 2)?;
                of_fact(fact(&self.rows, row)?, kept)
            };
            self.table(table, &columns, &read, visit)?;
        }
        for table in ["kept_whole", "waiting"] {
            self.table(table, "id, kind, content", whole, visit)?;
        }
        Ok(())
    }

    /// Shows the rows of a table that verify.
    fn table<E: From<rusqlite::Error>>(
        &self,
        table: &str,
        columns: &str,
        read: &dyn Fn(&Row<'_>) -> Found<Option<Salvaged>>,
        visit: &mut dyn FnMut(Salvaged, Stood) -> Result<(), E>,
    ) -> Result<(), E> {
        let statement = format!("SELECT {columns}, hash, live FROM {table} ORDER BY arrival");
        let mut statement = self.rows.prepare_cached(&statement)?;
        let live_at = statement.column_count() - 1;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            if let Ok(Some(salvaged)) = read(row) {
                visit(salvaged, Stood { live: row.get(live_at)?, waits: table == "waiting" })?;
            }
        }
        Ok(())
    }

    /// The changes of which something is lost, in the order of their ids.
    pub(in crate::book) fn remains(&self) -> Found<Vec<Remains>> {
        let remains =
            "SELECT change, count(*) FILTER (WHERE NOT is_change), max(facts) FILTER (WHERE is_change), max(live), min(waits)
             FROM left_over GROUP BY change
             HAVING count(*) FILTER (WHERE NOT is_change) IS NOT max(facts) FILTER (WHERE is_change) ORDER BY change";
        all(&self.rows, remains, [], |row| {
            Ok(Remains {
                change: row.get(0)?,
                there: row.get(1)?,
                says: row.get(2)?,
                is_live: row.get(3)?,
                waited: row.get(4)?,
            })
        })
    }

    /// Whether records of changes may be lost: their rows are numbered without a gap, and what is on a page can be read.
    pub(in crate::book) fn lacks_records(&self) -> Found<bool> {
        if !self.seen.is_sound() {
            return Ok(true);
        }
        let gap = "SELECT count(DISTINCT iif(is_left, arrival, NULL)) < max(arrival)
             FROM (SELECT arrival, live, id IN (SELECT id FROM left_over WHERE is_change) AS is_left FROM change)
             WHERE is_left OR live";
        one(&self.rows, gap, [], |row| row.get::<_, Option<bool>>(0)).map(|gap| gap.flatten() != Some(false))
    }

    /// The record of a change, if it is left.
    pub(in crate::book) fn record(&self, id: Uuid) -> Found<Option<Change>> {
        let records = format!("SELECT {CHANGE}, hash FROM change WHERE id = ?1");
        let records = all(&self.rows, &records, [id], |row| of_change(change(row)?, row.get(8)?))?;
        Ok(records.into_iter().flatten().find_map(|record| match record {
            Salvaged::Change(change, _) => Some(change),
            Salvaged::Fact(..) => None,
        }))
    }

    /// The facts that waited in the book before it was damaged.
    pub(in crate::book) fn waited(&self) -> Found<Vec<Uuid>> {
        all(&self.rows, "SELECT id FROM left_over WHERE NOT is_change AND waits AND live", [], |row| row.get(0))
    }

    /// The rows that belong to the book and do not match their hashes, and that are nowhere else.
    pub(in crate::book) fn spoiled(&self) -> Found<Vec<Spoiled>> {
        let tables: Vec<String> = kind_tables()
            .iter()
            .map(|kind| kind.table)
            .chain(["change"])
            .map(|table| {
                let change = if table == "change" { "NULL" } else { "change" };
                let game = if OF_A_GAME.contains(&table) { "game" } else { "NULL" };
                format!(
                    "SELECT id, '{table}' AS kind, arrival, {change} AS change, {game} AS game FROM {table} WHERE live"
                )
            })
            .collect();
        let spoiled = format!(
            "SELECT id, group_concat(DISTINCT kind), max(change), max(game) FROM ({}) AS row
             WHERE length(id) = 16 AND NOT EXISTS (SELECT 1 FROM left_over WHERE left_over.id = row.id)
             GROUP BY id ORDER BY min(arrival)",
            tables.join(" UNION ALL ")
        );
        // What was read of a damaged row may be of any type.
        all(&self.rows, &spoiled, [], |row| {
            Ok(Spoiled { id: row.get(0)?, kinds: row.get(1)?, change: row.get(2).ok(), game: row.get(3).ok() })
        })
    }

    /// The numbers of the games, as far as they can be read.
    pub(in crate::book) fn numbers(&self) -> Found<BTreeMap<Uuid, i64>> {
        let numbers = "SELECT game, number FROM game_number WHERE length(game) = 16 ORDER BY live";
        Ok(all(&self.rows, numbers, [], |row| Ok((row.get(0)?, row.get(1)?)))?.into_iter().collect())
    }

    /// The players of a game whose own row is lost, as far as their seats can be read.
    pub(in crate::book) fn seats(&self, game: Uuid) -> Found<Vec<Uuid>> {
        all(
            &self.rows,
            "SELECT player FROM seat WHERE game = ?1 AND length(player) = 16 ORDER BY side, place",
            [game],
            |row| row.get(0),
        )
    }
}

fn of_change(change: Change, kept: Vec<u8>) -> Found<Option<Salvaged>> {
    let hash = hash(&change);
    Ok((kept == hash).then_some(Salvaged::Change(change, hash)))
}

fn of_fact(fact: Fact, kept: Vec<u8>) -> Found<Option<Salvaged>> {
    let hash = hash(&fact);
    Ok((kept == hash).then(|| Salvaged::Fact(Box::new(fact), hash)))
}

/// The tables of a book, as the migrations make them.
fn tables() -> Found<Vec<Table>> {
    let made = Connection::open_in_memory()?;
    MIGRATIONS.iter().try_for_each(|migration| made.execute_batch(migration))?;
    let kinds = kind_tables().into_iter().map(|kind| kind.table);
    kinds.chain(OTHERS).chain(PARTS).map(|name| Table::of(&made, name)).collect()
}

impl Table {
    fn of(made: &Connection, name: &'static str) -> Found<Table> {
        let columns =
            all(made, "SELECT name, type, \"notnull\" = 0, pk > 0 FROM pragma_table_xinfo(?1)", [name], |row| {
                Ok((row.get::<_, String>(0)?, (row.get(1)?, row.get(2)?, row.get(3)?)))
            })?;
        let (columns, types): (Vec<String>, Vec<(String, bool, bool)>) = columns.into_iter().unzip();
        Ok(Table { name, columns, shape: shape_of(!PARTS.contains(&name), types) })
    }

    /// The statement that makes a plain table of this name. A part of a fact is there once.
    fn definition(&self) -> String {
        let columns = self.columns.join(", ");
        let once = match self.name {
            "seat" => ", UNIQUE (game, side, place)",
            "setting_seat" => ", UNIQUE (setting, side, place)",
            "result" => ", UNIQUE (hand, pair)",
            "superseded" => ", UNIQUE (fact, version)",
            _ => "",
        };
        format!("CREATE TABLE {} ({columns}, live INTEGER{once})", self.name)
    }

    /// The statement that adds a row. Of two rows for one part, one that belongs to the file is kept.
    fn insert(&self, live: bool) -> String {
        let or = if live { "REPLACE" } else { "IGNORE" };
        let places: Vec<String> = (1..=self.columns.len()).map(|place| format!("?{place}")).collect();
        format!(
            "INSERT OR {or} INTO {} ({}, live) VALUES ({}, {})",
            self.name,
            self.columns.join(", "),
            places.join(", "),
            i32::from(live)
        )
    }
}

fn insert(rows: &Connection, statement: &str, row: &RawRow<'_>) -> Found<()> {
    let mut statement = rows.prepare_cached(statement)?;
    let columns = statement.parameter_count();
    let value = |at: usize| match (row.number, row.values.get(at)) {
        (Some(number), _) if at == 0 => Column(Value::Integer(number)),
        (_, value) => Column(value.copied().unwrap_or(Value::Null)),
    };
    statement.execute(params_from_iter((0..columns).map(value))).map(drop)
}

/// A value to be written as it was read.
struct Column<'a>(Value<'a>);

impl ToSql for Column<'_> {
    fn to_sql(&self) -> Found<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self.0 {
            Value::Null => ValueRef::Null,
            Value::Integer(number) => ValueRef::Integer(number),
            Value::Real(number) => ValueRef::Real(number),
            Value::Text(text) => ValueRef::Text(text),
            Value::Blob(bytes) => ValueRef::Blob(bytes),
        }))
    }
}
