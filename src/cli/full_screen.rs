//! The whole screen of a terminal, redrawn at each change and restored at the end.
//!
//! It uses the terminal's second screen, which every current terminal has. It leaves that screen when the value is
//! dropped and on a signal that ends the program. Until then, nothing else may print.

use std::io::{self, ErrorKind, IsTerminal as _, Read as _};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

#[cfg(unix)]
use rustix::termios::{InputModes, LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr};

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
    /// Receives a word when somebody types a key that leaves.
    pub leaving: Receiver<()>,
    /// Keeps the channel open if no keys can be read.
    _leave: Sender<()>,
    _tidying: Tidying,
}

impl FullScreen {
    /// Takes the screen.
    ///
    /// # Errors
    /// The terminal cannot be written to.
    pub(crate) fn take() -> io::Result<FullScreen> {
        let (leave, leaving) = channel();
        let screen = FullScreen { leaving, _leave: leave.clone(), _tidying: tidy_on_interrupt(give_back) };
        *before() = Some(quiet());
        print(ENTER)?;
        if io::stdin().is_terminal() {
            // Without this thread, keys do nothing, but Ctrl-C still ends the program.
            let _ = thread::Builder::new().name("keys".into()).spawn(move || signal_leaving(&leave));
        }
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
        #[cfg(unix)]
        let _ = modes.map(|before| tcsetattr(io::stdin(), OptionalActions::Drain, &before));
        #[cfg(not(unix))]
        let () = modes;
    }
}

/// Signals when the user types a key that leaves.
fn signal_leaving(to: &Sender<()>) {
    let mut keys = [0; 64];
    loop {
        match io::stdin().lock().read(&mut keys) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Ok(read) if read > 0 && !leaves(&keys[..read]) => {}
            _ => break,
        }
    }
    let _ = to.send(());
}

/// Whether one of these keys leaves: `q`, `.` or Ctrl-D. Arrow keys begin with Escape.
fn leaves(keys: &[u8]) -> bool {
    const CTRL_D: u8 = 4;
    const ESCAPE: u8 = 27;
    keys.iter().take_while(|key| **key != ESCAPE).any(|key| matches!(*key, b'q' | b'Q' | b'.' | CTRL_D))
}

#[cfg(unix)]
type Modes = Option<Termios>;

/// Turns off echo and Ctrl-Z (a stopped program would keep the screen), and returns the modes before. A terminal that
/// refuses stays as it is.
#[cfg(unix)]
fn quiet() -> Modes {
    let before = tcgetattr(io::stdin()).ok();
    if let Some(mut quiet) = before.clone() {
        quiet.local_modes &= !(LocalModes::ECHO | LocalModes::ICANON);
        quiet.input_modes &= !InputModes::ICRNL;
        quiet.special_codes[SpecialCodeIndex::VSUSP] = 0;
        let _ = tcsetattr(io::stdin(), OptionalActions::Drain, &quiet);
    }
    before
}

/// Other systems echo no keys by themselves.
#[cfg(not(unix))]
type Modes = ();

#[cfg(not(unix))]
const fn quiet() -> Modes {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_and_the_like_do_not_leave() {
        assert!(leaves(b"q") && leaves(b"x\x04"));
        assert!(!leaves(b"\x1bOq") && !leaves(b"\x1b[A") && !leaves(b"x"));
    }
}
