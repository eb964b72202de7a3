//! What several tests share: the program at a table of its own, documents that are run, and JSON that is compared.

#[cfg(unix)]
pub(crate) mod chromium;
#[cfg(all(unix, feature = "club"))]
pub(crate) mod clubs;
#[cfg(unix)]
pub(crate) mod console;
pub(crate) mod examples;
#[cfg(unix)]
pub(crate) mod faults;
pub(crate) mod hints;
pub(crate) mod json;
pub(crate) mod line;
#[cfg(unix)]
pub(crate) mod made;
pub(crate) mod program;
#[cfg(unix)]
pub(crate) mod terminal;
pub(crate) mod watching;
pub(crate) mod whole;

use ginpad::book::StoredGame;
use ginpad_core::{AcceptedHand, Game, GameHand};

/// The sheet of a game with these hands at its end.
pub(crate) fn with_hands(game: &StoredGame, hands: &[AcceptedHand]) -> Game {
    let mut sheet = game.scored.game.clone();
    sheet.hands.extend(hands.iter().cloned().map(GameHand::Accepted));
    sheet
}
