use std::rc::Rc;

use super::*;
use crate::render::Look;
use crate::render::samples::{
    ALIKE, BEST, FIVE, FOUR, HOLLY, LONGEST, MULTI, NEW, PART, SINGLE, TOTALS, placed, printed, scored,
};
use ginpad_core::game::ScoredGame;
use ginpad_core::text::{ascii, width};

fn shown(sheet: &str, columns: usize, rows: Option<usize>) -> String {
    drawn(&scored(sheet), None, Look { rows, ..Look::plain(columns) })
}

fn drawn(game: &ScoredGame, change: Option<LastChange>, look: Look) -> String {
    printed(&ScoreBoard { game: Rc::new(placed(game, Some(7))), change }, look)
}

/// A game to 100 after a few hands.
const OPEN: &str = "\
title: Friday night
sides: Ann, Bob
dealer: Ann

ann knock 4 27
bob gin 31
ann big-gin 40
";

const HOLLYWOOD: &str = "\
rules: hollywood, target=100
sides: Ann, Bob
dealer: Bob

ann knock 4 27
ann gin 51
bob knock 2 20
ann gin 31
";

#[test]
fn an_open_game() {
    insta::assert_snapshot!(shown(OPEN, 120, None), @r"
Game 7 · Friday night · standard

Ann                                                          Bob

████████████    ████    ████                                 ████████████    ████████████
████████████    ████    ████                                 ████████████    ████████████
████    ████    ████    ████                                 ████            ████
████    ████    ████    ████                                 ████            ████
████████████    ████████████                                 ████████████    ████████████
████████████    ████████████       ███  █                    ████████████    ████████████
        ████            ████    █    █ ██                            ████    ████    ████
        ████            ████   ███   █  █                            ████    ████    ████
████████████            ████    █    █  █                    ████████████    ████████████
████████████            ████         █ ███                   ████████████    ████████████

needs 6                                                      needs 44

#3  Ann goes big gin against 40: 71 (40 + 31)

Bob deals
");
    insta::assert_snapshot!(shown(OPEN, 40, None), @r"
Game 7 · Friday night · standard

Ann                  Bob

███ █ █              ███ ███
█ █ █ █              █   █
███ ███              ███ ███
  █   █                █ █ █
███   █   +71        ███ ███

needs 6              needs 44

#3  Ann goes big gin against 40:
  71 (40 + 31)

Bob deals
");
    insta::assert_snapshot!(shown(OPEN, 20, None), @"
    Game 7
      Friday night
      standard

    Ann        Bob

    94 +71     56

    needs 6    needs 44

    #3 Ann goes big gin
      against 40:
      71 (40 + 31)

    Bob deals
    ");
}

#[test]
fn partners() {
    let sheet = PART.rsplit_once("ann knock 5 33").unwrap().0;
    insta::assert_snapshot!(shown(sheet, 40, None), @r"
Game 7 · partners

Ann & Cid            Bob & Dee

███ ███               █  █ █
  █ █                ██  █ █
███ ███               █  ███
█   █ █               █    █
███ ███              ███   █

needs 99             needs 111

#3  dead hand; nobody scores
");
}

#[test]
fn a_game_without_hands() {
    insta::assert_snapshot!(shown(NEW, 80, None), @r"
Game 7 · hollywood

Ann                                      Bob

██████                                   ██████
██  ██                                   ██  ██
██  ██                                   ██  ██
██  ██                                   ██  ██
██████                                   ██████

points in column 1
needs 100                                needs 100

Column 1 open   0–0   needs 100–100
Column 2 open   0–0   needs 100–100
Column 3 open   0–0   needs 100–100

Ann deals
");
}

#[test]
fn few_rows_leave_out_what_matters_least() {
    for rows in [16, 12, 10, 7, 5, 3, 2, 1] {
        let text = shown(HOLLYWOOD, 80, Some(rows));
        assert!(text.lines().count() <= rows, "{rows}\n{text}");
    }
    insta::assert_snapshot!(shown(HOLLYWOOD, 80, Some(16)), @r"
Game 7 · hollywood
Ann                                      Bob
██████  ██████       ███ ███             ██████
██      ██        █  █   █               ██  ██
██████  ██████   ███ ███ ███             ██  ██
    ██  ██  ██    █    █ █ █             ██  ██
██████  ██████       ███ ███             ██████
points in column 3
needs 44                                 needs 100
#4  Ann goes gin against 31: 56 (31 + 25)
Column 1 closed by Ann   330–43
Column 2 closed by Ann   414–0
Column 3 open   56–0   needs 44–100
Bob deals   game score 744–43
");
    insta::assert_snapshot!(shown(HOLLYWOOD, 80, Some(10)), @r"
Ann                                      Bob
██████  ██████       ███ ███             ██████
██      ██        █  █   █               ██  ██
██████  ██████   ███ ███ ███             ██  ██
    ██  ██  ██    █    █ █ █             ██  ██
██████  ██████       ███ ███             ██████
points in column 3
needs 44                                 needs 100
#4  Ann goes gin against 31: 56 (31 + 25)
Bob deals   game score 744–43
");
    insta::assert_snapshot!(shown(HOLLYWOOD, 80, Some(6)), @"
    Ann                                      Bob
    56 +56                                   0
    points in column 3
    needs 44                                 needs 100
    #4  Ann goes gin against 31: 56 (31 + 25)
    Bob deals   game score 744–43
    ");
    insta::assert_snapshot!(shown(HOLLYWOOD, 80, Some(2)), @"
    Ann                                      Bob
    56 +56                                   0
    ");
}

#[test]
fn a_correction_shows_what_it_moved() {
    let (before, after) = (scored(OPEN), scored(&OPEN.replace("bob gin 31", "bob gin 13")));
    let change = LastChange::between(&before, &after, "game 7 was open at 94–56; it is open at 94–38 now".into());
    insta::assert_snapshot!(drawn(&after, Some(change), Look::plain(40)), @r"
Game 7 · Friday night · standard

Ann                  Bob

███ █ █              ███ ███
█ █ █ █                █ █ █
███ ███              ███ ███
  █   █                █ █ █
███   █              ███ ███   -18

needs 6              needs 62

game 7 was open at 94–56;
  it is open at 94–38 now

Bob deals
");
}

#[test]
fn plain_ascii_is_as_wide() {
    let text = ascii(&shown(OPEN, 40, None));
    assert!(text.is_ascii() && text.contains("###"), "{text}");
}

#[test]
fn no_line_is_wider_than_the_window_and_no_board_higher() {
    for sheet in [OPEN, HOLLYWOOD, SINGLE, PART, MULTI, HOLLY, BEST, FOUR, ALIKE, FIVE, LONGEST, TOTALS, NEW] {
        for columns in [20, 27, 39, 40, 41, 80, 100, 120] {
            for rows in [None, Some(1), Some(5), Some(12), Some(24)] {
                let text = shown(sheet, columns, rows);
                assert!(!text.ends_with("\n\n"), "{text}");
                let widest = text.lines().map(width).max().unwrap_or(0);
                assert!(widest <= columns, "{columns}: {widest}\n{text}");
                assert!(text.lines().count() <= rows.unwrap_or(usize::MAX), "{columns} {rows:?}\n{text}");
            }
        }
    }
}

#[test]
fn the_columns_of_hollywood() {
    insta::assert_snapshot!(shown(HOLLYWOOD, 80, None), @r"
Game 7 · hollywood

Ann                                      Bob

██████  ██████       ███ ███             ██████
██      ██        █  █   █               ██  ██
██████  ██████   ███ ███ ███             ██  ██
    ██  ██  ██    █    █ █ █             ██  ██
██████  ██████       ███ ███             ██████

points in column 3
needs 44                                 needs 100

#4  Ann goes gin against 31: 56 (31 + 25)

Column 1 closed by Ann   330–43
Column 2 closed by Ann   414–0
Column 3 open   56–0   needs 44–100

Bob deals   game score 744–43
");
}

#[test]
fn a_match_of_several_columns() {
    insta::assert_snapshot!(shown(MULTI, 80, None), @"
    Game 7 · multi-match, final_bonus=100

    Ann                                      Bob

      ██    ██████        █  ███             ██████
    ████        ██    █  ██    █             ██  ██
      ██    ██████   ███  █  ███             ██  ██
      ██    ██        █   █  █               ██  ██
    ██████  ██████       ███ ███             ██████

    points in Match 3
    needs 88                                 needs 100

    #6  Ann wins 12 points

    Match 1 closed by Ann   330–32
    Match 2 closed by Bob   0–330
    Match 3 open   12–0   needs 88–100

    Ann deals   game score 330–362
    ");
}

#[test]
fn a_game_that_is_over_says_who_won_and_the_money() {
    insta::assert_snapshot!(shown(SINGLE, 80, None), @r"
Game 7 · Friday night · standard

Ann                                      Bob

  ██    ██  ██  ██  ██                   ██████  ██████  ██████       ███ ███
████    ██  ██  ██  ██                       ██  ██  ██  ██        █    █ █
  ██    ██████  ██████                   ██████  ██████  ██████   ███ ███ ███
  ██        ██      ██                   ██      ██  ██      ██    █  █     █
██████      ██      ██                   ██████  ██████  ██████       ███ ███

total
                                         won

#6  Bob undercuts Ann, 8 against 8: 25 (bonus)

Bob wins the game 285–144, net 141   Ann pays Bob 1.41 USD
");
}

#[test]
fn the_ends_of_other_formats() {
    insta::assert_snapshot!(shown(HOLLY, 80, None), @r"
Game 7 · hollywood-club, target=100

Ann                                      Bob

███  █  █ █ █ █                          ███ ███ ███
  █ ██  █ █ █ █                            █ █ █ █
███  █  ███ ███                          ███ █ █ ███
  █  █    █   █                            █ █ █ █ █
███ ███   █   █   +56                    ███ ███ ███

game score
won

#7  Ann undercuts Bob, 3 against 6: 56 (3 + 25, doubled by the spade), 3 boxes

Column 1 closed by Ann   1116–0
Column 2 closed by Ann   974–0
Column 3 × 2 closed by Ann   527–153

Ann wins the game 3144–306, net 2838
");
    insta::assert_snapshot!(shown(BEST, 80, None), @r"
Game 7 · tournament, target=100, best_of=3

Ann                                      Bob

██████                                     ██
    ██                                   ████
██████                                     ██
██                                         ██
██████                                   ██████

matches
won

#8  Ann goes gin against 90: 115 (90 + 25)

Match 1 closed by Ann   470–0
Match 2 closed by Bob   0–335
Match 3 closed by Ann   240–108

Ann wins the game 2–1 in matches, 710–443, net 267
");
    insta::assert_snapshot!(shown(TOTALS, 80, None), @r"
Game 7 · From the notebook · hollywood

Ann                                      Bob

██████  ██████  ██████                   ██████  ██████  ██████
    ██  ██  ██  ██  ██                       ██      ██  ██
██████  ██  ██  ██  ██                   ██████  ██████  ██████
    ██  ██  ██  ██  ██                       ██  ██          ██
██████  ██████  ██████                   ██████  ██████  ██████

total
won

Ann wins the game; Bob has the higher total, 325–300, net 25 to Bob
");
}
