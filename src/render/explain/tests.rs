use super::*;
use crate::render::Canvas;
use crate::render::samples::{AT_ONCE, FINISHER, FORFEIT, HOLLY, LOWER, MULTI, PALACE, TOTALS, explained, scored};

/// Each step, with its knobs and points.
fn steps(sheet: &str) -> String {
    let step = |step: &Step| format!("{}: {} {:?} {:?}\n", step.section, step.step, step.knobs, step.points);
    explain_settlement(&scored(sheet)).steps.iter().map(step).collect()
}

#[test]
fn a_settlement_at_two_widths() {
    let at = |width| explained(&explain_settlement(&scored(MULTI)), Canvas::plain(width));
    insta::assert_snapshot!(at(100) + &at(40), @"
    Settlement

    Match 1, closed by hand 4                                        Ann  Bob
    ─────────────────────────────────────────────────────────────────────────
    hand points; Ann reaches the target (target=100)                 180    7
    no shutout of Bob (shutout_when=no-hands)                          0    0
    game bonus, to the finisher (game_bonus=100)                     100    0
    line bonus: 2 and 1 boxes × 25 (line_bonus=25, line_timing=end)   50   25
    totals                                                           330   32
    net, to Ann                                                      298    0

    Match 2, closed by hand 5                                        Ann  Bob
    ─────────────────────────────────────────────────────────────────────────
    hand points; Bob reaches the target (target=100)                   0  105
    shutout of Ann (shutout=100, shutout_when=no-hands)                0  100
    game bonus, to the finisher (game_bonus=100)                       0  100
    line bonus: 0 and 1 boxes × 25 (line_bonus=25, line_timing=end)    0   25
    totals                                                             0  330
    net, to Bob                                                        0  330

    Match 3, open       Ann  Bob
    ────────────────────────────
    points so far        12    0
    needs (target=100)   88  100
    boxes so far          1    0

    Game score                     Ann  Bob
    ───────────────────────────────────────
    Match 1: totals (credit=both)  330   32
    Match 2: totals (credit=both)    0  330
    game score                     330  362

    Winner
    ────────────────────────────────────────────────────────────────────
    nobody yet
    the higher game score wins once it has reached 500 (game_target=500)
    Settlement

    Match 1, closed by hand 4       Ann  Bob
    ────────────────────────────────────────
    hand points; Ann reaches the    180    7
    target (target=100)
    no shutout of Bob                 0    0
    (shutout_when=no-hands)
    game bonus, to the finisher     100    0
    (game_bonus=100)
    line bonus: 2 and 1 boxes × 25   50   25
    (line_bonus=25,
    line_timing=end)
    totals                          330   32
    net, to Ann                     298    0

    Match 2, closed by hand 5       Ann  Bob
    ────────────────────────────────────────
    hand points; Bob reaches the      0  105
    target (target=100)
    shutout of Ann (shutout=100,      0  100
    shutout_when=no-hands)
    game bonus, to the finisher       0  100
    (game_bonus=100)
    line bonus: 0 and 1 boxes × 25    0   25
    (line_bonus=25,
    line_timing=end)
    totals                            0  330
    net, to Bob                       0  330

    Match 3, open       Ann  Bob
    ────────────────────────────
    points so far        12    0
    needs (target=100)   88  100
    boxes so far          1    0

    Game score                     Ann  Bob
    ───────────────────────────────────────
    Match 1: totals (credit=both)  330   32
    Match 2: totals (credit=both)    0  330
    game score                     330  362

    Winner
    ────────────────────────────────────────
    nobody yet
    the higher game score wins once it has
    reached 500 (game_target=500)
    ");
}

#[test]
fn the_steps_of_every_format() {
    let sheets = [HOLLY, PALACE, LOWER, FINISHER, FORFEIT, AT_ONCE, TOTALS];
    insta::assert_snapshot!(sheets.map(steps).join("\n"), @r#"
    The 1st column, closed by hand 2: hand points; Ann reaches the target ["target=100"] [Points(158), Points(0)]
    The 1st column, closed by hand 2: shutout of Bob; the finisher's whole total counts twice ["shutout=double-total", "shutout_when=no-hands"] [Points(558), Points(0)]
    The 1st column, closed by hand 2: game bonus, to the finisher ["game_bonus=250"] [Points(250), Points(0)]
    The 1st column, closed by hand 2: line bonus: 6 and 0 boxes × 25 ["line_bonus=25", "line_timing=end"] [Points(150), Points(0)]
    The 1st column, closed by hand 2: totals [] [Points(1116), Points(0)]
    The 1st column, closed by hand 2: net, to Ann [] [Points(1116), Points(0)]
    The 2nd column, closed by hand 2: hand points; Ann reaches the target ["target=100"] [Points(112), Points(0)]
    The 2nd column, closed by hand 2: shutout of Bob; the finisher's whole total counts twice ["shutout=double-total", "shutout_when=no-hands"] [Points(487), Points(0)]
    The 2nd column, closed by hand 2: game bonus, to the finisher ["game_bonus=250"] [Points(250), Points(0)]
    The 2nd column, closed by hand 2: line bonus: 5 and 0 boxes × 25 ["line_bonus=25", "line_timing=end"] [Points(125), Points(0)]
    The 2nd column, closed by hand 2: totals [] [Points(974), Points(0)]
    The 2nd column, closed by hand 2: net, to Ann [] [Points(974), Points(0)]
    The 3rd column, closed by hand 7: hand points; Ann reaches the target ["target=100"] [Points(127), Points(53)]
    The 3rd column, closed by hand 7: no shutout of Bob ["shutout_when=no-hands"] [Points(0), Points(0)]
    The 3rd column, closed by hand 7: game bonus, to the finisher ["game_bonus=250"] [Points(250), Points(0)]
    The 3rd column, closed by hand 7: line bonus: 6 and 4 boxes × 25 ["line_bonus=25", "line_timing=end"] [Points(150), Points(100)]
    The 3rd column, closed by hand 7: totals [] [Points(527), Points(153)]
    The 3rd column, closed by hand 7: net, to Ann [] [Points(374), Points(0)]
    The 3rd column, closed by hand 7: net × 2 ["column_multipliers=1/1/2"] [Points(748), Points(0)]
    Game score: the 1st column: totals [] [Points(1116), Points(0)]
    Game score: the 2nd column: totals [] [Points(974), Points(0)]
    Game score: the 3rd column: totals × 2 ["column_multipliers=1/1/2"] [Points(1054), Points(306)]
    Game score: game score [] [Points(3144), Points(306)]
    Winner: Ann wins the game 3144–306, net 2838 [] []
    Winner: the higher sum of nets wins once every column is closed ["format=hollywood"] []

    The game, closed by hand 3: points; Ann reaches the target ["target=100"] [Points(138), Points(66)]
    The game, closed by hand 3: of these, hand points ["line_timing=immediate"] [Points(118), Points(56)]
    The game, closed by hand 3: no shutout of Bob ["shutout_when=no-hands"] [Points(0), Points(0)]
    The game, closed by hand 3: game bonus, to the finisher ["game_bonus=0"] [Points(0), Points(0)]
    The game, closed by hand 3: line bonus: 2 and 1 boxes × 10 ["line_bonus=10", "line_timing=immediate"] [Points(20), Points(10)]
    The game, closed by hand 3: totals [] [Points(138), Points(66)]
    The game, closed by hand 3: net, to Ann [] [Points(72), Points(0)]
    Winner: Ann wins the game 138–66, net 72 [] []
    Winner: the finisher of the only column wins ["format=single"] []

    The game, closed by hand 9: hand points; Ann reaches the target ["target=100"] [Points(105), Points(12)]
    The game, closed by hand 9: no shutout of Bob ["shutout_when=no-hands"] [Points(0), Points(0)]
    The game, closed by hand 9: game bonus, to the finisher ["game_bonus=0"] [Points(0), Points(0)]
    The game, closed by hand 9: line bonus: 2 and 7 boxes × 25 ["line_bonus=25", "line_timing=end"] [Points(50), Points(175)]
    The game, closed by hand 9: totals [] [Points(155), Points(187)]
    The game, closed by hand 9: net, to Bob [] [Points(0), Points(32)]
    Winner: Ann wins the game 155–187, first to 100, net 32 to Bob [] []
    Winner: the finisher of the only column wins ["format=single"] []

    Match 1, closed by hand 2: hand points; Ann reaches the target ["target=100"] [Points(105), Points(35)]
    Match 1, closed by hand 2: no shutout of Bob ["shutout_when=no-hands"] [Points(0), Points(0)]
    Match 1, closed by hand 2: game bonus, to the finisher ["game_bonus=100"] [Points(100), Points(0)]
    Match 1, closed by hand 2: line bonus: 1 and 1 boxes × 25 ["line_bonus=25", "line_timing=end"] [Points(25), Points(25)]
    Match 1, closed by hand 2: totals [] [Points(230), Points(60)]
    Match 1, closed by hand 2: net, to Ann [] [Points(170), Points(0)]
    Match 2, closed by hand 4: hand points; Ann reaches the target ["target=100"] [Points(105), Points(35)]
    Match 2, closed by hand 4: no shutout of Bob ["shutout_when=no-hands"] [Points(0), Points(0)]
    Match 2, closed by hand 4: game bonus, to the finisher ["game_bonus=100"] [Points(100), Points(0)]
    Match 2, closed by hand 4: line bonus: 1 and 1 boxes × 25 ["line_bonus=25", "line_timing=end"] [Points(25), Points(25)]
    Match 2, closed by hand 4: totals [] [Points(230), Points(60)]
    Match 2, closed by hand 4: net, to Ann [] [Points(170), Points(0)]
    Game score: Match 1: totals ["credit=finisher"] [Points(230), Points(0)]
    Game score: Match 2: totals ["credit=finisher"] [Points(230), Points(0)]
    Game score: final bonus, to the winner ["final_bonus=100"] [Points(100), Points(0)]
    Game score: game score [] [Points(560), Points(0)]
    Winner: Ann wins the game 560–0, net 560 [] []
    Winner: the higher game score wins once it has reached 300 ["game_target=300"] []

    The 1st column, closed by hand 2: hand points; Bob & Dee reach the target ["target=100"] [Points(51), Points(170)]
    The 1st column, closed by hand 2: no shutout of Ann & Cid ["shutout_when=no-hands"] [Points(0), Points(0)]
    The 1st column, closed by hand 2: game bonus, to the finisher ["game_bonus=100"] [Points(0), Points(100)]
    The 1st column, closed by hand 2: line bonus: 1 and 1 boxes × 25 ["line_bonus=25", "line_timing=end"] [Points(25), Points(25)]
    The 1st column, closed by hand 2: totals [] [Points(76), Points(295)]
    The 1st column, closed by hand 2: net, to Bob & Dee [] [Points(0), Points(219)]
    The 2nd column, unfinished: points so far [] [Points(0), Points(0)]
    The 2nd column, unfinished: boxes so far [] [Points(0), Points(0)]
    The 3rd column, unfinished: points so far [] [Points(0), Points(0)]
    The 3rd column, unfinished: boxes so far [] [Points(0), Points(0)]
    Game score: the 1st column: totals [] [Points(76), Points(295)]
    Game score: game score [] [Points(76), Points(295)]
    Winner: forfeited by Bob & Dee, won by Ann & Cid at 76–295 [] []

    The game, closed by hand 1: points; Ann reaches the target ["target=100"] [Points(105), Points(0)]
    The game, closed by hand 1: of these, hand points ["line_timing=immediate"] [Points(85), Points(0)]
    The game, closed by hand 1: shutout of Bob; the finisher's hand points count twice ["shutout=double-hands", "shutout_when=no-hands"] [Points(105), Points(0)]
    The game, closed by hand 1: game bonus, to the finisher ["game_bonus=100"] [Points(100), Points(0)]
    The game, closed by hand 1: line bonus: 1 and 0 boxes × 20 ["line_bonus=20", "line_timing=immediate"] [Points(20), Points(0)]
    The game, closed by hand 1: totals [] [Points(310), Points(0)]
    The game, closed by hand 1: net, to Ann [] [Points(310), Points(0)]
    Winner: Ann wins the game 310–0, net 310 [] []
    Winner: the finisher of the only column wins ["format=single"] []

    Totals: as written down; no hands are known [] [Points(300), Points(325)]
    Totals: net, to Bob [] [Points(0), Points(25)]
    Winner: Ann wins the game 300–325, net 25 to Bob [] []
    "#);
}
