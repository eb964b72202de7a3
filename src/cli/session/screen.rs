//! The terminal that an answer is printed on: its width, colours and characters, and a pager for what does not fit.

use std::ffi::OsStr;
use std::io::IsTerminal;
use std::{env, io};

use terminal_size::{Height, Width, terminal_size_of};

use super::config::PagerChoice;
use super::{ColorWhen, Face, Session, symbols_of_locale};
use crate::cli::messages::answer::Screens;
use crate::cli::messages::pager::Pager;
use crate::render::{Colour, Look, Symbols};

impl Session {
    /// How wide an answer may be, and whether it has colours.
    pub(crate) fn look(&self) -> Look {
        let set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
        let terminal = io::stdout().is_terminal();
        let set_up = || if set("NO_COLOR") { Some(ColorWhen::Never) } else { self.config().color };
        let styled = match self.globals.color.or_else(set_up).unwrap_or(ColorWhen::Auto) {
            ColorWhen::Always => true,
            ColorWhen::Never => false,
            ColorWhen::Auto => {
                terminal && !set("NO_COLOR") && env::var_os("TERM").as_deref() != Some(OsStr::new("dumb"))
            }
        };
        let columns = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        let width = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0)).filter(|_| terminal);
        Look {
            width: width.or(columns).unwrap_or(80).clamp(Look::NARROWEST_LINE, 200),
            colour: if styled { Colour::Styled } else { Colour::Plain },
        }
    }

    /// Like [`Session::look`], but without a width unless stdout is a terminal: for answers of a line or two.
    pub(crate) fn line_look(&self) -> Look {
        let look = self.look();
        Look { width: if io::stdout().is_terminal() { look.width } else { usize::MAX }, ..look }
    }

    /// The widths of the terminals that sentences are printed on. Text for programs has no width.
    pub(crate) fn screens(&self) -> Screens {
        let is_for_people = self.face() == Face::Table;
        let out = width(terminal_size_of(io::stdout())).filter(|_| is_for_people);
        let is_csv = self.invocation.values_of("csv").is_some_and(|given| !given.is_empty());
        let symbols = if is_for_people && !is_csv { self.symbols() } else { Symbols::Signs };
        Screens { out, symbols, ..screen_of_errors() }
    }

    /// The characters that an answer for people is made of.
    fn symbols(&self) -> Symbols {
        match symbols_of_locale() {
            Symbols::Signs => self.config().symbols.unwrap_or(Symbols::Signs),
            Symbols::Letters => Symbols::Letters,
        }
    }

    /// What shows this answer page by page: nothing, unless a person sits at a terminal on which it does not fit.
    pub(crate) fn pager(&self, answer: &str) -> Option<Pager> {
        let (_, Height(rows)) = terminal_size_of(io::stdout())?;
        let is_capable = env::var_os("TERM").is_some_and(|terminal| terminal != "dumb" && !terminal.is_empty());
        let is_long = answer.lines().count() >= usize::from(rows);
        if self.face() != Face::Table || self.globals.no_pager || !is_capable || !is_long {
            return None;
        }
        match (self.config().pager, env::var("PAGER")) {
            (Some(PagerChoice::Never), _) => None,
            (_, Ok(pager)) => Pager::of(&pager),
            (Some(PagerChoice::Command(pager)), _) => Pager::of(&pager),
            (Some(PagerChoice::Usual) | None, _) => Some(Pager::usual()),
        }
    }
}

/// The width of the terminal that errors are printed on.
pub(crate) fn screen_of_errors() -> Screens {
    let symbols = symbols_of_locale();
    Screens { out: None, err: width(terminal_size_of(io::stderr())), symbols, symbols_of_errors: symbols }
}

fn width(size: Option<(Width, Height)>) -> Option<usize> {
    size.map(|(Width(width), _)| usize::from(width).max(Look::NARROWEST_LINE))
}
