//! What a command needs from the machine: the book, the clock, the terminal, and what the user typed.

pub(crate) mod book_watch;
pub(crate) mod card_flags;
pub(crate) mod chooser;
mod closed_stdout;
pub(crate) mod config;
pub(crate) mod config_file;
pub(crate) mod edited_sheet;
pub(crate) mod editor;
mod file_words;
pub(crate) mod filter_args;
pub(crate) mod input_lines;
pub(crate) mod interrupt;
mod invocation;
pub(crate) mod line_editor;
mod locale;
mod named_book;
pub(crate) mod page_file;
pub(crate) mod progress;
pub(crate) mod prompts;
pub(crate) mod quiet_terminal;
mod screen;
pub(crate) mod screen_events;
pub(crate) mod sheet_file;
pub(crate) mod source;
pub(crate) mod spool;
pub(crate) mod table_rules;
pub(crate) mod typed_entry;
mod values;
pub(crate) mod which_game;

pub(crate) use closed_stdout::{reader_has_left, stdout_was_closed};
use config_file::Settings;
pub(crate) use file_words::{reason, shown, whole};
pub(crate) use invocation::Invocation;
pub(crate) use locale::symbols_of_locale;
pub(crate) use named_book::named_or_usual_book;
use progress::{BookProgress, Purpose};
pub(crate) use screen::screen_of_errors;
use source::Source;
use table_rules::RuleFiles;
pub(crate) use values::{
    ChangeName, Changes, GameName, HandName, Value, WrongValue, changes, games_value, hand_name, number_of_changes,
    number_of_games,
};

use std::cell::{Cell, RefCell};
use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::{fs, io};

use chrono::{FixedOffset, Local, LocalResult, NaiveDateTime, Offset, TimeZone, Timelike, Utc};
use clap::ValueEnum;
use etcetera::app_strategy::{AppStrategy, AppStrategyArgs, choose_native_strategy};

use super::messages::answer::Answer;
use super::messages::command_line::CommandLine;
use super::messages::failure::Failure;
use super::messages::sentence::{Hint, Remark};
use crate::book::{Access, Book, BookError, Notice, Pad, Watcher, device_id};
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
    rule_files: RefCell<RuleFiles>,
    settings: Settings,
    told_of_another_book: Cell<bool>,
    /// The book that was used last, if it may stay open until the process ends.
    used: RefCell<Option<Book>>,
    /// Now, with the local offset.
    pub now: Moment,
}

/// The largest text that is read, in megabytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Size {
    /// What people write.
    Written = 16,
}

/// What to do with text in another encoding.
pub(crate) const SAVE_AS_UTF_8: &str =
    "save the file as UTF-8; a spreadsheet program calls it `CSV UTF-8`, or asks for the encoding";

impl Session {
    /// A session with these flags, at this time.
    pub(crate) fn new(globals: Globals, invocation: Invocation) -> Session {
        let now = Local::now();
        let now = now.with_timezone(&now.offset().fix());
        let (notices, rule_files, used) = (RefCell::default(), RefCell::default(), RefCell::default());
        Session {
            globals,
            invocation,
            notices,
            rule_files,
            settings: Settings::default(),
            told_of_another_book: Cell::new(false),
            used,
            now,
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

    /// A command for the user to type, as part of an answer. If it cannot be typed, it is given without `--book`.
    pub(crate) fn spell(&self, command: &CommandLine) -> String {
        let plain = || Invocation::Unparsed(Vec::new()).spell(command);
        self.invocation.spell(command).or_else(plain).unwrap_or_default()
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

    /// Reads from the book; if there is no book, the answer is `empty`. If another book is there, a warning says so.
    ///
    /// # Errors
    /// The book fails, or the function that was given fails.
    pub(crate) fn read<T>(
        &self,
        empty: impl FnOnce() -> Result<T, Failure>,
        read: impl FnOnce(&Pad<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let told = || {
            self.tell_of_another_book();
            empty()
        };
        self.look_up(told, read)
    }

    /// Reads from the book for a command that makes one if there is none.
    ///
    /// # Errors
    /// The book fails, or the function that was given fails.
    pub(crate) fn look_up<T>(
        &self,
        empty: impl FnOnce() -> Result<T, Failure>,
        read: impl FnOnce(&Pad<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        match self.open(Access::Read)? {
            None => empty(),
            Some(mut book) => {
                let answer = read(&watched(book.read()?, Purpose::Keep));
                self.keep(book);
                answer
            }
        }
    }

    /// Writes to the book; if `write` fails, nothing is kept.
    ///
    /// # Errors
    /// The book fails, or the function that was given fails.
    pub(crate) fn write(&self, write: impl FnOnce(&Pad<'_>) -> Result<Answer, Failure>) -> Result<Answer, Failure> {
        let Some(mut book) = self.open(Access::Write)? else {
            return Err(Failure::fault("the book was not made"));
        };
        let pad = watched(book.write_as(|| kept_device(Access::Write))?, Purpose::Keep);
        let answer = write(&pad)?;
        let committed = pad.commit();
        let failed = match committed {
            Err(error @ BookError::Uncertain(..)) => book.ask_again(error),
            committed => {
                self.keep(book);
                committed
            }
        }?;
        self.note(failed);
        Ok(answer.or_done("what was changed is kept"))
    }

    /// Writes into a copy of the book, which is gone afterwards. Nobody waits for it.
    ///
    /// # Errors
    /// The book fails, or the function that was given fails.
    pub(crate) fn trial(&self, write: impl FnOnce(&Pad<'_>) -> Result<Answer, Failure>) -> Result<Answer, Failure> {
        let mut copy = match self.open(Access::Read)? {
            Some(book) => book.copied_for_a_trial()?,
            None => Book::for_a_trial(device(Access::Read))?,
        };
        write(&watched(copy.write()?, Purpose::Try))
    }

    /// Opens the book. What is odd about its file is told with the answer. Everything else that the command reads has been
    /// read by now, so that it waits for nothing while others wait for the book.
    fn open(&self, access: Access) -> Result<Option<Book>, Failure> {
        table_rules::read_ahead(self);
        // A process may open a book only once.
        self.let_go();
        let progress = BookProgress::new(Purpose::Keep);
        let book = Book::open_watched(&self.book_path()?, access, device(access), &progress)?;
        self.note(book.iter().flat_map(Book::notices).cloned());
        Ok(book)
    }

    /// Keeps what is to be told about the book. A command may open the book twice, and what happens twice is told once.
    pub(crate) fn note(&self, found: impl IntoIterator<Item = Notice>) {
        let mut notices = self.notices.borrow_mut();
        for notice in found {
            if !notices.contains(&notice) {
                notices.push(notice);
            }
        }
    }

    /// Keeps a book that need not be closed.
    fn keep(&self, book: Book) {
        if !book.leaves_files() {
            self.used.replace(Some(book));
        }
    }

    /// Closes the book that was read, before others are given it or it is read in another session.
    pub(crate) fn let_go(&self) {
        drop(self.used.take());
    }

    /// Shows a bar for long work on the book.
    #[expect(clippy::unused_self, reason = "it is the session's to know the terminal")]
    pub(crate) fn watcher(&self) -> Rc<dyn Watcher> {
        Rc::new(BookProgress::new(Purpose::Keep))
    }

    /// What is odd about the book and the config, as warnings.
    pub(crate) fn warnings(&self) -> Vec<Remark> {
        let notices = self.notices.take().into_iter().map(|notice| Remark::warning(notice.to_string()));
        notices.chain(self.config_warning()).collect()
    }

    /// Whether the next run on this device can find what this run chose.
    pub(crate) fn is_remembered(&self) -> bool {
        kept_device(Access::Write).is_some()
    }

    /// Writes to a book that exists; if there is no book, the command fails with `empty`.
    ///
    /// # Errors
    /// The book fails, or the function that was given fails.
    pub(crate) fn change(
        &self,
        empty: impl FnOnce() -> Failure,
        write: impl FnOnce(&Pad<'_>) -> Result<Answer, Failure>,
    ) -> Result<Answer, Failure> {
        let path = self.book_path()?;
        match fs::metadata(&path) {
            // To read a book makes none, and finds what is left of one.
            Err(error) if error.kind() == io::ErrorKind::NotFound && self.open(Access::Read)?.is_none() => {
                self.tell_of_another_book();
                Err(empty())
            }
            _ => self.write(write),
        }
    }

    /// The id of this device, for a book that is opened by other means.
    #[expect(clippy::unused_self, reason = "it is the session's to know the machine")]
    pub(crate) fn device(&self) -> uuid::Uuid {
        device(Access::Write)
    }

    /// The file of the lines that were typed at the pad. Its folder is there if anything can be kept.
    pub(crate) fn history_file(&self) -> Option<PathBuf> {
        self.is_remembered();
        Some(state_folder()?.join("history"))
    }

    /// Whether there is a book that somebody has written in.
    ///
    /// # Errors
    /// The book has no path.
    pub(crate) fn has_book(&self) -> Result<bool, Failure> {
        Ok(fs::metadata(self.book_path()?).is_ok_and(|file| file.len() > 0))
    }

    /// Reads a file, or standard input for `-`, as text of at most this size.
    ///
    /// # Errors
    /// It cannot be read, is too large, or is not UTF-8. The message names the file.
    pub(crate) fn text(&self, file: &Path, most: Size) -> Result<String, Failure> {
        self.text_of(Source::open(file)?, most)
    }

    /// Reads a source as text of at most this size.
    ///
    /// # Errors
    /// It cannot be read, is too large, or is not UTF-8. The message names the file.
    pub(crate) fn text_of(&self, source: Source, most: Size) -> Result<String, Failure> {
        let megabytes = most as u64;
        let file = source.path().to_path_buf();
        let name = shown(&file);
        let cannot = |why: &dyn std::fmt::Display| Failure::refused(format!("cannot read {name}: {why}"));
        let mut bytes = Vec::new();
        source
            .read()
            .take(megabytes * 1024 * 1024 + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| cannot(&reason(&error)))?;
        if bytes.len() as u64 > megabytes * 1024 * 1024 {
            return Err(cannot(&format!("it is larger than {megabytes} MB")).hint(Hint::advice(
                "split it into several files; ten thousand hands of text sheets take less than 1 MB",
            )));
        }
        if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
            return Err(source::utf_16(&file));
        }
        String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            let line = error.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
            cannot(&format!("line {line} is not UTF-8 text")).hint(Hint::advice(SAVE_AS_UTF_8))
        })
    }

    /// Where the book is, or would be.
    ///
    /// # Errors
    /// There is no home folder.
    pub(crate) fn book_path(&self) -> Result<PathBuf, Failure> {
        let path = named_or_usual_book(self.globals.book.clone()).ok_or_else(|| {
            Failure::refused("there is no home folder to keep the book in")
                .hint(Hint::advice("name it with `--book PATH`"))
        })?;
        std::path::absolute(&path)
            .map_err(|error| Failure::refused(format!("cannot use {} as the book: {}", shown(&path), reason(&error))))
    }
}

/// A pad that shows how far its work is, if that takes long.
fn watched(pad: Pad<'_>, purpose: Purpose) -> Pad<'_> {
    pad.watched_by(Rc::new(BookProgress::new(purpose)))
}

/// The id of this device, kept in the platform's state folder. If it cannot be kept, each run is a device of its own. A
/// run that only reads needs no id.
pub(crate) fn device(access: Access) -> uuid::Uuid {
    kept_device(access).unwrap_or_else(|| match access {
        Access::Read => uuid::Uuid::nil(),
        Access::Write => uuid::Uuid::new_v4(),
    })
}

fn kept_device(access: Access) -> Option<uuid::Uuid> {
    device_id(state_folder().as_deref(), access)
}

/// Where this device keeps what belongs to no book.
pub(crate) fn state_folder() -> Option<PathBuf> {
    folders().map(|folders| folders.state_dir().unwrap_or_else(|| folders.data_dir()))
}

/// The platform's folders for this program.
fn folders() -> Option<impl AppStrategy> {
    let name = || "ginpad".to_string();
    choose_native_strategy(AppStrategyArgs { top_level_domain: String::new(), author: String::new(), app_name: name() })
        .ok()
}

/// The offset of local clocks at a local time. In an hour that clocks skip, it is the offset before the jump; in an
/// hour that they repeat, it is the offset of the first time.
fn local_offset(naive: NaiveDateTime) -> FixedOffset {
    match Local.offset_from_local_datetime(&naive) {
        LocalResult::Single(offset) | LocalResult::Ambiguous(offset, _) => offset,
        LocalResult::None => naive.checked_sub_signed(chrono::TimeDelta::hours(1)).map_or_else(
            || Utc.fix(),
            |before| Local.offset_from_local_datetime(&before).earliest().unwrap_or_else(|| Utc.fix()),
        ),
    }
}
