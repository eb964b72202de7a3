//! `restore`: the way back to a backup, which loses nothing.

use std::fs;
use std::process::Stdio;

use rusqlite::Connection;

use crate::backup::{GAME, backups, content, unfinished};
use crate::check::pasted;
use crate::support::faults::Faults;
use crate::support::program::{HOME, Table};

#[test]
fn a_restore_brings_the_book_back_and_is_itself_undone() {
    let table = Table::after(&GAME);
    table.does("backup copy.db");
    let before = content(&table, "book.db");
    table.does("log bob gin 5");
    table.does("new Cid Dee");
    let after = content(&table, "book.db");
    let writer = writer(&table);
    let said = table.args("restore copy.db").run();
    assert_eq!(said.out, "restored copy.db: 1 game counts\n");
    assert_eq!(content(&table, "book.db"), before);
    table.args("check").check();
    // The device goes on at the same page, as a new writer: the numbers of the old one are taken.
    assert_eq!(table.json("games")["games"][0]["current"], true);
    table.does("log bob gin 7");
    assert_ne!(self::writer(&table), writer);
    table.does("undo");
    // The way back is named.
    let hint = said.err.lines().find(|line| line.starts_with("hint: ")).unwrap();
    assert!(
        said.err.starts_with(&format!("note: the book as it was is kept in {HOME}/book.db.backups/")),
        "{}",
        said.err
    );
    pasted(&table, hint);
    assert_eq!(content(&table, "book.db"), after);
    assert_eq!(backups(&table).len(), 2);
    let reasons = table.json("backup --list");
    assert!(reasons["backups"].as_array().unwrap().iter().all(|kept| kept["reason"] == "restore"));
    assert!(unfinished(&table).is_empty());
}

/// Who wrote the newest line of the book.
fn writer(table: &Table) -> String {
    let newest = "SELECT line ->> '$.writer' FROM change ORDER BY arrival DESC LIMIT 1";
    Connection::open(table.book()).unwrap().query_row(newest, [], |row| row.get(0)).unwrap()
}

#[test]
fn an_export_is_a_backup_too() {
    let table = Table::after(&GAME);
    let before = content(&table, "book.db");
    table.put("book.json", &before);
    table.does("log bob gin 5");
    table.does("restore book.json");
    assert_eq!(content(&table, "book.db"), before);
    // Into a place where no book is.
    let said = table.args("restore book.json --book new.db").run();
    assert_eq!((said.status, said.err.as_str()), (Some(0), ""));
    assert_eq!(content(&table, "new.db"), before);
}

#[test]
fn a_damaged_book_is_restored_and_kept_as_it_was() {
    let table = Table::after(&GAME);
    table.does("backup copy.db");
    let (good, before) = (fs::read(table.book()).unwrap(), content(&table, "copy.db"));
    let page_of = |name: &str| -> usize {
        let book = Connection::open(table.path("copy.db")).unwrap();
        book.query_row("SELECT rootpage FROM sqlite_schema WHERE name = ?1", [name], |row| row.get(0)).unwrap()
    };
    let page = usize::from(u16::from_be_bytes([good[16], good[17]]));
    let hand = (page_of("change") - 1) * page;
    let name = good.windows(3).position(|bytes| bytes == b"Ann").unwrap();
    // A fact, a page, the beginning, and the end.
    type Spoil = Box<dyn Fn(&mut Vec<u8>)>;
    let spoil: [Spoil; 4] = [
        Box::new(move |book| book[name] = b'I'),
        Box::new(move |book| book[hand..hand + 200].fill(0xa5)),
        Box::new(|book| book[21] ^= 1),
        Box::new(move |book| book.truncate(book.len() - page)),
    ];
    for spoil in spoil {
        let mut damaged = good.clone();
        spoil(&mut damaged);
        table.put("book.db", &damaged);
        let said = table.args("restore copy.db").run();
        assert_eq!(said.status, Some(0), "{}", said.err);
        assert!(said.err.contains("note: the book as it was is damaged; it is kept in "), "{}", said.err);
        pasted(&table, said.err.lines().find(|line| line.starts_with("hint: ")).unwrap());
        assert_eq!(content(&table, "book.db"), before);
        table.args("check").check();
        table.does("log bob gin 5");
    }
    // They may hold what nothing else holds, and are nothing to go back to.
    let kept = table.json("backup --list")["backups"].clone();
    let reasons: Vec<&str> = kept.as_array().unwrap().iter().map(|kept| kept["reason"].as_str().unwrap()).collect();
    assert_eq!(reasons, ["damaged"; 4]);
    let mut damaged = good;
    damaged[name] = b'I';
    table.put("book.db", &damaged);
    let said = table.args("check").status(1).run();
    assert!(said.out.contains("`ginpad rescue ") && !said.out.contains("`ginpad restore "), "{}", said.out);
}

#[test]
fn a_program_that_has_the_book_open_goes_on_with_what_was_restored() {
    let table = Table::after(&GAME);
    table.does("backup copy.db");
    table.does("log bob gin 5");
    let reader = Connection::open(table.book()).unwrap();
    let hands = || -> i64 { reader.query_row("SELECT count(*) FROM hand", [], |row| row.get(0)).unwrap() };
    assert_eq!(hands(), 2);
    table.does("restore copy.db");
    assert_eq!(hands(), 1);
    table.does("log ann gin 9");
    assert_eq!(hands(), 2);
}

#[test]
#[cfg(unix)]
fn a_command_that_waited_for_a_restore_writes_as_a_new_writer() {
    let table = Table::after(&GAME);
    table.does("backup copy.db");
    table.does("log ann gin 9");
    let (old, restored) = (writer(&table), fs::read(table.path("copy.db")).unwrap());
    let book = Connection::open(table.book()).unwrap();
    book.execute_batch("BEGIN IMMEDIATE").unwrap();
    let waits = table.shell("ginpad log bob gin 5").stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    // What stood in the book is gone, as after a restore.
    table.put("old.db", restored);
    book.execute_batch("ROLLBACK").unwrap();
    let source = Connection::open(table.path("old.db")).unwrap();
    let mut book = book;
    rusqlite::backup::Backup::new(&source, &mut book).unwrap().step(-1).unwrap();
    let done = waits.wait_with_output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    table.does("log bob gin 7");
    assert_ne!(writer(&table), old);
    table.args("check").check();
}

#[test]
fn a_book_beside_the_id_of_the_device_is_restored() {
    let table = Table::after(&GAME);
    table.does("backup state/ginpad/book.db");
    table.does("restore book.db --book state/ginpad/book.db");
}

#[test]
#[cfg(unix)]
fn nobody_writes_in_a_damaged_book_while_another_takes_its_place() {
    let Some(faults) = Faults::find() else { return };
    let table = Table::after(&GAME);
    table.does("backup copy.db");
    let mut damaged = fs::read(table.book()).unwrap();
    let root: usize = Connection::open(table.book())
        .unwrap()
        .query_row("SELECT rootpage FROM sqlite_schema WHERE name = 'start'", [], |row| row.get(0))
        .unwrap();
    let page = usize::from(u16::from_be_bytes([damaged[16], damaged[17]]));
    damaged[(root - 1) * page..][..200].fill(0xa5);
    table.put("book.db", &damaged);
    // A hand can be logged in this book, but it cannot be emptied.
    table.does("log bob gin 5");
    table.put("book.db", &damaged);
    let logged = std::thread::scope(|scope| {
        let restores = scope.spawn(|| faults.run(&table, "restore copy.db", "renameat:delay_enter=3000000:when=1"));
        std::thread::sleep(std::time::Duration::from_millis(2000));
        let logged = table.args("log bob gin 7").run();
        let restored = restores.join().unwrap();
        assert_eq!(restored.status, Some(0), "{restored:?}");
        assert!(restored.err.contains("damaged"), "{restored:?}");
        logged
    });
    let hands = table.json("score")["hands"].as_array().unwrap().len();
    match logged.status {
        Some(0) => assert_eq!(hands, 2, "an acknowledged hand is there"),
        _ => assert_eq!(hands, 1, "{logged:?}"),
    }
}

#[test]
#[cfg(unix)]
fn a_restore_that_is_killed_leaves_the_old_book_or_the_new_one() {
    let Some(faults) = Faults::find() else { return };
    let table = Table::after(&GAME);
    table.does("backup copy.db");
    let new = content(&table, "book.db");
    table.does("log bob gin 5");
    let (old, book) = (content(&table, "book.db"), fs::read(table.book()).unwrap());
    const WRITES: [&str; 9] =
        ["pwrite64", "fsync", "fdatasync", "unlink", "rename", "renameat2", "link", "linkat", "ftruncate"];
    let mut calls = faults.calls(&table, "restore copy.db", &table.path(""));
    calls.retain(|call| WRITES.contains(&call.name.as_str()));
    // More for a search that takes longer: `GINPAD_KILLS=all`.
    let step = if std::env::var_os("GINPAD_KILLS").is_some() { 1 } else { calls.len() / 16 + 1 };
    let (mut was_old, mut was_new) = (0, 0);
    for call in calls.iter().step_by(step).chain(calls.iter().rev().take(4)) {
        let _ = fs::remove_dir_all(table.path("book.db.backups"));
        let _ = fs::remove_file(table.path("book.db-journal"));
        fs::write(table.book(), &book).unwrap();
        let fault = format!("{}:signal=KILL:when={}", call.name, call.nth);
        let said = faults.run(&table, "restore copy.db", &fault);
        let now = content(&table, "book.db");
        match (now == old, now == new) {
            (true, _) => was_old += 1,
            (_, true) => was_new += 1,
            _ => panic!("{fault}\n{said:?}\n{now}"),
        }
        // All that there is is good, and what is not complete is named so.
        assert_eq!(table.json("check")["ok"], true, "{fault}");
        for kept in backups(&table) {
            if !unfinished(&table).contains(&kept) {
                assert_eq!(content(&table, kept.to_str().unwrap()), old, "{fault}");
            }
        }
        table.does("log ann gin 9");
    }
    assert!(was_old > 10 && was_new > 0, "{was_old} {was_new}");
    table.does("restore copy.db");
    assert!(unfinished(&table).is_empty());
}
