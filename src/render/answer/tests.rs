//! The answers to logging, hand after hand.

use std::rc::Rc;

use super::{Beside, HandLine, status};
use crate::answer::Medium;
use crate::render::samples::*;
use crate::render::{Canvas, Colour, painted, standing};
use ginpad_core::{ScoredGame, Upcard};

fn line(game: &ScoredGame, hand: usize, beside: Beside, canvas: Canvas) -> String {
    let line = HandLine { game: Rc::new(game.clone()), hand, beside }.text(canvas);
    painted(line, canvas.colour)
}

/// The answer to each hand of a sheet as it is logged, and where the game then stands.
fn evening(text: &str) -> String {
    let whole = scored(text).game;
    let answer = |hand: usize| {
        let mut game = whole.clone();
        game.hands.truncate(hand + 1);
        let game = game.scored();
        format!("{}    [{}]\n", line(&game, hand, Beside::Now, Canvas::plain(1000)), standing(&game))
    };
    (0..whole.hands.len()).map(answer).collect()
}

#[test]
fn an_evening_of_each_format() {
    let sheets = [SINGLE, HOLLY, MULTI, PART, LOWER, TIE, VOID, BEST, UNFINISHED, REMARKS];
    insta::assert_snapshot!(sheets.map(evening).join("\n"), @r#"
    #1  Ann knocks, 4 against 27: 23   Ann 23 (needs 77), Bob 0 (needs 100)   Bob deals
        [open at 23–0]
    #2  Bob goes gin against 31: 56 (31 + 25)   Ann 23 (needs 77), Bob 56 (needs 44)   Ann deals
        [open at 23–56]
    #3  dead hand; nobody scores   Ann 23 (needs 77), Bob 56 (needs 44)   Bob deals
        [open at 23–56]
    #4  Ann goes big gin against 40: 71 (40 + 31)   Ann 94 (needs 6), Bob 56 (needs 44)   Ann deals
        [open at 94–56]
    #5  Bob undercuts Ann, 4 against 8: 29 (4 + 25)   Ann 94 (needs 6), Bob 85 (needs 15)   Bob deals
        [open at 94–85]
    #6  Bob undercuts Ann, 8 against 8: 25 (bonus)
    Bob finishes the game: Ann 144 (94 + 2 boxes 50), Bob 285 (110 + game 100 + 3 boxes 75)
    Bob wins the game 285–144, net 141   Ann pays Bob 1.41 USD
        [won by Bob 285–144]
    #7  Ann knocks, 3 against 20: 17   comes after the end of the game and is not counted
        [won by Bob 285–144]

    #1  Ann knocks, 4 against 27: 46 (23, doubled by the spade)   up 5♠   1st: Ann 46 (needs 54), Bob 0 (needs 100)   Ann deals
        [open at 46–0 in the 1st column]
    #2  Ann goes gin against 31: 112 (31 + 25, doubled by the spade), 5 boxes   up 9♠
    Ann finishes the 1st column: Ann 1116 (158 + shutout 558 + game 250 + 6 boxes 150), Bob 0; net 1116
    Ann finishes the 2nd column: Ann 974 (112 + shutout 487 + game 250 + 5 boxes 125), Bob 0; net 974
    game score: Ann 2090, Bob 0   Bob deals
        [open at 2090–0]
    #3  Bob knocks, 2 against 20: 18   up K♥   3rd: Ann 0 (needs 100), Bob 18 (needs 82)   game score: Ann 2090, Bob 0   Ann deals
        [open at 2090–0]
    #4  dead hand; nobody scores   up 4♦   3rd: Ann 0 (needs 100), Bob 18 (needs 82)   game score: Ann 2090, Bob 0   Bob deals
        [open at 2090–0]
    #5  Ann goes big gin against 40: 71 (40 + 31), 3 boxes   up 2♥   3rd: Ann 71 (needs 29), Bob 18 (needs 82)   game score: Ann 2090, Bob 0   Ann deals
        [open at 2090–0]
    #6  Bob goes gin against 10: 35 (10 + 25), 3 boxes   up 7♣   3rd: Ann 71 (needs 29), Bob 53 (needs 47)   game score: Ann 2090, Bob 0   Bob deals
        [open at 2090–0]
    #7  Ann undercuts Bob, 3 against 6: 56 (3 + 25, doubled by the spade), 3 boxes   up 8♠
    Ann finishes the 3rd column: Ann 527 (127 + game 250 + 6 boxes 150), Bob 153 (53 + 4 boxes 100); net 374 × 2 = 748
    Ann wins the game 3144–306, net 2838
        [won by Ann 3144–306]

    #1  Ann goes gin against 60: 85 (60 + 25)   Match 1: Ann 85 (needs 15), Bob 0 (needs 100)   Bob deals
        [open at 85–0 in Match 1]
    #2  dead hand; nobody scores   Match 1: Ann 85 (needs 15), Bob 0 (needs 100)   Ann deals
        [open at 85–0 in Match 1]
    #3  Bob knocks, 3 against 10: 7   Match 1: Ann 85 (needs 15), Bob 7 (needs 93)   Bob deals
        [open at 85–7 in Match 1]
    #4  Ann goes gin against 70: 95 (70 + 25)
    Ann finishes Match 1: Ann 330 (180 + game 100 + 2 boxes 50), Bob 32 (7 + 1 box 25); net 298
    game score: Ann 330 (needs 170), Bob 32 (needs 468)   Ann deals
        [open at 330–32]
    #5  Bob goes gin against 80: 105 (80 + 25)
    Bob finishes Match 2: Ann 0, Bob 330 (105 + shutout 100 + game 100 + 1 box 25); net 330
    game score: Ann 330 (needs 170), Bob 362 (needs 138)   Bob deals
        [open at 330–362]
    #6  Ann wins 12 points   Match 3: Ann 12 (needs 88), Bob 0 (needs 100)   game score: Ann 330 (needs 170), Bob 362 (needs 138)   Ann deals
        [open at 330–362]

    #1  Ann knocks, 4 against 27: 23; Dee goes gin against 12: 37 (12 + 25); Bob & Dee score 14   Ann & Cid 0 (needs 125), Bob & Dee 14 (needs 111)
        [open at 0–14]
    #2  Ann undercuts, 4 against 8: 29 (4 + 25); Bob wins 3 points; Ann & Cid score 26   Ann & Cid 26 (needs 99), Bob & Dee 14 (needs 111)
        [open at 26–14]
    #3  dead hand; nobody scores   Ann & Cid 26 (needs 99), Bob & Dee 14 (needs 111)
        [open at 26–14]
    #4  Ann knocks, 5 against 33: 28; Cid goes gin against 80: 105 (80 + 25); Ann & Cid score 133
    Ann & Cid finish the game: Ann & Cid 309 (159 + game 100 + 2 boxes 50), Bob & Dee 39 (14 + 1 box 25)
    Ann & Cid win the game 309–39, net 270
        [won by Ann & Cid 309–39]

    #1  Ann goes gin against 60: 85 (60 + 25)   Ann 85 (needs 15), Bob 0 (needs 100)
        [open at 85–0]
    #2  Bob knocks, 5 against 7: 2   Ann 85 (needs 15), Bob 2 (needs 98)
        [open at 85–2]
    #3  Bob knocks, 5 against 5: 0   Ann 85 (needs 15), Bob 2 (needs 98)
        [open at 85–2]
    #4  Bob knocks, 1 against 3: 2   Ann 85 (needs 15), Bob 4 (needs 96)
        [open at 85–4]
    #5  Bob knocks, 2 against 4: 2   Ann 85 (needs 15), Bob 6 (needs 94)
        [open at 85–6]
    #6  Bob knocks, 3 against 5: 2   Ann 85 (needs 15), Bob 8 (needs 92)
        [open at 85–8]
    #7  Bob knocks, 3 against 5: 2   Ann 85 (needs 15), Bob 10 (needs 90)
        [open at 85–10]
    #8  Bob knocks, 3 against 5: 2   Ann 85 (needs 15), Bob 12 (needs 88)
        [open at 85–12]
    #9  Ann wins 20 points
    Ann finishes the game: Ann 155 (105 + 2 boxes 50), Bob 187 (12 + 7 boxes 175)
    Ann wins the game 155–187, first to 100, net 32 to Bob
        [won by Ann 155–187]

    #1  Ann wins 20 points
    Ann finishes the 1st column: Ann 145 (20 + game 100 + 1 box 25), Bob 0; net 145
    game score: Ann 145, Bob 0
        [open at 145–0]
    #2  Bob wins 20 points
    Bob finishes the 2nd column: Ann 0, Bob 145 (20 + game 100 + 1 box 25); net 145
    tied at 145–145
        [tied at 145–145]

    #1  Ann knocks, 5 against 5: nobody's hand   up K♥   Ann 0 (needs 100), Bob 0 (needs 100)   Ann deals
        [open at 0–0]
    #2  Ann knocks, 2 against 9: 44 (7 + 15, doubled by the spade)   up 2♠   Ann 44 (needs 56), Bob 0 (needs 100)   Bob deals
        [open at 44–0]
    #3  Bob goes gin against 0: 25 (bonus)   up A♦   Ann 44 (needs 56), Bob 25 (needs 75)   Ann deals
        [open at 44–25]

    #1  Ann goes gin against 60: 85 (60 + 25)   Match 1: Ann 85 (needs 15), Bob 0 (needs 100)
        [open at 85–0 in Match 1]
    #2  Ann goes gin against 50: 75 (50 + 25)
    Ann finishes Match 1: Ann 470 (160 + shutout 160 + game 100 + 2 boxes 50), Bob 0; net 470
    matches: Ann 1 (needs 1), Bob 0 (needs 2)
        [open at 1–0 in matches]
    #3  Bob goes gin against 80: 105 (80 + 25)
    Bob finishes Match 2: Ann 0, Bob 335 (105 + shutout 105 + game 100 + 1 box 25); net 335
    matches: Ann 1 (needs 1), Bob 1 (needs 1)
        [open at 1–1 in matches]
    #4  Bob knocks, 2 against 4: 2   Match 3: Ann 0 (needs 100), Bob 2 (needs 98)   matches: Ann 1 (needs 1), Bob 1 (needs 1)
        [open at 1–1 in matches]
    #5  Bob knocks, 2 against 4: 2   Match 3: Ann 0 (needs 100), Bob 4 (needs 96)   matches: Ann 1 (needs 1), Bob 1 (needs 1)
        [open at 1–1 in matches]
    #6  Bob knocks, 2 against 4: 2   Match 3: Ann 0 (needs 100), Bob 6 (needs 94)   matches: Ann 1 (needs 1), Bob 1 (needs 1)
        [open at 1–1 in matches]
    #7  Bob knocks, 2 against 4: 2   Match 3: Ann 0 (needs 100), Bob 8 (needs 92)   matches: Ann 1 (needs 1), Bob 1 (needs 1)
        [open at 1–1 in matches]
    #8  Ann goes gin against 90: 115 (90 + 25)
    Ann finishes Match 3: Ann 240 (115 + game 100 + 1 box 25), Bob 108 (8 + 4 boxes 100); net 132
    Ann wins the game 2–1 in matches, 710–443, net 267
        [won by Ann 2–1 in matches]

    #1  Ann knocks, 4 against 27: 23
        [closed unfinished at 23–0]
    #2  dead hand; nobody scores
        [closed unfinished at 23–0]

    #1  Ann knocks, 4 against 27: 23   up 7♠, note "took the four", at 2026-11-20 19:45 +00:00   Ann 23 (needs 77), Bob 0 (needs 100)
        [open at 23–0]
    #2  dead hand; nobody scores   note "the stock ran down, as it does when both wait for \"the\" card"   Ann 23 (needs 77), Bob 0 (needs 100)
        [open at 23–0]
    #3  Bob goes gin against 31: 56 (31 + 25)   at 2026-11-20 19:59 +00:00   Ann 23 (needs 77), Bob 56 (needs 44)
        [open at 23–56]
    "#);
}

#[test]
fn a_hand_that_ended_the_game_has_the_foot_of_the_sheet_below_it() {
    let game = scored(SINGLE);
    insta::assert_snapshot!(line(&game, 5, Beside::ItsOwnTime, Canvas::plain(80)), @"
    #6  Bob undercuts Ann, 8 against 8: 25 (bonus)

               │     Ann ┆     Bob
    ───────────┼───────────────────
    points     │      94 ┆     110
    game bonus │         ┆     100
    boxes × 25 │   2  50 ┆   3  75
    total      │     144 ┆     285
    net        │         ┆     141

    Bob wins the game 285–144, net 141
    Ann pays Bob 1.41 USD
    ");
    let pad = Canvas { medium: Medium::Pad, ..Canvas::plain(80) };
    assert_eq!(line(&game, 5, Beside::ItsOwnTime, pad), line(&game, 5, Beside::ItsOwnTime, Canvas::plain(80)));
}

#[test]
fn the_pad_shows_below_an_answer_where_the_game_stands() {
    let pad = Canvas { medium: Medium::Pad, ..Canvas::plain(80) };
    assert_eq!(line(&scored(SINGLE), 0, Beside::Now, pad), "#1  Ann knocks, 4 against 27: 23\n");
}

fn status_of(sheet: &str, width: usize) -> String {
    status(&scored(sheet), None, false, Canvas::plain(width))
}

#[test]
fn an_open_game_shows_score_needs_and_deal() {
    let sheet = "sides: Ann, Bob\ndealer: Ann\n\nann knock 4 27\n";
    assert_eq!(status_of(sheet, 80), "Ann 23 (needs 77), Bob 0 (needs 100)   Bob deals");
    assert_eq!(status_of(sheet, 40), "Ann 23 (needs 77), Bob 0 (needs 100)\n  Bob deals");
}

#[test]
fn an_upcard_that_was_turned_says_what_it_means() {
    let oklahoma = scored("sides: Ann, Bob\nrules: oklahoma\ndealer: Ann\n\nann gin 4 up 4h\n");
    let said = |card| painted(status(&oklahoma, Upcard::read(card).ok(), false, Canvas::plain(100)), Colour::Plain);
    let stands = "Ann 29 (needs 71), Bob 0 (needs 100)   Bob deals";
    assert_eq!(said("7h"), format!("{stands}   up 7♥: the knock limit is 7"));
    assert_eq!(said("7s"), format!("{stands}   up 7♠: the knock limit is 7, and a spade doubles"));
    assert_eq!(said("qd"), format!("{stands}   up Q♦: the knock limit is 10"));
}

#[test]
fn after_the_first_hand_it_says_how_to_name_a_dealer() {
    let sheet = "sides: Ann, Bob\n\nann knock 4 27\n";
    assert_eq!(status_of(sheet, 80), "Ann 23 (needs 77), Bob 0 (needs 100)   `dealer NAME` says who dealt first");
    let sheet = format!("{sheet}ann knock 4 5\n");
    assert_eq!(status_of(&sheet, 80), "Ann 24 (needs 76), Bob 0 (needs 100)");
}

#[test]
fn a_new_game_says_who_plays_by_which_rules() {
    let sheet = "sides: Ann, Bob\ndealer: Ann\nrules: hollywood\n";
    assert_eq!(status_of(sheet, 80), "Ann – Bob, hollywood   Ann deals");
}

#[test]
fn a_game_that_is_over_says_who_won_and_who_pays() {
    let sheet = "sides: Ann, Bob\nrules: standard, target=20\nstake: 0.01 USD\n\nann knock 4 27\n";
    assert_eq!(status_of(sheet, 80), "Ann wins the game 171–0, net 171   Bob pays Ann 1.71 USD");
}
