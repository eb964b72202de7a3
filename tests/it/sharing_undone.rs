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
    let note = said.err.lines().find(|line| line.starts_with("note: 1 later change waits for game 1; `ginpad redo "));
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
    let back = "note: something was taken back, but what corrected it still counts: fix in game 1: hand 1, Ann knock 4 29; `ginpad undo ";
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

/// Two laptops with one book, in which the first did these things.
fn one_book(commands: &[&str]) -> Table {
    let table = Table::new();
    fs::create_dir(table.path("shared")).unwrap();
    commands.iter().for_each(|command| drop(does(&table, "one", command)));
    agree(&table, &["one", "two"]);
    table
}

/// The notes that both laptops see, now that each did something that the other does not know.
fn notes_of_both(table: &Table) -> String {
    does(table, "one", "sync shared");
    let [two, one] = ["two", "one"].map(|laptop| on(table, laptop, "sync shared"));
    assert_eq!(two.err, one.err);
    for laptop in ["two", "one"] {
        assert_eq!(on(table, laptop, "sync shared").err, "", "{laptop} is told once");
    }
    one.err
}

/// The commands that bring back or take back what notes are about.
fn commands(notes: &str) -> Vec<&str> {
    notes.split('`').filter_map(|part| part.strip_prefix("ginpad ")).collect()
}

#[test]
fn of_two_corrections_of_a_hand_that_was_taken_back_both_ways_name_the_first_and_then_the_second() {
    let table = one_book(&["new Ann Bob", "log ann knock 4 27"]);
    does(&table, "one", "undo");
    ["fix 1 ann knock 4 28", "fix 1 ann knock 4 29"].iter().for_each(|command| drop(does(&table, "two", command)));
    let notes = notes_of_both(&table);
    let lead = "note: something was taken back, but what corrected it still counts: fix in game 1: Ann knock 4 28; ";
    assert!(notes.starts_with(lead) && notes.lines().count() == 1, "{notes}");
    // `undo` of the hand itself names the same, and the way goes on until the hand is gone.
    does(&table, "one", "redo");
    let log = on(&table, "one", "undo");
    assert_eq!(log.err.lines().next(), Some(notes.trim_end().replace("something was taken back, but ", "").as_str()));
    let next = on(&table, "one", commands(&notes)[0]).err;
    assert!(next.contains("what corrected it still counts: fix in game 1: hand 1, Ann knock 4 29; "), "{next}");
    does(&table, "one", commands(&next)[0]);
    assert_eq!(answers(&table, "one", "score")["hands"], json!([]));
}

#[test]
fn a_correction_that_was_taken_back_and_corrected_is_named_by_undo_and_by_sync() {
    let table = one_book(&["new Ann Bob", "log ann knock 4 27", "fix 1 ann knock 4 28"]);
    does(&table, "two", "fix 1 ann knock 4 29");
    does(&table, "one", "undo");
    let notes = notes_of_both(&table);
    let lead = "note: something was taken back, but what corrected it still counts: \
                fix in game 1: hand 1, Ann knock 4 29; ";
    assert!(notes.starts_with(lead) && notes.lines().count() == 1, "{notes}");
    // The hand itself goes now too: what counts although it does is the second correction, for the first does not.
    let said = on(&table, "one", "undo").err;
    assert!(
        said.starts_with("note: what corrected it still counts: fix in game 1: hand 1, Ann knock 4 29; "),
        "{said}"
    );
}

#[test]
fn one_change_that_corrected_many_hands_is_named_once() {
    let logs = ["log ann knock 4 21", "log ann knock 4 22", "log ann knock 4 23"];
    let table = one_book(&[&["new Ann Bob --set target=999"], &logs[..]].concat());
    does(&table, "one", "undo 3");
    let edit =
        table.args("edit").env("XDG_STATE_HOME", table.path("two-state")).env("GINPAD_BOOK", table.path("two.db"));
    edit.env("EDITOR", "sed -i 's/knock 4/knock 5/'").check_status();
    let notes = notes_of_both(&table);
    let lead = "note: something was taken back, but what corrected it still counts: edit ";
    assert!(notes.starts_with(lead) && notes.lines().count() == 1, "{notes}");
    does(&table, "one", commands(&notes)[0]);
    assert_eq!(answers(&table, "one", "score")["hands"], json!([]));
}

#[test]
fn what_still_counts_or_waits_is_counted_where_it_is_too_much_to_list() {
    let mut logs: Vec<String> = (1..=10).map(|hand| format!("log ann knock 4 2{}", hand % 10)).collect();
    logs.insert(0, "new Ann Bob --set target=999".into());
    let table = one_book(&logs.iter().map(String::as_str).collect::<Vec<_>>());
    does(&table, "one", "undo 10");
    (1..=10).for_each(|hand| drop(does(&table, "two", &format!("fix {hand} ann knock 4 3{}", hand % 10))));
    let notes: Vec<String> = notes_of_both(&table).lines().map(str::to_string).collect();
    assert!(notes.len() == 9 && notes[..8].iter().all(|note| note.contains("was taken back, but")), "{notes:?}");
    assert_eq!(notes[8], "note: the same goes for 2 more corrections; `ginpad history` lists what was taken back");

    let table = one_book(&["new Ann Bob"; 9]);
    does(&table, "one", "undo 9");
    (1..=9).for_each(|game| drop(does(&table, "two", &format!("log ann knock 4 27 --game {game}"))));
    let notes: Vec<String> = notes_of_both(&table).lines().map(str::to_string).collect();
    assert!(notes.len() == 9 && notes[..8].iter().all(|note| note.contains(" waits for game ")), "{notes:?}");
    assert_eq!(notes[8], "note: the same goes for 1 more game; `ginpad history` lists what was taken back");
}

#[test]
fn undo_takes_back_what_was_done_last_here_and_not_what_came_back_later() {
    let table = Table::after(&["new Ann Bob", "log ann gin 1"]);
    let shared = table.path("shared");
    fs::create_dir(&shared).unwrap();
    let sync = format!("sync {}", shared.display());
    let kept = table.path("kept.db");
    table.does(&format!("backup {}", kept.display()));
    table.does("log ann gin 2");
    table.does(&sync);
    table.does(&format!("restore {}", kept.display()));
    table.does("log bob gin 5");
    table.does(&sync);
    let undone = table.does("undo");
    assert!(undone.contains("Bob gin 5"), "{undone}");
}
