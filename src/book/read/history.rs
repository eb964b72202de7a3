//! The history of the book, the newest change first.

use std::collections::VecDeque;

use ginpad_core::facts::{Fact, HistoryLine};
use rusqlite::Connection;
use uuid::Uuid;

use super::{Found, rows};

/// The changes, the newest first. They are read a few at a time, because an undo needs only the last ones.
pub(in crate::book) struct History<'a> {
    connection: &'a Connection,
    /// Changes with an arrival below this are still to be read.
    before: i64,
    /// How many to read next.
    next: i64,
    lines: VecDeque<HistoryLine>,
}

impl<'a> History<'a> {
    pub(in crate::book) const fn new(connection: &'a Connection) -> History<'a> {
        History { connection, before: i64::MAX, next: 4, lines: VecDeque::new() }
    }

    /// Reads the next few changes.
    fn read(&mut self) -> Found<()> {
        let statement = format!(
            "SELECT made.arrival, made.id, {}, {}, made.facts = (
                 SELECT count(*) FROM kept_whole
                 WHERE kept_whole.change = made.id AND kind NOT IN ('change', '{}')
             ) + (SELECT count(*) FROM waiting WHERE waiting.change = made.id)
             FROM (SELECT arrival, id, facts FROM change WHERE arrival < ?1 ORDER BY arrival DESC LIMIT ?2) AS made
             LEFT JOIN undo ON undo.change = made.id
             LEFT JOIN redo ON redo.change = made.id
             ORDER BY made.arrival DESC, undo.arrival, redo.arrival",
            rows::UNDO,
            rows::REDO,
            Fact::KINDS.join("', '")
        );
        let mut statement = self.connection.prepare_cached(&statement)?;
        let mut found = statement.query([self.before, self.next])?;
        while let Some(row) = found.next()? {
            let change: Uuid = row.get(1)?;
            self.before = row.get(0)?;
            if self.lines.back().is_none_or(|line| line.change != change) {
                self.lines.push_back(HistoryLine {
                    change,
                    undos: Vec::new(),
                    redos: Vec::new(),
                    is_unknown: row.get(8)?,
                });
            }
            let Some(line) = self.lines.back_mut() else { continue };
            line.undos.extend(rows::undo(row, 2)?.filter(|undo| line.undos.iter().all(|known| known.id != undo.id)));
            line.redos.extend(rows::redo(row, 5)?.filter(|redo| line.redos.iter().all(|known| known.id != redo.id)));
        }
        self.next = (self.next * 4).min(1024);
        Ok(())
    }
}

impl Iterator for History<'_> {
    type Item = Found<HistoryLine>;

    fn next(&mut self) -> Option<Found<HistoryLine>> {
        if self.lines.is_empty()
            && let Err(error) = self.read()
        {
            return Some(Err(error));
        }
        self.lines.pop_front().map(Ok)
    }
}
