use super::*;
use crate::render::Canvas;
use crate::render::samples::{BEST, FIVE, HOLLY, MULTI, NEW, PART, SINGLE, TOTALS, printed, scored};
use ginpad_core::text::{ascii, width};

fn board_of(sheet: &str, columns: usize, rows: Option<usize>) -> String {
    drawn(sheet, None, Canvas { rows, ..Canvas::plain(columns) })
}

fn drawn(sheet: &str, change: Option<String>, canvas: Canvas) -> String {
    printed(score_board(&scored(sheet), Place::from(Some(7)), change.as_deref(), canvas), canvas)
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
fn an_open_game_and_a_correction_in_it() {
    let corrected = drawn(OPEN, Some("game 7 was open at 94–56; it is open at 94–38 now".into()), Canvas::plain(40));
    insta::assert_snapshot!(board_of(OPEN, 80, None) + &corrected, @"
    Game 7 · Friday night · standard

    Ann                                      Bob

    █████████   ███   ███                    █████████   █████████
    █████████   ███   ███                    █████████   █████████
    ███   ███   ███   ███                    ███         ███
    ███   ███   ███   ███                    ███         ███
    █████████   █████████                    █████████   █████████
    █████████   █████████                    █████████   █████████
          ███         ███                          ███   ███   ███
          ███         ███                          ███   ███   ███
    █████████         ███                    █████████   █████████
    █████████         ███                    █████████   █████████

    needs 6                                  needs 44

    #3  Ann goes big gin against 40: 71 (40 + 31)

    Bob deals
    Game 7 · Friday night · standard

    Ann                  Bob

    ███ █ █              ███ ███
    █ █ █ █              █   █
    ███ ███              ███ ███
      █   █                █ █ █
    ███   █              ███ ███

    needs 6              needs 44

    game 7 was open at 94–56;
      it is open at 94–38 now

    Bob deals
    ");
}

#[test]
fn the_largest_figures_that_fit_are_drawn() {
    let height = |columns, rows| board_of(OPEN, columns, rows).lines().count();
    assert!(height(200, None) > height(120, None) && height(120, None) > height(60, None));
    for rows in [1, 3, 8, 12, 20, 40] {
        assert!(height(120, Some(rows)) <= rows);
    }
    let small = board_of(OPEN, 40, Some(4));
    assert!(small.contains("94  ") && !small.contains('█'), "{small}");
    let text = ascii(&board_of(OPEN, 40, None));
    assert!(text.is_ascii() && text.contains("###"), "{text}");
}

#[test]
fn what_is_said_of_each_format() {
    let words = |sheet: &str| {
        let text = board_of(sheet, 100, None);
        let lines = text.lines().filter(|line| !line.contains('█') && !line.is_empty());
        lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ") + "\n").collect::<String>()
    };
    let sheets = [NEW, PART, SINGLE, HOLLYWOOD, HOLLY, MULTI, BEST, FIVE, TOTALS];
    insta::assert_snapshot!(sheets.map(words).join("\n"), @"
    Game 7 · hollywood
    Ann Bob
    points in the 1st column
    needs 100 needs 100
    Ann deals

    Game 7 · partners
    Ann & Cid Bob & Dee
    total
    won
    #4 Ann knocks, 5 against 33: 28; Cid goes gin against 80: 105 (80 + 25); Ann & Cid score 133
    Ann & Cid win the game 309–39, net 270

    Game 7 · Friday night · standard
    Ann Bob
    total
    won
    #6 Bob undercuts Ann, 8 against 8: 25 (bonus)
    Bob wins the game 285–144, net 141 Ann pays Bob 1.41 USD

    Game 7 · hollywood
    Ann Bob
    points in the 3rd column
    needs 44 needs 100
    #4 Ann goes gin against 31: 56 (31 + 25)
    3rd: Ann 56 (needs 44), Bob 0 (needs 100) game score: Ann 744, Bob 43 Bob deals

    Game 7 · hollywood-club, target=100
    Ann Bob
    game score
    won
    #7 Ann undercuts Bob, 3 against 6: 56 (3 + 25, doubled by the spade), 3 boxes
    Ann wins the game 3144–306, net 2838

    Game 7 · multi-match, final_bonus=100
    Ann Bob
    points in Match 3
    needs 88 needs 100
    #6 Ann wins 12 points
    Match 3: Ann 12 (needs 88), Bob 0 (needs 100) game score: Ann 330 (needs 170), Bob 362 (needs 138)
    Ann deals

    Game 7 · tournament, target=100, best_of=3
    Ann Bob
    matches
    won
    #8 Ann goes gin against 90: 115 (90 + 25)
    Ann wins the game 2–1 in matches, 710–443, net 267

    Game 7 · standard, target=50, format=hollywood, columns=5, column_multipliers=1/1/2/2/3
    Ann Bob
    game score
    won
    #6 Ann goes gin against 60: 85 (60 + 25)
    Ann wins the game 2314–309, net 2005

    Game 7 · From the notebook · hollywood
    Ann Bob
    total
    won
    Ann wins the game 300–325, net 25 to Bob
    ");
}

#[test]
fn every_digit_has_a_figure_of_its_own() {
    let drawn = figures("-0123456789", 1, 1).join("\n");
    insta::assert_snapshot!(drawn, @"
        ███  █  ███ ███ █ █ ███ ███ ███ ███ ███
        █ █ ██    █   █ █ █ █   █     █ █ █ █ █
    ███ █ █  █  ███ ███ ███ ███ ███   █ ███ ███
        █ █  █  █     █   █   █ █ █   █ █ █   █
        ███ ███ ███ ███   █ ███ ███   █ ███ ███
    ");
}

#[test]
fn figures_take_the_room_that_is_said() {
    for (across, down) in [(1, 1), (2, 1), (3, 2)] {
        for number in ["7", "104", "-23"] {
            let drawn = figures(number, across, down);
            assert_eq!(drawn.len(), 5 * down);
            assert!(drawn.iter().all(|row| width(row) == columns(number.len(), across)), "{number}");
        }
    }
}
