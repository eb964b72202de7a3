//! `player merge`: two spellings of one person.

use crate::devices::two_devices;
use crate::support::hints::hinted;
use crate::support::program::{HOME, Table};
use crate::support::whole::contents;
use serde_json::{Value, json};

/// Ann won a game against Bob, and Annie lost one and paid.
fn spelled_twice() -> Table {
    Table::after(&[
        "new Ann Bob --stake '0.05 USD' --set target=20 --at 2026-11-20",
        "log ann gin 40",
        "new Annie Bob --stake '0.05 USD' --set target=20 --at 2026-11-21",
        "log bob gin 20",
        "settle --paid annie bob 1 USD",
    ])
}

/// The names in a list of a document.
fn names(document: &Value) -> Vec<String> {
    let mut names: Vec<String> = document["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|player| player["name"].as_str().unwrap().to_string())
        .collect();
    names.sort();
    names
}

#[test]
fn every_report_sees_one_person_until_it_is_undone() {
    let table = spelled_twice();
    let apart = ["players", "standings", "ratings", "settle", "records", "games"].map(|report| table.json(report));
    assert_eq!(table.does("player merge annie ann"), "Annie is Ann now, with 2 games in all\n");
    for report in ["players", "standings", "ratings"] {
        assert_eq!(names(&table.json(report)), ["Ann", "Bob"], "{report}");
    }
    assert_eq!(table.json("players")["players"][0]["games"], 2);
    assert_eq!(table.json("versus ann bob")["players"][0]["games"], 2);
    assert_eq!(table.json("player ann")["player"]["games"], 2);
    assert_eq!(
        table.json("settle")["balances"],
        json!([
            { "name": "Ann", "currency": "USD", "minor": 300 }, { "name": "Bob", "currency": "USD", "minor": -300 },
        ])
    );
    assert!(table.does("export 2").contains("sides: Ann, Bob\n"));
    assert!(table.does("").contains("Ann leads Bob 255 to 215 over 2 games"));
    assert_eq!(table.does("undo"), "undid: merged Annie into Ann\n");
    let again = ["players", "standings", "ratings", "settle", "records", "games"].map(|report| table.json(report));
    assert_eq!(again, apart);
    assert_eq!(table.does("redo"), "redid: merged Annie into Ann\n");
    assert_eq!(names(&table.json("standings")), ["Ann", "Bob"]);
}

#[test]
fn an_exported_sheet_is_still_the_game_that_it_came_from() {
    let table = spelled_twice();
    table.does("player merge annie ann");
    table.put("sheets.gin", table.does("export"));
    assert_eq!(table.json("import sheets.gin")["known"], json!([1, 2]));
}

#[test]
fn a_game_that_seats_both_keeps_their_own_names_and_is_listed() {
    let table = two_devices(
        &["new Ann Bob", "new Annie Bob"],
        &["player merge annie ann"],
        &["new Ann Annie --at '2026-11-22 20:00'"],
    );
    assert_eq!(names(&table.json("players")), ["Ann", "Bob"]);
    let sides = table.json("score 3")["sides"].clone();
    assert_eq!((&sides[0]["name"], &sides[1]["name"]), (&json!("Ann"), &json!("Annie")));
    assert_eq!(table.json("conflicts")["conflicts"].as_array().unwrap().len(), 1);
    table.does("undo");
    assert_eq!(names(&table.json("players")), ["Ann", "Annie", "Bob"]);
    assert_eq!(table.json("conflicts")["conflicts"], json!([]));
    let refused = table.args("player merge annie ann").status(1).refused();
    assert!(refused.err.contains("both play in game 3"), "{}", refused.err);
}

#[test]
fn who_is_one_is_exported_imported_and_rescued() {
    let table = spelled_twice();
    table.does("player merge annie ann");
    let whole = table.does("export --json");
    table.put("whole.json", &whole);
    table.does("import whole.json --book other.db");
    table.does("rescue book.db --to saved.db");
    for book in ["other.db", "saved.db"] {
        assert_eq!(contents(&table.does(&format!("export --json --book {book}"))), contents(&whole), "{book}");
        assert_eq!(names(&table.json(&format!("standings --book {book}"))), ["Ann", "Bob"], "{book}");
    }
}

#[test]
fn a_book_that_was_imported_can_be_taken_back_whole() {
    let table = Table::after(&["new Ann Bob", "log a4 20"]);
    table.put("other.json", Table::after(&["new Cid Dee", "log cid gin 4"]).does("export --json"));
    let before = table.does("score");
    let said = table.args("import other.json").run();
    let [restore] = hinted(&said.err).try_into().unwrap();
    let restore = restore.replace(HOME, &table.path("").to_string_lossy());
    assert_eq!(table.listen(table.shell(&restore), b"").status, Some(0));
    assert_eq!(table.does("score"), before);
    assert_eq!(table.json("games")["games"].as_array().unwrap().len(), 1);
}
