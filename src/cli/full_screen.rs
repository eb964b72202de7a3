//! The whole screen of a terminal, drawn anew whenever something changes, and given back as it was.
//!
//! The terminal's second screen is used, which every terminal of today has. It is left when the value is dropped, and on a
//! signal that ends the program. Until then, nothing else may print.

use std::io::{self, Write as _};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::disk::interrupt::{Tidying, tidy_on_interrupt};

/// To the second screen; no cursor; what is too long is cut at the edge.
const ENTER: &str = "\x1b[?1049h\x1b[?25l\x1b[?7l";
/// All of that back.
const LEAVE: &str = "\x1b[?7h\x1b[?25h\x1b[?1049l";
/// To the top left, with the terminal's own colours.
const TOP: &str = "\x1b[0m\x1b[H";
/// The rest of a line, and of the screen, is empty.
const EMPTY_LINE: &str = "\x1b[2K";
const EMPTY_BELOW: &str = "\x1b[J";

/// How the terminal was before, while the second screen is shown. A program has one terminal.
static BEFORE: Mutex<Option<Modes>> = Mutex::new(None);

/// The whole screen, as long as this lives. Keys that are typed meanwhile are not shown.
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
        *before() = Some(Modes::quiet());
        print(ENTER)?;
        Ok(screen)
    }

    /// Shows these lines and nothing else.
    ///
    /// # Errors
    /// The terminal cannot be written to.
    pub(crate) fn draw(&self, lines: &[String]) -> io::Result<()> {
        let lines: Vec<String> = lines.iter().map(|line| format!("{EMPTY_LINE}{line}")).collect();
        // Whoever gives the screen back waits, so that nothing is drawn afterwards.
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

fn print(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()
}

/// Gives the screen back, once.
fn give_back() {
    if let Some(modes) = before().take() {
        let _ = print(LEAVE);
        modes.restore();
    }
}

/// The modes of a terminal.
#[cfg(unix)]
#[derive(Debug)]
struct Modes(Option<rustix::termios::Termios>);

#[cfg(unix)]
impl Modes {
    /// Silences the terminal, and returns how it was. If that cannot be done, it stays as it is. Ctrl-Z does nothing, because
    /// a stopped program would keep the screen.
    fn quiet() -> Modes {
        use rustix::termios::{InputModes, LocalModes, OptionalActions, SpecialCodeIndex, tcgetattr, tcsetattr};

        let before = tcgetattr(io::stdin()).ok();
        if let Some(mut quiet) = before.clone() {
            quiet.local_modes &= !(LocalModes::ECHO | LocalModes::ICANON);
            quiet.input_modes &= !InputModes::ICRNL;
            quiet.special_codes[SpecialCodeIndex::VSUSP] = 0;
            let _ = tcsetattr(io::stdin(), OptionalActions::Drain, &quiet);
        }
        Modes(before)
    }

    fn restore(&self) {
        use rustix::termios::{OptionalActions, tcsetattr};

        let _ = self.0.as_ref().map(|before| tcsetattr(io::stdin(), OptionalActions::Drain, before));
    }
}

/// Elsewhere the terminal shows nothing by itself.
#[cfg(not(unix))]
#[derive(Debug)]
struct Modes;

#[cfg(not(unix))]
impl Modes {
    const fn quiet() -> Modes {
        Modes
    }

    const fn restore(&self) {}
}
