//! Verifies everything that a book holds: every fact by its hash, and every change by the number of its facts.

use std::collections::BTreeMap;

use ginpad_core::facts::{Fact, Hasher};
use ginpad_core::text::harmless;
use rusqlite::Connection;
use uuid::Uuid;

use super::arrivals::{changes_that_may_lack, facts_there, table};
use super::everything::{each_change, each_fact};
use super::{Found, all};
use crate::book::choice::Choice;

/// Something in a book that is not what was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::book) enum Mismatch {
    /// A change, or a fact of this kind, does not match its hash.
    Hash { kind: String, id: Uuid },
    /// A change has another number of facts than it says.
    Count { change: Uuid, says: usize, there: usize },
}

impl std::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Mismatch::Hash { kind, id } => write!(f, "{} {id} does not match its hash", harmless(kind)),
            Mismatch::Count { change, says, there } => {
                write!(f, "change {change} says that it has {says} facts, but {there} are there")
            }
        }
    }
}

/// The changes of one device: how many there are, and sums by which a gap in their numbers shows.
#[derive(Debug, Clone, Copy, Default)]
struct Sequence {
    count: u128,
    last: u128,
    sum: u128,
    squares: u128,
}

impl Sequence {
    fn add(&mut self, number: i64) {
        let number = u128::try_from(number).unwrap_or(0);
        self.count += 1;
        self.last = self.last.max(number);
        self.sum += number;
        self.squares = self.squares.wrapping_add(number.wrapping_mul(number));
    }

    /// Whether the numbers are 1, 2, 3 and so on, as far as the sums tell.
    const fn is_without_gap(&self) -> bool {
        let last = self.last;
        let squares = last.wrapping_mul(last + 1).wrapping_mul(2 * last + 1) / 6;
        self.count == last && self.sum == last * (last + 1) / 2 && self.squares == squares
    }
}

/// Verifies every change and every fact. `step` is called for each fact, and `found` for each mismatch. The answer is
/// whether the changes of a device may have a gap in their numbers.
///
/// The facts of a million changes are not counted one by one. Each change adds its number of facts to a sum, times a
/// number that is made from its id, and each fact takes that number off the sum of its change. Only if something is left,
/// the changes are counted.
pub(in crate::book) fn verify_each(
    connection: &Connection,
    step: impl Fn(),
    mut found: impl FnMut(Mismatch),
) -> Found<bool> {
    let (mut hasher, mut left) = (Hasher::default(), 0_u128);
    let mut sequences: BTreeMap<Uuid, Sequence> = BTreeMap::new();
    each_change(connection, |change, kept| {
        left = left.wrapping_add(weight(change.id).wrapping_mul(change.facts as u128));
        sequences.entry(change.device).or_default().add(change.sequence);
        if kept != hasher.change(&change) {
            found(Mismatch::Hash { kind: "change".into(), id: change.id });
        }
        Ok::<(), rusqlite::Error>(())
    })?;
    each_fact(connection, |fact, kept| {
        step();
        left = left.wrapping_sub(weight(fact.change()));
        let hash = match &fact {
            Fact::Hand(hand) => hasher.hand(hand),
            fact => hasher.content(fact),
        };
        if kept != hash {
            found(Mismatch::Hash { kind: fact.kind().into(), id: fact.id() });
        }
        Ok::<(), rusqlite::Error>(())
    })?;
    for lacking in changes_that_may_lack(connection)? {
        let lacks = (lacking.there as u128).wrapping_sub(lacking.says as u128);
        left = left.wrapping_add(weight(lacking.id).wrapping_mul(lacks));
    }
    if left != 0 {
        miscounted(connection, found)?;
    }
    Ok(sequences.values().any(|sequence| !sequence.is_without_gap()))
}

/// A number for a change. No few of them add up to none by chance.
fn weight(change: Uuid) -> u128 {
    const ODD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
    let mixed = (change.as_u128() ^ change.as_u128() >> 61).wrapping_mul(ODD);
    (mixed ^ mixed >> 67).wrapping_mul(ODD)
}

/// Counts the facts of every change.
fn miscounted(connection: &Connection, mut found: impl FnMut(Mismatch)) -> Found<()> {
    let may_lack: Vec<Uuid> = changes_that_may_lack(connection)?.into_iter().map(|change| change.id).collect();
    let mut changes = connection.prepare("SELECT id, facts FROM change ORDER BY arrival")?;
    let mut changes = changes.query([])?;
    while let Some(row) = changes.next()? {
        let (change, says) = (row.get(0)?, row.get(1)?);
        let there = facts_there(connection, change)?;
        if there != says && !may_lack.contains(&change) {
            found(Mismatch::Count { change, says, there });
        }
    }
    Ok(())
}

/// Verifies every change and every fact. The answer names the first that is not what was written.
/// `step` is called for each fact.
pub(in crate::book) fn verify_all(connection: &Connection, step: &dyn Fn()) -> Found<Option<String>> {
    let mut first = None;
    verify_each(connection, step, |mismatch| {
        first.get_or_insert_with(|| mismatch.to_string());
    })?;
    Ok(first)
}

/// What no hash is over, and is not as it was written: one sentence for each kind of it.
pub(in crate::book) fn strange_rows(connection: &Connection, device: Uuid) -> Found<Vec<&'static str>> {
    const WHOLE: &str = "unhex(content ->> '$.id', '-') IS NOT id
         OR kind <> 'change' AND (unhex(content ->> '$.change', '-') IS NOT change
             OR content ->> '$.kind' IS NOT kind AND '?' || (content ->> '$.kind') IS NOT kind)";
    let mut strange = Vec::new();
    for (table, what) in [
        ("waiting", "what waits is listed under other ids"),
        ("kept_whole", "what is kept whole is listed under other ids"),
    ] {
        let any = format!("SELECT 1 FROM {table} WHERE {WHOLE} LIMIT 1");
        if !all(connection, &any, [], |_| Ok(()))?.is_empty() {
            strange.push(what);
        }
    }
    // The other rows are parts of facts, whose hashes are over them too.
    let tables = Fact::KINDS.iter().map(|kind| format!("SELECT 1 FROM {} WHERE id = fact", table(kind)));
    let tables =
        tables.chain(["SELECT 1 FROM kept_whole WHERE id = fact".into()]).collect::<Vec<_>>().join(" UNION ALL ");
    let orphan = format!("SELECT 1 FROM superseded WHERE NOT EXISTS ({tables}) LIMIT 1");
    if !all(connection, &orphan, [], |_| Ok(()))?.is_empty() {
        strange.push("what was corrected is not what was written");
    }
    let chosen: Vec<Uuid> = all(connection, "SELECT DISTINCT device FROM chosen_game", [], |row| row.get(0))?;
    let writers: Vec<Uuid> =
        all(connection, "SELECT device FROM change INDEXED BY change_first WHERE sequence = 1", [], |row| row.get(0))?;
    // No two devices get ids that differ in one bit.
    let is_near = |one: &Uuid, other: &Uuid| (one.as_u128() ^ other.as_u128()).count_ones() == 1;
    let near = |id: &Uuid| writers.iter().chain([&device]).any(|writer| is_near(id, writer));
    let choices = format!("SELECT {} FROM chosen_game", Choice::COLUMNS);
    let are_sound = all(connection, &choices, [], |row| Choice::is_sound(row, 0))?.into_iter().all(|is_sound| is_sound);
    if chosen.iter().any(near) || !are_sound {
        strange.push("which game a device chose is not what was written");
    }
    Ok(strange)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(numbers: &[i64]) -> Sequence {
        let mut sequence = Sequence::default();
        numbers.iter().for_each(|number| sequence.add(*number));
        sequence
    }

    #[test]
    fn a_gap_in_the_numbers_of_changes_shows() {
        assert!(of(&[]).is_without_gap() && of(&[1]).is_without_gap() && of(&[3, 1, 2, 4]).is_without_gap());
        // As many as the last number, and the same sum.
        for gap in [&[2][..], &[1, 3], &[1, 1, 4, 4], &[2, 2, 2, 4, 5]] {
            assert!(!of(gap).is_without_gap(), "{gap:?}");
        }
    }
}
