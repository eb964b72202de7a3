//! A progress bar for long work. It is on the terminal of stderr only, and only while the work is going on.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::interrupt::{Tidying, tidy_on_interrupt};
use crate::book::{Watcher, Work};

/// Work that is done sooner shows no bar.
const PATIENCE: Duration = Duration::from_millis(300);

/// The bar, and what it is about. It takes the width of the terminal.
const TEMPLATE: &str = "{msg} {wide_bar} {percent}%";

/// Some work that may take long. Dropping it takes its bar off the screen.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    began: Instant,
    shown: RefCell<Option<Tidying>>,
}

impl Progress {
    /// Begins work of this many steps. `what` says what is done, like `reading games`.
    pub(crate) fn over(steps: usize, what: &'static str) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden());
        // The template is a constant, and a test draws it.
        let style = ProgressStyle::with_template(TEMPLATE).unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(style);
        bar.set_message(what);
        Progress { bar, began: Instant::now(), shown: RefCell::new(None) }
    }

    /// Counts one more step.
    pub(crate) fn advance(&self) {
        self.bar.inc(1);
        if self.shown.borrow().is_none() && self.began.elapsed() > PATIENCE {
            let bar = self.bar.clone();
            self.shown.replace(Some(tidy_on_interrupt(move || bar.finish_and_clear())));
            // Nothing is drawn unless stderr is a terminal that can be drawn on.
            self.bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Shows a bar for the work on a book.
#[derive(Debug, Default)]
pub(crate) struct BookProgress(RefCell<Option<Progress>>);

impl Watcher for BookProgress {
    fn begin(&self, work: Work, steps: usize) {
        let what = match work {
            Work::ReadGames => "reading games",
            Work::ReadFacts => "reading the book",
            Work::WriteFacts => "writing the book",
        };
        self.0.replace(Some(Progress::over(steps, what)));
    }

    fn step(&self) {
        if let Some(progress) = self.0.borrow().as_ref() {
            progress.advance();
        }
    }

    fn end(&self) {
        self.0.take();
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
        let progress = Progress::over(2, "reading games");
        progress.advance();
        assert!(progress.shown.borrow().is_none() && progress.bar.is_hidden());
    }
}
