//! `move` and `conflicts`, as people use them.

use std::fs;

use serde_json::Value;

use crate::devices::two_devices;
use crate::sharing::{answers, does};
use crate::support::program::Table;

fn entries(table: &Table, game: usize) -> Vec<Value> {
    let score = table.json(&format!("score {game}"));
    score["hands"].as_array().unwrap().iter().map(|hand| hand["entry"].clone()).collect()
}

#[test]
fn a_hand_is_moved_with_what_became_of_both_games() {
    let table = Table::after(&["new Ann Bob", "log ann knock 5 23", "new Bob Ann", "log bob knock 4 30"]);
    table
        .args("move 1 --to 1")
        .out(
            "hand 1 of game 2 is hand 2 of game 1 now\n#2  Bob knocks, 4 against 30: 26   Ann 18 (needs 82), Bob 26 (needs 74)\n\
             game 2 was open at 26–0; it is open at 0–0 now\ngame 1 was open at 18–0; it is open at 18–26 now\n",
        )
        .check();
    let history = table.does("history --plain");
    assert!(history.contains("moved a hand from game 2 to game 1: Bob knock 4 30"), "{history}");
    assert_eq!((entries(&table, 1).len(), entries(&table, 2).len()), (2, 0));
    assert!(table.does("explain 2 --game 1").contains("30"));
    let export = table.does("export");
    assert_eq!(export.matches("Bob knock 4 30").count(), 1, "{export}");
    table.does("fix 2 bob knock 3 30 --game 1");
    let moved = table.json("move 2 --to 2 --game 1");
    assert_eq!((&moved["hand"]["entry"], &moved["games"][1]["number"]), (&"Bob knock 3 30".into(), &2.into()));
    table.does("undo 3");
    assert_eq!(entries(&table, 2), ["Bob knock 4 30"]);
    table.does("redo 3");
    assert_eq!(entries(&table, 2), ["Bob knock 3 30"]);
    assert!(table.does("history --game 1").contains("from game 2 to game 1"));
}

#[test]
fn a_hand_that_was_moved_is_not_missing_where_it_is() {
    let table = Table::after(&["new Ann Bob", "log ann gin 4", "new Ann Bob", "log bob gin 5", "log bob gin 6"]);
    table.does("move 2 --to 1");
    table.does("log ann gin 7 --game 1");
    let said = table.args("rescue book.db --to saved.db").run();
    assert_eq!(said.status, Some(0), "{}", said.err);
    assert!(said.out.contains("nothing is lost"), "{}", said.out);
    assert_eq!(table.does("export --book saved.db"), table.does("export"));
}

#[test]
fn every_reason_against_a_move_is_given_at_once() {
    let table = Table::after(&[
        "new Ann Bob --set knock_limit=3 --set target=20",
        "log ann gin 4",
        "new Ann Bob",
        "log ann knock 5 20",
    ]);
    let said = table.args("move 1 --to 1").status(1).refused();
    for reason in ["was won by Ann in hand 1", "the knock limit is 3"] {
        assert!(said.err.contains(reason), "{}", said.err);
    }
    assert_eq!(entries(&table, 2), ["Ann knock 5 20"]);
}

#[test]
fn what_two_devices_said_is_listed_and_settled_in_any_of_its_ways() {
    let before = &["new Ann Bob", "log ann knock 5 23", "new Bob Ann", "new Ann Bob"];
    let (here, there) = (&["move 1 --to 2 --game 1"], &["move 1 --to 3 --game 1"]);
    let ways = two_devices(before, here, there).json("conflicts")["conflicts"][0]["commands"].clone();
    assert_eq!(ways.as_array().unwrap().len(), 3, "{ways}");
    for way in 0..3 {
        let table = two_devices(before, here, there);
        let listed = table.json("conflicts");
        let command = listed["conflicts"][0]["commands"][way].as_str().unwrap().to_string();
        table.does(command.strip_prefix("ginpad ").unwrap());
        assert_eq!(table.json("conflicts")["conflicts"], serde_json::json!([]), "{command}");
        table.args("conflicts").out("there are no conflicts\n").check();
        table.does("undo");
        assert_eq!(table.json("conflicts"), listed, "{command}");
    }
}

#[test]
fn check_finds_what_waits_for_a_game_that_was_taken_back_on_both_laptops() {
    let table = Table::new();
    fs::create_dir(table.path("shared")).unwrap();
    for command in ["new Ann Bob", "log ann knock 5 23", "log bob gin 7", "new Ann Bob", "sync shared"] {
        does(&table, "one", command);
    }
    for command in ["sync shared", "move 1 --to 2 --game 1", "sync shared", "fix 1 ann knock 4 23 --game 2"] {
        does(&table, "two", command);
    }
    does(&table, "one", "sync shared");
    does(&table, "one", "undo");
    ["one", "two", "one"].iter().for_each(|laptop| drop(does(&table, laptop, "sync shared")));
    for laptop in ["one", "two"] {
        let problems = answers(&table, laptop, "check")["problems"].clone();
        assert_eq!(problems[0]["what"], "2 changes wait for game 2, which was taken back", "{problems}");
    }
    let hint = answers(&table, "one", "check")["problems"][0]["hints"][0].clone();
    does(&table, "one", hint.as_str().unwrap().split('`').nth(1).unwrap().strip_prefix("ginpad ").unwrap());
    assert_eq!(answers(&table, "one", "score 2")["hands"][0]["entry"], "Ann knock 4 23");
}

#[test]
fn a_new_disagreement_about_what_was_kept_is_listed() {
    let table =
        two_devices(&["new Ann Bob", "log ann knock 5 23"], &["fix 1 ann knock 4 23"], &["fix 1 ann knock 3 23"]);
    let number = table.json("conflicts")["conflicts"][0]["number"].as_str().unwrap().to_string();
    table.args("conflicts keep 1").status(1).refused();
    table.does(&format!("conflicts keep {number}"));
    assert_eq!(table.args("score").check_status().err, "");
    table.args("conflicts keep 417").status(1).refused();
    table.does("drop 1");
    assert_eq!(table.json("conflicts")["conflicts"], serde_json::json!([]));
}
