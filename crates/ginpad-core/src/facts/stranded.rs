//! Corrections and inserted hands that wait for a hand that is lost for good.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Map;
use uuid::Uuid;

use super::order::in_order;
use super::{CountingChanges, HandFact, RemovalFact};

/// A hand that waits for a lost one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stranded {
    /// The hand that waits.
    pub hand: HandFact,
    /// Its number in the game.
    pub number: i64,
    /// The hand it was inserted before, if that is left.
    pub inserted_before: Option<Uuid>,
}

/// The hands of one game that wait for lost ones, and that would count if those were there. `hands` and `waiting` include
/// those that do not count, and `removals` those that wait.
pub fn stranded(
    hands: &[&HandFact],
    waiting: &[&HandFact],
    removals: &[&RemovalFact],
    standing: &CountingChanges,
) -> Vec<Stranded> {
    let known: BTreeSet<Uuid> = hands.iter().chain(waiting).map(|hand| hand.id).collect();
    // Nobody knows the number of a lost hand that was not corrected. The first that no hand has is likely.
    let numbers: BTreeSet<i64> = hands.iter().map(|hand| hand.number).collect();
    let likely = (1..).find(|number| !numbers.contains(number)).unwrap_or(1);
    let mut lost: BTreeMap<Uuid, HandFact> = BTreeMap::new();
    for hand in waiting {
        let missing = |other: &Uuid| !known.contains(other);
        let corrected = hand.replaces.filter(missing).map(|corrected| (corrected, hand.number));
        let next = hand.inserted_before.filter(missing).map(|next| (next, likely));
        for (id, number) in corrected.into_iter().chain(next) {
            let void = || HandFact { number, ..void(id, hand.game) };
            let place = lost.entry(id).or_insert_with(void);
            if corrected.is_some() {
                place.number = number;
            }
        }
    }
    let all: Vec<&HandFact> = hands.iter().chain(waiting).copied().chain(lost.values()).collect();
    let standing = standing.clone().without([Uuid::nil()]);
    let waits: BTreeSet<Uuid> = waiting.iter().map(|hand| hand.id).collect();
    let Some(game) = all.first().map(|hand| hand.game) else { return Vec::new() };
    let places = in_order(game, &all, removals, &BTreeSet::new(), &standing).places.into_iter();
    let stranded = places.filter(|placed| waits.contains(&placed.hand.id)).map(|placed| {
        let (before, number) = placed.position;
        let before_lost = before.and_then(|next| lost.get(&next));
        Stranded {
            hand: placed.hand.clone(),
            number: before_lost.map_or(number, |next| next.number),
            inserted_before: before.filter(|_| before_lost.is_none()),
        }
    });
    stranded.collect()
}

/// A hand that holds the place of a lost one, and does not count.
fn void(id: Uuid, game: Uuid) -> HandFact {
    HandFact {
        id,
        change: Uuid::nil(),
        game,
        number: 1,
        inserted_before: None,
        replaces: None,
        dead: None,
        upcard: None,
        upcard_rank: None,
        note: None,
        played_at: None,
        played_offset: None,
        results: Vec::new(),
        supersedes: Vec::new(),
        unknown: Map::new(),
    }
}
