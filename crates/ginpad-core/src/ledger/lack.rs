//! Lines that another place lacks, a part at a time.

use std::collections::{HashSet, VecDeque};

use uuid::Uuid;

use super::counted::Counted;
use super::gaps::Numbers;
use crate::facts::{Change, Line};
use crate::ledger::{Run, Store};

/// Lines of a run that another place lacks.
#[derive(Debug)]
pub struct Lack {
    /// Which lines, as far as they were not taken yet.
    pub lines: Numbers,
    /// The names of the lines of the run, if its writer forked.
    pub(super) names: Option<HashSet<Uuid>>,
}

/// Some lines without a gap between them.
#[derive(Debug)]
pub struct Part {
    /// Which they are.
    pub run: Run,
    /// The lines.
    pub lines: Vec<Line>,
    /// What they say.
    pub amount: Counted,
}

/// So many lines are asked for at once.
const WINDOW: u64 = 256;

impl Lack {
    /// Reads the next lines of what lacks, as many as have so many bytes. `None` if nothing is left.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn next<S: Store>(lacks: &mut VecDeque<Lack>, store: &mut S, bytes: usize) -> Result<Option<Part>, S::Error> {
        while let Some(lack) = lacks.front_mut() {
            if let Some(part) = lack.take(store, bytes)? {
                return Ok(Some(part));
            }
            lacks.pop_front();
        }
        Ok(None)
    }

    /// Takes the next of them, until they have so many bytes. `None` if no more are there.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn take<S: Store>(&mut self, store: &mut S, bytes: usize) -> Result<Option<Part>, S::Error> {
        let (mut part, mut left): (Option<Part>, _) = (None, bytes);
        let Numbers { writer, first: next, last } = &mut self.lines;
        while *next <= *last && left > 0 {
            let asked = *next;
            store.lines_of(*writer, asked..=(*last).min(asked.saturating_add(WINDOW - 1)), &mut |line| {
                let is_of_run = self.names.as_ref().is_none_or(|names| names.contains(&line.name()));
                let change = Change::read(&line).ok().filter(|change| change.number == *next && is_of_run);
                let Some(change) = change.filter(|_| left > 0) else { return Ok(()) };
                let run = || Run::begun_by(&change, line.hash());
                let begun = || Part { run: run(), lines: Vec::new(), amount: Counted::default() };
                let part = part.get_or_insert_with(begun);
                (part.run.last, part.run.hash) = (change.number, *line.hash());
                part.amount += &change;
                left = left.saturating_sub(line.text().len());
                part.lines.push(line);
                *next += 1;
                Ok(())
            })?;
            if *next == asked {
                // The rest is not there any more.
                *next = last.saturating_add(1);
            }
        }
        Ok(part)
    }
}
