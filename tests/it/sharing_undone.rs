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
    assert!(told.ends_with(" was open at 53–0; it is open at 23–0 now (Ann – Bob)"), "{said}");
}

#[test]
fn an_undo_of_what_another_laptop_dropped_too_says_that_nothing_changes() {
    for dropped in ["drop 1", "drop --game 1"] {
        let table = Table::new();
        fs::create_dir(table.path("shared")).unwrap();
        does(&table, "one", "new Ann Bob");
        does(&table, "one", "log ann gin 5");
        agree(&table, &["one", "two"]);
        let meet = || ["one", "two", "one"].iter().for_each(|laptop| drop(does(&table, laptop, "sync shared")));
        does(&table, "one", dropped);
        does(&table, "two", dropped);
        meet();
        let nothing = "note: nothing changes: other changes, or another device's, still decide\n";
        assert_eq!(on(&table, "one", "undo").err, nothing, "{dropped}");
        meet();
        let back = on(&table, "two", "undo").err;
        assert!(!back.contains("nothing changes"), "{back}");
    }
}

#[test]
fn adjustments_are_no_hands_in_what_is_sent_undone_and_continued() {
    let table = Table::new();
    fs::create_dir(table.path("shared")).unwrap();
    let sheet = "sides: Ann, Bob\n\nann knock 4 27\n";
    table.put("game.gin", sheet);
    does(&table, "one", "import game.gin");
    table.put("game.gin", format!("{sheet}bob gin 9\nann adjust -20\n"));
    does(&table, "one", "import --continue game.gin");
    assert!(does(&table, "one", "sync shared").starts_with("sent 1 game, 2 hands and 2 people in "));
    let said = does(&table, "one", "undo");
    assert!(said.starts_with("undid: added 1 hand and 1 adjustment in game 1\n"), "{said}");
}

#[test]
fn hands_that_wait_for_a_game_that_another_laptop_took_back_are_found_with_the_way_back() {
    let table = Table::new();
    fs::create_dir(table.path("shared")).unwrap();
    does(&table, "one", "new Ann Bob");
    agree(&table, &["one", "two"]);
    does(&table, "two", "log ann knock 4 27");
    does(&table, "one", "undo");
    does(&table, "one", "sync shared");
    assert!(does(&table, "two", "sync shared").contains("game 1 is gone (Ann – Bob)"));
    let found = answers(&table, "two", "check")["problems"][0].clone();
    assert_eq!(
        (&found["kind"], &found["what"]),
        (&json!("waiting"), &json!("1 change waits for game 1, which was taken back"))
    );
    does(&table, "two", commands(found["hints"][0].as_str().unwrap())[0]);
    assert_eq!(answers(&table, "two", "score")["hands"].as_array().map(Vec::len), Some(1));
}

/// What counts in a game although the corrected entry was undone.
const COUNTS: &str = "warning: a correction in game 1 still counts, although the corrected entry was undone; correct it again to keep it; `ginpad undo ";

#[test]
fn a_hand_that_one_took_back_and_the_other_corrected_is_named_with_its_game_to_both() {
    let table = Table::new();
    fs::create_dir(table.path("shared")).unwrap();
    ["new Ann Bob", "log ann knock 4 27"].iter().for_each(|command| drop(does(&table, "one", command)));
    agree(&table, &["one", "two"]);
    does(&table, "one", "undo");
    does(&table, "two", "fix 1 ann knock 4 29");
    agree(&table, &["one", "two"]);
    for laptop in ["two", "one"] {
        let said = on(&table, laptop, "score");
        assert!(said.err.starts_with(COUNTS) && said.err.ends_with("` takes that back too\n"), "{laptop} {said:?}");
        assert!(does(&table, laptop, "check").contains("although the corrected entry was undone"));
    }
    assert_eq!(answers(&table, "one", "score")["hands"].as_array().map(Vec::len), Some(1));
    assert_eq!(answers(&table, "one", "conflicts")["conflicts"], json!([]), "nothing is left to decide");
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

/// The commands that bring back or take back what notes are about.
fn commands(notes: &str) -> Vec<&str> {
    notes.split('`').filter_map(|part| part.strip_prefix("ginpad ")).collect()
}

#[test]
fn of_two_corrections_of_a_hand_that_was_taken_back_the_game_names_the_next_until_it_is_gone() {
    let table = one_book(&["new Ann Bob", "log ann knock 4 27"]);
    does(&table, "one", "undo");
    ["fix 1 ann knock 4 28", "fix 1 ann knock 4 29"].iter().for_each(|command| drop(does(&table, "two", command)));
    agree(&table, &["one", "two"]);
    for _ in 0..2 {
        let said = on(&table, "one", "score").err;
        assert!(said.starts_with(COUNTS) && said.lines().count() == 1, "{said}");
        does(&table, "one", commands(&said)[0]);
    }
    assert_eq!(answers(&table, "one", "score")["hands"], json!([]));
}

#[test]
fn a_correction_of_what_was_taken_back_is_settled_by_the_next_one() {
    for settles in ["fix 1 ann knock 4 29", "fix 1 ann knock 4 28", "drop 1", "undo"] {
        let table = one_book(&["new Ann Bob", "log ann knock 4 27", "fix 1 ann knock 4 30"]);
        let fixed = answers(&table, "two", "history")["changes"][0]["short"].as_str().unwrap().to_string();
        does(&table, "two", &format!("undo {fixed}"));
        does(&table, "one", "fix 1 ann knock 4 29");
        agree(&table, &["one", "two"]);
        let said = on(&table, "one", "score").err;
        assert!(said.starts_with(COUNTS) && said.lines().count() == 1, "{said}");
        let command = if settles == "undo" { commands(&said)[0] } else { settles };
        let done = on(&table, "one", command);
        assert!(!done.out.contains("already") && !done.err.contains("still counts"), "{command}: {done:?}");
        agree(&table, &["one", "two"]);
        for laptop in ["one", "two"] {
            assert_eq!(on(&table, laptop, "score").err, "", "{laptop} {command}");
            assert!(!does(&table, laptop, "check").contains("undone"), "{laptop} {command}");
        }
    }
}

#[test]
fn what_a_device_kept_and_took_back_is_no_corrected_entry() {
    let table = one_book(&["new Ann Bob", "log ann knock 4 27"]);
    does(&table, "one", "log bob knock 6 18");
    does(&table, "two", "log bob knock 6 19");
    agree(&table, &["one", "two"]);
    let number = answers(&table, "one", "conflicts")["conflicts"][0]["number"].as_str().unwrap().to_string();
    does(&table, "one", &format!("conflicts keep {number}"));
    does(&table, "two", "drop 2");
    agree(&table, &["one", "two"]);
    does(&table, "two", "drop 2");
    does(&table, "two", "fix 2 bob knock 6 20");
    agree(&table, &["one", "two"]);
    let undone = on(&table, "one", "undo");
    assert!(undone.out.starts_with("undid: kept what counts in a conflict of game 1\n"), "{undone:?}");
    assert!(!undone.err.contains("warning"), "{undone:?}");
    agree(&table, &["one", "two"]);
    assert_eq!(on(&table, "two", "score").err, "");
}

#[test]
fn one_change_that_corrected_many_hands_is_named_once() {
    let logs = ["log ann knock 4 21", "log ann knock 4 22", "log ann knock 4 23"];
    let table = one_book(&[&["new Ann Bob --set target=999"], &logs[..]].concat());
    does(&table, "one", "undo 3");
    let edit =
        table.args("edit").env("XDG_STATE_HOME", table.path("two-state")).env("GINPAD_BOOK", table.path("two.db"));
    edit.env("EDITOR", "sed -i 's/knock 4/knock 5/'").check_status();
    agree(&table, &["one", "two"]);
    let said = on(&table, "one", "score").err;
    assert!(said.starts_with(COUNTS) && said.lines().count() == 1, "{said}");
    does(&table, "one", commands(&said)[0]);
    assert_eq!(answers(&table, "one", "score")["hands"], json!([]));
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

#[test]
fn what_others_said_besides_hands_is_told() {
    let table = two_laptops();
    agree(&table, &["one", "two"]);
    for command in ["player rename ann Anna", "set rules standard --target 150", "set stake 0.05 EUR --game 1"] {
        does(&table, "one", command);
    }
    does(&table, "one", "settle --paid bob anna 5 EUR");
    does(&table, "one", "sync shared");
    let said = does(&table, "two", "sync shared");
    for told in [
        "Ann is called Anna now",
        "Bob paid Anna 5.00 EUR",
        "the rules are standard, target=150 now (Anna – Bob)",
        "it is played for 0.05 EUR a point now",
    ] {
        assert!(said.lines().any(|line| line.ends_with(told)), "{told}: {said}");
    }
}

#[test]
fn commands_of_conflicts_about_one_hand_are_offered_one_after_another() {
    let table = two_laptops();
    agree(&table, &["one", "two"]);
    let meet = || ["one", "two", "one"].iter().for_each(|laptop| drop(does(&table, laptop, "sync shared")));
    does(&table, "one", "log bob 4 20 --game 1");
    does(&table, "two", "log bob 4 21 --game 2");
    meet();
    does(&table, "one", "drop 3 --game 1");
    does(&table, "two", "drop 2 --game 2");
    does(&table, "one", "log ann 1 12 --game 1");
    meet();
    let conflicts = answers(&table, "one", "conflicts");
    let offered = conflicts["conflicts"].as_array().unwrap().iter().map(|one| &one["commands"]);
    let offered: Vec<_> = offered.collect();
    assert_eq!(offered.len(), 3);
    assert_eq!(offered[0].as_array().unwrap().len(), 3, "{conflicts}");
    assert!(offered[1..].iter().all(|commands| **commands == json!([])), "{conflicts}");
    does(&table, "one", "drop 3 --game 1");
    let conflicts = answers(&table, "one", "conflicts");
    let commands = conflicts["conflicts"][0]["commands"].as_array().unwrap();
    assert!(commands.contains(&json!("ginpad drop 2 --game 1")), "{conflicts}");
}

#[test]
fn what_another_laptop_changes_beside_the_points_is_said() {
    let table = two_laptops();
    agree(&table, &["one", "two"]);
    let says = |command: &str, what: &str| {
        does(&table, "two", command);
        does(&table, "two", "sync shared");
        let said = does(&table, "one", "sync shared");
        assert!(said.contains(what), "{command}\n{said}");
    };
    says("set title Friday --game 2", "\ngame 1 was changed; it is open at 23–0 as before (Ann – Bob)\n");
    says("set sides Ann Dee --game 2", "\ngame 1: the sides are Ann – Dee now, not Ann – Bob (Ann – Dee)\n");
    says("new Ann Bob --rules multi-match", "is open at 0–0");
    says("log bob gin 80", "is open at 0–");
    says("log ann gin 3", ": 28–0 in Match 2 now, not 0–0");
    says("fix 2 ann gin 30", ": 55–0 in Match 2 now, not 28–0");
}

#[test]
fn a_note_tells_to_settle_conflicts_from_the_top() {
    let table = two_laptops();
    does(&table, "one", "log bob gin 5 --game 1");
    agree(&table, &["one", "two"]);
    does(&table, "two", "drop 1 --game 2");
    does(&table, "one", "fix 1 ann knock 4 28 --game 1");
    does(&table, "one", "fix 2 bob gin 6 --game 1");
    does(&table, "two", "fix 1 bob gin 7 --game 2");
    agree(&table, &["one", "two"]);
    let said = on(&table, "one", "conflicts");
    assert!(said.out.contains("drop 1") && said.err.contains("note: settle hands from the top"), "{said:?}");
}

#[test]
fn a_game_that_two_laptops_closed_is_opened_by_no_single_undo() {
    let table = two_laptops();
    agree(&table, &["one", "two"]);
    does(&table, "one", "close --forfeit ann --game 1");
    assert!(on(&table, "one", "use 1").err.contains("opens this one again"));
    does(&table, "two", "close --settle --game 2");
    agree(&table, &["one", "two"]);
    assert!(!on(&table, "one", "use 1").err.contains("opens this one again"));
}

#[test]
fn whoever_drops_a_copy_of_a_hand_did_not_log_the_others() {
    let table = two_laptops();
    agree(&table, &["one", "two", "three"]);
    does(&table, "one", "log ann knock 4 20 --game 1");
    does(&table, "two", "log ann knock 4 20 --game 2");
    does(&table, "three", "log bob gin 9 --game 1");
    agree(&table, &["one", "two", "three"]);
    does(&table, "one", "drop 2 --game 1");
    let conflicts = answers(&table, "one", "conflicts");
    let said = conflicts["conflicts"][0]["said"].as_array().unwrap();
    assert!(!said.is_empty() && said.iter().all(|version| version["own"] == json!(false)), "{conflicts}");
}
