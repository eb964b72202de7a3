//! Long work on a book, step by step, for whoever shows how far it is.

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
    /// Brings an older book to the schema of this version.
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

impl Drop for Steps<'_> {
    fn drop(&mut self) {
        if let Some(watcher) = self.0 {
            watcher.end();
        }
    }
}
