//! Choosing from a list with the arrow keys.

use std::io::ErrorKind;
use std::time::Duration;

use dialoguer::Select;
use dialoguer::console::Term;

use super::Session;
use super::interrupt::tidy_on_interrupt;
use super::prompts::left;
use crate::answer::failure::Failure;
use crate::cli::printer::{in_symbols, tell};
use crate::render::Symbols;
use ginpad_core::text::cut;

/// The most lines that are shown at a time.
const MOST_LINES: usize = 10;

/// What stands before a line of the list.
const MARGIN: usize = 3;

/// Lets somebody choose one of these lines; `None` if they left the list with Esc. A line that is too long is cut.
///
/// # Errors
/// The terminal is gone.
pub(crate) fn choose(session: &Session, prompt: &str, lines: &[String]) -> Result<Option<usize>, Failure> {
    let screens = session.screens();
    let symbols = screens.symbols_of_errors;
    let plain = |text: &str| in_symbols(text, symbols).into_owned();
    // The sign for what is cut off becomes three dots where only ASCII is shown.
    let margin = if symbols == Symbols::Letters { MARGIN + 2 } else { MARGIN };
    let room = session.look().width.saturating_sub(margin);
    let lines: Vec<String> = lines.iter().map(|line| plain(&cut(&plain(line), room))).collect();
    // The list hides the cursor, and Ctrl-C ends the program inside it.
    let _tidying = tidy_on_interrupt(move || {
        let _ = Term::stderr().show_cursor();
        tell("left; nothing was changed", screens);
    });
    let select = Select::new().with_prompt(plain(prompt)).items(&lines).default(0).max_length(MOST_LINES).report(false);
    select.interact_opt().map_err(|dialoguer::Error::IO(error)| {
        if error.kind() == ErrorKind::Interrupted {
            // The signal is on its way, and says why.
            std::thread::sleep(Duration::from_secs(1));
        }
        left()
    })
}
