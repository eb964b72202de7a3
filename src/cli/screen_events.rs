//! What happens at a terminal whose whole screen is shown: keys, another size, and being sent to the background.

use std::io::{self, IsTerminal as _, Read as _};
use std::sync::mpsc::Sender;
use std::thread;

/// Something that happens at the terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ScreenEvent {
    /// The screen must be drawn anew.
    Redraw,
    /// A person wants to leave.
    Leave,
    /// The program is to stop until it is called back.
    Suspend,
}

/// Tells of everything that happens from now on.
pub(crate) fn tell_of_events(to: &Sender<ScreenEvent>) {
    if io::stdin().is_terminal() {
        let to = to.clone();
        // Without a thread there are no keys, and Ctrl-C still ends the program.
        let _ = thread::Builder::new().name("keys".into()).spawn(move || tell_of_keys(&to));
    }
    tell_of_signals(to.clone());
}

/// Reads keys until nobody listens any more.
fn tell_of_keys(to: &Sender<ScreenEvent>) {
    let mut keys = [0; 64];
    loop {
        let event = match io::stdin().lock().read(&mut keys) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => None,
            Ok(0) | Err(_) => Some(ScreenEvent::Leave),
            Ok(read) => event(&keys[..read]),
        };
        if event.is_some_and(|event| to.send(event).is_err() || event == ScreenEvent::Leave) {
            return;
        }
    }
}

/// What keys mean: `q`, `.` and Ctrl-D leave, and Ctrl-L draws anew. Arrows and the like begin with Escape.
fn event(keys: &[u8]) -> Option<ScreenEvent> {
    const CTRL_D: u8 = 4;
    const CTRL_L: u8 = 12;
    const ESCAPE: u8 = 27;
    keys.iter().take_while(|key| **key != ESCAPE).find_map(|key| match *key {
        b'q' | b'Q' | b'.' | CTRL_D => Some(ScreenEvent::Leave),
        CTRL_L => Some(ScreenEvent::Redraw),
        _ => None,
    })
}

#[cfg(unix)]
fn tell_of_signals(to: Sender<ScreenEvent>) {
    use signal_hook::consts::{SIGTSTP, SIGWINCH};
    use signal_hook::iterator::Signals;

    let heard = [SIGWINCH, SIGTSTP].into_iter().filter(|signal| !crate::disk::interrupt::is_ignored(*signal));
    let Ok(mut signals) = Signals::new(heard) else { return };
    let telling = move || {
        for signal in signals.forever() {
            let event = if signal == SIGTSTP { ScreenEvent::Suspend } else { ScreenEvent::Redraw };
            if to.send(event).is_err() {
                return;
            }
        }
    };
    let _ = thread::Builder::new().name("window".into()).spawn(telling);
}

/// Elsewhere the screen is drawn in its new size with the next change.
#[cfg(not(unix))]
fn tell_of_signals(_: Sender<ScreenEvent>) {}

/// Stops the program until it is called back, as Ctrl-Z does.
pub(crate) fn suspend() {
    #[cfg(unix)]
    let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_and_the_like_are_no_keys() {
        assert_eq!(event(b"q"), Some(ScreenEvent::Leave));
        assert_eq!(event(b"x\x04"), Some(ScreenEvent::Leave));
        assert_eq!(event(b"\x0c"), Some(ScreenEvent::Redraw));
        assert_eq!(event(b"\x1bOQ"), None);
        assert_eq!(event(b"\x1b[A"), None);
    }
}
