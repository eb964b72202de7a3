//! Lines by writer and number: which the book has, which are missing between others, and which it has twice.

use std::ops::{ControlFlow, RangeInclusive};

use ginpad_core::Moment;
use ginpad_core::facts::{Change, ChangeVerb, Hash, Line, Subject};
use ginpad_core::ledger::{Appended, Fork, LineRange, Run, Store, forks, gaps, given_up, giving_up, joined};
use rusqlite::{Row, params};
use uuid::Uuid;

use super::error::BookError;
use super::open_book::OpenBook;

/// A run as the book lists it: lines that arrived one after another.
#[derive(Debug, Hash)]
pub(super) struct ListedRun {
    /// The arrival of its first line.
    pub(super) arrival: i64,
    pub(super) run: Run,
}

impl ListedRun {
    pub(super) fn of(row: &Row<'_>) -> rusqlite::Result<ListedRun> {
        let run =
            Run { writer: row.get(0)?, first: row.get(1)?, last: row.get(2)?, before: row.get(3)?, hash: row.get(4)? };
        Ok(ListedRun { arrival: row.get(5)?, run })
    }

    /// Adds a line if it follows the last one. Returns whether it does.
    pub(super) fn extend_with(&mut self, arrival: i64, change: &Change, hash: &Hash) -> bool {
        let ListedRun { arrival: begun, run } = self;
        let comes_next = begun.checked_add_unsigned(change.number.wrapping_sub(run.first)) == Some(arrival);
        let follows = (run.writer, run.last + 1, Some(run.hash)) == (change.writer, change.number, change.before);
        if follows && comes_next {
            (run.last, run.hash) = (change.number, *hash);
        }
        follows && comes_next
    }
}

impl OpenBook<'_> {
    /// Reads the runs that the book lists, without comparing them with the lines.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(super) fn listed_runs(&self) -> Result<Vec<ListedRun>, BookError> {
        self.all("SELECT writer, first, last, before, hash, arrival FROM run", [], ListedRun::of)
    }

    /// Returns the runs in the book, by writer and first number. Runs that continue each other are joined.
    ///
    /// # Errors
    /// The book cannot be read, or the list of runs does not agree with the lines.
    pub fn runs(&self) -> Result<Vec<Run>, BookError> {
        let runs = self.listed_runs()?;
        let mut lines = 0;
        for ListedRun { arrival, run } in &runs {
            let length = run.last.checked_sub(run.first);
            let last = length.and_then(|length| arrival.checked_add_unsigned(length));
            let (first, _) = self.line_at(*arrival)?;
            let (last, hash) = self.line_at(last.unwrap_or(i64::MAX))?;
            let is_sound = (first.writer, first.number, first.before) == (run.writer, run.first, run.before)
                && (last.writer, last.number, hash) == (run.writer, run.last, run.hash);
            if !is_sound {
                return Err(self.no_run());
            }
            lines += length.unwrap_or(0) + 1;
        }
        // Lines are never deleted, so the last arrival is the count of lines.
        let all = self.one("SELECT max(arrival) FROM change", [], |row| row.get::<_, Option<u64>>(0))?;
        if all.flatten().unwrap_or(0) != lines {
            return Err(self.no_run());
        }
        Ok(joined(runs.into_iter().map(|listed| listed.run).collect()))
    }

    fn no_run(&self) -> BookError {
        self.damaged("the index of lines by writer was altered")
    }

    /// Returns the number and the hash of a writer's last line, if it has one. If the writer forked, returns one of
    /// several.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn last_line_of(&self, writer: Uuid) -> Result<Option<(u64, Hash)>, BookError> {
        let last = "SELECT last, hash FROM run WHERE writer = ?1 ORDER BY first DESC LIMIT 1";
        self.one(last, [writer], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Returns the hash of a writer's line with this number. If there are several, returns one of them.
    pub(super) fn hash_of_number(&self, writer: Uuid, number: u64) -> Result<Option<Hash>, BookError> {
        let find = "SELECT change.hash FROM run JOIN change ON change.arrival = run.arrival + ?2 - run.first \
                    WHERE run.writer = ?1 AND run.first <= ?2 AND run.last >= ?2 ORDER BY run.first DESC LIMIT 1";
        self.one(find, params![writer, number], |row| row.get(0))
    }

    /// Lists the lines that are missing between others, except those that were given up.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn gaps(&self) -> Result<Vec<LineRange>, BookError> {
        Ok(gaps(&self.runs()?, &given_up(&mut { self })?))
    }

    /// Finds where writers forked, given the runs of the book. Forks that somebody settled are left out.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn forks(&self, runs: &[Run]) -> Result<Vec<Fork>, BookError> {
        forks(&mut { self }, runs)
    }

    /// Gives up the lines of a writer that are missing between others, and keeps every line where it forked. No device
    /// asks for them or warns of them any more.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn give_up(&self, writer: Uuid, now: Moment) -> Result<(), BookError> {
        let facts = giving_up(&mut { self }, writer)?;
        self.change(ChangeVerb::GIVE_UP, now, |change| {
            for fact in facts {
                change.say(fact);
            }
        })
    }
}

impl Store for &OpenBook<'_> {
    type Error = BookError;

    const TAKES_GAPS: bool = true;

    fn append(&mut self, lines: &[Line]) -> Result<Vec<Appended>, BookError> {
        OpenBook::append(self, lines)
    }

    /// Does nothing, because appending a line indexes it.
    fn index(&mut self) -> Result<(), BookError> {
        Ok(())
    }

    fn runs(&mut self) -> Result<Vec<Run>, BookError> {
        OpenBook::runs(self)
    }

    fn lines_of(
        &mut self,
        writer: Uuid,
        numbers: RangeInclusive<u64>,
        visit: &mut dyn FnMut(Line) -> Result<(), BookError>,
    ) -> Result<(), BookError> {
        let (from, to) = numbers.into_inner();
        // SQLite has no larger numbers.
        let to = to.min(i64::MAX.unsigned_abs());
        let find = "SELECT first, last, arrival FROM run WHERE writer = ?1 AND first <= ?2 AND last >= ?3 \
                    ORDER BY first, arrival";
        let runs: Vec<(u64, u64, i64)> =
            self.all(find, params![writer, to, from], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        for (first, last, arrival) in runs {
            let arrival_of = |number: u64| arrival.saturating_add_unsigned(number - first);
            let (mut number, last) = (first.max(from), last.min(to));
            self.arrived(arrival_of(number), arrival_of(last), |stored| {
                let line = stored.line().map_err(|fault| self.no_line(fault))?;
                let change = Change::read(&line).map_err(|fault| self.no_line(fault))?;
                if (change.writer, change.number) != (writer, number) {
                    return Err(self.no_run());
                }
                visit(line)?;
                number += 1;
                Ok(ControlFlow::Continue(()))
            })?;
            if number != last + 1 {
                return Err(self.hides_a_line());
            }
        }
        Ok(())
    }

    fn concerning(&mut self, subject: &Subject) -> Result<Vec<Change>, BookError> {
        self.changes_concerning(subject)
    }
}
