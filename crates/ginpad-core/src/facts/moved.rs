//! Hands that were moved between games.
//!
//! A moved hand has versions in several games. Which of them counts is decided among all of them, so each of these games
//! is folded with the hands of the others. A move stands among them as the hand that it makes in its game.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use uuid::Uuid;

use super::by_kind::Kinds;
use super::order::{Order, Placed, orders};
use super::record::Carried;
use super::{CountingChanges, GameFact, HandFact, RemovalFact, TransferFact, Waiting};

/// The hands of games between which hands were moved.
#[derive(Debug, Clone)]
pub struct MovedHands<'a> {
    /// Every move of a hand between these games.
    pub transfers: Vec<&'a TransferFact>,
    /// Every version of every hand of these games.
    pub hands: Vec<&'a HandFact>,
    /// Every removal of one of these hands.
    pub removals: Vec<&'a RemovalFact>,
    /// The hands that wait and are not among these, of those that these supersede.
    pub waiting: Cow<'a, BTreeSet<Uuid>>,
    /// Those of these games that do not count. What was said about a hand in such a game waits for it.
    pub gone: BTreeSet<Uuid>,
}

/// The hands of games between which hands were moved, put in order once for all of them.
#[derive(Debug)]
pub struct MovedOrder {
    /// The hands, with those that the moves make.
    hands: Vec<HandFact>,
    /// How hands came to their games, by the move.
    carried: BTreeMap<Uuid, Carried>,
    games: BTreeMap<Uuid, OfGame>,
}

/// The order of one of these games.
#[derive(Debug)]
struct OfGame {
    /// The places, each with where its hand stands in the list.
    places: Vec<(usize, AtPlace)>,
    next_number: i64,
    inserted: BTreeMap<Uuid, i64>,
    waiting: Vec<Waiting>,
}

/// A place without its hand.
#[derive(Debug)]
struct AtPlace {
    place: Uuid,
    position: (Option<Uuid>, i64),
    others: Vec<Uuid>,
    is_disputed: bool,
}

/// The change of what never counts.
const NEVER: Uuid = Uuid::nil();

impl MovedOrder {
    /// Which changes count, where some never do. Whoever puts many hands in order asks once.
    fn standing(standing: &CountingChanges) -> Cow<'_, CountingChanges> {
        match standing.counts(NEVER) {
            true => Cow::Owned(standing.clone().without([NEVER])),
            false => Cow::Borrowed(standing),
        }
    }

    /// Puts these hands in order.
    pub fn of(moved: &MovedHands<'_>, standing: &CountingChanges) -> MovedOrder {
        let by_id: BTreeMap<Uuid, &HandFact> = moved.hands.iter().map(|hand| (hand.id, *hand)).collect();
        let made = moved.transfers.iter().filter_map(|made| Some(made.moved(by_id.get(&made.hand)?)));
        let waits = |hand: HandFact| match moved.gone.contains(&hand.game) {
            true => HandFact { change: NEVER, ..hand },
            false => hand,
        };
        let hands: Vec<HandFact> = moved.hands.iter().map(|hand| (*hand).clone()).chain(made).map(waits).collect();
        let at: BTreeMap<Uuid, usize> = hands.iter().enumerate().map(|(at, hand)| (hand.id, at)).collect();
        let is_gone = |hand: &Uuid| at.get(hand).is_some_and(|at| moved.gone.contains(&hands[*at].game));
        let waits = |removal: &RemovalFact| match is_gone(&removal.hand) {
            true => RemovalFact { change: NEVER, ..removal.clone() },
            false => removal.clone(),
        };
        let removals: Vec<RemovalFact> = moved.removals.iter().map(|removal| waits(removal)).collect();
        let standing = MovedOrder::standing(standing);
        let (every_hand, every_removal) = (hands.iter().collect::<Vec<_>>(), removals.iter().collect::<Vec<_>>());
        let orders = orders(&every_hand, &every_removal, &moved.waiting, &standing);
        let of_game = |Order { places, next_number, inserted, waiting }: Order<'_>| {
            let places = places.into_iter().filter_map(|Placed { hand, place, position, others, is_disputed }| {
                Some((*at.get(&hand.id)?, AtPlace { place, position, others, is_disputed }))
            });
            OfGame { places: places.collect(), next_number, inserted, waiting }
        };
        let games = orders.into_iter().map(|(game, order)| (game, of_game(order))).collect();
        let carried = moved.transfers.iter().map(|transfer| (transfer.id, Carried::of(transfer))).collect();
        MovedOrder { hands, carried, games }
    }

    /// Whether a game is one of them.
    pub fn has(&self, game: Uuid) -> bool {
        self.games.contains_key(&game)
    }

    /// The order of one of these games.
    pub(super) fn order(&self, game: Uuid) -> Order<'_> {
        let Some(OfGame { places, next_number, inserted, waiting }) = self.games.get(&game) else {
            return Order::default();
        };
        let places = places.iter().filter_map(|(at, AtPlace { place, position, others, is_disputed })| {
            let (hand, others) = (self.hands.get(*at)?, others.clone());
            Some(Placed { hand, place: *place, position: *position, others, is_disputed: *is_disputed })
        });
        Order {
            places: places.collect(),
            next_number: *next_number,
            inserted: inserted.clone(),
            waiting: waiting.clone(),
        }
    }

    /// How a hand came to its game, if this version of it is a move.
    pub(super) fn carried(&self, version: Uuid) -> Option<&Carried> {
        self.carried.get(&version)
    }
}

/// What was moved between games, for each of them.
pub(super) fn moved_hands(
    kinds: &Kinds<'_>,
    removals: &BTreeMap<Uuid, Vec<&RemovalFact>>,
    counting: &[&GameFact],
    waiting: &BTreeSet<Uuid>,
    standing: &CountingChanges,
) -> BTreeMap<Uuid, Rc<MovedOrder>> {
    let mut moved = BTreeMap::new();
    if kinds.transfers.is_empty() {
        return moved;
    }
    let game_of: BTreeMap<Uuid, Uuid> = kinds.hands.values().flatten().map(|hand| (hand.id, hand.game)).collect();
    let counting: BTreeSet<Uuid> = counting.iter().map(|game| game.id).collect();
    let mut transfers_to: BTreeMap<Uuid, Vec<&TransferFact>> = BTreeMap::new();
    kinds.transfers.iter().for_each(|transfer| transfers_to.entry(transfer.game).or_default().push(transfer));
    let standing = MovedOrder::standing(standing);
    for games in connected(&kinds.transfers, &game_of) {
        let transfers = games.iter().filter_map(|game| transfers_to.remove(game)).flatten().collect();
        let hands = games.iter().filter_map(|game| kinds.hands.get(game)).flatten().copied().collect();
        let removals = games.iter().filter_map(|game| removals.get(game)).flatten().copied().collect();
        let gone = games.iter().copied().filter(|game| !counting.contains(game)).collect();
        let moved_hands = MovedHands { transfers, hands, removals, waiting: Cow::Borrowed(waiting), gone };
        let together = Rc::new(MovedOrder::of(&moved_hands, &standing));
        moved.extend(games.into_iter().map(|game| (game, Rc::clone(&together))));
    }
    moved
}

/// The games between which hands were moved, each with all that are connected with it. `game_of` gives the game of a hand.
fn connected(transfers: &[&TransferFact], game_of: &BTreeMap<Uuid, Uuid>) -> Vec<BTreeSet<Uuid>> {
    let mut beside: BTreeMap<Uuid, Vec<Uuid>> = BTreeMap::new();
    for transfer in transfers {
        let Some(from) = game_of.get(&transfer.hand) else { continue };
        beside.entry(*from).or_default().push(transfer.game);
        beside.entry(transfer.game).or_default().push(*from);
    }
    let mut connected: Vec<BTreeSet<Uuid>> = Vec::new();
    let mut seen: BTreeSet<Uuid> = BTreeSet::new();
    for game in beside.keys() {
        let mut together = BTreeSet::new();
        let mut pending = vec![*game];
        while let Some(game) = pending.pop() {
            if seen.insert(game) {
                together.insert(game);
                pending.extend(beside.get(&game).into_iter().flatten());
            }
        }
        if !together.is_empty() {
            connected.push(together);
        }
    }
    connected
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::*;
    use crate::facts::Fact;

    /// Pairs of games, with a hand of the first moved to the second.
    fn pairs(pairs: u128) -> Vec<Fact> {
        let id = |number: u128| Uuid::from_u128(number);
        let change = id(1);
        let fact = |content: Value| -> Fact { serde_json::from_value(content).unwrap() };
        let hand =
            fact(json!({ "kind": "hand", "id": id(2), "change": change, "game": id(3), "number": 1, "results": [] }));
        let Fact::Hand(hand) = hand else { panic!("{hand:?}") };
        let pair = |at: u128| {
            let [first, second, moved, id] = [10, 11, 12, 13].map(|kind| id(at * 100 + kind));
            let hand = HandFact { id: moved, game: first, ..hand.clone() };
            let (number, inserted_before, seats, supersedes, unknown) = (1, None, None, Vec::new(), Map::new());
            let moved = TransferFact {
                id,
                change,
                hand: moved,
                game: second,
                number,
                inserted_before,
                seats,
                supersedes,
                unknown,
            };
            [Fact::Hand(hand), Fact::Transfer(moved)]
        };
        (1..=pairs).flat_map(pair).collect()
    }

    /// How long this thread has worked, in nanoseconds, whatever else the machine does. `None` where nobody can tell.
    #[expect(clippy::disallowed_methods, reason = "only the system knows how long a thread has worked")]
    fn worked() -> Option<u64> {
        std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok()
    }

    #[test]
    fn the_work_grows_with_the_moves_and_not_with_their_square() {
        // Changes that do not count, and hands that wait, grow with the book too.
        let work = |size: u128| {
            let facts = pairs(size);
            let kinds = Kinds::of(&facts);
            let many: BTreeSet<Uuid> = (0..size).map(|number| Uuid::from_u128(u128::MAX - number)).collect();
            let standing = CountingChanges::new([], [], many.clone());
            let began = worked();
            let moved = moved_hands(&kinds, &BTreeMap::new(), &[], &many, &standing);
            let work = worked().zip(began).map(|(ended, began)| ended - began);
            assert_eq!(moved.len() as u128, 2 * size);
            work
        };
        // Some systems count in ticks of some milliseconds. So many moves take ten of them.
        let is_enough = |size: &u128| work(*size).is_none_or(|work| work > 40_000_000);
        let size = (0..).map(|times| 500 << times).find(is_enough).unwrap();
        let least = |size: u128| (0..3).filter_map(|_| work(size)).min();
        // Ten times as much takes about ten times as long; its square would take a hundred times as long.
        if let (Some(few), Some(many)) = (least(size), least(10 * size)) {
            assert!(many < 35 * few, "{many} ns, and {few} ns for a tenth");
        }
    }
}
