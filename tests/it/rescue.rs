//! `rescue`: what still verifies of a damaged book is saved, and what is lost is listed.

use std::fs;

use rusqlite::Connection;

use crate::support::faults::Faults;
use crate::support::program::Table;
use crate::support::whole::{contents, lines_of};

/// A table whose book has a few hundred hands, and what the book holds.
pub(crate) fn evening() -> (Table, String) {
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
    let whole = table.does("export --json");
    (table, whole)
}

/// What the book `saved.db` holds.
pub(crate) fn saved(table: &Table) -> String {
    table.does("export --json --book saved.db")
}

#[test]
fn of_an_intact_book_everything_is_saved() {
    let (table, whole) = evening();
    table.does("use 1");
    let (before, lines) = (fs::read(table.book()).unwrap(), lines_of(&whole));
    let what = format!("2 games, 300 hands and 4 people in {} changes (1 undo)", lines.len());
    let all = format!("saved {what} in saved.db\nnothing is lost\n");
    table.args("rescue book.db --to saved.db").out(&all).check();
    assert_eq!(contents(&saved(&table)), contents(&whole));
    let numbers = |file: &str| file.lines().filter(|line| line.starts_with("{\"game\"")).map(String::from).collect();
    let numbers: &dyn Fn(&str) -> Vec<String> = &numbers;
    assert_eq!(numbers(&saved(&table)), numbers(&whole));
    assert_eq!(fs::read(table.book()).unwrap(), before);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(fs::metadata(table.path("saved.db")).unwrap().permissions().mode() & 0o777, 0o600);
    }
    // The evening goes on where it was: with the same game, and `undo` takes back the same.
    for line in ["score", "games", "check"] {
        assert_eq!(table.does(&format!("{line} --book saved.db")), table.does(line), "{line}");
    }
    assert_eq!(table.does("undo --book saved.db"), table.does("undo"));
    table.does("log ann gin 7 --book saved.db");
    // A file is never replaced.
    table.does("rescue book.db");
    assert!(table.path("book.rescued.db").exists());
    table.args("rescue book.db").status(1).refused();
    table.args("rescue book.db --to saved.db").status(1).refused();
    let left: Vec<_> = fs::read_dir(table.path(".")).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().starts_with(".ginpad")), "{left:?}");
}

/// Flips a bit in the line that holds this text; the answer is the number of the line.
fn altered(table: &Table, text: &str) -> u64 {
    let number = lines_of(&table.does("export --json")).iter().position(|line| line.text().contains(text));
    let mut book = fs::read(table.book()).unwrap();
    let places: Vec<usize> =
        (0..book.len() - text.len()).filter(|at| book[*at..].starts_with(text.as_bytes())).collect();
    assert!(!places.is_empty(), "{text}");
    // A page that was split may still hold an older copy of it.
    places.into_iter().for_each(|at| book[at] ^= 1);
    table.put("book.db", book);
    number.unwrap() as u64 + 1
}

#[test]
fn a_book_goes_on_without_the_line_that_it_lost() {
    let table = Table::after(&["new Ann Bob", "log ann gin 4", "new Cid Dee", "log cid gin 9", "log dee gin 6"]);
    table.does("player rename Dee Eve");
    altered(&table, "\"Eve\"");
    table.does("rescue book.db --to saved.db");
    assert_eq!(table.json("score 2 --book saved.db")["hands"][0]["entry"], "Cid gin 9");
    assert_eq!(table.does("players --plain --book saved.db"), "Ann\t1\nBob\t1\nCid\t1\nDee\t1\n");
    for line in ["", "score", "games", "players", "log cid gin 5", "undo", "explain 1", "new Ann Bob", "log bob gin 7"]
    {
        let said = table.args(&format!("{line} --book saved.db")).run();
        assert_eq!(said.status, Some(0), "{line}: {}", said.err);
    }
}

#[test]
fn a_line_that_was_altered_is_lost_by_name_and_comes_back_from_a_copy() {
    let (table, whole) = evening();
    fs::copy(table.book(), table.path("copy.db")).unwrap();
    let number = altered(&table, "\"gin\":[0,12]");
    let said = table.json("rescue book.db --to saved.db");
    let lost: Vec<&str> = said["lost"].as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
    let [lost] = lost.as_slice() else { panic!("{lost:?}") };
    assert!(lost.starts_with(&format!("line {number} of the writer ")) && lost.ends_with(" is lost"), "{lost}");
    assert_eq!((&said["lost_lines"], &said["games"]), (&1.into(), &2.into()));
    assert_eq!(table.json("score 1 --book saved.db")["hands"].as_array().unwrap().len(), 150);
    // Another copy completes it, and nothing counts twice.
    table.put("whole.jsonl", &whole);
    table.does("import whole.jsonl --book saved.db");
    assert_eq!(contents(&saved(&table)), contents(&whole));
    for game in [1, 2] {
        let score = |book: &str| table.json(&format!("score {game} --book {book}"));
        assert_eq!(score("saved.db")["hands"], score("copy.db")["hands"]);
    }
}

#[test]
fn a_book_that_was_cut_off_or_overwritten_gives_what_is_left() {
    let (table, whole) = evening();
    let (bytes, all) = (fs::read(table.book()).unwrap(), contents(&whole));
    let page = usize::from(u16::from_be_bytes([bytes[16], bytes[17]]));
    let pages = bytes.len() / page;
    let mut left_of_a_page = Vec::new();
    for (number, damage) in (0..pages - 1).step_by(2).enumerate() {
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
        let left = contents(&saved(&table));
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
            "DROP TRIGGER change_no_delete;
             CREATE TRIGGER vanish AFTER INSERT ON change BEGIN DELETE FROM sum; END;
             CREATE VIEW forever AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
             DROP INDEX change_by_id;",
        )
        .unwrap();
    table.does("rescue book.db --to saved.db");
    assert_eq!(contents(&saved(&table)), contents(&whole));

    // A view in place of a table is not read; the rows of the table are found by themselves.
    connection
        .execute_batch(
            "PRAGMA legacy_alter_table = ON;
             ALTER TABLE change RENAME TO changed;
             CREATE VIEW change AS SELECT i AS arrival, x'00' AS id, '' AS line, x'00' AS hash FROM forever;",
        )
        .unwrap();
    drop(connection);
    let said = table.args("rescue book.db --to other.db").run();
    assert!(said.out.ends_with("nothing is lost\n"), "{}", said.out);
    assert_eq!(contents(&table.does("export --json --book other.db")), contents(&whole));
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
