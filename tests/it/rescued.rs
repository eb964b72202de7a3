//! What a rescue says of a damaged book, and how the rescued book goes on.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use ginpad::book::{Access, Book, RescueFault, Rescued, Rescuer, rescue};
use rusqlite::Connection;
use serde_json::Value;
use uuid::Uuid;

use crate::damage;
use crate::devices::contents;
use crate::support::program::Table;

/// A device that rescues.
const RESCUER: Uuid = Uuid::from_u128(7);

/// Rescues a book into another file. `None` if nothing could be saved.
fn rescued(from: &Path, into: &Path) -> Result<Rescued, RescueFault> {
    let _ = fs::remove_file(into);
    rescue(from, into, Rescuer { device: RESCUER, now: chrono::Local::now().fixed_offset() }, drop)
}

/// What a book holds, without what rescues said.
fn held(book: &Path) -> BTreeSet<String> {
    let mut document = Vec::new();
    let mut book = Book::open(book, Access::Read, Uuid::nil()).unwrap().unwrap();
    book.read().unwrap().export(&mut document).unwrap();
    let mut document: Value = serde_json::from_slice(&document).unwrap();
    let rescues: Vec<Value> = document["changes"].as_array().unwrap().clone();
    let rescues: Vec<&Value> =
        rescues.iter().filter(|change| change["verb"] == "rescue").map(|change| &change["id"]).collect();
    document["changes"].as_array_mut().unwrap().retain(|change| change["verb"] != "rescue");
    document["facts"].as_array_mut().unwrap().retain(|fact| !rescues.contains(&&fact["change"]));
    contents(&document)
}

#[test]
fn what_is_saved_of_a_flipped_book_and_what_is_listed_as_lost_are_the_whole() {
    saved_and_lost_are_the_whole(0);
}

#[test]
fn what_is_saved_of_a_flipped_book_and_what_is_listed_are_the_whole_elsewhere_too() {
    saved_and_lost_are_the_whole(1);
}

/// Flips every second bit of some, beginning with this one, and rescues the book each time.
fn saved_and_lost_are_the_whole(first: usize) {
    // More for a search that takes longer: `GINPAD_FLIPS=6000`.
    let flips = std::env::var("GINPAD_FLIPS").ok().and_then(|flips| flips.parse().ok()).unwrap_or(240);
    let table = damage::book();
    let (flipped, saved) = (table.path("flipped.db"), table.path("saved.db"));
    let whole = fs::read(table.book()).unwrap();
    let all = held(&table.book());
    // What holds nothing is not worth a flip.
    let bytes: Vec<usize> =
        (0..whole.len()).filter(|at| whole[at.saturating_sub(3)..].iter().take(7).any(|byte| *byte != 0)).collect();
    let mut lacking = 0;
    for flip in (first..flips).step_by(2) {
        let (at, bit) = (bytes[flip * 7919 % bytes.len()], flip % 8);
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << bit;
        fs::write(&flipped, damaged).unwrap();
        let said = match rescued(&flipped, &saved) {
            Ok(said) => said,
            Err(fault) => panic!("bit {bit} of byte {at}: {fault}"),
        };
        let left = held(&saved);
        assert!(left.is_subset(&all), "bit {bit} of byte {at}: something was made up");
        let missing: Vec<&String> = all.difference(&left).collect();
        let changes = missing.iter().filter(|entry| entry.contains("\"made_at\":")).count();
        let records = said.lost.items.iter().filter(|line| line.starts_with("the record of")).count();
        let listed = format!("bit {bit} of byte {at}\n{said:?}\n{missing:?}");
        assert_eq!((changes, missing.len() - changes), (records, said.lost_facts), "{listed}");
        assert_eq!(missing.is_empty(), said.lost.is_empty(), "{listed}");
        assert_eq!((said.unfinished, said.waited), (0, 0), "{listed}");
        lacking += usize::from(!missing.is_empty());
    }
    assert!(lacking > flips / 40, "only {lacking} of the flips lost anything");
}

#[test]
fn the_games_keep_their_numbers_when_a_good_copy_comes_after_a_rescue() {
    let table = Table::after(&["new Ann Bob", "log ann gin 4", "new Cid Dee", "log cid gin 9", "new Eve Fay"]);
    let games = |book: &str| table.does(&format!("games --plain --book {book}"));
    let (before, copy) = (games("book.db"), table.does("export --json"));
    table.put("copy.json", &copy);
    let book = Connection::open(table.book()).unwrap();
    book.execute_batch("DROP TRIGGER game_no_update; UPDATE game SET title = 'x' WHERE arrival = 2").unwrap();
    drop(book);
    let said = table.does("rescue book.db --to saved.db");
    assert!(said.contains("game 2"), "{said}");
    assert_eq!(table.json("score 3 --book saved.db")["sides"][0]["name"], "Eve");
    table.does("import copy.json --book saved.db");
    assert_eq!(games("saved.db"), before);
    // Another book has numbers of its own.
    table.does("new Gus Hal --book other.db");
    table.does("import copy.json --book other.db");
    assert_eq!(table.json("score 1 --book other.db")["sides"][0]["name"], "Gus");
}

#[test]
fn the_current_game_is_the_same_after_an_export_of_a_rescued_book() {
    let table = Table::after(&["new Ann Bob", "log ann gin 4", "new Cid Dee", "new Eve Fay", "log eve gin 4"]);
    for (lost, at) in [("player_name", 1), ("change", 1), ("change", 3), ("player", 3)] {
        let damaged = table.path("damaged.db");
        fs::copy(table.book(), &damaged).unwrap();
        let book = Connection::open(&damaged).unwrap();
        let column = if lost == "change" { "sequence = 77" } else { "hash = zeroblob(32)" };
        book.execute_batch(&format!("DROP TRIGGER {lost}_no_update; UPDATE {lost} SET {column} WHERE arrival = {at}"))
            .unwrap();
        drop(book);
        for old in ["saved.db", "again.db"] {
            let _ = fs::remove_file(table.path(old));
        }
        table.does("rescue damaged.db --to saved.db");
        let saved = table.does("export --json --book saved.db");
        table.put("saved.json", saved);
        table.does("import saved.json --book again.db");
        let current = |book: &str| table.json(&format!("score --book {book}"))["game"].clone();
        assert_eq!(current("again.db"), current("saved.db"), "{lost} {at}");
        for elsewhere in ["saved.db", "again.db"] {
            let said = table
                .args(&format!("score --plain --book {elsewhere}"))
                .env("XDG_STATE_HOME", table.path("elsewhere"))
                .check_status();
            assert!(said.out.contains("Eve"), "{lost} {at} {elsewhere}\n{}", said.out);
        }
    }
}

#[test]
fn undoing_a_rescue_says_what_vanishes() {
    let table = Table::after(&["new Ann Bob", "log ann gin 4", "new Cid Dee"]);
    let hands = "ann gin 7\nann gin 9\n";
    table.args("log - --game 1").stdin(hands).check_status();
    let book = Connection::open(table.book()).unwrap();
    book.execute_batch("DROP TRIGGER hand_no_update; UPDATE hand SET note = 'x' WHERE arrival = 2").unwrap();
    drop(book);
    table.does("rescue book.db --to saved.db");
    let said = table.does("undo --book saved.db");
    assert_eq!(said, "undid rescue of game 1\ngame 1 was at 63–0; it is at 29–0 now\n");
}

#[test]
fn a_page_that_makes_no_sense_is_no_loss_by_itself() {
    let table = Table::after(&["new Ann Bob", "log ann gin 4"]);
    let page: usize = {
        let book = Connection::open(table.book()).unwrap();
        book.query_row("SELECT rootpage FROM sqlite_schema WHERE name = 'hand_by_change'", [], |row| row.get(0))
            .unwrap()
    };
    let mut bytes = fs::read(table.book()).unwrap();
    bytes[(page - 1) * 4096..page * 4096].fill(0x5a);
    table.put("broken.db", bytes);
    let said = table.args("rescue broken.db --to saved.db").check_status();
    let last = said.out.lines().last().unwrap();
    assert_eq!(last, "1 page of the file cannot be read, and nothing is missing that the rest of the file tells of");
    assert!(said.err.is_empty(), "{}", said.err);
    let said = table.json("rescue broken.db --to again.db");
    assert_eq!((&said["unread_pages"], &said["lost"]), (&1.into(), &serde_json::json!([])));
}

#[test]
fn what_waited_before_is_not_lost() {
    let table = Table::new();
    fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/schema-5.db"), table.book()).unwrap();
    let said = table.args("rescue book.db --to saved.db").check_status();
    let lines: Vec<&str> = said.out.lines().skip(1).collect();
    assert_eq!(lines, ["4 facts wait for the rest of what belongs to them, as before", "nothing is lost"]);
    assert!(said.err.is_empty(), "{}", said.err);
}

#[test]
fn a_new_book_that_cannot_be_made_is_refused_in_plain_words() {
    let table = Table::after(&["new Ann Bob"]);
    let before = table.files();
    for (to, says) in [
        ("-", "a book cannot be written to standard output"),
        ("nowhere/new.db", "cannot make nowhere/new.db: there is no folder nowhere"),
        ("./book.db", "./book.db is the damaged book itself; `rescue` makes another file"),
        ("/dev/null/new.db", "cannot make /dev/null/new.db: there is no folder /dev/null"),
    ] {
        let said = table.args(&format!("rescue book.db --to {to}")).status(1).refused().err;
        let hint = "hint: to save it beside the damaged book: `ginpad rescue book.db`";
        assert_eq!(said, format!("error: {says}\n{hint}\n"));
    }
    if cfg!(target_os = "linux") {
        let said = table.args("rescue book.db --to /proc/new.db").status(1).refused().err;
        assert!(said.starts_with("error: cannot make /proc/new.db: no file can be made in that folder\n"), "{said}");
    }
    assert_eq!(table.files(), before);
}
