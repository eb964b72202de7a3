//! Explanations, as programs read them.

use crate::answer::Nobody;
use crate::render::samples::{HOLLY, MULTI, scored};
use crate::render::{Explanation, explain_hand, explain_settlement, formats};

#[test]
fn records_of_the_settlement() {
    let report = explain_settlement(&scored(MULTI));
    insta::assert_snapshot!(formats::text_of(|out| formats::records(&report, &Nobody, out)).replace('\t', "|"), @r#"
Match 1, closed by hand 4: hand points; Ann reaches the target|target=100|180|7
Match 1, closed by hand 4: no shutout of Bob|shutout_when=no-hands|0|0
Match 1, closed by hand 4: game bonus, to the finisher|game_bonus=100|100|0
Match 1, closed by hand 4: line bonus: 2 and 1 boxes × 25|line_bonus=25 line_timing=end|50|25
Match 1, closed by hand 4: totals||330|32
Match 1, closed by hand 4: net, to Ann||298|0
Match 2, closed by hand 5: hand points; Bob reaches the target|target=100|0|105
Match 2, closed by hand 5: shutout of Ann|shutout=100 shutout_when=no-hands|0|100
Match 2, closed by hand 5: game bonus, to the finisher|game_bonus=100|0|100
Match 2, closed by hand 5: line bonus: 0 and 1 boxes × 25|line_bonus=25 line_timing=end|0|25
Match 2, closed by hand 5: totals||0|330
Match 2, closed by hand 5: net, to Bob||0|330
Match 3, open: points so far||12|0
Match 3, open: needs|target=100|88|100
Match 3, open: boxes so far||1|0
Game score: Match 1: totals|credit=both|330|32
Game score: Match 2: totals|credit=both|0|330
Game score: game score||330|362
Winner: nobody yet|
Winner: the higher game score wins once it has reached 500|game_target=500
"#);
}

#[test]
fn a_hand() {
    let report = Explanation { game: Some(12), ..explain_hand(&scored(HOLLY), 6) };
    insta::assert_snapshot!(formats::text_of(|out| formats::records(&report, &Nobody, out)).replace('\t', "|"), @r#"
How it was read: Ann undercut 3 6 up 8S|
How it was read: the upcard 8♠ makes the knock limit 8|oklahoma=ace-gin
How it was read: the defender has less than the knocker: an undercut|
Points: deadwood 6 − 3||3
Points: undercut bonus|undercut_bonus=25|25
Points: all of it again: the upcard is a spade|spades_double=points-and-boxes|28
Points: Ann scores||56
Boxes: the line: one hand won||1
Boxes: undercut boxes|undercut_boxes=1|1
Boxes: extra boxes again for the spade|spades_double=points-and-boxes|1
Boxes: boxes in all||3
Boxes: 3 boxes × 25 = 75, added when the column is settled|line_bonus=25 line_timing=end
Entered in: not the 1st column: closed by hand 2|
Entered in: not the 2nd column: closed by hand 2|
Entered in: the 3rd column: open, and Ann has won a hand there|
Entered in: then Ann 127, Bob 53|
Entered in: it closes: Ann reaches the target|target=100
"#);
    let document = serde_json::to_value(&report).unwrap();
    assert_eq!(document["schema"], "ginpad/explain/1");
    assert_eq!((&document["game"], &document["hand"]), (&12.into(), &7.into()));
    let step = |section: &str, step: &str, knobs: &[&str], points: &[i64]| serde_json::json!({ "section": section, "step": step, "knobs": knobs, "points": points });
    assert_eq!(document["steps"][4], step("Points", "undercut bonus", &["undercut_bonus=25"], &[25]));
    let lines = "3 boxes × 25 = 75, added when the column is settled";
    assert_eq!(document["steps"][11], step("Boxes", lines, &["line_bonus=25", "line_timing=end"], &[]));
    assert_eq!(document["steps"][15], step("Entered in", "then Ann 127, Bob 53", &[], &[]));
}
