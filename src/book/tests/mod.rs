//! Compares the book's answers, each worked out from few lines, with the fold of all lines.

mod histories;

use std::collections::BTreeMap;

use chrono::{FixedOffset, TimeZone as _};
use ginpad_core::facts::{Change, KnownPeople, Line, NewChange, NextLine};
use ginpad_core::notation::read_one;
use ginpad_core::{Game, Moment};
use uuid::Uuid;

use super::numbers::NewGames;
use super::{Book, OpenBook};

/// Reads a game from its sheet.
fn game(sheet: &str) -> Game {
    read_one(sheet).unwrap()
}

/// Returns the time this many minutes after the first evening.
fn moment(minutes: i64) -> Moment {
    let zone = FixedOffset::east_opt(0).unwrap();
    zone.timestamp_opt(1_600_000_000 + minutes * 60, 0).unwrap()
}

/// Writes lines one after another, without a book.
struct Writer {
    place: NextLine,
    made: u64,
}

impl Writer {
    fn new(number: u128) -> Writer {
        Writer { place: NextLine { writer: Uuid::from_u128(number << 32), number: 1, before: None }, made: 0 }
    }

    fn write(&mut self, change: NewChange, known: &mut KnownPeople) -> Vec<Line> {
        let base = self.place.writer.as_u128() >> 32;
        let mut ids = || {
            self.made += 1;
            // The time grows, and devices write at the same times.
            let number = u128::from(self.made) << 80 | base;
            Uuid::from_u128(number & !(0xf << 76) & !(0x3 << 62) | 7 << 76 | 2 << 62)
        };
        let now = moment(i64::try_from(self.place.number / 7).unwrap());
        let lines = change.written(self.place, now, &mut ids, known).unwrap();
        if let Some(last) = lines.last() {
            let number = self.place.number + u64::try_from(lines.len()).unwrap();
            self.place = NextLine { number, before: Some(*last.hash()), ..self.place };
        }
        lines
    }
}

/// Appends lines and numbers the games that they begin.
fn append(open: &OpenBook<'_>, lines: &[Line]) {
    open.append(lines).unwrap();
    let mut new = NewGames::default();
    lines.iter().for_each(|line| new.note(&Change::read(line).unwrap()));
    open.number_new_games(new, &BTreeMap::new()).unwrap();
}

/// A book with these lines.
fn book(lines: &[Line]) -> Book {
    let mut book = Book::in_memory().unwrap();
    let open = book.write().unwrap();
    append(&open, lines);
    open.commit().unwrap();
    book
}
