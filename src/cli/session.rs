//! One command at a terminal: its command line and its needs.

use std::env;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use clap::ValueEnum as _;
use terminal_size::{Height, terminal_size_of};

use crate::answer::{Medium, in_full};
use crate::app::config::{ColorWhen, PagerChoice, command_of};
use crate::app::{App, Device};
use crate::cli::invocation::Invocation;
use crate::cli::printer::{dressed, laid_out, symbols_of_locale, width};
use crate::commands::Globals;
use crate::disk::interrupt::leave_interrupts_to_others;
use crate::render::{Canvas, Colour, Symbols};
use crate::reports::book::About;

/// One command at a terminal.
#[derive(Debug)]
pub(super) struct Session {
    /// The flags that every command takes.
    pub globals: Globals,
    /// The command line as typed.
    pub invocation: Arc<Invocation>,
    /// The book, clock and settings that the command uses.
    pub app: App,
}

impl Session {
    /// A session that begins now with these flags.
    pub(super) fn new(globals: Globals, invocation: Invocation) -> Session {
        let invocation = Arc::new(invocation);
        let mut app = App::new(globals.book.clone(), Device::of_this_user(), invocation.clone());
        app.goes_on = invocation.is_at_pad;
        Session { globals, invocation, app }
    }

    /// A session that begins now, for a short line at the pad. `lead` is the text before an entry there, like `3= `.
    pub(super) fn at_pad(&self, lead: &str) -> Session {
        Session::new(self.globals.clone(), (*self.invocation).clone().at_pad(Some(lead)))
    }

    /// A session that begins now, for a command line typed at the pad. Unless it names a book, it uses this one.
    pub(super) fn of_line(&self, globals: Globals, invocation: Invocation) -> Session {
        let book = globals.book.or_else(|| self.globals.book.clone());
        Session::new(Globals { book, ..globals }, invocation.at_pad(None))
    }

    /// Whether the answer is for people, apart from the flags of a report.
    pub(super) fn is_for_people(&self) -> bool {
        !self.globals.json && !self.globals.plain
    }

    /// Whether a person at the terminal can answer questions.
    pub(super) fn can_ask(&self) -> bool {
        !self.globals.no_input && io::stdin().is_terminal() && io::stderr().is_terminal()
    }

    /// The canvas of an answer: its width, rows and colours.
    pub(crate) fn canvas(&self) -> Canvas {
        let no_color = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let terminal = io::stdout().is_terminal();
        let set_up = || self.app.config().color.filter(|_| !no_color);
        let styled = match self.globals.color.or_else(set_up).unwrap_or(ColorWhen::Auto) {
            ColorWhen::Always => true,
            ColorWhen::Never => false,
            ColorWhen::Auto => terminal && !no_color && env::var_os("TERM").is_none_or(|name| name != "dumb"),
        };
        let columns = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        Canvas {
            rows: self.rows().map(|rows| rows.saturating_sub(PROMPT).max(1)),
            width: width(terminal_size_of(io::stdout())).or(columns).unwrap_or(80).clamp(Canvas::NARROWEST, 200),
            colour: if styled { Colour::Styled } else { Colour::Plain },
            medium: match terminal {
                _ if self.app.goes_on => Medium::Pad,
                true => Medium::Terminal,
                false => Medium::File,
            },
        }
    }

    /// The canvas of a question: without styles, because it holds names that others chose, so every control character
    /// is made harmless.
    pub(crate) fn plain_canvas(&self) -> Canvas {
        Canvas { colour: Colour::Plain, ..self.canvas() }
    }

    /// Adapts text for people to the terminal: breaks long lines between words, and replaces characters and styles.
    /// Text for programs stays unchanged.
    pub(crate) fn fit_to_terminal(&self, text: String) -> String {
        if !self.is_for_people() {
            return text;
        }
        let text = laid_out(text, width(terminal_size_of(io::stdout())));
        dressed(text, self.canvas().colour, self.symbols())
    }

    /// The characters used in an answer for people.
    pub(crate) fn symbols(&self) -> Symbols {
        match symbols_of_locale() {
            Symbols::Signs => self.app.config().symbols.unwrap_or(Symbols::Signs),
            Symbols::Letters => Symbols::Letters,
        }
    }

    /// The rows of the terminal, if the answer is printed on one.
    pub(crate) fn rows(&self) -> Option<usize> {
        terminal_size_of(io::stdout()).map(|(_, Height(rows))| usize::from(rows).max(1))
    }

    /// Whether a person reads the answer at a terminal whose whole screen can be drawn.
    pub(crate) fn has_screen(&self) -> bool {
        let is_capable = env::var_os("TERM").is_some_and(|terminal| terminal != "dumb" && !terminal.is_empty());
        self.is_for_people() && self.rows().is_some() && is_capable
    }

    /// The pager for this answer: `None` unless a person sits at a terminal that the answer does not fit. Also `None`
    /// at the pad, which keeps the terminal.
    pub(crate) fn pager(&self, answer: &str) -> Option<Command> {
        let is_long = answer.lines().count() >= self.rows()?;
        if self.app.goes_on || !self.has_screen() || self.globals.no_pager || !is_long {
            return None;
        }
        let of_the_config = match self.app.config().pager {
            Some(PagerChoice::Usual(false)) => return None,
            Some(PagerChoice::Command(pager)) => pager,
            Some(PagerChoice::Usual(true)) | None => USUAL_PAGER.into(),
        };
        // `cat` shows everything at once, as printing does.
        command_of(&env::var("PAGER").unwrap_or(of_the_config)).filter(|pager| pager.get_program() != "cat")
    }
}

/// Rows of the window that the prompt below an answer takes.
const PROMPT: usize = 2;

/// The flags that affect help and hints, read without clap, which has not parsed the command line.
pub(super) fn flags_of_help(typed: &Invocation) -> Globals {
    let color = typed.values_of("color").and_then(|colours| ColorWhen::from_str(colours.last()?, false).ok());
    let no_pager = typed.words.iter().any(|word| word == "--no-pager");
    let book = typed.values_of("book").and_then(|mut books| books.pop()).map(PathBuf::from);
    Globals { book, json: false, plain: false, color, no_input: false, no_pager }
}

/// The default pager. It ends at once if the text fits, leaves the text on the screen, and names its keys.
const USUAL_PAGER: &str = "less -FIRX '-Ps?eq leaves:space shows more, q leaves.'";

/// Shows text in a pager until the reader leaves. `None` if the pager does not start.
pub(super) fn paged(mut pager: Command, text: &str) -> Option<()> {
    // Show colours and every character. Variables that the user has set stay.
    let variables = [("LESS", "FRX"), ("LV", "-c"), ("LESSCHARSET", "utf-8")];
    let unset = variables.into_iter().filter(|(name, _)| env::var_os(name).is_none());
    let mut program = pager.envs(unset).stdin(Stdio::piped()).spawn().ok()?;
    // In a pager Ctrl-C stops a search.
    let _left = leave_interrupts_to_others();
    // A reader who leaves early has seen enough; this is no error.
    let _ = program.stdin.take().map(|mut stdin| stdin.write_all(text.as_bytes()));
    let _ = program.wait();
    Some(())
}

/// Describes the terminal and its variables, for a report of problems.
pub(super) fn about(session: &Session) -> Vec<About> {
    let canvas = session.canvas();
    let set = |name: &str| env::var(name).map_or_else(|_| "not set".into(), |value| in_full(Path::new(&value)));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pager_that_is_not_there_shows_nothing() {
        assert_eq!(paged(Command::new("no-such-pager-anywhere"), "text"), None);
    }
}
