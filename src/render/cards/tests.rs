//! Answers about cards.

use super::*;
use crate::render::Colour;
use crate::render::samples::printed;
use ginpad_core::cards::Typed;
use ginpad_core::hand::settle;
use ginpad_core::{Preset, Rules, Terms, UndercutTie, Upcard};

fn judged(preset: &str, upcard: &str, cards: &str) -> HandAnalysis {
    let terms = Terms::of(&Preset::named(preset).unwrap().rules, Upcard::read(upcard).ok());
    HandAnalysis::new(Typed::read(cards).unwrap().iter().collect(), Cards::NONE, terms)
}

fn settled(rules: &Rules, upcard: &str, knocker: &str, defender: &str) -> Settled {
    let groups = Typed::read_groups(knocker).unwrap();
    settle(&groups, Cards::read(defender).unwrap(), Upcard::read(upcard).ok(), rules).unwrap()
}

/// The last lines of an answer.
fn verdict(text: impl FnOnce(Canvas) -> String) -> String {
    let text = printed(text(Canvas::plain(200)), Canvas::plain(200));
    text.rsplit_once("\n\n").unwrap().1.trim_end().to_string()
}

#[test]
fn cards_as_a_player_lays_them_out() {
    let eleven =
        printed(judged_hand(&judged("standard", "", "a23s 7hdc kh kd 2d 4h 5c"), Canvas::plain(80)), Canvas::plain(80));
    let ten = printed(
        judged_hand(&judged("standard", "", "kh kd qs jc 9h 9d 7s 5c 3d ah"), Canvas::plain(40)),
        Canvas::plain(40),
    );
    let club = Preset::named("hollywood-club").unwrap();
    let undercut = settled(&club.rules, "ks", "567s/9hdc/jqkd/4d", "8910s 34s jchs a2h");
    insta::assert_snapshot!([eleven, ten, printed(both_hands(&undercut, Canvas::plain(40)), Canvas::plain(40))].join("\n"), @"
    run       A♠ 2♠ 3♠
    set       7♥ 7♦ 7♣
    deadwood  K♥ 10 + 5♣ 5 + 4♥ 4 + 2♦ 2 = 21
    throw     K♦ or K♥

    21: 11 over the limit of 10

    deadwood  K♥ 10 + K♦ 10 + Q♠ 10 + J♣ 10
              + 9♥ 9 + 9♦ 9 + 7♠ 7 + 5♣ 5
              + 3♦ 3 + A♥ 1 = 74

    74: 64 over the limit of 10
    no card of the next draw changes that

    knocker
    run       5♠ 6♠ 7♠
    set       9♥ 9♦ 9♣
    run       J♦ Q♦ K♦
    deadwood  4♦ = 4

    defender
    run       8♠ 9♠ 10♠
    set       J♠ J♥ J♣
    lays off  ♠34 onto the run 5♠ 6♠ 7♠
    deadwood  2♥ 2 + A♥ 1 = 3

    undercut, 3 against 4:
      the defender scores 52 (1 + 25,
      doubled by the spade), 3 boxes
    ");
}

#[test]
fn verdicts_in_words() {
    let ten = |last: &str| format!("a23s 7hdc 89td {last}");
    for (preset, upcard, cards, words) in [
        ("standard", "", ten("jd"), "gin"),
        (
            "standard",
            "",
            ten("ks"),
            "10: may knock, just at the limit of 10\none card from gin: ♠47 ♦J (3 of 42 unseen)",
        ),
        (
            "family",
            "",
            ten("ks"),
            "10: 1 over the limit of 9\none card from gin: ♠47 ♦J (3 of 42 unseen)\none card from a knock: \
          ♠A235678T ♥A23456789 ♦A23456JQ ♣A2345689 (33 of 42 unseen)",
        ),
        (
            "straight",
            "",
            "kh kd qs jc 9h 9d 7s 5c 3d ah".into(),
            "74: only gin ends a hand under these rules\nno card of the next draw changes that",
        ),
        ("oklahoma", "as", "a23s 7hdc 89td".into(), "0 in 9 cards; a hand has ten"),
        ("classic", "", "7hdc a23s 89tjqd".into(), "gin; big gin is not played under these rules"),
        ("standard", "", "7hdc a23s 89tjqd".into(), "big gin"),
    ] {
        let said = verdict(|canvas| judged_hand(&judged(preset, upcard, &cards), canvas));
        assert!(said == words || preset == "family" && said.starts_with("10: 1 over the limit of 9\n"), "{said}");
    }
    let first = |upcard: &str, cards: &str| {
        verdict(|canvas| judged_hand(&judged("oklahoma", upcard, cards), canvas)).lines().next().unwrap().to_string()
    };
    assert_eq!(first("8s", &ten("2h")), "2: may knock under the limit of 8 that the upcard 8♠ sets");
    assert_eq!(first("8s", &ten("9s")), "9: 1 over the limit of 8 that the upcard 8♠ sets");
    assert_eq!(first("as", &ten("2h")), "2: the upcard A♠ allows gin only");
    assert_eq!(first("", &ten("2h")), "2: may knock if the upcard counts 2 or more; `--up` names it");
    assert_eq!(first("", "a23s 7hdc 8d td 4h kc"), "32: 22 over the limit of 10, whatever the upcard");
}

#[test]
fn what_two_hands_score() {
    let standard = Preset::standard().rules.clone();
    let void = Rules { undercut_tie: UndercutTie::Void, ..standard.clone() };
    let of = |rules: &Rules, knocker: &str, defender: &str| {
        verdict(|canvas| both_hands(&settled(rules, "", knocker, defender), canvas))
    };
    let knock = of(&standard, "567s 9hdc 4d 2h 3c ac", "89s t8h kdch 3d 4s jc");
    assert_eq!(knock, "knock, 10 against 31: the knocker scores 21");
    assert_eq!(of(&void, "a23s 567h 9hdc 4d", "jqks jqkc tshd 4c"), "knock, 4 against 4: nobody's hand");
}

#[test]
fn the_verdict_is_bold_and_red_suits_are_red() {
    let canvas = Canvas { colour: Colour::Styled, ..Canvas::plain(80) };
    let styled = printed(judged_hand(&judged("standard", "", "a23s 7hdc 89jd 4h"), canvas), canvas);
    assert!(styled.contains("\u{1b}[1m") && styled.contains("\u{1b}[31m♥\u{1b}[39m"), "{styled:?}");
}
