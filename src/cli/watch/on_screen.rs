//! A watched game on the whole screen of a terminal.

use std::io::{self, ErrorKind, IsTerminal as _, Read as _};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use terminal_size::{Height, Width, terminal_size_of};

use super::follower::{Follower, Next, Showing};
use crate::answer::Failure;
use crate::app::book_watch::EVERY;
use crate::cli::full_screen::FullScreen;
use crate::cli::session::Session;
use crate::render::{Canvas, formats};
use ginpad_core::text::{count, sentence};

/// The screen, which is drawn again whenever the game or the size of the window changes, until a person leaves.
pub(super) struct Screen<'s> {
    session: &'s Session,
    screen: FullScreen,
    /// The size of the window when it was drawn last.
    size: Option<(Width, Height)>,
    leaving: Receiver<()>,
    /// Keeps the receiver open where there are no keys.
    _leave: Sender<()>,
}

impl<'s> Screen<'s> {
    /// Takes the screen.
    ///
    /// # Errors
    /// The terminal cannot be written to.
    pub(super) fn take(session: &'s Session) -> Result<Screen<'s>, Failure> {
        let (leave, leaving) = channel();
        if io::stdin().is_terminal() {
            let leave = leave.clone();
            // Without a thread there are no keys, and Ctrl-C still ends the program.
            let _ = thread::Builder::new().name("keys".into()).spawn(move || tell_of_leaving(&leave));
        }
        Ok(Screen { session, screen: FullScreen::take().map_err(fault)?, size: None, leaving, _leave: leave })
    }
}

impl Showing for Screen<'_> {
    fn show(&mut self, follower: &Follower) -> Result<(), Failure> {
        self.size = terminal_size_of(io::stdout());
        self.screen.draw(&frame(&self.session.anew(), follower)).map_err(fault)
    }

    fn wait(&mut self) -> Next {
        match self.leaving.recv_timeout(EVERY) {
            Ok(()) => Next::Leave,
            Err(_) if self.size != terminal_size_of(io::stdout()) => Next::Show,
            Err(_) => Next::CheckBook,
        }
    }
}

fn fault(why: io::Error) -> Failure {
    Failure::fault(format!("the terminal cannot be written to: {why}"))
}

/// Tells when a key is typed that leaves.
fn tell_of_leaving(to: &Sender<()>) {
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

/// Whether one of these keys leaves: `q`, `.` or Ctrl-D. Arrows and the like begin with Escape.
fn leaves(keys: &[u8]) -> bool {
    const CTRL_D: u8 = 4;
    const ESCAPE: u8 = 27;
    keys.iter().take_while(|key| **key != ESCAPE).any(|key| matches!(*key, b'q' | b'Q' | b'.' | CTRL_D))
}

/// The lines of the screen: the game, and below it why it may be out of date.
fn frame(session: &Session, follower: &Follower) -> Vec<String> {
    let rows = session.rows().unwrap_or(24);
    let words = follower
        .trouble
        .as_ref()
        .map(|why| sentence(&format!("! {why}; still watching"), session.canvas().line_columns()));
    let trouble: Vec<String> = words.iter().flat_map(|words| words.lines()).map(String::from).collect();
    let room = rows.saturating_sub(trouble.len()).max(1);
    let canvas = Canvas { rows: Some(room), ..session.canvas() };
    let report = follower.report();
    let text = formats::terminal(&report, canvas, &*session.invocation);
    let text = session.shown(text);
    let lines: Vec<&str> = text.trim_end().lines().collect();
    // Of what is longer than the window, the end is seen: the newest hands, and where the game stands.
    let above = if lines.len() > room { lines.len() + 1 - room } else { 0 };
    let left_out = (above > 0).then(|| format!("({} above)", count(above, "line")));
    let lines = left_out.into_iter().chain(lines.into_iter().skip(above).map(String::from));
    lines.take(room).chain(trouble).take(rows).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_and_the_like_do_not_leave() {
        assert!(leaves(b"q") && leaves(b"x\x04"));
        assert!(!leaves(b"\x1bOq") && !leaves(b"\x1b[A") && !leaves(b"x"));
    }
}
