//! Which damaged changes count with the facts that are left of them, and which rows hold the place of a lost change.

use ginpad_core::facts::{CountingChanges, RescueFact};
use rusqlite::{Connection, params};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

use super::which_game::UndosAndRedos;
use super::{Found, all, facts_there, one, rows};

/// The hash of a row that holds the place of a change whose own record is lost.
pub(in crate::book) const NO_RECORD: [u8; 32] = [0; 32];

/// Whether the book has any rescue. Hardly any book has one.
pub(super) fn any(connection: &Connection) -> Found<bool> {
    one(connection, "SELECT 1 FROM rescue LIMIT 1", [], |_| Ok(())).map(|row| row.is_some())
}

/// The rescues of a change, with their hashes.
pub(super) fn rescues_of(connection: &Connection, change: Uuid) -> Found<Vec<(RescueFact, [u8; 32])>> {
    let rescues = format!("SELECT {}, hash FROM rescue WHERE rescued = ?1", rows::RESCUE);
    all(connection, &rescues, [change], |row| Ok((rows::rescue(row)?, row.get(4)?)))
}

/// Every rescue of the book, with its hash.
pub(super) fn rescues(connection: &Connection) -> Found<Vec<(RescueFact, [u8; 32])>> {
    let rescues = format!("SELECT {}, hash FROM rescue NOT INDEXED", rows::RESCUE);
    all(connection, &rescues, [], |row| Ok((rows::rescue(row)?, row.get(4)?)))
}

/// How many facts of a change the rescue that asks for the fewest asks for.
pub(in crate::book) fn facts_asked_for(connection: &Connection, change: Uuid) -> Found<Option<usize>> {
    let fewest = "SELECT min(facts) FROM rescue WHERE rescued = ?1";
    one(connection, fewest, [change], |row| row.get(0)).map(Option::flatten)
}

/// Whether so many facts of a change are enough, although it says another number, or its own record is lost.
pub(in crate::book) fn is_rescued(connection: &Connection, change: Uuid, says: usize, there: usize) -> Found<bool> {
    if there > says && !is_without_record(connection, change)? {
        return Ok(false);
    }
    Ok(facts_asked_for(connection, change)?.is_some_and(|asked| there >= asked))
}

/// Whether a row holds the place of this change, because its own record is lost.
fn is_without_record(connection: &Connection, change: Uuid) -> Found<bool> {
    let hash = "SELECT 1 FROM change WHERE id = ?1 AND hash = ?2";
    one(connection, hash, params![change, NO_RECORD], |_| Ok(())).map(|row| row.is_some())
}

/// A change that is not here, or of which only the place is held, and how many of its facts are asked for. Only changes
/// of which facts wait are of interest.
pub(in crate::book) fn lost_records(connection: &Connection) -> Found<Vec<(Uuid, usize)>> {
    let lost = "SELECT rescued, min(facts) FROM rescue
         WHERE NOT EXISTS (SELECT 1 FROM change WHERE change.id = rescue.rescued)
             AND NOT EXISTS (SELECT 1 FROM waiting AS made WHERE made.id = rescue.rescued)
         GROUP BY rescued";
    all(connection, lost, [], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// Those of some changes that lack facts and that no rescue that counts is for. `from` lists the changes, as a table called
/// `made`.
pub(super) fn unrescued(connection: &Connection, from: &str, params: impl rusqlite::Params) -> Found<Vec<Uuid>> {
    if !any(connection)? {
        return Ok(Vec::new());
    }
    let rescued =
        format!("SELECT DISTINCT rescue.rescued FROM {from} CROSS JOIN rescue ON rescue.rescued = made.change");
    let mut unrescued = Vec::new();
    for change in all::<Uuid>(connection, &rescued, params, |row| row.get(0))? {
        if !counts(connection, change)? {
            unrescued.push(change);
        }
    }
    Ok(unrescued)
}

/// Whether a change has all of its facts, or a rescue that counts is for it. Undos of the change itself are not asked for.
fn counts(connection: &Connection, change: Uuid) -> Found<bool> {
    let (mut rescues, mut lacking) = (Vec::new(), BTreeMap::new());
    let mut seen = BTreeSet::from([change]);
    let mut pending = vec![change];
    // A rescue may itself be rescued. Then all of them are looked at.
    while let Some(change) = pending.pop() {
        let theirs = rescues_of(connection, change)?;
        if theirs.is_empty() {
            continue;
        }
        let there = facts_there(connection, change)?;
        let says = "SELECT facts FROM change WHERE id = ?1 AND hash <> ?2";
        if one(connection, says, params![change, NO_RECORD], |row| row.get::<_, usize>(0))? == Some(there) {
            continue;
        }
        lacking.insert(change, there);
        pending.extend(theirs.iter().map(|(rescue, _)| rescue.change).filter(|other| seen.insert(*other)));
        rescues.extend(theirs.into_iter().map(|(rescue, _)| rescue));
    }
    if lacking.is_empty() {
        return Ok(true);
    }
    let mut moves = UndosAndRedos::default();
    let made: BTreeSet<Uuid> = rescues.iter().map(|rescue| rescue.change).collect();
    made.iter().try_for_each(|change| moves.read_moves(connection, "(SELECT ?1 AS change) AS made", [change]))?;
    let standing: CountingChanges = moves.standing().rescued(&rescues, &lacking);
    // The change may have been undone, which is another question.
    Ok(standing.counts(change))
}
