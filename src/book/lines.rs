//! The way out: finds lines by subject, name, id and arrival, and verifies each as it is read.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use rusqlite::types::Type;
use rusqlite::{Params, Row, params};
use uuid::Uuid;

use super::numbers::check_value;
use super::{BookError, OpenBook};
use ginpad_core::facts::{Change, FactId, Hash, Line, LineFault, Subject, hash_of, verified};

/// The key that orders a game: its start, the id of the change that begins it, and its own id.
pub(super) type Start = (i64, Uuid, FactId);

/// A line as the book stores it. Reading its content verifies it.
#[derive(Debug, Clone, Copy)]
pub struct Stored<'r> {
    /// Its place in the order in which this book received lines.
    pub arrival: i64,
    /// Its text.
    pub text: &'r str,
    /// Its hash.
    pub hash: Hash,
}

impl Stored<'_> {
    /// The columns of a stored line.
    pub(super) const COLUMNS: &'static str = "change.arrival, change.line, change.hash";

    /// Finds the lines about a subject. A line that is listed but missing is damage.
    pub(super) const OF_SUBJECT: &'static str = "SELECT concerns.arrival, change.line, change.hash FROM concerns \
                                                 LEFT JOIN change ON change.arrival = concerns.arrival \
                                                 WHERE concerns.subject = ?1 ORDER BY concerns.arrival";

    /// Reads the line in a row. A value that is not a text or not a hash matches nothing.
    fn of<'r>(row: &'r Row<'_>) -> rusqlite::Result<Stored<'r>> {
        let (text, hash) = (row.get_ref(1)?.as_str(), row.get_ref(2)?.as_blob());
        let hash = hash.ok().and_then(|hash| hash.try_into().ok()).unwrap_or_default();
        Ok(Stored { arrival: row.get(0)?, text: text.unwrap_or_default(), hash })
    }

    /// Verifies the line, and returns its change.
    ///
    /// # Errors
    /// The line is not what was written.
    pub fn change(&self) -> Result<Change, LineFault> {
        verified(self.text, &self.hash)
    }

    /// Verifies the line, and returns it.
    ///
    /// # Errors
    /// The line is not what was written.
    pub fn line(&self) -> Result<Line, LineFault> {
        Line::verified(self.text.into(), &self.hash)
    }
}

impl OpenBook<'_> {
    /// Returns the changes about a subject and their arrivals, in order of arrival. Verifies each, and makes sure that
    /// none is missing.
    ///
    /// # Errors
    /// The book cannot be read, or a line is missing or is not what was written.
    pub fn concerning(&self, subject: &Subject) -> Result<Vec<(i64, Change)>, BookError> {
        let (key, mut changes) = (subject.key(), Vec::new());
        let (mut lines, mut sum) = (0, 0);
        self.each(Stored::OF_SUBJECT, [&key], |stored| {
            (lines, sum) = (lines + 1, sum ^ part_of_sum(&stored.hash));
            changes.push((stored.arrival, self.change_of(&stored)?));
            Ok(ControlFlow::Continue(()))
        })?;
        if self.sum(&key)? == (lines, sum) { Ok(changes) } else { Err(self.hides_a_line()) }
    }

    /// Returns the arrivals of the lines about a subject, in order.
    pub(super) fn arrivals(&self, subject: &Subject) -> Result<Vec<i64>, BookError> {
        let (key, find) = (subject.key(), "SELECT arrival FROM concerns WHERE subject = ?1 ORDER BY arrival");
        let arrivals: Vec<i64> = self.all(find, [&key], |row| row.get(0))?;
        if usize::try_from(self.sum(&key)?.0) == Ok(arrivals.len()) { Ok(arrivals) } else { Err(self.hides_a_line()) }
    }

    /// The error for a line that is not where it should be listed.
    pub(super) fn hides_a_line(&self) -> BookError {
        self.damaged("a line is missing where it should be listed")
    }

    /// Returns the changes about a subject, as [`OpenBook::concerning`] finds them.
    ///
    /// # Errors
    /// Those of [`OpenBook::concerning`].
    pub fn changes_concerning(&self, subject: &Subject) -> Result<Vec<Change>, BookError> {
        Ok(self.concerning(subject)?.into_iter().map(|(_, change)| change).collect())
    }

    /// Returns the number of lines about a subject, and the sum of their hashes.
    pub(super) fn sum(&self, key: &[u8]) -> Result<(i64, i64), BookError> {
        let sum =
            self.one("SELECT lines, hash FROM sum WHERE subject = ?1", [key], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(sum.unwrap_or_default())
    }

    /// Returns the starts that lines claim for games, in order, and makes sure that none is missing. A game may be
    /// listed more than once, and its real start may be another one.
    ///
    /// # Errors
    /// The book cannot be read, or a start is missing or is not what was written.
    pub(super) fn starts(&self) -> Result<Vec<Start>, BookError> {
        let starts = self.all("SELECT time, id, game FROM start ORDER BY time, id, game", [], start)?;
        let part = |(time, id, game): &Start| part_of_start(*time, *id, &Subject::Game(*game).key());
        let sum = starts.iter().fold((0, 0), |(lines, sum), start| (lines + 1, sum ^ part(start)));
        if self.sum(STARTS)? == sum { Ok(starts) } else { Err(self.no_starts()) }
    }

    /// Returns the last start before another.
    pub(super) fn start_before(&self, (time, id, game): Start) -> Result<Option<Start>, BookError> {
        const BEFORE: &str = "SELECT time, id, game FROM start WHERE (time, id, game) < (?1, ?2, ?3) \
                              ORDER BY time DESC, id DESC, game DESC LIMIT 1";
        self.one(BEFORE, params![time, id, Subject::Game(game).key()], start)
    }

    pub(super) fn no_starts(&self) -> BookError {
        self.damaged("the index of games by start was altered")
    }

    /// Whether a start is listed.
    pub(super) fn lists_start(&self, (time, id, game): Start) -> Result<bool, BookError> {
        let find = "SELECT 1 FROM start WHERE time = ?1 AND id = ?2 AND game = ?3";
        Ok(self.one(find, params![time, id, Subject::Game(game).key()], |_| Ok(()))?.is_some())
    }

    /// Returns the change with this name, and its arrival.
    ///
    /// # Errors
    /// The book cannot be read, or the line is not what was written.
    pub fn change_named(&self, name: Uuid) -> Result<Option<(i64, Change)>, BookError> {
        let find = format!("SELECT {} FROM change WHERE substr(hash, 1, 16) = ?1", Stored::COLUMNS);
        let named = self.read_changes(&find, [name])?.pop();
        if named.as_ref().is_none_or(|(_, change)| change.name == name) { Ok(named) } else { Err(self.hides_a_line()) }
    }

    pub(super) fn read_changes(&self, find: &str, params: impl Params) -> Result<Vec<(i64, Change)>, BookError> {
        let mut changes = Vec::new();
        self.each(find, params, |stored| {
            changes.push((stored.arrival, self.change_of(&stored)?));
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(changes)
    }

    /// Visits every line in order of arrival, unverified.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn each_line(&self, mut visit: impl FnMut(Stored<'_>) -> Result<(), BookError>) -> Result<(), BookError> {
        self.arrived(i64::MIN, i64::MAX, |stored| visit(stored).map(ControlFlow::Continue))
    }

    /// Verifies every line, and calls `step` for each.
    pub(super) fn verify(&self, step: impl Fn()) -> Result<(), BookError> {
        self.each_line(|stored| {
            step();
            if hash_of(stored.text) == stored.hash { Ok(()) } else { Err(self.altered()) }
        })
    }

    /// Visits the lines with these arrivals, in order.
    pub(super) fn arrived(
        &self,
        first: i64,
        last: i64,
        visit: impl FnMut(Stored<'_>) -> Result<ControlFlow<()>, BookError>,
    ) -> Result<(), BookError> {
        let find = format!("SELECT {} FROM change WHERE arrival BETWEEN ?1 AND ?2 ORDER BY arrival", Stored::COLUMNS);
        self.each(&find, params![first, last], visit)
    }

    /// Returns the change with this arrival, and its hash.
    pub(super) fn line_at(&self, arrival: i64) -> Result<(Change, Hash), BookError> {
        let mut line = None;
        self.arrived(arrival, arrival, |stored| {
            line = Some((self.change_of(&stored)?, stored.hash));
            Ok(ControlFlow::Break(()))
        })?;
        line.ok_or_else(|| self.hides_a_line())
    }

    /// How many lines the book holds.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn count_of_lines(&self) -> Result<usize, BookError> {
        Ok(self.one("SELECT count(*) FROM change", [], |row| row.get(0))?.unwrap_or(0))
    }

    /// Visits the lines that a statement finds.
    pub(super) fn each(
        &self,
        find: &str,
        params: impl Params,
        mut visit: impl FnMut(Stored<'_>) -> Result<ControlFlow<()>, BookError>,
    ) -> Result<(), BookError> {
        let mut statement = self.sqlite(self.transaction.prepare_cached(find))?;
        let mut rows = self.sqlite(statement.query(params))?;
        while let Some(row) = self.sqlite(rows.next())? {
            if visit(self.sqlite(Stored::of(row))?)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Verifies a stored line, and returns its change.
    pub(super) fn change_of(&self, stored: &Stored<'_>) -> Result<Change, BookError> {
        stored.change().map_err(|fault| self.no_line(fault))
    }

    pub(super) fn altered(&self) -> BookError {
        self.damaged("a line was altered")
    }

    /// The error for a line that is not what was written.
    pub(super) fn no_line(&self, fault: LineFault) -> BookError {
        match fault {
            LineFault::Altered => self.altered(),
            other => self.damaged(format!("a line is not what any ginpad writes: {other}")),
        }
    }
}

/// Reads a row of the table of starts.
fn start(row: &Row<'_>) -> rusqlite::Result<Start> {
    let game = Subject::game_with_key(row.get_ref(2)?.as_blob()?);
    let no_game = || rusqlite::Error::InvalidColumnType(2, String::new(), Type::Blob);
    Ok((row.get(0)?, row.get(1)?, game.ok_or_else(no_game)?))
}

/// The key under which `sum` counts all starts.
pub(super) const STARTS: &[u8] = b"t";

/// Returns what a start adds to the sum of all starts.
pub(super) fn part_of_start(time: i64, id: Uuid, game: &[u8]) -> i64 {
    part_of_sum(&check_value([&time.to_be_bytes(), id.as_bytes(), game]))
}

/// Returns what a line adds to the sum of its subject: the first eight bytes of its hash.
pub(super) fn part_of_sum(hash: &Hash) -> i64 {
    hash.first_chunk().map_or(0, |bytes| i64::from_be_bytes(*bytes))
}

/// How many lines are read at a time.
const AT_ONCE: usize = 2000;

impl OpenBook<'_> {
    /// Returns the arrival and the hash of the last line, if there is one.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn last_line(&self) -> Result<Option<(i64, Hash)>, BookError> {
        self.one("SELECT arrival, hash FROM change ORDER BY arrival DESC LIMIT 1", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
    }

    /// Whether the line with this hash has this arrival.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn has_arrived(&self, arrival: i64, hash: &Hash) -> Result<bool, BookError> {
        let find = "SELECT 1 FROM change WHERE arrival = ?1 AND hash = ?2";
        Ok(self.one(find, (arrival, hash), |_| Ok(()))?.is_some())
    }

    /// Returns the games that lines after an arrival concern, and those that exchanged hands with them.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn games_since(&self, arrival: i64) -> Result<BTreeSet<FactId>, BookError> {
        let (mut games, last) = (BTreeSet::new(), self.last_line()?.map_or(0, |(last, _)| last));
        for first in (arrival.saturating_add(1)..=last).step_by(AT_ONCE) {
            let (mut changes, after) = (Vec::new(), first.saturating_add_unsigned(AT_ONCE as u64));
            self.arrived(first, after - 1, |stored| {
                changes.push(self.change_of(&stored)?);
                Ok(ControlFlow::Continue(()))
            })?;
            games.append(&mut self.games_concerned(&changes)?);
        }
        games.append(&mut self.games_sharing_hands(&games)?);
        Ok(games)
    }

    /// Returns the numbers of all games that have one.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn all_numbers(&self) -> Result<BTreeMap<FactId, i64>, BookError> {
        Ok(self.numbered_games()?.into_iter().map(|numbered| (numbered.game, numbered.number.into())).collect())
    }
}
