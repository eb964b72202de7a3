//! One command at a terminal: what was typed, and what it needs.

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;

use super::invocation::Invocation;
use crate::app::{App, Device, Door};
use crate::commands::Globals;

/// One command at a terminal.
#[derive(Debug)]
pub(super) struct Session {
    /// The flags that every command takes.
    pub globals: Globals,
    /// What was typed.
    pub invocation: Arc<Invocation>,
    /// What the command needs.
    pub app: App,
}

impl Session {
    /// A session with these flags that begins now.
    pub(super) fn new(globals: Globals, invocation: Invocation) -> Session {
        let invocation = Arc::new(invocation);
        let door: Arc<dyn Door> = invocation.clone();
        let mut app = App::new(globals.book.clone(), Device::of_this_user(), door);
        app.goes_on = matches!(*invocation, Invocation::AtPad { .. });
        Session { globals, invocation, app }
    }

    /// Ends the session and the program's work. To take the book's schema apart in memory is a tenth of the work of a
    /// `log`, and the system takes it back anyway: nothing is written when a book is closed.
    pub(super) fn end(self) {
        std::mem::forget(self);
    }

    /// A session that begins now, for a short line at the pad. `lead` is what stands before an entry there, like `3= `.
    pub(super) fn at_pad(&self, lead: &str) -> Session {
        Session::new(self.globals.clone(), (*self.invocation).clone().at_pad(Some(lead)))
    }

    /// A session that begins now, for a command line that is typed at the pad. Without a book of its own, it means this one.
    pub(super) fn of_line(&self, globals: Globals, invocation: Invocation) -> Session {
        let book = globals.book.or_else(|| self.globals.book.clone());
        Session::new(Globals { book, ..globals }, invocation.at_pad(None))
    }

    /// The same session for what begins now.
    pub(super) fn anew(&self) -> Session {
        Session { globals: self.globals.clone(), invocation: Arc::clone(&self.invocation), app: self.app.anew() }
    }

    /// Whether this is for a line at the pad.
    pub(super) const fn is_at_pad(&self) -> bool {
        self.app.goes_on
    }

    /// Whether the answer is for people, unless a flag of a report says otherwise.
    pub(super) fn is_for_people(&self) -> bool {
        !self.globals.json && !self.globals.plain
    }

    /// Whether a person at a terminal can be asked for what is missing.
    pub(super) fn can_ask(&self) -> bool {
        !self.globals.no_input && io::stdin().is_terminal() && io::stderr().is_terminal()
    }

    /// Whether a person types at the terminal and sees the answers there.
    pub(super) fn can_stay(&self) -> bool {
        self.can_ask() && io::stdout().is_terminal()
    }

    /// The file of the lines that were typed at the pad. Its folder is there if anything can be kept.
    pub(super) fn history_file(&self) -> Option<PathBuf> {
        self.app.device.remembers();
        Some(self.app.device.state.as_ref()?.join("history"))
    }
}
