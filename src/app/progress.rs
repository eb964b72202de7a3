//! How far the work on a book is.

use std::cell::RefCell;
use std::sync::Arc;

use super::{Door, Steps};
use crate::book::{Watcher, Work};

/// What a book is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// What is written is kept.
    Keep,
    /// What is written is taken back.
    Try,
}

/// Tells a door how far the work on a book is.
#[derive(Debug)]
pub(super) struct BookProgress {
    door: Arc<dyn Door>,
    purpose: Purpose,
    /// The work that is going on, and the work that it is part of before it.
    work: RefCell<Vec<Box<dyn Steps>>>,
}

impl BookProgress {
    /// For a book that is used for this.
    pub(super) fn new(door: &Arc<dyn Door>, purpose: Purpose) -> BookProgress {
        BookProgress { door: Arc::clone(door), purpose, work: RefCell::default() }
    }
}

impl Watcher for BookProgress {
    fn begin(&self, work: Work, steps: usize) {
        let what = match (work, self.purpose) {
            (Work::ReadGames, _) => "reading games",
            (Work::ReadFacts, _) => "reading the book",
            (Work::WriteFacts, Purpose::Keep) => "writing the book",
            (Work::WriteFacts, Purpose::Try) => "trying it out",
            (Work::Check, _) => "checking the book",
            (Work::Copy, _) => "copying the book",
            (Work::Upgrade, _) => "upgrading the book",
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
