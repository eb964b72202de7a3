//! Everything that a command needs besides its arguments: the book, the clock, this device's memory, the config, and
//! the door that the command came through. Nothing here knows a terminal.

use std::cell::{Cell, OnceCell, RefCell};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use chrono::{DateTime, Local, Offset, TimeZone};
use device::local_offset;

use crate::answer::{Failure, Remark, Spell};
use crate::book::{Book, Notice, Watcher};
use ginpad_core::Moment;
use ginpad_core::facts::Time;
use ginpad_core::notation::LocalTime;

#[cfg(feature = "club")]
pub(crate) mod club;
pub(crate) mod config;
pub(crate) mod device;
pub(crate) mod source;
pub(crate) mod the_book;

pub(crate) use config::{ColorWhen, Config, KEYS, Key, config_in};
pub(crate) use device::Device;
pub(crate) use source::{Source, is_database};
pub(crate) use the_book::SAVES;

/// Everything that a command needs besides its arguments.
#[derive(Debug)]
pub(crate) struct App {
    /// The book to use, followed by the books that would be used if it were not named.
    books: Vec<PathBuf>,
    /// The folders and files of this device outside the book.
    pub device: Device,
    /// The door through which the command came.
    pub door: Arc<dyn Door>,
    /// Whether the program stays open for further commands.
    pub goes_on: bool,
    /// Whether the command is only tried: it then writes into a copy of the book.
    rehearses: bool,
    /// The notices about the opened book.
    notices: RefCell<Vec<Notice>>,
    /// The config, if it was read.
    config: OnceCell<Result<Config, Failure>>,
    has_warned_of_other_book: Cell<bool>,
    /// Whether the book has kept something that was written.
    pub has_written: Cell<bool>,
    /// The book that was used last, if it may stay open until the process ends.
    used: RefCell<Option<Book>>,
    /// Now, with the local offset.
    pub now: Moment,
}

impl App {
    /// The app of a command that begins now. `named` is the book, unless it is the device's usual one.
    pub(crate) fn new(named: Option<PathBuf>, device: Device, door: Arc<dyn Door>) -> App {
        let now = Local::now();
        App {
            books: named.into_iter().chain(device.books.iter().cloned()).collect(),
            device,
            door,
            goes_on: false,
            rehearses: false,
            notices: RefCell::default(),
            config: OnceCell::default(),
            has_warned_of_other_book: Cell::new(false),
            has_written: Cell::new(false),
            used: RefCell::default(),
            now: now.with_timezone(&now.offset().fix()),
        }
    }

    /// Copies this app for a command that begins now.
    pub(crate) fn for_next_command(&self) -> App {
        App {
            goes_on: self.goes_on,
            books: self.books.clone(),
            ..App::new(None, self.device.clone(), Arc::clone(&self.door))
        }
    }

    /// Copies this app for a command that is only tried.
    pub(crate) fn rehearsal(&self) -> App {
        self.close_book();
        App { rehearses: true, ..self.for_next_command() }
    }

    /// A time as local clocks showed it.
    pub(crate) fn to_local_time(&self, moment: Moment) -> Moment {
        moment.with_timezone(&Local.offset_from_utc_datetime(&moment.naive_utc()).fix())
    }

    /// The current time and zone, which complete times that are typed without a day or a zone.
    pub(crate) fn local(&self) -> LocalTime<'_> {
        LocalTime { now: self.now, offset_at: &local_offset }
    }

    /// The config, for a command that can do without it. If the file is broken, the config is empty and a warning says
    /// so.
    pub(crate) fn config(&self) -> Config {
        self.required_config().unwrap_or_default()
    }

    /// The config, for a command that would act differently without it.
    ///
    /// # Errors
    /// The file is broken. Every reason is given.
    pub(crate) fn required_config(&self) -> Result<Config, Failure> {
        let read = || self.device.config.as_deref().map_or(Ok(Config::default()), config_in);
        self.config.get_or_init(read).clone()
    }

    /// The warning that the config file is broken, for a command that did without it.
    fn config_warning(&self) -> Option<Remark> {
        let failure = self.config.get()?.as_ref().err()?;
        let why = failure.to_string().replace('\n', "\n  ");
        Some(Remark::warning(format!("the config is not used: {why}")))
    }

    /// The warnings about the book and the config.
    pub(crate) fn warnings(&self) -> Vec<Remark> {
        let notices = self.notices.take().into_iter().map(|notice| Remark::warning(notice.to_string()));
        notices.chain(self.config_warning()).collect()
    }
}

/// The way by which a command came in: a terminal, a page over HTTP, a phone. A door spells commands as its users type
/// them, and shows the progress of long work.
pub(crate) trait Door: Spell + Watcher {
    /// Shows a remark before the answer is ready.
    fn remark(&self, remark: &Remark);
}

/// The fault of a clock whose time cannot be noted with a change.
pub(crate) fn clock_fault(clock: SystemTime) -> Option<&'static str> {
    let Ok(since) = clock.duration_since(UNIX_EPOCH) else {
        return Some("the clock of this machine says that it is before 1970; nothing was changed");
    };
    let moment = i64::try_from(since.as_secs()).ok().and_then(|seconds| DateTime::from_timestamp(seconds, 0));
    let is_usable = moment.is_some_and(|moment| Time::can_note(moment.fixed_offset()));
    (!is_usable).then_some("the clock of this machine says that it is after the year 10889; nothing was changed")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_clock_is_usable_as_far_as_lines_and_ids_go() {
        const LAST: u64 = (1 << 48) / 1000;
        let seconds = Duration::from_secs;
        for usable in [UNIX_EPOCH, UNIX_EPOCH + seconds(LAST)] {
            assert_eq!(clock_fault(usable), None);
        }
        assert!(clock_fault(UNIX_EPOCH - Duration::from_millis(1)).unwrap().contains("before 1970"));
        for late in [LAST + 1, 1 << 61] {
            assert!(clock_fault(UNIX_EPOCH + seconds(late)).unwrap().contains("after the year 10889"));
        }
    }
}
