//! Hands that were moved between games.
//!
//! A moved hand has versions in several games. Which of them counts is decided among all of them, so each of these games
//! is folded with the hands of the others. A move stands among them as the hand that it makes in its game.

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use super::{CountingChanges, HandFact, RemovalFact, TransferFact};

/// The hands of games between which hands were moved.
#[derive(Debug, Clone, Default)]
pub struct MovedHands<'a> {
    /// Every move of a hand between these games.
    pub transfers: Vec<&'a TransferFact>,
    /// Every version of every hand of these games.
    pub hands: Vec<&'a HandFact>,
    /// Every removal of one of these hands.
    pub removals: Vec<&'a RemovalFact>,
    /// Those of these games that do not count. What was said about a hand in such a game waits for it.
    pub gone: BTreeSet<Uuid>,
}

/// Those hands, with the hands that the moves make.
pub(super) struct WithMoved {
    hands: Vec<HandFact>,
    pub(super) standing: CountingChanges,
}

impl WithMoved {
    pub(super) fn new(moved: &MovedHands<'_>, standing: &CountingChanges) -> WithMoved {
        let by_id: BTreeMap<Uuid, &HandFact> = moved.hands.iter().map(|hand| (hand.id, *hand)).collect();
        let made = moved.transfers.iter().filter_map(|made| Some(made.moved(by_id.get(&made.hand)?)));
        // The empty id is that of a change that does not count.
        let waits = |hand: HandFact| match moved.gone.contains(&hand.game) {
            true => HandFact { change: Uuid::nil(), ..hand },
            false => hand,
        };
        let hands = moved.hands.iter().map(|hand| (*hand).clone()).chain(made).map(waits).collect();
        WithMoved { hands, standing: standing.clone().without([Uuid::nil()]) }
    }

    pub(super) fn hands(&self) -> Vec<&HandFact> {
        self.hands.iter().collect()
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
