//! Verifies everything that a book holds by its hashes, one fact after another.

use std::collections::BTreeSet;

use ginpad_core::facts::{self as core, Change, Fact};
use ginpad_core::text::harmless;
use rusqlite::{Connection, Row, Statement};
use serde::Serialize;
use uuid::Uuid;

use super::everything::parsed;
use super::kinds::{CHANGE, KindTable, change, kind_tables};
use super::{Found, NO_RECORD};

/// Verifies every change and every fact. The answer names the first that does not match its hash.
pub(in crate::book) fn verify_all(connection: &Connection) -> Found<Option<String>> {
    type Verify = fn(&Connection, &BTreeSet<Uuid>) -> Found<Option<String>>;
    let mut whole = BTreeSet::new();
    if let Some(fault) = kept_whole(connection, &mut whole)? {
        return Ok(Some(fault));
    }
    // The hash of a fact that was kept whole is that of the whole.
    for verify in [changes as Verify, facts] {
        if let Some(fault) = verify(connection, &whole)? {
            return Ok(Some(fault));
        }
    }
    Ok(None)
}

/// Verifies the facts and changes that were kept whole, and lists them.
fn kept_whole(connection: &Connection, whole: &mut BTreeSet<Uuid>) -> Found<Option<String>> {
    first(&mut connection.prepare("SELECT id, kind, content, hash FROM kept_whole")?, |row| {
        let (id, kind, content): (Uuid, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        whole.insert(id);
        let matches = if kind == "change" {
            matches(&parsed::<Change>(&content)?, row)?
        } else {
            matches(&parsed::<Fact>(&content)?, row)?
        };
        Ok((!matches).then(|| named(&kind, id)))
    })
}

/// Verifies every change that is not kept whole.
fn changes(connection: &Connection, whole: &BTreeSet<Uuid>) -> Found<Option<String>> {
    first(&mut connection.prepare(&format!("SELECT {CHANGE}, hash FROM change"))?, |row| {
        let change = change(row)?;
        if row.get_ref(8)?.as_blob_or_null()? == Some(&NO_RECORD[..]) {
            return Ok(None);
        }
        Ok((!whole.contains(&change.id) && !matches(&change, row)?).then(|| named("change", change.id)))
    })
}

/// Verifies every fact that is not kept whole.
fn facts(connection: &Connection, whole: &BTreeSet<Uuid>) -> Found<Option<String>> {
    for KindTable { table, columns, fact } in kind_tables() {
        let fault = first(&mut connection.prepare(&format!("SELECT {columns}, hash FROM {table}"))?, |row| {
            let fact = fact(connection, row)?;
            let is_wrong = !whole.contains(&fact.id()) && !matches(&fact, row)?;
            Ok(is_wrong.then(|| named(fact.kind(), fact.id())))
        })?;
        if fault.is_some() {
            return Ok(fault);
        }
    }
    Ok(None)
}

/// The first fault among the rows of a statement.
fn first(
    statement: &mut Statement<'_>,
    mut fault: impl FnMut(&Row<'_>) -> Found<Option<String>>,
) -> Found<Option<String>> {
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        if let Some(fault) = fault(row)? {
            return Ok(Some(fault));
        }
    }
    Ok(None)
}

/// Whether a fact matches the hash in the last column of its row.
fn matches(fact: &impl Serialize, row: &Row<'_>) -> Found<bool> {
    let kept = row.get_ref(row.as_ref().column_count() - 1)?;
    Ok(kept.as_blob_or_null()? == Some(&core::hash(fact)[..]))
}

fn named(kind: &str, id: Uuid) -> String {
    format!("{} {id} does not match its hash", harmless(kind))
}
