//! Odds in words.

use super::*;
use crate::render::odds::percents;
use crate::render::samples::{FORFEIT, MULTI, NEW, SINGLE, UNFINISHED, scored};
use ginpad_core::odds::{Basis, Odds, OwnHands};
use ginpad_core::text::Flaw;
use ginpad_core::{BySide, ScoredGame};

fn odds_of(game: &ScoredGame) -> Result<Odds, Flaw> {
    let mut own = OwnHands::new(&game.game.players, &game.game.rules.rules);
    own.add(game);
    Odds::of(game, &own, &mut || {})
}

fn text(sheet: &str, number: Option<i64>) -> String {
    let game = scored(sheet);
    let odds = GameOdds::new(number, &game, odds_of(&game));
    format!("{}\n{}\n", odds.heading, odds.line)
}

const AT_71: &str = "sides: Ann, Bob\n\nann knock 4 27\nbob knock 3 20\nann gin 20\n";

#[test]
fn an_open_game_has_its_chances_and_what_they_rest_on() {
    insta::assert_snapshot!(text(AT_71, Some(12)), @"
    game 12: Ann – Bob, open at 68–17
    Ann about 81 %, Bob 19 % (3 of your own hands, the rest simulated; ± 8)
    ");
    insta::assert_snapshot!(text("sides: Ann, Bob\n", None), @"
    Ann – Bob, open at 0–0
    Ann about 50 %, Bob 50 % (simulated hands only; ± 8)
    ");
}

#[test]
fn games_that_are_played_on_say_so() {
    insta::assert_snapshot!(text(NEW, None) + &text(MULTI, None), @"
    Ann – Bob, open at 0–0 in the 1st column
    Ann about 50 %, Bob 50 % (simulated hands only; ± 8; 10000 games played on, ± 0.5)
    Ann – Bob, open at 330–362
    Ann about 59 %, Bob 41 % (5 of your own hands, the rest simulated; ± 8; 10000 games played on, ± 0.5)
    ");
}

#[test]
fn a_game_that_is_over_has_no_chances_but_a_result() {
    insta::assert_snapshot!(text(SINGLE, Some(3)) + &text(FORFEIT, None) + &text(UNFINISHED, None), @"
    game 3: Ann – Bob, won by Bob 285–144
    Bob wins the game 285–144, net 141
    Ann & Cid – Bob & Dee, forfeited by Bob & Dee
    forfeited by Bob & Dee, won by Ann & Cid at 76–295
    Ann – Bob, closed unfinished at 23–0
    No odds: the game was closed unfinished, and nobody wins it
    ");
}

#[test]
fn partners_without_enough_hands_are_told_so() {
    let sheet = "rules: partners\nsides: Ann & Cid, Bob & Dee\n\nann gin 20, cid gin 9\n";
    insta::assert_snapshot!(text(sheet, None), @"
    Ann & Cid – Bob & Dee, open at 79–0
    No odds yet: these sides have won 1 hand against each other, and partners need 40
    ");
}

fn of(first: f64, second: f64, tie: f64) -> (u32, u32, Option<u32>) {
    let basis = Some(Basis { own_hands: 0, model_error: None });
    let odds = Odds { win: BySide::new(first, second), tie, games: None, basis };
    let ([first, second], tie) = percents(&odds);
    (first, second, tie)
}

#[test]
fn nothing_is_certain_until_it_is_decided() {
    assert_eq!(of(0.999, 0.001, 0.0), (99, 1, None));
    assert_eq!(of(0.0001, 0.9999, 0.0), (1, 99, None));
    assert_eq!(of(0.5, 0.5, 0.0), (50, 50, None));
    assert_eq!(of(0.714, 0.286, 0.0), (71, 29, None));
    assert_eq!(of(0.4975, 0.4975, 0.005), (50, 50, None), "a tie of half a percent");
    assert_eq!(of(0.49, 0.48, 0.03), (49, 48, Some(3)));
    assert_eq!(of(0.97, 0.0, 0.03), (97, 1, Some(3)));
    assert_eq!(of(0.0, 0.0, 1.0), (1, 1, Some(99)), "only a tie is left, and the next hand may still change it");
}
