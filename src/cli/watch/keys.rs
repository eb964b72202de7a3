//! What a person does at a terminal whose whole screen is shown: keys, and Ctrl-Z.

use std::io::{self, IsTerminal as _, Read as _};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;
use std::thread;

/// What a key means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    /// To draw the screen anew.
    Redraw,
    /// To leave.
    Leave,
}

/// Tells of every key from now on.
pub(super) fn tell_of_keys(to: &Sender<Key>) {
    if !io::stdin().is_terminal() {
        return;
    }
    let to = to.clone();
    let telling = move || {
        let mut keys = [0; 64];
        loop {
            let key = match io::stdin().lock().read(&mut keys) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => None,
                Ok(0) | Err(_) => Some(Key::Leave),
                Ok(read) => meant(&keys[..read]),
            };
            if key.is_some_and(|key| to.send(key).is_err() || key == Key::Leave) {
                return;
            }
        }
    };
    // Without a thread there are no keys, and Ctrl-C still ends the program.
    let _ = thread::Builder::new().name("keys".into()).spawn(telling);
}

/// What keys mean: `q`, `.` and Ctrl-D leave, and Ctrl-L draws anew. Arrows and the like begin with Escape.
fn meant(keys: &[u8]) -> Option<Key> {
    const CTRL_D: u8 = 4;
    const CTRL_L: u8 = 12;
    const ESCAPE: u8 = 27;
    keys.iter().take_while(|key| **key != ESCAPE).find_map(|key| match *key {
        b'q' | b'Q' | b'.' | CTRL_D => Some(Key::Leave),
        CTRL_L => Some(Key::Redraw),
        _ => None,
    })
}

/// What says from now on that the program is to stop until it is called back, as Ctrl-Z asks for.
pub(super) fn asked_to_stop() -> Arc<AtomicBool> {
    let asked = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    if !crate::disk::interrupt::is_ignored(signal_hook::consts::SIGTSTP) {
        let _ = signal_hook::flag::register(signal_hook::consts::SIGTSTP, Arc::clone(&asked));
    }
    asked
}

/// Stops the program until it is called back.
pub(super) fn stop() {
    #[cfg(unix)]
    let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_and_the_like_are_no_keys() {
        assert_eq!(meant(b"q"), Some(Key::Leave));
        assert_eq!(meant(b"x\x04"), Some(Key::Leave));
        assert_eq!(meant(b"\x0c"), Some(Key::Redraw));
        assert_eq!(meant(b"\x1bOQ"), None);
        assert_eq!(meant(b"\x1b[A"), None);
    }
}
