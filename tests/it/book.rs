//! The book: what it refuses, and what it keeps in memory and on disk.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use ginpad::book::{Access, Book, MIGRATIONS};
use ginpad_core::facts::Fact;
use ginpad_core::notation::print_game;
use rusqlite::{Connection, OpenFlags};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::devices::{two_devices, with_unknown_facts};
use crate::support::program::Table;
use crate::support::whole::{exported, hashed, take_in};
use crate::union::elsewhere;

/// The SHA-256 of every released migration. Nobody edits a released file; a new file changes the schema.
const RELEASED: &[&str] = &[
    "4ba3b5ac265ee1a0341f8aae6e3ba916dd17d77a69c6d45ec20da2e809d0532d",
    "a78a953b4be3fc5c56c38cf05ee604eb0c77b837e17cb3e7c276de40cffc13ba",
    "49b455eeb95311a97aadae759351a7698272dcb78223a42665c02540366ffd8a",
    "54f1d3455c502d767986be60f24c812c2c87c1137bd8816ead1aad0a74d1ad10",
    "4a9302d53783c03935f115471de6711f1f475ca049ab4cfa64eec0d229ed93ee",
    "751843aca9af980cd94a7e04c4bed77604b56613578dde6d96219a3d12cdcf97",
    "6b4d4c340421804235338eb212e13185043b62cd3de12945db88e304ecd68ff3",
    "eaaf849caec258f74516c6e1ad1db490ec816e49bd54e0b893dee19921b45fbf",
];

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Opens a book's file so that it cannot be changed.
fn look(book: &Path) -> Connection {
    Connection::open_with_flags(book, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap()
}

pub(crate) fn number(connection: &Connection, query: &str) -> i64 {
    connection.query_row(query, [], |row| row.get(0)).unwrap()
}

/// The tables that hold facts.
fn fact_tables(connection: &Connection) -> Vec<String> {
    let mut tables = connection
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT IN ('chosen_game', 'game_number', 'shared_folder', 'shared_segment', 'removed_segment')")
        .unwrap();
    tables.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

/// A book of another table that lost a game, and was rescued.
fn rescued_elsewhere() -> Value {
    let id = |number: u128| Uuid::from_u128(0x0199_0000_0000_7000_8000_0000_0001_0000 + number).to_string();
    let mut book = elsewhere(&["new Ida Jon", "log ida gin 4", "new Kim Lee"]);
    let lost = book["facts"].as_array_mut().unwrap().iter().rposition(|fact| fact["kind"] == "game").unwrap();
    book["facts"].as_array_mut().unwrap().remove(lost);
    let damaged = book["changes"][2].clone();
    let mut change = damaged.clone();
    change["id"] = id(1).into();
    change["verb"] = "rescue".into();
    change["sequence"] = 4.into();
    change["facts"] = 1.into();
    book["changes"].as_array_mut().unwrap().push(hashed(change));
    let rescue = json!({ "kind": "rescue", "id": id(2), "change": id(1), "rescued": damaged["id"], "facts": 4 });
    book["facts"].as_array_mut().unwrap().push(hashed(rescue));
    book
}

/// A table whose book holds rows in every table.
pub(crate) fn busy_table() -> Table {
    let table = two_devices(
        &["new Eve Fay --at '2026-11-19 20:00'", "log eve gin 4"],
        &["fix 1 eve gin 5"],
        &["fix 1 eve gin 6"],
    );
    table.put("later.json", with_unknown_facts(table.json("export")).to_string());
    fs::remove_file(table.book()).unwrap();
    table.does("import later.json");
    table.does("fix 1 eve gin 7");
    for command in [
        "new Ann Bob --set target=50 --dealer Ann --stake '0.01 USD' --title 'Friday night'",
        "log ann knock 4 10+9+4 up 7S note 'took the four'",
        "log dead",
        "log bob gin 14 up 9",
        "fix 3 bob gin 12",
        "insert 2 ann gin 1",
        "drop 1",
        "undo",
        "redo",
        "new Ann+Cid Bob+Dee --rules partners",
        "log ann gin 20, bob knock 4 9",
        "close --forfeit bob",
        "set rules partners target=150",
        "set sides Ann+Cid Bob+Eve",
        "player merge dee fay",
        "use 2",
    ] {
        table.does(command);
    }
    table.put("old.gin", "rules: hollywood\nsides: Eve, Ann\n\neve big-gin 30\nann undercut 2 9\n");
    table.does("import old.gin");
    table.put("older.gin", "sides: Eve, Ann\nevent: Cruise\nstake-game: 5 USD\ntotals: 330, 48\n");
    table.does("import older.gin");
    table.does("settle --paid eve fay 12.40 USD");
    disagrees(&table);
    let mut half = elsewhere(&["new Gus Hal"]);
    half["facts"].as_array_mut().unwrap().pop();
    table.put("half.json", half.to_string());
    table.does("import half.json");
    table.put("rescued.json", rescued_elsewhere().to_string());
    table.does("import rescued.json");
    table
}

/// Moves hands, and keeps what another device said differently as it is.
fn disagrees(table: &Table) {
    let moved = table.json("new Bob Ann --at '2026-11-21 20:00'")["number"].clone();
    table.does("log bob knock 3 20 --game 2");
    table.does(&format!("move last --to {moved} --game 2"));
    table.does(&format!("move 1 --to 2 --game {moved} --before 1"));
    table.does("undo");
    let other = Table::new();
    other.put("all.json", table.json("export").to_string());
    other.does("import all.json");
    other.does("set title 'Saturday night' --game 2");
    table.does("set title 'Sunday night' --game 2");
    table.put("other.json", other.json("export").to_string());
    table.does("import other.json");
    let number = table.json("conflicts")["conflicts"][0]["number"].as_str().unwrap().to_string();
    table.does(&format!("conflicts keep {number}"));
}

#[test]
fn released_migrations_are_as_they_were() {
    let now: Vec<String> = MIGRATIONS.iter().map(|file| hex(&Sha256::digest(file))).collect();
    assert_eq!(now, RELEASED);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let files: Vec<String> = files.iter().map(|file| fs::read_to_string(file).unwrap()).collect();
    assert_eq!(files, MIGRATIONS, "a file in migrations/ is not run, or runs out of order");
}

#[test]
fn sqlite_is_new_enough() {
    // Before 3.51.3 a race in its write-ahead log could corrupt a database.
    assert!(rusqlite::version_number() >= 3_051_003, "{}", rusqlite::version());
}

#[test]
fn no_fact_can_be_altered_or_deleted() {
    let table = busy_table();
    let connection = Connection::open(table.book()).unwrap();
    let tables = fact_tables(&connection);
    assert_eq!(tables.len(), 22, "{tables:?}");
    for name in tables {
        assert!(number(&connection, &format!("SELECT count(*) FROM {name}")) > 0, "nothing in {name} to try it on");
        let mut columns = connection.prepare(&format!("SELECT name FROM pragma_table_info('{name}')")).unwrap();
        let columns: Vec<String> = columns.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
        // What a fact waits for is not part of it.
        let parts = columns.iter().filter(|column| (name.as_str(), column.as_str()) != ("waiting", "missing"));
        let updates = parts.map(|column| format!("UPDATE {name} SET {column} = {column}"));
        for statement in updates.chain([format!("DELETE FROM {name}")]) {
            let refused = connection.execute(&statement, []).unwrap_err().to_string();
            assert_eq!(refused, "facts are insert-only", "{statement}");
        }
    }
}

#[test]
fn every_table_is_strict_and_every_reference_holds() {
    let table = busy_table();
    let connection = look(&table.book());
    assert_eq!(
        number(
            &connection,
            "SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' AND NOT strict"
        ),
        0
    );
    assert_eq!(number(&connection, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
    let sound: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(sound, "ok");
}

#[test]
fn a_book_is_marked_as_one() {
    let table = Table::after(&["new Ann Bob"]);
    let connection = look(&table.book());
    assert_eq!(number(&connection, "PRAGMA application_id"), i64::from(u32::from_be_bytes(*b"ginp")));
    assert_eq!(number(&connection, "PRAGMA user_version"), MIGRATIONS.len() as i64);
    let mode: String = connection.query_row("PRAGMA journal_mode", [], |row| row.get(0)).unwrap();
    assert_eq!(mode, "delete");
}

#[test]
fn a_book_that_another_program_left_in_wal_is_brought_back() {
    let table = Table::after(&["new Ann Bob"]);
    let mode = |mode: &str| -> String {
        let connection = Connection::open(table.book()).unwrap();
        connection.query_row(&format!("PRAGMA journal_mode{mode}"), [], |row| row.get(0)).unwrap()
    };
    assert_eq!(mode(" = WAL"), "wal");
    table.does("log ann knock 4 27");
    assert_eq!(mode(""), "delete");
    assert!(!table.path("book.db-wal").exists());
}

#[cfg(unix)]
#[test]
fn only_the_owner_can_read_a_book() {
    use std::os::unix::fs::PermissionsExt as _;

    let table = Table::new();
    table.does("new Ann Bob --book deep/er/mine.db");
    let mode = |path: &str| fs::metadata(table.path(path)).unwrap().permissions().mode() & 0o777;
    assert_eq!([mode("deep"), mode("deep/er"), mode("deep/er/mine.db")], [0o700, 0o700, 0o600]);
}

#[test]
fn every_row_carries_the_hash_of_what_it_says() {
    let table = busy_table();
    let export = table.json("export");
    let connection = look(&table.book());
    let mut checked = BTreeSet::new();
    let mut rows = 0;
    let changes = export["changes"].as_array().unwrap().iter().map(|change| ("change".to_string(), change));
    let facts = export["facts"].as_array().unwrap().iter();
    let table_of = |kind: &str| if Fact::KINDS.contains(&kind) { kind.replace('-', "_") } else { "kept_whole".into() };
    let facts = facts.map(|fact| (table_of(fact["kind"].as_str().unwrap()), fact));
    for (kind, row) in changes.chain(facts) {
        let mut content = row.as_object().unwrap().clone();
        let said = content.remove("hash").unwrap();
        let canonical = serde_json_canonicalizer::to_vec(&content).unwrap();
        let hash = Sha256::digest(canonical);
        assert_eq!(said, hex(&hash), "{kind}");
        let id: Uuid = row["id"].as_str().unwrap().parse().unwrap();
        assert_eq!(id.get_version_num(), 7);
        let kept = |table: &str| -> Option<Vec<u8>> {
            let hash = format!("SELECT hash FROM {table} WHERE id = ?1");
            connection.query_row(&hash, [id.as_bytes()], |row| row.get(0)).ok()
        };
        let table = if kept("waiting").is_some() { "waiting".to_string() } else { kind };
        assert_eq!(kept(&table).unwrap(), hash.as_slice(), "{table}");
        checked.insert(table);
        rows += 1;
    }
    // These rows are parts of facts and have no hash of their own.
    let parts = ["seat", "setting_seat", "result", "superseded"];
    let tables = fact_tables(&connection).into_iter().filter(|name| !parts.contains(&name.as_str()));
    let tables: BTreeSet<String> = tables.collect();
    assert_eq!(checked, tables);
    let all: i64 = tables.iter().map(|name| number(&connection, &format!("SELECT count(*) FROM {name}"))).sum();
    // A fact or change of a known kind that is kept whole is in two tables.
    let twice = "SELECT count(*) FROM kept_whole WHERE kind <> 'wager'";
    assert_eq!(rows, all - number(&connection, twice));
}

#[test]
fn changes_of_a_device_are_counted_without_a_gap() {
    let table = busy_table();
    let export = table.json("export");
    let changes = export["changes"].as_array().unwrap();
    let devices: BTreeSet<&str> = changes.iter().map(|change| change["device"].as_str().unwrap()).collect();
    for device in &devices {
        let made = changes.iter().filter(|change| change["device"] == **device);
        let mut sequence: Vec<i64> = made.map(|change| change["sequence"].as_i64().unwrap()).collect();
        // A change that waited arrives later.
        sequence.sort_unstable();
        assert_eq!(sequence, (1..=sequence.len() as i64).collect::<Vec<_>>());
    }
    for state in ["state", "other-state"] {
        let kept = fs::read_to_string(table.path(format!("{state}/ginpad/device"))).unwrap();
        assert!(devices.contains(kept.trim()));
    }
}

#[test]
fn what_is_no_book_is_left_as_it_is() {
    let recipes = |table: &Table, name: &str, mode: &str| {
        let connection = Connection::open(table.path(name)).unwrap();
        let _: String = connection.query_row(&format!("PRAGMA journal_mode = {mode}"), [], |row| row.get(0)).unwrap();
        connection.execute_batch("CREATE TABLE recipe (name TEXT); INSERT INTO recipe VALUES ('stew')").unwrap();
    };
    let table = Table::after(&["new Ann Bob --book later.db", "new Ann Bob --book hidden.db"]);
    recipes(&table, "recipes.db", "DELETE");
    recipes(&table, "recipes-wal.db", "WAL");
    Connection::open(table.path("later.db")).unwrap().execute_batch("PRAGMA user_version = 99").unwrap();
    Connection::open(table.path("hidden.db")).unwrap().execute_batch("PRAGMA application_id = 0").unwrap();
    table.put("notes.txt", "bread, milk\n").put("short.db", b"SQLite format 3\0").put("zero.db", [0; 4096]);
    fs::create_dir(table.path("folder")).unwrap();
    for book in ["recipes.db", "recipes-wal.db", "later.db", "hidden.db", "notes.txt", "short.db", "zero.db", "folder"]
    {
        for command in ["", "new Ann Bob", "log ann gin 4", "undo", "use 1", "games", "players", "export --json"] {
            table.args(&format!("{command} --book {book}")).status(1).refused();
        }
    }
}

#[test]
fn reading_makes_no_book() {
    let table = Table::new();
    let before = table.files();
    for (command, status) in [("", 0), ("games", 0), ("players", 0), ("score", 1), ("export", 1), ("undo", 1)] {
        assert_eq!(table.args(command).run().status, Some(status), "ginpad {command}");
    }
    assert_eq!(table.files(), before);
    // An empty file is a book that nobody has written in yet.
    table.put("book.db", "");
    assert_eq!(table.does("games --json"), "{\n  \"schema\": \"ginpad/games/1\",\n  \"games\": []\n}\n");
    assert_eq!(fs::read(table.book()).unwrap(), b"");
    table.does("new Ann Bob");
}

#[cfg(unix)]
#[test]
fn what_is_no_file_at_all_is_no_book() {
    let table = Table::new();
    let made = std::process::Command::new("mkfifo").arg(table.path("pipe")).status().unwrap();
    assert!(made.success());
    table.args("games --book pipe").status(1).refused();
    table.args("new Ann Bob --book pipe").status(1).refused();
    table.args("new Ann Bob --book /dev/null").status(1).refused();
}

/// The games of a book, each as a text sheet.
fn sheets(book: &mut Book) -> Vec<String> {
    let pad = book.read().unwrap();
    pad.games().unwrap().into_iter().map(|id| print_game(&pad.game(id).unwrap().scored.game)).collect()
}

#[test]
fn a_book_in_memory_takes_in_all_of_one_on_disk() {
    let table = busy_table();
    let mut kept = Book::open(&table.book(), Access::Read, Uuid::new_v4()).unwrap().unwrap();
    let export = exported(&kept.read().unwrap());
    let mut copy = Book::in_memory(Uuid::new_v4()).unwrap();
    let pad = copy.write().unwrap();
    let taken = take_in(&pad, &export).unwrap();
    let entries = |part: &str| export[part].as_array().unwrap().len();
    assert_eq!((taken.changes, taken.facts), (entries("changes"), entries("facts")));
    pad.commit().unwrap();
    assert_eq!(sheets(&mut copy), sheets(&mut kept));
    assert_eq!(exported(&copy.read().unwrap()), export);
}

#[test]
fn a_hidden_trigger_or_view_does_not_run() {
    let table = Table::after(&["new Ann Bob"]);
    let connection = Connection::open(table.book()).unwrap();
    connection
        .execute_batch("CREATE TRIGGER hidden AFTER INSERT ON hand BEGIN SELECT writefile('stolen', 'x'); END;")
        .unwrap();
    drop(connection);
    let before = fs::read(table.book()).unwrap();
    assert_ne!(table.args("log ann gin 4").run().status, Some(0));
    assert!(!table.path("stolen").exists());
    assert_eq!(fs::read(table.book()).unwrap(), before);
}
