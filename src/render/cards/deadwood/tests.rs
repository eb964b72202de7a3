//! Whole answers about cards.

use super::*;
use crate::render::Colour;
use crate::render::samples::printed;
use ginpad_core::cards::Typed;
use ginpad_core::hand::{Terms, Upcard};
use ginpad_core::rules::Preset;

fn judged_under(preset: &str, upcard: Option<&str>, cards: &str) -> HandAnalysis {
    let upcard = upcard.map(|card| Upcard::read(card).unwrap());
    let terms = Terms::of(&Preset::named(preset).unwrap().rules, upcard);
    HandAnalysis::new(Typed::read(cards).unwrap().iter().collect(), Cards::NONE, terms)
}

fn judged(cards: &str) -> HandAnalysis {
    judged_under("standard", None, cards)
}

fn text(judged: &HandAnalysis) -> String {
    printed(judged, Look::plain(80))
}

/// The verdict and what follows it.
fn verdict(judged: &HandAnalysis) -> String {
    text(judged).split_once("\n\n").unwrap().1.to_string()
}

#[test]
fn ten_cards_over_the_limit() {
    insta::assert_snapshot!(text(&judged("kh 7hdc 2d 89c 4s 5s 3s")), @r#"
run       3♠ 4♠ 5♠
run       7♣ 8♣ 9♣
deadwood  K♥ 10 + 7♥ 7 + 7♦ 7 + 2♦ 2 = 26

26: 16 over the limit of 10
one card from a knock: ♠7 ♣T (2 of 42 unseen)
"#);
}

#[test]
fn ten_cards_that_may_knock() {
    insta::assert_snapshot!(text(&judged("a23s 7hdc 89td 4h")), @r#"
run       A♠ 2♠ 3♠
run       8♦ 9♦ 10♦
set       7♥ 7♦ 7♣
deadwood  4♥ = 4

4: may knock under the limit of 10
one card from gin: ♠47 ♦J (3 of 42 unseen)
"#);
}

#[test]
fn ten_cards_of_nothing_at_40_columns() {
    let judged = judged("kh kd qs jc 9h 9d 7s 5c 3d ah");
    insta::assert_snapshot!(printed(&judged, Look::plain(Look::NARROWEST)), @"
deadwood  K♥ 10 + K♦ 10 + Q♠ 10 + J♣ 10
          + 9♥ 9 + 9♦ 9 + 7♠ 7 + 5♣ 5
          + 3♦ 3 + A♥ 1 = 74

74: 64 over the limit of 10
no card of the next draw changes that
");
}

#[test]
fn many_cards_that_would_do_at_40_columns() {
    let judged = judged("a23s 7hdc 6d 5d 2h 3h");
    insta::assert_snapshot!(printed(&judged, Look::plain(Look::NARROWEST)), @r#"
run       A♠ 2♠ 3♠
set       7♥ 7♦ 7♣
deadwood  6♦ 6 + 5♦ 5 + 3♥ 3 + 2♥ 2 = 16

16: 6 over the limit of 10
one card from a knock:
  ♠47 ♥A4 ♦34 ♣3 (7 of 42 unseen)
"#);
}

#[test]
fn eleven_cards_throw_one() {
    insta::assert_snapshot!(text(&judged("a23s 7hdc kh kd 2d 4h 5c")), @"
run       A♠ 2♠ 3♠
set       7♥ 7♦ 7♣
deadwood  K♥ 10 + 5♣ 5 + 4♥ 4 + 2♦ 2 = 21
throw     K♦ or K♥

21: 11 over the limit of 10
");
}

#[test]
fn big_gin() {
    insta::assert_snapshot!(text(&judged("7hdc a23s 89tjqd")), @"
run       A♠ 2♠ 3♠
run       8♦ 9♦ 10♦ J♦ Q♦
set       7♥ 7♦ 7♣
deadwood  none

big gin
");
}

#[test]
fn eleven_melded_cards_where_big_gin_is_not_played() {
    insta::assert_snapshot!(text(&judged_under("classic", None, "7hdc a23s 89tjqd")), @"
run       A♠ 2♠ 3♠
run       8♦ 9♦ 10♦ J♦
set       7♥ 7♦ 7♣
deadwood  none
throw     Q♦ or 8♦

gin; big gin is not played under these rules
");
}

#[test]
fn part_of_a_hand() {
    insta::assert_snapshot!(text(&judged("10h")), @"
deadwood  10♥ = 10

10 in 1 card; a hand has ten
");
}

#[test]
fn the_verdict_is_bold_and_red_suits_are_red() {
    let look = Look { colour: Colour::Styled, ..Look::plain(80) };
    let styled = printed(&judged("a23s 7hdc 89jd 4h"), look);
    assert!(styled.contains("\u{1b}[1m"), "{styled:?}");
    assert!(styled.contains("\u{1b}[31m♥\u{1b}[39m"), "{styled:?}");
    let plain = ["\u{1b}[1m", "\u{1b}[0m", "\u{1b}[31m", "\u{1b}[39m"]
        .iter()
        .fold(styled, |text, style| text.replace(style, ""));
    assert_eq!(plain, text(&judged("a23s 7hdc 89jd 4h")));
}

#[test]
fn verdicts_in_words() {
    let ten = |last: &str| format!("a23s 7hdc 89td {last}");
    let of = |preset: &str, upcard: Option<&str>, cards: &str| {
        verdict(&judged_under(preset, upcard, cards)).lines().next().unwrap().to_string()
    };
    let cases: Vec<String> = [
        of("standard", None, &ten("jd")),
        of("standard", None, &ten("ks")),
        of("family", None, &ten("ks")),
        of("straight", None, &ten("2h")),
        of("oklahoma", Some("8s"), &ten("2h")),
        of("oklahoma", Some("8s"), &ten("9s")),
        of("oklahoma", Some("as"), &ten("2h")),
        of("oklahoma", Some("kh"), &ten("2h")),
        of("oklahoma", None, &ten("2h")),
        of("oklahoma", None, "a23s 7hdc 8d td 4h kc"),
        of("oklahoma-classic", None, &ten("ah")),
    ]
    .into();
    insta::assert_snapshot!(cases.join("\n"), @"
gin
10: may knock, just at the limit of 10
10: 1 over the limit of 9
2: only gin ends a hand under these rules
2: may knock under the limit of 8 that the upcard 8♠ sets
9: 1 over the limit of 8 that the upcard 8♠ sets
2: the upcard A♠ allows gin only
2: may knock under the limit of 10
2: may knock if the upcard counts 2 or more; `--up` names it
32: 22 over the limit of 10, whatever the upcard
1: may knock, whatever the upcard
");
}

#[test]
fn a_hand_no_card_can_help_says_so() {
    insta::assert_snapshot!(verdict(&judged_under("straight", None, "kh kd qs jc 9h 9d 7s 5c 3d ah")), @"
74: only gin ends a hand under these rules
no card of the next draw changes that
");
}

#[test]
fn nothing_is_wider_than_the_look() {
    for cards in ["kskqjh 97d 5s 3c ah", "kh kd qs jc 9h 9d 7s 5c 3d ah 2c", "a23s 7hdc 6d 5d 2h 3h", "a2345678910jh"] {
        for width in [40, 41, 57, 80] {
            for line in printed(&judged(cards), Look::plain(width)).lines() {
                assert!(ginpad_core::text::width(line) <= width, "{width}: {line}");
            }
        }
    }
}
