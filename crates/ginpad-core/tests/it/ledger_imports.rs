//! Which game an imported sheet is, without a store.

use ginpad_core::Game;
use ginpad_core::facts::FactId;
use ginpad_core::ledger::{KnownGames, Longer, Recognised};
use ginpad_core::notation::read_one;
use uuid::Uuid;

const DATED: &str = "date: 2026-11-20 19:30 +01:00\nrules: standard\nsides: Ann, Bob\n\n";
const UNDATED: &str = "rules: standard\nsides: Ann, Bob\n\n";

fn sheet(head: &str, hands: usize) -> Game {
    read_one(&format!("{head}{}", "ann gin 4\n".repeat(hands))).unwrap()
}

fn id(number: u128) -> FactId {
    FactId { of: Uuid::from_u128(number), place: 0 }
}

/// What a store knows that has one game with so many hands.
fn stored(head: &str, hands: usize) -> KnownGames {
    let mut known = KnownGames::default();
    let game = sheet(head, hands);
    assert!(known.is_first_asked(&game) && !known.is_first_asked(&game), "the store is asked once");
    known.add(id(1), Some(1), &game, Some(9));
    known
}

/// How many hands the game has with which a sheet goes on.
fn begun(found: Recognised) -> Option<(bool, usize, u32)> {
    match found {
        Recognised::GoesOn(begun) => Some((begun.is_new, begun.entries, begun.next)),
        _ => None,
    }
}

#[test]
fn a_text_that_comes_twice_in_a_file_is_two_games_and_in_two_files_one() {
    let mut known = KnownGames::default();
    let [first, second] = [0, 1].map(|_| known.id_of("sides: Ann, Bob\n"));
    known.next_file();
    assert_ne!(first, second);
    assert_eq!(known.id_of("sides:  Ann, Bob\n"), first);

    let mut known = stored(UNDATED, 2);
    assert_eq!(known.recognise(&sheet(UNDATED, 2), Longer::Name), Recognised::Known(1));
    assert_eq!(known.recognise(&sheet(UNDATED, 2), Longer::Name), Recognised::New);
    known.add(id(2), Some(2), &sheet(UNDATED, 2), None);
    assert_eq!(known.recognise(&sheet(UNDATED, 2), Longer::Name), Recognised::New, "a third of one file");
    known.next_file();
    assert_eq!(known.recognise(&sheet(UNDATED, 2), Longer::Name), Recognised::Known(1));
    assert_eq!(known.recognise(&sheet(UNDATED, 2), Longer::Name), Recognised::Repeated);
}

#[test]
fn only_a_start_tells_that_a_short_sheet_is_the_beginning_of_a_game() {
    assert_eq!(stored(DATED, 3).recognise(&sheet(DATED, 1), Longer::Name), Recognised::Known(1));
    assert_eq!(stored(DATED, 3).recognise(&sheet(DATED, 0), Longer::Name), Recognised::Known(1));
    assert_eq!(stored(UNDATED, 3).recognise(&sheet(UNDATED, 1), Longer::Name), Recognised::New);
    let other = DATED.replace("Bob", "Cid");
    assert_eq!(stored(DATED, 3).recognise(&sheet(&other, 1), Longer::Name), Recognised::New);
}

#[test]
fn a_longer_sheet_goes_on_with_the_game_that_has_the_most_hands() {
    let mut known = stored(DATED, 1);
    known.add(id(2), Some(2), &sheet(DATED, 2), Some(3));
    assert_eq!(begun(known.recognise(&sheet(DATED, 4), Longer::Continue)), Some((false, 2, 3)));
    // It has four hands now, in any other file too.
    assert_eq!(begun(known.recognise(&sheet(DATED, 6), Longer::Continue)), Some((false, 1, 9)));
    known.next_file();
    assert_eq!(known.recognise(&sheet(DATED, 4), Longer::Continue), Recognised::Repeated);
    assert_eq!(begun(known.recognise(&sheet(DATED, 8), Longer::Continue)), Some((false, 6, 14)));
    // A game that was closed is not gone on with, and without a start a game without hands is none.
    let closed = DATED.replace("\n\n", "\nclosed: unfinished\n\n");
    assert_eq!(stored(&closed, 1).recognise(&sheet(DATED, 2), Longer::Continue), Recognised::New);
    assert_eq!(begun(stored(DATED, 1).recognise(&sheet(&closed, 1), Longer::Continue)), Some((false, 1, 9)));
    assert_eq!(stored(UNDATED, 0).recognise(&sheet(UNDATED, 1), Longer::Continue), Recognised::New);
}

#[test]
fn a_second_sheet_that_goes_on_with_a_game_is_held_while_the_first_is_only_named() {
    for (longer, second) in [(Longer::Name, Recognised::HeldBack), (Longer::Continue, Recognised::New)] {
        for hands in [[2, 4], [4, 2]] {
            let mut known = stored(DATED, 1);
            assert_eq!(begun(known.recognise(&sheet(DATED, hands[0]), longer)), Some((false, 1, 9)));
            assert_eq!(known.recognise(&sheet(DATED, hands[1]), longer), second);
        }
    }
}
