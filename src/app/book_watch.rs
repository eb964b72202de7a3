//! A book that others write in while a command stays open.
//!
//! Every now and then the command looks whether the book's file has changed. That does not open the file; only if it has
//! changed is the book read again, and then it is closed. So nobody ever waits for whoever watches.

use std::fs::{self, Metadata};
use std::time::{Duration, SystemTime};

use ginpad_core::facts::FactId;

use super::App;
use crate::answer::Failure;
use crate::answer::file_words::shown;
use crate::book::StoredGame;

/// How often to look.
pub(crate) const EVERY: Duration = Duration::from_millis(300);
/// A file may be written twice at what its clock takes for one moment. Some clocks count only every other second.
const MOMENT: Duration = Duration::from_secs(2);

/// When a file was last written, its size, and which file it is: if they differ, somebody has written in it or put
/// another in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp {
    written: SystemTime,
    size: u64,
    file: [i64; 4],
}

/// The book as it was last read.
#[derive(Debug, Clone, Default)]
pub(crate) struct BookWatch {
    /// Its file, if it was read and was at rest. Otherwise it is read again each time.
    read: Option<Stamp>,
}

/// What is in the book now.
pub(crate) struct Seen {
    /// The game that was asked for, if it still counts.
    pub game: Option<StoredGame>,
    /// The current game of this device.
    pub current: Option<StoredGame>,
}

impl BookWatch {
    /// Whether the book must be read to know what is in it.
    pub(crate) fn has_news(&self, app: &App) -> bool {
        self.read.is_none() || self.read != stamp(app)
    }

    /// Reads a game and the current game.
    ///
    /// # Errors
    /// There is no book, or it cannot be read.
    pub(crate) fn read(&mut self, app: &App, id: FactId) -> Result<Seen, Failure> {
        // Before it is read: what is written meanwhile is seen the next time.
        self.read = None;
        let stamp =
            stamp(app).filter(|stamp| SystemTime::now().duration_since(stamp.written).is_ok_and(|age| age >= MOMENT));
        let seen = app.read_if_there(
            || Err(no_book(app)),
            |pad| {
                let game = if pad.counts(id)? { Some(pad.game(id)?) } else { None };
                let current = match pad.current()? {
                    Some(current) if current == id => game.clone(),
                    Some(current) => Some(pad.game(current)?),
                    None => None,
                };
                Ok(Seen { game, current })
            },
        )?;
        self.read = stamp;
        Ok(seen)
    }
}

/// The book's file as it is now. It is not opened.
fn stamp(app: &App) -> Option<Stamp> {
    let file = fs::metadata(app.book_path().ok()?).ok()?;
    Some(Stamp { written: file.modified().ok()?, size: file.len(), file: identity(&file) })
}

/// Which file it is, and when anything about it changed: a copy in its place may have kept its time and size.
#[cfg(unix)]
fn identity(file: &Metadata) -> [i64; 4] {
    use std::os::unix::fs::MetadataExt as _;
    [file.dev().cast_signed(), file.ino().cast_signed(), file.ctime(), file.ctime_nsec()]
}

/// Elsewhere the time and the size must do.
#[cfg(not(unix))]
fn identity(_: &Metadata) -> [i64; 4] {
    [0; 4]
}

fn no_book(app: &App) -> Failure {
    match app.book_path() {
        Ok(path) => Failure::refused(format!("the book vanished: there is no {}", shown(&path))),
        Err(failure) => failure,
    }
}
