//! Long work on a book, step by step, for whoever shows how far it is.

use std::cell::Cell;
use std::fmt;

/// What a pad does for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// Reads and scores games.
    ReadGames,
    /// Reads and verifies facts.
    ReadFacts,
    /// Writes facts.
    WriteFacts,
    /// Checks everything that a book holds.
    Check,
    /// Copies a book.
    Copy,
    /// Puts a backup in the place of what a book holds.
    Restore,
    /// Backs up an older book and brings it to the schema of this version.
    Upgrade,
}

/// Is told how far the work on a book is.
pub trait Watcher: fmt::Debug {
    /// Work of this many steps begins.
    fn begin(&self, work: Work, steps: usize);

    /// So many more steps are done.
    fn step(&self, steps: usize);

    /// The work is done, or was given up.
    fn end(&self);
}

/// The steps of some work. Dropping it ends the work.
pub(super) struct Steps<'a>(Option<&'a dyn Watcher>);

impl<'a> Steps<'a> {
    /// Begins work of this many steps.
    pub(super) fn begin(watcher: Option<&'a dyn Watcher>, work: Work, steps: usize) -> Steps<'a> {
        if let Some(watcher) = watcher {
            watcher.begin(work, steps);
        }
        Steps(watcher)
    }

    /// Counts one more step.
    pub(super) fn step(&self) {
        self.step_by(1);
    }

    /// Counts so many more steps.
    pub(super) fn step_by(&self, steps: usize) {
        if let Some(watcher) = self.0 {
            watcher.step(steps);
        }
    }
}

/// A part of some work that is counted in units of its own. Dropping it counts the steps that are left of it.
pub(super) struct Part<'s, 'a> {
    steps: &'s Steps<'a>,
    /// How many of the steps it takes.
    share: usize,
    /// How many units it has, nearly.
    units: usize,
    done: Cell<usize>,
    counted: Cell<usize>,
}

impl<'s, 'a> Part<'s, 'a> {
    /// A part that takes so many of the steps, and has about so many units.
    pub(super) const fn of(steps: &'s Steps<'a>, share: usize, units: usize) -> Part<'s, 'a> {
        Part { steps, share, units, done: Cell::new(0), counted: Cell::new(0) }
    }

    /// One more unit is done.
    pub(super) fn next(&self) {
        self.done.set(self.done.get() + 1);
        self.reach(reached(self.share, self.units, self.done.get()));
    }

    /// So many units are done.
    pub(super) fn reach_unit(&self, units: usize) {
        let done = units.max(self.done.get());
        self.done.set(done);
        self.reach(reached(self.share, self.units, done));
    }

    fn reach(&self, steps: usize) {
        let counted = self.counted.replace(steps);
        if steps > counted {
            self.steps.step_by(steps - counted);
        }
    }
}

impl Drop for Part<'_, '_> {
    fn drop(&mut self) {
        self.reach(self.share);
    }
}

/// How many of the steps of a part are done, once so many of its units are.
fn reached(share: usize, units: usize, done: usize) -> usize {
    share.saturating_mul(done).checked_div(units).unwrap_or(share).min(share)
}

impl Drop for Steps<'_> {
    fn drop(&mut self) {
        if let Some(watcher) = self.0 {
            watcher.end();
        }
    }
}
