//! `sync` after something was taken back or restored: where the games stand, what waits, what still counts.

use std::fs;

use serde_json::json;

use crate::sharing::{agree, answers, does, on, two_laptops};
use crate::support::program::Table;

#[test]
fn a_game_of_which_something_was_only_undone_is_named() {
    let table = two_laptops();
    agree(&table, &["one", "two"]);
    does(&table, "one", "log ann gin 5 --game 1");
    agree(&table, &["one", "two"]);
    does(&table, "one", "undo");
    does(&table, "one", "sync shared");
    let said = does(&table, "two", "sync shared");
    let told = said.lines().nth(1).unwrap();
    assert!(told.ends_with(" was at 53–0; it is at 23–0 now (Ann – Bob)"), "{said}");
}

#[test]
fn hands_that_wait_for_a_game_that_another_laptop_took_back_are_told_with_the_way_back() {
    let table = Table::new();
    fs::create_dir(table.path("shared")).unwrap();
    does(&table, "one", "new Ann Bob");
    agree(&table, &["one", "two"]);
    does(&table, "two", "log ann knock 4 27");
    does(&table, "one", "undo");
    does(&table, "one", "sync shared");
    let said = on(&table, "two", "sync shared");
    assert!(said.out.contains("game 1 is gone (Ann – Bob)"), "{said:?}");
    let note =
        said.err.lines().find(|line| line.starts_with("note: 1 hand logged since waits for game 1; `ginpad redo "));
    let redo = note.unwrap_or_else(|| panic!("{said:?}")).split('`').nth(1).unwrap();
    does(&table, "two", redo.strip_prefix("ginpad ").unwrap());
    assert_eq!(answers(&table, "two", "score")["hands"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_hand_that_one_took_back_and_the_other_corrected_is_named_to_both() {
    let table = Table::new();
    fs::create_dir(table.path("shared")).unwrap();
    ["new Ann Bob", "log ann knock 4 27"].iter().for_each(|command| drop(does(&table, "one", command)));
    agree(&table, &["one", "two"]);
    does(&table, "one", "undo");
    does(&table, "two", "fix 1 ann knock 4 29");
    let back = "note: hand 1 of game 1 was taken back, but what corrected it still counts: fix in game 1: hand 1, Ann knock 4 29; `ginpad undo ";
    does(&table, "one", "sync shared");
    for laptop in ["two", "one"] {
        let said = on(&table, laptop, "sync shared");
        assert!(said.err.starts_with(back) && said.err.ends_with("` takes that back too\n"), "{laptop} {said:?}");
        let again = on(&table, laptop, "sync shared");
        assert_eq!((again.status, again.err.as_str()), (Some(0), ""));
    }
    assert_eq!(answers(&table, "one", "score")["hands"].as_array().map(Vec::len), Some(1));
    assert_eq!(answers(&table, "one", "conflicts")["conflicts"], json!([]), "nothing is left to decide");
    // Who knew nothing of the game before is told where it stands, and no more.
    assert_eq!(on(&table, "three", "sync shared").err, "");
}

#[test]
fn what_is_said_differently_because_of_a_redo_alone_is_told_under_its_number() {
    let table = two_laptops();
    agree(&table, &["one", "two"]);
    does(&table, "one", "fix 1 ann knock 5 27 --game 1");
    let number = answers(&table, "two", "games")["games"][0]["number"].clone();
    does(&table, "two", &format!("fix 1 ann knock 6 27 --game {number}"));
    agree(&table, &["one", "two"]);
    let conflicts = answers(&table, "one", "conflicts")["conflicts"].clone();
    for command in ["undo", "redo"] {
        does(&table, "two", command);
        does(&table, "two", "sync shared");
        let said = answers(&table, "one", "sync shared");
        let told = if command == "undo" { json!([]) } else { conflicts.clone() };
        assert_eq!(said["conflicts"], told, "{command}");
    }
    // Numbered as `conflicts` does, and by `merge` too.
    assert_eq!(conflicts[0]["number"].as_str().unwrap().len(), 3);
    does(&table, "three", "merge one.db");
    assert_eq!(answers(&table, "three", "conflicts")["conflicts"][0]["number"], conflicts[0]["number"]);
}
