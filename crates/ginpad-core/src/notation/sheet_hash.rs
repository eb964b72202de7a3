//! By what a game is recognised when its text sheet is imported again: the hash of the sheet as we print it.

use sha2::{Digest, Sha256};

use super::print::{print_at, print_game};
use crate::game::Game;

/// The hash by which a game is recognised when its text sheet is imported again.
pub fn sheet_hash(game: &Game) -> [u8; 32] {
    Sha256::digest(print_game(game)).into()
}

/// The hashes of the text sheet as it was before each of its entries, and as it is after the last, without a closing: by
/// them a game is recognised to which the sheet adds entries.
pub fn sheet_hashes_by_entry(game: &Game) -> Vec<[u8; 32]> {
    let begun = Game {
        title: game.title.clone(),
        event: game.event.clone(),
        rules: game.rules.clone(),
        players: game.players.clone(),
        closing: None,
        hands: Vec::new(),
        adjustments: Vec::new(),
        ..*game
    };
    let header = print_game(&begun);
    let mut text = Sha256::new_with_prefix(&header).chain_update("\n");
    let mut hashes = vec![Sha256::digest(&header).into()];
    for at in game.entries() {
        text.update(print_at(game, at) + "\n");
        hashes.push(text.clone().finalize().into());
    }
    hashes
}
