//! Whole explanations of hands.

use super::explain_hand;
use crate::render::Look;
use crate::render::samples::*;

#[test]
fn an_undercut_in_hollywood_doubled_by_a_spade() {
    insta::assert_snapshot!(printed(&explain_hand(&scored(HOLLY), 6), Look::plain(100)), @r#"
Hand 7: Ann undercuts Bob, 3 against 6: 56 (3 + 25, doubled by the spade), 3 boxes

How it was read
  Ann undercut 3 6 up 8S
  the upcard 8♠ makes the knock limit 8                oklahoma=ace-gin
  the defender has less than the knocker: an undercut

Points
  deadwood 6 − 3                                                                        3
  undercut bonus                                       undercut_bonus=25               25
  all of it again: the upcard is a spade               spades_double=points-and-boxes  28
  Ann scores                                                                           56

Boxes
  the line: one hand won                                                                1
  undercut boxes                                       undercut_boxes=1                 1
  extra boxes again for the spade                      spades_double=points-and-boxes   1
  boxes in all                                                                          3
  3 boxes × 25 = 75, added when the column is settled  line_bonus=25
                                                       line_timing=end

Entered in
  not column 1: closed by hand 2
  not column 2: closed by hand 2
  column 3: open, and Ann has won a hand there
    then Ann 127, Bob 53
    it closes: Ann reaches the target                  target=100
"#);
}

#[test]
fn a_hand_entered_in_two_columns_of_three() {
    insta::assert_snapshot!(printed(&explain_hand(&scored(HOLLY), 1), Look::plain(80)), @r#"
Hand 2: Ann goes gin against 31: 112 (31 + 25, doubled by the spade), 5 boxes

How it was read
  Ann gin 31 up 9S

Points
  deadwood against gin                                                        31
  gin bonus                                  gin_bonus=25                     25
  all of it again: the upcard is a spade     spades_double=points-and-boxes   56
  Ann scores                                                                 112

Boxes
  the line: one hand won                                                       1
  gin boxes                                  gin_boxes=2                       2
  extra boxes again for the spade            spades_double=points-and-boxes    2
  boxes in all                                                                 5
  5 boxes × 25 = 125, added when the column  line_bonus=25
    is settled                               line_timing=end

Entered in
  column 1: open, and Ann has won a hand there
    then Ann 158, Bob 0
    it closes: Ann reaches the target        target=100
  column 2: the first open column that Ann had not entered
    then Ann 112, Bob 0
    it closes: Ann reaches the target        target=100
  not column 3: column 2 comes first

Deal
  Bob deals next                             dealer=alternate
"#);
}

#[test]
fn partners() {
    insta::assert_snapshot!(printed(&explain_hand(&scored(PART), 1), Look::plain(80)), @r#"
Hand 2: Ann undercuts, 4 against 8: 29 (4 + 25); Bob wins 3 points;
  Ann & Cid score 26

How it was read
  Ann undercut 4 8, Bob points 3
  the knock limit is 10                                knock_limit=10
  the defender has less than the knocker: an undercut

Table 1: Ann undercuts, 4 against 8
  deadwood 8 − 4                                                           4
  undercut bonus                                       undercut_bonus=25  25
  in all                                                                  29

Table 2: Bob wins 3 points
  as given; only the points are known                                      3
  in all                                                                   3

Net
  Ann & Cid, all tables                                                   29
  Bob & Dee, all tables                                                    3
  Ann & Cid score the difference                                          26

Boxes
  the line: one hand won                                                   1
  1 box × 25 = 25, added when the column is settled    line_bonus=25
                                                       line_timing=end

Entered in
  the only column
    then Ann & Cid 26, Bob & Dee 14
"#);
}

#[test]
fn a_tie_that_is_nobodys() {
    insta::assert_snapshot!(printed(&explain_hand(&scored(VOID), 0), Look::plain(80)), @r#"
Hand 1: Ann knocks, 5 against 5: nobody's hand

How it was read
  Ann knock 5 5 up KH
  the knock limit is 10; the upcard K♥ does not lower it  knock_limit=10
                                                          oklahoma=ace-gin
  equal deadwood is nobody's hand                         undercut_tie=void

Points
  equal deadwood                                          undercut_tie=void  0
  nobody scores                                                              0

Entered in
  no column: nobody won it

Deal
  Ann deals next                                          dealer=alternate
"#);
}

#[test]
fn a_hand_beyond_the_end() {
    insta::assert_snapshot!(printed(&explain_hand(&scored(SINGLE), 6), Look::plain(80)), @r#"
Hand 7: Ann knocks, 3 against 20:
  17 (comes after the end of the game and is not counted)

How it was read
  Ann knock 3 20
  the knock limit is 10                  knock_limit=10

Points
  deadwood 20 − 3                                        17
  Ann scores                                             17

Entered in
  no column: the game ended with hand 6
"#);
}

#[test]
fn a_dead_hand() {
    insta::assert_snapshot!(printed(&explain_hand(&scored(SINGLE), 2), Look::plain(80)), @r#"
Hand 3: dead hand; nobody scores

How it was read
  dead
  a dead hand scores nothing

Entered in
  no column: nobody won it

Deal
  Bob deals next: the deal passes after a dead hand  dead_deal=next
"#);
}

#[test]
fn an_old_hand() {
    insta::assert_snapshot!(printed(&explain_hand(&scored(MULTI), 5), Look::plain(80)), @r#"
Hand 6: Ann wins 12 points

How it was read
  Ann points 12

Points
  as given; only the points are known                                  12
  Ann scores                                                           12

Boxes
  the line: one hand won                                                1
  1 box × 25 = 25, added when the column is settled  line_bonus=25
                                                     line_timing=end

Entered in
  Match 3: the open column
    then Ann 12, Bob 0

Deal
  Ann deals next                                     dealer=alternate
"#);
}
