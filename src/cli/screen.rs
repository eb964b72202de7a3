//! The terminal that an answer is printed on: its width, colours and characters, and a pager for what does not fit.

use std::ffi::OsStr;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::{env, io};

use clap::ValueEnum as _;
use terminal_size::{Height, terminal_size_of};

use super::invocation::Invocation;
use super::locale::symbols_of_locale;
use super::pager::Pager;
use super::printer::{dressed, laid_out, width};
use super::session::Session;
use crate::answer::canvas::Medium;
use crate::app::config::{ColorWhen, PagerChoice};
use crate::commands::Globals;
use crate::render::{Canvas, Colour, Symbols};

/// Rows of the window that the prompt below an answer takes.
const PROMPT: usize = 2;

/// The flags that bear on help and on hints, which are wanted although clap has not read them.
pub(super) fn flags_of_help(typed: &Invocation) -> Globals {
    let color = typed.values_of("color").and_then(|colours| ColorWhen::from_str(colours.last()?, false).ok());
    let no_pager = matches!(typed, Invocation::Unparsed(words) if words.iter().any(|word| word == "--no-pager"));
    let book = typed.values_of("book").and_then(|mut books| books.pop()).map(PathBuf::from);
    Globals { book, json: false, plain: false, color, no_input: false, no_pager }
}

impl Session {
    /// How wide an answer may be, and whether it has colours.
    pub(crate) fn canvas(&self) -> Canvas {
        let set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
        let terminal = io::stdout().is_terminal();
        let set_up = || if set("NO_COLOR") { Some(ColorWhen::Never) } else { self.app.config().color };
        let styled = match self.globals.color.or_else(set_up).unwrap_or(ColorWhen::Auto) {
            ColorWhen::Always => true,
            ColorWhen::Never => false,
            ColorWhen::Auto => {
                terminal && !set("NO_COLOR") && env::var_os("TERM").as_deref() != Some(OsStr::new("dumb"))
            }
        };
        let columns = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        let width = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0)).filter(|_| terminal);
        Canvas {
            rows: self.rows().map(|rows| rows.saturating_sub(PROMPT).max(1)),
            width: width.or(columns).unwrap_or(80).clamp(Canvas::NARROWEST, 200),
            colour: if styled { Colour::Styled } else { Colour::Plain },
            medium: match terminal {
                _ if self.is_at_pad() => Medium::Pad,
                true => Medium::Terminal,
                false => Medium::File,
            },
        }
    }

    /// How something is said to somebody who is being asked: without styles, because names that others chose are in it,
    /// and so every control character is made harmless.
    pub(crate) fn plain_canvas(&self) -> Canvas {
        Canvas { colour: Colour::Plain, ..self.canvas() }
    }

    /// Text for people as the terminal shows it: broken between words where it does not fit, in its characters, and with
    /// its styles. Text for programs stays as it is.
    pub(crate) fn shown(&self, text: String) -> String {
        if !self.is_for_people() {
            return text;
        }
        let text = laid_out(text, width(terminal_size_of(io::stdout())));
        dressed(text, self.canvas().colour, self.symbols())
    }

    /// The characters that an answer for people is made of.
    pub(crate) fn symbols(&self) -> Symbols {
        match symbols_of_locale() {
            Symbols::Signs => self.app.config().symbols.unwrap_or(Symbols::Signs),
            Symbols::Letters => Symbols::Letters,
        }
    }

    /// How many rows the terminal has, if the answer is printed on one.
    pub(crate) fn rows(&self) -> Option<usize> {
        terminal_size_of(io::stdout()).map(|(_, Height(rows))| usize::from(rows).max(1))
    }

    /// Whether the answer is for a person at a terminal whose screen can be filled.
    pub(crate) fn has_screen(&self) -> bool {
        let is_capable = env::var_os("TERM").is_some_and(|terminal| terminal != "dumb" && !terminal.is_empty());
        self.is_for_people() && self.rows().is_some() && is_capable
    }

    /// What shows this answer page by page: nothing, unless a person sits at a terminal on which it does not fit. At the
    /// pad nothing does, because the pad has the terminal.
    pub(crate) fn pager(&self, answer: &str) -> Option<Pager> {
        let is_long = answer.lines().count() >= self.rows()?;
        if self.is_at_pad() || !self.has_screen() || self.globals.no_pager || !is_long {
            return None;
        }
        let of_the_config = match self.app.config().pager {
            Some(PagerChoice::Usual(false)) => return None,
            Some(PagerChoice::Command(pager)) => pager,
            Some(PagerChoice::Usual(true)) | None => Pager::USUAL.into(),
        };
        Pager::of(&env::var("PAGER").unwrap_or(of_the_config))
    }
}
