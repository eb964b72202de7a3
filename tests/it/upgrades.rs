//! Older books: each is backed up before it is upgraded, once, whole, and under a name that nothing had.
#![cfg(unix)]

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use ginpad::book::{Access, Book, Work};
use ginpad_core::facts::{Change, Fact, hash};
use rusqlite::{Connection, OpenFlags, params};
use uuid::Uuid;

use crate::faults::is_listed;
use crate::support::faults::Faults;
use crate::support::program::Table;
use crate::support::watching::Listener;

fn golden(schema: usize) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/schema-{schema}.db"))
}

/// A table whose book has an older schema.
fn older(schema: usize) -> Table {
    let table = Table::new();
    fs::copy(golden(schema), table.book()).unwrap();
    table
}

/// The names in the folder of the table that begin like the book's.
fn beside(table: &Table) -> Vec<String> {
    let names = fs::read_dir(table.path(".")).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.retain(|name| name.starts_with("book.db") || name.contains("partial"));
    names.sort();
    names
}

/// Everything that a book holds, as text. No ginpad is asked.
fn content(book: &Path) -> Vec<String> {
    let connection = Connection::open_with_flags(book, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    let names = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name";
    let mut names = connection.prepare(names).unwrap();
    let names: Vec<String> = names.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let mut rows = Vec::new();
    for name in names {
        let mut table = connection.prepare(&format!("SELECT * FROM \"{name}\"")).unwrap();
        let columns = table.column_count();
        let mut found = table.query([]).unwrap();
        while let Some(row) = found.next().unwrap() {
            let values = (0..columns).map(|column| format!("{:?}", row.get_ref(column).unwrap()));
            rows.push(format!("{name} {}", values.collect::<Vec<_>>().join(" ")));
        }
    }
    rows
}

#[test]
fn programs_that_upgrade_a_book_together_make_one_good_backup() {
    let kept = content(&golden(1));
    for programs in [2, 12, 2, 12, 2, 12] {
        let table = older(1);
        let begin = |_| -> Child {
            table.shell("ginpad new Ann Bob").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
        };
        let running: Vec<Child> = (0..programs).map(begin).collect();
        for program in running {
            let done = program.wait_with_output().unwrap();
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        }
        assert_eq!(beside(&table), ["book.db", "book.db.schema-1.backup"]);
        assert_eq!(content(&table.path("book.db.schema-1.backup")), kept);
    }
}

#[test]
fn an_upgrade_tells_how_far_it_is_until_its_end() {
    for schema in 1..=7 {
        let (table, listener) = (older(schema), Listener::default());
        Book::open_watched(&table.book(), Access::Write, Uuid::nil(), &listener).unwrap().unwrap();
        let told = listener.0.borrow();
        let [upgrade] = told.as_slice() else { panic!("{told:?}") };
        assert_eq!((upgrade.work, upgrade.has_ended), (Work::Upgrade, true));
        assert_eq!(upgrade.counted.iter().sum::<usize>(), upgrade.steps, "schema {schema}");
        // No word of it takes it far.
        let most = upgrade.counted.iter().max().unwrap();
        assert!(*most <= upgrade.steps / 4, "schema {schema}: {most} of {}", upgrade.steps);
    }
}

#[test]
fn a_name_that_is_taken_is_neither_believed_nor_overwritten() {
    let table = older(2);
    table.put("book.db.schema-2.backup", "").put("book.db.schema-2.backup-2", "a shopping list\n");
    table.does("new Ann Bob");
    assert_eq!(
        beside(&table),
        ["book.db", "book.db.schema-2.backup", "book.db.schema-2.backup-2", "book.db.schema-2.backup-3"]
    );
    assert_eq!(fs::read(table.path("book.db.schema-2.backup")).unwrap(), b"");
    assert_eq!(fs::read(table.path("book.db.schema-2.backup-2")).unwrap(), b"a shopping list\n");
    assert_eq!(content(&table.path("book.db.schema-2.backup-3")), content(&golden(2)));
}

#[test]
fn a_link_or_a_folder_in_place_of_a_backup_is_refused() {
    type Make = fn(&Path);
    let make: [(&str, Make); 3] = [
        ("a folder", |path| fs::create_dir(path).unwrap()),
        ("a link", |path| std::os::unix::fs::symlink("elsewhere", path).unwrap()),
        ("a link", |path| std::os::unix::fs::symlink(golden(1), path).unwrap()),
    ];
    for (what, make) in make {
        let table = older(1);
        make(&table.path("book.db.schema-1.backup"));
        let said = table.args("new Ann Bob").status(1).refused();
        let why = format!(
            "error: /home/ann/book.db.schema-1.backup is {what}, and ginpad needs that name for the backup of the book \
             before it is upgraded\nhint: move /home/ann/book.db.schema-1.backup away, then run the same command again\n"
        );
        assert_eq!(said.err, why);
        assert!(!table.path("elsewhere").exists());
        assert_eq!(fs::read(table.book()).unwrap(), fs::read(golden(1)).unwrap());
    }
}

#[test]
fn a_book_with_a_fact_that_was_altered_is_not_upgraded() {
    let table = older(1);
    let connection = Connection::open(table.book()).unwrap();
    let guard: String = connection
        .query_row("SELECT sql FROM sqlite_schema WHERE name = 'hand_no_update'", [], |row| row.get(0))
        .unwrap();
    connection
        .execute_batch("DROP TRIGGER hand_no_update; UPDATE hand SET note = 'altered' WHERE arrival = 3")
        .unwrap();
    connection.execute_batch(&guard).unwrap();
    let id: [u8; 16] = connection.query_row("SELECT id FROM hand WHERE arrival = 3", [], |row| row.get(0)).unwrap();
    drop(connection);
    let said = table.args("new Ann Bob").status(1).refused();
    let why = format!("error: the book is damaged: hand {} does not match its hash\n", Uuid::from_bytes(id));
    assert!(said.err.starts_with(&why), "{}", said.err);
    assert_eq!(beside(&table), ["book.db"]);
}

#[test]
fn a_path_that_is_not_text_is_as_good_as_any() {
    let table = Table::new();
    let folder = table.path(OsStr::from_bytes(b"caf\xe9 \xff"));
    fs::create_dir(&folder).unwrap();
    let book = folder.join(OsStr::from_bytes(b"b\xfeook.db"));
    fs::copy(golden(1), &book).unwrap();
    let run = |arguments: &[&str]| {
        let mut command = table.command();
        let said = command.args(arguments).arg("--book").arg(&book).output().unwrap();
        assert!(said.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&said.stderr));
        String::from_utf8(said.stdout).unwrap()
    };
    run(&["games"]);
    run(&["new", "Ann", "Bob"]);
    run(&["log", "ann", "gin", "4"]);
    assert!(run(&["score"]).contains("Ann"));
    let names: Vec<OsString> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(names.contains(&OsStr::from_bytes(b"b\xfeook.db.schema-1.backup").into()), "{names:?}");
    // A new book too, whose folder is still to be made.
    let mut command = table.command();
    let new = table.path(OsStr::from_bytes(b"\xff/\xfe.db"));
    assert!(command.args(["new", "Ann", "Bob"]).env("GINPAD_BOOK", &new).output().unwrap().status.success());
    assert!(new.is_file());
}

#[test]
fn an_upgrade_that_could_not_be_committed_leaves_no_backup() {
    let Some(faults) = Faults::find() else { return };
    let (mut failed, mut told) = (0, 0);
    for nth in 1..=12 {
        let table = older(1);
        let said = faults.run(&table, "new Ann Bob", &format!("fdatasync,fsync:error=EIO:when={nth}"));
        let connection = Connection::open(table.book()).unwrap();
        let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
        drop(connection);
        if version == 1 {
            failed += 1;
            assert_eq!(said.status, Some(1), "{nth}\n{}", said.err);
            assert_eq!(beside(&table), ["book.db"], "{nth}\n{}", said.err);
        } else {
            assert!(beside(&table).contains(&"book.db.schema-1.backup".into()), "{nth}\n{}", said.err);
            // The upgrade is kept, although the new game may not be.
            told += i32::from(said.err.contains("warning: the folder /home/ann could not be synced; a power cut may"));
            assert_eq!(said.status, Some(i32::from(said.err.starts_with("error: "))), "{nth}\n{}", said.err);
        }
    }
    assert!((3..12).contains(&failed) && told >= 2, "{failed} {told}");
}

#[test]
fn who_waits_for_an_upgrade_says_so() {
    let Some(faults) = Faults::find() else { return };
    let table = older(1);
    // The first sync beside the book is that of the backup. It takes longer than others wait.
    let slowly = faults.in_a_shell("fdatasync:delay_enter=13000000:when=1");
    let mut upgrade = table.shell(&format!("exec {slowly} ginpad new Ann Bob"));
    let upgrade = upgrade.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let began = Instant::now();
    while !table.path("book.db.schema-1.backup.partial").exists() {
        assert!(began.elapsed() < Duration::from_secs(60), "no upgrade was seen");
        thread::sleep(Duration::from_millis(5));
    }
    // Whoever only reads does not wait.
    table.does("games");
    let said = table.args("new Cid Dee").run();
    assert_eq!((said.status, said.out.as_str()), (Some(1), ""));
    is_listed(&said);
    assert!(said.err.starts_with("error: another program is upgrading the book"), "{}", said.err);
    let done = upgrade.wait_with_output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    table.does("new Cid Dee");
    assert_eq!(beside(&table), ["book.db", "book.db.schema-1.backup"]);
}

#[test]
fn what_a_killed_upgrade_left_is_removed_by_the_next() {
    let Some(faults) = Faults::find() else { return };
    let partial = "book.db.schema-2.backup.partial";
    let mut left = 0;
    for fault in ["pwrite64:signal=KILL:when=1", "pwrite64:signal=KILL:when=30", "fdatasync:signal=KILL:when=1"] {
        let table = older(2);
        let said = faults.run(&table, "new Ann Bob", fault);
        assert_eq!(said.status, None, "{fault}");
        left += i32::from(beside(&table).contains(&partial.into()));
        table.does("new Ann Bob");
        assert_eq!(beside(&table), ["book.db", "book.db.schema-2.backup"], "{fault}");
        assert_eq!(content(&table.path("book.db.schema-2.backup")), content(&golden(2)), "{fault}");
    }
    assert!(left >= 2, "{left}");
    // What an upgrade of an earlier schema left is removed too, but nothing that is not a copy of a book.
    let table = older(2);
    table.put(partial, "a shopping list\n");
    let said = table.args("new Ann Bob").status(1).refused();
    assert!(said.err.contains(&format!("/home/ann/{partial} is not a copy of a book, and ginpad needs that name for")));
    table.put(partial, "").put("book.db.schema-1.backup.partial", [0; 5000]);
    table.does("new Ann Bob");
    assert_eq!(beside(&table), ["book.db", "book.db.schema-2.backup"]);
}

#[test]
fn a_backup_that_cannot_be_read_again_is_a_fault_of_the_disk() {
    let Some(faults) = Faults::find() else { return };
    let (mut book, mut copy) = (0, 0);
    for nth in (5..200).step_by(7) {
        let table = older(1);
        let said = faults.run(&table, "new Ann Bob", &format!("pread64:error=EIO:when={nth}"));
        if said.status == Some(0) {
            continue;
        }
        let fault = "error: the disk reported a fault: ";
        assert!(said.err.starts_with(fault), "{nth}\n{}", said.err);
        let of_copy = "a copy of the book, made beside it, could not be written and read again; nothing was changed\n";
        copy += i32::from(said.err.contains(of_copy));
        book += i32::from(said.err.contains("a part of the book could not be read; nothing was changed\n"));
        assert!(said.err.ends_with("hint: run the same command again; if it fails again, look after the disk\n"));
        assert_eq!(beside(&table), ["book.db"], "{nth}");
    }
    assert!(book > 2 && copy > 2, "{book} {copy}");
}

#[test]
fn a_full_disk_stops_an_upgrade_and_leaves_nothing() {
    let Some(faults) = Faults::find() else { return };
    let mut full = 0;
    for fault in ["pwrite64:error=ENOSPC:when=1", "pwrite64:error=ENOSPC:when=70", "fdatasync:error=ENOSPC:when=1"] {
        let table = older(1);
        let said = faults.run(&table, "new Ann Bob", fault);
        full += i32::from(said.err.starts_with("error: the disk is full; nothing was changed\n"));
        assert_eq!((said.status, beside(&table)), (Some(1), vec!["book.db".to_string()]), "{fault}\n{}", said.err);
    }
    assert_eq!(full, 3);
}

/// A version before schema 8 knew no rank without a suit, and kept such a hand whole.
#[test]
fn a_rank_that_was_kept_whole_counts_after_the_upgrade() {
    let (newer, before) = (older(7), older(7));
    let known = newer.json("export").to_string();
    newer.does("log dee gin 5 up 7");
    let whole = newer.json("export");
    let new = |part: &str| {
        let mut entries = whole[part].as_array().unwrap().iter();
        let mut entry = entries.find(|entry| !known.contains(&entry["hash"].to_string())).unwrap().clone();
        entry.as_object_mut().unwrap().shift_remove("hash");
        entry
    };
    let (change, content) = (serde_json::from_value::<Change>(new("changes")).unwrap(), new("facts"));
    let fact: Fact = serde_json::from_value(content.clone()).unwrap();
    let Fact::Hand(hand) = &fact else { panic!("{fact:?}") };
    let book = Connection::open(before.book()).unwrap();
    book.execute(
        "INSERT INTO change (id, verb, device, sequence, made_at, made_offset, schema, facts, hash)
         VALUES (?1, 'log', ?2, ?3, ?4, ?5, ?6, 1, ?7)",
        params![
            change.id,
            change.device,
            change.sequence,
            change.made_at,
            change.made_offset,
            change.schema,
            hash(&change)
        ],
    )
    .unwrap();
    let row = params![hand.id, hand.change, hand.game, hand.number, hash(&fact)];
    book.execute("INSERT INTO hand (id, change, game, number, hash) VALUES (?1, ?2, ?3, ?4, ?5)", row).unwrap();
    let result = "INSERT INTO result (hand, pair, kind, side, place, other) VALUES (?1, 0, 'gin', 0, 0, 5)";
    book.execute(result, [hand.id]).unwrap();
    let keep = "INSERT INTO kept_whole (id, change, kind, content, hash) VALUES (?1, ?2, 'hand', ?3, ?4)";
    book.execute(keep, params![hand.id, hand.change, content.to_string(), hash(&fact)]).unwrap();
    drop(book);
    for read in ["export @", "games --plain", "standings --plain"] {
        assert_eq!(before.does(read), newer.does(read), "{read}");
    }
    before.does("player add Zoe");
    assert!(before.does("export @").ends_with("Dee gin 5 up 7\n"));
    assert_eq!(before.json("check")["ok"], true);
    let kept = Connection::open(before.book()).unwrap();
    let rank: String =
        kept.query_row("SELECT upcard_rank FROM hand WHERE id = ?1", [hand.id], |row| row.get(0)).unwrap();
    assert_eq!(rank, "7");
}
