//! What a report of a fault needs to know about the terminal.

use std::env;
use std::io::{self, IsTerminal as _};
use std::path::Path;

use super::session::Session;
use crate::answer::file_words::whole;
use crate::render::{Colour, Symbols};
use crate::reports::check::About;

/// What is to be said of it.
pub(super) fn lines(session: &Session) -> Vec<About> {
    let canvas = session.canvas();
    let terminal = |is_one: bool| if is_one { "a terminal" } else { "not a terminal" };
    let colour = if canvas.colour == Colour::Styled { "colours" } else { "no colours" };
    let symbols = if session.symbols() == Symbols::Signs { "signs" } else { "letters" };
    let lines = [
        ("answers", format!("{}, {} columns, {colour}, {symbols}", terminal(io::stdout().is_terminal()), canvas.width)),
        ("messages", terminal(io::stderr().is_terminal()).into()),
        ("TERM", set("TERM")),
        ("locale", ["LC_ALL", "LC_CTYPE", "LANG"].map(|name| format!("{name}={}", set(name))).join(" ")),
        ("SHELL", set("SHELL")),
    ];
    lines.into_iter().map(|(name, value)| About { name, value }).collect()
}

fn set(name: &str) -> String {
    env::var(name).map_or_else(|_| "not set".into(), |value| whole(Path::new(&value)))
}
