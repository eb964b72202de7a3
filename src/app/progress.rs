//! How far the work on a book is.

use std::cell::RefCell;
use std::sync::Arc;

use super::{Door, Steps};
use crate::book::{Watcher, Work};

/// Tells a door how far the work on a book is.
#[derive(Debug)]
pub(super) struct BookProgress {
    door: Arc<dyn Door>,
    /// The work that is going on, and the work that it is part of before it.
    work: RefCell<Vec<Box<dyn Steps>>>,
}

impl BookProgress {
    pub(super) fn new(door: &Arc<dyn Door>) -> BookProgress {
        BookProgress { door: Arc::clone(door), work: RefCell::default() }
    }
}

impl Watcher for BookProgress {
    fn begin(&self, work: Work, steps: usize) {
        let what = match work {
            Work::ReadGames => "reading games",
            Work::ReadFacts => "reading the book",
            Work::WriteFacts => "writing the book",
            Work::Check => "checking the book",
            Work::Copy => "copying the book",
            Work::Upgrade => "upgrading the book",
        };
        self.work.borrow_mut().push(self.door.begin(what, steps));
    }

    fn step(&self, steps: usize) {
        if let Some(work) = self.work.borrow().last() {
            work.advance(steps);
        }
    }

    fn end(&self) {
        self.work.borrow_mut().pop();
    }
}
