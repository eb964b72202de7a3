//! What counts after a `rescue`: changes, corrections and records of which something is lost.

use std::fs;

use rusqlite::Connection;

use crate::devices::contents;
use crate::rescue::{evening, saved};
use crate::support::program::Table;
use crate::support::whole::hashed;

#[test]
fn a_lost_first_version_does_not_keep_its_correction_waiting() {
    let table =
        Table::after(&["new Ann Bob", "log ann gin 4", "log bob gin 9", "fix 2 bob gin 7", "insert 1 ann gin 2"]);
    fs::copy(table.book(), table.path("copy.db")).unwrap();
    let book = Connection::open(table.book()).unwrap();
    // Both hands that were logged first, of which one was corrected and one has a hand before it.
    book.execute_batch("DROP TRIGGER hand_no_update; UPDATE hand SET note = 'x' WHERE arrival <= 2").unwrap();
    drop(book);
    table.does("rescue book.db --to saved.db");
    let entries = |book: &str| -> Vec<String> {
        let hands = table.json(&format!("score 1 --book {book}"))["hands"].clone();
        hands.as_array().unwrap().iter().map(|hand| hand["entry"].as_str().unwrap().to_string()).collect()
    };
    assert_eq!(entries("saved.db"), ["Ann gin 2", "Bob gin 7"]);
    // With the whole book, each hand counts once.
    let whole = table.json("export --book copy.db");
    table.put("whole.json", whole.to_string());
    table.does("import whole.json --book saved.db");
    assert_eq!(entries("saved.db"), ["Ann gin 4", "Ann gin 2", "Bob gin 7"]);
    assert_eq!(entries("copy.db").len(), 3);
}

#[test]
fn undoing_a_rescue_takes_back_what_it_let_count() {
    let (table, whole) = evening();
    let hand = whole["facts"].as_array().unwrap().iter().find(|fact| fact["number"] == 30).unwrap();
    let hash = hand["hash"].as_str().unwrap();
    let hash: Vec<u8> = (0..32).map(|at| u8::from_str_radix(&hash[2 * at..2 * at + 2], 16).unwrap()).collect();
    let mut bytes = fs::read(table.book()).unwrap();
    // SQLite leaves copies of rows behind when it fills pages.
    for at in 0..bytes.len() - 32 {
        if bytes[at..at + 32] == hash {
            bytes[at] ^= 1;
        }
    }
    fs::write(table.book(), bytes).unwrap();
    table.does("rescue book.db --to saved.db");
    let hands = || table.json("score 1 --book saved.db")["hands"].as_array().unwrap().len();
    assert_eq!(hands(), 149);
    table.does("undo --book saved.db");
    assert_eq!(hands(), 125, "the change of the lost hand does not count");
    table.does("redo --book saved.db");
    assert_eq!(hands(), 149);
    let document = saved(&table);
    table.put("saved.json", document.to_string());
    table.does("import saved.json --book again.db");
    assert_eq!(table.json("score 1 --book again.db"), table.json("score 1 --book saved.db"));
    assert_eq!(contents(&table.json("export --book again.db")), contents(&document));
    // Rescued again, nothing new is said.
    table.does("rescue saved.db --to twice.db");
    assert_eq!(contents(&table.json("export --book twice.db")), contents(&document));
}

#[test]
fn changes_count_though_their_records_are_lost() {
    let (table, whole) = evening();
    let mut bytes = fs::read(table.book()).unwrap();
    let book = Connection::open(table.book()).unwrap();
    let root: usize =
        book.query_row("SELECT rootpage FROM sqlite_schema WHERE name = 'change'", [], |row| row.get(0)).unwrap();
    drop(book);
    // All records are on one page; the schema is gone as well.
    bytes[(root - 1) * 4096..root * 4096].fill(0);
    bytes[..4096].fill(0x5a);
    fs::copy(table.book(), table.path("copy.db")).unwrap();
    table.put("broken.db", bytes);
    let said = table.json("rescue broken.db --to saved.db");
    assert_eq!((&said["games"], &said["waiting"], &said["lost_facts"]), (&2.into(), &0.into(), &0.into()));
    for game in [1, 2] {
        let score = |book: &str| table.json(&format!("score {game} --book {book}"))["hands"].clone();
        assert_eq!(score("saved.db"), score("copy.db"), "game {game}");
    }
    for line in ["log ann gin 3 --game 1", "undo", "games", "export", "undo", "redo", "history"] {
        if line != "history" {
            table.does(&format!("{line} --book saved.db"));
        }
    }
    // Another book takes in what was saved, and the records when they come.
    table.put("saved.json", saved(&table).to_string()).put("whole.json", whole.to_string());
    table.does("import saved.json --book other.db");
    for book in ["other.db", "saved.db"] {
        table.does(&format!("import whole.json --book {book}"));
        let all = contents(&table.json(&format!("export --book {book}")));
        assert!(all.is_superset(&contents(&whole)), "{book}");
        assert_eq!(
            table.json(&format!("score 2 --book {book}"))["hands"],
            table.json("score 2 --book copy.db")["hands"]
        );
    }
}

#[test]
fn a_change_that_was_never_finished_does_not_count() {
    // Half of an import that was killed while it wrote: its pages are in the file, and the journal has those before them.
    let (table, whole) = evening();
    let connection = Connection::open(table.book()).unwrap();
    connection
        .execute_batch(
            "PRAGMA cache_size = 1; PRAGMA cache_spill = 1; PRAGMA foreign_keys = OFF; BEGIN;
             INSERT INTO hand (id, change, game, number, dead, hash)
             SELECT randomblob(16), randomblob(16), id, 500, 'stock', randomblob(32) FROM game;
             CREATE TABLE filler (x);
             WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
             INSERT INTO filler SELECT randomblob(4000) FROM n;",
        )
        .unwrap();
    let mut half = whole["facts"].as_array().unwrap().iter().find(|fact| fact["kind"] == "hand").unwrap().clone();
    half["id"] = "01990000-0000-7000-8000-00000000f001".into();
    half["change"] = "01990000-0000-7000-8000-00000000f000".into();
    half["number"] = 151.into();
    let half = hashed(half);
    let hex = |field: &str| half[field].as_str().unwrap().replace('-', "");
    connection
        .execute_batch(&format!(
            "INSERT INTO hand (id, change, game, number, played_at, played_offset, hash)
             VALUES (x'{}', x'{}', x'{}', 151, {}, {}, x'{}');
             INSERT INTO result (hand, pair, kind, side, place, own, other) VALUES (x'{}', 0, 'knock', 0, 0, 4, {});
             INSERT INTO filler SELECT randomblob(4000) FROM filler;",
            hex("id"),
            hex("change"),
            hex("game"),
            half["played_at"],
            half["played_offset"],
            hex("hash"),
            hex("id"),
            half["results"][0]["other"],
        ))
        .unwrap();
    fs::copy(table.book(), table.path("crashed.db")).unwrap();
    fs::copy(table.path("book.db-journal"), table.path("crashed.db-journal")).unwrap();
    connection.execute_batch("ROLLBACK").unwrap();
    for keep_the_journal in [true, false] {
        if !keep_the_journal {
            fs::remove_file(table.path("crashed.db-journal")).unwrap();
            fs::remove_file(table.path("saved.db")).unwrap();
        }
        let said = table.json("rescue crashed.db --to saved.db");
        assert_eq!((&said["unfinished"], &said["waiting"]), (&1.into(), &0.into()), "{said}");
        assert!(!said["lost"].to_string().contains("never finished"), "{said}");
        assert_eq!(table.json("score 1 --book saved.db")["hands"].as_array().unwrap().len(), 150, "{keep_the_journal}");
    }
}
