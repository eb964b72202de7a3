//! Reads everything that the book holds, or everything of one change.

use std::collections::BTreeMap;

use ginpad_core::facts::{Change, Fact};
use rusqlite::{Connection, Row, params_from_iter};
use serde_json::Map;
use uuid::Uuid;

use super::{Found, all, one, rows};

pub(super) const CHANGE: &str = "id, verb, device, sequence, made_at, made_offset, schema, facts";

/// A change, without what this version does not know of it.
pub(super) fn change(row: &Row<'_>) -> Found<Change> {
    Ok(Change {
        id: row.get(0)?,
        verb: row.get(1)?,
        device: row.get(2)?,
        sequence: row.get(3)?,
        made_at: row.get(4)?,
        made_offset: row.get(5)?,
        schema: row.get(6)?,
        facts: row.get(7)?,
        unknown: Map::new(),
    })
}

/// The changes in the order in which they arrived.
pub(in crate::book) fn changes(connection: &Connection) -> Found<Vec<Change>> {
    let mut whole = kept_whole(connection, "kind = 'change'", [])?;
    let changes = all(connection, &format!("SELECT {CHANGE} FROM change ORDER BY arrival"), [], change)?;
    let whole = |change: Change| match whole.remove(&change.id) {
        Some(text) => parsed(&text),
        None => Ok(change),
    };
    changes.into_iter().map(whole).collect()
}

/// All facts. A fact comes before the facts that refer to it.
pub(in crate::book) fn facts(connection: &Connection) -> Found<Vec<Fact>> {
    listed(connection, None)
}

/// The facts of one change, in the same order.
pub(in crate::book) fn facts_of_change(connection: &Connection, change: Uuid) -> Found<Vec<Fact>> {
    listed(connection, Some(change))
}

/// The facts of a change, or all of them.
fn listed(connection: &Connection, change: Option<Uuid>) -> Found<Vec<Fact>> {
    let (wanted, hands) = match change {
        Some(_) => ("WHERE change = ?1 ORDER BY arrival", "WHERE hand.change = ?1 ORDER BY hand.arrival, pair"),
        None => ("ORDER BY arrival", "ORDER BY hand.arrival, pair"),
    };
    let params = || params_from_iter(change);
    let mut facts = Vec::new();
    let mut read = |columns: &str, table: &str, make: &dyn Fn(&Row<'_>) -> Found<Fact>| -> Found<()> {
        facts.extend(all(connection, &format!("SELECT {columns} FROM {table} {wanted}"), params(), make)?);
        Ok(())
    };
    read(rows::PLAYER, "player", &|row| rows::player(row).map(Fact::Player))?;
    read(rows::PLAYER_NAME, "player_name", &|row| rows::player_name(connection, row).map(Fact::PlayerName))?;
    read(&rows::game_columns(), "game", &|row| Ok(Fact::Game(Box::new(rows::game(connection, row)?))))?;
    let with_results =
        format!("SELECT {}, {} FROM hand LEFT JOIN result AS r ON r.hand = hand.id {hands}", rows::HAND, rows::RESULT);
    facts.extend(rows::hands(connection, &with_results, params(), |_| Ok(()))?.into_iter().map(Fact::Hand));
    let mut read = |columns: &str, table: &str, make: &dyn Fn(&Row<'_>) -> Found<Option<Fact>>| -> Found<()> {
        let rows = all(connection, &format!("SELECT {columns} FROM {table} {wanted}"), params(), make)?;
        facts.extend(rows.into_iter().flatten());
        Ok(())
    };
    read(rows::REMOVAL, "removal", &|row| rows::removal(connection, row).map(|fact| Some(Fact::Removal(fact))))?;
    read(rows::CLOSING, "closing", &|row| rows::closing(connection, row).map(|fact| Some(Fact::Closing(fact))))?;
    read(rows::TOTALS, "totals", &|row| rows::totals(connection, row).map(|fact| Some(Fact::Totals(fact))))?;
    read(rows::PAYMENT, "paid", &|row| rows::payment(row).map(|fact| Some(Fact::Paid(fact))))?;
    read(rows::UNDO, "undo", &|row| Ok(rows::undo(row, 0)?.map(Fact::Undo)))?;
    read(rows::REDO, "redo", &|row| Ok(rows::redo(row, 0)?.map(Fact::Redo)))?;
    whole_facts(connection, facts, change)
}

/// Replaces the facts that hold something unknown by the whole facts that were kept, and adds those of unknown kinds.
fn whole_facts(connection: &Connection, mut facts: Vec<Fact>, change: Option<Uuid>) -> Found<Vec<Fact>> {
    let of = if change.is_none() { "kind <> 'change'" } else { "kind <> 'change' AND change = ?1" };
    let mut whole = kept_whole(connection, of, params_from_iter(change))?;
    if whole.is_empty() {
        return Ok(facts);
    }
    for fact in &mut facts {
        if let Some(text) = whole.remove(&fact.id()) {
            *fact = parsed(&text)?;
        }
    }
    // The rest are facts of unknown kinds.
    let unknown = whole.into_values().map(|text| parsed(&text)).collect::<Found<Vec<Fact>>>()?;
    facts.extend(unknown);
    Ok(facts)
}

/// The content that was kept whole, by id.
fn kept_whole(connection: &Connection, wanted: &str, params: impl rusqlite::Params) -> Found<BTreeMap<Uuid, String>> {
    let statement = format!("SELECT id, content FROM kept_whole WHERE {wanted}");
    let whole = all(connection, &statement, params, |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(whole.into_iter().collect())
}

pub(super) fn parsed<T: serde::de::DeserializeOwned>(text: &str) -> Found<T> {
    serde_json::from_str(text)
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, Box::new(error)))
}

/// Whether the book has no change.
pub(in crate::book) fn is_empty(connection: &Connection) -> Found<bool> {
    one(connection, "SELECT 1 FROM change LIMIT 1", [], |_| Ok(())).map(|change| change.is_none())
}

/// The hash stored with a change or a fact. `table` is the table of its kind.
pub(in crate::book) fn hash(connection: &Connection, table: &str, id: Uuid) -> Found<Option<Vec<u8>>> {
    one(connection, &format!("SELECT hash FROM {table} WHERE id = ?1"), [id], |row| row.get(0))
}

/// The number of a device's next change. Its newest change is nearly always among the last. If not, an index tells
/// whether the device has written at all, because a new one would look through the whole book for nothing.
pub(in crate::book) fn next_sequence(connection: &Connection, device: Uuid) -> Found<i64> {
    let among_the_last =
        "SELECT sequence FROM (SELECT arrival, device, sequence FROM change ORDER BY arrival DESC LIMIT 16)
         WHERE device = ?1 ORDER BY arrival DESC LIMIT 1";
    if let Some(newest) = one(connection, among_the_last, [device], |row| row.get::<_, i64>(0))? {
        return Ok(newest + 1);
    }
    let wrote = "SELECT 1 FROM change INDEXED BY change_first WHERE device = ?1 AND sequence = 1";
    if one(connection, wrote, [device], |_| Ok(()))?.is_none() {
        return Ok(1);
    }
    let newest = "SELECT sequence FROM change WHERE device = ?1 ORDER BY arrival DESC LIMIT 1";
    one(connection, newest, [device], |row| row.get(0)).map(|sequence: Option<i64>| sequence.unwrap_or(0) + 1)
}

/// Whether some row refers to one that is not there.
pub(in crate::book) fn misses_a_reference(connection: &Connection) -> Found<bool> {
    one(connection, "SELECT 1 FROM pragma_foreign_key_check LIMIT 1", [], |_| Ok(())).map(|row| row.is_some())
}
