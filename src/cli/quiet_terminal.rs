//! A terminal that does not show what is typed while nobody reads it.
//!
//! A line editor reads keys one by one only while a line is edited. Between two lines the terminal would show keys
//! itself, and the editor would show them again. So the terminal stays silent as long as there is an editor.

#[cfg(unix)]
mod unix {
    use std::io;

    use rustix::termios::{InputModes, LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

    use crate::disk::interrupt::{Tidying, tidy_on_interrupt};

    /// As long as this lives, the terminal of standard input is silent.
    #[derive(Debug)]
    pub(crate) struct QuietTerminal {
        before: Option<Termios>,
        _tidying: Option<Tidying>,
    }

    impl QuietTerminal {
        /// Silences the terminal. If that cannot be done, it stays as it is.
        pub(crate) fn new() -> QuietTerminal {
            let Ok(before) = tcgetattr(io::stdin()) else { return QuietTerminal { before: None, _tidying: None } };
            let mut quiet = before.clone();
            quiet.local_modes &= !(LocalModes::ECHO | LocalModes::ICANON);
            quiet.input_modes &= !InputModes::ICRNL;
            let _ = tcsetattr(io::stdin(), OptionalActions::Drain, &quiet);
            let again = before.clone();
            let tidying = tidy_on_interrupt(move || restore(&again));
            QuietTerminal { before: Some(before), _tidying: Some(tidying) }
        }
    }

    impl Drop for QuietTerminal {
        fn drop(&mut self) {
            self.before.iter().for_each(restore);
        }
    }

    fn restore(before: &Termios) {
        let _ = tcsetattr(io::stdin(), OptionalActions::Drain, before);
    }
}

#[cfg(not(unix))]
mod other {
    /// Elsewhere the terminal shows nothing by itself.
    #[derive(Debug)]
    pub(crate) struct QuietTerminal;

    impl QuietTerminal {
        /// Nothing has to be done.
        pub(crate) const fn new() -> QuietTerminal {
            QuietTerminal
        }
    }
}

#[cfg(not(unix))]
pub(crate) use other::QuietTerminal;
#[cfg(unix)]
pub(crate) use unix::QuietTerminal;
