//! Hashes of a game's printed text sheet, which recognise the game when its sheet is imported again.

use sha2::{Digest, Sha256};

use super::print::{header_of, print_at, print_game};
use crate::Game;

/// The hash that recognises a game when its text sheet is imported again.
pub fn sheet_hash(game: &Game) -> [u8; 32] {
    Sha256::digest(print_game(game)).into()
}

/// The hashes of the text sheet before each entry and after the last, without a closing. They recognise the game when
/// an imported sheet adds entries to it.
pub fn sheet_hashes_by_entry(game: &Game) -> Vec<[u8; 32]> {
    let header = header_of(game).filter(|(key, _)| *key != "closed");
    let header: String = header.map(|(key, value)| format!("{key}: {value}\n")).collect();
    let mut text = Sha256::new_with_prefix(&header).chain_update("\n");
    let mut hashes = vec![Sha256::digest(&header).into()];
    for at in game.entries() {
        text.update(print_at(game, at) + "\n");
        hashes.push(text.clone().finalize().into());
    }
    hashes
}
