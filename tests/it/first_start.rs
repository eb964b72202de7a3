//! What is around a book when a program starts: folders that are new, the device's id, pipes, and logs of other programs.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use ginpad_core::facts::Change;
use rusqlite::Connection;
use uuid::Uuid;

use crate::support::program::{Said, Table};
use crate::support::whole::lines_of;

/// Runs a command that must not wait for anything.
fn at_once(table: &Table, line: &str) -> Said {
    let mut command = table.shell(&format!("exec ginpad {line}"));
    let mut program = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let clock = Instant::now();
    while program.try_wait().unwrap().is_none() {
        if clock.elapsed() > Duration::from_secs(60) {
            program.kill().unwrap();
            panic!("ginpad {line} hangs");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let done = program.wait_with_output().unwrap();
    let text = |bytes: &[u8]| table.placeless(&String::from_utf8_lossy(bytes));
    Said { out: text(&done.stdout), err: text(&done.stderr), status: done.status.code() }
}

fn pipe(table: &Table, name: &str) {
    assert!(Command::new("mkfifo").arg(table.path(name)).status().unwrap().success());
}

#[test]
fn nobody_waits_for_a_pipe() {
    let table = Table::after(&["new Ann Bob"]);
    pipe(&table, "pipe.toml");
    for line in ["new Cid Dee", "new", "standings", "score --as"] {
        let line = if line.starts_with("score") {
            format!("{line} ./pipe.toml")
        } else {
            format!("{line} --rules ./pipe.toml")
        };
        let said = at_once(&table, &line);
        assert_eq!(said.status, Some(1), "{line}: {}", said.err);
        assert!(said.err.starts_with("error: cannot read ./pipe.toml: it is not a regular file\n"), "{}", said.err);
    }
    for line in ["games --book pipe.toml", "new Ann Bob --book pipe.toml"] {
        assert_eq!(at_once(&table, line).status, Some(1));
    }
    let [kept] = states(&table).try_into().unwrap();
    fs::remove_file(&kept).unwrap();
    assert!(Command::new("mkfifo").arg(&kept).status().unwrap().success());
    for line in ["log ann gin 4", "score", "undo"] {
        let said = at_once(&table, line);
        assert!(matches!(said.status, Some(0 | 1)), "{line}: {}", said.err);
    }
    assert_eq!(at_once(&table, "log ann gin 4").status, Some(0));
    pipe(&table, "book.db-journal");
    let said = at_once(&table, "score");
    assert!(said.err.starts_with("error: /home/ann/book.db-journal is not a regular file"), "{}", said.err);
}

/// The files in which the device of a table keeps who writes in its books.
pub(crate) fn states(table: &Table) -> Vec<std::path::PathBuf> {
    let kept = fs::read_dir(table.path("state/ginpad/books")).into_iter().flatten();
    kept.map(|file| file.unwrap().path()).collect()
}

/// What such a file says.
pub(crate) fn state(file: &std::path::Path) -> serde_json::Value {
    serde_json::from_slice(&fs::read(file).unwrap()).unwrap()
}

#[test]
fn programs_that_start_first_together_are_one_writer() {
    for _ in 0..6 {
        let table = Table::new();
        let begin = |_| -> Child {
            table.shell("ginpad new Ann Bob").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
        };
        let programs: Vec<Child> = (0..12).map(begin).collect();
        for program in programs {
            let done = program.wait_with_output().unwrap();
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        }
        let lines = lines_of(&table.does("export --json"));
        let writers: BTreeSet<Uuid> = lines.iter().map(|line| Change::read(line).unwrap().writer).collect();
        let [kept] = states(&table).try_into().unwrap();
        let kept: Uuid = state(&kept)["writer"].as_str().unwrap().parse().unwrap();
        assert_eq!((lines.len(), writers), (12, BTreeSet::from([kept])));
    }
}

#[test]
fn a_state_that_makes_no_sense_makes_a_new_writer_and_loses_nothing() {
    let table = Table::after(&["new Ann Bob", "log ann gin 4"]);
    let [kept] = states(&table).try_into().unwrap();
    fs::write(&kept, "nonsense\n").unwrap();
    table.does("log bob gin 5");
    assert_eq!(table.json("score")["hands"].as_array().unwrap().len(), 2);
    table.is_well();
    assert!(state(&kept)["writer"].is_string());
}

/// The bytes of the book's header that say whether it has a write-ahead log.
fn has_log(table: &Table) -> bool {
    fs::read(table.book()).unwrap()[18..20] == [2, 2]
}

#[test]
fn only_a_command_that_writes_brings_a_book_back_from_its_log() {
    let table = Table::after(&["new Ann Bob --set target=100000", "log ann gin 4"]);
    let mode = Connection::open(table.book()).unwrap().query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0));
    assert_eq!(mode, Ok("wal".to_string()));
    let before = fs::read(table.book()).unwrap();
    table.does("score");
    table.does("games");
    assert_eq!(fs::read(table.book()).unwrap(), before, "reading leaves the file as it was");
    assert!(!table.path("book.db-wal").exists());
    // A hand that is in the log only, as a stopped program leaves it.
    let connection = Connection::open(table.book()).unwrap();
    connection.execute_batch("PRAGMA wal_autocheckpoint = 0; INSERT INTO sum VALUES (randomblob(16), 1, 1)").unwrap();
    let log = fs::read(table.path("book.db-wal")).unwrap();
    drop(connection);
    table.put("book.db", &before).put("book.db-wal", &log);
    assert_eq!(table.json("score")["hands"].as_array().unwrap().len(), 1);
    assert_eq!(fs::read(table.book()).unwrap(), before, "reading leaves the file as it was");
    assert_eq!(fs::read(table.path("book.db-wal")).unwrap(), log);
    assert!(has_log(&table));
    table.does("log bob gin 5");
    assert!(!has_log(&table));
    assert!(!table.path("book.db-wal").exists());
    let kept = Connection::open(table.book()).unwrap().query_row(
        "SELECT count(*) FROM sum WHERE length(subject) = 16",
        [],
        |row| row.get(0),
    );
    assert_eq!(kept, Ok(1_i64), "what was in the log is in the book");
}

#[test]
fn a_folder_that_cannot_be_synced_is_told_once() {
    let table = Table::new();
    fs::create_dir(table.path("dim")).unwrap();
    let Some(table) = table.bound_by_permissions() else { return };
    // Files can be made in it, but it cannot be opened.
    fs::set_permissions(table.path("dim"), fs::Permissions::from_mode(0o300)).unwrap();
    let warning =
        "warning: the disk did not confirm the last change in the folder /home/ann/dim; a power cut may undo it\n";
    assert_eq!(table.args("new Ann Bob --book dim/book.db").check_status().err, warning);
    assert_eq!(table.args("log ann gin 4 --book dim/book.db").check_status().err, "");
    let said = table.args("new Ann Bob --book dim/deep/er/book.db").check_status();
    assert_eq!(said.err, warning, "the folder above a new folder is synced");
    fs::set_permissions(table.path("dim"), fs::Permissions::from_mode(0o700)).unwrap();
}
