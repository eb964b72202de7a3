//! The terminal as a command knows it: a bar for long work, and remarks before the answer. The bar is on the terminal of stderr only, and only while the work is going on.

use std::cell::RefCell;
use std::io::{self, IsTerminal as _};
use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::invocation::Invocation;
use super::locale::symbols_of_locale;
use super::printer::announce;
use crate::answer::Remark;
use crate::app::{Door, Steps};
use crate::disk::interrupt::{Tidying, tidy_on_interrupt};
use crate::render::Symbols;

/// Work that is done sooner shows no bar.
const PATIENCE: Duration = Duration::from_millis(300);

/// The bar, and what it is about. It takes the width of the terminal.
const TEMPLATE: &str = "{msg} {wide_bar} {percent}%";

/// Some work that may take long. Dropping it takes its bar off the screen.
#[derive(Debug)]
struct Progress {
    /// The bar; none if stderr is not a terminal.
    bar: Option<ProgressBar>,
    began: Instant,
    shown: RefCell<Option<Tidying>>,
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

/// The terminal at which somebody waits for a command that was typed so. Suggested commands keep what was typed.
#[derive(Debug)]
pub(super) struct Terminal(pub(super) Arc<Invocation>);

impl Door for Terminal {
    fn begin(&self, what: &'static str, steps: usize) -> Box<dyn Steps> {
        let bar = io::stderr().is_terminal().then(|| bar(steps, what));
        Box::new(Progress { bar, began: Instant::now(), shown: RefCell::new(None) })
    }

    fn remark(&self, remark: &Remark) {
        announce(remark, &self.0);
    }
}

impl Steps for Progress {
    fn advance(&self, steps: usize) {
        let Some(bar) = &self.bar else { return };
        bar.inc(steps as u64);
        if self.shown.borrow().is_none() && self.began.elapsed() > PATIENCE {
            let clear = bar.clone();
            self.shown.replace(Some(tidy_on_interrupt(move || clear.finish_and_clear())));
            bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        }
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
        progress.advance(1);
        assert!(progress.shown.borrow().is_none() && progress.bar.as_ref().is_some_and(ProgressBar::is_hidden));
    }
}
