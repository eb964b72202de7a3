//! The progress of long work on a book.

use std::fmt;

/// Receives the progress of long work.
pub trait Watcher: fmt::Debug + Send + Sync {
    /// Begins work of this many steps; `what` names it, like `reading games`. The work ends when the result is dropped.
    fn begin(&self, what: &'static str, steps: usize) -> Box<dyn Steps>;
}

/// Work that takes many steps.
pub trait Steps: fmt::Debug {
    /// Reports that this many more steps are done.
    fn advance(&self, steps: usize);
}

/// Steps that nobody watches.
impl Steps for () {
    fn advance(&self, _: usize) {}
}

/// Begins work of this many steps.
pub(super) fn begin(watcher: Option<&dyn Watcher>, what: &'static str, steps: usize) -> Box<dyn Steps> {
    watcher.map_or_else(|| Box::new(()) as Box<dyn Steps>, |watcher| watcher.begin(what, steps))
}
