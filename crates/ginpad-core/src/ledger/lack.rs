//! Lines that another place lacks, in portions.

use std::collections::{HashSet, VecDeque};

use uuid::Uuid;

use super::counted::Counted;
use super::gaps::LineRange;
use crate::facts::{Change, Line};
use crate::ledger::{Run, Store};

/// Lines of a run that another place lacks.
#[derive(Debug)]
pub struct Lack {
    /// The lines not taken yet.
    pub lines: LineRange,
    /// The names of the run's lines, if its writer forked.
    pub(super) names: Option<HashSet<Uuid>>,
}

/// Consecutive lines of one writer.
#[derive(Debug)]
pub struct Portion {
    /// Their run.
    pub run: Run,
    /// The lines.
    pub lines: Vec<Line>,
    /// The counts of their content.
    pub amount: Counted,
}

/// The number of lines requested at once.
const WINDOW: u64 = 256;

impl Lack {
    /// Takes the next part of the first lack that still has lines. `None` if no lack has any.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn next<S: Store>(
        lacks: &mut VecDeque<Lack>,
        store: &mut S,
        bytes: usize,
    ) -> Result<Option<Portion>, S::Error> {
        while let Some(lack) = lacks.front_mut() {
            if let Some(portion) = lack.take(store, bytes)? {
                return Ok(Some(portion));
            }
            lacks.pop_front();
        }
        Ok(None)
    }

    /// Takes the next lines until they reach this many bytes. `None` if none are left.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn take<S: Store>(&mut self, store: &mut S, bytes: usize) -> Result<Option<Portion>, S::Error> {
        let (mut portion, mut left): (Option<Portion>, _) = (None, bytes);
        let LineRange { writer, first: next, last } = &mut self.lines;
        while *next <= *last && left > 0 {
            let asked = *next;
            store.lines_of(*writer, asked..=(*last).min(asked.saturating_add(WINDOW - 1)), &mut |line| {
                let is_of_run = self.names.as_ref().is_none_or(|names| names.contains(&line.name()));
                let change = Change::read(&line).ok().filter(|change| change.number == *next && is_of_run);
                let Some(change) = change.filter(|_| left > 0) else { return Ok(()) };
                let run = || Run::begun_by(&change, line.hash());
                let begun = || Portion { run: run(), lines: Vec::new(), amount: Counted::default() };
                let portion = portion.get_or_insert_with(begun);
                (portion.run.last, portion.run.hash) = (change.number, *line.hash());
                portion.amount += &change;
                left = left.saturating_sub(line.text().len());
                portion.lines.push(line);
                *next += 1;
                Ok(())
            })?;
            if *next == asked {
                // The store no longer holds the rest.
                *next = last.saturating_add(1);
            }
        }
        Ok(portion)
    }
}
