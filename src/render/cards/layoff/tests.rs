//! Whole answers about two hands.

use serde_json::Value;

use super::*;
use crate::answer::spell::Nobody;
use crate::render::faces;
use crate::render::samples::printed;
use crate::reports::layoff::LayoffReport;
use ginpad_core::cards::{Cards, Typed};
use ginpad_core::hand::{Upcard, settle};
use ginpad_core::rules::{Preset, Rules, UndercutTie};

fn settled(preset: &str, upcard: Option<&str>, knocker: &str, defender: &str) -> Settled {
    settled_under(&Preset::named(preset).unwrap().rules, upcard, knocker, defender)
}

fn settled_under(rules: &Rules, upcard: Option<&str>, knocker: &str, defender: &str) -> Settled {
    let groups = Typed::read_groups(knocker).unwrap();
    let upcard = upcard.map(|card| Upcard::read(card).unwrap());
    settle(&groups, Cards::read(defender).unwrap(), upcard, rules).unwrap()
}

const KNOCKER: &str = "567s 9hdc 4d 2h 3c ac";
const DEFENDER: &str = "89s t8h kdch 3d 4s jc";

fn document_of(settled: &Settled) -> Value {
    serde_json::to_value(LayoffReport(settled.clone())).unwrap()
}

fn records(settled: Settled) -> String {
    faces::text_of(|out| faces::records(&LayoffReport(settled), &Nobody, out))
}

/// A document, one field a line.
fn document(settled: &Settled) -> String {
    let document = document_of(settled);
    document.as_object().unwrap().iter().map(|(name, value)| format!("{name}: {value}\n")).collect()
}

#[test]
fn a_knock() {
    let knock = settled("standard", None, KNOCKER, DEFENDER);
    insta::assert_snapshot!(printed(&knock, Look::plain(80)), @"
knocker
run       5♠ 6♠ 7♠
set       9♥ 9♦ 9♣
deadwood  4♦ 4 + 3♣ 3 + 2♥ 2 + A♣ 1 = 10

defender
set       K♥ K♦ K♣
lays off  ♠489 onto the run 5♠ 6♠ 7♠
deadwood  J♣ 10 + 10♥ 10 + 8♥ 8 + 3♦ 3 = 31

knock, 10 against 31: the knocker scores 21
");
    insta::assert_snapshot!(records(knock.clone()).replace('\t', "|"), @"
knocker|10|5S 6S 7S / 9H 9D 9C|2H 4D AC 3C
defender|31|KH KD KC|8H TH 3D JC
laid-off|4S|1
laid-off|8S|1
laid-off|9S|1
result|knock|knocker|21|1
");
    insta::assert_snapshot!(document(&knock), @r#"
schema: "ginpad/layoff/1"
knocker: {"deadwood":10,"melds":[["5S","6S","7S"],["9H","9D","9C"]],"unmatched":["2H","4D","AC","3C"]}
defender: {"deadwood":31,"melds":[["KH","KD","KC"]],"laid_off":[{"card":"4S","onto":0},{"card":"8S","onto":0},{"card":"9S","onto":0}],"unmatched":["8H","TH","3D","JC"]}
outcome: "knock"
winner: "knocker"
points: 21
boxes: 1
"#);
}

#[test]
fn an_undercut_at_40_columns() {
    let undercut = settled("hollywood-club", Some("ks"), "567s/9hdc/jqkd/4d", "8910s 34s jchs a2h");
    insta::assert_snapshot!(printed(&undercut, Look::plain(Look::NARROWEST)), @"
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
fn a_defender_who_lays_off_everything() {
    let off = settled("hollywood-club", Some("kh"), "567s / 9hdc / jqkd / 4d", "8910s 4s jchs a23h");
    insta::assert_snapshot!(printed(&off, Look::plain(80)), @"
knocker
run       5♠ 6♠ 7♠
set       9♥ 9♦ 9♣
run       J♦ Q♦ K♦
deadwood  4♦ = 4

defender
run       8♠ 9♠ 10♠
run       A♥ 2♥ 3♥
set       J♠ J♥ J♣
lays off  4♠ onto the run 5♠ 6♠ 7♠
deadwood  none

undercut, 0 against 4: the defender scores 29 (4 + 25), 4 boxes
");
}

#[test]
fn gin_and_big_gin() {
    let gin = settled("standard", None, "a23s 4567h qhds", DEFENDER);
    insta::assert_snapshot!(printed(&gin, Look::plain(80)), @"
knocker
run       A♠ 2♠ 3♠
run       4♥ 5♥ 6♥ 7♥
set       Q♠ Q♥ Q♦
deadwood  none

defender
set       K♥ K♦ K♣
deadwood  J♣ 10 + 10♥ 10 + 9♠ 9 + 8♠ 8 + 8♥ 8 + 4♠ 4 + 3♦ 3 = 52

gin against 52: the knocker scores 77 (52 + 25)
");
    let big = settled("standard", None, "a23s 4567h qhdsc", DEFENDER);
    insta::assert_snapshot!(words(&big), @"big gin against 52: the knocker scores 83 (52 + 31)");
    assert_eq!(document_of(&big)["outcome"], "big-gin");
}

#[test]
fn equal_deadwood() {
    let tie = |tie: UndercutTie| {
        let rules = Rules { undercut_tie: tie, ..Preset::standard().rules.clone() };
        settled_under(&rules, None, "a23s 567h 9hdc 4d", "jqks jqkc tshd 4c")
    };
    let all = [UndercutTie::Bonus, UndercutTie::NoBonus, UndercutTie::Knocker, UndercutTie::Void].map(tie);
    insta::assert_snapshot!(all.map(|settled| words(&settled)).join("\n"), @"
undercut, 4 against 4: the defender scores 25 (bonus)
undercut, 4 against 4: the defender scores 0
knock, 4 against 4: the knocker scores 0
knock, 4 against 4: nobody's hand
");
    assert_eq!(document_of(&tie(UndercutTie::Void))["winner"], Value::Null);
    assert!(records(tie(UndercutTie::Void)).ends_with("result\tknock\t\t0\t0\n"));
}

#[test]
fn nothing_is_wider_than_the_look() {
    let wide = settled("hollywood-club", Some("ks"), "2345678910js", "aks jqh 8910c 679d");
    for width in [40, 41, 57, 80] {
        for line in printed(&wide, Look::plain(width)).lines() {
            assert!(ginpad_core::text::width(line) <= width, "{width}: {line}");
        }
    }
}
