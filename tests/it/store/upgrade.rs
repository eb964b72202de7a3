//! An upgrade to a schema that is made up.

use std::fs;

use ginpad::book::{Access, Book, BookError, MIGRATIONS, Reason, kept, schema_of};
use ginpad_core::facts::{List, Subject};

use super::lines::Hand;

/// A schema that no version has.
const SECOND: &str = "CREATE TABLE more (x INTEGER) STRICT; PRAGMA user_version = 2;";

#[test]
fn a_book_is_backed_up_and_upgraded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.db");
    let mut book = Book::open(&path, Access::Write, None).unwrap().unwrap();
    let pad = book.write().unwrap();
    let line = Hand::at(pad.place().unwrap()).adds("Ann");
    pad.append(&[line]).unwrap();
    pad.commit().unwrap();
    drop(book);
    let before = fs::read(&path).unwrap();
    let migrations = [MIGRATIONS, &[SECOND]].concat();
    let open = |access| Book::open_with(&path, access, None, None, &migrations);
    // To read it changes nothing.
    let people = |mut book: Book| book.read().unwrap().changes_concerning(&Subject::List(List::People)).unwrap().len();
    assert_eq!(people(open(Access::Read).unwrap().unwrap()), 1);
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(people(open(Access::Write).unwrap().unwrap()), 1);
    assert_eq!(schema_of(&path), Some(2));
    let [backup] = &kept(&path)[..] else { panic!("one backup") };
    assert_eq!(backup.reason, Reason::Upgrade);
    assert_eq!(people(Book::open(&backup.path, Access::Read, None).unwrap().unwrap()), 1);
    let error = Book::open(&path, Access::Read, None).unwrap_err();
    assert!(matches!(error, BookError::Newer { found: 2, known: 1, .. }), "{error}");
}
