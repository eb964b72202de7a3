//! The terminal as a command knows it: a bar for long work, and remarks before the answer. The bar is on the terminal of
//! stderr only, and only while the work is going on.

use std::cell::OnceCell;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::invocation::Invocation;
use super::printer::announce;
use crate::answer::Remark;
use crate::app::Door;
use crate::book::{Steps, Watcher};
use crate::cli::printer::symbols_of_locale;
use crate::disk::interrupt::{Tidying, tidy_on_interrupt};
use crate::render::Symbols;

/// Work that is done sooner shows no bar.
const PATIENCE: Duration = Duration::from_millis(300);

/// The bar, and what it is about. It takes the width of the terminal.
const TEMPLATE: &str = "{msg} {wide_bar} {percent}%";

/// Some work that may take long. Dropping it takes its bar off the screen.
#[derive(Debug)]
struct Progress {
    bar: ProgressBar,
    /// Takes the bar off the screen on Ctrl-C, once it is drawn.
    shown: OnceCell<Tidying>,
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
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

impl Watcher for Invocation {
    fn begin(&self, what: &'static str, steps: usize) -> Box<dyn Steps> {
        Box::new(Progress { bar: bar(steps, what), shown: OnceCell::new() })
    }
}

/// The terminal at which somebody waits for a command that was typed so. Suggested commands keep what was typed.
impl Door for Invocation {
    fn remark(&self, remark: &Remark) {
        announce(remark, self);
    }
}

impl Steps for Progress {
    fn advance(&self, steps: usize) {
        self.bar.inc(steps as u64);
        if self.shown.get().is_none() && self.bar.elapsed() > PATIENCE {
            let clear = self.bar.clone();
            self.shown.get_or_init(|| tidy_on_interrupt(move || clear.finish_and_clear()));
            self.bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
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
        let progress = Progress { bar: bar(2, "reading games"), shown: OnceCell::new() };
        progress.advance(1);
        assert!(progress.shown.get().is_none() && progress.bar.is_hidden());
    }
}
