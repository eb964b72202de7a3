//! The book: what it refuses, and what it keeps in memory and on disk.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use ginpad::book::{Access, Book, MIGRATIONS};
use ginpad_core::facts::Change;
use ginpad_core::notation::print_game;
use rusqlite::{Connection, OpenFlags};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::devices::two_devices;
use crate::support::program::Table;
use crate::support::whole::{contents, exported, lines_of, take_in};

/// The SHA-256 of every released migration. Nobody edits a released file; a new file changes the schema.
const RELEASED: &[&str] = &["5d41f8f19b4826f074e96e98eaae1c671ec9bb80c171ee8f35f4c9db2643bc44"];

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Opens a book's file so that it cannot be changed.
fn look(book: &Path) -> Connection {
    Connection::open_with_flags(book, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap()
}

fn number(connection: &Connection, query: &str) -> i64 {
    connection.query_row(query, [], |row| row.get(0)).unwrap()
}

/// A table whose book holds rows in every table.
fn busy_table() -> Table {
    let table = two_devices(
        &["new Eve Fay --at '2026-11-19 20:00'", "log eve gin 4"],
        &["fix 1 eve gin 5"],
        &["fix 1 eve gin 6"],
    );
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
    other.put("all.json", table.does("export --json"));
    other.does("import all.json");
    other.does("set title 'Saturday night' --game 2");
    table.does("set title 'Sunday night' --game 2");
    table.put("other.json", other.does("export --json"));
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
    // Those of a club stand in a folder of their own.
    files.retain(|file| file.is_file());
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
fn every_table_is_strict() {
    let table = busy_table();
    let connection = look(&table.book());
    assert_eq!(
        number(
            &connection,
            "SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' AND NOT strict"
        ),
        0
    );
    let sound: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(sound, "ok");
}

#[test]
fn a_book_is_marked_as_one() {
    let table = Table::after(&["new Ann Bob"]);
    let connection = look(&table.book());
    assert_eq!(number(&connection, "PRAGMA application_id"), i64::from(u32::from_be_bytes(*b"ginp")));
    // A mark of the last transaction stands above the number of the schema.
    assert_eq!(number(&connection, "PRAGMA user_version") & 0xff, MIGRATIONS.len() as i64);
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
    assert_eq!(
        table.does("games --json"),
        "{\n  \"schema\": \"ginpad/games/1\",\n  \"games\": [],\n  \"undated\": 0\n}\n"
    );
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
    let open = book.read().unwrap();
    open.games().unwrap().into_iter().map(|id| print_game(&open.game(id).unwrap().scored.game)).collect()
}

#[test]
fn a_hidden_trigger_or_view_does_not_run() {
    let table = Table::after(&["new Ann Bob"]);
    let connection = Connection::open(table.book()).unwrap();
    connection
        .execute_batch("CREATE TRIGGER hidden AFTER INSERT ON change BEGIN SELECT writefile('stolen', 'x'); END;")
        .unwrap();
    drop(connection);
    let before = fs::read(table.book()).unwrap();
    assert_ne!(table.args("log ann gin 4").run().status, Some(0));
    assert!(!table.path("stolen").exists());
    assert_eq!(fs::read(table.book()).unwrap(), before);
}

#[test]
fn no_line_can_be_altered_or_deleted() {
    let table = busy_table();
    let connection = Connection::open(table.book()).unwrap();
    let updates = ["arrival", "id", "line", "hash"].map(|column| format!("UPDATE change SET {column} = {column}"));
    for (statement, says) in updates
        .iter()
        .map(|update| (update.as_str(), "a line is never altered"))
        .chain([("DELETE FROM change", "a line is never deleted")])
    {
        assert_eq!(connection.execute(statement, []).unwrap_err().to_string(), says, "{statement}");
    }
}

#[test]
fn every_row_carries_the_hash_of_its_line_and_every_line_goes_out() {
    let table = busy_table();
    let connection = look(&table.book());
    let mut rows = connection.prepare("SELECT line, hash, id FROM change ORDER BY arrival").unwrap();
    let rows = rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap();
    let rows: Vec<(String, Vec<u8>, Uuid)> = rows.map(Result::unwrap).collect();
    for (line, hash, id) in &rows {
        assert_eq!(hash.as_slice(), Sha256::digest(line).as_slice(), "{line}");
        assert_eq!(id.get_version_num(), 7, "{line}");
    }
    let kept: BTreeSet<String> = rows.into_iter().map(|(line, ..)| line).collect();
    assert_eq!(contents(&table.does("export --json")), kept);
    assert!(kept.len() > 30, "{}", kept.len());
}

#[test]
fn the_lines_of_a_writer_are_numbered_without_a_gap() {
    let table = busy_table();
    let mut numbers: BTreeMap<Uuid, BTreeSet<u64>> = BTreeMap::new();
    let lines = lines_of(&table.does("export --json"));
    for line in &lines {
        let change = Change::read(line).unwrap();
        assert!(numbers.entry(change.writer).or_default().insert(change.number), "{} twice", change.number);
    }
    for numbers in numbers.values() {
        assert_eq!(numbers.iter().copied().collect::<Vec<_>>(), (1..=numbers.len() as u64).collect::<Vec<_>>());
    }
    for state in ["state", "other-state"] {
        let kept = fs::read_dir(table.path(format!("{state}/ginpad/books"))).unwrap().map(|file| file.unwrap().path());
        for kept in kept {
            let kept: serde_json::Value = serde_json::from_slice(&fs::read(kept).unwrap()).unwrap();
            let writer: Uuid = kept["writer"].as_str().unwrap().parse().unwrap();
            assert_eq!(numbers[&writer].last().copied(), kept["number"].as_u64());
        }
    }
}

#[test]
fn a_book_in_memory_takes_in_all_of_one_on_disk() {
    let table = busy_table();
    let mut kept = Book::open(&table.book(), Access::Read, None).unwrap().unwrap();
    let export = exported(&kept.read().unwrap());
    let mut copy = Book::in_memory().unwrap();
    let open = copy.write().unwrap();
    take_in(&open, &export).unwrap();
    open.commit().unwrap();
    assert_eq!(sheets(&mut copy), sheets(&mut kept));
    assert_eq!(exported(&copy.read().unwrap()), export);
}
