//! The journal of a program that was stopped is played into its own book, and into no copy.

use std::fs;
use std::path::Path;

use ginpad::book::{Access, Book, BookError};
use rusqlite::Connection;

use super::lines::Hand;

fn log(path: &Path, name: &str) {
    let mut book = Book::open(path, Access::Write, None).unwrap().unwrap();
    let open = book.write().unwrap();
    let line = Hand::at(open.next_line().unwrap()).adds(name);
    open.append(&[line]).unwrap();
    open.commit().unwrap();
}

/// The file and its journal as a program leaves them that is stopped in the middle of a large change.
fn stopped(book: &Path) -> (Vec<u8>, Vec<u8>) {
    let folder = tempfile::tempdir().unwrap();
    let (copy, journal) = (folder.path().join("book.db"), folder.path().join("book.db-journal"));
    fs::copy(book, &copy).unwrap();
    let connection = Connection::open(&copy).unwrap();
    connection.execute_batch("PRAGMA cache_size = 5; BEGIN IMMEDIATE").unwrap();
    (0..2000).for_each(|_| {
        connection.execute_batch("INSERT INTO sum VALUES (randomblob(16), 1, 1)").unwrap();
    });
    (fs::read(&copy).unwrap(), fs::read(&journal).unwrap())
}

#[test]
fn a_journal_is_played_into_its_own_book_only() {
    let folder = tempfile::tempdir().unwrap();
    let (book, other) = (folder.path().join("book.db"), folder.path().join("other.db"));
    log(&book, "A");
    log(&book, "B");
    fs::copy(&book, &other).unwrap();
    // Both copies have as many transactions and pages, and differ in their last line.
    log(&book, "C");
    log(&other, "D");
    let before = fs::read(&book).unwrap();
    let (half_way, journal) = stopped(&book);
    assert_ne!(half_way, before);
    fs::write(&book, &half_way).unwrap();
    fs::write(folder.path().join("book.db-journal"), &journal).unwrap();
    drop(Book::open(&book, Access::Write, None).unwrap());
    assert_eq!(fs::read(&book).unwrap(), before, "it is taken back");
    fs::copy(&other, &book).unwrap();
    fs::write(folder.path().join("book.db-journal"), &journal).unwrap();
    let error = Book::open(&book, Access::Write, None).unwrap_err();
    assert!(matches!(error, BookError::Leftover { .. }), "{error}");
    assert_eq!(fs::read(&book).unwrap(), fs::read(&other).unwrap());
}
