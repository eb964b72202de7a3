//! The order of a game's hands, and of games.
//!
//! Hands are ordered by number, then by id, and never by the clock. A hand inserted before another comes right before
//! it; several inserted there are ordered by their own numbers. A correction takes the place of the hand that it
//! corrects. Hands that no longer count keep their places, because an inserted hand may name one of them.

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use super::versions::{Version, latest, superseded};
use super::{CountingChanges, GameFact, HandFact, RemovalFact, Waiting};

/// A place in a game, with the version of the hand that counts there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Placed<'a> {
    /// The hand.
    pub(super) hand: &'a HandFact,
    /// The first version of the hand: the place is named after it.
    pub(super) place: Uuid,
    /// What orders it: the place it was inserted before, if any, and the number.
    pub(super) position: (Option<Uuid>, i64),
    /// Other latest versions, from devices that did not know of this one.
    pub(super) others: Vec<Uuid>,
    /// Whether one of them says something else.
    pub(super) is_disputed: bool,
}

/// The hands of a game in order.
#[derive(Debug)]
pub(super) struct Order<'a> {
    /// The places where a hand counts.
    pub(super) places: Vec<Placed<'a>>,
    /// The number that the next hand at the end gets.
    pub(super) next_number: i64,
    /// The highest number among the hands inserted before a place.
    pub(super) inserted: BTreeMap<Uuid, i64>,
    /// Facts that wait for a hand that is missing.
    pub(super) waiting: Vec<Waiting>,
}

impl Default for Order<'_> {
    fn default() -> Self {
        Order { places: Vec::new(), next_number: 1, inserted: BTreeMap::new(), waiting: Vec::new() }
    }
}

/// The facts about one place.
#[derive(Default)]
struct HandPlace<'a> {
    root: Option<&'a HandFact>,
    hands: Vec<&'a HandFact>,
    removals: Vec<&'a RemovalFact>,
}

/// The places of a game, by the id of the first version.
type HandPlaces<'a> = BTreeMap<Uuid, HandPlace<'a>>;

/// Puts the hands of one game in order. `hands` and `removals` include those that do not count. There may be hands of other
/// games among them, which supersede hands of this one or are superseded by them. `waiting` are those hands that wait and are
/// not among them, of those that they supersede.
pub(super) fn in_order<'a>(
    game: Uuid,
    hands: &[&'a HandFact],
    removals: &[&'a RemovalFact],
    waiting: &BTreeSet<Uuid>,
    standing: &CountingChanges,
) -> Order<'a> {
    let plain =
        |hand: &&&HandFact| hand.replaces.is_none() && hand.inserted_before.is_none() && hand.supersedes.is_empty();
    if removals.is_empty() && hands.iter().all(|hand| plain(&hand)) {
        return only_logged(game, hands, standing);
    }
    orders(hands, removals, waiting, standing).remove(&game).unwrap_or_default()
}

/// Puts the hands of some games in order, each game's by itself.
pub(super) fn orders<'a>(
    hands: &[&'a HandFact],
    removals: &[&'a RemovalFact],
    waiting: &BTreeSet<Uuid>,
    standing: &CountingChanges,
) -> BTreeMap<Uuid, Order<'a>> {
    let by_id: BTreeMap<Uuid, &HandFact> = hands.iter().map(|hand| (hand.id, *hand)).collect();
    let held = held_back(hands, removals, &by_id, waiting);
    let mut orders: BTreeMap<Uuid, Order<'_>> = BTreeMap::new();
    for hand in hands {
        let order = orders.entry(hand.game).or_default();
        order.next_number = order.next_number.max(number_after(hand));
    }
    for (waits, hand) in held_facts(hands, removals, &held, standing) {
        let game = by_id.get(&hand).and_then(|hand| orders.get_mut(&hand.game));
        game.into_iter().for_each(|order| order.waiting.push(waits));
    }
    let places = places(hands, removals, &by_id, &held);
    let place_of: BTreeMap<Uuid, Uuid> =
        places.iter().flat_map(|(place, at)| at.versions(standing).map(|version| (version.id, *place))).collect();
    let mut first: Vec<(i64, Uuid)> = Vec::new();
    let mut before: BTreeMap<Uuid, Vec<(i64, Uuid)>> = BTreeMap::new();
    for (place, at) in &places {
        let Some((next, number)) = at.position(&place_of) else { continue };
        match next {
            Some(next) => before.entry(next).or_default().push((number, *place)),
            None => first.push((number, *place)),
        }
    }
    for (next, inserted) in &before {
        let game = by_id.get(next).and_then(|next| orders.get_mut(&next.game));
        game.into_iter().for_each(|order| order.inserted.extend([(*next, highest(inserted))]));
    }
    let mut counting = counting(&places, &place_of, standing);
    for placed in visited(first, before).iter().filter_map(|place| counting.remove(place)) {
        orders.entry(placed.hand.game).or_default().places.push(placed);
    }
    orders
}

/// The quick way for a game in which nothing was ever corrected, removed or inserted.
fn only_logged<'a>(game: Uuid, hands: &[&'a HandFact], standing: &CountingChanges) -> Order<'a> {
    let of_game = hands.iter().copied().filter(|hand| hand.game == game);
    let mut counting: Vec<&HandFact> = of_game.filter(|hand| standing.counts(hand.change)).collect();
    counting.sort_unstable_by_key(|hand| (hand.number, hand.id));
    let place = |hand: &'a HandFact| {
        let (position, others) = ((None, hand.number), Vec::new());
        Placed { hand, place: hand.id, position, others, is_disputed: false }
    };
    let of_game = hands.iter().filter(|hand| hand.game == game);
    let next_number = of_game.map(|hand| number_after(hand)).max().unwrap_or(1);
    Order { places: counting.into_iter().map(place).collect(), next_number, ..Order::default() }
}

/// The number after that of a hand that was logged at the end of its game. Others come after no number.
fn number_after(hand: &HandFact) -> i64 {
    let is_logged = hand.replaces.is_none() && hand.inserted_before.is_none();
    if is_logged { hand.number.max(0).saturating_add(1) } else { 1 }
}

fn highest(inserted: &[(i64, Uuid)]) -> i64 {
    inserted.iter().map(|(number, _)| *number).max().unwrap_or(0)
}

/// The hands that wait, each with something that it waits for. A hand waits until the version that it corrects and the hand
/// that it was inserted before are there and wait for nothing. One that corrects a moved hand names only versions that it
/// supersedes: it waits until one of them is there, or else it would count beside the hand that it corrects. A hand that was
/// said again because another waits for a lost one supersedes that other, which may go on waiting.
fn held_back(
    hands: &[&HandFact],
    removals: &[&RemovalFact],
    by_id: &BTreeMap<Uuid, &HandFact>,
    waiting: &BTreeSet<Uuid>,
) -> BTreeMap<Uuid, Uuid> {
    let removed: BTreeMap<Uuid, Uuid> = removals.iter().map(|removal| (removal.id, removal.hand)).collect();
    let hand_of = |version: Uuid| removed.get(&version).copied().unwrap_or(version);
    let mut held: BTreeMap<Uuid, Uuid> = BTreeMap::new();
    let mut built_on: BTreeMap<Uuid, Vec<Uuid>> = BTreeMap::new();
    for hand in hands {
        for other in hand.superseded().map(hand_of).chain(hand.inserted_before) {
            held.insert(hand.id, other);
            built_on.entry(other).or_default().push(hand.id);
        }
    }
    let mut pending: Vec<Uuid> = held.keys().copied().collect();
    while let Some(id) = pending.pop() {
        let (Some(hand), Some(waits_for)) = (by_id.get(&id), held.get(&id).copied()) else { continue };
        let is_there = |other: &Uuid| by_id.contains_key(other) && !held.contains_key(other);
        let named = hand.replaces.into_iter().chain(hand.inserted_before);
        let corrected = hand.replaces.is_some() || hand.supersedes.is_empty();
        let missing = named.into_iter().find(|other| !is_there(other)).or_else(|| {
            let is_known = |version: &Uuid| is_there(&hand_of(*version)) || waiting.contains(version);
            let is_one_there = corrected || hand.supersedes.iter().any(is_known);
            (!is_one_there).then(|| hand_of(hand.supersedes[0]))
        });
        match missing {
            Some(missing) if missing != waits_for => drop(held.insert(id, missing)),
            Some(_) => {}
            None => {
                held.remove(&id);
                pending.extend(built_on.remove(&id).into_iter().flatten());
            }
        }
    }
    held
}

/// What waits and would count, each with the hand that it is about.
fn held_facts<'a>(
    hands: &'a [&'a HandFact],
    removals: &'a [&'a RemovalFact],
    held: &'a BTreeMap<Uuid, Uuid>,
    standing: &'a CountingChanges,
) -> impl Iterator<Item = (Waiting, Uuid)> {
    let hands = hands.iter().map(|hand| (hand.id, hand.change, hand.id));
    let removals = removals.iter().map(|removal| (removal.id, removal.change, removal.hand));
    let counting = hands.chain(removals).filter(|(_, change, _)| standing.counts(*change));
    counting.filter_map(|(fact, _, hand)| Some((Waiting::ForItsHand { fact, hand: *held.get(&hand)? }, hand)))
}

/// Every place with its versions, by the id of its first version, without what waits.
fn places<'a>(
    hands: &[&'a HandFact],
    removals: &[&'a RemovalFact],
    by_id: &BTreeMap<Uuid, &HandFact>,
    held: &BTreeMap<Uuid, Uuid>,
) -> HandPlaces<'a> {
    let corrected = |hand: Uuid| by_id.get(&hand)?.replaces.filter(|corrected| by_id.contains_key(corrected));
    let mut roots = BTreeMap::new();
    let mut places = HandPlaces::new();
    for hand in hands.iter().filter(|hand| !held.contains_key(&hand.id)) {
        let root = root_of(hand.id, &mut roots, corrected);
        let place = places.entry(root).or_default();
        place.hands.push(hand);
        if hand.id == root {
            place.root = Some(hand);
        }
    }
    for removal in removals.iter().filter(|removal| !held.contains_key(&removal.hand)) {
        if by_id.contains_key(&removal.hand) {
            let root = root_of(removal.hand, &mut roots, corrected);
            places.entry(root).or_default().removals.push(removal);
        }
    }
    places
}

/// The first version of a hand that does not wait, so that every version on the way is there. `corrected` tells which version
/// another corrects. All versions on the way are noted in `roots`, so that nobody goes a way twice: a hand may have been
/// corrected thousands of times.
fn root_of(hand: Uuid, roots: &mut BTreeMap<Uuid, Uuid>, corrected: impl Fn(Uuid) -> Option<Uuid>) -> Uuid {
    let (mut at, mut way) = (hand, Vec::new());
    let root = loop {
        if let Some(root) = roots.get(&at) {
            break *root;
        }
        way.push(at);
        match corrected(at) {
            Some(before) => at = before,
            None => break at,
        }
    };
    roots.extend(way.into_iter().map(|version| (version, root)));
    root
}

impl<'a> HandPlace<'a> {
    /// Every version and removal.
    fn versions<'b>(&'b self, standing: &'b CountingChanges) -> impl Iterator<Item = Version> + use<'a, 'b> {
        let version = |id, supersedes, change| Version { id, supersedes, counts: standing.counts(change) };
        let hands = self.hands.iter().map(move |hand| version(hand.id, hand.superseded().collect(), hand.change));
        let removals = self.removals.iter();
        hands.chain(removals.map(move |removal| version(removal.id, removal.superseded().collect(), removal.change)))
    }

    /// The place that this one comes before, if it was inserted, and its number.
    fn position(&self, place_of: &BTreeMap<Uuid, Uuid>) -> Option<(Option<Uuid>, i64)> {
        let root = self.root?;
        Some((root.inserted_before.map(|next| place_of.get(&next).copied().unwrap_or(next)), root.number))
    }
}

/// The hands that count, by place. Whoever settles that two hands are one supersedes both, so places whose versions
/// supersede each other are decided together, and one hand counts among them. If several are latest, a correction wins
/// over a removal, so that nothing that was said is lost; among corrections the greatest id wins.
fn counting<'a>(
    places: &HandPlaces<'a>,
    place_of: &BTreeMap<Uuid, Uuid>,
    standing: &CountingChanges,
) -> BTreeMap<Uuid, Placed<'a>> {
    let mut counting = BTreeMap::new();
    for together in together(places, place_of, standing) {
        let members = || together.iter().filter_map(|place| places.get(place));
        let latest = latest(&members().flat_map(|at| at.versions(standing)).collect::<Vec<_>>());
        let hands = members().flat_map(|at| at.hands.iter().copied());
        let latest_hands: Vec<&HandFact> = hands.filter(|hand| latest.binary_search(&hand.id).is_ok()).collect();
        if let Some(hand) = latest_hands.iter().copied().max_by_key(|hand| hand.id)
            && let Some(place) = place_of.get(&hand.id).copied()
            && let Some(position) = places.get(&place).and_then(|at| at.position(place_of))
        {
            let others: Vec<Uuid> = latest.into_iter().filter(|id| *id != hand.id).collect();
            // Devices that corrected the hand in the same way agree.
            let agrees = |id: &Uuid| latest_hands.iter().any(|other| other.id == *id && other.says_the_same_as(hand));
            let is_disputed = !others.iter().all(agrees);
            counting.insert(place, Placed { hand, place, position, others, is_disputed });
        }
    }
    counting
}

/// The places, those together whose versions supersede versions of each other. A version that does not count, and that
/// nothing that counts descends from, joins no places.
fn together(places: &HandPlaces<'_>, place_of: &BTreeMap<Uuid, Uuid>, standing: &CountingChanges) -> Vec<Vec<Uuid>> {
    let versions: Vec<Version> = places.values().flat_map(|at| at.versions(standing)).collect();
    let superseded = superseded(&versions);
    let mut beside: BTreeMap<Uuid, Vec<Uuid>> = BTreeMap::new();
    for version in versions.iter().filter(|version| version.counts || superseded.contains(&version.id)) {
        let Some(place) = place_of.get(&version.id) else { continue };
        let others = version.supersedes.iter().filter_map(|other| place_of.get(other));
        for other in others.filter(|other| *other != place) {
            beside.entry(*place).or_default().push(*other);
            beside.entry(*other).or_default().push(*place);
        }
    }
    let mut left: BTreeSet<Uuid> = places.keys().copied().collect();
    let mut together = Vec::new();
    while let Some(place) = left.pop_first() {
        let mut members = vec![place];
        let mut looked_at = 0;
        while let Some(member) = members.get(looked_at) {
            let next = beside.get(member).into_iter().flatten().filter(|place| left.remove(place));
            members.extend(next.copied().collect::<Vec<_>>());
            looked_at += 1;
        }
        together.push(members);
    }
    together
}

/// The places in order: each after those that were inserted before it.
fn visited(mut first: Vec<(i64, Uuid)>, mut before: BTreeMap<Uuid, Vec<(i64, Uuid)>>) -> Vec<Uuid> {
    first.sort_unstable();
    let mut order = Vec::new();
    // The places still to visit, the next one last. The flag is set once the hands inserted before a place are pending.
    let mut pending: Vec<(Uuid, bool)> = first.into_iter().rev().map(|(_, id)| (id, false)).collect();
    while let Some((id, looked_into)) = pending.pop() {
        match before.remove(&id) {
            Some(mut inserted) if !looked_into => {
                inserted.sort_unstable();
                pending.push((id, true));
                pending.extend(inserted.into_iter().rev().map(|(_, id)| (id, false)));
            }
            _ => order.push(id),
        }
    }
    order
}

/// A game and the time that orders it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameOrder {
    /// The game.
    pub id: Uuid,
    /// When it started, in milliseconds since 1970, if known.
    pub started_at: Option<i64>,
}

impl GameOrder {
    /// Its start; without one, the time in its id. In milliseconds since 1970.
    pub fn time(&self) -> i64 {
        let made = || {
            self.id.get_timestamp().map_or(0, |made| {
                let (seconds, nanoseconds) = made.to_unix();
                i64::try_from(seconds).unwrap_or(i64::MAX / 2000) * 1000 + i64::from(nanoseconds / 1_000_000)
            })
        };
        self.started_at.unwrap_or_else(made)
    }
}

impl From<&GameFact> for GameOrder {
    fn from(game: &GameFact) -> GameOrder {
        GameOrder { id: game.id, started_at: game.started_at }
    }
}

/// Orders games by their start; a game without one by the time in its id. Equal times are ordered by id.
pub fn games_in_order(mut games: Vec<GameOrder>) -> Vec<Uuid> {
    games.sort_by_key(|game| (game.time(), game.id));
    games.into_iter().map(|game| game.id).collect()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn the_first_versions_of_many_corrections_are_found_in_one_step_each() {
        const HANDS: u128 = 50;
        const VERSIONS: u128 = 5_000;
        // As many ids as there are hands lie between a version and the one that corrects it.
        let first = |hand: Uuid| Uuid::from_u128((hand.as_u128() - 1) % HANDS + 1);
        for is_newest_first in [false, true] {
            let mut versions: Vec<Uuid> = (1..=VERSIONS).map(Uuid::from_u128).collect();
            if is_newest_first {
                versions.reverse();
            }
            let steps = Cell::new(0);
            let corrected = |hand: Uuid| {
                steps.set(steps.get() + 1);
                hand.as_u128().checked_sub(HANDS).filter(|before| *before > 0).map(Uuid::from_u128)
            };
            let mut roots = BTreeMap::new();
            assert!(versions.iter().all(|hand| root_of(*hand, &mut roots, corrected) == first(*hand)));
            assert_eq!(steps.get(), VERSIONS);
        }
    }
}
