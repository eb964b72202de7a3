//! Whole lists, and a test that no list is too wide.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::render::Look;
use crate::render::samples::*;
use ginpad_core::rules::{Knob, Preset};
use ginpad_core::text::width;

fn some_games(look: Look) -> String {
    let played = [SINGLE, HOLLY, MULTI, PART, UNFINISHED, TIE, FORFEIT, NEW, FOUR].map(scored);
    let row = |(at, scored)| GameRow { number: at as i64 + 3, scored, current: at == 1, imported: at == 0 };
    games(&played.iter().enumerate().map(row).collect::<Vec<_>>(), look)
}

fn some_people(look: Look) -> String {
    people(
        &[
            ("Ann", 12),
            ("Alexandra the Great", 3),
            ("日本語の名前", 1),
            ("Donaudampfschifffahrtsgesellschaftskapit", 0),
        ],
        look,
    )
}

fn all_presets(look: Look) -> String {
    let rows: Vec<(&str, &str)> = Preset::all().map(|preset| (preset.name.as_str(), preset.summary.as_str())).collect();
    presets(&rows, look)
}

fn preset(name: &str, look: Look) -> String {
    let preset = Preset::find(name).unwrap();
    rules(&preset.name, &preset.rules, &preset.sources(), look)
}

#[test]
fn games_at_100_columns() {
    insta::assert_snapshot!(some_games(Look::plain(100)), @r#"
  #  date        game                                            hands  score
────────────────────────────────────────────────────────────────────────────────────────────────────
  3  2026-11-20  Ann – Bob (Friday night)                            7  won by Bob 285–144, imported
 *4              Ann – Bob                                           7  won by Ann 3144–306
  5              Ann – Bob                                           6  open at 330–362
  6              Ann & Cid – Bob & Dee                               4  won by Ann & Cid 309–39
  7              Ann – Bob                                           2  closed unfinished at 23–0
  8              Ann – Bob                                           2  tied at 145–145
  9              Ann & Cid – Bob & Dee                               2  forfeited by Bob & Dee
 10              Ann – Bob                                           0  open at 0–0 in column 1
 11              Alexandra the Great & Bartholomew & Cid &           2  open at 40–369
                 日本語の名前の長い人 – Wolfgang Amadeus von
                 und zu Hohenstaufen & Fay & Gus & Hal
"#);
}

#[test]
fn games_at_40_columns() {
    insta::assert_snapshot!(some_games(Look::plain(Look::NARROWEST)), @r#"
 3  2026-11-20 Ann – Bob (Friday night)
    won by Bob 285–144, imported
      7 hands
*4  Ann – Bob
    won by Ann 3144–306 · 7 hands
 5  Ann – Bob
    open at 330–362 · 6 hands
 6  Ann & Cid – Bob & Dee
    won by Ann & Cid 309–39 · 4 hands
 7  Ann – Bob
    closed unfinished at 23–0 · 2 hands
 8  Ann – Bob
    tied at 145–145 · 2 hands
 9  Ann & Cid – Bob & Dee
    forfeited by Bob & Dee · 2 hands
10  Ann – Bob
    open at 0–0 in column 1 · 0 hands
11  Alexandra the Great & Bartholomew &
    Cid & 日本語の名前の長い人 –
    Wolfgang Amadeus von und zu
    Hohenstaufen & Fay & Gus & Hal
    open at 40–369 · 2 hands
"#);
}

#[test]
fn games_at_20_columns() {
    let shown = some_games(Look::plain(Look::NARROWEST_LINE));
    assert!(shown.lines().all(|line| width(line) <= 20), "{shown}");
    insta::assert_snapshot!(shown.lines().take(9).collect::<Vec<_>>().join("\n"), @r#"
 3  2026-11-20 Ann
    – Bob (Friday
    night)
    won by Bob
      285–144,
      imported
      7 hands
*4  Ann – Bob
    won by Ann
"#);
}

#[test]
fn people_at_40_columns() {
    insta::assert_snapshot!(some_people(Look::plain(Look::NARROWEST)), @r#"
player                             games
────────────────────────────────────────
Ann                                   12
Alexandra the Great                    3
日本語の名前                           1
Donaudampfschifffahrtsgesellschaf      0
tskapit
"#);
}

#[test]
fn presets_at_100_columns() {
    insta::assert_snapshot!(all_presets(Look::plain(100)), @r#"
preset              what it is
─────────────────────────────────────────────────────────────────────────────────────────────────
standard            one column to 100: the base of the other presets
standard-500        one column to 500
tournament          the best of five columns to 250
multi-match         columns to 100, added up until a game score reaches 500
hollywood           three columns at once
oklahoma            the upcard sets the knock limit, an ace means gin only, spades double
oklahoma-hollywood  Oklahoma in three columns at once
family              points to 100 and nothing else; knock under 10, winner deals
simple              points to 100 and nothing else; the knocker wins ties
classic             the long-published parlour values: gin 20, undercut 10, line 20
classic-strict      gin 20, line 20, knock under 10, undercut 25 but only with less deadwood
straight            no knocking: only gin ends a hand
modern              the finisher's total doubles if the loser has no points; winner deals
palace              an app's rules: lines of 10 credited at once, no bonuses at the end
oklahoma-classic    gin 20, undercut 10, line 20, to 150; the upcard sets the knock limit, spades
                    double
hollywood-club      competitive Hollywood: Oklahoma, extra boxes, three columns to 250, the third
                    counts double
partners            two a side, to 125
partners-6          three a side, to 150
"#);
}

#[test]
fn presets_at_40_columns() {
    insta::assert_snapshot!(all_presets(Look::plain(Look::NARROWEST)), @r#"
standard
  one column to 100: the base of the
  other presets
standard-500
  one column to 500
tournament
  the best of five columns to 250
multi-match
  columns to 100, added up until a game
  score reaches 500
hollywood
  three columns at once
oklahoma
  the upcard sets the knock limit, an
  ace means gin only, spades double
oklahoma-hollywood
  Oklahoma in three columns at once
family
  points to 100 and nothing else; knock
  under 10, winner deals
simple
  points to 100 and nothing else; the
  knocker wins ties
classic
  the long-published parlour values: gin
  20, undercut 10, line 20
classic-strict
  gin 20, line 20, knock under 10,
  undercut 25 but only with less
  deadwood
straight
  no knocking: only gin ends a hand
modern
  the finisher's total doubles if the
  loser has no points; winner deals
palace
  an app's rules: lines of 10 credited
  at once, no bonuses at the end
oklahoma-classic
  gin 20, undercut 10, line 20, to 150;
  the upcard sets the knock limit,
  spades double
hollywood-club
  competitive Hollywood: Oklahoma, extra
  boxes, three columns to 250, the third
  counts double
partners
  two a side, to 125
partners-6
  three a side, to 150
"#);
}

#[test]
fn rules_at_100_columns() {
    insta::assert_snapshot!(preset("hollywood-club", Look::plain(100)), @r#"
rules: hollywood-club

knob                value             meaning and source
────────────────────────────────────────────────────────────────────────────────────────────────────
knock_limit         10                the most deadwood a player may knock with; 0 is straight gin
                                      (S1, S2, S3: 10 or fewer)
oklahoma            ace-gin           whether the first upcard lowers the knock limit; ace-gin: the
                                      upcard's value is the limit; an ace allows gin only
                                      (S3; competitive score sheets)
spades_double       points-and-boxes  what a spade upcard doubles; points-and-boxes: a spade upcard
                                      doubles the points and the extra boxes
                                      (competitive score sheets)
gin_bonus           25                points for gin, on top of the defender's deadwood
                                      (S0, S1, S2, S3)
big_gin_bonus       31                points for big gin instead of the gin bonus, on top of the
                                      deadwood; off if it is not played
                                      (S1, S2; S3 as 25 and 6 more)
undercut_bonus      25                points for an undercut, on top of the difference
                                      (S2, S3)
undercut_tie        bonus             who wins the hand when both have the same deadwood; bonus:
                                      equal deadwood is an undercut, with its bonus
                                      (S0, S2, S3, S4: equal deadwood is an undercut)
knock_bonus         0                 points for a knock that wins, on top of the difference
                                      (no source has one)
gin_boxes           2                 extra boxes for gin
                                      (competitive score sheets)
big_gin_boxes       2                 extra boxes for big gin
                                      (competitive score sheets)
undercut_boxes      1                 extra boxes for an undercut
                                      (competitive score sheets)
gin_off_boxes       3                 extra boxes for a gin-off, instead of the undercut's if they
                                      are more
                                      (competitive score sheets)
layoff_on_gin       false             whether the defender may lay off on gin
                                      (S2, S3, S4: no lay-off on gin)
dead_deal           next              who deals after a dead hand, if the deal alternates; next: the
                                      deal passes after a dead hand
                                      (S1, S2, S3: the deal passes from round to round, and a draw
                                      is a round)
target              250               the points that close a column
                                      (competitive score sheets)
game_bonus          250               points to the side that finishes a column
                                      (competitive score sheets)
line_bonus          25                points for each box
                                      (S2, S3)
line_timing         end               when lines are credited; end: lines are added when the column
                                      is settled
                                      (S2, S3: added at the end)
shutout             double-total      what the finisher gains when the other side is shut out;
                                      double-total: the finisher's whole total counts twice
                                      (competitive score sheets)
shutout_when        no-hands          when the loser of a column counts as shut out; no-hands: the
                                      loser won no hand in the column
                                      (S2, S3: the winner won every hand)
format              hollywood         how the columns of a game follow one another; hollywood:
                                      several columns are open at once
                                      (S3)
columns             3                 how many columns are open at once (hollywood)
                                      (S3)
column_multipliers  1/1/2             what each column's net is multiplied by (hollywood)
                                      (competitive score sheets)
dealer              alternate         who deals the next hand; alternate: the deal alternates
                                      (S1, S2, S3)

S0 a family-education site's page on gin rummy
S1 a page of card-game rules, "just one version of the game"
S2 a leaflet of gin rules, with tournament play
S3 the encyclopaedia article on gin rummy, as of 2 April 2009
S4 an article on gin rummy point rules, in two halves that differ
"#);
}

#[test]
fn rules_at_40_columns() {
    insta::assert_snapshot!(preset("standard", Look::plain(Look::NARROWEST)), @r#"
rules: standard

knock_limit 10
  the most deadwood a player may knock
  with; 0 is straight gin
  (S1, S2, S3: 10 or fewer)

oklahoma off
  whether the first upcard lowers the
  knock limit; off: the upcard does not
  change the knock limit
  (S3 describes it as a variation)

spades_double off
  what a spade upcard doubles; off:
  spades double nothing
  (S3 describes it with Oklahoma only)

gin_bonus 25
  points for gin, on top of the
  defender's deadwood
  (S0, S1, S2, S3)

big_gin_bonus 31
  points for big gin instead of the gin
  bonus, on top of the deadwood; off if
  it is not played
  (S1, S2; S3 as 25 and 6 more)

undercut_bonus 25
  points for an undercut, on top of the
  difference
  (S2, S3)

undercut_tie bonus
  who wins the hand when both have the
  same deadwood; bonus: equal deadwood
  is an undercut, with its bonus
  (S0, S2, S3, S4: equal deadwood is an
  undercut)

knock_bonus 0
  points for a knock that wins, on top
  of the difference
  (no source has one)

gin_boxes 0
  extra boxes for gin
  (no source has extra boxes)

big_gin_boxes 0
  extra boxes for big gin
  (no source has extra boxes)

undercut_boxes 0
  extra boxes for an undercut
  (no source has extra boxes)

gin_off_boxes 0
  extra boxes for a gin-off, instead of
  the undercut's if they are more
  (no source has extra boxes)

layoff_on_gin false
  whether the defender may lay off on
  gin
  (S2, S3, S4: no lay-off on gin)

dead_deal next
  who deals after a dead hand, if the
  deal alternates; next: the deal passes
  after a dead hand
  (S1, S2, S3: the deal passes from
  round to round, and a draw is a round)

target 100
  the points that close a column
  (S0, S1, S2, S3, S4)

game_bonus 100
  points to the side that finishes a
  column
  (S2, S3, S4)

line_bonus 25
  points for each box
  (S2, S3)

line_timing end
  when lines are credited; end: lines
  are added when the column is settled
  (S2, S3: added at the end)

shutout double-hands
  what the finisher gains when the other
  side is shut out; double-hands: the
  finisher's hand points count twice
  (S2, S3: the points for each hand are
  doubled before the line bonus)

shutout_when no-hands
  when the loser of a column counts as
  shut out; no-hands: the loser won no
  hand in the column
  (S2, S3: the winner won every hand)

format single
  how the columns of a game follow one
  another; single: one column decides
  the game
  (S3: single match; S2 to 100)

dealer alternate
  who deals the next hand; alternate:
  the deal alternates
  (S1, S2, S3)

S0 a family-education site's page on gin
   rummy
S1 a page of card-game rules, "just one
   version of the game"
S2 a leaflet of gin rules, with
   tournament play
S3 the encyclopaedia article on gin
   rummy, as of 2 April 2009
S4 an article on gin rummy point rules,
   in two halves that differ
"#);
}

#[test]
fn what_a_file_says_of_its_sources_moves_no_cursor() {
    let standard = Preset::find("standard").unwrap();
    let sources = BTreeMap::from([(Knob::Target, "our\u{1b}[2J\nclub".to_string())]);
    let text = rules("a\u{7}b", &standard.rules, &sources, Look::plain(Look::NARROWEST));
    assert!(text.lines().all(|line| !line.contains(char::is_control)), "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_list_is_too_wide(
        names in proptest::collection::vec("[A-Za-z日本é☺️👩‍👧 ]{0,39}[a-z日]", 1..5),
        number in 1..10_000_000_i64,
        wide in Look::NARROWEST..=120,
    ) {
        let look = Look::plain(wide);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let sheet = format!("title: {}\nrules: hollywood\nsides: x{}, y{}\n", names[0], names[0], names[names.len() - 1]);
        let sources: BTreeMap<Knob, String> = Knob::ALL.iter().copied().zip(names.iter().cycle().map(ToString::to_string)).collect();
        let standard = Preset::find("standard").unwrap();
        let mut texts = vec![
            some_games(look),
            people(&names.iter().map(|name| (*name, usize::MAX)).collect::<Vec<_>>(), look),
            all_presets(look),
            rules(names[0], &standard.rules, &sources, look),
        ];
        if let Ok(game) = ginpad_core::notation::read_one(&sheet) {
            texts.push(games(&[GameRow { number, scored: &game.scored(), current: true, imported: false }], look));
        }
        for line in texts.iter().flat_map(|text| text.lines()) {
            prop_assert!(width(line) <= wide, "{} > {wide}: {line}", width(line));
            prop_assert_eq!(line, line.trim_end());
        }
    }
}
