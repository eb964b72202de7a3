//! Reads everything that the book holds, or everything of one change.

use std::collections::BTreeMap;

use ginpad_core::facts::{Change, Fact, HandFact};
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};
use serde::de::DeserializeOwned;
use uuid::Uuid;

use super::history::has_written;
use super::kinds::{CHANGE, KindTable, change, kind_tables};
use super::{Found, NO_RECORD, all, one, rows};

/// The hash that the book keeps beside a change or a fact.
pub(in crate::book) type KeptHash = Vec<u8>;

/// Shows the changes in the order in which they arrived, each with the hash that the book keeps of it. Those that wait
/// come last.
pub(in crate::book) fn each_change<E: From<rusqlite::Error>>(
    connection: &Connection,
    mut visit: impl FnMut(Change, KeptHash) -> Result<(), E>,
) -> Result<(), E> {
    changes(connection, "TRUE ORDER BY arrival", &[], &mut visit)?;
    each_waiting_change(connection, visit)
}

/// Shows the changes that arrived after this row, without those that wait.
pub(in crate::book) fn each_change_after<E: From<rusqlite::Error>>(
    connection: &Connection,
    after: i64,
    visit: impl FnMut(Change, KeptHash) -> Result<(), E>,
) -> Result<(), E> {
    changes(connection, "arrival > ?1 ORDER BY arrival", &[after], visit)
}

/// Shows the records of the changes that were rescued.
pub(in crate::book) fn each_rescued_change<E: From<rusqlite::Error>>(
    connection: &Connection,
    visit: impl FnMut(Change, KeptHash) -> Result<(), E>,
) -> Result<(), E> {
    changes(connection, "id IN (SELECT rescued FROM rescue) ORDER BY arrival", &[], visit)
}

/// Shows the changes that wait.
pub(in crate::book) fn each_waiting_change<E: From<rusqlite::Error>>(
    connection: &Connection,
    visit: impl FnMut(Change, KeptHash) -> Result<(), E>,
) -> Result<(), E> {
    waiting(connection, "kind = 'change'", |_, content| parsed(content), visit)
}

fn changes<E: From<rusqlite::Error>>(
    connection: &Connection,
    wanted: &str,
    of: &[i64],
    mut visit: impl FnMut(Change, KeptHash) -> Result<(), E>,
) -> Result<(), E> {
    let statement = format!("SELECT {CHANGE}, hash FROM change WHERE {wanted}");
    let mut statement = connection.prepare_cached(&statement)?;
    let whole = Whole::new(connection)?;
    let mut rows = statement.query(params_from_iter(of))?;
    while let Some(row) = rows.next()? {
        let hash: KeptHash = row.get(8)?;
        // A row that only holds the place of a lost change says nothing.
        if hash != NO_RECORD {
            visit(whole.or(row.get(0)?, || change(row))?, hash)?;
        }
    }
    Ok(())
}

/// The facts of one change, in the order of [`each_fact`]. Those that wait are not among them.
pub(in crate::book) fn facts_of_change(connection: &Connection, change: Uuid) -> Found<Vec<Fact>> {
    let mut facts = Vec::new();
    each_arrived(connection, Wanted::OfChange(change), &mut |fact, _| {
        facts.push(fact);
        Ok::<(), rusqlite::Error>(())
    })?;
    Ok(facts)
}

/// The fact with this id, as far as this version knows its kind.
pub(in crate::book) fn fact_with_id(connection: &Connection, id: Uuid) -> Found<Option<Fact>> {
    for KindTable { table, columns, fact } in kind_tables() {
        let statement = format!("SELECT {columns} FROM {table} WHERE id = ?1");
        let found = one(connection, &statement, [id], |row| fact(connection, row))?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// Shows all facts, each with the hash that the book keeps of it. A fact comes before the facts that refer to it, but
/// those that wait come last.
pub(in crate::book) fn each_fact<E: From<rusqlite::Error>>(
    connection: &Connection,
    mut visit: impl FnMut(Fact, KeptHash) -> Result<(), E>,
) -> Result<(), E> {
    each_arrived(connection, Wanted::All, &mut visit)?;
    each_waiting_fact(connection, visit)
}

/// Shows the facts that arrived after these rows of their tables, without those that wait.
pub(in crate::book) fn each_fact_after<E: From<rusqlite::Error>>(
    connection: &Connection,
    rows: &BTreeMap<String, i64>,
    mut visit: impl FnMut(Fact, KeptHash) -> Result<(), E>,
) -> Result<(), E> {
    each_arrived(connection, Wanted::After(rows), &mut visit)
}

/// Shows the facts that wait.
pub(in crate::book) fn each_waiting_fact<E: From<rusqlite::Error>>(
    connection: &Connection,
    visit: impl FnMut(Fact, KeptHash) -> Result<(), E>,
) -> Result<(), E> {
    waiting(connection, "kind <> 'change'", fact_kept_as, visit)
}

/// Is shown a fact and the hash that the book keeps of it.
type Visit<'v, E> = &'v mut dyn FnMut(Fact, KeptHash) -> Result<(), E>;

/// Shows the facts that are wanted, without those that wait.
fn each_arrived<E: From<rusqlite::Error>>(
    connection: &Connection,
    wanted: Wanted<'_>,
    visit: Visit<'_, E>,
) -> Result<(), E> {
    let tables = Tables { connection, wanted, whole: Whole::new(connection)? };
    for kind in kind_tables() {
        match kind.table {
            "hand" => tables.hands(visit)?,
            _ => tables.show(&kind, visit)?,
        }
    }
    tables.unknown(visit)
}

/// The condition on a row of `kept_whole` that its kind is not known.
pub(super) fn of_unknown_kind() -> String {
    format!("kind NOT IN ('change', '{}')", Fact::KINDS.join("', '"))
}

/// Which facts are wanted.
#[derive(Clone, Copy)]
enum Wanted<'w> {
    All,
    OfChange(Uuid),
    /// Those that arrived after these rows of their tables.
    After(&'w BTreeMap<String, i64>),
}

impl Wanted<'_> {
    /// In SQL, the condition on the rows of a table.
    const fn condition(self) -> &'static str {
        match self {
            Wanted::All => "TRUE",
            Wanted::OfChange(_) => "change = ?1",
            Wanted::After(_) => "arrival > ?1",
        }
    }

    /// The value in that condition.
    fn value(self, table: &str) -> Option<Value> {
        match self {
            Wanted::All => None,
            Wanted::OfChange(change) => Some(Value::Blob(change.as_bytes().to_vec())),
            Wanted::After(rows) => Some(Value::Integer(rows.get(table).copied().unwrap_or(0))),
        }
    }
}

/// The tables of facts, and which facts are wanted.
struct Tables<'c> {
    connection: &'c Connection,
    wanted: Wanted<'c>,
    whole: Whole<'c>,
}

impl Tables<'_> {
    /// Shows the facts of a table.
    fn show<E: From<rusqlite::Error>>(
        &self,
        KindTable { table, columns, fact }: &KindTable,
        visit: Visit<'_, E>,
    ) -> Result<(), E> {
        let wanted = self.wanted.condition();
        let statement = format!("SELECT {columns}, hash FROM {table} WHERE {wanted} ORDER BY arrival");
        let mut statement = self.connection.prepare_cached(&statement)?;
        let hash_at = statement.column_count() - 1;
        let mut rows = statement.query(params_from_iter(self.wanted.value(table)))?;
        while let Some(row) = rows.next()? {
            let fact = self.whole.or(row.get(0)?, || fact(self.connection, row))?;
            visit(fact, row.get(hash_at)?)?;
        }
        Ok(())
    }

    /// Shows the facts of unknown kinds.
    fn unknown<E: From<rusqlite::Error>>(&self, visit: Visit<'_, E>) -> Result<(), E> {
        let wanted = self.wanted.condition();
        let statement = format!(
            "SELECT kind, content, hash FROM kept_whole WHERE {} AND {wanted} ORDER BY arrival",
            of_unknown_kind()
        );
        let mut statement = self.connection.prepare_cached(&statement)?;
        let mut rows = statement.query(params_from_iter(self.wanted.value("kept_whole")))?;
        while let Some(row) = rows.next()? {
            let (kind, content): (String, String) = (row.get(0)?, row.get(1)?);
            visit(fact_kept_as(&kind, &content)?, row.get(2)?)?;
        }
        Ok(())
    }

    /// Shows the hands. Their rows are joined with those of their results, which is faster than to look for each.
    fn hands<E: From<rusqlite::Error>>(&self, visit: Visit<'_, E>) -> Result<(), E> {
        // Only a hand has a change and an arrival.
        let wanted = self.wanted.condition();
        let statement = format!(
            "SELECT {}, {}, hand.hash FROM hand LEFT JOIN result AS r ON r.hand = hand.id WHERE {wanted}
             ORDER BY hand.arrival, pair",
            rows::HAND,
            rows::RESULT
        );
        let supersedes = one(self.connection, "SELECT 1 FROM superseded LIMIT 1", [], |_| Ok(()))?.is_some();
        let mut statement = self.connection.prepare_cached(&statement)?;
        let hash_at = statement.column_count() - 1;
        let mut rows = statement.query(params_from_iter(self.wanted.value("hand")))?;
        let mut last: Option<(HandFact, KeptHash)> = None;
        let mut done = |mut hand: HandFact, hash| {
            if supersedes {
                rows::add_superseded(self.connection, std::slice::from_mut(&mut hand))?;
            }
            visit(self.whole.or(hand.id, || Ok(Fact::Hand(hand)))?, hash)
        };
        while let Some(row) = rows.next()? {
            let result = rows::result(row, rows::RESULT_AT)?;
            let id: Uuid = row.get(0)?;
            if last.as_ref().is_none_or(|(hand, _)| hand.id != id)
                && let Some((hand, hash)) = last.replace((rows::bare_hand(row)?, row.get(hash_at)?))
            {
                done(hand, hash)?;
            }
            if let (Some((hand, _)), Some(result)) = (&mut last, result) {
                hand.results.push(result);
            }
        }
        last.map_or(Ok(()), |(hand, hash)| done(hand, hash))
    }
}

/// The facts and changes that are kept whole, because their tables do not hold all of them. Most books have none.
struct Whole<'c>(Option<&'c Connection>);

impl<'c> Whole<'c> {
    fn new(connection: &'c Connection) -> Found<Whole<'c>> {
        let any = one(connection, "SELECT 1 FROM kept_whole LIMIT 1", [], |_| Ok(()))?;
        Ok(Whole(any.map(|()| connection)))
    }

    /// What was kept whole under this id, or else what `other` reads.
    fn or<T: DeserializeOwned>(&self, id: Uuid, other: impl FnOnce() -> Found<T>) -> Found<T> {
        let Some(connection) = self.0 else { return other() };
        let mut statement = connection.prepare_cached("SELECT content FROM kept_whole WHERE id = ?1")?;
        let mut rows = statement.query([id])?;
        match rows.next()? {
            Some(row) => parsed(row.get_ref(0)?.as_str()?),
            None => other(),
        }
    }
}

/// Shows what waits.
fn waiting<T, E: From<rusqlite::Error>>(
    connection: &Connection,
    wanted: &str,
    read: impl Fn(&str, &str) -> Found<T>,
    mut visit: impl FnMut(T, KeptHash) -> Result<(), E>,
) -> Result<(), E> {
    let statement = format!("SELECT kind, content, hash FROM waiting WHERE {wanted} ORDER BY arrival");
    let mut statement = connection.prepare_cached(&statement)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (kind, content) = (row.get::<_, String>(0)?, row.get::<_, String>(1)?);
        visit(read(&kind, &content)?, row.get(2)?)?;
    }
    Ok(())
}

/// A fact whose content was kept as JSON under this word.
pub(in crate::book) fn fact_kept_as(kind: &str, content: &str) -> Found<Fact> {
    if kind.strip_prefix('?').is_none_or(|kind| !Fact::KINDS.contains(&kind)) {
        return parsed(content);
    }
    Fact::unread(parsed(content)?)
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, Box::new(error)))
}

/// The facts of these kinds that are kept whole: their ids, their contents and their hashes.
pub(in crate::book) fn kept_whole_of(connection: &Connection, kind: &str) -> Found<Vec<(Uuid, String, KeptHash)>> {
    let kept = "SELECT id, content, hash FROM kept_whole WHERE kind = ?1";
    all(connection, kept, [kind], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
}

/// Content that was kept as JSON.
pub(in crate::book) fn parsed<T: DeserializeOwned>(text: &str) -> Found<T> {
    serde_json::from_str(text)
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, Box::new(error)))
}

/// Whether the book has no change.
pub(in crate::book) fn is_empty(connection: &Connection) -> Found<bool> {
    let any = "SELECT 1 FROM change UNION ALL SELECT 1 FROM waiting LIMIT 1";
    one(connection, any, [], |_| Ok(())).map(|change| change.is_none())
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
    if !has_written(connection, device)? {
        return Ok(1);
    }
    let newest = "SELECT sequence FROM change WHERE device = ?1 ORDER BY arrival DESC LIMIT 1";
    one(connection, newest, [device], |row| row.get(0)).map(|sequence: Option<i64>| sequence.unwrap_or(0) + 1)
}
