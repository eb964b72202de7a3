//! What several devices did in one book: the book answers as the fold of all its lines does.

use ginpad::book::{Access, ActAuthor, Book};
use proptest::prelude::*;
use serde_json::json;
use uuid::Uuid;

use crate::core::facts_devices::{hand, line_with, now, played, steps};
use crate::support::fix;
use crate::support::program::Table;
use crate::support::whole::{altered, answers_as_the_fold, contents, exported, file_of, lines_of, take_in};
use ginpad_core::facts::{Change, ChangeVerb, Conflict, ConflictSubject, Line, fold, hash_text, shortened};

/// Runs a command on another device, which has a copy of the book.
fn elsewhere(table: &Table, command: &str) {
    let run = table.args(&format!("{command} --book copy.db")).env("XDG_STATE_HOME", table.path("other-state")).run();
    assert_eq!(run.status, Some(0), "ginpad {command}\n{}", run.err);
}

/// A table whose book holds what two devices did. They share `before`; then each ran its own commands.
pub(crate) fn two_devices(before: &[&str], here: &[&str], there: &[&str]) -> Table {
    let table = Table::after(before);
    table.put("first.json", table.does("export --json"));
    elsewhere(&table, "import first.json");
    here.iter().for_each(|command| drop(table.does(command)));
    there.iter().for_each(|command| elsewhere(&table, command));
    table.put("there.json", table.does("export --json --book copy.db"));
    table.does("import there.json");
    table
}

/// An export with what a later version could add: an unknown kind, and unknown fields.
pub(crate) fn with_unknown_facts(export: &str) -> String {
    let rainy = altered(export, "{\"hand\":{", "{\"hand\":{\"weather\":\"rain\",");
    let id = Uuid::from_u128(0x0199_0000_0000_7000_8000_0000_0000_0001);
    let wager = line_with(json!({ "weather": "rain" }), json!([{ "wager": { "minor": 1250, "currency": "USD" } }]), id);
    file_of(&[lines_of(&rainy), vec![wager]].concat())
}

fn book(table: &Table) -> Book {
    Book::open(&table.book(), Access::Read, None).unwrap().unwrap()
}

fn entries(table: &Table) -> Vec<String> {
    let score = table.json("score 1");
    score["hands"].as_array().unwrap().iter().map(|hand| hand["entry"].as_str().unwrap().to_string()).collect()
}

/// What the devices disagree about.
fn conflicts(table: &Table) -> Vec<Conflict> {
    let lines = lines_of(&table.does("export --json"));
    fold(&lines.iter().map(|line| Change::read(line).unwrap()).collect::<Vec<_>>()).conflicts
}

const BEGUN: &[&str] = &["new Ann Bob --at '2026-11-20 19:30'", "log ann knock 4 27", "log bob gin 31"];

#[test]
fn of_two_corrections_one_scores_until_somebody_settles_it() {
    let table = two_devices(BEGUN, &["fix 1 ann knock 5 27"], &["fix 1 ann knock 6 27"]);
    answers_as_the_fold(&mut book(&table));
    assert_eq!(entries(&table).len(), 2, "a hand never counts twice");
    let listed = conflicts(&table);
    assert!(matches!(listed.as_slice(), [Conflict { about: ConflictSubject::Hand, .. }]), "{listed:?}");
    table.does("fix 1 ann knock 7 27");
    answers_as_the_fold(&mut book(&table));
    assert_eq!(entries(&table), ["Ann knock 7 27", "Bob gin 31"]);
    assert_eq!(conflicts(&table), []);
    table.does("undo");
    answers_as_the_fold(&mut book(&table));
    assert_eq!(conflicts(&table).len(), 1);
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
    let export = with_unknown_facts(&table.does("export --json"));
    table.put("later.json", &export);
    let said = table.args("import later.json --book copy.db").run();
    assert_eq!(said.status, Some(0), "{}", said.err);
    assert_eq!(
        said.err,
        "note: 3 changes of the book are from a later version of ginpad; ginpad counts the part it knows and keeps the rest\n"
    );
    assert_eq!(contents(&table.does("export --json --book copy.db")), contents(&export));
    assert_eq!(table.json("score 1 --book copy.db")["hands"], table.json("score 1")["hands"]);
    table.does("log dead --book copy.db");
}

#[test]
fn what_devices_disagree_about_is_said_with_a_command_that_settles_it() {
    let table = two_devices(BEGUN, &["fix 1 ann knock 5 27", "log dead"], &["fix 1 ann knock 6 27", "log ann gin 3"]);
    let said = table.args("score").run();
    let warnings: Vec<&str> = said.err.lines().collect();
    let [numbered, corrected, hint] = warnings.as_slice() else { panic!("{}", said.err) };
    assert_eq!(*corrected, "warning: hand 1 was changed in different ways");
    assert_eq!(*numbered, "warning: hands 3 and 4 were logged under one number");
    assert_eq!(*hint, "hint: `ginpad conflicts` lists what was said, and how to settle it");
    for conflict in table.json("conflicts")["conflicts"].as_array().unwrap() {
        let command = conflict["commands"][0].as_str().unwrap();
        assert_eq!(table.listen(table.shell(command), b"").status, Some(0), "{command}");
    }
    assert_eq!(table.args("score").run().err, "");
}

#[test]
fn an_export_is_read_in_any_order_and_doubled() {
    let table = Table::after(&[BEGUN, &["fix 1 ann gin 3", "insert 2 dead", "undo"]].concat());
    let lines = lines_of(&table.does("export --json"));
    let backwards: Vec<Line> = lines.iter().chain(&lines).rev().cloned().collect();
    table.put("backwards.json", file_of(&backwards));
    table.does("import backwards.json --book copy.db");
    assert_eq!(table.json("score --book copy.db"), table.json("score"));
}

#[test]
fn undo_skips_a_change_of_kinds_that_are_not_known() {
    let table = Table::after(BEGUN);
    let mut lines = lines_of(&table.does("export --json"));
    let last = Change::read(&lines[2]).unwrap();
    let place = json!({ "writer": shortened(last.writer), "number": 4, "before": hash_text(lines[2].hash()) });
    let id = Uuid::from_u128(0x0199_0000_0000_7000_8000_0000_0000_0001);
    lines.push(line_with(place, json!([{ "wager": { "minor": 1250 } }]), id));
    table.put("later.json", file_of(&lines));
    table.does("import later.json");
    assert!(table.does("undo").starts_with("undid: logged hand 2 in game 1"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_book_of_three_devices_answers_as_the_fold_and_goes_out_as_it_came_in(
        steps in steps(), seed: u64, order: u64, chosen in 0..1000_usize,
    ) {
        let mut lines = played(&steps, seed).lines;
        lines.sort_by_key(|line| line.name().as_u128().wrapping_mul(u128::from(order) << 1 | 1));
        let export = file_of(&lines);
        let mut book = Book::in_memory().unwrap();
        let open = book.write().unwrap();
        take_in(&open, &export).unwrap();
        open.commit().unwrap();
        answers_as_the_fold(&mut book);
        prop_assert_eq!(contents(&exported(&book.read().unwrap())), contents(&export));

        let open = book.write().unwrap();
        for id in open.games().unwrap() {
            let game = open.game(id).unwrap();
            if let Some(at) = chosen.checked_rem(game.scored.game.hands.len()) {
                let fixed = fix(&open, &game, at, hand(chosen));
                prop_assert!(fixed.record.hands[at].others.is_empty(), "a correction settles the hand");
            }
        }
        open.commit().unwrap();
        answers_as_the_fold(&mut book);
        for changes in [1, 3] {
            let open = book.write().unwrap();
            let undone = open.to_undo(changes, ActAuthor::Anyone, None).unwrap();
            if !undone.is_empty() {
                open.move_acts(ChangeVerb::UNDO, &undone, now()).unwrap();
            }
            open.commit().unwrap();
            answers_as_the_fold(&mut book);
        }
        let there = contents(&exported(&book.read().unwrap()));
        prop_assert!(there.is_superset(&contents(&export)), "nothing that came in is lost");
    }
}

#[test]
fn namesakes_are_told_apart_as_the_fold_tells_them_apart() {
    let mut lines = played(&[], 1).lines;
    let id = |number: u128| Uuid::from_u128(0x0199_0000_0000_7000_8000_0000_0000_0000 + number);
    let said = ["Cid", "cid", "Cid (2)", "Cid (2) (2)"];
    for (number, name) in (1..).zip([said, said].concat()) {
        let facts = json!([{ "player": { "name": name } }]);
        lines.push(line_with(json!({ "writer": shortened(Uuid::from_u128(100 + number)) }), facts, id(number)));
    }
    let mut book = Book::in_memory().unwrap();
    let open = book.write().unwrap();
    take_in(&open, &file_of(&lines)).unwrap();
    open.commit().unwrap();
    assert!(book.read().unwrap().people().unwrap().len() >= 8);
    answers_as_the_fold(&mut book);
}

#[test]
fn of_a_hand_that_was_logged_twice_every_device_offers_to_take_out_the_same_copy() {
    let table = two_devices(&["new Ann Bob --at '2026-11-20 19:30'"], &["log bob gin 5"], &["log bob gin 5"]);
    elsewhere(&table, "import first.json");
    table.put("here.json", table.does("export --json"));
    elsewhere(&table, "import here.json");
    let offered = |book: &str| {
        let listed = table.json(&format!("conflicts{book}"));
        let commands = listed["conflicts"][0]["commands"].as_array().unwrap();
        let drops = commands.iter().map(|command| command.as_str().unwrap().to_string());
        drops.filter(|command| command.contains(" drop ")).collect::<Vec<_>>()
    };
    let [here] = <[String; 1]>::try_from(offered("")).unwrap();
    assert_eq!(offered(" --book copy.db"), [format!("{here} --book copy.db")]);
}
