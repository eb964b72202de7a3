//! Whole sheets with partners' results, notes and upcards.

use crate::render::Look;
use crate::render::samples::*;

/// Partners, with a dead pair, a note and an upcard.
const TOLD: &str = "\
rules: partners
sides: Ann & Cid, Bob & Dee

ann knock 4 27, dee gin 12
ann undercut 4 8, bob points 3 note \"Dee was out of the room, and nobody minded\"
dead note \"again\"
ann knock 5 33, dead
";

#[test]
fn the_results_of_partners_stand_beside_the_sheet_where_there_is_room() {
    insta::assert_snapshot!(sheet(&scored(TOLD), Some(12), Look::plain(80)), @r#"
Game 12
partners · open

           │ Ann & Cid ┆ Bob & Dee
───────────┼───────────────────────
 1  R      │           ┆    14  14   Ann knocks, 4 against Bob's 27: 23
           │           ┆             Dee goes gin against Cid's 12: 37
 2  R      │    26  26 ┆             Ann undercuts Dee, 4 against 8: 29
           │           ┆             Bob scores 3 against Cid
           │           ┆             “Dee was out of the room, and nobody
           │           ┆             minded”
 3  –      │           ┆             “again”
 4  R      │    28  54 ┆             Ann knocks, 5 against Bob's 33: 28
           │           ┆             Cid and Dee: dead
───────────┼───────────────────────
boxes × 25 │     2     ┆     1
needs      │        71 ┆       111

Ann & Cid lead 54–14
"#);
}

#[test]
fn the_results_of_partners_stand_below_each_hand_at_40_columns() {
    insta::assert_snapshot!(sheet(&scored(TOLD), Some(12), Look::plain(Look::NARROWEST)), @r#"
Game 12
partners · open

           │ Ann & Cid ┆ Bob & Dee
───────────┼───────────────────────
 1  R      │           ┆    14  14
    Ann knocks, 4 against Bob's 27: 23
    Dee goes gin against Cid's 12: 37
 2  R      │    26  26 ┆
    Ann undercuts Dee, 4 against 8: 29
    Bob scores 3 against Cid
    “Dee was out of the room,
      and nobody minded”
 3  –      │           ┆
    “again”
 4  R      │    28  54 ┆
    Ann knocks, 5 against Bob's 33: 28
    Cid and Dee: dead
───────────┼───────────────────────
boxes × 25 │     2     ┆     1
needs      │        71 ┆       111

Ann & Cid lead 54–14
"#);
}

#[test]
fn notes_and_upcards_at_40_columns() {
    insta::assert_snapshot!(sheet(&scored(REMARKS), Some(12), Look::plain(Look::NARROWEST)), @r#"
Game 12
standard · open

       up  │     Ann ┆     Bob
───────────┼───────────────────
 1  K  7♠  │  23  23 ┆
    “took the four”
 2  –      │         ┆
    “the stock ran down,
      as it does when both wait for
      "the" card”
 3  G      │         ┆  56  56
───────────┼───────────────────
boxes × 25 │   1     ┆   1
needs      │      77 ┆      44

Bob leads 56–23
"#);
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
fn a_long_note_stands_below_its_hand() {
    let long = REMARKS.replace("took the four", &"the same old story, ".repeat(8));
    insta::assert_snapshot!(sheet(&scored(&long), Some(12), Look::plain(80)), @r#"
Game 12
standard · open

       up  │     Ann ┆     Bob
───────────┼───────────────────
 1  K  7♠  │  23  23 ┆
    “the same old story, the same old story, the same old story,
      the same old story, the same old story, the same old story,
      the same old story, the same old story,”
 2  –      │         ┆
    “the stock ran down, as it does when both wait for "the" card”
 3  G      │         ┆  56  56
───────────┼───────────────────
boxes × 25 │   1     ┆   1
needs      │      77 ┆      44

Bob leads 56–23
"#);
}

#[test]
fn hollywood_with_a_note_at_120_columns() {
    let noted = HOLLY.replace("ann gin 31 up 9S", "ann gin 31 up 9S note \"a hand to remember\"");
    insta::assert_snapshot!(sheet(&scored(&noted), Some(12), Look::plain(120)), @r#"
Game 12
hollywood-club, target=100 · finished

           │ Game 1              │ Game 2              │ Game 3 × 2
       up  │      Ann ┆      Bob │      Ann ┆      Bob │      Ann ┆      Bob
───────────┼─────────────────────┼─────────────────────┼─────────────────────
 1  K  5♠  │  46   46 ┆          │          ┆          │          ┆
 2  G  9♠  │ 112  158 ┆          │ 112  112 ┆          │          ┆            “a hand to remember”
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
