//! Files of the catalogue of errors whose content cannot be shown, by how the page names them, and how they are made.

use std::fs::{self, File};

use ginpad_core::facts::{FactId, Line, shortened};
use rusqlite::Connection;
use serde_json::{Value, json};
use uuid::Uuid;

use super::program::Table;
use super::whole::{file_of, lines_of};
use crate::core::facts_devices::line_with;

/// Makes a file on a table.
pub(crate) type Maker = fn(&Table);

/// Each of them.
pub(crate) const MADE: &[(&str, Maker)] = &[
    ("friday.gin: 100 MB of zeros", |table| {
        File::create(table.path("friday.gin")).unwrap().set_len(100 << 20).unwrap();
    }),
    ("friday.gin: `ann zed 4` under `sides: Ann, Bob`, and then lines of `ann gin 4` without an end", |table| {
        let endless = "ann gin 4\n".repeat(30_000);
        table.put("friday.gin", format!("sides: Ann, Bob\n\nann zed 4\n{endless}"));
    }),
    ("friday.gin: `sides: Zoë, Bob` in Latin-1", |table| {
        table.put("friday.gin", b"# Friday\nsides: Zo\xeb, Bob\n");
    }),
    ("friday.gin: a sheet with two NUL bytes in its third line", |table| {
        table.put("friday.gin", b"sides: Ann, Bob\n\nann \0\0gin 20\n");
    }),
    ("friday.gin: `sides: Ann, B␛[2Job`", |table| {
        table.put("friday.gin", b"sides: Ann, B\x1b[2Job\n");
    }),
    ("book.json: what `ginpad export --json` wrote, and then a name was changed", |table| {
        let book = table.does("export --json");
        table.put("book.json", book.replace("\"Bob\"", "\"Rob\""));
    }),
    ("book.json: the first half of what `ginpad export --json` wrote", |table| {
        let book = table.does("export --json");
        table.put("book.json", &book[..book.len() / 2]);
    }),
    ("book.json: what `ginpad export --json` wrote, with a second `verb` in the first line", |table| {
        let book = table.does("export --json");
        table.put("book.json", book.replacen("\"verb\":", "\"verb\":\"log\",\"verb\":", 1));
    }),
    ("book.json: the export as UTF-16", |table| {
        let book: Vec<u8> = table.does("export --json").encode_utf16().flat_map(u16::to_le_bytes).collect();
        table.put("book.json", [&[0xff, 0xfe], book.as_slice()].concat());
    }),
    ("half.db: a book in which a name was altered", with_another_name),
    ("recipes.db: an SQLite database of recipes", |table| {
        let connection = Connection::open(table.path("recipes.db")).unwrap();
        connection.execute_batch("CREATE TABLE recipe (name TEXT); PRAGMA user_version = 1;").unwrap();
    }),
    ("half.db: a book without its last hundred bytes", |table| {
        table.does("new Ann Bob --book half.db");
        table.args("log - --book half.db").stdin("dead\n".repeat(100)).check_status();
        let book = fs::read(table.path("half.db")).unwrap();
        table.put("half.db", &book[..book.len() - 100]);
    }),
    ("book.db: the book without the guard of its hands, and with a trigger", |table| {
        let connection = Connection::open(table.book()).unwrap();
        connection
            .execute_batch(
                "DROP TRIGGER change_no_delete;
                     CREATE TRIGGER only_one AFTER INSERT ON change BEGIN DELETE FROM change WHERE id <> NEW.id; END",
            )
            .unwrap();
    }),
    ("book.db-journal: what a program left when it was stopped, before a copy was put here", |table| {
        table.does("new Cid Dee --book other.db");
        let other = Connection::open(table.path("other.db")).unwrap();
        other.execute_batch("PRAGMA cache_size = 1; BEGIN").unwrap();
        let write = "INSERT INTO concerns VALUES (randomblob(21), 1)";
        (0..2000).for_each(|_| assert_eq!(other.execute(write, []).unwrap(), 1));
        fs::copy(table.path("other.db-journal"), table.path("book.db-journal")).unwrap();
        drop(other);
        fs::remove_file(table.path("other.db")).unwrap();
    }),
    ("book.db-journal: what a stopped program left beside a book that was moved since", |table| {
        _ = table.put("book.db-journal", "pages of the book")
    }),
    ("book.db-journal: a folder", |table| fs::create_dir(table.path("book.db-journal")).unwrap()),
    ("other.db: another name of book.db, a hard link", |table| {
        fs::hard_link(table.book(), table.path("other.db")).unwrap();
    }),
    ("later.db: a book that a later ginpad has upgraded", |table| {
        table.does("new Ann Bob --book later.db");
        let connection = Connection::open(table.path("later.db")).unwrap();
        connection.execute_batch("PRAGMA user_version = 9;").unwrap();
    }),
    ("two.json: a game with two hands, which two other laptops logged both, taken in with `ginpad import`", |table| {
        table.put("two.json", logged_twice(table));
        table.does("import two.json");
    }),
    ("-shared: a folder", |table| fs::create_dir(table.path("-shared")).unwrap()),
];

/// Makes a book in which a name is not what was written.
fn with_another_name(table: &Table) {
    table.does("new Cid Dee --book half.db");
    table.does("log cid gin 4 --book half.db");
    let mut book = fs::read(table.path("half.db")).unwrap();
    let at = book.windows(3).position(|bytes| bytes == b"Cid").unwrap();
    book[at] = b'S';
    table.put("half.db", book);
}

/// A file with a game and two hands for each of two numbers. Nothing in it depends on the day, so that the conflicts have the
/// same digits each time.
fn logged_twice(table: &Table) -> String {
    table.does("new Ann Bob --at '2026-11-20 19:30' --book made.db");
    let made: Value = serde_json::from_str(lines_of(&table.does("export --json --book made.db"))[0].text()).unwrap();
    let line = |number: u128, verb: &str, facts: Value| -> Line {
        let writer = shortened(Uuid::from_u128(0x2000 + number));
        line_with(
            json!({ "writer": writer, "verb": verb }),
            facts,
            Uuid::from_u128(0x0199_0000_0000_7000_8000_0000_0000_0000 + number),
        )
    };
    // Not the rules of this version: they would make other digits each time that a knob is new.
    let mut facts = made["facts"].clone();
    facts[0]["game"]["rules"] = json!({ "preset": "standard" });
    let new = line(0, "new", facts);
    let game = FactId { of: new.name(), place: 0 };
    let hand = |number: u128, at: u32, points: u32| {
        let gin = json!([number % 2, points]);
        line(number, "log", json!([{ "hand": { "game": game, "number": at, "gin": gin } }]))
    };
    // With these points, the numbers of both conflicts begin alike.
    let hands = [1, 2].map(|at| [hand(u128::from(at) * 2, at, 5), hand(u128::from(at) * 2 + 1, at, 44)]);
    file_of(&[vec![new], hands.concat()].concat())
}
