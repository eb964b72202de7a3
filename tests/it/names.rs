//! Players who are added and renamed.

use ginpad::book::{Access, Book};

use crate::devices::two_devices;
use crate::support::program::Table;
use crate::support::whole::answers_as_the_fold;

fn names(table: &Table) -> Vec<String> {
    let players = table.json("players");
    players["players"].as_array().unwrap().iter().map(|player| player["name"].as_str().unwrap().to_string()).collect()
}

#[test]
fn a_renamed_player_has_the_new_name_in_every_game() {
    let table = Table::after(&["new Jon Bob --set target=20", "log jon gin 4", "new Cid Jon"]);
    assert_eq!(table.does("player rename jo John"), "Jon is called John now, in 2 games\n");
    assert_eq!(table.json("score 1")["sides"][0]["name"], "John");
    assert_eq!(table.json("score 2")["sides"][1]["name"], "John");
    assert_eq!(names(&table), ["John", "Bob", "Cid"]);
    let report = table.json("player John");
    assert_eq!(report["player"]["won"], 1);
    // The hands of an open game are read with the new name.
    table.does("log john knock 4 27");
    assert!(table.does("undo 2").contains("\nundid: renamed Jon to John\n"));
    assert_eq!(names(&table), ["Jon", "Bob", "Cid"]);
    table.does("redo");
    table.does("player rename John Johnny");
    assert_eq!(table.json("history --limit 1")["changes"][0]["what"], "renamed John to Johnny");
    let renamed = table.json("player rename johnny JOHNNY");
    assert_eq!((renamed["before"].as_str(), renamed["after"].as_str()), (Some("Johnny"), Some("JOHNNY")));
    assert_eq!(table.does("player rename JOHNNY Jon --plain"), "did\tJOHNNY is called Jon now, in 2 games\n");
    let mut book = Book::open(&table.book(), Access::Read, None).unwrap().unwrap();
    answers_as_the_fold(&mut book);
}

#[test]
fn a_player_may_be_added_without_a_game() {
    let table = Table::new();
    assert_eq!(table.does("player add 'Zoë Q'"), "added Zoë Q\n");
    assert_eq!(names(&table), ["Zoë Q"]);
    // A letter and its accent may be two characters.
    let refused = table.args("player add 'ZOE\u{308} q'").status(1).refused().err;
    assert!(refused.starts_with("error: the book has a player called Zoë Q already\n"), "{refused}");
    table.does("new zoë Ann");
    table.does("undo 2");
    assert_eq!(names(&table), Vec::<String>::new());
}

#[test]
fn a_player_may_be_called_like_a_command() {
    let table = Table::after(&["new Rename Add --set target=20", "log rename gin 4"]);
    assert_eq!(table.json("player Rename")["player"]["name"], "Rename");
    assert_eq!(table.does("player -- rename"), table.does("player Rename"));
    assert_eq!(table.does("player -- add"), table.does("player Add"));
    table.does("player rename add Adam");
    table.does("player rename rename add");
    assert_eq!(names(&table), ["add", "Adam"]);
}

#[test]
fn two_devices_may_rename_one_player() {
    let before = &["new Jon Bob --at '2026-11-20 19:30'"];
    let table = two_devices(before, &["player rename jon John"], &["player rename jon Jonny"]);
    let mut book = Book::open(&table.book(), Access::Read, None).unwrap().unwrap();
    answers_as_the_fold(&mut book);
    drop(book);
    // The next name settles it.
    let now = names(&table)[0].clone();
    table.does(&format!("player rename {now} Jo"));
    assert_eq!(names(&table), ["Jo", "Bob"]);
    table.does("undo");
    assert_eq!(names(&table), [now.as_str(), "Bob"]);
    let mut book = Book::open(&table.book(), Access::Read, None).unwrap().unwrap();
    answers_as_the_fold(&mut book);
}

#[test]
fn games_are_listed_by_player_rules_time_and_state() {
    let table = Table::after(&[
        "new Ann Bob --at '2025-01-02 10:00' --set target=20",
        "log ann gin 4",
        "new Ann Cid --at '2026-01-02 10:00' --rules hollywood",
        "new Cid Dee --at '2026-02-02 10:00'",
        "new Ann Dee --at '2026-03-02 10:00'",
        "close",
    ]);
    let listed = |flags: &str| -> Vec<i64> {
        let games = table.json(&format!("games {flags}"));
        games["games"].as_array().unwrap().iter().map(|game| game["number"].as_i64().unwrap()).collect()
    };
    for (flags, games) in [
        ("", &[1, 2, 3, 4][..]),
        ("--player ann", &[1, 2, 4]),
        ("--with ann --since 2026", &[2, 4]),
        ("--open", &[2, 3]),
        ("--open --player ann", &[2]),
        ("--open --last 1", &[3]),
        ("--last 1", &[4]),
        ("--rules hollywood", &[2]),
        ("--until 2025", &[1]),
        ("--open --until 2025", &[]),
    ] {
        assert_eq!(listed(flags), games, "{flags}");
    }
    assert_eq!(table.does("games --open --until 2025"), "no game fits\n");
    assert_eq!(table.does("games --open --plain").lines().count(), 2);
    table.args("games --player zed").status(1).refused();
}

/// A merge that is restored when a game seats both by now is listed.
#[test]
fn a_merge_that_is_restored_too_late_is_listed() {
    let table = Table::after(&["new Ann Bob", "new Annie Cid", "player merge Annie Ann", "undo", "new Ann Annie"]);
    let changes = table.json("history")["changes"].clone();
    let merge = changes.as_array().unwrap().iter().find(|change| change["verb"] == "merge").unwrap()["id"].clone();
    let said = table.args(&format!("redo {}", merge.as_str().unwrap())).check_status();
    assert_eq!(said.out, "redid: merged Annie into Ann\n");
    assert_eq!(names(&table).len(), 3);
    assert_eq!(table.json("conflicts")["conflicts"].as_array().unwrap().len(), 1);
    assert_eq!(table.json("score 3")["sides"][1]["name"], "Annie");
}

#[test]
fn a_merge_that_is_restored_in_time_joins_without_a_warning() {
    let table = Table::after(&["new Ann Bob", "new Annie Cid", "player merge Annie Ann", "undo"]);
    let said = table.args("redo").check_status();
    assert_eq!((said.out.as_str(), said.err.as_str()), ("redid: merged Annie into Ann\n", ""));
    assert_eq!(names(&table).len(), 3);
}

#[test]
fn an_opponent_whose_name_looks_like_a_count_or_a_word_of_entries_is_quoted() {
    let hands = ["log ann knock 4 '\"2Pac\"' 20", "log ann knock 4 '\"Up\"' 20"];
    let table = Table::after(&["player add Up", "new Ann 2Pac Up", hands[0], hands[1]]);
    let sheet = table.does("export");
    assert!(sheet.contains("Ann knock 4 \"2Pac\" 20\n") && sheet.contains("Ann knock 4 \"Up\" 20\n"), "{sheet}");
    table.put("again.gin", &sheet);
    assert_eq!(table.does("import again.gin --book other.db"), "imported 1 game: game 1\n");
}
