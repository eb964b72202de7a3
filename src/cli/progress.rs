//! A progress bar for long work. It is on the terminal of stderr only, and only while the work is going on.

use std::cell::RefCell;
use std::io::{self, IsTerminal as _};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::interrupt::{Tidying, tidy_on_interrupt};
use super::symbols_of_locale;
use crate::book::{Watcher, Work};
use crate::render::Symbols;

/// Work that is done sooner shows no bar.
const PATIENCE: Duration = Duration::from_millis(300);

/// The bar, and what it is about. It takes the width of the terminal.
const TEMPLATE: &str = "{msg} {wide_bar} {percent}%";

/// Some work that may take long. Dropping it takes its bar off the screen.
#[derive(Debug)]
pub(crate) struct Progress {
    /// The bar; none if stderr is not a terminal.
    bar: Option<ProgressBar>,
    began: Instant,
    shown: RefCell<Option<Tidying>>,
}

impl Progress {
    /// Begins work of this many steps. `what` says what is done, like `reading games`.
    pub(crate) fn over(steps: usize, what: &'static str) -> Progress {
        let bar = io::stderr().is_terminal().then(|| bar(steps, what));
        Progress { bar, began: Instant::now(), shown: RefCell::new(None) }
    }

    /// Counts one more step.
    pub(crate) fn advance(&self) {
        self.advance_by(1);
    }

    /// Counts so many more steps.
    pub(crate) fn advance_by(&self, steps: usize) {
        let Some(bar) = &self.bar else { return };
        bar.inc(steps as u64);
        if self.shown.borrow().is_none() && self.began.elapsed() > PATIENCE {
            let clear = bar.clone();
            self.shown.replace(Some(tidy_on_interrupt(move || clear.finish_and_clear())));
            bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.iter().for_each(ProgressBar::finish_and_clear);
    }
}

/// A bar that is not drawn yet.
fn bar(steps: usize, what: &'static str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden());
    // The template is a constant, and a test reads it.
    let style = ProgressStyle::with_template(TEMPLATE).unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.set_style(match symbols_of_locale() {
        Symbols::Signs => style,
        Symbols::Letters => style.progress_chars("#."),
    });
    bar.set_message(what);
    bar
}

/// Shows a bar for the work on a book.
#[derive(Debug)]
pub(crate) struct BookProgress {
    purpose: Purpose,
    /// The work that is going on, and the work that it is part of before it.
    progress: RefCell<Vec<Progress>>,
}

/// What a book is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// What is written is kept.
    Keep,
    /// What is written is taken back.
    Try,
}

impl BookProgress {
    /// A bar for the work on a book that is used for this.
    pub(crate) const fn new(purpose: Purpose) -> BookProgress {
        BookProgress { purpose, progress: RefCell::new(Vec::new()) }
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
        self.progress.borrow_mut().push(Progress::over(steps, what));
    }

    fn step(&self, steps: usize) {
        if let Some(progress) = self.progress.borrow().last() {
            progress.advance_by(steps);
        }
    }

    fn end(&self) {
        self.progress.borrow_mut().pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_can_be_drawn() {
        assert!(ProgressStyle::with_template(TEMPLATE).is_ok());
    }

    #[test]
    fn short_work_shows_nothing() {
        let bar = Some(bar(2, "reading games"));
        let progress = Progress { bar, began: Instant::now() + PATIENCE * 100, shown: RefCell::new(None) };
        progress.advance();
        assert!(progress.shown.borrow().is_none() && progress.bar.as_ref().is_some_and(ProgressBar::is_hidden));
    }
}
