//! Reports about cards, as programs read them.

use serde::Serialize;
use serde_json::Value;

use super::deadwood::{DeadwoodReport, deadwood_record};
use crate::answer::Nobody;
use crate::render::formats;
use crate::reports::deadwood::LayoffReport;
use ginpad_core::cards::{Cards, Typed};
use ginpad_core::hand::settle;
use ginpad_core::{HandAnalysis, Preset, Rules, Settled, Terms, UndercutTie, Upcard, Verdict};

/// A document, with one field per line.
fn document(report: &impl Serialize) -> String {
    let document = serde_json::to_value(report).unwrap();
    document.as_object().unwrap().iter().map(|(name, value)| format!("{name}: {value}\n")).collect()
}

fn judged(preset: &str, cards: &str) -> DeadwoodReport {
    let terms = Terms::of(&Preset::named(preset).unwrap().rules, None);
    let hand = HandAnalysis::new(Typed::read(cards).unwrap().iter().collect(), Cards::NONE, terms);
    DeadwoodReport { rules: preset.into(), hand }
}

#[test]
fn what_cards_are_good_for() {
    insta::assert_snapshot!(document(&judged("standard", "2h a23s 7hdc 89td")), @r#"
schema: "ginpad/deadwood/1"
rules: "standard"
cards: ["2H","AS","2S","3S","7H","7D","7C","8D","9D","TD"]
deadwood: 2
melds: [["AS","2S","3S"],["8D","9D","TD"],["7H","7D","7C"]]
unmatched: ["2H"]
discard: null
discards: null
gin: false
big_gin: false
knock: {"limit":10,"allowed":true}
outs: {"unseen":42,"gin":["4S","7S","JD"],"gin_count":3,"knock":["4S","5S","6S","7S","8S","9S","TS","JS","QS","KS","AH","3H","4H","5H","6H","8H","9H","TH","JH","QH","KH","AD","2D","3D","4D","5D","6D","JD","QD","KD","AC","2C","3C","4C","5C","6C","8C","9C","TC","JC","QC","KC"],"knock_count":42}
"#);
    insta::assert_snapshot!(document(&judged("standard", "a23s 7hdc kh kd 2d 4h 5c")), @r#"
schema: "ginpad/deadwood/1"
rules: "standard"
cards: ["AS","2S","3S","7H","7D","7C","KH","KD","2D","4H","5C"]
deadwood: 21
melds: [["AS","2S","3S"],["7H","7D","7C"]]
unmatched: ["4H","KH","2D","5C"]
discard: "KD"
discards: ["KH","KD"]
gin: false
big_gin: false
knock: {"limit":10,"allowed":false}
outs: null
"#);
    insta::assert_snapshot!(document(&judged("standard", "7hdc a23s 89tjqd")), @r#"
schema: "ginpad/deadwood/1"
rules: "standard"
cards: ["7H","7D","7C","AS","2S","3S","8D","9D","TD","JD","QD"]
deadwood: 0
melds: [["AS","2S","3S"],["8D","9D","TD","JD","QD"],["7H","7D","7C"]]
unmatched: []
discard: null
discards: null
gin: false
big_gin: true
knock: {"limit":10,"allowed":true}
outs: null
"#);
    insta::assert_snapshot!(document(&judged("oklahoma", "a23s 7hdc 89td 4h")), @r#"
schema: "ginpad/deadwood/1"
rules: "oklahoma"
cards: ["AS","2S","3S","7H","7D","7C","8D","9D","TD","4H"]
deadwood: 4
melds: [["AS","2S","3S"],["8D","9D","TD"],["7H","7D","7C"]]
unmatched: ["4H"]
discard: null
discards: null
gin: false
big_gin: false
knock: {"limit":null,"allowed":null}
outs: {"unseen":42,"gin":["4S","7S","JD"],"gin_count":3,"knock":null,"knock_count":null}
"#);
}

#[test]
fn records_of_cards() {
    let record = |cards: &str| {
        let terms = Terms::of(&Preset::standard().rules, None);
        deadwood_record(&Verdict::of(Cards::read(cards).unwrap(), terms)).join("|")
    };
    assert_eq!(record("kh 7hdcs 2d 8c 9c"), "12|7C 8C 9C / 7S 7H 7D|KH 2D");
    assert_eq!(record("7hdc a23s 89tjqd"), "0|AS 2S 3S / 8D 9D TD JD QD / 7H 7D 7C|");
    assert_eq!(record("a23s 7hdc kh kd 2d 4h 5c"), "21|AS 2S 3S / 7H 7D 7C|4H KH 2D 5C|KD");
    assert_eq!(record("ac"), "1||AC");
    for card in Cards::PACK.iter() {
        assert_eq!(record(&card.code()), format!("{}||{}", card.rank.value(), card.code()));
    }
}

fn settled(rules: &Rules, knocker: &str, defender: &str) -> Settled {
    settle(&Typed::read_groups(knocker).unwrap(), Cards::read(defender).unwrap(), None::<Upcard>, rules).unwrap()
}

#[test]
fn both_hands_after_a_knock() {
    let standard = Preset::standard().rules.clone();
    let report = LayoffReport(settled(&standard, "567s 9hdc 4d 2h 3c ac", "89s t8h kdch 3d 4s jc"));
    insta::assert_snapshot!(formats::text_of(|out| formats::records(&report, &Nobody, out)).replace('\t', "|"), @"
knocker|10|5S 6S 7S / 9H 9D 9C|2H 4D AC 3C
defender|31|KH KD KC|8H TH 3D JC
laid-off|4S|1
laid-off|8S|1
laid-off|9S|1
result|knock|knocker|21|1
");
    insta::assert_snapshot!(document(&report), @r#"
schema: "ginpad/layoff/1"
knocker: {"deadwood":10,"melds":[["5S","6S","7S"],["9H","9D","9C"]],"unmatched":["2H","4D","AC","3C"]}
defender: {"deadwood":31,"melds":[["KH","KD","KC"]],"unmatched":["8H","TH","3D","JC"],"laid_off":[{"card":"4S","onto":0},{"card":"8S","onto":0},{"card":"9S","onto":0}]}
outcome: "knock"
winner: "knocker"
points: 21
boxes: 1
"#);
    let void = Rules { undercut_tie: UndercutTie::Void, ..standard };
    let tie = LayoffReport(settled(&void, "a23s 567h 9hdc 4d", "jqks jqkc tshd 4c"));
    assert_eq!(serde_json::to_value(&tie).unwrap()["winner"], Value::Null);
    assert!(formats::text_of(|out| formats::records(&tie, &Nobody, out)).ends_with("result\tknock\t\t0\t0\n"));
}
