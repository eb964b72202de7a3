//! The history of the book, the newest change first.

use std::collections::VecDeque;

use chrono::DateTime;
use ginpad_core::facts::{Fact, HistoryLine, MadeUndo};
use ginpad_core::hand::Moment;
use rusqlite::{Connection, Row, params};
use uuid::Uuid;

use super::which_game::counts;
use super::{Found, all, one, rows};

/// Whose changes, or which.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::book) enum Whose {
    /// All of the book.
    Everyone,
    /// Those of one device.
    Device(Uuid),
    /// Those of any other device that came after this arrival.
    OthersAfter(Uuid, i64),
}

/// A change with who made it and when.
#[derive(Debug, Clone)]
pub(in crate::book) struct ChangeRead {
    pub(in crate::book) line: HistoryLine,
    /// When it came into this book.
    pub(in crate::book) arrival: i64,
    pub(in crate::book) verb: String,
    pub(in crate::book) device: Uuid,
    pub(in crate::book) made: Option<Moment>,
    /// The undos that its redos took back.
    pub(in crate::book) redone: Vec<Uuid>,
}

/// The changes, the newest first. They are read a few at a time, because an undo needs only the last ones.
pub(in crate::book) struct History<'a> {
    connection: &'a Connection,
    whose: Whose,
    /// Changes with an arrival below this are still to be read; `None` before the first are read.
    before: Option<i64>,
    /// How many arrivals to look at next.
    next: i64,
    lines: VecDeque<ChangeRead>,
}

/// So many changes are read at once at most.
const MOST: usize = 1024;

impl<'a> History<'a> {
    pub(in crate::book) const fn new(connection: &'a Connection, whose: Whose) -> History<'a> {
        History { connection, whose, before: None, next: 1, lines: VecDeque::new() }
    }

    /// What these changes did, for the core.
    pub(in crate::book) fn lines(self) -> impl Iterator<Item = Found<HistoryLine>> {
        self.map(|read| read.map(|read| read.line))
    }

    /// Reads the next few changes among the next few arrivals, so that whoever needs only the last changes of one device does
    /// not look through what others did long before. `false` if there are no more.
    fn read(&mut self) -> Found<bool> {
        let (device, after) = match self.whose {
            Whose::Everyone => (None, 0),
            Whose::Device(device) => (Some(device), 0),
            Whose::OthersAfter(device, after) => (Some(device), after),
        };
        let before = match self.before {
            Some(before) => before,
            None => last_arrival(self.connection)?.saturating_add(1),
        };
        let first = before.saturating_sub(self.next).max(after.saturating_add(1));
        if before <= first {
            return Ok(false);
        }
        let of_whom = match self.whose {
            Whose::Everyone => "?3 IS NULL",
            Whose::Device(_) => "device = ?3",
            Whose::OthersAfter(..) => "device <> ?3",
        };
        // The rows are in the order in which they arrived, so no index is needed to find the last ones.
        let some = format!(
            "SELECT * FROM change NOT INDEXED WHERE arrival < ?1 AND arrival >= ?2 AND {of_whom}
             ORDER BY arrival DESC LIMIT {MOST}"
        );
        let found = changes(self.connection, &some, params![before, first, device])?;
        let is_full = found.len() >= MOST;
        self.before = Some(found.last().filter(|_| is_full).map_or(first, |last| last.arrival));
        self.lines.extend(found);
        self.next = self.next.saturating_mul(4);
        Ok(true)
    }
}

impl Iterator for History<'_> {
    type Item = Found<ChangeRead>;

    fn next(&mut self) -> Option<Found<ChangeRead>> {
        while self.lines.is_empty() {
            match self.read() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => return Some(Err(error)),
            }
        }
        self.lines.pop_front().map(Ok)
    }
}

/// When the last change came into this book; 0 in an empty one.
fn last_arrival(connection: &Connection) -> Found<i64> {
    let last = "SELECT coalesce(max(arrival), 0) FROM change NOT INDEXED";
    Ok(one(connection, last, [], |row| row.get(0))?.unwrap_or(0))
}

/// One change.
pub(in crate::book) fn change_with_id(connection: &Connection, change: Uuid) -> Found<Option<ChangeRead>> {
    Ok(changes(connection, "SELECT * FROM change WHERE id = ?1", [change])?.pop())
}

/// The changes about a game, and what undid and redid them, the newest first: their ids.
pub(in crate::book) fn changes_of_game(connection: &Connection, game: Uuid) -> Found<Vec<Uuid>> {
    let changes = "WITH about (id) AS (
             SELECT change FROM game WHERE id = ?1
             UNION SELECT change FROM hand WHERE game = ?1
             UNION SELECT removal.change FROM hand CROSS JOIN removal ON removal.hand = hand.id WHERE hand.game = ?1
             UNION SELECT change FROM closing WHERE game = ?1
             UNION SELECT change FROM totals WHERE game = ?1
             UNION SELECT change FROM setting WHERE game = ?1
             UNION SELECT change FROM transfer WHERE game = ?1
             UNION SELECT transfer.change FROM hand CROSS JOIN transfer ON transfer.hand = hand.id WHERE hand.game = ?1
             UNION SELECT removal.change FROM transfer CROSS JOIN removal ON removal.hand = transfer.hand
                 WHERE transfer.game = ?1
         ), undoing (undo, id) AS (SELECT undo.id, undo.change FROM about CROSS JOIN undo ON undo.undone = about.id)
         SELECT change.id FROM (
             SELECT id FROM about UNION SELECT id FROM undoing
             UNION SELECT redo.change FROM undoing CROSS JOIN redo ON redo.undo = undoing.undo
         ) AS any CROSS JOIN change ON change.id = any.id ORDER BY change.arrival DESC";
    all(connection, changes, [game], |row| row.get(0))
}

/// Whether a device has ever written in the book.
pub(in crate::book) fn has_written(connection: &Connection, device: Uuid) -> Found<bool> {
    let wrote = "SELECT 1 FROM change INDEXED BY change_first WHERE device = ?1 AND sequence = 1";
    one(connection, wrote, [device], |_| Ok(())).map(|wrote| wrote.is_some())
}

/// The ids of the changes from `first` to `last`, at most `most`.
pub(in crate::book) fn changes_between(
    connection: &Connection,
    (first, last): (Uuid, Uuid),
    most: usize,
) -> Found<Vec<Uuid>> {
    let between = "SELECT id FROM change WHERE id BETWEEN ?1 AND ?2 ORDER BY id LIMIT ?3";
    all(connection, between, params![first, last, most], |row| row.get(0))
}

/// The ids just before and just after that of a change.
pub(in crate::book) fn neighbours(connection: &Connection, change: Uuid) -> Found<[Option<Uuid>; 2]> {
    let before = "SELECT id FROM change WHERE id < ?1 ORDER BY id DESC LIMIT 1";
    let after = "SELECT id FROM change WHERE id > ?1 ORDER BY id LIMIT 1";
    let id = |row: &Row<'_>| row.get(0);
    Ok([one(connection, before, [change], id)?, one(connection, after, [change], id)?])
}

/// The change that made an undo took this back.
pub(in crate::book) fn undone_by(connection: &Connection, undo: Uuid) -> Found<Option<Uuid>> {
    one(connection, "SELECT undone FROM undo WHERE id = ?1", [undo], |row| row.get(0))
}

/// The undos of a change that no redo names, the newest last.
pub(in crate::book) fn standing_undos(connection: &Connection, change: Uuid) -> Found<Vec<Uuid>> {
    let standing = "SELECT id FROM undo WHERE undone = ?1
         AND NOT EXISTS (SELECT 1 FROM redo WHERE redo.undo = undo.id) ORDER BY arrival";
    all(connection, standing, [change], |row| row.get(0))
}

/// The changes that a statement lists, each with its undos and redos.
fn changes(connection: &Connection, list: &str, params: impl rusqlite::Params) -> Found<Vec<ChangeRead>> {
    let statement = format!(
        "SELECT made.arrival, made.id, {}, {}, made.facts = (
             SELECT count(*) FROM kept_whole
             WHERE kept_whole.change = made.id AND kind NOT IN ('change', '{}')
         ) + (SELECT count(*) FROM waiting WHERE waiting.change = made.id),
         made.verb, made.device, made.made_at, made.made_offset,
         undo.id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM redo AS back WHERE back.undo = undo.id)
         FROM ({list}) AS made
         LEFT JOIN undo ON undo.change = made.id
         LEFT JOIN redo ON redo.change = made.id
         ORDER BY made.arrival DESC, undo.arrival, redo.arrival",
        rows::UNDO,
        rows::REDO,
        Fact::KINDS.join("', '")
    );
    let mut statement = connection.prepare_cached(&statement)?;
    let mut found = statement.query(params)?;
    let mut changes: Vec<ChangeRead> = Vec::new();
    while let Some(row) = found.next()? {
        let change: Uuid = row.get(1)?;
        if changes.last().is_none_or(|last| last.line.change != change) {
            changes.push(bare(row, change)?);
        }
        let Some(last) = changes.last_mut() else { continue };
        if let Some(undo) = rows::undo(row, 2)?
            && last.line.undos.iter().all(|known| known.undo.id != undo.id)
        {
            last.line.undos.push(MadeUndo { undo, stands: row.get(13)? });
        }
        if let Some(redo) = rows::redo(row, 5)? {
            last.line.has_redos = true;
            if !last.redone.contains(&redo.undo) {
                last.redone.push(redo.undo);
            }
        }
    }
    for change in &mut changes {
        change.line.counts = counts(connection, change.line.change)?;
    }
    Ok(changes)
}

/// The time that a change keeps, in milliseconds since 1970 with the offset in minutes.
pub(in crate::book) fn moment(at: i64, minutes: i32) -> Option<Moment> {
    let offset = minutes.checked_mul(60).and_then(chrono::FixedOffset::east_opt);
    DateTime::from_timestamp_millis(at).zip(offset).map(|(at, offset)| at.with_timezone(&offset))
}

/// A change without its undos and redos.
fn bare(row: &Row<'_>, change: Uuid) -> Found<ChangeRead> {
    let made = moment(row.get(11)?, row.get(12)?);
    Ok(ChangeRead {
        line: HistoryLine { change, counts: true, undos: Vec::new(), has_redos: false, is_unknown: row.get(8)? },
        arrival: row.get(0)?,
        verb: row.get(9)?,
        device: row.get(10)?,
        made,
        redone: Vec::new(),
    })
}
