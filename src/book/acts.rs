//! Acts: what one command did, as one change or as the changes of a batch. They are found by their ids, and listed newest
//! first.

use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow;

use ginpad_core::facts::{Change, Counting, Fact, FactId, HistoryLine, Subject};
use rusqlite::params;
use uuid::Uuid;

use super::error::BookError;
use super::lines::Stored;
use super::pad::Pad;

/// Of a larger batch only the first lines are read. It is an import.
const READ_WHOLE: usize = 64;

/// What one command did.
pub(super) struct Act {
    /// Its changes; of a large batch the first ones.
    pub changes: Vec<Change>,
    /// How many changes it has.
    pub count: usize,
    /// When the last of them came into this book.
    pub arrival: i64,
}

impl Act {
    /// Whether it has more changes than are read.
    pub(super) fn is_large(&self) -> bool {
        self.count > self.changes.len()
    }

    /// The facts of the changes that are read.
    pub(super) fn facts(&self) -> impl Iterator<Item = (FactId, &Fact)> {
        self.changes.iter().flat_map(Change::each_fact)
    }
}

/// Whose acts are listed.
#[derive(Debug, Clone)]
pub(super) enum Whose {
    /// Those of all writers.
    Everyone,
    /// Those of these writers.
    Of(Vec<Uuid>),
    /// Those of other writers than these that came after this arrival.
    OthersAfter(Vec<Uuid>, i64),
}

impl Whose {
    /// The writers that are named, whether they are meant or all others, and after which arrival.
    fn asked(&self) -> (&[Uuid], bool, i64) {
        match self {
            Whose::Everyone => (&[], false, 0),
            Whose::Of(writers) => (writers, true, 0),
            Whose::OthersAfter(writers, after) => (writers, false, *after),
        }
    }
}

/// The acts of some writers, the newest first, each with its last change. They are read a few at a time, because an undo
/// needs only the last ones.
pub(super) struct Acts<'p, 'b> {
    pad: &'p Pad<'b>,
    whose: Whose,
    /// Lines that arrived before this are still to be read.
    before: i64,
    changes: VecDeque<(i64, Change)>,
    /// How many lines to read next.
    next: i64,
    batches: HashSet<Uuid>,
}

impl<'p, 'b> Acts<'p, 'b> {
    pub(super) fn new(pad: &'p Pad<'b>, whose: Whose) -> Acts<'p, 'b> {
        Acts { pad, whose, before: i64::MAX, changes: VecDeque::new(), next: 1, batches: HashSet::new() }
    }

    /// What these acts did, for the core.
    pub(super) fn lines(self) -> impl Iterator<Item = Result<HistoryLine, BookError>> {
        let pad = self.pad;
        self.map(move |found| found.and_then(|(_, change)| pad.history_line(&change)))
    }

    fn advance(&mut self) -> Result<Option<(i64, Change)>, BookError> {
        loop {
            if self.changes.is_empty() {
                self.read()?;
            }
            let Some((arrival, change)) = self.changes.pop_front() else { return Ok(None) };
            let Some(batch) = change.batch else { return Ok(Some((arrival, change))) };
            if self.batches.insert(batch) {
                self.pass_over(batch)?;
                return Ok(Some((arrival, change)));
            }
        }
    }

    /// Passes over the lines of a batch, if they arrived one after another.
    fn pass_over(&mut self, batch: Uuid) -> Result<(), BookError> {
        let (first, last, count) = self.pad.extent(batch)?;
        if last - first + 1 == count {
            self.changes.retain(|(arrival, _)| *arrival < first);
            self.before = self.before.min(first);
        }
        Ok(())
    }

    /// Reads the next few lines. The runs tell where those of a writer stand, so that others are not read.
    fn read(&mut self) -> Result<(), BookError> {
        const MOST: i64 = 256;
        const FIND: &str = "\
            SELECT change.arrival, change.line, change.hash
            FROM run CROSS JOIN change
                ON change.arrival BETWEEN max(run.arrival, ?2 + 1) AND min(run.arrival + run.last - run.first, ?1 - 1)
            WHERE run.arrival < ?1 AND (hex(run.writer) IN (SELECT value FROM json_each(?3))) = ?4
            ORDER BY run.arrival DESC, change.arrival DESC LIMIT ?5";
        let (writers, are_meant, after) = self.whose.asked();
        let writers: Vec<String> = writers.iter().map(|writer| format!("{:X}", writer.simple())).collect();
        let writers = serde_json::json!(writers).to_string();
        self.changes = self.pad.changes_found(FIND, params![self.before, after, writers, are_meant, self.next])?.into();
        self.before = self.changes.back().map_or(self.before, |(arrival, _)| *arrival);
        self.next = (self.next * 4).min(MOST);
        Ok(())
    }
}

impl Iterator for Acts<'_, '_> {
    type Item = Result<(i64, Change), BookError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.advance().transpose()
    }
}

impl Pad<'_> {
    /// The act with this id.
    pub(super) fn act(&self, id: Uuid) -> Result<Option<Act>, BookError> {
        if let Some((arrival, change)) = self.change_named(id)? {
            let is_alone = change.batch.is_none();
            return Ok(is_alone.then(|| Act { changes: vec![change], count: 1, arrival }));
        }
        let find = format!(
            "SELECT {} FROM concerns JOIN change USING (arrival) WHERE subject = ?1 ORDER BY arrival LIMIT ?2",
            Stored::COLUMNS
        );
        let changes = self.changes_found(&find, params![Subject::Batch(id).key(), READ_WHOLE])?;
        let (_, arrival, count) = self.extent(id)?;
        let changes: Vec<Change> = changes.into_iter().map(|(_, change)| change).collect();
        let count = usize::try_from(count).unwrap_or(0);
        Ok((!changes.is_empty()).then_some(Act { changes, count, arrival }))
    }

    /// The first and the last arrival of the changes of a batch, and how many there are. Only those of a batch that did not
    /// arrive one after another are counted.
    fn extent(&self, batch: Uuid) -> Result<(i64, i64, i64), BookError> {
        const ENDS: &str = "SELECT coalesce((SELECT min(arrival) FROM concerns WHERE subject = ?1), 0), \
                            coalesce((SELECT max(arrival) FROM concerns WHERE subject = ?1), 0)";
        const COUNT: &str = "SELECT count(*) FROM concerns WHERE subject = ?1";
        let key = Subject::Batch(batch).key();
        let (first, last) = self.one(ENDS, [&key], |row| Ok((row.get(0)?, row.get(1)?)))?.unwrap_or_default();
        let (mut count, _) = self.sum(&key)?;
        if count != last - first + 1 {
            count = self.one(COUNT, [&key], |row| row.get(0))?.unwrap_or(0);
        }
        Ok((first, last, count))
    }

    /// What was undone and redone of these acts.
    pub(super) fn counting(&self, acts: impl IntoIterator<Item = Uuid>) -> Result<Counting, BookError> {
        let mut changes = Vec::new();
        for act in acts {
            changes.extend(self.changes_concerning(&Subject::Undone(act))?);
        }
        Ok(Counting::of(&changes))
    }

    /// What the act of a change did.
    pub(super) fn history_line(&self, change: &Change) -> Result<HistoryLine, BookError> {
        let undoes = |change: &Change| change.facts.iter().any(|fact| matches!(fact, Fact::Undo(_) | Fact::Redo(_)));
        let act = match change.batch {
            // Very many undos are a batch too.
            Some(batch) if undoes(change) => self.act(batch)?,
            _ => None,
        };
        let changes = act.as_ref().map_or(std::slice::from_ref(change), |act| &act.changes);
        let undone = changes.iter().flat_map(|change| &change.facts).filter_map(|fact| match fact {
            Fact::Undo(undo) => Some(undo.of),
            _ => None,
        });
        let counting = self.counting(undone.chain([change.name, change.act()]).collect::<HashSet<_>>())?;
        let mut lines = changes.iter().map(|change| HistoryLine::of(change, &counting));
        let first = lines.next().unwrap_or_else(|| HistoryLine::of(change, &counting));
        Ok(lines.fold(first, |mut line, more| {
            line.undos.extend(more.undos);
            line.redone.extend(more.redone);
            HistoryLine { is_unknown: line.is_unknown && more.is_unknown, ..line }
        }))
    }

    /// The acts whose ids lie between these two, at most `most`.
    ///
    /// # Errors
    /// The book cannot be read, or a line is not what was written.
    pub fn changes_between(&self, (first, last): (Uuid, Uuid), most: usize) -> Result<Vec<Uuid>, BookError> {
        const BATCHES: &str =
            "SELECT DISTINCT substr(subject, 2) FROM concerns WHERE subject BETWEEN ?1 AND ?2 LIMIT ?3";
        let [from, to] = [first, last].map(|id| Subject::Batch(id).key());
        let mut found: Vec<Uuid> = self.all(BATCHES, params![from, to, most], |row| row.get(0))?;
        let names = format!(
            "SELECT {} FROM change WHERE substr(hash, 1, 16) BETWEEN ?1 AND ?2 ORDER BY substr(hash, 1, 16)",
            Stored::COLUMNS
        );
        self.each(&names, [first, last], |stored| {
            let change = stored.change().map_err(|fault| self.no_line(fault))?;
            // What belongs to a batch is undone with the batch.
            if found.len() < most && change.batch.is_none() {
                found.push(change.name);
            }
            Ok(if found.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })?;
        found.sort_unstable();
        Ok(found)
    }

    /// The shortest start of the id of an act that no other has, at least eight digits.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn short_id(&self, act: Uuid) -> Result<String, BookError> {
        const LEAST: usize = 8;
        const NEIGHBOURS: &str = "\
            SELECT * FROM (SELECT substr(hash, 1, 16) FROM change WHERE substr(hash, 1, 16) < ?1
                           ORDER BY substr(hash, 1, 16) DESC LIMIT 1) UNION ALL
            SELECT * FROM (SELECT substr(hash, 1, 16) FROM change WHERE substr(hash, 1, 16) > ?1
                           ORDER BY substr(hash, 1, 16) LIMIT 1) UNION ALL
            SELECT * FROM (SELECT substr(subject, 2) FROM concerns WHERE subject < ?2 AND subject > x'62'
                           ORDER BY subject DESC LIMIT 1) UNION ALL
            SELECT * FROM (SELECT substr(subject, 2) FROM concerns WHERE subject > ?2 AND subject < x'63'
                           ORDER BY subject LIMIT 1)";
        let id = act.to_string();
        let shared = |other: Uuid| {
            let other = other.to_string();
            id.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count()
        };
        let neighbours: Vec<Uuid> = self.all(NEIGHBOURS, params![act, Subject::Batch(act).key()], |row| row.get(0))?;
        let shared = neighbours.into_iter().map(shared).max().unwrap_or(0);
        let start = id.get(..(shared + 1).max(LEAST)).unwrap_or(&id);
        Ok(start.trim_end_matches('-').to_string())
    }
}
