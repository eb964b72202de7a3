//! Books and lines for tests.

use std::path::{Path, PathBuf};

use chrono::DateTime;
use ginpad_core::facts::{ChangeVerb, KnownPeople, Line, NewChange, NextLine};
use ginpad_core::{Moment, Name};
use tempfile::TempDir;
use uuid::Uuid;

use super::{Access, Book};

/// A folder of books, each with its own state folder.
pub(super) struct Table(pub TempDir);

impl Table {
    pub(super) fn new() -> Table {
        Table(tempfile::tempdir().unwrap())
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(super) fn book(&self, name: &str) -> Book {
        let state = self.path(&format!("{name}-state"));
        Book::open(&self.path(name), Access::Write, Some(&state)).unwrap().unwrap()
    }

    /// Adds these people to a book, each with a command of their own.
    pub(super) fn adds(&self, name: &str, people: &[&str]) {
        let mut book = self.book(name);
        for person in people {
            let open = book.write().unwrap();
            let lines = lines_adding(open.next_line().unwrap(), &[person]);
            open.append(&lines).unwrap();
            open.commit().unwrap();
        }
    }

    /// The texts of all lines of a book, sorted.
    pub(super) fn content(&self, name: &str) -> Vec<String> {
        let mut book = self.book(name);
        let mut lines = Vec::new();
        let open = book.read().unwrap();
        open.each_line(|stored| {
            lines.push(stored.line().unwrap().text().to_string());
            Ok(())
        })
        .unwrap();
        lines.sort();
        lines
    }
}

/// The time of everything in these tests.
pub(super) fn now() -> Moment {
    DateTime::from_timestamp_millis(1_790_000_000_000).unwrap().fixed_offset()
}

/// Lines that each add one of these people.
pub(super) fn lines_adding(mut place: NextLine, people: &[&str]) -> Vec<Line> {
    let now = now();
    let mut lines = Vec::new();
    for person in people {
        let mut change = NewChange::new(ChangeVerb::ADD_PLAYER);
        change.add_player(&Name::read(person).unwrap(), &KnownPeople::default());
        let written = change.written(place, now, &mut Uuid::now_v7, &mut KnownPeople::default()).unwrap();
        for line in written {
            place = NextLine { number: place.number + 1, before: Some(*line.hash()), ..place };
            lines.push(line);
        }
    }
    lines
}

/// The bytes of a file, for tests that damage it.
pub(super) fn bytes(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap()
}
