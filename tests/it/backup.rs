//! `backup` and `restore`: copies that are known to be good, and the way back, which loses nothing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use rusqlite::Connection;
use serde_json::Value;

use crate::check::pasted;
use crate::support::faults::Faults;
use crate::support::program::{HOME, Table};

const GAME: [&str; 2] = ["new Ann Bob --set target=500", "log ann knock 4 27"];

/// What a book holds, without what belongs to the file.
fn content(table: &Table, book: &str) -> Value {
    table.json(&format!("export --book {book}"))
}

/// The files in the folder of backups.
fn backups(table: &Table) -> Vec<PathBuf> {
    let entries = fs::read_dir(table.path("book.db.backups")).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Files that are not complete, anywhere on the table.
fn unfinished(table: &Table) -> Vec<PathBuf> {
    let files = table.files().into_iter().map(|(path, _)| path);
    files.filter(|path| path.file_name().unwrap().to_string_lossy().starts_with(".ginpad")).collect()
}

#[cfg(unix)]
fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn a_backup_holds_what_the_book_holds() {
    let table = Table::after(&GAME);
    let said = table.does("backup copy.db");
    assert_eq!(said, "the book is backed up in copy.db: 1 game\n");
    assert_eq!(content(&table, "copy.db"), content(&table, "book.db"));
    table.args("check --book copy.db").check();
    #[cfg(unix)]
    assert_eq!(mode(&table.path("copy.db")), 0o600);
    let said = table.json("backup second.db");
    assert_eq!((&said["backup"], &said["games"]), (&"second.db".into(), &1.into()));
    // Without a name, it is dated and listed.
    table.does("backup");
    let [dated] = backups(&table).try_into().unwrap();
    #[cfg(unix)]
    assert_eq!((mode(&dated), mode(dated.parent().unwrap())), (0o600, 0o700));
    let listed = table.json("backup --list");
    assert_eq!(listed["backups"][0]["reason"], "asked");
    assert_eq!(listed["backups"][0]["backup"], table.placeless(&dated.to_string_lossy()));
    let plain = table.does("backup --list --plain");
    assert_eq!(plain.split('\t').nth(1), Some("asked"), "{plain}");
    assert!(table.does("backup --list").contains("asked for"));
    assert!(unfinished(&table).is_empty());
}

#[test]
fn only_an_older_backup_of_the_same_book_is_replaced() {
    let table = Table::after(&GAME);
    table.does("backup copy.db");
    table.args("backup copy.db").status(1).refused();
    table.does("log bob gin 5");
    table.does("backup copy.db --force");
    assert_eq!(content(&table, "copy.db"), content(&table, "book.db"));
    // A copy that went its own way, another book, and what is no book.
    table.does("log ann gin 9 --book copy.db");
    table.does("new Cid Dee --book other.db");
    table.put("notes.txt", "Milk, eggs\n");
    for (file, why) in [
        ("copy.db", "holds something that the book has not"),
        ("other.db", "holds something that the book has not"),
        ("notes.txt", "is not a copy of the book"),
    ] {
        let said = table.args(&format!("backup {file} --force")).status(1).refused();
        assert!(said.err.starts_with(&format!("error: {file} {why}; `backup` does not replace it\n")), "{}", said.err);
    }
}

#[test]
fn the_book_and_what_is_no_file_are_not_written_over() {
    let table = Table::after(&GAME);
    fs::create_dir(table.path("folder")).unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("elsewhere.db", table.path("link.db")).unwrap();
        std::os::unix::fs::symlink("book.db", table.path("own.db")).unwrap();
        std::os::unix::fs::symlink(".", table.path("here")).unwrap();
    }
    for file in [
        "book.db",
        "./book.db",
        "here/book.db",
        "own.db",
        "book.db-journal",
        "book.db-wal",
        "folder",
        "link.db",
        "no/such.db",
    ] {
        for force in ["", "--force"] {
            table.args(&format!("backup {file} {force}")).status(1).refused();
        }
    }
    #[cfg(unix)]
    table.args("backup /dev/null --force").status(1).refused();
    assert!(!table.path("elsewhere.db").exists());
}

#[test]
fn a_restore_brings_the_book_back_and_is_itself_undone() {
    let table = Table::after(&GAME);
    table.does("backup copy.db");
    let before = content(&table, "book.db");
    table.does("log bob gin 5");
    table.does("new Cid Dee");
    let after = content(&table, "book.db");
    let device = fs::read(table.path("state/ginpad/device")).unwrap();
    let said = table.args("restore copy.db").run();
    assert_eq!(said.out, "restored copy.db: 1 game counts\n");
    assert_eq!(content(&table, "book.db"), before);
    table.args("check").check();
    // The device is a new one, and goes on at the same page.
    assert_ne!(fs::read(table.path("state/ginpad/device")).unwrap(), device);
    assert_eq!(table.json("games")["games"][0]["current"], true);
    table.does("log bob gin 7");
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

#[test]
fn an_export_or_an_old_book_is_a_backup_too() {
    let table = Table::after(&GAME);
    let before = content(&table, "book.db");
    table.put("book.json", before.to_string());
    table.does("log bob gin 5");
    table.does("restore book.json");
    assert_eq!(content(&table, "book.db"), before);
    for schema in 1..=ginpad::book::MIGRATIONS.len() {
        let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/schema-{schema}.db"));
        fs::copy(&golden, table.path("old.db")).unwrap();
        table.does("restore old.db");
        assert_eq!(content(&table, "book.db"), content(&table, "old.db"), "schema {schema}");
        assert_eq!(fs::read(table.path("old.db")).unwrap(), fs::read(golden).unwrap());
        assert_eq!(table.json("check")["ok"], true);
    }
    // Into a place where no book is.
    let said = table.args("restore book.json --book new.db").run();
    assert_eq!((said.status, said.err.as_str()), (Some(0), ""));
    assert_eq!(content(&table, "new.db"), before);
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
    altered("CREATE TRIGGER vanish AFTER INSERT ON change BEGIN DELETE FROM hand; END");
    refused("another program has altered it: the trigger `vanish` is not ginpad's");
    altered("DROP TRIGGER hand_no_update; UPDATE hand SET number = 7");
    refused("the trigger `hand_no_update` is missing");
    altered("PRAGMA user_version = 99");
    refused("it was written by a newer ginpad (schema 99");
    altered("CREATE VIEW forever AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n");
    refused("the view `forever` is not ginpad's");
    altered("PRAGMA ignore_check_constraints = ON; INSERT INTO superseded VALUES (zeroblob(100000), zeroblob(16))");
    refused("damaged");
    let mut damaged = good.clone();
    let at = damaged.windows(3).position(|bytes| bytes == b"Ann").unwrap();
    damaged[at] = b'I';
    table.put("copy.db", &damaged);
    refused("copy.db is damaged and cannot be restored");
    table.put("copy.db", &good[..good.len() / 2]);
    refused("it is damaged: its file has");
    table.put("copy.db", "Milk, eggs\n");
    refused("it is not a ginpad book");
    table.put("copy.db", "");
    refused("it is not a ginpad book");
    table.put("copy.db", "{\"schema\": \"ginpad/book/1\", \"changes\": [");
    refused("the document ends in the middle");
    fs::remove_file(table.path("copy.db")).unwrap();
    Connection::open(table.path("copy.db")).unwrap().execute_batch("CREATE TABLE x (y)").unwrap();
    refused("it is another program's database");
    for file in ["book.db", "none.db", ".", "/dev/zero"] {
        table.args(&format!("restore {file}")).status(1).refused();
    }
    assert!(backups(&table).is_empty() && unfinished(&table).is_empty());
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
    let hand = (page_of("hand") - 1) * 4096;
    let name = good.windows(3).position(|bytes| bytes == b"Ann").unwrap();
    // A fact, a page, the beginning, and the end.
    type Spoil = Box<dyn Fn(&mut Vec<u8>)>;
    let spoil: [Spoil; 4] = [
        Box::new(move |book| book[name] = b'I'),
        Box::new(move |book| book[hand..hand + 200].fill(0xa5)),
        Box::new(|book| book[21] ^= 1),
        Box::new(|book| book.truncate(book.len() - 4096)),
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
fn backups_and_restores_beside_writers_lose_nothing() {
    let table = Table::after(&["new Ann Bob --set target=100000"]);
    let logs = "for n in 1 2 3 4 5 6 7 8 9 10; do ginpad log ann gin $n || exit 1; done";
    let begin = |script: &str| table.shell(script).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut running: Vec<_> = (0..3).map(|_| begin(logs)).collect();
    running.push(begin("for n in 1 2 3 4; do ginpad backup copy.db --force || exit 1; done"));
    running.push(begin("for n in 1 2; do ginpad backup || exit 1; ginpad check || exit 1; done"));
    for program in running {
        let done = program.wait_with_output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }
    let whole = content(&table, "book.db");
    assert_eq!(table.json("score")["hands"].as_array().unwrap().len(), 30);
    // Every hand that was acknowledged while the book was restored is in it, or in the backup that was made before.
    table.does("backup start.db");
    let mut running: Vec<_> = (0..2).map(|_| begin(logs)).collect();
    running.push(begin("ginpad restore start.db"));
    for program in running {
        let done = program.wait_with_output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }
    let kept = table.json("backup --list")["backups"].clone();
    let kept = kept.as_array().unwrap().iter().find(|kept| kept["reason"] == "restore").unwrap();
    let kept = kept["backup"].as_str().unwrap().replace(HOME, &table.path("").to_string_lossy());
    table.put("kept.json", content(&table, &kept).to_string());
    table.does("import kept.json");
    // Whoever waited for the restore wrote as the new device, or two changes would have one number.
    let twice = "SELECT count(*) - count(DISTINCT hex(device) || sequence) FROM change";
    let book = Connection::open(table.book()).unwrap();
    assert_eq!(book.query_row(twice, [], |row| row.get::<_, i64>(0)).unwrap(), 0);
    let both = content(&table, "book.db");
    let count = |book: &Value| book["facts"].as_array().unwrap().iter().filter(|fact| fact["kind"] == "hand").count();
    assert_eq!(count(&both), count(&whole) + 20);
}

#[test]
#[cfg(unix)]
fn a_command_that_waited_for_a_restore_writes_as_the_new_device() {
    const NEW: &str = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
    let table = Table::after(&GAME);
    let book = Connection::open(table.book()).unwrap();
    book.execute_batch("BEGIN IMMEDIATE").unwrap();
    let waits = table.shell("ginpad log bob gin 5").stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    table.put("state/ginpad/device", NEW);
    book.execute_batch("ROLLBACK").unwrap();
    let done = waits.wait_with_output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let newest = "SELECT lower(hex(device)) FROM change ORDER BY arrival DESC LIMIT 1";
    let device: String = book.query_row(newest, [], |row| row.get(0)).unwrap();
    assert_eq!(device, NEW.replace('-', ""));
}

#[test]
fn a_book_beside_the_id_of_the_device_is_restored() {
    let table = Table::after(&GAME);
    table.does("backup state/ginpad/book.db");
    table.does("restore book.db --book state/ginpad/book.db");
}

#[test]
#[cfg(unix)]
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
    let (old, device) = (backups(&table), fs::read(table.path("state/ginpad/device")).unwrap());
    let before = content(&table, "book.db");
    // The new id of the device cannot be kept.
    let said = faults.run(&table, &format!("restore '{}'", old[0].display()), "rename:error=EIO:when=1+");
    assert_eq!(said.status, Some(1), "{said:?}");
    assert_eq!(backups(&table), old);
    assert_eq!(fs::read(table.path("state/ginpad/device")).unwrap(), device);
    assert_eq!(content(&table, "book.db"), before);
    // What was restored stays, though the others of its age go.
    table.does(&format!("restore '{}'", old[0].display()));
    let left = backups(&table);
    assert!(left.contains(&old[0]) && !left.contains(&old[1]), "{left:?}");
}

#[test]
#[cfg(unix)]
fn a_damaged_book_that_cannot_be_replaced_keeps_its_journal_and_its_device() {
    let Some(faults) = Faults::find() else { return };
    let table = Table::after(&GAME);
    table.does("backup copy.db");
    let damaged = fs::read(table.book()).unwrap();
    table.put("book.db", &damaged[..damaged.len() - 4096]);
    table.put("book.db-journal", vec![0; 512]);
    let device = fs::read(table.path("state/ginpad/device")).unwrap();
    let files = table.files();
    let calls = faults.calls(&table, "restore copy.db", &table.path(""));
    // The backup got its name by another call.
    let renames = calls.iter().filter(|call| call.name == "rename" || call.name == "renameat");
    let renames: Vec<String> = renames.map(|call| format!("{}:error=EIO:when={}", call.name, call.nth)).collect();
    assert!(renames.len() >= 2, "the id and the book: {renames:?}");
    for fault in renames {
        fs::remove_dir_all(table.path("book.db.backups")).unwrap();
        files.iter().for_each(|(path, bytes)| fs::write(path, bytes).unwrap());
        table.put("state/ginpad/device", &device);
        let said = faults.run(&table, "restore copy.db", &fault);
        assert_eq!(said.status, Some(1), "{fault} {said:?}");
        assert_eq!(table.files(), files, "{fault}");
        assert_eq!(fs::read(table.path("state/ginpad/device")).unwrap(), device);
    }
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
        .query_row("SELECT rootpage FROM sqlite_schema WHERE name = 'paid'", [], |row| row.get(0))
        .unwrap();
    damaged[(root - 1) * 4096..][..200].fill(0xa5);
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
#[cfg(unix)]
fn a_disk_that_fails_leaves_the_book_and_no_half_of_a_backup() {
    let Some(faults) = Faults::find() else { return };
    let table = Table::after(&GAME);
    table.does("backup copy.db");
    table.does("log bob gin 5");
    let before = content(&table, "book.db");
    let file = || std::os::unix::fs::MetadataExt::ino(&fs::metadata(table.book()).unwrap());
    let same_file = file();
    let mut refused: Vec<(&str, &str)> = Vec::new();
    for fault in [
        "pwrite64:error=ENOSPC:when=1+",
        "pwrite64:error=EIO:when=40+",
        "pwrite64:error=ENOSPC:when=150+",
        "fsync:error=EIO:when=1+",
        "fsync:error=ENOSPC:when=3+",
        "pread64:error=EIO:when=30+",
    ] {
        for line in ["restore copy.db", "backup new.db", "backup"] {
            let said = faults.run(&table, line, fault);
            if said.status != Some(0) {
                assert!(said.err.starts_with("error: "), "{line} {fault}\n{said:?}");
                assert_eq!(content(&table, "book.db"), before, "{line} {fault}\n{said:?}");
                assert_eq!(file(), same_file, "a disk that fails is not a damaged book: {line} {fault}\n{said:?}");
                refused.push((line, fault));
            }
            assert!(unfinished(&table).is_empty(), "{line} {fault}\n{said:?}");
            for kept in backups(&table).iter().chain([&table.path("new.db")]).filter(|kept| kept.exists()) {
                assert_eq!(table.json(&format!("check --book '{}'", kept.display()))["ok"], true, "{line} {fault}");
                fs::remove_file(kept).unwrap();
            }
        }
    }
    assert!(refused.len() >= 12, "{refused:?}");
}

#[test]
fn old_automatic_backups_are_thinned_and_the_others_stay() {
    let table = Table::after(&GAME);
    table.does("backup copy.db");
    let folder = table.path("book.db.backups");
    fs::create_dir(&folder).unwrap();
    let put = |name: &str| fs::copy(table.path("copy.db"), folder.join(name)).unwrap();
    for day in 1..=28 {
        put(&format!("2020-02-{day:02}T120000Z-before-restore.db"));
        put(&format!("2020-02-{day:02}T120000Z.db"));
        put(&format!("2020-02-{day:02}T120000Z-damaged.db"));
    }
    put("notes.db");
    table.does("restore copy.db");
    let names: Vec<String> =
        backups(&table).iter().map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect();
    let automatic: Vec<&String> = names.iter().filter(|name| name.ends_with("-before-restore.db")).collect();
    // The three newest, and so the last of that month.
    assert_eq!(automatic.len(), 3, "{names:?}");
    assert_eq!(names.len(), 28 + 28 + 3 + 1, "{names:?}");
}
