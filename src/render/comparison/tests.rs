//! Whole comparisons, as players and programs see them.

use proptest::prelude::*;

use super::{comparison, comparison_plain};
use crate::render::samples::*;
use crate::render::{Colour, Look};
use ginpad_core::comparison::Comparison;
use ginpad_core::rules::{Preset, TableRules};
use ginpad_core::text::width;

fn compared(sheet: &str, rules: &str) -> Comparison {
    Comparison::new(scored(sheet), TableRules::read(rules).unwrap()).unwrap()
}

fn at(sheet: &str, rules: &str, width: usize) -> String {
    comparison(&compared(sheet, rules), Some(12), Look::plain(width))
}

#[test]
fn a_single_column_at_40_columns() {
    insta::assert_snapshot!(at(SINGLE, "simple", Look::NARROWEST), @r#"
Game 12 · Friday night
as played: standard
instead: simple

           │ as played   │ instead
           │  Ann ┆  Bob │  Ann ┆  Bob
───────────┼─────────────┼─────────────
 1  K      │   23 ┆      │   23 ┆
 2  G      │      ┆   56 │      ┆   56
 3  –      │      ┆      │      ┆
 4  B      │   71 ┆      │   71 ┆
 5  U      │      ┆   29 │      ┆   19
 6  U      │      ┆   25 │    0 ┆
 7  K      │      ┆      │   17 ┆
───────────┼─────────────┼─────────────
points     │   94 ┆  110 │  111 ┆   75
game bonus │    0 ┆  100 │    0 ┆    0
boxes      │   50 ┆   75 │    0 ┆    0
total      │  144 ┆  285 │  111 ┆   75
net        │      ┆  141 │   36 ┆
USD        │      ┆ 1.41 │ 0.36 ┆

As played: won by Bob 285–144, in hand 6
Instead: won by Ann 111–75, in hand 7

What the rules change:
  undercut_bonus 25 → 15: hands 5 and 6
  undercut_tie bonus → knocker: hand 6
  game_bonus 100 → 0: columns and totals
  line_bonus 25 → 0: columns and totals
Without effect in this game: shutout
  double-hands → none

As played, hand 7 came after the end;
  instead it counts
"#);
}

#[test]
fn a_single_column_at_100_columns() {
    insta::assert_snapshot!(at(SINGLE, "classic, target=50", 100), @r#"
Game 12 · Friday night
as played: standard
instead: classic, target=50

           │ as played           │ instead
           │      Ann ┆      Bob │      Ann ┆      Bob
───────────┼─────────────────────┼─────────────────────
 1  K      │       23 ┆          │       23 ┆
 2  G      │          ┆       56 │          ┆       51
 3  –      │          ┆          │          ┆
 4  B      │       71 ┆          │        × ┆
 5  U      │          ┆       29 │          ┆
 6  U      │          ┆       25 │          ┆
 7  K      │          ┆          │          ┆
───────────┼─────────────────────┼─────────────────────
points     │       94 ┆      110 │       23 ┆       51
game bonus │        0 ┆      100 │        0 ┆      100
boxes      │       50 ┆       75 │       20 ┆       20
total      │      144 ┆      285 │       43 ┆      171
net        │          ┆      141 │          ┆      128
USD        │          ┆     1.41 │          ┆     1.28

As played: won by Bob 285–144, in hand 6
Instead: won by Bob 171–43, in hand 2

What the rules change:
  gin_bonus 25 → 20: hand 2
  big_gin_bonus 31 → off: hand 4
  undercut_bonus 25 → 10: hands 5 and 6
  target 100 → 50: columns and totals
  line_bonus 25 → 20: columns and totals
Without effect in this game: shutout double-hands → 100, dealer alternate → winner

Instead, hands 3 to 6 come after the end and do not count
"#);
}

#[test]
fn hands_that_count_nowhere_are_not_told() {
    let sheet = "sides: Ann, Bob\nrules: standard, target=50\n\nann points 60\nbob points 5\nbob big-gin 4\n";
    let shown = at(sheet, "classic, target=40", 100);
    assert!(shown.ends_with("Only the points are known of hand 1; no rules change them\n"), "{shown}");
    assert!(!shown.contains("refuse"), "{shown}");
    let longer = at(sheet, "classic, target=100", 100);
    assert!(longer.contains("The other rules refuse hand 3: "), "{longer}");
    assert!(longer.contains("Only the points are known of hands 1 and 2;"), "{longer}");
}

#[test]
fn hands_that_the_other_rules_refuse() {
    insta::assert_snapshot!(at(SINGLE, "hollywood-club", Look::NARROWEST), @r#"
Game 12 · Friday night
as played: standard
instead: hollywood-club

           │ as played   │ instead
           │  Ann ┆  Bob │  Ann ┆  Bob
───────────┼─────────────┼─────────────
 1  K      │   23 ┆      │    × ┆
 2  G      │      ┆   56 │      ┆    ×
 3  –      │      ┆      │      ┆
 4  B      │   71 ┆      │    × ┆
 5  U      │      ┆   29 │      ┆    ×
 6  U      │      ┆   25 │    × ┆
 7  K      │      ┆      │    × ┆
───────────┼─────────────┼─────────────
points     │   94 ┆  110 │      ┆
game bonus │    0 ┆  100 │      ┆
boxes      │   50 ┆   75 │      ┆
total      │  144 ┆  285 │      ┆
net        │      ┆  141 │      ┆
USD        │      ┆ 1.41 │      ┆

As played: won by Bob 285–144, in hand 6
Instead: open at 0–0 in column 1

What the rules change:
  oklahoma off → ace-gin: hands 1, 2 and
    4 to 6
  gin_boxes 0 → 2: columns and totals
  big_gin_boxes 0 → 2: columns and
    totals
  undercut_boxes 0 → 1: columns and
    totals
  target 100 → 250: columns and totals
  game_bonus 100 → 250: columns and
    totals
  format single → hollywood (columns 3,
    column_multipliers 1/1/2): columns
    and totals
Without effect in this game:
  spades_double off → points-and-boxes,
  gin_off_boxes 0 → 3, shutout
  double-hands → double-total

The other rules refuse hands 1, 2 and 4
  to 7: the upcard is missing; under
  Oklahoma it sets the knock limit
"#);
}

#[test]
fn another_format_brings_its_knobs() {
    insta::assert_snapshot!(at(HOLLY, "multi-match", 100), @r#"
Game 12
as played: hollywood-club, target=100
instead: multi-match

               │ as played           │ instead
               │      Ann ┆      Bob │      Ann ┆      Bob
───────────────┼─────────────────────┼─────────────────────
 1  K ♠        │       46 ┆          │       23 ┆
 2  G ♠        │      112 ┆          │       56 ┆
 3  K          │          ┆       18 │          ┆       18
 4  –          │          ┆          │          ┆
 5  B          │       71 ┆          │       71 ┆
 6  G          │          ┆       35 │          ┆       35
 7  U ♠        │       56 ┆          │       28 ┆
───────────────┼─────────────────────┼─────────────────────
Match 2 so far │          ┆          │       28 ┆       35
points         │      524 ┆      106 │      150 ┆       18
shutout        │     1045 ┆        0 │        0 ┆        0
game bonus     │     1000 ┆        0 │      100 ┆        0
boxes          │      575 ┆      200 │       75 ┆       25
total          │     3144 ┆      306 │      325 ┆       43
net            │     2838 ┆          │      282 ┆

As played: won by Ann 3144–306, in hand 7
Instead: open at 325–43

What the rules change:
  spades_double points-and-boxes → off: hands 1, 2 and 7
  gin_boxes 2 → 0: hands 2 and 6
  big_gin_boxes 2 → 0: hand 5
  undercut_boxes 1 → 0: hand 7
  game_bonus 250 → 100: columns and totals
  shutout double-total → 100: columns and totals
  format hollywood → multi-match (game_target 500, final_bonus 0, credit both): columns and totals
Without effect in this game: oklahoma ace-gin → off, gin_off_boxes 3 → 0
"#);
}

#[test]
fn partners_and_points_only() {
    insta::assert_snapshot!(at(PART, "partners, undercut_bonus=10, final_bonus=100, format=multi-match", 60), @r#"
Game 12
as played: partners
instead: partners, undercut_bonus=10, format=multi-match,
  final_bonus=100

           │ as played             │ instead
           │ Ann & Cid ┆ Bob & Dee │ Ann & Cid ┆ Bob & Dee
───────────┼───────────────────────┼───────────────────────
 1  R      │           ┆        14 │           ┆        14
 2  R      │        26 ┆           │        11 ┆
 3  –      │           ┆           │           ┆
 4  R      │       133 ┆           │       133 ┆
───────────┼───────────────────────┼───────────────────────
points     │       159 ┆        14 │       144 ┆        14
game bonus │       100 ┆         0 │       100 ┆         0
boxes      │        50 ┆        25 │        50 ┆        25
total      │       309 ┆        39 │       294 ┆        39
net        │       270 ┆           │       255 ┆

As played: won by Ann & Cid 309–39, in hand 4
Instead: open at 294–39

What the rules change:
  undercut_bonus 25 → 10: hand 2
  format single → multi-match (game_target 500, final_bonus
    100, credit both): columns and totals

Only the points are known of hand 2; no rules change them
"#);
}

#[test]
fn the_rules_of_the_game_itself() {
    insta::assert_snapshot!(at(UNFINISHED, "standard", Look::NARROWEST), @r#"
Game 12
as played: standard
instead: standard

              │ as played │ instead
              │ Ann ┆ Bob │ Ann ┆ Bob
──────────────┼───────────┼───────────
 1  K         │  23 ┆     │  23 ┆
 2  –         │     ┆     │     ┆
──────────────┼───────────┼───────────
Game 1 so far │  23 ┆   0 │  23 ┆   0

As played: closed unfinished at 23–0
Instead: closed unfinished at 23–0

These are the rules of the game: nothing
  differs
"#);
}

#[test]
fn rules_that_make_no_difference() {
    insta::assert_snapshot!(at(UNFINISHED, "standard, shutout=none, gin_bonus=20", Look::NARROWEST), @r#"
Game 12
as played: standard
instead: standard, gin_bonus=20,
  shutout=none

              │ as played │ instead
              │ Ann ┆ Bob │ Ann ┆ Bob
──────────────┼───────────┼───────────
 1  K         │  23 ┆     │  23 ┆
 2  –         │     ┆     │     ┆
──────────────┼───────────┼───────────
Game 1 so far │  23 ┆   0 │  23 ┆   0

As played: closed unfinished at 23–0
Instead: closed unfinished at 23–0

Without effect in this game: gin_bonus
  25 → 20, shutout double-hands → none
"#);
}

#[test]
fn every_record() {
    let compared = compared(SINGLE, "family, target=50");
    insta::assert_snapshot!(comparison_plain(&compared, Some(12)).replace('\t', "|"), @r#"
game|12|Friday night|standard|family, target=50|finished|finished|6|2|Bob|Bob
knob|knock_limit|10|9|nothing|
knob|big_gin_bonus|31|off|hands|4
knob|target|100|50|sheet|
knob|game_bonus|100|0|sheet|
knob|line_bonus|25|0|sheet|
knob|shutout|double-hands|none|nothing|
knob|dealer|alternate|winner|nothing|
hand|1|knock|knock|Ann|Ann|23|23|1|1|counted|counted||
hand|2|gin|gin|Bob|Bob|56|56|1|1|counted|counted||
hand|3|dead|dead|||0|0|0|0|counted|beyond||
hand|4|big-gin|big-gin|Ann||71|0|1|0|counted|refused|refused|big_gin_bonus
hand|5|undercut|undercut|Bob|Bob|29|29|1|1|counted|beyond||
hand|6|undercut|undercut|Bob|Bob|25|25|1|1|counted|beyond||
hand|7|knock|knock|Ann|Ann|17|17|1|1|beyond|beyond||
refused|4|as|big gin is not played under these rules
score|hand_points|94|110|23|56
score|shutout|0|0|0|0
score|game_bonus|0|100|0|0
score|line_bonus|50|75|0|0
score|final_bonus|0|0|0|0
score|game_score|144|285|23|56
net|-141|-33
money|USD|-1.41|1.41|-0.33|0.33
"#);
}

#[test]
fn every_field() {
    let compared = compared(SINGLE, "family, target=50");
    let mut value = crate::render::json::value(&crate::render::json::comparison(&compared, Some(12)));
    for score in ["played", "as"] {
        let score = value[score].take();
        assert_eq!(score["schema"], "ginpad/score/1");
    }
    insta::assert_snapshot!(value, @r#"
{"schema":"ginpad/comparison/1","played":null,"as":null,"knobs":[{"knob":"knock_limit","played":10,"as":9,"effect":"nothing","hands":[]},{"knob":"big_gin_bonus","played":31,"as":"off","effect":"hands","hands":[4]},{"knob":"target","played":100,"as":50,"effect":"sheet","hands":[]},{"knob":"game_bonus","played":100,"as":0,"effect":"sheet","hands":[]},{"knob":"line_bonus","played":25,"as":0,"effect":"sheet","hands":[]},{"knob":"shutout","played":"double-hands","as":"none","effect":"nothing","hands":[]},{"knob":"dealer","played":"alternate","as":"winner","effect":"nothing","hands":[]}],"hands":[{"number":4,"change":"refused","knobs":["big_gin_bonus"]}],"counted_only":{"played":[3,4,5,6],"as":[]},"ended_by":{"played":6,"as":2},"score_parts":{"played":{"hand_points":[94,110],"shutout":[0,0],"game_bonus":[0,100],"line_bonus":[50,75],"final_bonus":[0,0]},"as":{"hand_points":[23,56],"shutout":[0,0],"game_bonus":[0,0],"line_bonus":[0,0],"final_bonus":[0,0]}},"money":{"currency":"USD","played":[-141,141],"as":[-33,33]}}
"#);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_is_too_wide(
        sheet in prop::sample::select(vec![SINGLE, HOLLY, MULTI, PART, FOUR, LONGEST, FORFEIT, FIVE, VOID, NEW]),
        preset in prop::sample::select(Preset::names().collect::<Vec<_>>()),
        wide in Look::NARROWEST..=120,
    ) {
        let compared = compared(sheet, preset);
        let text = comparison(&compared, Some(1234), Look::plain(wide));
        for line in text.lines() {
            prop_assert!(width(line) <= wide, "{} > {wide}: {line}\n{text}", width(line));
            prop_assert_eq!(line, line.trim_end());
        }
        let styled = comparison(&compared, Some(1234), Look { colour: Colour::Styled, ..Look::plain(wide) });
        prop_assert!(styled.contains("\x1b[1m"));
        let records = comparison_plain(&compared, None);
        let hands = records.lines().filter(|line| line.starts_with("hand\t")).count();
        prop_assert_eq!(hands, compared.played.tally.hands.len());
    }
}
