//! Shows a long answer in a pager, as `less` is one.

use std::env;
use std::io::Write as _;
use std::process::{Command, Stdio};

use crate::app::config::command_words;

/// The command of a program that shows text page by page, as words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pager(Vec<String>);

impl Pager {
    /// The pager that is used if none is named. It ends at once if the text fits, leaves the text on the screen, and names the
    /// keys that go on.
    pub(crate) const USUAL: &str = "less -FIRX '-Ps?eq leaves:space shows more, q leaves.'";

    /// The pager that a command names. `None` if the command names nothing, or `cat`, which shows everything at once.
    pub(crate) fn of(command: &str) -> Option<Pager> {
        let words = command_words(command)?;
        let is_pager = words.first().is_some_and(|program| !program.is_empty() && program != "cat");
        is_pager.then_some(Pager(words))
    }

    /// Shows text until the reader leaves. `None` if the program does not start.
    pub(crate) fn show(&self, text: &str) -> Option<()> {
        let mut command = Command::new(&self.0[0]);
        command.args(&self.0[1..]).stdin(Stdio::piped());
        // Colours are shown, and every character. What the user has set stays.
        for (name, value) in [("LESS", "FRX"), ("LV", "-c"), ("LESSCHARSET", "utf-8")] {
            if env::var_os(name).is_none() {
                command.env(name, value);
            }
        }
        let mut program = command.spawn().ok()?;
        outlive_control_c();
        // A reader who leaves early has seen enough: that is no error.
        let _ = program.stdin.take().map(|mut stdin| stdin.write_all(text.as_bytes()));
        let _ = program.wait();
        Some(())
    }
}

/// In a pager, Ctrl-C stops a search. It must not end the program under it, which would leave two readers at one
/// terminal.
#[cfg(unix)]
fn outlive_control_c() {
    let _ = signal_hook::flag::register(signal_hook::consts::SIGINT, std::sync::Arc::default());
}

/// Elsewhere the pager is asked first.
#[cfg(not(unix))]
fn outlive_control_c() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pager_is_a_command_with_words() {
        let pager = |words: [&str; 2]| Some(Pager(words.map(str::to_string).to_vec()));
        assert_eq!(Pager::of("less -R"), pager(["less", "-R"]));
        assert_eq!(Pager::of("'my pager' 'a b'"), pager(["my pager", "a b"]));
        for none in ["", "  ", "cat", "'"] {
            assert_eq!(Pager::of(none), None, "{none}");
        }
    }

    #[test]
    fn a_pager_that_is_not_there_shows_nothing() {
        assert_eq!(Pager::of("no-such-pager-anywhere").unwrap().show("text"), None);
    }
}
