//! Whole explanations of settlements.

use super::explain_settlement;
use crate::render::Look;
use crate::render::samples::*;

#[test]
fn a_multi_match_under_way() {
    insta::assert_snapshot!(printed(&explain_settlement(&scored(MULTI)), Look::plain(100)), @r#"
Settlement

Match 1, closed by hand 4                                                    Ann  Bob
  hand points; Ann reaches the target                 target=100             180    7
  no shutout: Bob won a hand                          shutout_when=no-hands    0    0
  game bonus, to the finisher                         game_bonus=100         100    0
  line bonus: 2 and 1 boxes × 25                      line_bonus=25           50   25
                                                      line_timing=end
  totals                                                                     330   32
  net, to Ann                                                                298    0

Match 2, closed by hand 5                                                    Ann  Bob
  hand points; Bob reaches the target                 target=100               0  105
  shutout: Ann won no hand                            shutout=100              0  100
                                                      shutout_when=no-hands
  game bonus, to the finisher                         game_bonus=100           0  100
  line bonus: 0 and 1 boxes × 25                      line_bonus=25            0   25
                                                      line_timing=end
  totals                                                                       0  330
  net, to Bob                                                                  0  330

Match 3, open                                                                Ann  Bob
  points so far                                                               12    0
  needs                                               target=100              88  100
  boxes so far                                                                 1    0

Game score                                                                   Ann  Bob
  Match 1: totals                                     credit=both            330   32
  Match 2: totals                                     credit=both              0  330
  game score                                                                 330  362

Winner
  nobody yet
  the higher game score wins once it has reached 500  game_target=500
"#);
}

#[test]
fn hollywood_at_40_columns() {
    insta::assert_snapshot!(printed(&explain_settlement(&scored(HOLLY)), Look::plain(Look::NARROWEST)), @r#"
Settlement

Column 1, closed by hand 2     Ann   Bob
  hand points; Ann reaches     158     0
    the target
    target=100
  shutout: Bob won no hand;    558     0
    the finisher's whole
    total counts twice
    shutout=double-total
    shutout_when=no-hands
  game bonus, to the           250     0
    finisher
    game_bonus=250
  line bonus: 6 and 0 boxes    150     0
    × 25
    line_bonus=25
    line_timing=end
  totals                      1116     0
  net, to Ann                 1116     0

Column 2, closed by hand 2     Ann   Bob
  hand points; Ann reaches     112     0
    the target
    target=100
  shutout: Bob won no hand;    487     0
    the finisher's whole
    total counts twice
    shutout=double-total
    shutout_when=no-hands
  game bonus, to the           250     0
    finisher
    game_bonus=250
  line bonus: 5 and 0 boxes    125     0
    × 25
    line_bonus=25
    line_timing=end
  totals                       974     0
  net, to Ann                  974     0

Column 3, closed by hand 7     Ann   Bob
  hand points; Ann reaches     127    53
    the target
    target=100
  no shutout: Bob won a hand     0     0
    shutout_when=no-hands
  game bonus, to the           250     0
    finisher
    game_bonus=250
  line bonus: 6 and 4 boxes    150   100
    × 25
    line_bonus=25
    line_timing=end
  totals                       527   153
  net, to Ann                  374     0
  net × 2                      748     0
    column_multipliers=1/1/2

Game score                     Ann   Bob
  column 1: totals            1116     0
  column 2: totals             974     0
  column 3: totals × 2        1054   306
    column_multipliers=1/1/2
  game score                  3144   306

Winner
  Ann wins the game 3144–306, net 2838
  the higher sum of nets wins once every
    column is closed
    format=hollywood
"#);
}

#[test]
fn lines_credited_at_once() {
    insta::assert_snapshot!(printed(&explain_settlement(&scored(PALACE)), Look::plain(80)), @r#"
Settlement

The game, closed by hand 3                                     Ann  Bob
  points; Ann reaches the target        target=100             138   66
  of these, hand points                 line_timing=immediate  118   56
  no shutout: Bob won a hand            shutout_when=no-hands    0    0
  game bonus, to the finisher           game_bonus=0             0    0
  line bonus: 2 and 1 boxes × 10        line_bonus=10           20   10
                                        line_timing=immediate
  totals                                                       138   66
  net, to Ann                                                   72    0

Winner
  Ann wins the game 138–66, net 72
  the finisher of the only column wins  format=single
"#);
}

#[test]
fn the_finisher_with_the_lower_total() {
    insta::assert_snapshot!(printed(&explain_settlement(&scored(LOWER)), Look::plain(80)), @r#"
Settlement

The game, closed by hand 9                                              Ann  Bob
  hand points; Ann reaches the target            target=100             105   12
  no shutout: Bob won a hand                     shutout_when=no-hands    0    0
  game bonus, to the finisher                    game_bonus=0             0    0
  line bonus: 2 and 7 boxes × 25                 line_bonus=25           50  175
                                                 line_timing=end
  totals                                                                155  187
  net, to Bob                                                             0   32

Winner
  Ann wins the game, first to 100; Bob has the higher total, 187–155,
    net 32 to Bob
  the finisher of the only column wins           format=single
"#);
}

#[test]
fn only_the_finisher_credited() {
    insta::assert_snapshot!(printed(&explain_settlement(&scored(FINISHER)), Look::plain(80)), @r#"
Settlement

Match 1, closed by hand 2                                               Ann  Bob
  hand points; Ann reaches the target            target=100             105   35
  no shutout: Bob won a hand                     shutout_when=no-hands    0    0
  game bonus, to the finisher                    game_bonus=100         100    0
  line bonus: 1 and 1 boxes × 25                 line_bonus=25           25   25
                                                 line_timing=end
  totals                                                                230   60
  net, to Ann                                                           170    0

Match 2, closed by hand 4                                               Ann  Bob
  hand points; Ann reaches the target            target=100             105   35
  no shutout: Bob won a hand                     shutout_when=no-hands    0    0
  game bonus, to the finisher                    game_bonus=100         100    0
  line bonus: 1 and 1 boxes × 25                 line_bonus=25           25   25
                                                 line_timing=end
  totals                                                                230   60
  net, to Ann                                                           170    0

Game score                                                              Ann  Bob
  Match 1: totals                                credit=finisher        230    0
  Match 2: totals                                credit=finisher        230    0
  final bonus, to the winner                     final_bonus=100        100    0
  game score                                                            560    0

Winner
  Ann wins the game 560–0, net 560
  the higher game score wins once it has         game_target=300
    reached 300
"#);
}

#[test]
fn a_forfeit() {
    insta::assert_snapshot!(printed(&explain_settlement(&scored(FORFEIT)), Look::plain(80)), @r#"
Settlement

Column 1, closed by hand 2                                  Ann & Cid  Bob & Dee
  hand points; Bob & Dee reach the   target=100                    51        170
    target
  no shutout: Ann & Cid won a hand   shutout_when=no-hands          0          0
  game bonus, to the finisher        game_bonus=100                 0        100
  line bonus: 1 and 1 boxes × 25     line_bonus=25                 25         25
                                     line_timing=end
  totals                                                           76        295
  net, to Bob & Dee                                                 0        219

Column 2, unfinished                                        Ann & Cid  Bob & Dee
  points so far                                                     0          0
  boxes so far                                                      0          0

Column 3, unfinished                                        Ann & Cid  Bob & Dee
  points so far                                                     0          0
  boxes so far                                                      0          0

Game score                                                  Ann & Cid  Bob & Dee
  column 1: totals                                                 76        295
  game score                                                       76        295

Winner
  Bob & Dee forfeited; Ann & Cid win
"#);
}

#[test]
fn lines_credited_at_once_count_twice_with_the_hands() {
    insta::assert_snapshot!(printed(&explain_settlement(&scored(AT_ONCE)), Look::plain(80)), @r#"
Settlement

The game, closed by hand 1                                              Ann  Bob
  points; Ann reaches the target                 target=100             105    0
  of these, hand points                          line_timing=immediate   85    0
  shutout: Bob won no hand; the finisher's hand  shutout=double-hands   105    0
    points count twice, lines credited at once   shutout_when=no-hands
    among them
  game bonus, to the finisher                    game_bonus=100         100    0
  line bonus: 1 and 0 boxes × 20                 line_bonus=20           20    0
                                                 line_timing=immediate
  totals                                                                310    0
  net, to Ann                                                           310    0

Winner
  Ann wins the game 310–0, net 310
  the finisher of the only column wins           format=single
"#);
}
