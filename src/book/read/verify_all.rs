//! Verifies everything that a book holds by its hashes, one fact after another.

use std::collections::BTreeSet;

use ginpad_core::facts::{self, Change, Fact, HandFact};
use ginpad_core::text::harmless;
use rusqlite::{Connection, Row, Statement};
use serde::Serialize;
use uuid::Uuid;

use super::everything::{CHANGE, change, parsed};
use super::{Found, all, rows};

/// Verifies every change and every fact. The answer names the first that does not match its hash.
pub(in crate::book) fn verify_all(connection: &Connection) -> Found<Option<String>> {
    type Verify = fn(&Connection, &BTreeSet<Uuid>) -> Found<Option<String>>;
    let mut whole = BTreeSet::new();
    if let Some(fault) = kept_whole(connection, &mut whole)? {
        return Ok(Some(fault));
    }
    // The hash of a fact that was kept whole is that of the whole.
    for verify in [changes as Verify, facts_but_hands, hands] {
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
        Ok((!whole.contains(&change.id) && !matches(&change, row)?).then(|| named("change", change.id)))
    })
}

/// Verifies every other fact that is not kept whole, but no hand.
fn facts_but_hands(connection: &Connection, whole: &BTreeSet<Uuid>) -> Found<Option<String>> {
    type Make<'a> = &'a dyn Fn(&Row<'_>) -> Found<Option<Fact>>;
    let tables: [(&str, &str, Make<'_>); 9] = [
        ("player", rows::PLAYER, &|row| rows::player(row).map(|fact| Some(Fact::Player(fact)))),
        ("player_name", rows::PLAYER_NAME, &|row| {
            rows::player_name(connection, row).map(|fact| Some(Fact::PlayerName(fact)))
        }),
        ("game", &rows::game_columns(), &|row| {
            rows::game(connection, row).map(|fact| Some(Fact::Game(Box::new(fact))))
        }),
        ("removal", rows::REMOVAL, &|row| rows::removal(connection, row).map(|fact| Some(Fact::Removal(fact)))),
        ("closing", rows::CLOSING, &|row| rows::closing(connection, row).map(|fact| Some(Fact::Closing(fact)))),
        ("totals", rows::TOTALS, &|row| rows::totals(connection, row).map(|fact| Some(Fact::Totals(fact)))),
        ("paid", rows::PAYMENT, &|row| rows::payment(row).map(|fact| Some(Fact::Paid(fact)))),
        ("undo", rows::UNDO, &|row| Ok(rows::undo(row, 0)?.map(Fact::Undo))),
        ("redo", rows::REDO, &|row| Ok(rows::redo(row, 0)?.map(Fact::Redo))),
    ];
    for (table, columns, make) in tables {
        let fault = first(&mut connection.prepare(&format!("SELECT {columns}, hash FROM {table}"))?, |row| {
            let Some(fact) = make(row)? else { return Ok(None) };
            let is_wrong = !whole.contains(&fact.id()) && !matches(&fact, row)?;
            Ok(is_wrong.then(|| named(fact.kind(), fact.id())))
        })?;
        if fault.is_some() {
            return Ok(fault);
        }
    }
    Ok(None)
}

/// Verifies every hand with its results.
fn hands(connection: &Connection, whole: &BTreeSet<Uuid>) -> Found<Option<String>> {
    let mut results =
        connection.prepare(&format!("SELECT {} FROM result AS r WHERE hand = ?1 ORDER BY pair", rows::RESULT))?;
    let supersedes = !all(connection, "SELECT 1 FROM superseded LIMIT 1", [], |_| Ok(()))?.is_empty();
    first(&mut connection.prepare(&format!("SELECT {}, hash FROM hand", rows::HAND))?, |row| {
        let mut hand: HandFact = rows::bare_hand(row)?;
        if whole.contains(&hand.id) {
            return Ok(None);
        }
        let found = results.query_map([hand.id], |row| rows::result(row, 0))?;
        hand.results = found.filter_map(Result::transpose).collect::<Found<_>>()?;
        if supersedes {
            hand.supersedes = rows::superseded(connection, hand.id)?;
        }
        let hand = Fact::Hand(hand);
        Ok((!matches(&hand, row)?).then(|| named("hand", hand.id())))
    })
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
    Ok(kept.as_blob_or_null()? == Some(&facts::hash(fact)[..]))
}

fn named(kind: &str, id: Uuid) -> String {
    format!("{} {id} does not match its hash", harmless(kind))
}
