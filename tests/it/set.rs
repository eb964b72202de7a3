//! `set`: what a game was begun with, set anew.

use crate::devices::two_devices;
use crate::support::program::Table;
use crate::support::whole::contents;

/// A game that Ann won.
fn won() -> Table {
    Table::after(&["new Ann Bob --stake '0.01 USD'", "log ann knock 10 27", "log bg31", "log ann gin 60"])
}

#[test]
fn the_game_is_scored_anew_and_the_answer_says_what_moved() {
    let table = won();
    assert_eq!(
        table.does("set rules target=150"),
        "game 1: the rules are standard, target=150 now, not standard\n\
         game 1 was won by Ann 252–81; it is open at 102–56 now\n"
    );
    assert_eq!(table.json("score")["columns"][0]["needs"], serde_json::json!([48, 94]));
    assert_eq!(
        table.does("set dealer ann"),
        "game 1: the first dealer is Ann now\nBob deals next\n",
        "Ann, Bob and Ann have dealt"
    );
    table.does("log bob gin 70");
    assert_eq!(
        table.does("set sides Ann Cid"),
        "game 1: the sides are Ann – Cid now, not Ann – Bob\n\
         game 1 was won by Bob 301–152; it is won by Cid 301–152 now\n\
         Ann pays Cid 1.49 USD\n"
    );
    let undone = table.does("undo 3");
    assert!(
        undone.contains("undid: set sides of game 1\n") && undone.contains("undid: set dealer of game 1: "),
        "{undone}"
    );
}

#[test]
fn the_history_says_what_was_set() {
    let table = won();
    for set in ["title Sat", "title -", "rules target=500", "stake '0.05 USD'", "dealer bob", "sides Bob Ann"] {
        table.does(&format!("set {set}"));
    }
    let history = table.does("history --plain");
    let said: Vec<&str> = history.lines().take(6).filter_map(|line| line.split("of game 1: ").nth(1)).collect();
    let set = ["Bob – Ann", "Ann", "0.05 USD a point", "standard, target=500", "nothing", "Sat"];
    assert!(said.len() == 6 && said.iter().zip(set).all(|(said, set)| said.starts_with(set)), "{history}");
}

#[test]
fn every_report_sees_what_was_set() {
    let table = won();
    table.does("new Ann Bob");
    for command in [
        "set title 'Friday night' --game 1",
        "set event Cruise --game 1",
        "set sides Cid Bob --game 1",
        "set stake 0.05 USD --game 1",
    ] {
        table.does(command);
    }
    let standings = table.json("standings --event Cruise");
    let names: Vec<&str> =
        standings["players"].as_array().unwrap().iter().map(|line| line["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Cid", "Bob"]);
    assert_eq!(table.json("versus Cid Bob")["players"][0]["won"], 1);
    assert_eq!(table.json("games")["games"][0]["title"], "Friday night");
    assert_eq!(table.json("settle")["payments"][0]["to"], "Cid");
    assert!(table.does("export 1").contains("sides: Cid, Bob\nstake: 0.05 USD\n"));
    let people = table.json("players");
    let games: Vec<(&str, i64)> = people["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|person| (person["name"].as_str().unwrap(), person["games"].as_i64().unwrap()))
        .collect();
    assert_eq!(games, [("Ann", 1), ("Bob", 2), ("Cid", 1)]);
    table.put("sheet.gin", table.does("export 1"));
    assert_eq!(table.json("import sheet.gin")["known"], serde_json::json!([1]), "the sheet is that game");
}

#[test]
fn what_is_so_already_is_not_set_again() {
    let table = won();
    let before = table.does("export --json");
    for command in ["set rules standard", "set title -", "set sides ann bob", "set stake 0.01 USD"] {
        table.does(command);
    }
    assert_eq!(table.does("export --json"), before);
}

#[test]
fn devices_that_set_it_in_different_ways_are_told_how_to_settle_it() {
    for (key, here, there, stands) in [
        ("rules", "hollywood", "standard-500", "standard-500"),
        ("sides", "Ann Cid", "Dee Bob", "Dee Bob"),
        ("stake", "'0.05 USD'", "'0.02 USD'", "'0.02 USD'"),
        ("title", "Friday", "Saturday", "Saturday"),
    ] {
        let [here, there] = [here, there].map(|value| format!("set {key} {value}"));
        let table = two_devices(&["new Ann Bob", "log ann gin 4"], &[&here], &[&there]);
        let said = table.args("score").run().err;
        let settle = format!("ginpad set {key} {stands} --game 1");
        assert!(said.contains("in different ways") && said.contains("`ginpad conflicts`"), "{said}");
        let commands = table.json("conflicts")["conflicts"][0]["commands"].clone();
        assert!(commands.as_array().unwrap().contains(&settle.as_str().into()), "{commands}");
        table.does(settle.strip_prefix("ginpad ").unwrap());
        assert_eq!(table.args("score").run().err, "", "{key} is settled");
    }
}

#[test]
fn a_hand_that_another_device_made_illegal_is_shown_and_scores_nothing() {
    let table = two_devices(&["new Ann Bob"], &["set rules knock_limit=9"], &["log ann knock 10 27"]);
    let said = table.args("score").run();
    assert!(said.err.contains("Ann cannot knock with 10 deadwood; the knock limit is 9"), "{}", said.err);
    let score = table.json("score");
    assert_eq!(
        (&score["hands"][0]["counted"], &score["columns"][0]["points"]),
        (&false.into(), &serde_json::json!([0, 0]))
    );
}

#[test]
fn what_was_set_is_exported_imported_and_rescued() {
    let table = won();
    for command in
        ["set rules hollywood target=150", "set sides Bob Cid", "set title -", "set title Friday", "undo", "redo"]
    {
        table.does(command);
    }
    let whole = table.does("export --json");
    table.put("whole.json", &whole);
    table.does("import whole.json --book other.db");
    assert_eq!(contents(&table.does("export --json --book other.db")), contents(&whole));
    assert_eq!(table.json("score --book other.db")["rules"], table.json("score")["rules"]);
    table.does("rescue book.db --to saved.db");
    assert_eq!(contents(&table.does("export --json --book saved.db")), contents(&whole));
}

#[test]
fn who_deals_is_said_where_it_moved() {
    let table = Table::after(&["new Ann Bob --dealer Ann", "log a5 23"]);
    assert_eq!(table.does("set sides Cid Bob"), "game 1: the sides are Cid – Bob now, not Ann – Bob\n");
    table.does("undo");
    assert_eq!(table.does("set sides Ann Rob"), "game 1: the sides are Ann – Rob now, not Ann – Bob\n");
    assert_eq!(table.does("player rename Rob Robert"), "Rob is called Robert now, in 1 game\n");
    let turned = "game 1: the sides are Robert – Ann now, not Ann – Robert\n";
    assert_eq!(table.does("set sides Robert Ann"), turned);
    assert_eq!(table.does("set dealer Ann"), "game 1: the first dealer is Ann now, not Robert\nRobert deals next\n");
}
