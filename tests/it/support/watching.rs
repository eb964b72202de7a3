//! Watchers of long work on a book.

use std::cell::RefCell;

use ginpad::book::{Watcher, Work};

/// Watches nothing.
#[derive(Debug)]
pub(crate) struct Nobody;

impl Watcher for Nobody {
    fn begin(&self, _: Work, _: usize) {}
    fn step(&self, _: usize) {}
    fn end(&self) {}
}

/// Some work as it was told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) work: Work,
    /// How many steps it was to have.
    pub(crate) steps: usize,
    /// How many were counted at each word of it.
    pub(crate) counted: Vec<usize>,
    pub(crate) has_ended: bool,
}

/// Takes note of all that it is told.
#[derive(Debug, Default)]
pub(crate) struct Listener(pub(crate) RefCell<Vec<Told>>);

impl Listener {
    fn with_last(&self, then: impl FnOnce(&mut Told)) {
        then(self.0.borrow_mut().iter_mut().rfind(|told| !told.has_ended).unwrap());
    }
}

impl Watcher for Listener {
    fn begin(&self, work: Work, steps: usize) {
        self.0.borrow_mut().push(Told { work, steps, counted: Vec::new(), has_ended: false });
    }

    fn step(&self, steps: usize) {
        self.with_last(|told| told.counted.push(steps));
    }

    fn end(&self) {
        self.with_last(|told| told.has_ended = true);
    }
}
