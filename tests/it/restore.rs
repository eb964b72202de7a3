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
    assert_eq!(said.out, "restored copy.db: the book holds 1 game\n");
    assert_eq!(content(&table, "book.db"), before);
    table.is_well();
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
        assert!(
            said.err.contains("note: the book as it was is kept in ") && said.err.contains("it is damaged"),
            "{}",
            said.err
        );
        pasted(&table, said.err.lines().find(|line| line.starts_with("hint: ")).unwrap());
        assert_eq!(content(&table, "book.db"), before);
        table.is_well();
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
    table.is_well();
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

#[test]
fn a_backup_that_is_not_what_was_written_is_refused() {
    let table = Table::after(&GAME);
    table.does("backup copy.db");
    let good = fs::read(table.path("copy.db")).unwrap();
    let altered = |statement: &str| {
        table.put("copy.db", &good);
        Connection::open(table.path("copy.db")).unwrap().execute_batch(statement).unwrap();
    };
    let refused = |why: &str| {
        let said = table.args("restore copy.db").status(1).refused();
        assert!(said.err.starts_with("error: copy.db ") && said.err.contains("the book is as it was"), "{}", said.err);
        assert!(said.err.contains(why), "{why}\n{}", said.err);
    };
    altered("CREATE TRIGGER vanish AFTER INSERT ON change BEGIN DELETE FROM sum; END");
    refused("another program has altered it: the trigger `vanish` is not ginpad's");
    altered("DROP TRIGGER change_no_update; UPDATE change SET id = zeroblob(16)");
    refused("the trigger `change_no_update` is missing");
    altered("PRAGMA user_version = 99");
    refused("was written by a newer ginpad (schema 99");
    altered("CREATE VIEW forever AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n");
    refused("the view `forever` is not ginpad's");
    altered("INSERT INTO change (id, line, hash) VALUES (zeroblob(16), hex(zeroblob(3000000)), zeroblob(32))");
    refused("damaged");
    let mut damaged = good.clone();
    let at = damaged.windows(5).position(|bytes| bytes == b"\"Ann\"").unwrap();
    damaged[at + 1] = b'I';
    table.put("copy.db", &damaged);
    refused("copy.db is damaged and cannot be restored");
    table.put("copy.db", &good[..good.len() / 2]);
    refused("damaged: its file has");
    table.put("copy.db", "Milk, eggs\n");
    refused("is not a ginpad book");
    table.put("copy.db", "");
    refused("is not a ginpad book");
    let document = table.does("export --json");
    table.put("copy.db", document.lines().take(2).collect::<Vec<_>>().join("\n"));
    refused("the file ends here, but its header announces ");
    fs::remove_file(table.path("copy.db")).unwrap();
    Connection::open(table.path("copy.db")).unwrap().execute_batch("CREATE TABLE x (y)").unwrap();
    refused("is another program's database");
    for file in ["book.db", "none.db", ".", "/dev/zero"] {
        table.args(&format!("restore {file}")).status(1).refused();
    }
    assert!(backups(&table).is_empty() && unfinished(&table).is_empty());
}

#[test]
fn a_damaged_book_that_cannot_be_replaced_keeps_its_journal() {
    let Some(faults) = Faults::find() else { return };
    let table = Table::after(&GAME);
    table.does("backup copy.db");
    let damaged = fs::read(table.book()).unwrap();
    table.put("book.db", &damaged[..damaged.len() - 8192]);
    table.put("book.db-journal", vec![0; 512]);
    let files = table.files();
    let calls = faults.calls(&table, "restore copy.db", &table.path(""));
    // The journal is moved away, and the new book gets its name. What the device remembers is written when all is done.
    let renames = calls.iter().filter(|call| call.name == "rename" || call.name == "renameat");
    let renames: Vec<String> =
        renames.map(|call| format!("{}:error=EIO:when={}", call.name, call.nth)).take(4).collect();
    let mut kept = 0;
    for rename in renames {
        let _ = fs::remove_dir_all(table.path("book.db.backups"));
        files.iter().for_each(|(path, bytes)| fs::write(path, bytes).unwrap());
        let said = faults.run(&table, "restore copy.db", &rename);
        if said.status == Some(1) {
            assert_eq!(table.files(), files, "{rename}");
            kept += 1;
        }
    }
    assert!(kept >= 2, "{kept}");
}

#[test]
fn a_restore_that_fails_takes_no_backup_away_and_leaves_none() {
    let Some(faults) = Faults::find() else { return };
    let table = Table::after(&GAME);
    table.does("backup copy.db");
    let folder = table.path("book.db.backups");
    fs::create_dir(&folder).unwrap();
    for day in 1..=9 {
        fs::copy(table.path("copy.db"), folder.join(format!("2020-02-{day:02}T120000Z-before-restore.db"))).unwrap();
    }
    table.does("log bob gin 5");
    let (old, before) = (backups(&table), content(&table, "book.db"));
    // What a restore writes last is the book.
    let restore = format!("restore '{}'", old[0].display());
    let calls = faults.calls(&table, &restore, &table.path(""));
    let last = calls.iter().rfind(|call| call.name == "pwrite64").unwrap();
    table.put("book.jsonl", &before);
    fs::remove_dir_all(table.path("book.db.backups")).unwrap();
    table.does("restore book.jsonl");
    fs::remove_dir_all(table.path("book.db.backups")).unwrap();
    fs::create_dir(&folder).unwrap();
    for backup in &old {
        fs::copy(table.path("copy.db"), backup).unwrap();
    }
    let said = faults.run(&table, &restore, &format!("pwrite64:error=EIO:when={}", last.nth));
    assert_eq!(said.status, Some(1), "{said:?}");
    assert_eq!(backups(&table), old);
    assert_eq!(content(&table, "book.db"), before);
    // What was restored stays, though the others of its age go.
    table.does(&restore);
    let left = backups(&table);
    assert!(left.contains(&old[0]) && !left.contains(&old[1]), "{left:?}");
}

#[test]
fn whoever_goes_on_in_an_earlier_copy_is_told_what_this_device_wrote_since() {
    const LOST: &str = "warning: changes number 2 to 3 of this device are missing from the book: perhaps the book is \
                        an older copy, or the disk lost them";
    for command in
        ["log ann gin 9", "player add Zoe", "new Cid Dee", "import old.gin", "merge other.db", "set title Rain"]
    {
        let table = Table::after(&["new Ann Bob"]);
        table.put("old.gin", "sides: Eve, Fay\n\neve gin 5\n").does("new Ann Gus --book other.db");
        let copy = fs::read(table.book()).unwrap();
        table.does("log ann gin 4");
        table.does("log bob gin 5");
        table.put("book.db", copy);
        assert!(!table.args("score").run().err.contains("warning: "), "who reads is not told");
        assert!(table.args("check").run().out.replace('\n', " ").starts_with(LOST));
        let said = table.args(command).check_status();
        assert_eq!(said.err.matches(LOST).count(), 1, "{command}: {}", said.err);
        assert!(!table.args("log --game 1 dead").check_status().err.contains("warning: "), "it is said once");
        table.is_well();
    }
}

#[test]
fn a_restore_names_the_lines_that_this_device_wrote_and_that_are_neither_in_the_book_nor_in_the_file() {
    let table = Table::after(&GAME);
    table.does("backup copy.db");
    let earlier = fs::read(table.book()).unwrap();
    let first = lines(&table);
    table.does("log bob gin 5");
    table.does("log bob gin 6");
    table.does("backup newer.db");
    table.put("book.db", &earlier);
    let lost = format!(
        "warning: changes number {} to {} of this device are missing from the book: perhaps the book is an older \
         copy, or the disk lost them\n",
        first + 1,
        first + 2
    );
    let said = table.args("restore copy.db").check_status();
    assert!(said.err.contains(&lost), "{}", said.err);
    // It is said once, and not where the file brings them back.
    assert!(!table.args("log bob gin 7").check_status().err.contains("wrote"), "said again");
    let table = Table::after(&GAME);
    let earlier = fs::read(table.book()).unwrap();
    table.does("log bob gin 5");
    table.does("backup newer.db");
    table.put("book.db", &earlier);
    let said = table.args("restore newer.db").check_status();
    assert!(!said.err.contains("wrote"), "{}", said.err);
    assert_eq!(lines(&table), first + 1);
}

/// How many lines the book has.
fn lines(table: &Table) -> i64 {
    let count = "SELECT count(*) FROM change";
    Connection::open(table.book()).unwrap().query_row(count, [], |row| row.get(0)).unwrap()
}
