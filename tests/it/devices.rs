//! Facts of several devices in one book: the book answers as the fold of all its facts does.

use std::collections::BTreeSet;

use ginpad::book::{Access, Book, By};
use ginpad_core::facts::{Change, ChangeVerb, Conflict, Fact};
use proptest::prelude::*;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::as_the_fold::answers_as_the_fold;
use crate::core::devices::{hand, now, played, steps};
use crate::support::program::Table;
use crate::support::whole::{document, exported, hashed, take_in};

/// Runs a command on another device, which has a copy of the book.
fn elsewhere(table: &Table, command: &str) {
    let run = table.args(&format!("{command} --book copy.db")).env("XDG_STATE_HOME", table.path("other-state")).run();
    assert_eq!(run.status, Some(0), "ginpad {command}\n{}", run.err);
}

/// The changes and facts of two exports, each of them once.
fn union(first: &Value, second: &Value) -> Value {
    let mut all = first.clone();
    for part in ["changes", "facts"] {
        let known: BTreeSet<String> = first[part].as_array().unwrap().iter().map(|one| one["id"].to_string()).collect();
        let new = second[part].as_array().unwrap().iter().filter(|one| !known.contains(&one["id"].to_string()));
        all[part].as_array_mut().unwrap().extend(new.cloned());
    }
    all
}

/// A table whose book holds what two devices did. They share `before`; then each ran its own commands.
pub(crate) fn two_devices(before: &[&str], here: &[&str], there: &[&str]) -> Table {
    let table = Table::after(before);
    table.put("first.json", table.does("export --json"));
    elsewhere(&table, "import first.json");
    here.iter().for_each(|command| drop(table.does(command)));
    there.iter().for_each(|command| elsewhere(&table, command));
    let both = union(&table.json("export"), &table.json("export --book copy.db"));
    table.put("both.json", both.to_string());
    std::fs::remove_file(table.book()).unwrap();
    table.does("import both.json");
    table
}

/// An export with what a later version could add: an unknown kind, and unknown fields.
pub(crate) fn with_unknown_facts(mut export: Value) -> Value {
    let id = |number: u128| Uuid::from_u128(0x0199_0000_0000_7000_8000_0000_0000_0000 + number).to_string();
    let mut change = export["changes"][0].clone();
    change["id"] = id(1).into();
    change["device"] = id(9).into();
    change["sequence"] = 1.into();
    change["facts"] = 1.into();
    change["weather"] = "rain".into();
    export["changes"].as_array_mut().unwrap().push(hashed(change));
    let wager = json!({ "kind": "wager", "id": id(2), "change": id(1), "minor": 1250, "currency": "USD" });
    let facts = export["facts"].as_array_mut().unwrap();
    for fact in facts.iter_mut().filter(|fact| fact["kind"] == "hand") {
        fact["weather"] = "rain".into();
        *fact = hashed(fact.clone());
    }
    facts.push(hashed(wager));
    export
}

fn book(table: &Table) -> Book {
    Book::open(&table.book(), Access::Read, Uuid::nil()).unwrap().unwrap()
}

fn entries(table: &Table) -> Vec<String> {
    let score = table.json("score 1");
    score["hands"].as_array().unwrap().iter().map(|hand| hand["entry"].as_str().unwrap().to_string()).collect()
}

const BEGUN: &[&str] = &["new Ann Bob --at '2026-11-20 19:30'", "log ann knock 4 27", "log bob gin 31"];

#[test]
fn of_two_corrections_one_scores_until_somebody_settles_it() {
    let table = two_devices(BEGUN, &["fix 1 ann knock 5 27"], &["fix 1 ann knock 6 27"]);
    answers_as_the_fold(&mut book(&table));
    assert_eq!(entries(&table).len(), 2, "a hand never counts twice");
    let conflicts = book(&table).read().unwrap().fold().unwrap().conflicts;
    assert!(matches!(conflicts.as_slice(), [Conflict::Hand { .. }]), "{conflicts:?}");
    table.does("fix 1 ann knock 7 27");
    answers_as_the_fold(&mut book(&table));
    assert_eq!(entries(&table), ["Ann knock 7 27", "Bob gin 31"]);
    assert_eq!(book(&table).read().unwrap().fold().unwrap().conflicts, []);
    table.does("undo");
    answers_as_the_fold(&mut book(&table));
    assert_eq!(book(&table).read().unwrap().fold().unwrap().conflicts.len(), 1);
}

#[test]
fn everything_two_devices_do_is_answered_as_the_fold_answers_it() {
    let table = two_devices(
        &[BEGUN, &["log dead"]].concat(),
        &["log ann points 3", "drop 2", "insert 1 bob points 9", "close", "new Cid Dee", "log cid gin 4"],
        &["log bob points 4", "fix 2 bob gin 30", "insert 1 bob points 8", "new Cid Eve", "undo 2"],
    );
    answers_as_the_fold(&mut book(&table));
    let names = table.does("players --plain");
    assert!(names.contains("Cid\t"), "{names}");
    table.does("undo");
    answers_as_the_fold(&mut book(&table));
    table.does("redo");
    answers_as_the_fold(&mut book(&table));
}

#[test]
fn people_of_one_name_from_two_devices_are_told_apart() {
    let table = two_devices(BEGUN, &["new Cid Dee", "log cid gin 4"], &["new cid Eve", "log cid gin 4"]);
    answers_as_the_fold(&mut book(&table));
    let names = table.does("players --plain").to_lowercase();
    assert!(names.contains("cid\t1") && names.contains("cid (2)\t1"), "{names}");
    table.does("new 'Cid (2)' Ann");
    assert!(table.does("players --plain").to_lowercase().contains("cid (2)\t2"), "a namesake is typed as shown");
}

#[test]
fn what_a_later_version_wrote_comes_in_and_goes_out_as_it_was() {
    let table = Table::after(BEGUN);
    let export = with_unknown_facts(table.json("export"));
    table.put("later.json", export.to_string());
    let said = table.args("import later.json --book copy.db").run();
    assert_eq!(said.status, Some(0), "{}", said.err);
    assert_eq!(
        said.err,
        "note: 4 entries of the book are from a later version of ginpad; ginpad counts the part it knows and keeps the rest\n"
    );
    let sorted = |export: &Value, part: &str| {
        let mut all: Vec<String> =
            export[part].as_array().unwrap().iter().map(|one| hashed(one.clone()).to_string()).collect();
        all.sort();
        all
    };
    let kept = table.json("export --book copy.db");
    for part in ["changes", "facts"] {
        assert_eq!(sorted(&kept, part), sorted(&export, part));
    }
    assert_eq!(table.json("score 1 --book copy.db")["hands"], table.json("score 1")["hands"]);
    table.does("log dead --book copy.db");
}

#[test]
fn what_devices_disagree_about_is_said_with_a_command_that_settles_it() {
    let table = two_devices(BEGUN, &["fix 1 ann knock 5 27", "log dead"], &["fix 1 ann knock 6 27", "log ann gin 3"]);
    let said = table.args("score").run();
    let warnings: Vec<&str> = said.err.lines().collect();
    let [numbered, corrected] = warnings.as_slice() else { panic!("{}", said.err) };
    assert!(corrected.starts_with("warning: two devices changed hand 1 in different ways;"), "{corrected}");
    assert!(numbered.starts_with("warning: two devices logged hands 3 and 4 under one number;"), "{numbered}");
    for warning in [corrected, numbered] {
        let command = warning.split('`').nth(1).unwrap();
        assert_eq!(table.listen(table.shell(command), b"").status, Some(0), "{command}");
    }
    assert_eq!(table.args("score").run().err, "");
}

#[test]
fn an_export_is_read_in_any_order_and_doubled() {
    let table = Table::after(&[BEGUN, &["fix 1 ann gin 3", "insert 2 dead", "undo"]].concat());
    let mut export = table.json("export");
    let whole = table.json("score");
    let facts = export["facts"].as_array_mut().unwrap();
    let again = facts.clone();
    facts.extend(again);
    facts.reverse();
    table.put("backwards.json", export.to_string());
    table.does("import backwards.json --book copy.db");
    assert_eq!(table.json("score --book copy.db"), whole);
}

#[test]
fn undo_skips_a_change_of_kinds_that_are_not_known() {
    let table = Table::after(BEGUN);
    table.put("later.json", with_unknown_facts(table.json("export")).to_string());
    table.does("import later.json --book copy.db");
    assert!(table.does("undo --book copy.db").starts_with("undid log in game 1: hand 2"));
}

/// The ids of the changes and facts of an export, with their contents and hashes.
pub(crate) fn contents(export: &Value) -> BTreeSet<String> {
    let entries = ["changes", "facts"].into_iter().flat_map(|part| export[part].as_array().unwrap());
    entries.map(|entry| serde_json_canonicalizer::to_string(entry).unwrap()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_book_of_three_devices_answers_as_the_fold_and_goes_out_as_it_came_in(
        steps in steps(), seed: u64, order: u64, chosen in 0..1000_usize,
    ) {
        let (changes, facts) = played(&steps, seed);
        let export = document(&changes, &facts, order);
        let mut book = Book::in_memory(Uuid::new_v4()).unwrap();
        let pad = book.write().unwrap();
        take_in(&pad, &export).unwrap();
        pad.commit().unwrap();
        answers_as_the_fold(&mut book);
        prop_assert_eq!(contents(&exported(&book.read().unwrap())), contents(&export));

        let pad = book.write().unwrap();
        for id in pad.games().unwrap() {
            let game = pad.game(id).unwrap();
            if let Some(at) = chosen.checked_rem(game.scored.game.hands.len()) {
                let fixed = pad.fix(&game, at, &hand(chosen), now()).unwrap();
                prop_assert!(fixed.record.hands[at].others.is_empty(), "a correction settles the hand");
            }
        }
        pad.commit().unwrap();
        answers_as_the_fold(&mut book);
        for changes in [1, 3] {
            let pad = book.write().unwrap();
            let undone = pad.to_undo(changes, By::Anyone).unwrap();
            if !undone.is_empty() {
                pad.move_changes(ChangeVerb::Undo, &undone, now()).unwrap();
            }
            pad.commit().unwrap();
            answers_as_the_fold(&mut book);
        }
        let there = contents(&exported(&book.read().unwrap()));
        prop_assert!(there.is_superset(&contents(&export)), "nothing that came in is lost");
    }
}

/// A person with a name, in a change of their own.
fn person(name: &str, number: u128, like: &Change) -> (Change, Vec<Fact>) {
    let id = |part: u128| json!(Uuid::from_u128(1000 * number + part));
    let facts = [
        json!({ "kind": "player", "id": id(1), "change": id(0) }),
        json!({ "kind": "player-name", "id": id(2), "change": id(0), "player": id(1), "name": name }),
    ];
    let change = Change { id: Uuid::from_u128(1000 * number), sequence: number as i64, facts: 2, ..like.clone() };
    (change, facts.map(|fact| serde_json::from_value(fact).unwrap()).to_vec())
}

#[test]
fn namesakes_are_told_apart_as_the_fold_tells_them_apart() {
    let (mut changes, mut facts) = played(&[], 1);
    let (like, game) = (changes[0].clone(), facts.iter().find(|fact| fact.kind() == "game").unwrap().clone());
    let said = ["Cid", "cid", "Cid (2)", "Cid (2) (2)"];
    for (number, name) in (1..).zip([said, said].concat()) {
        let (change, named) = person(name, number, &Change { device: Uuid::from_u128(7), ..like.clone() });
        changes.push(change);
        facts.extend(named);
    }
    // Each of them plays one game with the next.
    for number in 1..8_u128 {
        let mut game = json!(game);
        let (id, change) = (Uuid::from_u128(1000 * number + 3), Uuid::from_u128(1000 * number + 4));
        game["id"] = json!(id);
        game["change"] = json!(change);
        game["seats"] = json!([[Uuid::from_u128(1000 * number + 1)], [Uuid::from_u128(1000 * number + 1001)]]);
        let device = Uuid::from_u128(8);
        changes.push(Change { id: change, device, sequence: number as i64, facts: 1, ..like.clone() });
        facts.push(serde_json::from_value(game).unwrap());
    }
    let mut book = Book::in_memory(Uuid::new_v4()).unwrap();
    let pad = book.write().unwrap();
    take_in(&pad, &document(&changes, &facts, 5)).unwrap();
    pad.commit().unwrap();
    assert_eq!(book.read().unwrap().games().unwrap().len(), 8);
    answers_as_the_fold(&mut book);
}
