//! Hands that were moved between games.
//!
//! A moved hand has versions in several games. Which of them counts is decided among all of them, so each of these games
//! is folded with the hands of the others. A move stands among them as the hand that it makes in its game.

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use super::order::{Order, Placed, orders};
use super::record::Carried;
use super::{CountingChanges, HandFact, RemovalFact, TransferFact, Waiting};

/// The hands of games between which hands were moved.
#[derive(Debug, Clone, Default)]
pub struct MovedHands<'a> {
    /// Every move of a hand between these games.
    pub transfers: Vec<&'a TransferFact>,
    /// Every version of every hand of these games.
    pub hands: Vec<&'a HandFact>,
    /// Every removal of one of these hands.
    pub removals: Vec<&'a RemovalFact>,
    /// The hands that wait and are not among these, of those that these supersede.
    pub waiting: BTreeSet<Uuid>,
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
}

impl MovedOrder {
    /// Puts these hands in order.
    pub fn of(moved: &MovedHands<'_>, standing: &CountingChanges) -> MovedOrder {
        let by_id: BTreeMap<Uuid, &HandFact> = moved.hands.iter().map(|hand| (hand.id, *hand)).collect();
        let made = moved.transfers.iter().filter_map(|made| Some(made.moved(by_id.get(&made.hand)?)));
        // The empty id is that of a change that does not count.
        let waits = |hand: HandFact| match moved.gone.contains(&hand.game) {
            true => HandFact { change: Uuid::nil(), ..hand },
            false => hand,
        };
        let hands: Vec<HandFact> = moved.hands.iter().map(|hand| (*hand).clone()).chain(made).map(waits).collect();
        let at: BTreeMap<Uuid, usize> = hands.iter().enumerate().map(|(at, hand)| (hand.id, at)).collect();
        let standing = standing.clone().without([Uuid::nil()]);
        let orders = orders(&hands.iter().collect::<Vec<_>>(), &moved.removals, &moved.waiting, &standing);
        let of_game = |Order { places, next_number, inserted, waiting }: Order<'_>| {
            let places = places.into_iter().filter_map(|Placed { hand, place, position, others }| {
                Some((*at.get(&hand.id)?, AtPlace { place, position, others }))
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
        let places = places.iter().filter_map(|(at, AtPlace { place, position, others })| {
            let hand = self.hands.get(*at)?;
            Some(Placed { hand, place: *place, position: *position, others: others.clone() })
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

/// The games between which hands were moved, each with all that are connected with it. `game_of` gives the game of a hand.
pub(super) fn connected(transfers: &[&TransferFact], game_of: &BTreeMap<Uuid, Uuid>) -> Vec<BTreeSet<Uuid>> {
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
