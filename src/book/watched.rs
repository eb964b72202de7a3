//! Long work on a book, step by step, for whoever shows how far it is.

use std::fmt;

/// Is told how far long work is.
pub trait Watcher: fmt::Debug + Send + Sync {
    /// Work of this many steps begins; `what` says what is done, like `reading games`. It ends when the answer is dropped.
    fn begin(&self, what: &'static str, steps: usize) -> Box<dyn Steps>;
}

/// Work that takes many steps.
pub trait Steps: fmt::Debug {
    /// This many more steps are done.
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
