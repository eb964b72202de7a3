//! Watches a book that others write in while a command stays open.
//!
//! The command regularly checks whether the book's file has changed, without opening it. Only after a change does it
//! read the book again and close it, so that nobody waits for a watcher.

use std::fs::{self, Metadata};
use std::time::{Duration, SystemTime};

use ginpad_core::facts::FactId;

use super::App;
use crate::answer::{Failure, printed};
use crate::book::StoredGame;

/// The time between two checks.
pub(crate) const EVERY: Duration = Duration::from_millis(300);
/// Two writes within this time may get the same time stamp: some file systems count only every other second.
const MOMENT: Duration = Duration::from_secs(2);

/// The time of a file's last write, its size and its identity. If any of them differs, somebody has written the file or
/// replaced it.
type Stamp = (SystemTime, u64, [i64; 4]);

/// The book as it was last read.
#[derive(Debug, Clone, Default)]
pub(crate) struct BookWatch {
    /// The stamp of its file when it was read. `None` if it was not read or was just being written: it is then read
    /// again.
    read: Option<Stamp>,
}

/// The watched games as they are in the book now.
pub(crate) struct Seen {
    /// The watched game, if it still counts.
    pub game: Option<StoredGame>,
    /// The current game of this device.
    pub current: Option<StoredGame>,
}

impl BookWatch {
    /// Whether the book may have changed and must be read again.
    pub(crate) fn has_news(&self, app: &App) -> bool {
        self.read.is_none() || self.read != stamp(app)
    }

    /// Reads a game and the current game.
    ///
    /// # Errors
    /// There is no book, or it cannot be read.
    pub(crate) fn read(&mut self, app: &App, id: FactId) -> Result<Seen, Failure> {
        // The stamp is taken before reading, so that the next check notices a write during it.
        self.read = None;
        let is_old = |written: SystemTime| SystemTime::now().duration_since(written).is_ok_and(|age| age >= MOMENT);
        let stamp = stamp(app).filter(|(written, ..)| is_old(*written));
        let vanished =
            || Err(Failure::refused(format!("the book vanished: there is no {}", printed(&app.book_path()?))));
        let seen = app.read_if_there(vanished, |book| {
            let game = if book.counts(id)? { Some(book.game(id)?) } else { None };
            let current = match book.current()? {
                Some(current) if current == id => game.clone(),
                Some(current) => Some(book.game(current)?),
                None => None,
            };
            Ok(Seen { game, current })
        })?;
        self.read = stamp;
        Ok(seen)
    }
}

/// The stamp of the book's file, which is not opened.
fn stamp(app: &App) -> Option<Stamp> {
    let file = fs::metadata(app.book_path().ok()?).ok()?;
    Some((file.modified().ok()?, file.len(), identity(&file)))
}

/// The identity of a file and the time of its last change of any kind: a copy in its place may have kept the write time
/// and the size.
#[cfg(unix)]
fn identity(file: &Metadata) -> [i64; 4] {
    use std::os::unix::fs::MetadataExt as _;
    [file.dev().cast_signed(), file.ino().cast_signed(), file.ctime(), file.ctime_nsec()]
}

/// No identity: on other systems, the time and the size must do.
#[cfg(not(unix))]
fn identity(_: &Metadata) -> [i64; 4] {
    [0; 4]
}
