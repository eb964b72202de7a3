//! Whole Hollywood sheets, with as many columns side by side as the width allows.

use crate::render::Look;
use crate::render::samples::*;

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
    insta::assert_snapshot!(sheet(&scored(HOLLY), Some(12), Look::plain(Look::NARROWEST)), @r#"
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
fn hollywood_compact_at_60_columns() {
    insta::assert_snapshot!(sheet(&scored(HOLLY), Some(12), Look::plain(60)), @r#"
Game 12
hollywood-club, target=100 · finished

            │ Game 1      │ Game 2      │ Game 3 × 2
     up     │  Ann ┆  Bob │  Ann ┆  Bob │  Ann ┆  Bob
────────────┼─────────────┼─────────────┼─────────────
 1 K 5♠  46 │   46 ┆      │      ┆      │      ┆
 2 G 9♠ 112 │  158 ┆      │  112 ┆      │      ┆
            │═════════════╪═════════════│      ┆
 3 K K♥  18 │      ┆      │      ┆      │      ┆   18
 4 – 4♦     │      ┆      │      ┆      │      ┆
 5 B 2♥  71 │      ┆      │      ┆      │   71 ┆
 6 G 7♣  35 │      ┆      │      ┆      │      ┆   53
 7 U 8♠  56 │      ┆      │      ┆      │  127 ┆
────────────┼─────────────┼─────────────┼═════════════
shutout     │  558 ┆      │  487 ┆      │      ┆
game bonus  │  250 ┆      │  250 ┆      │  250 ┆
boxes       │    6 ┆    0 │    5 ┆    0 │    6 ┆    4
  × 25      │  150 ┆    0 │  125 ┆    0 │  150 ┆  100
total       │ 1116 ┆    0 │  974 ┆    0 │  527 ┆  153
net         │ 1116 ┆      │  974 ┆      │  374 ┆
multiplied  │      ┆      │      ┆      │  748 ┆

Ann wins the game 3144–306, net 2838
"#);
}

#[test]
fn names_that_start_alike_at_40_columns() {
    insta::assert_snapshot!(sheet(&scored(ALIKE), Some(12), Look::plain(Look::NARROWEST)), @r#"
Game 12
hollywood · open

        │ Game 1  │ Game 2  │ Game 3
        │A…ra┆A…er│A…ra┆A…er│A…ra┆A…er
────────┼─────────┼─────────┼─────────
 1 K 23 │  23┆    │    ┆    │    ┆
 2 G 45 │    ┆  45│    ┆    │    ┆
 3 –    │    ┆    │    ┆    │    ┆
 4 G 56 │  79┆    │  56┆    │    ┆
────────┼─────────┼─────────┼─────────
boxes   │   2┆   1│   1┆   0│   0┆   0
needs   │  21┆  55│  44┆ 100│ 100┆ 100
"#);
}

#[test]
fn names_that_start_alike_at_100_columns() {
    insta::assert_snapshot!(sheet(&scored(ALIKE), Some(12), Look::plain(100)), @r#"
Game 12
hollywood · open

           │ Game 1                │ Game 2                │ Game 3
           │ Alexandra ┆ Alexander │ Alexandra ┆ Alexander │ Alexandra ┆ Alexander
───────────┼───────────────────────┼───────────────────────┼───────────────────────
 1  K      │    23  23 ┆           │           ┆           │           ┆
 2  G      │           ┆    45  45 │           ┆           │           ┆
 3  –      │           ┆           │           ┆           │           ┆
 4  G      │    56  79 ┆           │    56  56 ┆           │           ┆
───────────┼───────────────────────┼───────────────────────┼───────────────────────
boxes × 25 │     2     ┆     1     │     1     ┆     0     │     0     ┆     0
needs      │        21 ┆        55 │        44 ┆       100 │       100 ┆       100
"#);
}

#[test]
fn five_columns_in_two_tables_at_40_columns() {
    insta::assert_snapshot!(sheet(&scored(FIVE), Some(12), Look::plain(Look::NARROWEST)), @r#"
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

#[test]
fn partners_in_hollywood_at_40_columns() {
    insta::assert_snapshot!(sheet(&scored(FORFEIT), Some(12), Look::plain(Look::NARROWEST)), @r#"
Game 12
hollywood · closed

         │ Game 1  │ Game 2  │ Game 3
         │ Ann┆ Bob│ Ann┆ Bob│ Ann┆ Bob
         │ Cid┆ Dee│ Cid┆ Dee│ Cid┆ Dee
─────────┼─────────┼─────────┼─────────
 1 R  51 │  51┆    │    ┆    │    ┆
    Ann knocks, 4 against Bob's 27: 23
    Cid goes gin against Dee's 3: 28
 2 R 170 │    ┆ 170│    ┆    │    ┆
    Bob goes gin against Ann's 60: 85
    Dee goes gin against Cid's 60: 85
─────────┼═════════┼─────────┼─────────
game     │    ┆ 100│    ┆    │    ┆
boxes    │   1┆   1│   0┆   0│   0┆   0
  × 25   │  25┆  25│    ┆    │    ┆
total    │  76┆ 295│    ┆    │    ┆
net      │    ┆ 219│    ┆    │    ┆

Bob & Dee forfeited; Ann & Cid win
Game score: Ann & Cid 76, Bob & Dee 295
"#);
}
