//! What lies beside a book when it is opened: journals of its own and of others, and other names of its file.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};

use rusqlite::Connection;

use crate::support::faults::Faults;
use crate::support::program::{Said, Table};

pub(crate) const COMMANDS: [&str; 5] = ["", "score", "games", "log ann gin 4", "new Ann Bob"];

/// When a program is stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stopped {
    /// In the middle of a change that is larger than its memory: parts of it are in the file.
    HalfWay,
    /// When all of the change is in the file, but the journal is still there.
    BeforeTheJournalIsRemoved,
}

/// The file and its journal as a stopped program leaves them. They are made beside the book of the table, which goes on
/// without the change.
fn stopped(table: &Table, when: Stopped) -> (Vec<u8>, Vec<u8>) {
    let folder = tempfile::tempdir().unwrap();
    let (book, journal) = (folder.path().join("book.db"), folder.path().join("book.db-journal"));
    fs::copy(table.book(), &book).unwrap();
    let connection = Connection::open(&book).unwrap();
    connection.execute_batch("PRAGMA cache_size = 5; BEGIN IMMEDIATE").unwrap();
    let mut insert = connection.prepare("INSERT INTO sum VALUES (randomblob(16), 1, 1)").unwrap();
    for _ in 0..2000 {
        insert.execute([]).unwrap();
    }
    drop(insert);
    let mut left = (fs::read(&book).unwrap(), fs::read(&journal).unwrap());
    assert_ne!(left.0, fs::read(table.book()).unwrap(), "the file is changed already");
    if when == Stopped::BeforeTheJournalIsRemoved {
        connection.execute_batch("COMMIT").unwrap();
        left.0 = fs::read(&book).unwrap();
    }
    left
}

fn counter(file: &[u8]) -> u32 {
    u32::from_be_bytes(file[24..28].try_into().unwrap())
}

/// A table whose book has some hands, and a copy that was made before the last of them.
fn played() -> Table {
    let table = Table::after(&["new Ann Bob --set target=100000", "log ann gin 4", "log bob gin 5"]);
    fs::copy(table.book(), table.path("copy.db")).unwrap();
    table.does("log ann gin 6");
    table.does("log bob gin 7");
    table
}

#[test]
fn the_journal_of_a_copy_that_went_its_own_way_is_not_played() {
    for when in [Stopped::HalfWay, Stopped::BeforeTheJournalIsRemoved] {
        let table = played();
        fs::copy(table.book(), table.path("other.db")).unwrap();
        // Both copies have as many transactions and pages, and differ in their last hand.
        table.does("log ann gin 8");
        table.does("log bob gin 9 --book other.db");
        if when == Stopped::BeforeTheJournalIsRemoved {
            table.does("log bob gin 9 --book other.db");
        }
        let (book, journal) = stopped(&table, when);
        let other = fs::read(table.path("other.db")).unwrap();
        assert_eq!(counter(&book), counter(&other), "{when:?}");
        table.put("book.db", &other).put("book.db-journal", &journal);
        for command in COMMANDS {
            let said = table.args(command).status(1).refused();
            assert!(said.err.contains("book.db-journal does not belong to"), "{command}: {}", said.err);
        }
        assert_eq!(fs::read(table.book()).unwrap(), other);
        assert_eq!(fs::read(table.path("book.db-journal")).unwrap(), journal);
    }
}

#[test]
fn the_journal_of_a_stopped_program_is_played() {
    for when in [Stopped::HalfWay, Stopped::BeforeTheJournalIsRemoved] {
        for command in ["score", "log ann gin 8"] {
            let table = played();
            let before = (table.does("export"), fs::read(table.book()).unwrap());
            let (book, journal) = stopped(&table, when);
            assert_eq!(counter(&book) - counter(&before.1), u32::from(when != Stopped::HalfWay));
            table.put("book.db", book).put("book.db-journal", journal);
            table.does(command);
            assert!(!table.path("book.db-journal").exists());
            assert!(table.does("export").starts_with(before.0.trim_end()), "{when:?}");
            let strays = Connection::open(table.book()).unwrap().query_row(
                "SELECT count(*) FROM sum WHERE length(subject) = 16",
                [],
                |row| row.get::<_, i64>(0),
            );
            assert_eq!(strays.unwrap(), 0, "{when:?}");
        }
    }
}

#[test]
fn a_book_without_a_mark_gets_one() {
    let version = |table: &Table| u32::from_be_bytes(fs::read(table.book()).unwrap()[60..64].try_into().unwrap());
    // Above the number of the schema: twelve bits of its own, then those of the transaction before.
    let mark = |table: &Table| (version(table) >> 20, version(table) >> 8 & 0xfff);
    let table = Table::after(&["new Ann Bob"]);
    let first = mark(&table);
    table.does("log ann gin 4");
    assert_eq!(mark(&table).1, first.0, "a transaction leaves its own mark and that of the one before");
    assert_ne!(mark(&table).0, first.0);
    assert_ne!(mark(&Table::after(&["new Ann Bob"])), first, "each book has its own");
    // As another program leaves it that counts schemas.
    Connection::open(table.book()).unwrap().execute_batch("PRAGMA user_version = 1").unwrap();
    table.does("score");
    assert_eq!(version(&table), 1, "reading leaves the file as it is");
    table.does("log ann gin 5");
    assert!(mark(&table).0 > 0);
}

#[test]
fn a_program_that_is_killed_at_any_write_is_taken_back() {
    let Some(faults) = Faults::find() else { return };
    let table = played();
    let before = table.does("export");
    for call in ["unlink", "fdatasync", "pwrite64"] {
        for nth in 1..=3 {
            faults.run(&table, "log ann gin 99", &format!("{call}:signal=KILL:when={nth}"));
            // The hand may be there, whole, if the program was killed after it was written.
            if table.does("export") != before {
                table.does("undo");
            }
            assert_eq!(table.does("export"), before, "{call} {nth}");
        }
    }
}

/// Makes sure that every command is refused with the name of what is in the way, and changes no file.
fn in_the_way(table: &Table, leftover: &str) {
    for command in COMMANDS {
        let said = table.args(command).status(1).refused();
        let refused =
            format!("error: /home/ann/{leftover} does not belong to /home/ann/book.db, so the book was not opened\n");
        assert!(said.err.starts_with(&refused), "{}", said.err);
        assert!(said.err.contains(&format!("hint: move /home/ann/{leftover} away to use /home/ann/book.db as it is")));
    }
}

#[test]
fn a_copy_put_over_a_crashed_book_is_not_mixed_with_its_journal() {
    for when in [Stopped::HalfWay, Stopped::BeforeTheJournalIsRemoved] {
        let table = played();
        let (_, journal) = stopped(&table, when);
        fs::copy(table.path("copy.db"), table.book()).unwrap();
        table.put("book.db-journal", &journal);
        in_the_way(&table, "book.db-journal");
        // With the journal away, the copy is what it was.
        fs::rename(table.path("book.db-journal"), table.path("old-journal")).unwrap();
        assert_eq!(table.does("export"), table.does("export --book copy.db"));
        assert_eq!(table.json("score")["hands"].as_array().unwrap().len(), 2);
    }
}

#[test]
fn a_copy_that_is_one_change_ahead_is_not_mixed_with_the_journal_of_a_crash() {
    let Some(faults) = Faults::find() else { return };
    for ahead in ["log bob knock 3 20", "fix 1 ann gin 9", "new Cid Dee"] {
        for killed in ["log ann gin 9", "new Eve Fay"] {
            let table = Table::after(&["new Ann Bob --set target=100000", "log ann gin 4", "log bob gin 5"]);
            fs::copy(table.book(), table.path("copy.db")).unwrap();
            table.does(&format!("{ahead} --book copy.db"));
            let kept = fs::read(table.path("copy.db")).unwrap();
            faults.run(&table, killed, "unlink:signal=KILL:when=1");
            let journal = fs::read(table.path("book.db-journal")).unwrap();
            // The book that crashed is brought back by its journal.
            let crashed = fs::read(table.book()).unwrap();
            assert_eq!(table.json("score")["hands"].as_array().unwrap().len(), 2, "{killed}");
            assert!(!table.path("book.db-journal").exists());
            // The copy is not, though both are one change further than what they come from.
            assert_eq!(counter(&crashed), counter(&kept), "{ahead}, {killed}");
            table.put("book.db", &kept).put("book.db-journal", &journal);
            in_the_way(&table, "book.db-journal");
            assert_eq!(fs::read(table.book()).unwrap(), kept);
            fs::remove_file(table.path("book.db-journal")).unwrap();
        }
    }
}

#[test]
fn the_journal_of_another_book_is_not_played() {
    // Two books with as many changes, which differ in nothing but what was logged.
    let table = Table::after(&["new Ann Bob"]);
    let other = Table::after(&["new Cid Dee"]);
    for when in [Stopped::HalfWay, Stopped::BeforeTheJournalIsRemoved] {
        table.put("book.db-journal", stopped(&other, when).1);
        in_the_way(&table, "book.db-journal");
    }
    let (_, journal) = stopped(&other, Stopped::HalfWay);
    let table = played();
    table.put("book.db-journal", &journal);
    in_the_way(&table, "book.db-journal");
    // Nor what is no journal, nor the journal of a file that was empty before.
    table.put("book.db-journal", "a shopping list\n");
    in_the_way(&table, "book.db-journal");
    let mut of_a_new_file = journal;
    of_a_new_file[16..20].fill(0);
    table.put("book.db-journal", &of_a_new_file);
    in_the_way(&table, "book.db-journal");
    fs::remove_file(table.path("book.db-journal")).unwrap();
}

#[test]
fn what_is_not_a_file_is_not_used_as_a_journal_or_a_log() {
    type Make = fn(&Path);
    let is_made: [(&str, Make); 3] = [
        ("a folder", |path| fs::create_dir(path).unwrap()),
        ("a link", |path| std::os::unix::fs::symlink("elsewhere", path).unwrap()),
        ("not a regular file", |path| {
            assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
        }),
    ];
    for name in ["book.db-journal", "book.db-wal"] {
        for (what, make) in is_made {
            for commands in [&["new Ann Bob"][..], &[]] {
                let table = Table::after(commands);
                make(&table.path(name));
                for command in COMMANDS {
                    let said = table.args(command).status(1).refused();
                    assert_eq!(
                        said.err,
                        format!(
                            "error: /home/ann/{name} is {what}, and ginpad needs that name for a file beside the book\n\
                             hint: move /home/ann/{name} away, then run the same command again\n"
                        )
                    );
                }
            }
        }
    }
    let table = Table::after(&["new Ann Bob"]);
    Connection::open(table.book()).unwrap().execute_batch("PRAGMA journal_mode = WAL").unwrap();
    for (what, make) in is_made {
        make(&table.path("book.db-shm"));
        for command in COMMANDS {
            let said = table.args(command).status(1).refused();
            let refused = format!("error: /home/ann/book.db-shm is {what}, and ginpad needs that name for ");
            assert!(said.err.starts_with(&refused), "{}", said.err);
        }
        fs::rename(table.path("book.db-shm"), table.path(format!("away from {what}"))).unwrap();
    }
    table.does("log ann gin 4");
}

#[test]
fn a_journal_without_its_book_is_kept() {
    let table = played();
    let (_, journal) = stopped(&table, Stopped::HalfWay);
    // The crashed book was moved away, and its journal was forgotten: SQLite would delete it.
    table.put("book.db-journal", &journal).put("book.db", "");
    for command in ["games", "new Ann Bob"] {
        let said = table.args(command).status(1).refused();
        assert!(said.err.contains("/home/ann/book.db-journal does not belong to"), "{}", said.err);
    }
    fs::remove_file(table.book()).unwrap();
    for command in ["", "score", "games", "new Ann Bob", "log ann gin 4", "undo", "export", "players"] {
        let said = table.args(command).status(1).refused();
        let refused =
            "error: there is no book /home/ann/book.db, but a part of it, /home/ann/book.db-journal, is still there\n";
        assert!(said.err.starts_with(refused), "{command}: {}", said.err);
        assert!(!said.err.contains("ginpad new"), "{command}: {}", said.err);
    }
    // Both ways of the hint.
    let (book, journal) = stopped(&played(), Stopped::HalfWay);
    let table = Table::new();
    table.put("moved.db", &book).put("book.db-journal", &journal);
    fs::rename(table.path("book.db-journal"), table.path("moved.db-journal")).unwrap();
    table.does("score --book moved.db");
    table.does("new Ann Bob");
}

#[test]
fn a_file_that_is_no_book_stays_as_it_is_beside_a_journal() {
    let other = Table::after(&["new Cid Dee"]);
    let (_, journal) = stopped(&other, Stopped::HalfWay);
    let table = Table::new();
    let recipes = Connection::open(table.path("recipes.db")).unwrap();
    recipes.execute_batch("CREATE TABLE recipe (name TEXT); INSERT INTO recipe VALUES ('stew')").unwrap();
    drop(recipes);
    table.put("recipes.db-journal", &journal).put("notes.txt", "bread, milk\n").put("notes.txt-journal", &journal);
    table.put("zero.db", [0; 8192]).put("zero.db-journal", &journal);
    for book in ["recipes.db", "notes.txt", "zero.db"] {
        for command in COMMANDS {
            table.args(&format!("{command} --book {book}")).status(1).refused();
        }
    }
}

#[test]
fn a_log_beside_a_book_that_has_none_is_not_played() {
    let table = played();
    let other = Table::after(&["new Cid Dee"]);
    let connection = Connection::open(other.book()).unwrap();
    let _: String = connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0)).unwrap();
    connection.execute_batch("INSERT INTO sum VALUES (randomblob(16), 1, 1)").unwrap();
    fs::copy(other.path("book.db-wal"), table.path("book.db-wal")).unwrap();
    drop(connection);
    in_the_way(&table, "book.db-wal");
}

/// A book that was being made when the program was stopped.
#[test]
fn the_journal_of_a_book_that_was_being_made_is_played() {
    let Some(faults) = Faults::find() else { return };
    for (call, nth) in [("unlink", 1), ("fdatasync", 6), ("fdatasync", 8), ("fdatasync", 9), ("pwrite64", 9)] {
        let table = Table::new();
        faults.run(&table, "new Ann Bob", &format!("{call}:signal=KILL:when={nth}"));
        table.does("new Cid Dee");
        table.does("log cid gin 4");
        assert!(!table.path("book.db-journal").exists(), "{call} {nth}");
    }
}

#[test]
fn looking_is_right_while_others_write() {
    let table = Table::after(&["new Ann Bob --set target=100000"]);
    let run =
        |script: &str| -> Child { table.shell(script).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap() };
    let mut programs: Vec<Child> = Vec::new();
    for _ in 0..2 {
        programs.push(run("for hand in $(seq 15); do ginpad log ann gin 1 || exit 1; done"));
        programs.push(run("for look in $(seq 30); do ginpad score --plain || exit 1; done"));
    }
    for program in programs {
        let done = program.wait_with_output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }
    assert_eq!(table.json("score")["hands"].as_array().unwrap().len(), 30);
}

#[test]
fn a_file_that_is_shorter_than_it_says_is_refused() {
    for missing in [1, 100, 4096, 5000] {
        let table = played();
        let book = fs::read(table.book()).unwrap();
        table.put("book.db", &book[..book.len() - missing]);
        for command in COMMANDS {
            let said = table.args(command).status(1).refused();
            let (found, whole) = (book.len() - missing, book.len());
            let refused = format!("error: the book is damaged: its file has {found} bytes and should have {whole}\n");
            assert!(said.err.starts_with(&refused), "{}", said.err);
            assert!(said.err.contains("move this file and its `-journal` away"), "{}", said.err);
        }
    }
}

#[test]
fn a_book_with_two_names_is_read_only() {
    let table = played();
    let score = table.does("score");
    fs::hard_link(table.book(), table.path("other.db")).unwrap();
    for book in ["book.db", "other.db"] {
        let said = table.args(&format!("score --book {book}")).check_status();
        assert_eq!(said.out, score);
        let warning = format!(
            "warning: the book /home/ann/{book} has another name too, a hard link; it can be read, but not written in\n"
        );
        assert_eq!(said.err, warning);
        for command in ["log ann gin 4", "undo", "new Ann Bob"] {
            let Said { err, .. } = table.args(&format!("{command} --book {book}")).status(1).refused();
            assert!(err.contains("has another name too, a hard link, so nothing may be written in it"), "{err}");
        }
    }
    fs::remove_file(table.path("other.db")).unwrap();
    table.does("log ann gin 4");
}
