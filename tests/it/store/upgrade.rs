//! An upgrade to a schema that is made up.

use std::fs;
use std::path::{Path, PathBuf};

use ginpad::book::{Access, Book, BookError, MIGRATIONS, Reason, Watcher, Work, kept, schema_of};
use ginpad_core::facts::{List, Subject};
use tempfile::TempDir;

use super::lines::Hand;
use crate::support::watching::Listener;

/// A schema that no version has.
const SECOND: &str = "CREATE TABLE more (x INTEGER) STRICT; PRAGMA user_version = 2;";

/// A folder with a book of the first schema.
fn first() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.db");
    let mut book = Book::open(&path, Access::Write, None).unwrap().unwrap();
    let pad = book.write().unwrap();
    let line = Hand::at(pad.place().unwrap()).adds("Ann");
    pad.append(&[line]).unwrap();
    pad.commit().unwrap();
    (folder, path)
}

/// Opens a book as a version with the made-up schema does.
fn open(path: &Path, access: Access, watcher: Option<&dyn Watcher>) -> Result<Option<Book>, BookError> {
    Book::open_with(path, access, None, watcher, &[MIGRATIONS, &[SECOND]].concat())
}

#[test]
fn a_book_is_backed_up_and_upgraded() {
    let (_folder, path) = first();
    let before = fs::read(&path).unwrap();
    // To read it changes nothing.
    let people = |mut book: Book| book.read().unwrap().changes_concerning(&Subject::List(List::People)).unwrap().len();
    assert_eq!(people(open(&path, Access::Read, None).unwrap().unwrap()), 1);
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(people(open(&path, Access::Write, None).unwrap().unwrap()), 1);
    assert_eq!(schema_of(&path), Some(2));
    let [backup] = &kept(&path)[..] else { panic!("one backup") };
    assert_eq!(backup.reason, Reason::Upgrade);
    assert_eq!(people(Book::open(&backup.path, Access::Read, None).unwrap().unwrap()), 1);
    let error = Book::open(&path, Access::Read, None).unwrap_err();
    assert!(matches!(error, BookError::Newer { found: 2, known: 1, .. }), "{error}");
}

#[test]
fn an_upgrade_says_how_far_it_is() {
    let (_folder, path) = first();
    let listener = Listener::default();
    open(&path, Access::Write, Some(&listener)).unwrap();
    let steps = listener.steps(Work::Upgrade);
    assert!(steps > 0);
    assert_eq!(listener.counted(), steps);
}

#[test]
fn where_no_backup_can_be_made_nothing_is_changed() {
    let (folder, path) = first();
    let backups = folder.path().join("book.db.backups");
    fs::write(&backups, "not a folder").unwrap();
    let before = fs::read(&path).unwrap();
    let said = open(&path, Access::Write, None).unwrap_err().to_string();
    assert!(said.contains(" must be backed up beside itself before it is upgraded, and that failed: "), "{said}");
    assert_eq!((fs::read(&path).unwrap(), schema_of(&path)), (before, Some(1)));
    // Once it is moved away, the same open works.
    fs::remove_file(&backups).unwrap();
    open(&path, Access::Write, None).unwrap();
    assert_eq!(schema_of(&path), Some(2));
}
