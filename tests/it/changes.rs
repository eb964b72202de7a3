//! Undo by device and by id, and the history of changes.

use serde_json::Value;

use crate::devices::two_devices;
use crate::support::hints::hinted;
use crate::support::program::{Said, Table};

/// Runs a command of another device in the same book.
fn beside(table: &Table, command: &str) -> Said {
    table.args(command).env("XDG_STATE_HOME", table.path("other-state")).check_status()
}

/// The changes that `history` lists, the newest first.
fn changes(table: &Table, command: &str) -> Vec<Value> {
    table.json(command)["changes"].as_array().unwrap().clone()
}

fn whats(table: &Table, command: &str) -> Vec<String> {
    changes(table, command).iter().map(|change| change["what"].as_str().unwrap().to_string()).collect()
}

/// The short id of the change that did this.
fn short(table: &Table, what: &str) -> String {
    let listed = changes(table, "history");
    let change = listed.iter().find(|change| change["what"] == what).unwrap_or_else(|| panic!("{what} in {listed:?}"));
    change["short"].as_str().unwrap().to_string()
}

fn entries(table: &Table) -> Vec<String> {
    let score = table.json("score 1");
    score["hands"].as_array().unwrap().iter().map(|hand| hand["entry"].as_str().unwrap().to_string()).collect()
}

#[test]
fn undo_takes_back_what_this_device_did() {
    let table = Table::after(&["new Ann Bob", "log ann knock 4 27"]);
    beside(&table, "log bob gin 31");
    let said = table.args("undo").check_status();
    assert_eq!(entries(&table), ["Bob gin 31"], "{}", said.out);
    assert!(said.out.starts_with("undid: logged hand 1 in game 1: Ann knock 4 27\n"), "{}", said.out);
    // The other device undoes and redoes its own hand, and this one its own.
    assert!(beside(&table, "undo").out.starts_with("undid: logged hand 1 in game 1: Bob gin 31\n"));
    assert!(table.does("redo").starts_with("redid: logged hand 1 in game 1: Ann knock 4 27\n"));
    assert!(beside(&table, "redo").out.starts_with("redid: logged hand 2 in game 1: Bob gin 31\n"));
    assert_eq!(entries(&table), ["Ann knock 4 27", "Bob gin 31"]);
}

#[test]
fn a_device_without_changes_is_told_both_ways() {
    let table = Table::after(&["new Ann Bob", "log ann knock 4 27"]);
    let refused = table.args("undo").env("XDG_STATE_HOME", table.path("other-state")).status(1).check_status().err;
    assert!(refused.starts_with("error: this device has nothing to undo\n"), "{refused}");
    assert_eq!(hinted(&refused), ["ginpad history"]);
    let undo = format!("ginpad undo {}", short(&table, "logged hand 1 in game 1: Ann knock 4 27"));
    beside(&table, &undo["ginpad ".len()..]);
    assert_eq!(entries(&table), Vec::<String>::new());
    beside(&table, "redo");
    assert_eq!(entries(&table), ["Ann knock 4 27"]);
    // Whoever made a change can restore it although another device took it back.
    beside(&table, &undo["ginpad ".len()..]);
    table.args("redo").status(1).check_status();
    let id = short(&table, "logged a hand in game 1: Ann knock 4 27");
    table.does(&format!("redo {id}"));
    assert_eq!(entries(&table), ["Ann knock 4 27"]);
}

#[test]
fn any_change_is_undone_by_its_id_and_what_builds_on_it_is_told() {
    let table = Table::after(&["new Ann Bob", "log ann knock 4 27", "log bob gin 31", "fix 1 ann knock 5 27"]);
    let log = short(&table, "logged a hand in game 1: Ann knock 4 27");
    let fix = short(&table, "corrected hand 1 in game 1: Ann knock 5 27");
    let said = table.args(&format!("undo {log}")).check_status();
    assert_eq!(entries(&table), ["Ann knock 5 27", "Bob gin 31"]);
    assert_eq!(
        said.err,
        format!(
            "warning: a correction in game 1 still counts, although the corrected entry was undone; correct it again to keep it; `ginpad undo {fix}` takes \
             that back too\n"
        )
    );
    table.does(&format!("undo {fix}"));
    assert_eq!(entries(&table), ["Bob gin 31"]);
    table.does("redo");
    table.does("redo");
    assert_eq!(entries(&table), ["Ann knock 5 27", "Bob gin 31"]);
    let new = short(&table, "started game 1 (Ann – Bob)");
    let said = table.args(&format!("undo {}", new.to_uppercase())).check_status();
    assert_eq!(said.out, "undid: started game 1\ngame 1 is gone (Ann – Bob)\n");
    let waiting = table.json("check")["problems"][0].clone();
    assert_eq!(waiting["what"], "3 changes wait for game 1, which was taken back");
    assert!(waiting["hints"][0].as_str().unwrap().starts_with(&format!("`ginpad redo {new}")), "{waiting}");
    let undone = table.args(&format!("undo {new}")).status(1).refused().err;
    assert!(undone.starts_with(&format!("error: change {new} is undone already: started game 1 (Ann – Bob)\n")));
    table.does(&format!("redo {new}"));
    assert_eq!(entries(&table), ["Ann knock 5 27", "Bob gin 31"]);
    let counts = table.args(&format!("redo {new}")).status(1).refused().err;
    assert!(counts.contains(" was not undone: started game 1"), "{counts}");
}

#[test]
fn what_builds_on_a_correction_that_was_undone_before_is_told_too() {
    let table = Table::after(&["new Ann Bob", "log ann knock 4 27", "fix 1 ann knock 5 27", "fix 1 ann knock 6 27"]);
    let log = short(&table, "logged a hand in game 1: Ann knock 4 27");
    let fix = short(&table, "corrected a hand in game 1: Ann knock 5 27");
    let last = short(&table, "corrected hand 1 in game 1: Ann knock 6 27");
    let note = format!(
        "warning: a correction in game 1 still counts, although the corrected entry was undone; correct it again to keep it; `ginpad undo {last}` takes \
         that back too\n"
    );
    for change in [fix, log] {
        assert_eq!(table.args(&format!("undo {change}")).check_status().err, note);
        assert_eq!(entries(&table), ["Ann knock 6 27"]);
    }
}

#[test]
fn what_only_undid_or_redid_is_not_undone() {
    let table = Table::after(&["new Ann Bob", "log ann knock 4 27", "undo"]);
    let undo = short(&table, "undid: logged a hand in game 1: Ann knock 4 27");
    for verb in ["undo", "redo"] {
        let refused = table.args(&format!("{verb} {undo}")).status(1).refused().err;
        let log = short(&table, "logged a hand in game 1: Ann knock 4 27");
        assert!(refused.contains(" is an undo: undid: logged a hand in game 1"), "{refused}");
        assert!(refused.ends_with(&format!("\nhint: `ginpad redo {log}` reverses it\n")), "{refused}");
    }
    table.does("redo");
    let redo = short(&table, "redid: logged hand 1 in game 1: Ann knock 4 27");
    table.args(&format!("undo {redo}")).status(1).refused();
    // The first letter of an id means several changes, once there are enough of them.
    let letter = loop {
        let ids = changes(&table, "history");
        let begins = |letter| ids.iter().filter(move |id| id["short"].as_str().unwrap().starts_with(letter)).count();
        match ('a'..='f').find(|letter| begins(*letter) > 1) {
            Some(letter) => break letter,
            None => drop(table.does("log dead")),
        }
    };
    let several = table.args(&format!("undo {letter}")).status(1).refused().err;
    assert!(several.contains("is the start of several changes"), "{several}");
}

#[test]
fn the_history_lists_every_change_newest_first() {
    let table = two_devices(
        &["new Ann Bob --at '2026-11-20 19:30' --stake '0.01 USD'", "log ann knock 4 27"],
        &["fix 1 ann knock 5 27", "settle --paid bob ann 1"],
        &["log bob gin 31", "undo", "drop 1"],
    );
    // What was imported came in the order of the file.
    let mut listed = whats(&table, "history");
    listed.sort();
    assert_eq!(
        listed,
        [
            "Bob paid Ann 1.00 USD",
            "corrected hand 1 in game 1: Ann knock 5 27",
            "dropped a hand in game 1: Ann knock 4 27",
            "logged a hand in game 1: Ann knock 4 27",
            "logged a hand in game 1: Bob gin 31",
            "started game 1 (Ann – Bob)",
            "undid: logged a hand in game 1: Bob gin 31",
        ]
    );
    let own = |listed: &[Value]| listed.iter().filter(|change| change["this_device"] == true).count();
    assert_eq!(own(&changes(&table, "history")), 4);
    table.does("new Cid Dee");
    table.does("log cid gin 9");
    assert_eq!(
        whats(&table, "history --limit 2"),
        ["logged hand 1 in game 2: Cid gin 9", "started game 2 (Cid – Dee)"]
    );
    assert_eq!(whats(&table, "history --game 2").len(), 2);
    assert_eq!(whats(&table, "history --game 1").len(), 6, "a payment is about no game");
    table.does("undo");
    assert_eq!(whats(&table, "history --game @")[0], "undid: logged a hand in game 2: Cid gin 9");
    let states: Vec<Value> =
        changes(&table, "history --limit 3").iter().map(|change| change["state"].clone()).collect();
    assert_eq!(states, ["moved", "undone", "counts"]);
    assert_eq!(whats(&table, "history --since 2999").len(), 0);
    assert_eq!(whats(&table, "history --since 2000").len(), 10);
    assert_eq!(table.does("history --plain").lines().count(), 10);
    assert_eq!(table.does("history --since 2999"), "no change fits\n");
}

#[test]
fn people_see_the_last_few_changes_at_any_width() {
    let table = Table::after(&["new Ann Bob"]);
    assert_eq!(Table::new().does("history"), "nothing has been written in this book yet\n");
    for _ in 0..25 {
        table.does("log dead");
    }
    let said = table.args("history").check_status();
    assert_eq!(said.out.lines().count(), 22, "{}", said.out);
    assert_eq!(said.err, "note: these are the newest 20 changes; `ginpad history --limit 200` shows more\n");
    assert_eq!(table.does("history --limit 200").lines().count(), 28);
    let narrow = table.args("history --limit 3").env("COLUMNS", "40").check_status().out;
    assert!(narrow.lines().all(|line| line.chars().count() <= 40), "{narrow}");
    assert!(narrow.contains("logged hand 25 in game 1: dead"), "{narrow}");
}

#[test]
fn a_book_that_was_moved_with_its_state_folder_is_the_same_devices() {
    let table = Table::after(&["new Ann Bob", "log ann gin 4"]);
    let (from, to) = (table.path("state/ginpad/books"), table.path("moved/state/ginpad/books"));
    std::fs::create_dir_all(&to).unwrap();
    for file in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        std::fs::copy(file.path(), to.join(file.file_name())).unwrap();
    }
    std::fs::copy(table.book(), table.path("moved/book.db")).unwrap();
    let undo = |state: &str| table.args("undo --book moved/book.db").env("XDG_STATE_HOME", table.path(state)).run();
    let said = undo("elsewhere");
    assert!(said.err.starts_with("error: this device has nothing to undo"), "{}", said.err);
    assert_eq!(undo("moved/state").out.lines().next(), Some("undid: logged hand 1 in game 1: Ann gin 4"));
}
