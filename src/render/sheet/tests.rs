//! Whole sheets, as players see them.

use crate::render::samples::*;
use crate::render::{Canvas, Colour};

#[test]
fn a_single_column_at_40_columns_with_a_hand_beyond_the_end() {
    insta::assert_snapshot!(sheet(&scored(SINGLE), Some(12), Canvas::plain(40)), @"
    Game 12 · Friday night
    standard · 2026-11-20 19:30 +01:00
      0.01 USD a point · finished

               │     Ann ┆     Bob
    ───────────┼───────────────────
     1  K      │  23  23 ┆
     2  G      │         ┆  56  56
     3  –      │         ┆
     4  B      │  71  94 ┆
     5  U      │         ┆  29  85
     6  U      │         ┆  25 110
               │═══════════════════
     7  K      │         ┆
    ───────────┼───────────────────
    game bonus │         ┆     100
    boxes × 25 │   2  50 ┆   3  75
    total      │     144 ┆     285
    net        │         ┆     141

    Bob wins the game 285–144, net 141
    Ann pays Bob 1.41 USD
    ");
}

#[test]
fn columns_that_follow_one_another() {
    insta::assert_snapshot!(sheet(&scored(MULTI), Some(12), Canvas::plain(40)), @"
    Game 12
    multi-match, final_bonus=100 · open

    Match 1
               │     Ann ┆     Bob
    ───────────┼───────────────────
     1  G      │  85  85 ┆
     2  –      │         ┆
     3  K      │         ┆   7   7
     4  G      │  95 180 ┆
    ───────────┼═══════════════════
    game bonus │     100 ┆
    boxes × 25 │   2  50 ┆   1  25
    total      │     330 ┆      32
    net        │     298 ┆

    Match 2
               │     Ann ┆     Bob
    ───────────┼───────────────────
     5  G      │         ┆ 105 105
    ───────────┼═══════════════════
    shutout    │         ┆     100
    game bonus │         ┆     100
    boxes × 25 │   0   0 ┆   1  25
    total      │       0 ┆     330
    net        │         ┆     330

    Match 3
               │     Ann ┆     Bob
    ───────────┼───────────────────
     6  P      │  12  12 ┆
    ───────────┼───────────────────
    boxes × 25 │   1     ┆   0
    needs      │      88 ┆     100

    Match 3: Ann 12 (needs 88),
      Bob 0 (needs 100)
    game score: Ann 330 (needs 170),
      Bob 362 (needs 138)
    Ann deals
    The higher game score wins once it has
      reached 500
    ");
}

#[test]
fn partners() {
    insta::assert_snapshot!(sheet(&scored(PART), Some(12), Canvas::plain(40)), @"
    Game 12
    partners · finished

               │ Ann & Cid ┆ Bob & Dee
    ───────────┼───────────────────────
     1  R      │           ┆    14  14
        Ann knocks, 4 against 27: 23
        Dee goes gin against 12:
          37 (12 + 25)
     2  R      │    26  26 ┆
        Ann undercuts, 4 against 8:
          29 (4 + 25)
        Bob wins 3 points
     3  –      │           ┆
     4  R      │   133 159 ┆
        Ann knocks, 5 against 33: 28
        Cid goes gin against 80:
          105 (80 + 25)
    ───────────┼═══════════════════════
    game bonus │       100 ┆
    boxes × 25 │     2  50 ┆     1  25
    total      │       309 ┆        39
    net        │       270 ┆

    Ann & Cid win the game 309–39, net 270
    ");
}

#[test]
fn the_title_is_bold_and_suits_are_red() {
    let styled = sheet(&scored(HOLLY), Some(12), Canvas { colour: Colour::Styled, ..Canvas::plain(100) });
    let styles: Vec<&str> = styled.lines().filter(|line| line.contains('\u{1b}')).take(2).collect();
    let hand = " 3  K  K\u{1b}[31m♥\u{1b}[39m  │          ┆          │          ┆          │          ┆  18   18";
    assert_eq!(styles, ["\u{1b}[1mGame 12\u{1b}[0m", hand]);
}

#[test]
fn a_name_keeps_its_first_letter() {
    let text = |end: &str| sheet(&scored(&format!("sides: the Rock, Bob\n{end}")), None, Canvas::plain(80));
    assert!(text("\n\"the rock\" gin 90\n").contains("\nthe Rock wins the game "));
    assert!(text("closed: forfeit the rock\n").contains("\nforfeited by the Rock, won by Bob\n"));
    assert!(text("closed: unfinished\n").contains("\nclosed unfinished at 0–0; nobody wins\n"));
}

#[test]
fn hollywood_side_by_side_at_100_columns() {
    insta::assert_snapshot!(sheet(&scored(HOLLY), Some(12), Canvas::plain(100)), @"
    Game 12
    hollywood-club, target=100 · finished

               │ 1st                 │ 2nd                 │ 3rd × 2
           up  │      Ann ┆      Bob │      Ann ┆      Bob │      Ann ┆      Bob
    ───────────┼─────────────────────┼─────────────────────┼─────────────────────
     1  K  5♠  │  46   46 ┆          │          ┆          │          ┆
     2  G  9♠  │ 112  158 ┆          │ 112  112 ┆          │          ┆
               │═════════════════════╪═════════════════════│
     3  K  K♥  │          ┆          │          ┆          │          ┆  18   18
     4  –  4♦  │          ┆          │          ┆          │          ┆
     5  B  2♥  │          ┆          │          ┆          │  71   71 ┆
     6  G  7♣  │          ┆          │          ┆          │          ┆  35   53
     7  U  8♠  │          ┆          │          ┆          │  56  127 ┆
    ───────────┼─────────────────────┼─────────────────────┼═════════════════════
    shutout    │      558 ┆          │      487 ┆          │          ┆
    game bonus │      250 ┆          │      250 ┆          │      250 ┆
    boxes × 25 │   6  150 ┆   0    0 │   5  125 ┆   0    0 │   6  150 ┆   4  100
    total      │     1116 ┆        0 │      974 ┆        0 │      527 ┆      153
    net        │     1116 ┆          │      974 ┆          │      374 ┆
    multiplied │          ┆          │          ┆          │  ×2  748 ┆

    Ann wins the game 3144–306, net 2838
    ");
}

#[test]
fn hollywood_one_below_the_other_at_40_columns() {
    insta::assert_snapshot!(sheet(&scored(HOLLY), Some(12), Canvas::plain(40)), @"
    Game 12
    hollywood-club, target=100 · finished

               │ 1st
           up  │      Ann ┆      Bob
    ───────────┼─────────────────────
     1  K  5♠  │  46   46 ┆
     2  G  9♠  │ 112  158 ┆
               │═════════════════════
     3  K  K♥  │          ┆
     4  –  4♦  │          ┆
     5  B  2♥  │          ┆
     6  G  7♣  │          ┆
     7  U  8♠  │          ┆
    ───────────┼─────────────────────
    shutout    │      558 ┆
    game bonus │      250 ┆
    boxes × 25 │   6  150 ┆   0    0
    total      │     1116 ┆        0
    net        │     1116 ┆

               │ 2nd
           up  │      Ann ┆      Bob
    ───────────┼─────────────────────
     2  G  9♠  │ 112  112 ┆
    ───────────┼═════════════════════
    shutout    │      487 ┆
    game bonus │      250 ┆
    boxes × 25 │   5  125 ┆   0    0
    total      │      974 ┆        0
    net        │      974 ┆

               │ 3rd × 2
           up  │      Ann ┆      Bob
    ───────────┼─────────────────────
     3  K  K♥  │          ┆  18   18
     5  B  2♥  │  71   71 ┆
     6  G  7♣  │          ┆  35   53
     7  U  8♠  │  56  127 ┆
    ───────────┼═════════════════════
    game bonus │      250 ┆
    boxes × 25 │   6  150 ┆   4  100
    total      │      527 ┆      153
    net        │      374 ┆
    multiplied │  ×2  748 ┆

    Ann wins the game 3144–306, net 2838
    ");
}

#[test]
fn names_that_start_alike_at_40_columns() {
    insta::assert_snapshot!(sheet(&scored(ALIKE), Some(12), Canvas::plain(40)), @"
    Game 12
    hollywood · open

               │ 1st
               │ Alexandra ┆ Alexander
    ───────────┼───────────────────────
     1  K      │    23  23 ┆
     2  G      │           ┆    45  45
     3  –      │           ┆
     4  G      │    56  79 ┆
    ───────────┼───────────────────────
    boxes × 25 │     2     ┆     1
    needs      │        21 ┆        55

               │ 2nd
               │ Alexandra ┆ Alexander
    ───────────┼───────────────────────
     4  G      │    56  56 ┆
    ───────────┼───────────────────────
    boxes × 25 │     1     ┆     0
    needs      │        44 ┆       100

               │ 3rd
               │ Alexandra ┆ Alexander
    ───────────┼───────────────────────
    needs      │       100 ┆       100

    1st: Alexandra 79 (needs 21),
      Alexander 45 (needs 55)
    2nd: Alexandra 56 (needs 44),
      Alexander 0 (needs 100)
    ");
}

#[test]
fn notes_and_upcards_at_100_columns() {
    insta::assert_snapshot!(sheet(&scored(REMARKS), Some(12), Canvas::plain(100)), @r#"
    Game 12
    standard · open

           up  │     Ann ┆     Bob
    ───────────┼───────────────────
     1  K  7♠  │  23  23 ┆
        “took the four”
     2  –      │         ┆
        “the stock ran down, as it does when both wait for "the" card”
     3  G      │         ┆  56  56
    ───────────┼───────────────────
    boxes × 25 │   1     ┆   1
    needs      │      77 ┆      44

    Ann 23 (needs 77), Bob 56 (needs 44)
    "#);
}

#[test]
fn five_columns_at_40_columns() {
    insta::assert_snapshot!(sheet(&scored(FIVE), Some(12), Canvas::plain(40)), @"
    Game 12
    standard, target=50, format=hollywood,
      columns=5,
      column_multipliers=1/1/2/2/3
      finished

               │ 1st
               │     Ann ┆     Bob
    ───────────┼───────────────────
     1  G      │  85  85 ┆
               │═══════════════════
     2  G      │         ┆
     3  G      │         ┆
     4  G      │         ┆
     5  K      │         ┆
     6  G      │         ┆
    ───────────┼───────────────────
    shutout    │      85 ┆
    game bonus │     100 ┆
    boxes × 25 │   1  25 ┆   0   0
    total      │     295 ┆       0
    net        │     295 ┆

               │ 2nd
               │     Ann ┆     Bob
    ───────────┼───────────────────
     2  G      │         ┆  65  65
    ───────────┼═══════════════════
    shutout    │         ┆      65
    game bonus │         ┆     100
    boxes × 25 │   0   0 ┆   1  25
    total      │       0 ┆     255
    net        │         ┆     255

               │ 3rd × 2
               │     Ann ┆     Bob
    ───────────┼───────────────────
     3  G      │  85  85 ┆
    ───────────┼═══════════════════
    shutout    │      85 ┆
    game bonus │     100 ┆
    boxes × 25 │   1  25 ┆   0   0
    total      │     295 ┆       0
    net        │     295 ┆
    multiplied │  ×2 590 ┆

               │ 4th × 2
               │     Ann ┆     Bob
    ───────────┼───────────────────
     4  G      │  37  37 ┆
     5  K      │         ┆   2   2
     6  G      │  85 122 ┆
    ───────────┼═══════════════════
    game bonus │     100 ┆
    boxes × 25 │   2  50 ┆   1  25
    total      │     272 ┆      27
    net        │     245 ┆
    multiplied │  ×2 490 ┆

               │ 5th × 3
               │     Ann ┆     Bob
    ───────────┼───────────────────
     6  G      │  85  85 ┆
    ───────────┼═══════════════════
    shutout    │      85 ┆
    game bonus │     100 ┆
    boxes × 25 │   1  25 ┆   0   0
    total      │     295 ┆       0
    net        │     295 ┆
    multiplied │  ×3 885 ┆

    Ann wins the game 2314–309, net 2005
    ");
}
