//! `rescue`: what still verifies of a damaged book is saved, and what is lost is listed.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use rusqlite::Connection;
use serde_json::Value;

use crate::devices::contents;
use crate::support::faults::Faults;
use crate::support::program::Table;

/// A table whose book has a few hundred hands, and what the book holds.
pub(crate) fn evening() -> (Table, Value) {
    let table = Table::after(&["new Ann Bob --set target=99999", "new Cid Dee --set target=99999"]);
    for game in [1, 2] {
        let hands: String =
            (0..150).map(|hand| format!("{} knock 4 {}\n", ["ann", "cid"][game - 1], 20 + hand % 30)).collect();
        for part in hands.lines().collect::<Vec<_>>().chunks(25) {
            let logged = table.args(&format!("log - --game {game}")).stdin(part.join("\n")).run();
            assert_eq!(logged.status, Some(0), "{}", logged.err);
        }
    }
    table.does("fix 3 ann gin 12 --game 1");
    table.does("drop 5 --game 2");
    table.does("undo");
    let whole = table.json("export");
    (table, whole)
}

/// What the book `saved.db` holds.
pub(crate) fn saved(table: &Table) -> Value {
    table.json("export --book saved.db")
}

/// What the book `saved.db` holds, without what the rescue said.
fn saved_of(table: &Table) -> BTreeSet<String> {
    let mut saved = saved(table);
    let rescues: Vec<Value> = saved["changes"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|change| change["verb"] == "rescue")
        .map(|change| change["id"].clone())
        .collect();
    saved["changes"].as_array_mut().unwrap().retain(|change| change["verb"] != "rescue");
    saved["facts"].as_array_mut().unwrap().retain(|fact| !rescues.contains(&fact["change"]));
    contents(&saved)
}

#[test]
fn a_book_goes_on_without_the_person_that_it_lost() {
    let table = Table::after(&["new Ann Bob", "log ann gin 4", "new Cid Dee", "log cid gin 9"]);
    let book = Connection::open(table.book()).unwrap();
    book.execute_batch("DROP TRIGGER player_name_no_update; UPDATE player_name SET name = 'Eve' WHERE name = 'Dee'")
        .unwrap();
    drop(book);
    table.does("rescue book.db --to saved.db");
    assert_eq!(table.json("score 2 --book saved.db")["hands"][0]["entry"], "Cid gin 9");
    assert_eq!(table.does("players --plain --book saved.db"), "Ann\t1\nBob\t1\nCid\t1\nUnknown\t1\n");
    for line in ["", "score", "games", "players", "log cid gin 5", "undo", "explain 1", "new Ann Bob", "log bob gin 7"]
    {
        let said = table.args(&format!("{line} --book saved.db")).run();
        assert_eq!(said.status, Some(0), "{line}: {}", said.err);
    }
}

#[test]
fn of_an_intact_book_everything_is_saved() {
    let (table, whole) = evening();
    let before = fs::read(table.book()).unwrap();
    let entries = |part: &str| whole[part].as_array().unwrap().len();
    let all = format!(
        "saved {} changes and {} facts in saved.db: 2 games count\nnothing is lost\n",
        entries("changes"),
        entries("facts")
    );
    table.args("rescue book.db --to saved.db").out(&all).check();
    assert_eq!(contents(&saved(&table)), contents(&whole));
    assert_eq!(saved(&table)["numbers"], whole["numbers"]);
    assert_eq!(fs::read(table.book()).unwrap(), before);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(fs::metadata(table.path("saved.db")).unwrap().permissions().mode() & 0o777, 0o600);
    }
    // Without a name, one that is free is found; a file is never replaced.
    table.does("rescue book.db");
    table.does("rescue book.db");
    assert!(table.path("book.rescued.db").exists() && table.path("book.rescued-2.db").exists());
    table.args("rescue book.db --to saved.db").status(1).refused();
    let left: Vec<_> = fs::read_dir(table.path(".")).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().starts_with(".ginpad")), "{left:?}");
}

#[test]
fn old_books_are_saved_like_new_ones() {
    for schema in 1..=5 {
        let table = Table::new();
        let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/schema-{schema}.db"));
        fs::copy(golden, table.book()).unwrap();
        let said = table.args("rescue book.db --to saved.db").run();
        assert!(said.out.ends_with("nothing is lost\n"), "schema {schema}\n{}", said.out);
        assert_eq!(contents(&saved(&table)), contents(&table.json("export")), "schema {schema}");
    }
}

#[test]
fn a_book_that_was_cut_off_or_overwritten_gives_what_is_left() {
    let (table, whole) = evening();
    let (bytes, all) = (fs::read(table.book()).unwrap(), contents(&whole));
    let page = 4096;
    let pages = bytes.len() / page;
    let mut left_of_a_page = Vec::new();
    for (number, damage) in (0..pages - 1).step_by(5).enumerate() {
        let mut broken = bytes.clone();
        if number % 2 == 0 {
            broken.truncate((damage + 1) * page + 100);
        } else {
            broken[damage * page + page..damage * page + 2 * page].fill(0xa5);
        }
        fs::write(table.path("broken.db"), &broken).unwrap();
        let _ = fs::remove_file(table.path("saved.db"));
        let said = table.args("rescue broken.db --to saved.db").run();
        assert_eq!(fs::read(table.path("broken.db")).unwrap(), broken);
        if said.status == Some(1) {
            assert!(!table.path("saved.db").exists() && number % 2 == 0, "{}", said.err);
            continue;
        }
        assert_eq!(said.status, Some(0), "{}", said.err);
        let left = saved_of(&table);
        assert!(left.is_subset(&all), "something was made up");
        assert!(left == all || !said.out.ends_with("nothing is lost\n"), "page {damage}\n{}", said.out);
        if number % 2 == 1 {
            left_of_a_page.push(left.len());
        }
    }
    // The first page of a table shows the way to all others.
    left_of_a_page.sort_unstable();
    let half = left_of_a_page[left_of_a_page.len() / 2];
    assert!(half > all.len() * 9 / 10, "{left_of_a_page:?} of {}", all.len());
}

#[test]
fn nothing_of_a_hostile_schema_runs() {
    let (table, whole) = evening();
    let connection = Connection::open(table.book()).unwrap();
    connection
        .execute_batch(
            "DROP TRIGGER hand_no_delete;
             CREATE TRIGGER vanish AFTER INSERT ON change BEGIN DELETE FROM hand; END;
             CREATE VIEW forever AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
             DROP INDEX hand_by_change;",
        )
        .unwrap();
    table.does("rescue book.db --to saved.db");
    assert_eq!(contents(&saved(&table)), contents(&whole));

    // A view in place of a table is not read; the rows of the table are found by themselves.
    connection
        .execute_batch(
            "PRAGMA legacy_alter_table = ON;
             ALTER TABLE undo RENAME TO undone;
             CREATE VIEW undo AS SELECT i AS arrival, x'00' AS id, x'00' AS change, x'00' AS undone, x'00' AS hash
             FROM forever;",
        )
        .unwrap();
    drop(connection);
    let said = table.args("rescue book.db --to other.db").run();
    assert!(said.out.ends_with("nothing is lost\n"), "{}", said.out);
    assert_eq!(contents(&table.json("export --book other.db")), contents(&whole));
}

#[test]
fn what_is_no_book_gives_nothing() {
    let table = Table::new();
    Connection::open(table.path("other.db"))
        .unwrap()
        .execute_batch("CREATE TABLE hand (x); INSERT INTO hand VALUES (1)")
        .unwrap();
    table.put("text.db", "This is a letter.\n".repeat(1000)).put("empty.db", "");
    fs::create_dir(table.path("folder.db")).unwrap();
    for file in ["other.db", "text.db", "empty.db", "folder.db", "missing.db", "/dev/zero"] {
        table.args(&format!("rescue {file} --to saved.db")).status(1).refused();
        assert!(!table.path("saved.db").exists());
    }
}

#[test]
fn a_row_that_was_altered_is_lost_by_name() {
    let (table, whole) = evening();
    let hand = whole["facts"].as_array().unwrap().iter().find(|fact| fact["kind"] == "hand").unwrap();
    let id = hand["id"].as_str().unwrap();
    fs::copy(table.book(), table.path("copy.db")).unwrap();
    let connection = Connection::open(table.book()).unwrap();
    connection.execute_batch("DROP TRIGGER hand_no_update").unwrap();
    connection.execute(&format!("UPDATE hand SET number = 77 WHERE id = unhex('{id}', '-')"), []).unwrap();
    drop(connection);
    let said = table.json("rescue book.db --to saved.db");
    let lost: Vec<&str> = said["lost"].as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
    let [hand, lacking, row] = lost.as_slice() else { panic!("{lost:?}") };
    assert_eq!(*hand, "hand 1 of game 1 (Ann and Bob) is lost");
    assert!(lacking.starts_with("change 0") && lacking.contains(" (log in game 1, Ann – Bob, 20"), "{lacking}");
    assert!(lacking.ends_with(") lacks 1 of its 25 facts; the others count"), "{lacking}");
    assert_eq!(*row, format!("hand {id} of game 1, Ann – Bob does not match its hash"));
    assert_eq!((&said["waiting"], &said["lost_facts"], &said["games"]), (&0.into(), &1.into(), &2.into()));
    assert_eq!(table.json("score 1 --book saved.db")["hands"].as_array().unwrap().len(), 149);
    // Another copy completes it, and nothing counts twice.
    table.put("whole.json", whole.to_string());
    table.does("import whole.json --book saved.db");
    assert_eq!(saved_of(&table), contents(&whole));
    for game in [1, 2] {
        let score = |book: &str| table.json(&format!("score {game} --book {book}"));
        assert_eq!(score("saved.db")["hands"], score("copy.db")["hands"]);
    }
}

#[test]
fn a_journal_beside_the_new_name_is_told_before_anything_is_made() {
    let (table, _) = evening();
    table.put("saved.db-journal", "of a book that was here before");
    let before = table.files();
    let said = table.args("rescue book.db --to saved.db").status(1).refused();
    assert!(said.err.contains("a part of it, saved.db-journal, is still there"), "{}", said.err);
    assert_eq!(table.files(), before);
}

#[test]
fn a_new_book_that_has_its_name_can_be_written_whatever_happens_then() {
    let Some(faults) = Faults::find() else { return };
    let (table, _) = evening();
    let mut named = 0;
    for fault in ["signal=KILL:when=1", "signal=KILL:when=2", "signal=KILL:when=3", "error=EIO:when=1+"] {
        let said = faults.run(&table, "rescue book.db --to saved.db", &format!("unlinkat:{fault}"));
        if table.path("saved.db").exists() {
            named += 1;
            table.does("log ann gin 3 --game 1 --book saved.db");
            fs::remove_file(table.path("saved.db")).unwrap();
            assert!(said.status.is_none() || said.status == Some(0), "{fault}\n{}", said.err);
        }
    }
    assert!(named > 1, "{named}");
}

/// Leaves a copy of the book `crashed.db` as if its program had been killed while it wrote, with its journal.
fn crash(table: &Table) {
    let connection = Connection::open(table.book()).unwrap();
    connection
        .execute_batch(
            "PRAGMA cache_size = 1; BEGIN; CREATE TABLE filler (x); PRAGMA cache_spill = 1;
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
            INSERT INTO filler SELECT randomblob(4000) FROM n;",
        )
        .unwrap();
    fs::copy(table.book(), table.path("crashed.db")).unwrap();
    fs::copy(table.path("book.db-journal"), table.path("crashed.db-journal")).unwrap();
    connection.execute_batch("ROLLBACK").unwrap();
}

#[test]
fn what_is_in_the_book_and_in_its_journal_does_not_wait() {
    let (table, whole) = evening();
    crash(&table);
    let said = table.args("rescue crashed.db --to saved.db").run();
    assert!(said.out.ends_with("nothing is lost\n"), "{}", said.out);
    assert_eq!(contents(&saved(&table)), contents(&whole));
    // What waited is written twice, and leaves its pages free.
    let saved = Connection::open(table.path("saved.db")).unwrap();
    let free: i64 = saved.pragma_query_value(None, "freelist_count", |row| row.get(0)).unwrap();
    assert_eq!(free, 0);
}

#[test]
fn a_header_that_makes_no_sense_does_no_harm() {
    let (table, whole) = evening();
    crash(&table);
    // A journal that says it has no pages puts nothing back.
    let mut journal = fs::read(table.path("crashed.db-journal")).unwrap();
    journal[8..12].fill(0);
    let mut book = fs::read(table.path("crashed.db")).unwrap();
    book[16..18].fill(7);
    table.put("crashed.db", book).put("crashed.db-journal", journal);
    let said = table.args("rescue crashed.db --to saved.db").run();
    assert_eq!(said.status, Some(0), "{}", said.err);
    assert_eq!(contents(&saved(&table)), contents(&whole));
}

#[cfg(unix)]
#[test]
fn what_a_killed_rescue_left_is_tidied_away() {
    let Some(faults) = Faults::find() else { return };
    let (table, _) = evening();
    let left = || {
        fs::read_dir(table.path("."))
            .unwrap()
            .map(|file| file.unwrap().file_name().to_string_lossy().into_owned())
            .filter(|name| name.starts_with(".ginpad"))
            .count()
    };
    let said = faults.run(&table, "rescue book.db --to saved.db", "fdatasync,fsync:signal=KILL:when=3");
    assert_eq!((said.status, left() > 0), (None, true), "{}", said.err);
    table.does("rescue book.db --to saved.db");
    assert_eq!(left(), 0);
}
