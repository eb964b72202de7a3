//! Whole sheets, as players see them.

use crate::render::samples::*;
use crate::render::{Colour, Look};

#[test]
fn a_single_column_at_40_columns_with_a_hand_beyond_the_end() {
    insta::assert_snapshot!(sheet(&scored(SINGLE), Some(12), Look::plain(40)), @r#"
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
game bonus │         ┆     100
boxes × 25 │   2  50 ┆   3  75
total      │     144 ┆     285
net        │         ┆     141

Bob wins the game 285–144, net 141
Ann pays Bob 1.41 USD
Hand 7 comes after the end of the game
  and is not counted: Ann knocks,
  3 against 20: 17
"#);
}

#[test]
fn columns_that_follow_one_another() {
    insta::assert_snapshot!(sheet(&scored(MULTI), Some(12), Look::plain(40)), @r#"
Game 12
multi-match, final_bonus=100 · open

Match 1
           │     Ann ┆     Bob
───────────┼───────────────────
 1  G      │  85  85 ┆
 2  –      │         ┆
 3  K      │         ┆   7   7
 4  G      │  95 180 ┆
           │═══════════════════
game bonus │     100 ┆
boxes × 25 │   2  50 ┆   1  25
total      │     330 ┆      32
net        │     298 ┆

Match 2
           │     Ann ┆     Bob
───────────┼───────────────────
 5  G      │         ┆ 105 105
           │═══════════════════
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

Bob leads 362–330 in the game score
The game goes to 500: Ann needs 170,
  Bob 138
Bob deals next
"#);
}

#[test]
fn partners() {
    insta::assert_snapshot!(sheet(&scored(PART), Some(12), Look::plain(40)), @r#"
Game 12
partners · finished

           │ Ann & Cid ┆ Bob & Dee
───────────┼───────────────────────
 1  R      │           ┆    14  14
    Ann knocks, 4 against Bob's 27: 23
    Dee goes gin against Cid's 12: 37
 2  R      │    26  26 ┆
    Ann undercuts Dee, 4 against 8: 29
    Bob scores 3 against Cid
 3  –      │           ┆
 4  R      │   133 159 ┆
    Ann knocks, 5 against Bob's 33: 28
    Cid goes gin against Dee's 80: 105
           │═══════════════════════
game bonus │       100 ┆
boxes × 25 │     2  50 ┆     1  25
total      │       309 ┆        39
net        │       270 ┆

Ann & Cid win the game 309–39, net 270
"#);
}

#[test]
fn styles_are_few() {
    let styled = sheet(&scored(MULTI), Some(12), Look { colour: Colour::Styled, ..Look::plain(40) });
    let styles: Vec<&str> = styled.lines().filter(|line| line.contains('\u{1b}')).take(4).collect();
    assert_eq!(
        styles,
        [
            "\u{1b}[1mGame 12\u{1b}[0m",
            " 1  G      │  \u{1b}[2m85\u{1b}[0m  \u{1b}[2m85\u{1b}[0m ┆",
            " 3  K      │         ┆   \u{1b}[2m7\u{1b}[0m   \u{1b}[2m7\u{1b}[0m",
            " 4  G      │  95 \u{1b}[1m180\u{1b}[0m ┆",
        ]
    );
}

#[test]
fn a_compact_table_is_styled_too() {
    let open = HOLLY.replace("ann undercut 3 6 up 8S\n", "");
    let styled = sheet(&scored(&open), Some(12), Look { colour: Colour::Styled, ..Look::plain(40) });
    let styles: Vec<&str> = styled.lines().filter(|line| line.contains('\u{1b}')).skip(1).take(2).collect();
    assert_eq!(
        styles,
        [
            " 1 K♠  46 │  \u{1b}[2m46\u{1b}[0m┆    │    ┆    │    ┆",
            " 2 G♠ 112 │ \u{1b}[1m158\u{1b}[0m┆    │ \u{1b}[1m112\u{1b}[0m┆    │    ┆",
        ]
    );
}

#[test]
fn a_name_keeps_its_first_letter() {
    let text = |end: &str| sheet(&scored(&format!("sides: the Rock, Bob\n{end}")), None, Look::plain(80));
    assert!(text("\n\"the rock\" gin 90\n").contains("\nthe Rock wins the game "));
    assert!(text("closed: forfeit the rock\n").contains("\nthe Rock forfeited; Bob wins\n"));
    assert!(text("closed: unfinished\n").contains("\nClosed unfinished; nobody wins\n"));
}

#[test]
fn hollywood_side_by_side_at_100_columns() {
    insta::assert_snapshot!(sheet(&scored(HOLLY), Some(12), Look::plain(100)), @r#"
Game 12
hollywood-club, target=100 · finished

           │ Game 1              │ Game 2              │ Game 3 × 2
       up  │      Ann ┆      Bob │      Ann ┆      Bob │      Ann ┆      Bob
───────────┼─────────────────────┼─────────────────────┼─────────────────────
 1  K  5♠  │  46   46 ┆          │          ┆          │          ┆
 2  G  9♠  │ 112  158 ┆          │ 112  112 ┆          │          ┆
           │═════════════════════╪═════════════════════│          ┆
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
"#);
}

#[test]
fn hollywood_compact_at_40_columns() {
    insta::assert_snapshot!(sheet(&scored(HOLLY), Some(12), Look::plain(40)), @r#"
Game 12
hollywood-club, target=100 · finished

          │ Game 1  │ Game 2  │ Game 3×2
          │ Ann┆ Bob│ Ann┆ Bob│ Ann┆ Bob
──────────┼─────────┼─────────┼─────────
 1 K♠  46 │  46┆    │    ┆    │    ┆
 2 G♠ 112 │ 158┆    │ 112┆    │    ┆
          │═════════╪═════════│    ┆
 3 K   18 │    ┆    │    ┆    │    ┆  18
 4 –      │    ┆    │    ┆    │    ┆
 5 B   71 │    ┆    │    ┆    │  71┆
 6 G   35 │    ┆    │    ┆    │    ┆  53
 7 U♠  56 │    ┆    │    ┆    │ 127┆
──────────┼─────────┼─────────┼═════════
shutout   │ 558┆    │ 487┆    │    ┆
game      │ 250┆    │ 250┆    │ 250┆
boxes     │   6┆   0│   5┆   0│   6┆   4
  × 25    │ 150┆   0│ 125┆   0│ 150┆ 100
total     │1116┆   0│ 974┆   0│ 527┆ 153
net       │1116┆    │ 974┆    │ 374┆
net × 2   │    ┆    │    ┆    │ 748┆
upcards: 1 5♠, 2 9♠, 3 K♥, 4 4♦, 5 2♥,
  6 7♣, 7 8♠

Ann wins the game 3144–306, net 2838
"#);
}

#[test]
fn names_that_start_alike_at_40_columns() {
    insta::assert_snapshot!(sheet(&scored(ALIKE), Some(12), Look::plain(40)), @"
    Game 12
    hollywood · open

            │ Game 1  │ Game 2  │ Game 3
            │ …ra┆ …er│ …ra┆ …er│ …ra┆ …er
    ────────┼─────────┼─────────┼─────────
     1 K 23 │  23┆    │    ┆    │    ┆
     2 G 45 │    ┆  45│    ┆    │    ┆
     3 –    │    ┆    │    ┆    │    ┆
     4 G 56 │  79┆    │  56┆    │    ┆
    ────────┼─────────┼─────────┼─────────
    boxes   │   2┆   1│   1┆   0│   0┆   0
    needs   │  21┆  55│  44┆ 100│ 100┆ 100
    ");
}

#[test]
fn notes_and_upcards_at_100_columns() {
    insta::assert_snapshot!(sheet(&scored(REMARKS), Some(12), Look::plain(100)), @r#"
Game 12
standard · open

       up  │     Ann ┆     Bob
───────────┼───────────────────
 1  K  7♠  │  23  23 ┆           “took the four”
 2  –      │         ┆           “the stock ran down, as it does when both wait for "the" card”
 3  G      │         ┆  56  56
───────────┼───────────────────
boxes × 25 │   1     ┆   1
needs      │      77 ┆      44

Bob leads 56–23
"#);
}

#[test]
fn five_columns_in_two_tables_at_40_columns() {
    insta::assert_snapshot!(sheet(&scored(FIVE), Some(12), Look::plain(40)), @r#"
Game 12
standard, target=50, format=hollywood,
  columns=5,
  column_multipliers=1/1/2/2/3
  finished

        │ Game 1  │ Game 2  │ Game 3×2
        │ Ann┆ Bob│ Ann┆ Bob│ Ann┆ Bob
────────┼─────────┼─────────┼─────────
 1 G 85 │  85┆    │    ┆    │    ┆
        │═════════│    ┆    │    ┆
 2 G 65 │    ┆    │    ┆  65│    ┆
        │    ┆    │═════════│    ┆
 3 G 85 │    ┆    │    ┆    │  85┆
        │    ┆    │    ┆    │═════════
 4 G 37 │    ┆    │    ┆    │    ┆
 5 K  2 │    ┆    │    ┆    │    ┆
 6 G 85 │    ┆    │    ┆    │    ┆
────────┼─────────┼─────────┼─────────
shutout │  85┆    │    ┆  65│  85┆
game    │ 100┆    │    ┆ 100│ 100┆
boxes   │   1┆   0│   0┆   1│   1┆   0
  × 25  │  25┆   0│   0┆  25│  25┆   0
total   │ 295┆   0│   0┆ 255│ 295┆   0
net     │ 295┆    │    ┆ 255│ 295┆
net × 2 │    ┆    │    ┆    │ 590┆

        │ Game 4×2│ Game 5×3
        │ Ann┆ Bob│ Ann┆ Bob
────────┼─────────┼─────────
 4 G 37 │  37┆    │    ┆
 5 K  2 │    ┆   2│    ┆
 6 G 85 │ 122┆    │  85┆
        │═════════╪═════════
shutout │    ┆    │  85┆
game    │ 100┆    │ 100┆
boxes   │   2┆   1│   1┆   0
  × 25  │  50┆  25│  25┆   0
total   │ 272┆  27│ 295┆   0
net     │ 245┆    │ 295┆
net × n │ 490┆    │ 885┆

Ann wins the game 2314–309, net 2005
"#);
}
