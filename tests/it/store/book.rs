//! What a book does besides what every store of lines does: it notices what was altered, and refuses what is no book.

use std::path::Path;

use ginpad::book::{Access, Book, BookError, schema_of};
use ginpad_core::facts::{FactId, Line, Subject, shortened};
use ginpad_core::ledger::Store as _;
use rusqlite::Connection;
use uuid::Uuid;

use super::lines::Hand;

/// A book with some hands of one game.
fn filled(path: &Path) -> Subject {
    let mut book = Book::open(path, Access::Write, None).unwrap().unwrap();
    let open = book.write().unwrap();
    let mut hand = Hand::at(open.next_line().unwrap());
    let game = Uuid::from_u128(9);
    let lines: Vec<Line> = (1..=20).map(|number| hand.logs(&shortened(game), number)).collect();
    open.append(&lines).unwrap();
    open.commit().unwrap();
    Subject::Game(FactId { of: game, place: 0 })
}

/// What the book says of a subject.
fn read(path: &Path, subject: &Subject) -> Result<usize, BookError> {
    let mut book = Book::open(path, Access::Read, None)?.unwrap();
    Ok(book.read()?.changes_concerning(subject)?.len())
}

/// Alters a book by statements.
fn alter(path: &Path, statements: &str) {
    let book = Connection::open(path).unwrap();
    let triggers: Vec<(String, String)> = {
        let mut all = book.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").unwrap();
        all.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(Result::unwrap).collect()
    };
    triggers.iter().for_each(|(name, _)| book.execute_batch(&format!("DROP TRIGGER {name}")).unwrap());
    book.execute_batch(statements).unwrap();
    triggers.iter().for_each(|(_, sql)| book.execute_batch(sql).unwrap());
}

#[test]
fn what_was_altered_is_noticed() {
    for (statements, what) in [
        ("UPDATE change SET line = replace(line, '[0,4,27]', '[0,4,26]') WHERE arrival = 7", "a line was altered"),
        ("UPDATE change SET hash = zeroblob(32) WHERE arrival = 7", "a line was altered"),
        ("UPDATE change SET hash = x'00' WHERE arrival = 7", "a line was altered"),
        ("UPDATE change SET line = CAST(x'ff' AS TEXT) WHERE arrival = 7", "a line was altered"),
        ("DELETE FROM change WHERE arrival = 20", ""),
        ("DELETE FROM concerns WHERE arrival = 7", "missing where it should be listed"),
        ("UPDATE sum SET lines = 19", "missing where it should be listed"),
        ("UPDATE sum SET hash = 1", "missing where it should be listed"),
        ("DELETE FROM sum", "missing where it should be listed"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.db");
        let game = filled(&path);
        assert_eq!(read(&path, &game).unwrap(), 20);
        alter(&path, statements);
        let error = read(&path, &game).unwrap_err();
        assert!(error.is_damage() && error.to_string().contains(what), "{statements}: {error}");
    }
}

#[test]
fn a_line_that_a_run_misplaces_is_noticed() {
    for statements in ["UPDATE run SET first = 2", "UPDATE run SET last = 30", "UPDATE run SET arrival = 0"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.db");
        filled(&path);
        let open = || Book::open(&path, Access::Read, None).unwrap().unwrap();
        let writer = open().read().unwrap().runs().unwrap()[0].writer;
        alter(&path, statements);
        let mut book = open();
        let open = book.read().unwrap();
        assert!(open.runs().unwrap_err().is_damage(), "{statements}");
        assert!((&open).lines_of(writer, 1..=40, &mut |_| Ok(())).unwrap_err().is_damage(), "{statements}");
    }
}

#[test]
fn lines_are_never_altered() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.db");
    filled(&path);
    let book = Connection::open(&path).unwrap();
    book.pragma_update(None, "recursive_triggers", true).unwrap();
    for statement in [
        "UPDATE change SET line = ''",
        "DELETE FROM change",
        "INSERT OR REPLACE INTO change SELECT * FROM change WHERE arrival = 1",
    ] {
        assert!(book.execute_batch(statement).is_err(), "{statement}");
    }
}

#[test]
fn the_views_show_what_lines_say() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.db");
    filled(&path);
    let book = Connection::open(&path).unwrap();
    let said: (i64, String) = book
        .query_row("SELECT number, said ->> '$.knock[2]' FROM hand WHERE arrival = 7", [], |row| {
            Ok((row.get(0)?, row.get::<_, i64>(1)?.to_string()))
        })
        .unwrap();
    assert_eq!(said, (7, "27".to_string()));
}

#[test]
fn a_book_of_an_early_version_is_refused_untouched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.db");
    let book = Connection::open(&path).unwrap();
    let early = "CREATE TABLE change (arrival INTEGER PRIMARY KEY, id BLOB NOT NULL, verb TEXT NOT NULL) STRICT;
                 PRAGMA application_id = 0x67696e70; PRAGMA user_version = 8; PRAGMA schema_version = 0x01020304";
    book.execute_batch(early).unwrap();
    drop(book);
    let before = std::fs::read(&path).unwrap();
    for access in [Access::Read, Access::Write] {
        let error = Book::open(&path, access, None).unwrap_err();
        assert!(matches!(error, BookError::Earlier(_)), "{error}");
    }
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn a_later_book_is_refused_untouched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.db");
    filled(&path);
    Connection::open(&path).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let before = std::fs::read(&path).unwrap();
    let error = Book::open(&path, Access::Write, None).unwrap_err();
    assert!(matches!(error, BookError::Newer { found: 99, known: 1, .. }), "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn no_statement_of_another_program_is_prepared_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.db");
    filled(&path);
    let other = Connection::open(&path).unwrap();
    let cookie = || -> i64 { other.pragma_query_value(None, "schema_version", |row| row.get(0)).unwrap() };
    let version = || -> i64 { other.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap() };
    let (before, mark) = (cookie(), version());
    let mut book = Book::open(&path, Access::Write, None).unwrap().unwrap();
    let open = book.write().unwrap();
    let line = Hand::at(open.next_line().unwrap()).adds("Ann");
    open.append(&[line]).unwrap();
    open.commit().unwrap();
    assert_eq!(cookie(), before);
    assert_ne!(version(), mark);
    drop(book);
    assert_eq!(schema_of(&path), Some(1));
}
