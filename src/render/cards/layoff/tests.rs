//! Whole answers about two hands.

use super::*;
use crate::render::samples::printed;
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
