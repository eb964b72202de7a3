//! What a command needs from the machine: the book, the clock, the terminal, and what the user typed.

mod book_failure;
pub(crate) mod book_watch;
pub(crate) mod card_flags;
pub(crate) mod clock;
mod closed_stdout;
pub(crate) mod config;
pub(crate) mod config_file;
pub(crate) mod day;
pub(crate) mod edited_sheet;
pub(crate) mod editor;
pub(crate) mod filter_args;
pub(crate) mod input_lines;
pub(crate) mod interrupt;
mod invocation;
mod locale;
mod named_book;
pub(crate) mod page_file;
mod platform;
pub(crate) mod progress;
pub(crate) mod quiet_terminal;
mod screen;
pub(crate) mod screen_events;
pub(crate) mod sheet_file;
pub(crate) mod source;
pub(crate) mod table_rules;
mod text;
mod the_book;
pub(crate) mod typed_entry;
mod values;
pub(crate) mod which_game;

pub(crate) use crate::answer::file_words::{shown, whole};
pub(crate) use crate::disk::reason;
pub(crate) use closed_stdout::{reader_has_left, stdout_was_closed};
use config_file::Settings;
pub(crate) use invocation::Invocation;
pub(crate) use locale::symbols_of_locale;
pub(crate) use named_book::named_or_usual_book;
pub(crate) use platform::state_folder;
use platform::{can_remember, folders, local_offset};
pub(crate) use screen::screen_of_errors;
pub(crate) use text::{SAVE_AS_UTF_8, Size};
pub(crate) use values::{
    ChangeName, Changes, GameName, HandName, WrongValue, changes, hand_name, number_of_changes, number_of_games,
};

use std::cell::{Cell, RefCell};
use std::io::{self, IsTerminal};
use std::path::PathBuf;

use chrono::{Local, Offset, TimeZone, Timelike};
use clap::ValueEnum;

use crate::answer::sentence::Remark;
use crate::book::{Book, Notice};
use ginpad_core::hand::Moment;
use ginpad_core::notation::LocalTime;

/// The flags that every command takes.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Globals {
    /// The book; without it, $GINPAD_BOOK, or else ginpad/book.db in the data folder
    #[arg(long, global = true, value_name = "PATH", help_heading = "Everywhere")]
    pub book: Option<PathBuf>,

    /// Answer with one JSON document
    #[arg(long, global = true, conflicts_with = "plain", help_heading = "Everywhere")]
    pub json: bool,

    /// Answer with one record a line, fields separated by tabs
    #[arg(long, global = true, help_heading = "Everywhere")]
    pub plain: bool,

    /// When to use colour; without it, as NO_COLOR and the config say, or else auto
    #[arg(long, global = true, value_name = "WHEN", help_heading = "Everywhere")]
    pub color: Option<ColorWhen>,

    /// Never ask; fail if something is missing
    #[arg(long, global = true, help_heading = "Everywhere")]
    pub no_input: bool,

    /// Print long answers at once
    #[arg(long, global = true, help_heading = "Everywhere")]
    pub no_pager: bool,
}

/// When to use colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorWhen {
    // On a terminal that has colours, unless NO_COLOR is set.
    Auto,
    Always,
    Never,
}

/// The face an answer has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Face {
    /// For people.
    Table,
    /// For programs: one document.
    Json,
    /// For programs: one record a line.
    Plain,
}

/// What a command needs from the machine.
#[derive(Debug)]
pub(crate) struct Session {
    globals: Globals,
    invocation: Invocation,
    /// What is odd about the book that was opened.
    notices: RefCell<Vec<Notice>>,
    settings: Settings,
    told_of_another_book: Cell<bool>,
    /// Whether something was written in the book, and is kept.
    has_written: Cell<bool>,
    /// The book that was used last, if it may stay open until the process ends.
    used: RefCell<Option<Book>>,
    /// Now, with the local offset.
    pub now: Moment,
    /// How many rows of a long list are shown to somebody who did not say how many: all of them, if none.
    pub usual_rows: Option<usize>,
}

impl Session {
    /// A session with these flags, at this time.
    pub(crate) fn new(globals: Globals, invocation: Invocation) -> Session {
        let now = Local::now();
        let now = now.with_timezone(&now.offset().fix());
        let (notices, used) = (RefCell::default(), RefCell::default());
        Session {
            globals,
            invocation,
            notices,
            settings: Settings::default(),
            told_of_another_book: Cell::new(false),
            has_written: Cell::new(false),
            used,
            now,
            usual_rows: None,
        }
    }

    /// Ends the session and the program's work. To take the book's schema apart in memory is a tenth of the work of a
    /// `log`, and the system takes it back anyway: nothing is written when a book is closed.
    pub(crate) fn end(self) {
        std::mem::forget(self);
    }

    /// A session that begins now, for a line at the pad. `lead` is what stands before an entry there, like `3= `.
    pub(crate) fn at_pad(&self, lead: &str) -> Session {
        Session::new(self.globals.clone(), self.invocation.clone().at_pad(lead))
    }

    /// A session that begins now, for a command line that is typed at the pad. Without a book of its own, it means this one.
    pub(crate) fn of_line(&self, globals: Globals, invocation: Invocation) -> Session {
        let book = globals.book.or_else(|| self.globals.book.clone());
        Session::new(Globals { book, ..globals }, invocation.at_pad(""))
    }

    /// A session that begins now, for a command that stays open.
    pub(crate) fn anew(&self) -> Session {
        Session::new(self.globals.clone(), self.invocation.clone())
    }

    /// Whether this is for a line at the pad.
    pub(crate) const fn is_at_pad(&self) -> bool {
        matches!(self.invocation, Invocation::AtPad { .. })
    }

    /// What the user typed.
    pub(crate) const fn invocation(&self) -> &Invocation {
        &self.invocation
    }

    /// The face that was asked for.
    pub(crate) const fn face(&self) -> Face {
        match (self.globals.json, self.globals.plain) {
            (true, _) => Face::Json,
            (_, true) => Face::Plain,
            _ => Face::Table,
        }
    }

    /// Whether nothing may be asked.
    pub(crate) const fn forbids_input(&self) -> bool {
        self.globals.no_input
    }

    /// Whether a person at a terminal can be asked for what is missing.
    pub(crate) fn can_ask(&self) -> bool {
        !self.globals.no_input && io::stdin().is_terminal() && io::stderr().is_terminal()
    }

    /// Whether a person types at the terminal and sees the answers there.
    pub(crate) fn can_stay(&self) -> bool {
        self.can_ask() && io::stdout().is_terminal()
    }

    /// Now, to the minute, as games keep it.
    pub(crate) fn minute(&self) -> Moment {
        self.now.with_second(0).and_then(|now| now.with_nanosecond(0)).unwrap_or(self.now)
    }

    /// A time as local clocks showed it.
    pub(crate) fn here(&self, moment: Moment) -> Moment {
        moment.with_timezone(&Local.offset_from_utc_datetime(&moment.naive_utc()).fix())
    }

    /// The time and zone for times that are written without them.
    pub(crate) fn local(&self) -> LocalTime<'_> {
        LocalTime { now: self.now, offset_at: &local_offset }
    }

    /// What was done, in case the answer cannot be delivered.
    pub(crate) fn done(&self) -> Option<&'static str> {
        self.has_written.get().then_some("what was changed is kept")
    }

    /// What is odd about the book and the config, as warnings.
    pub(crate) fn warnings(&self) -> Vec<Remark> {
        let notices = self.notices.take().into_iter().map(|notice| Remark::warning(notice.to_string()));
        notices.chain(self.config_warning()).collect()
    }

    /// Whether the next run on this device can find what this run chose.
    pub(crate) fn is_remembered(&self) -> bool {
        can_remember()
    }

    /// The file of the lines that were typed at the pad. Its folder is there if anything can be kept.
    pub(crate) fn history_file(&self) -> Option<PathBuf> {
        self.is_remembered();
        Some(state_folder()?.join("history"))
    }
}
