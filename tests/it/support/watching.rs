//! A watcher of long work on a book.

use std::cell::RefCell;

use ginpad::book::{Watcher, Work};

/// Takes note of the work that it is told of, and of how many steps each has.
#[derive(Debug, Default)]
pub(crate) struct Listener {
    told: RefCell<Vec<(Work, usize)>>,
    counted: RefCell<usize>,
}

impl Listener {
    /// How many steps all work of a kind was to have.
    pub(crate) fn steps(&self, of: Work) -> usize {
        self.told.borrow().iter().filter(|(work, _)| *work == of).map(|(_, steps)| steps).sum()
    }

    /// How many steps were counted.
    pub(crate) fn counted(&self) -> usize {
        *self.counted.borrow()
    }
}

impl Watcher for Listener {
    fn begin(&self, work: Work, steps: usize) {
        self.told.borrow_mut().push((work, steps));
    }

    fn step(&self, steps: usize) {
        *self.counted.borrow_mut() += steps;
    }

    fn end(&self) {}
}
