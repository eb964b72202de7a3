//! How the terminal treats keys while the program waits for single ones, without a line being typed.

#[cfg(unix)]
use std::io;

#[cfg(unix)]
use rustix::termios::{InputModes, LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr};

/// The modes of a terminal. Other systems echo no keys by themselves.
#[cfg(unix)]
pub(super) type Modes = Option<Termios>;
#[cfg(not(unix))]
pub(super) type Modes = ();

/// The modes as they are.
#[cfg(unix)]
pub(super) fn modes() -> Modes {
    tcgetattr(io::stdin()).ok()
}

#[cfg(not(unix))]
pub(super) const fn modes() -> Modes {}

/// Turns off echo and Ctrl-Z (a stopped program would keep the screen). A terminal that refuses stays as it is.
#[cfg(unix)]
pub(super) fn be_quiet(mut modes: Modes) {
    if let Some(quiet) = &mut modes {
        quiet.local_modes &= !(LocalModes::ECHO | LocalModes::ICANON);
        quiet.input_modes &= !InputModes::ICRNL;
        quiet.special_codes[SpecialCodeIndex::VSUSP] = 0;
    }
    restore(&modes);
}

#[cfg(not(unix))]
pub(super) const fn be_quiet(_: Modes) {}

/// Gives the terminal its modes again.
#[cfg(unix)]
pub(super) fn restore(modes: &Modes) {
    let _ = modes.as_ref().map(|modes| tcsetattr(io::stdin(), OptionalActions::Drain, modes));
}

#[cfg(not(unix))]
pub(super) const fn restore(_: &Modes) {}
