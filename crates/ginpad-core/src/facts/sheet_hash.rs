//! By what a game is recognised when its text sheet is imported again: the hash of the sheet as we print it.

use sha2::{Digest, Sha256};

use super::{Hash, hash_of};
use crate::game::Game;
use crate::notation::{print_game, print_hand};

/// The hash by which a game is recognised when its text sheet is imported again.
pub fn sheet_hash(game: &Game) -> Hash {
    hash_of(&print_game(game))
}

/// The hashes of the text sheet as it was before each of its hands, and as it is after the last, without a closing: by
/// them a game is recognised to which the sheet adds hands.
pub fn sheet_hashes_by_hand(game: &Game) -> Vec<Hash> {
    let begun = Game {
        title: game.title.clone(),
        event: game.event.clone(),
        rules: game.rules.clone(),
        players: game.players.clone(),
        closing: None,
        hands: Vec::new(),
        ..*game
    };
    let header = print_game(&begun);
    let mut text = Sha256::new_with_prefix(&header).chain_update("\n");
    let mut hashes = vec![hash_of(&header)];
    for hand in &game.hands {
        text.update(print_hand(hand, &game.players) + "\n");
        hashes.push(text.clone().finalize().into());
    }
    hashes
}
