//! A wish that people stay two that was taken back: what is said of them then is so.

use std::fs;

use crate::cottage::{answers, does, on, two_laptops};
use crate::support::program::Table;

/// The first laptop takes back its wish.
fn without_the_wish(table: &Table) {
    let changes = answers(table, "one", "history")["changes"].clone();
    let wishes = |change: &&serde_json::Value| change["what"].to_string().contains("kept Ann and ");
    let id = changes.as_array().unwrap().iter().find(wishes).unwrap()["id"].as_str().unwrap().to_string();
    does(table, "one", &format!("undo {id}"));
}

/// Two laptops of which the first was asked to keep them apart.
fn kept_apart() -> Table {
    let table = two_laptops();
    does(&table, "one", "merge two.db --keep-apart");
    table
}

/// What the next merge says of them.
fn merged_again(table: &Table) -> String {
    does(table, "one", "merge two.db").replace("nothing to merge: the book holds all of it already\n", "")
}

#[test]
fn whose_name_is_whose_is_said_once() {
    let table = two_laptops();
    let said = does(&table, "one", "merge two.db --keep-apart");
    let whose = "\nann (2) of another book and Ann of this one stay apart; `ginpad player merge 'ann (2)' Ann` makes";
    assert!(said.contains(whose), "{said}");
    assert_eq!(
        does(&table, "one", "merge two.db --keep-apart"),
        "nothing to merge: the book holds all of it already\n"
    );
}

#[test]
fn two_whom_a_game_seats_by_now_are_not_said_to_become_one() {
    let table = kept_apart();
    does(&table, "one", "new Ann 'ann (2)'");
    without_the_wish(&table);
    assert_eq!(merged_again(&table), "ann (2) of another book and Ann of this one stay apart: game 3 seats both\n");
    assert_eq!(on(&table, "one", "player merge 'ann (2)' Ann").status, Some(1));
}

#[test]
fn two_of_whom_one_was_renamed_are_joined_by_hand_only() {
    let table = kept_apart();
    does(&table, "one", "player rename 'ann (2)' Zed");
    without_the_wish(&table);
    assert_eq!(merged_again(&table), "");
    does(&table, "one", "player merge Zed Ann");
}

#[test]
fn two_whose_joining_was_undone_are_joined_by_hand_only() {
    let table = two_laptops();
    does(&table, "one", "merge two.db");
    does(&table, "one", "undo");
    does(&table, "one", "merge two.db --keep-apart");
    without_the_wish(&table);
    assert!(merged_again(&table).starts_with("ann (2) of another book and Ann of this one stay apart: "));
    does(&table, "one", "player merge 'ann (2)' Ann");
}

#[test]
fn two_whom_another_device_keeps_apart_are_joined_by_hand_only() {
    let table = two_laptops();
    fs::copy(table.path("one.db"), table.path("before.db")).unwrap();
    does(&table, "one", "merge two.db --keep-apart");
    does(&table, "two", "merge before.db --keep-apart");
    does(&table, "one", "merge two.db");
    without_the_wish(&table);
    assert_eq!(merged_again(&table), "");
    does(&table, "one", "player merge 'ann (2)' Ann");
}
