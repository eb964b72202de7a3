//! An upgrade to a schema that is made up.

use std::io::Write as _;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use ginpad::book::{Access, Book, BookError, MIGRATIONS, Reason, kept, schema_of};
use ginpad_core::facts::{List, Subject};

use super::lines::Hand;
#[cfg(unix)]
use crate::support::faults::{Faults, SystemCall, calls_in};
use crate::support::watching::Listener;

/// A schema that no version has.
const SECOND: &str = "CREATE TABLE more (x INTEGER) STRICT; PRAGMA user_version = 2;";

/// A book of the first schema that knows one person.
fn of_the_first_schema(path: &Path) {
    let mut book = Book::open(path, Access::Write, None).unwrap().unwrap();
    let open = book.write().unwrap();
    let line = Hand::at(open.next_line().unwrap()).adds("Ann");
    open.append(&[line]).unwrap();
    open.commit().unwrap();
}

/// How many lines say something of people.
fn people(path: &Path, migrations: &[&str]) -> usize {
    let mut book = Book::open_with(path, Access::Read, None, None, migrations).unwrap().unwrap();
    book.read().unwrap().changes_concerning(&Subject::List(List::People)).unwrap().len()
}

/// The variable that names the book which another program upgrades.
const UPGRADES: &str = "GINPAD_TEST_UPGRADES";

/// Another program, as far as these tests start it.
#[test]
fn another_program_upgrades() {
    let Some(path) = env::var_os(UPGRADES) else { return };
    let migrations = [MIGRATIONS, &[SECOND]].concat();
    let said = match Book::open_with(Path::new(&path), Access::Write, None, None, &migrations) {
        Ok(_) => "upgraded".to_string(),
        Err(error) => format!("refused: {error}"),
    };
    writeln!(std::io::stdout(), "{said}").unwrap();
}

/// Has another program upgrade a book; `command` starts this one.
fn upgrading(mut command: Command, path: &Path) -> Command {
    command.args(["--exact", "store::upgrade::another_program_upgrades", "--nocapture", "--test-threads=1"]);
    command.env(UPGRADES, path);
    command
}

/// Whether the book is of either schema, whole, and can be upgraded now, after a backup that is whole too.
#[track_caller]
fn is_whole(path: &Path, why: &str) {
    let migrations = [MIGRATIONS, &[SECOND]].concat();
    assert_eq!(people(path, &migrations), 1, "{why}");
    let known = Book::open_with(path, Access::Write, None, None, &migrations);
    assert!(known.is_ok(), "{why}: {known:?}");
    drop(known);
    assert_eq!((schema_of(path), people(path, &migrations)), (Some(2), 1), "{why}");
    let backups = kept(path);
    assert!(!backups.is_empty(), "{why}");
    for backup in backups {
        assert_eq!((backup.reason, people(&backup.path, MIGRATIONS)), (Reason::Upgrade, 1), "{why}");
    }
}

/// Every call with which an upgrade changes or syncs a file fails in a way.
#[cfg(unix)]
fn each_call(fault: &str, mut look: impl FnMut(&str, &Path, &str)) {
    const CALLS: [&str; 10] =
        ["openat", "write", "pwrite64", "fsync", "fdatasync", "ftruncate", "rename", "link", "linkat", "unlink"];
    let Some(faults) = Faults::find() else { return };
    let program = env::current_exe().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (path, traced) = (folder.path().join("book.db"), folder.path().join("traced"));
    of_the_first_schema(&path);
    let book = fs::read(&path).unwrap();
    upgrading(faults.around(&program, None, &traced), &path).output().unwrap();
    let calls = calls_in(&String::from_utf8_lossy(&fs::read(&traced).unwrap()), folder.path());
    let calls: Vec<SystemCall> = calls.into_iter().filter(|call| CALLS.contains(&call.name.as_str())).collect();
    assert!(calls.len() > 20, "{calls:?}");
    for SystemCall { name, nth } in calls {
        fs::remove_dir_all(folder.path()).unwrap();
        fs::create_dir(folder.path()).unwrap();
        fs::write(&path, &book).unwrap();
        let fault = format!("{name}:{fault}:when={nth}");
        let said = upgrading(faults.around(&program, Some(&fault), Path::new("/dev/null")), &path).output().unwrap();
        look(&String::from_utf8_lossy(&said.stdout), &path, &fault);
    }
}

#[cfg(unix)]
#[test]
fn an_upgrade_that_is_killed_at_any_step_leaves_the_book_whole() {
    each_call("signal=KILL", |_, path, fault| is_whole(path, fault));
}

#[cfg(unix)]
#[test]
fn a_disk_that_is_full_at_any_step_of_an_upgrade_is_named_and_leaves_the_book_whole() {
    let mut named = 0;
    each_call("error=ENOSPC", |said, path, fault| {
        assert!(!said.contains("mistake") && !said.contains("panicked"), "{fault}: {said}");
        let is_named = said.contains("full");
        assert!(is_named || said.contains("upgraded"), "{fault}: {said}");
        named += usize::from(is_named);
        is_whole(path, fault);
    });
    assert!(named > 5 || Faults::find().is_none(), "{named}");
}

#[test]
fn of_many_programs_that_open_an_older_book_one_upgrades_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.db");
    of_the_first_schema(&path);
    let programs: Vec<_> = (0..8)
        .map(|_| {
            let mut program = upgrading(Command::new(env::current_exe().unwrap()), &path);
            program.stdout(std::process::Stdio::piped()).spawn().unwrap()
        })
        .collect();
    for program in programs {
        let said = program.wait_with_output().unwrap();
        assert!(String::from_utf8_lossy(&said.stdout).contains("upgraded"), "{said:?}");
    }
    is_whole(&path, "together");
    let mut names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    names.sort();
    assert_eq!((names, kept(&path).len()), (vec!["book.db".into(), "book.db.backups".into()], 1));
}

#[test]
fn a_book_is_backed_up_and_upgraded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.db");
    of_the_first_schema(&path);
    let before = fs::read(&path).unwrap();
    let migrations = [MIGRATIONS, &[SECOND]].concat();
    // To read it changes nothing.
    assert_eq!(people(&path, &migrations), 1);
    assert_eq!(fs::read(&path).unwrap(), before);
    is_whole(&path, "upgraded");
    let error = Book::open(&path, Access::Read, None).unwrap_err();
    assert!(matches!(error, BookError::Newer { found: 2, known: 1, .. }), "{error}");
}

#[test]
fn an_upgrade_says_how_far_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.db");
    of_the_first_schema(&path);
    let listener = Listener::default();
    Book::open_with(&path, Access::Write, None, Some(&listener), &[MIGRATIONS, &[SECOND]].concat()).unwrap();
    let steps = listener.steps("upgrading the book");
    assert!(steps > 0);
    assert_eq!(listener.counted(), steps);
}

#[test]
fn where_no_backup_can_be_made_nothing_is_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.db");
    of_the_first_schema(&path);
    let backups = folder.path().join("book.db.backups");
    fs::write(&backups, "not a folder").unwrap();
    let before = fs::read(&path).unwrap();
    let open = || Book::open_with(&path, Access::Write, None, None, &[MIGRATIONS, &[SECOND]].concat());
    let said = open().unwrap_err().to_string();
    assert!(said.contains(" is not changed without a backup beside it, and the backup failed: "), "{said}");
    assert_eq!((fs::read(&path).unwrap(), schema_of(&path)), (before, Some(1)));
    // Once it is moved away, the same open works.
    fs::remove_file(&backups).unwrap();
    open().unwrap();
    assert_eq!(schema_of(&path), Some(2));
}
