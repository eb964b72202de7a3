//! `ginpad layoff` as a player and as a script use it.

use ginpad_core::cards::{Ace, Card, Cards, Meld};
use serde_json::{Value, json};

use crate::core::vectors::vectors;
use crate::support::program::Table;

const KNOCKER: &str = "567s 9hdc 4d 2h 3c ac";
const DEFENDER: &str = "89s t8h kdch 3d 4s jc";

fn codes(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|card| card.as_str().unwrap()).collect()
}

fn cards(list: &Value) -> Cards {
    codes(list).iter().map(|code| Card::read(code).unwrap()).collect()
}

/// The knocker's hand as it is typed with its melds declared.
fn declared(line: &Value) -> String {
    let melds: Vec<Vec<&str>> = line["knocker_melds"].as_array().unwrap().iter().map(codes).collect();
    let held = codes(&line["knocker_hand"]);
    let rest: Vec<&str> = held.into_iter().filter(|card| !melds.concat().contains(card)).collect();
    let groups = melds.into_iter().chain([rest].into_iter().filter(|rest| !rest.is_empty()));
    groups.map(|group| group.join(" ")).collect::<Vec<_>>().join(" / ")
}

fn answer(table: &Table, knocker: &str, defender: &str, flags: &str) -> Value {
    let words = ["layoff", knocker, defender, "--json"].map(String::from);
    let run = table.words(words.into_iter().chain(crate::support::line::split(flags)));
    serde_json::from_str(&run.check_status().out).unwrap()
}

/// Checks that every card of the defender is in a legal place, and that each lay-off is legal in its turn.
fn check_places(answer: &Value, hand: Cards) {
    let melds = |hand: &Value| hand["melds"].as_array().unwrap().iter().map(cards).collect::<Vec<Cards>>();
    let mut grown = melds(&answer["knocker"]);
    let defender = &answer["defender"];
    let mut all = cards(&defender["unmatched"]);
    for meld in melds(defender) {
        assert!(Meld::new(meld, Ace::Low).is_some());
        all |= meld;
    }
    for laid in defender["laid_off"].as_array().unwrap() {
        let (card, onto) = (cards(&json!([laid["card"]])), laid["onto"].as_u64().unwrap() as usize);
        grown[onto] |= card;
        assert!(Meld::new(grown[onto], Ace::Low).is_some(), "{answer}");
        all |= card;
    }
    assert_eq!(all, hand, "{answer}");
    assert_eq!(json!(cards(&defender["unmatched"]).value(Ace::Low)), defender["deadwood"]);
}

#[test]
fn the_worked_lay_offs_come_out_as_worked() {
    let table = Table::new();
    let mut tried = 0;
    for line in vectors("layoffs").iter().filter(|line| line["knocker_deadwood"].as_u64().unwrap() <= 10) {
        let id = &line["id"];
        let declared = declared(line);
        let answer = answer(&table, &declared, &codes(&line["defender_hand"]).join(" "), "");
        let gin = line["gin"] == json!(true);
        assert_eq!(answer["knocker"]["melds"], line["knocker_melds"], "{id}: the melds are kept as they were declared");
        assert_eq!(answer["knocker"]["deadwood"], line["knocker_deadwood"], "{id}");
        assert_eq!(answer["defender"]["deadwood"], line["defender_min_deadwood"], "{id}");
        check_places(&answer, cards(&line["defender_hand"]));
        let count = |side: &str| answer[side]["deadwood"].as_i64().unwrap();
        let (own, other) = (count("knocker"), count("defender"));
        let expected = match (gin, other <= own) {
            (true, _) => json!(["gin", "knocker", other + 25]),
            (_, true) => json!(["undercut", "defender", own - other + 25]),
            (_, false) => json!(["knock", "knocker", other - own]),
        };
        assert_eq!(json!([answer["outcome"], answer["winner"], answer["points"]]), expected, "{id}");
        tried += 1;
    }
    assert!(tried > 100, "only {tried} could be tried");
}

#[test]
fn every_face_tells_the_same() {
    let table = Table::new();
    let words = |flags: &str| {
        let words = ["layoff", KNOCKER, DEFENDER].map(String::from);
        table.words(words.into_iter().chain(crate::support::line::split(flags))).check_status().out
    };
    let plain = "knocker\t10\t5S 6S 7S / 9H 9D 9C\t2H 4D AC 3C\ndefender\t31\tKH KD KC\t8H TH 3D JC\n\
                 laid-off\t4S\t1\nlaid-off\t8S\t1\nlaid-off\t9S\t1\nresult\tknock\tknocker\t21\t1\n";
    assert_eq!(words("--plain"), plain);
    assert!(words("").ends_with("\nknock, 10 against 31: the knocker scores 21\n"));
    assert!(!table.book().exists());
}

#[test]
fn the_rules_decide_what_the_hand_is_worth() {
    let table = Table::new();
    let scored = |knocker: &str, flags: &str| {
        let answer = answer(&table, knocker, DEFENDER, flags);
        json!([answer["outcome"], answer["winner"], answer["points"], answer["boxes"]])
    };
    assert_eq!(scored(KNOCKER, "--up 10s"), json!(["knock", "knocker", 21, 1]));
    assert_eq!(scored(KNOCKER, "--rules oklahoma --up 10s"), json!(["knock", "knocker", 42, 1]));
    assert_eq!(scored("a23s 4567h qhds", "--rules hollywood-club --up as"), json!(["gin", "knocker", 154, 5]));
    assert_eq!(scored("a23s 4567h qhdsc", ""), json!(["big-gin", "knocker", 83, 1]));
    table.put("friday.toml", "layoff_on_gin = true\n");
    // The four of spades and the eight of hearts go onto the runs.
    let generous = answer(&table, "a23s 4567h qhds", DEFENDER, "--rules friday.toml");
    assert_eq!((&generous["outcome"], &generous["defender"]["deadwood"]), (&json!("gin"), &json!(40)));
    assert_eq!(generous["defender"]["laid_off"], json!([{ "card": "4S", "onto": 0 }, { "card": "8H", "onto": 1 }]));
}

#[test]
fn runs_grow_at_both_ends_and_sets_to_four() {
    let table = Table::new();
    let answer = answer(&table, "jhdc / 7s 6s 5s / 2h 3c 4d as", "34s 89s js kh kd qh qd 2d", "");
    let laid = |card: &str, onto: u64| json!({ "card": card, "onto": onto });
    assert_eq!(answer["knocker"]["melds"], json!([["JH", "JD", "JC"], ["7S", "6S", "5S"]]), "kept as they were typed");
    assert_eq!(
        answer["defender"]["laid_off"],
        json!([laid("4S", 1), laid("3S", 1), laid("8S", 1), laid("9S", 1), laid("JS", 0)])
    );
    assert_eq!(answer["defender"]["unmatched"], json!(["QH", "KH", "2D", "QD", "KD"]));
    assert_eq!(json!([answer["outcome"], answer["points"]]), json!(["knock", 32]));
}

/// What the program says about hands that cannot be laid out.
fn refused(table: &Table, words: &[&str]) -> String {
    table.words(["layoff"].iter().chain(words).copied()).status(1).refused().err
}

#[test]
fn everything_that_cannot_be_read_is_told_at_once() {
    let table = Table::new();
    let bad_melds = "567s / 9hd jc / 4d 2h 3c ac";
    insta::assert_snapshot!(refused(&table, &[bad_melds, "89s t8h kdch 3d 4s", "--up", "foo"]), @"
    error: `foo` is not a card; write a rank (A 2-10 J Q K) and a suit (s h d c), like 7S or 10h
    hint: name one card, like `--up 7S`
    ");
    insta::assert_snapshot!(refused(&table, &[bad_melds, "89s t8h kdch 3d 4s", "--rules", "nome"]), @"
    error: no preset named `nome`
    hint: `ginpad rules` lists the presets; a file of rules is named by its path, like `./friday.toml`
    ");
    insta::assert_snapshot!(refused(&table, &[bad_melds, "89s t8h 1d", "--rules", "oklahoma", "--up", "3c"]), @"
    error: there is no rank `1`; the ranks are A 2-10 J Q K
      89s t8h 1d
              ^
    hint: type two hands like `'567s / 9hdc / 4d 2h 3c ac' '89s t8h kdch 3d 4s jc'`
    ");
    insta::assert_snapshot!(refused(&table, &["567s 9hdc 4d 2h 1c x", "89s t8h kdch 3d 4s", "--rules", "oklahoma", "--up", "z"]), @"
    error: the hands cannot be laid out:
      there is no rank `1`; the ranks are A 2-10 J Q K
        567s 9hdc 4d 2h 1c x
                        ^
      `x` is neither a rank (A 2-10 J Q K) nor a suit (s h d c)
        567s 9hdc 4d 2h 1c x
                           ^
      `z` is not a card; write a rank (A 2-10 J Q K) and a suit (s h d c), like 7S or 10h
    hint: type two hands like `'567s / 9hdc / 4d 2h 3c ac' '89s t8h kdch 3d 4s jc'`
    ");
    insta::assert_snapshot!(refused(&table, &["567s 9hdc 4d 2h 3c 6c", "89s t8h kdch 3d 4s jc", "--rules", "oklahoma", "--up", "3h"]), @"
error: the knocker cannot knock with 15 deadwood; the upcard 3♥ makes the knock limit 3
");
    insta::assert_snapshot!(refused(&table, &["a23s 4567h qhdsc", DEFENDER, "--rules", "family"]), @"
error: big gin is not played under these rules
hint: throw Q♣, and it is gin
");
}

#[test]
fn a_trailing_bar_parts_nothing() {
    let table = Table::new();
    let undivided = answer(&table, KNOCKER, DEFENDER, "");
    assert_eq!(answer(&table, &format!("{KNOCKER} /"), DEFENDER, ""), undivided);
}
