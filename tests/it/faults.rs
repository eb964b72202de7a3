//! Faults of the disk and of the machine, made with strace: what the program says must be so.

use std::fs;

use rusqlite::{Connection, OpenFlags};

use crate::catalogue;
use crate::support::faults::{Faults, SystemCall};
use crate::support::program::{Said, Table};

/// How many hands the book holds. It is asked with another connection, so a journal that was left behind is played.
fn hands(table: &Table) -> i64 {
    let connection = Connection::open_with_flags(table.book(), OpenFlags::SQLITE_OPEN_READ_WRITE).unwrap();
    connection.query_row("SELECT count(*) FROM hand", [], |row| row.get(0)).unwrap()
}

#[test]
fn a_program_that_is_killed_while_it_commits_leaves_the_book_sound() {
    let Some(faults) = Faults::find() else { return };
    let table = Table::after(&["new Ann Bob", "log ann gin 4"]);
    for call in ["fdatasync:signal=KILL:when=1", "pwrite64:signal=KILL:when=9", "unlink:signal=KILL:when=1"] {
        let said = faults.run(&table, "log bob gin 5", call);
        assert_eq!((said.status, said.out.as_str()), (None, ""), "{call}");
        assert_eq!(hands(&table), 1, "{call}");
    }
    table.does("log bob gin 5");
    assert_eq!(hands(&table), 2);
}

#[test]
fn a_program_that_is_killed_before_it_notes_how_far_it_came_leaves_the_note_before() {
    let Some(faults) = Faults::find() else { return };
    let table = Table::after(&["new Ann Bob", "log ann gin 4"]);
    let notes = || fs::read_dir(table.path("state/ginpad/books")).unwrap().count();
    // SQLite writes with `pwrite64`. After the commit, the program opens its note and writes over it.
    faults.run(&table, "log bob gin 5", "write:signal=KILL:when=1");
    assert_eq!(hands(&table), 2);
    assert_eq!(notes(), 1);
    let said = table.args("log bob gin 5").run();
    assert_eq!((said.status, said.err.as_str()), (Some(0), ""));
    assert_eq!(hands(&table), 3);
    assert_eq!(notes(), 1);
}

/// Whether the program says that the hand was logged; `None` if it says that it cannot know, or can say nothing.
fn says_that_it_was_logged(said: &Said) -> Option<bool> {
    let says = |words: &str| said.err.contains(words);
    let is_silent = said.out.is_empty() && said.err.is_empty();
    if is_silent || says("cannot see whether the change was kept") {
        return None;
    }
    Some(said.out.starts_with('#') || says("; what was changed is kept"))
}

/// The system calls that a `log` makes with files.
fn calls(faults: &Faults, table: &Table) -> Vec<SystemCall> {
    const FILES: [&str; 17] = [
        "openat",
        "read",
        "pread64",
        "write",
        "pwrite64",
        "close",
        "lseek",
        "statx",
        "newfstatat",
        "fstat",
        "readlink",
        "fcntl",
        "fsync",
        "fdatasync",
        "unlink",
        "ftruncate",
        "fchown",
    ];
    let calls = faults.calls(table, "log bob gin 5", &table.path(""));
    let calls: Vec<SystemCall> = calls.into_iter().filter(|call| FILES.contains(&call.name.as_str())).collect();
    assert!(calls.len() > 50, "{calls:?}");
    calls
}

/// Makes each system call of one `log` fail. What is said must agree with the book, which must stay sound.
fn each_call_fails(and_from_then_on: &str) {
    let Some(faults) = Faults::find() else { return };
    let table = Table::after(&["new Ann Bob", "log ann gin 4"]);
    let book = fs::read(table.book()).unwrap();
    let (mut logged, mut refused, mut unknown) = (0, 0, 0);
    for SystemCall { name, nth } in calls(&faults, &table) {
        fs::write(table.book(), &book).unwrap();
        let fault = format!("{name}:error=EIO:when={nth}{and_from_then_on}");
        let said = faults.run(&table, "log bob gin 5", &fault);
        let is_there = match hands(&table) {
            1 => false,
            2 => true,
            hands => panic!("{hands} hands\n{fault}\n{said:?}"),
        };
        match says_that_it_was_logged(&said) {
            Some(says) => assert_eq!(says, is_there, "{fault}\n{said:?}"),
            None => unknown += 1,
        }
        logged += i32::from(is_there);
        refused += i32::from(!is_there);
        assert!(said.status == Some(0) || is_there || !said.err.is_empty(), "{fault}\n{said:?}");
        for wrong in ["panicked", "damaged", "SELECT", "INSERT", "SQL", "mistake"] {
            assert!(!said.err.contains(wrong), "{fault}\n{}", said.err);
        }
        let _ = fs::remove_file(table.path("book.db-journal"));
    }
    assert!(logged > 5 && refused > 5 && unknown < refused, "{logged} {refused} {unknown}");
}

#[test]
fn what_is_said_is_so_whichever_system_call_fails_once() {
    each_call_fails("");
}

#[test]
fn what_is_said_is_so_whichever_system_call_fails_from_then_on() {
    each_call_fails("+");
}

/// Whether the catalogue of errors shows what was said.
pub(crate) fn is_listed(said: &Said) {
    catalogue::shows(said.err.trim_end());
}

#[test]
fn a_change_that_was_kept_is_told_although_the_disk_failed_after_it() {
    let Some(faults) = Faults::find() else { return };
    let table = Table::after(&["new Ann Bob", "log ann gin 4"]);
    let syncs = calls(&faults, &table).iter().filter(|call| call.name == "fdatasync").count();
    table.does("undo");
    // The last thing that is synced is the folder, after the journal was removed from it.
    let said = faults.run(&table, "log bob gin 5", &format!("fdatasync:error=EIO:when={syncs}"));
    assert_eq!((said.status, hands(&table)), (Some(0), 3), "{said:?}");
    assert!(said.out.starts_with("#2  Bob goes gin"), "{}", said.out);
    is_listed(&said);
}

#[test]
fn a_whole_book_that_was_taken_in_is_told_although_the_disk_failed_after_it() {
    let Some(faults) = Faults::find() else { return };
    let table = Table::after(&["new Ann Bob", "log ann gin 4"]);
    let other = Table::after(&["new Cid Dee", "log cid gin 5"]).does("export --json");
    table.put("other.json", other);
    let book = fs::read(table.book()).unwrap();
    let calls = faults.calls(&table, "import other.json", &table.path(""));
    let syncs = calls.iter().filter(|call| call.name == "fdatasync").count();
    fs::write(table.book(), &book).unwrap();
    let said = faults.run(&table, "import other.json", &format!("fdatasync:error=EIO:when={syncs}"));
    assert_eq!((said.status, hands(&table)), (Some(0), 2), "{said:?}");
    assert!(said.out.ends_with("game 2 (Cid – Dee) is open at 30–0\n"), "{}", said.out);
    // The backup comes first.
    let [note, hint, warning] = said.err.lines().collect::<Vec<_>>().try_into().unwrap();
    assert!(
        note.starts_with("note: the book as it was is kept in ") && hint.contains("ginpad restore "),
        "{}",
        said.err
    );
    catalogue::shows(warning);
}

#[test]
fn a_disk_that_cannot_be_read_is_not_a_damaged_book() {
    let Some(faults) = Faults::find() else { return };
    let table = Table::after(&["new Ann Bob", "log ann gin 4"]);
    let reads = calls(&faults, &table).into_iter().filter(|call| call.name == "pread64");
    for SystemCall { name, nth } in reads.step_by(3) {
        for then_on in ["", "+"] {
            let said = faults.run(&table, "score", &format!("{name}:error=EIO:when={nth}{then_on}"));
            assert!(!said.err.contains("damaged"), "{nth}{then_on}\n{}", said.err);
            if !said.err.is_empty() {
                is_listed(&said);
            }
        }
    }
}

#[test]
fn too_many_open_files_are_not_a_read_only_book() {
    let Some(faults) = Faults::find() else { return };
    let table = Table::after(&["new Ann Bob", "log ann gin 4"]);
    let before = hands(&table);
    let opened = calls(&faults, &table).into_iter().filter(|call| call.name == "openat");
    let mut told = 0;
    table.does("undo");
    for SystemCall { name, nth } in opened {
        for then_on in ["", "+"] {
            let said = faults.run(&table, "log bob gin 5", &format!("{name}:error=EMFILE:when={nth}{then_on}"));
            assert!(!said.err.contains("read-only"), "{nth}{then_on}\n{}", said.err);
            assert!(!said.err.contains("folder you can write"), "{nth}{then_on}\n{}", said.err);
            if said.err.contains("too many files are open") {
                told += 1;
                is_listed(&said);
            }
        }
    }
    assert!(told > 3, "{told}");
    assert!(hands(&table) >= before);
}

#[test]
fn what_a_stopped_program_left_in_a_read_only_place_is_told() {
    use std::os::unix::fs::PermissionsExt as _;

    let Some(faults) = Faults::find() else { return };
    let table = Table::new();
    fs::create_dir(table.path("kept")).unwrap();
    table.does("new Ann Bob --book kept/book.db");
    let said = faults.run(&table, "log ann gin 4 --book kept/book.db", "unlink:signal=KILL:when=1");
    assert_eq!(said.status, None);
    assert!(table.path("kept/book.db-journal").is_file());
    let Some(table) = table.bound_by_permissions() else { return };
    fs::set_permissions(table.path("kept"), fs::Permissions::from_mode(0o500)).unwrap();
    fs::set_permissions(table.path("kept/book.db"), fs::Permissions::from_mode(0o400)).unwrap();
    for command in ["score --book kept/book.db", "log bob gin 5 --book kept/book.db"] {
        let said = table.args(command).status(1).refused();
        is_listed(&said);
    }
    fs::set_permissions(table.path("kept"), fs::Permissions::from_mode(0o700)).unwrap();
}

#[test]
fn a_disk_that_is_full_when_a_file_is_synced_is_full() {
    let Some(faults) = Faults::find() else { return };
    let table = Table::after(&["new Ann Bob --set target=100000", "log ann gin 4"]);
    let syncs: Vec<_> = calls(&faults, &table).into_iter().filter(|call| call.name == "fdatasync").collect();
    table.does("undo");
    let mut full = 0;
    for (error, then_on) in [("ENOSPC", ""), ("ENOSPC", "+"), ("EDQUOT", "")] {
        for SystemCall { nth, .. } in &syncs {
            let before = hands(&table);
            let said = faults.run(&table, "log bob gin 5", &format!("fdatasync:error={error}:when={nth}{then_on}"));
            let is_there = hands(&table) > before;
            if said.err.contains("full") {
                // If no more is ever synced, what was written cannot be taken back and looked at.
                let known = says_that_it_was_logged(&said);
                assert!(known.is_none() || !is_there, "{said:?}");
                assert_eq!(said.status, Some(if known.is_none() { 3 } else { 1 }), "{said:?}");
                full += 1;
                is_listed(&said);
            } else {
                assert_eq!((says_that_it_was_logged(&said), said.status), (Some(true), Some(0)), "{said:?}");
                assert!(is_there && (said.err.is_empty() || said.err.contains("did not confirm")), "{said:?}");
            }
            table.does("score");
        }
    }
    assert!(full >= 8, "{full}");
}

#[test]
fn a_folder_that_cannot_be_synced_is_told_once_by_each_command_that_writes() {
    let Some(faults) = Faults::find() else { return };
    let table = Table::new();
    fs::create_dir(table.path("kept")).unwrap();
    let warning =
        "warning: the disk did not confirm the last change in the folder /home/ann/kept; a power cut may undo it\n";
    for command in ["new Ann Bob", "log ann gin 4", "undo", "use 1"] {
        let line = format!("{command} --book kept/book.db");
        let said = faults.run_on(&table, &line, "fdatasync:error=EINVAL", &table.path("kept"));
        assert_eq!((said.status, said.err.as_str()), (Some(0), warning), "{command}");
    }
    let said = faults.run_on(&table, "score --book kept/book.db", "fdatasync:error=EINVAL", &table.path("kept"));
    assert_eq!((said.status, said.err.as_str()), (Some(0), ""));
}

#[test]
fn a_disk_that_fails_when_a_file_is_opened_is_not_a_lack_of_files() {
    let Some(faults) = Faults::find() else { return };
    let table = Table::after(&["new Ann Bob --set target=100000", "log ann gin 4"]);
    let opened = calls(&faults, &table).into_iter().filter(|call| call.name == "openat");
    let mut told = 0;
    for SystemCall { name, nth } in opened {
        for then_on in ["", "+"] {
            let said = faults.run(&table, "log bob gin 5", &format!("{name}:error=EIO:when={nth}{then_on}"));
            if said.status == Some(1) {
                told += 1;
                assert!(
                    said.err.contains("the disk reported a fault")
                        || said.err.contains("or the disk is full or has a fault")
                );
                is_listed(&said);
            }
        }
    }
    assert!(told > 3, "{told}");
}

#[test]
fn a_fault_of_the_program_has_the_status_of_one_and_changes_nothing() {
    let Some(faults) = Faults::find() else { return };
    let table = Table::after(&["new Ann Bob", "log ann gin 4"]);
    fs::create_dir(table.path("shared")).unwrap();
    for command in ["log bob gin 5", "new Cid Dee", "backup", "sync shared"] {
        let said = faults.run(&table, command, "getrandom:error=EIO");
        let why = "error: the system gives no random numbers, which every change needs\n";
        assert!(said.status == Some(3) && said.err.starts_with(why), "{command}: {}", said.err);
    }
    assert_eq!(hands(&table), 1);
}

/// What a program can be refused because the disk is full.
const WRITES: [&str; 9] = ["openat", "write", "pwrite64", "fsync", "fdatasync", "ftruncate", "rename", "link", "mkdir"];

/// A table with a book, a damaged copy of it, and a folder in which another device has shared something.
fn shared_and_damaged() -> (Table, Vec<(std::path::PathBuf, Vec<u8>)>) {
    let table = Table::after(&["new Ann Bob", "log ann gin 4", "log bob gin 5"]);
    fs::create_dir(table.path("shared")).unwrap();
    for command in ["new Cid Ann", "log cid gin 4", "sync shared"] {
        let run = table.args(command).env("GINPAD_BOOK", table.path("other.db"));
        run.env("XDG_STATE_HOME", table.path("other-state")).check_status();
    }
    let mut damaged = fs::read(table.book()).unwrap();
    damaged[..8192].fill(0);
    table.put("damaged.db", damaged);
    let files = table.files();
    (table, files)
}

/// Makes everything on a table what it was.
fn put_back(table: &Table, files: &[(std::path::PathBuf, Vec<u8>)]) {
    for (path, _) in table.files() {
        if files.iter().all(|(known, _)| *known != path) {
            let _ = fs::remove_file(path);
        }
    }
    files.iter().for_each(|(path, content)| fs::write(path, content).unwrap());
}

#[test]
fn a_full_disk_is_named_whichever_call_of_a_sync_or_a_rescue_meets_it() {
    let Some(faults) = Faults::find() else { return };
    let (table, files) = shared_and_damaged();
    for command in ["sync shared", "rescue damaged.db"] {
        let calls = faults.calls(&table, command, &table.path(""));
        let (mut named, mut tried) = (0, 0);
        for SystemCall { name, nth } in calls.into_iter().filter(|call| WRITES.contains(&call.name.as_str())) {
            put_back(&table, &files);
            let fault = format!("{name}:error=ENOSPC:when={nth}+");
            let said = faults.run(&table, command, &fault);
            for wrong in ["panicked", "mistake", "SQL", "database"] {
                assert!(!said.err.contains(wrong), "{command}, {fault}\n{}", said.err);
            }
            // Where nothing can be printed, the status alone tells.
            let is_named = said.err.contains("the disk is full") || said.err.contains("did not confirm");
            assert!(said.status == Some(0) || is_named || name == "write", "{command}, {fault}\n{said:?}");
            tried += 1;
            named += usize::from(is_named);
        }
        assert!(named > 20 && named * 2 > tried, "{command}: {named} of {tried}");
    }
}

#[test]
fn a_read_that_fails_during_a_rescue_is_named() {
    let Some(faults) = Faults::find() else { return };
    let (table, files) = shared_and_damaged();
    let reads = faults.calls(&table, "rescue damaged.db", &table.path("damaged.db"));
    let reads: Vec<_> =
        reads.into_iter().filter(|call| ["read", "pread64", "lseek"].contains(&call.name.as_str())).collect();
    assert!(reads.len() > 5, "{reads:?}");
    for SystemCall { name, nth } in reads {
        put_back(&table, &files);
        let fault = format!("{name}:error=EIO:when={nth}+");
        let said = faults.run_on(&table, "rescue damaged.db", &fault, &table.path("damaged.db"));
        let is_named =
            said.err.contains("the disk reported a fault") || said.out.contains("of the file cannot be read");
        assert!(is_named || said.status == Some(0), "{fault}\n{said:?}");
        assert!(!said.err.contains("it holds nothing"), "{fault}\n{said:?}");
    }
    put_back(&table, &files);
    let said = faults.run_on(&table, "rescue damaged.db", "read:error=EIO:when=1+", &table.path("damaged.db"));
    assert!(said.err.contains("nothing can be saved from damaged.db: the disk reported a fault"), "{said:?}");
}

#[test]
fn a_disk_that_fails_under_another_file_than_the_book_is_named_and_leaves_nothing_unknown() {
    let Some(faults) = Faults::find() else { return };
    let (table, _) = shared_and_damaged();
    table.does("backup old.db");
    table.does("log ann gin 6");
    let files = table.files();
    for command in ["backup --force old.db", "rescue damaged.db", "new Ann Bob --book new.db"] {
        let calls = faults.calls(&table, command, &table.path(""));
        for SystemCall { name, nth } in calls.into_iter().filter(|call| ["pread64", "unlink"].contains(&&*call.name)) {
            put_back(&table, &files);
            let fault = format!("{name}:error=EIO:when={nth}+");
            let said = faults.run(&table, command, &fault);
            assert!(!said.err.contains("not a copy of the book"), "{command}, {fault}\n{}", said.err);
            // A game that was begun in the new book may be there.
            let is_told = command.starts_with("new") || !said.err.contains("cannot see");
            assert!(is_told, "{command}, {fault}\n{}", said.err);
        }
    }
}
