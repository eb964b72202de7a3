//! The way in: every line enters a book through [`OpenBook::append`].

use ginpad_core::facts::{Change, Hash, Line, Subject};
use ginpad_core::ledger::{Appended, Refused, Run};
use rusqlite::params;

use super::lines::{STARTS, part_of_start, part_of_sum};
use super::runs::ListedRun;
use super::{BookError, OpenBook};

/// The run that the next line may continue.
struct Last {
    run: ListedRun,
    /// Whether the run has grown since the book last recorded its end.
    has_grown: bool,
}

impl OpenBook<'_> {
    /// Appends each line that the book lacks, in this order, and indexes it by its subjects. Returns one answer for
    /// each line.
    ///
    /// # Errors
    /// The book cannot be written. The caller must then drop the open book.
    pub fn append(&self, lines: &[Line]) -> Result<Vec<Appended>, BookError> {
        const INSERT: &str = "INSERT INTO change (id, line, hash) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
        const LAST: &str = "SELECT writer, first, last, before, hash, arrival FROM run ORDER BY arrival DESC LIMIT 1";
        let last = self.one(LAST, [], ListedRun::of)?;
        let (mut last, mut devices) = (last.map(|run| Last { run, has_grown: false }), None);
        let mut answers = Vec::with_capacity(lines.len());
        for line in lines {
            answers.push(match Change::read(line) {
                Err(fault) => Appended::Refused(Refused::NoChange(fault.to_string())),
                Ok(change) if self.run(INSERT, params![change.id, line.text(), line.hash()])? == 0 => Appended::Known,
                Ok(change) => {
                    let arrival = self.transaction.last_insert_rowid();
                    self.index(arrival, line.hash(), &change)?;
                    self.index_run(arrival, line.hash(), &change, &mut last)?;
                    self.notice_own(line.hash(), &change, &mut devices)?;
                    Appended::Stored
                }
            });
        }
        self.keep_run(last)?;
        Ok(answers)
    }

    /// Indexes a line under each of its subjects.
    fn index(&self, arrival: i64, hash: &Hash, change: &Change) -> Result<(), BookError> {
        for subject in change.subjects() {
            let key = subject.key();
            self.run("INSERT INTO concerns VALUES (?1, ?2)", params![key, arrival])?;
            self.add_to_sum(&key, part_of_sum(hash))?;
        }
        for (game, time) in change.starts() {
            let key = Subject::Game(game).key();
            let start = params![time, change.id, key];
            if self.run("INSERT OR IGNORE INTO start VALUES (?1, ?2, ?3)", start)? > 0 {
                self.add_to_sum(STARTS, part_of_start(time, change.id, &key))?;
            }
        }
        Ok(())
    }

    fn add_to_sum(&self, subject: &[u8], part: i64) -> Result<(), BookError> {
        const ADD: &str = "INSERT INTO sum VALUES (?1, 1, ?2) ON CONFLICT (subject) DO UPDATE \
                           SET lines = lines + 1, hash = (hash | excluded.hash) - (hash & excluded.hash)";
        self.run(ADD, params![subject, part]).map(drop)
    }

    /// Adds a line to the run that it continues, or begins a new run.
    fn index_run(&self, arrival: i64, hash: &Hash, change: &Change, last: &mut Option<Last>) -> Result<(), BookError> {
        if let Some(Last { run, has_grown }) = last
            && run.extend_with(arrival, change, hash)
        {
            *has_grown = true;
            return Ok(());
        }
        self.keep_run(last.take())?;
        let run = Run::begun_by(change, hash);
        let begin = "INSERT INTO run VALUES (?1, ?2, ?3, ?3, ?4, ?5)";
        self.run(begin, params![arrival, run.writer, run.first, run.before, run.hash])?;
        *last = Some(Last { run: ListedRun { arrival, run }, has_grown: false });
        Ok(())
    }

    fn keep_run(&self, last: Option<Last>) -> Result<(), BookError> {
        if let Some(Last { run: ListedRun { arrival, run }, has_grown: true }) = last {
            let grow = "UPDATE run SET last = ?2, hash = ?3 WHERE arrival = ?1";
            self.run(grow, params![arrival, run.last, run.hash])?;
        }
        Ok(())
    }
}
