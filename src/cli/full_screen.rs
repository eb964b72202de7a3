//! The whole screen of a terminal, redrawn at each change and restored at the end.
//!
//! It uses the terminal's second screen, which every current terminal has. It leaves that screen when the value is
//! dropped and on a signal that ends the program. Until then, nothing else may print.

use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::cli::printer::print;
use crate::disk::interrupt::{Tidying, tidy_on_interrupt};

/// Switches to the second screen, hides the cursor, and cuts long lines at the edge.
const ENTER: &str = "\x1b[?1049h\x1b[?25l\x1b[?7l";
/// Reverts [`ENTER`].
const LEAVE: &str = "\x1b[?7h\x1b[?25h\x1b[?1049l";
/// Moves to the top left and resets the colours.
const TOP: &str = "\x1b[0m\x1b[H";
/// Clears a line, or the rest of the screen.
const EMPTY_LINE: &str = "\x1b[2K";
const EMPTY_BELOW: &str = "\x1b[J";

/// The terminal's modes before the second screen, while that is on. A program has one terminal.
static BEFORE: Mutex<Option<Modes>> = Mutex::new(None);

/// The whole screen, as long as this value lives. Typed keys are not echoed meanwhile.
#[derive(Debug)]
pub(crate) struct FullScreen {
    _tidying: Tidying,
}

impl FullScreen {
    /// Takes the screen.
    ///
    /// # Errors
    /// The terminal cannot be written to.
    pub(crate) fn take() -> io::Result<FullScreen> {
        let screen = FullScreen { _tidying: tidy_on_interrupt(give_back) };
        *before() = Some(quiet());
        print(ENTER)?;
        Ok(screen)
    }

    /// Shows only these lines.
    ///
    /// # Errors
    /// The terminal cannot be written to.
    pub(crate) fn draw(&self, lines: &[String]) -> io::Result<()> {
        let lines: Vec<String> = lines.iter().map(|line| format!("{EMPTY_LINE}{line}")).collect();
        // `give_back` waits for this lock, so nothing is drawn after it.
        match *before() {
            Some(_) => print(&format!("{TOP}{}{EMPTY_BELOW}", lines.join("\r\n"))),
            None => Ok(()),
        }
    }
}

impl Drop for FullScreen {
    fn drop(&mut self) {
        give_back();
    }
}

fn before() -> MutexGuard<'static, Option<Modes>> {
    BEFORE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Restores the terminal, once.
fn give_back() {
    if let Some(modes) = before().take() {
        let _ = print(LEAVE);
        restore(&modes);
    }
}

#[cfg(unix)]
type Modes = Option<rustix::termios::Termios>;

/// Turns off echo and Ctrl-Z (a stopped program would keep the screen), and returns the modes before. A terminal that
/// refuses stays as it is.
#[cfg(unix)]
fn quiet() -> Modes {
    use rustix::termios::{InputModes, LocalModes, OptionalActions, SpecialCodeIndex, tcgetattr, tcsetattr};

    let before = tcgetattr(io::stdin()).ok();
    if let Some(mut quiet) = before.clone() {
        quiet.local_modes &= !(LocalModes::ECHO | LocalModes::ICANON);
        quiet.input_modes &= !InputModes::ICRNL;
        quiet.special_codes[SpecialCodeIndex::VSUSP] = 0;
        let _ = tcsetattr(io::stdin(), OptionalActions::Drain, &quiet);
    }
    before
}

#[cfg(unix)]
fn restore(modes: &Modes) {
    use rustix::termios::{OptionalActions, tcsetattr};

    let _ = modes.as_ref().map(|before| tcsetattr(io::stdin(), OptionalActions::Drain, before));
}

/// Other systems echo no keys by themselves.
#[cfg(not(unix))]
type Modes = ();

#[cfg(not(unix))]
const fn quiet() -> Modes {}

#[cfg(not(unix))]
const fn restore(_: &Modes) {}
