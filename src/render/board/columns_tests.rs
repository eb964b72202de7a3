//! Boards of games of several columns.

use super::tests::{HOLLYWOOD, shown};
use crate::render::samples::MULTI;

#[test]
fn the_columns_of_hollywood() {
    insta::assert_snapshot!(shown(HOLLYWOOD, 120, None), @r"
Game 7 · hollywood

Ann                                                          Bob

████████████    ████████████                                 ████████████
████████████    ████████████                                 ████████████
████            ████                                         ████    ████
████            ████                                         ████    ████
████████████    ████████████                                 ████    ████
████████████    ████████████       ███ ███                   ████    ████
        ████    ████    ████    █  █   █                     ████    ████
        ████    ████    ████   ███ ███ ███                   ████    ████
████████████    ████████████    █    █ █ █                   ████████████
████████████    ████████████       ███ ███                   ████████████

points in column 3
needs 44                                                     needs 100

#4  Ann goes gin against 31: 56 (31 + 25)

Column 1 closed by Ann   330–43
Column 2 closed by Ann   414–0
Column 3 open   56–0   needs 44–100

Bob deals   game score 744–43
");
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
    insta::assert_snapshot!(shown(HOLLYWOOD, 40, None), @r"
Game 7 · hollywood

Ann                  Bob

███ ███              ███
█   █                █ █
███ ███              █ █
  █ █ █              █ █
███ ███   +56        ███

points in column 3
needs 44             needs 100

#4  Ann goes gin against 31:
  56 (31 + 25)

Column 1 closed by Ann   330–43
Column 2 closed by Ann   414–0
Column 3 open   56–0   needs 44–100

Bob deals   game score 744–43
");
    insta::assert_snapshot!(shown(HOLLYWOOD, 20, None), @r"
Game 7 · hollywood
points in column 3
Ann 56   +56
  needs 44
Bob  0   needs 100
#4 Ann goes gin
  against 31:
  56 (31 + 25)
Column 1 closed by
  Ann
  330–43
Column 2 closed by
  Ann
  414–0
Column 3 open   56–0
  needs 44–100
Bob deals
  game score 744–43
");
}

#[test]
fn a_match_of_several_columns() {
    insta::assert_snapshot!(shown(MULTI, 120, None), @r"
Game 7 · multi-match, final_bonus=100

Ann                                                          Bob

    ████        ████████████                                 ████████████
    ████        ████████████                                 ████████████
████████                ████                                 ████    ████
████████                ████                                 ████    ████
    ████        ████████████                                 ████    ████
    ████        ████████████        █  ███                   ████    ████
    ████        ████            █  ██    █                   ████    ████
    ████        ████           ███  █  ███                   ████    ████
████████████    ████████████    █   █  █                     ████████████
████████████    ████████████       ███ ███                   ████████████

points in Match 3
needs 88                                                     needs 100

#6  Ann wins 12 points

Match 1 closed by Ann   330–32
Match 2 closed by Bob   0–330
Match 3 open   12–0   needs 88–100

Ann deals   game score 330–362
");
    insta::assert_snapshot!(shown(MULTI, 80, None), @r"
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
    insta::assert_snapshot!(shown(MULTI, 40, None), @r"
Game 7 · multi-match, final_bonus=100

Ann                  Bob

 █  ███              ███
██    █              █ █
 █  ███              █ █
 █  █                █ █
███ ███   +12        ███

points in Match 3
needs 88             needs 100

#6  Ann wins 12 points

Match 1 closed by Ann   330–32
Match 2 closed by Bob   0–330
Match 3 open   12–0   needs 88–100

Ann deals   game score 330–362
");
    insta::assert_snapshot!(shown(MULTI, 20, None), @r"
Game 7
  multi-match,
  final_bonus=100
points in Match 3
Ann 12   +12
  needs 88
Bob  0   needs 100
#6 Ann wins 12
  points
Match 1 closed by
  Ann
  330–32
Match 2 closed by
  Bob
  0–330
Match 3 open   12–0
  needs 88–100
Ann deals
  game score 330–362
");
}
