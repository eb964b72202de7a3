use super::*;
use crate::render::Canvas;
use crate::render::samples::{HOLLY, MULTI, PART, SINGLE, VOID, explained, scored};

/// Each step, with its knobs and points.
fn steps(sheet: &str, hand: usize) -> String {
    let explanation = explain_hand(&scored(sheet), hand);
    let step = |step: &Step| format!("{}: {} {:?} {:?}\n", step.section, step.step, step.knobs, step.points);
    explanation.title + "\n" + &explanation.steps.iter().map(step).collect::<String>()
}

#[test]
fn a_hand_at_two_widths() {
    let at = |width| explained(&explain_hand(&scored(HOLLY), 6), Canvas::plain(width));
    insta::assert_snapshot!(at(100) + &at(40), @"
    Hand 7: Ann undercuts Bob, 3 against 6: 56 (3 + 25, doubled by the spade), 3 boxes

    How it was read
    ────────────────────────────────────────────────────────
    Ann undercut 3 6 up 8S
    the upcard 8♠ makes the knock limit 8 (oklahoma=ace-gin)
    the defender has less than the knocker: an undercut

    Points
    ───────────────────────────────────────────────────────────────────────────
    deadwood 6 − 3                                                            3
    undercut bonus (undercut_bonus=25)                                       25
    all of it again: the upcard is a spade (spades_double=points-and-boxes)  28
    Ann scores                                                               56

    Boxes
    ───────────────────────────────────────────────────────────────────────────────────────
    the line: one hand won                                                                1
    undercut boxes (undercut_boxes=1)                                                     1
    extra boxes again for the spade (spades_double=points-and-boxes)                      1
    boxes in all                                                                          3
    3 boxes × 25 = 75, added when the column is settled (line_bonus=25, line_timing=end)

    Entered in
    ──────────────────────────────────────────────────
    not the 1st column: closed by hand 2
    not the 2nd column: closed by hand 2
    the 3rd column: open, and Ann has won a hand there
      then Ann 127, Bob 53
      it closes: Ann reaches the target (target=100)
    Hand 7: Ann undercuts Bob, 3 against 6:
      56 (3 + 25, doubled by the spade), 3
      boxes

    How it was read
    ────────────────────────────────────────
    Ann undercut 3 6 up 8S
    the upcard 8♠ makes the knock limit 8
    (oklahoma=ace-gin)
    the defender has less than the knocker:
    an undercut

    Points
    ────────────────────────────────────────
    deadwood 6 − 3                         3
    undercut bonus (undercut_bonus=25)    25
    all of it again: the upcard is a      28
    spade
    (spades_double=points-and-boxes)
    Ann scores                            56

    Boxes
    ────────────────────────────────────────
    the line: one hand won                 1
    undercut boxes (undercut_boxes=1)      1
    extra boxes again for the spade        1
    (spades_double=points-and-boxes)
    boxes in all                           3
    3 boxes × 25 = 75, added when the
    column is settled (line_bonus=25,
    line_timing=end)

    Entered in
    ────────────────────────────────────────
    not the 1st column: closed by hand 2
    not the 2nd column: closed by hand 2
    the 3rd column: open, and Ann has won a
    hand there
      then Ann 127, Bob 53
    it closes: Ann reaches the target
    (target=100)
    ");
}

#[test]
fn the_steps_of_every_kind_of_hand() {
    let hands = [(HOLLY, 1), (PART, 1), (VOID, 0), (SINGLE, 6), (SINGLE, 2), (MULTI, 5)];
    insta::assert_snapshot!(hands.map(|(sheet, hand)| steps(sheet, hand)).join("\n"), @r#"
    Hand 2: Ann goes gin against 31: 112 (31 + 25, doubled by the spade), 5 boxes
    How it was read: Ann gin 31 up 9S [] []
    Points: deadwood against gin [] [Points(31)]
    Points: gin bonus ["gin_bonus=25"] [Points(25)]
    Points: all of it again: the upcard is a spade ["spades_double=points-and-boxes"] [Points(56)]
    Points: Ann scores [] [Points(112)]
    Boxes: the line: one hand won [] [Points(1)]
    Boxes: gin boxes ["gin_boxes=2"] [Points(2)]
    Boxes: extra boxes again for the spade ["spades_double=points-and-boxes"] [Points(2)]
    Boxes: boxes in all [] [Points(5)]
    Boxes: 5 boxes × 25 = 125, added when the column is settled ["line_bonus=25", "line_timing=end"] []
    Entered in: the 1st column: open, and Ann has won a hand there [] []
    Entered in: then Ann 158, Bob 0 [] []
    Entered in: it closes: Ann reaches the target ["target=100"] []
    Entered in: the 2nd column: the first open column that Ann had not entered [] []
    Entered in: then Ann 112, Bob 0 [] []
    Entered in: it closes: Ann reaches the target ["target=100"] []
    Entered in: not the 3rd column: the 2nd column comes first [] []
    Deal: Bob deals next ["dealer=alternate"] []

    Hand 2: Ann undercuts, 4 against 8: 29 (4 + 25); Bob wins 3 points; Ann & Cid score 26
    How it was read: Ann undercut 4 8, Bob points 3 [] []
    How it was read: the knock limit is 10 ["knock_limit=10"] []
    How it was read: the defender has less than the knocker: an undercut [] []
    Table 1: Ann undercuts, 4 against 8: deadwood 8 − 4 [] [Points(4)]
    Table 1: Ann undercuts, 4 against 8: undercut bonus ["undercut_bonus=25"] [Points(25)]
    Table 1: Ann undercuts, 4 against 8: in all [] [Points(29)]
    Table 2: Bob wins 3 points: as given; only the points are known [] [Points(3)]
    Table 2: Bob wins 3 points: in all [] [Points(3)]
    Net: Ann & Cid, all tables [] [Points(29)]
    Net: Bob & Dee, all tables [] [Points(3)]
    Net: Ann & Cid score the difference [] [Points(26)]
    Boxes: the line: one hand won [] [Points(1)]
    Boxes: 1 box × 25 = 25, added when the column is settled ["line_bonus=25", "line_timing=end"] []
    Entered in: the only column [] []
    Entered in: then Ann & Cid 26, Bob & Dee 14 [] []

    Hand 1: Ann knocks, 5 against 5: nobody's hand
    How it was read: Ann knock 5 5 up KH [] []
    How it was read: the knock limit is 10; the upcard K♥ does not lower it ["knock_limit=10", "oklahoma=ace-gin"] []
    How it was read: equal deadwood is nobody's hand ["undercut_tie=void"] []
    Points: equal deadwood ["undercut_tie=void"] [Points(0)]
    Points: nobody scores [] [Points(0)]
    Entered in: no column: nobody won it [] []
    Deal: Ann deals next ["dealer=alternate"] []

    Hand 7: Ann knocks, 3 against 20: 17 (comes after the end of the game and is not counted)
    How it was read: Ann knock 3 20 [] []
    How it was read: the knock limit is 10 ["knock_limit=10"] []
    Points: deadwood 20 − 3 [] [Points(17)]
    Points: Ann scores [] [Points(17)]
    Entered in: no column: the game ended with hand 6 [] []

    Hand 3: dead hand; nobody scores
    How it was read: dead [] []
    How it was read: a dead hand scores nothing [] []
    Entered in: no column: nobody won it [] []
    Deal: Bob deals next: the deal passes after a dead hand ["dead_deal=next"] []

    Hand 6: Ann wins 12 points
    How it was read: Ann points 12 [] []
    Points: as given; only the points are known [] [Points(12)]
    Points: Ann scores [] [Points(12)]
    Boxes: the line: one hand won [] [Points(1)]
    Boxes: 1 box × 25 = 25, added when the column is settled ["line_bonus=25", "line_timing=end"] []
    Entered in: Match 3: the open column [] []
    Entered in: then Ann 12, Bob 0 [] []
    Deal: Ann deals next ["dealer=alternate"] []
    "#);
}
