//! The order of a game's hands.
//!
//! Hands stand in the order of their numbers, ties by id, and never by the clock. A hand inserted before another
//! stands right before it, several in the order of their own numbers; a hand that corrects another stands in its place.
//! Hands that no longer count keep their places, for others may be placed by them.

use std::collections::HashMap;

use uuid::Uuid;

use super::fact::Hand;
use super::read::HandRow;

/// The hands that count, in order, and the number that one more at the end gets.
pub(super) fn ordered(rows: Vec<HandRow>) -> (Vec<Hand>, i64) {
    let place = places(&rows);
    let place = |id: &Uuid| place.get(id).copied().unwrap_or(*id);
    let mut first: Vec<(i64, Uuid)> = Vec::new();
    let mut before: HashMap<Uuid, Vec<(i64, Uuid)>> = HashMap::new();
    let mut standing: HashMap<Uuid, Vec<Hand>> = HashMap::new();
    for HandRow { fact, counts } in rows {
        if fact.replaces.is_none() {
            match fact.inserted_before {
                Some(next) => before.entry(place(&next)).or_default().push((fact.number, fact.id)),
                None => first.push((fact.number, fact.id)),
            }
        }
        if counts {
            standing.entry(place(&fact.id)).or_default().push(fact);
        }
    }
    first.sort_unstable();
    let next = 1 + first.last().map_or(0, |(number, _)| *number);
    // What is still to be visited, the next one last; a place is first opened, then entered.
    let mut pending: Vec<(Uuid, bool)> = first.into_iter().rev().map(|(_, id)| (id, false)).collect();
    let mut hands = Vec::new();
    while let Some((id, opened)) = pending.pop() {
        match before.remove(&id) {
            Some(mut inserted) if !opened => {
                inserted.sort_unstable();
                pending.push((id, true));
                pending.extend(inserted.into_iter().rev().map(|(_, id)| (id, false)));
            }
            _ => {
                let mut here = standing.remove(&id).unwrap_or_default();
                here.sort_unstable_by_key(|hand| hand.id);
                hands.append(&mut here);
            }
        }
    }
    (hands, next)
}

/// The place of every hand: the one at the start of its chain of corrections, itself where it corrects none.
fn places(rows: &[HandRow]) -> HashMap<Uuid, Uuid> {
    let mut places: HashMap<Uuid, Uuid> = HashMap::new();
    // A correction arrives after what it corrects, and rows come in that order.
    for HandRow { fact, .. } in rows {
        let place = fact.replaces.map_or(fact.id, |corrected| places.get(&corrected).copied().unwrap_or(corrected));
        places.insert(fact.id, place);
    }
    places
}

/// The number of a hand that is inserted before another: one more than the last that was.
pub(super) fn number_before(rows: &[HandRow], next: Uuid) -> i64 {
    let places = places(rows);
    let place = |id: Uuid| places.get(&id).copied().unwrap_or(id);
    let there = rows.iter().filter(|row| row.fact.inserted_before.is_some_and(|other| place(other) == place(next)));
    1 + there.map(|row| row.fact.number).max().unwrap_or(0)
}
