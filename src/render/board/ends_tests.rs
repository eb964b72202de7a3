//! Boards of games that are over.

use super::tests::shown;
use crate::render::samples::{BEST, HOLLY, SINGLE, TOTALS};

#[test]
fn a_game_that_is_over_says_who_won_and_the_money() {
    insta::assert_snapshot!(shown(SINGLE, 120, None), @r"
Game 7 · Friday night · standard

Ann                                                          Bob

    ████        ████    ████    ████    ████                 ████████████    ████████████    ████████████
    ████        ████    ████    ████    ████                 ████████████    ████████████    ████████████
████████        ████    ████    ████    ████                         ████    ████    ████    ████
████████        ████    ████    ████    ████                         ████    ████    ████    ████
    ████        ████████████    ████████████                 ████████████    ████████████    ████████████
    ████        ████████████    ████████████                 ████████████    ████████████    ████████████       ███ ███
    ████                ████            ████                 ████            ████    ████            ████    █    █ █
    ████                ████            ████                 ████            ████    ████            ████   ███ ███ ███
████████████            ████            ████                 ████████████    ████████████    ████████████    █  █     █
████████████            ████            ████                 ████████████    ████████████    ████████████       ███ ███

total
                                                             won

#6  Bob undercuts Ann, 8 against 8: 25 (bonus)

Bob wins the game 285–144, net 141   Ann pays Bob 1.41 USD
");
    insta::assert_snapshot!(shown(SINGLE, 80, None), @r"
Game 7 · Friday night · standard

Ann                                      Bob

  ██    ██  ██  ██  ██                   ██████  ██████  ██████       ███ ███
████    ██  ██  ██  ██                       ██  ██  ██  ██        █    █ █
  ██    ██████  ██████                   ██████  ██████  ██████   ███ ███ ███
  ██        ██      ██                   ██      ██  ██      ██    █  █     █
██████      ██      ██                   ██████  ██████  ██████       ███ ███

total
                                         won

#6  Bob undercuts Ann, 8 against 8: 25 (bonus)

Bob wins the game 285–144, net 141   Ann pays Bob 1.41 USD
");
    insta::assert_snapshot!(shown(SINGLE, 40, None), @r"
Game 7 · Friday night · standard

Ann                  Bob

 █  █ █ █ █          ███ ███ ███
██  █ █ █ █            █ █ █ █
 █  ███ ███          ███ ███ ███
 █    █   █          █   █ █   █
███   █   █          ███ ███ ███   +25

total
                     won

#6  Bob undercuts Ann, 8 against 8:
  25 (bonus)

Bob wins the game 285–144, net 141
  Ann pays Bob 1.41 USD
");
    insta::assert_snapshot!(shown(SINGLE, 20, None), @r"
Game 7
  Friday night
  standard
total
Ann 144
Bob 285   +25   won
#6 Bob undercuts
  Ann, 8 against 8:
  25 (bonus)
Bob wins the game
  285–144, net 141
  Ann pays Bob 1.41
  USD
");
}

#[test]
fn the_ends_of_other_formats() {
    insta::assert_snapshot!(shown(HOLLY, 80, None), @r"
Game 7 · hollywood-club, target=100

Ann                                      Bob

███  █  █ █ █ █                          ███ ███ ███
  █ ██  █ █ █ █                            █ █ █ █
███  █  ███ ███                          ███ █ █ ███
  █  █    █   █                            █ █ █ █ █
███ ███   █   █   +56                    ███ ███ ███

game score
won

#7  Ann undercuts Bob, 3 against 6: 56 (3 + 25, doubled by the spade), 3 boxes

Column 1 closed by Ann   1116–0
Column 2 closed by Ann   974–0
Column 3 × 2 closed by Ann   527–153

Ann wins the game 3144–306, net 2838
");
    insta::assert_snapshot!(shown(BEST, 80, None), @r"
Game 7 · tournament, target=100, best_of=3

Ann                                      Bob

██████                                     ██
    ██                                   ████
██████                                     ██
██                                         ██
██████                                   ██████

matches
won

#8  Ann goes gin against 90: 115 (90 + 25)

Match 1 closed by Ann   470–0
Match 2 closed by Bob   0–335
Match 3 closed by Ann   240–108

Ann wins the game 2–1 in matches, 710–443, net 267
");
    insta::assert_snapshot!(shown(TOTALS, 80, None), @r"
Game 7 · From the notebook · hollywood

Ann                                      Bob

██████  ██████  ██████                   ██████  ██████  ██████
    ██  ██  ██  ██  ██                       ██      ██  ██
██████  ██  ██  ██  ██                   ██████  ██████  ██████
    ██  ██  ██  ██  ██                       ██  ██          ██
██████  ██████  ██████                   ██████  ██████  ██████

total
won

Ann wins the game; Bob has the higher total, 325–300, net 25 to Bob
");
}
