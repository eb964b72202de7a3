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

use chrono::{Offset as _, Utc};
use ginpad::book::{OpenBook, StoredGame};

use ginpad_core::facts::{ChangeVerb, Edited, EditedHand, SettingKey};
use ginpad_core::hand::Moment;
use ginpad_core::sheet::EntryAt;
use ginpad_core::{AcceptedHand, Game, GameHand};

/// The sheet of a game with these hands at its end.
pub(crate) fn with_hands(game: &StoredGame, hands: &[AcceptedHand]) -> Game {
    let mut sheet = game.scored.game.clone();
    sheet.hands.extend(hands.iter().cloned().map(GameHand::Accepted));
    sheet
}

/// Puts a hand in the place of another one.
pub(crate) fn fix(open: &OpenBook<'_>, game: &StoredGame, at: usize, hand: AcceptedHand) -> StoredGame {
    let mut is = game.scored.game.clone();
    is.hands[at] = GameHand::Accepted(hand);
    let at = EntryAt::Hand(at);
    edit(open, ChangeVerb::FIX, game, &is, EditedHand::Corrected { was: at, is: at })
}

/// Takes a hand out.
pub(crate) fn drop_hand(open: &OpenBook<'_>, game: &StoredGame, at: usize) -> StoredGame {
    edit(open, ChangeVerb::DROP, game, &game.scored.game, EditedHand::Removed { was: EntryAt::Hand(at) })
}

/// Puts a hand before another one.
pub(crate) fn insert(open: &OpenBook<'_>, game: &StoredGame, at: usize, hand: AcceptedHand) -> StoredGame {
    let mut is = game.scored.game.clone();
    is.hands.insert(at, GameHand::Accepted(hand));
    let at = EntryAt::Hand(at);
    edit(open, ChangeVerb::INSERT, game, &is, EditedHand::New { is: at, next: Some(at) })
}

/// Sets a detail of a game to its value in `is`.
pub(crate) fn set(open: &OpenBook<'_>, verb: ChangeVerb, game: &StoredGame, is: &Game, key: SettingKey) -> StoredGame {
    let edited = Edited { set: vec![key], hands: Vec::new() };
    open.edit(verb, game, is, &edited, now()).unwrap()
}

fn edit(open: &OpenBook<'_>, verb: ChangeVerb, game: &StoredGame, is: &Game, hand: EditedHand) -> StoredGame {
    let edited = Edited { set: Vec::new(), hands: vec![hand] };
    open.edit(verb, game, is, &edited, now()).unwrap()
}

fn now() -> Moment {
    Utc::now().with_timezone(&Utc.fix())
}
