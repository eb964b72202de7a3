//! The book: every game in one SQLite file, as facts. Facts are added, never altered.
//!
//! [`Book::open`] opens a book. [`Book::read`] and [`Book::write`] begin a [`Pad`] on it: one transaction, rolled back
//! unless [`Pad::commit`] is called. Each command that changes the book adds one
//! [`Change`](ginpad_core::facts::Change) with its facts. No computed value is stored: the score of a game is worked
//! out from its facts each time.

mod backup;
mod changes;
mod check;
mod choice;
mod commit;
mod connection;
mod current;
mod device;
mod disagreements;
mod disk;
mod document;
mod error;
mod export;
mod fact_count;
mod glance;
mod header;
mod import;
mod journal;
mod known_games;
mod look;
mod losses;
mod many;
mod merge;
mod migrate;
mod moves;
mod names;
mod namesakes;
mod notice;
mod pad;
mod past;
mod people;
mod private;
mod raw;
mod read;
mod read_only_log;
mod rescue;
mod room;
mod schema;
mod sharing;
mod stage;
mod still_corrected;
mod taking;
mod temporary;
mod unfinished;
mod union;
mod unread;
mod upgrade_backup;
mod watched;
mod writable;
mod write;

use std::path::{Path, PathBuf};

use rusqlite::{Connection, Transaction, TransactionBehavior};
use uuid::Uuid;

pub use backup::{
    BackedUp, BackupFault, Before, Kept, Reason, RestoreFault, Restored, Restorer, Target, back_up, backups_of, kept,
    restore, thin,
};
pub use check::{Checked, Problem, ProblemKind, Seen, Severity, check};
pub use commit::Witness;
pub use connection::Access;
use connection::Opened;
pub use device::{device_id, new_device_id};
pub use disk::DiskFault;
pub use document::{DocumentFault, NumberedGame, SCHEMA};
pub use error::BookError;
pub use export::ExportFault;
pub use import::{Import, ImportPlan, ImportedGame, Longer, MoreHands, Purpose};
pub use look::schema_of;
pub use merge::{Clash, MergeFault, Merged, Merging, Quarantined, Sifted, read_other_book};
pub use migrate::MIGRATIONS;
pub use moves::{By, MovedChange};
pub use namesakes::{Apart, JoinedElsewhere, Namesakes, WhyApart};
pub use notice::Notice;
pub use pad::{Pad, StoredGame};
pub use past::{BuiltOn, PastChange, PastKind, Waits};
pub use rescue::{RescueFault, Rescued, Rescuer, rescue};
pub use room::Room;
pub use sharing::{Brought, DamagedFiles, Exchange, FolderFault, PutFault, SegmentFault, Sent, SharedFolder, Unread};
pub use still_corrected::TakenBack;
pub use union::{Contents, TakenIn, look_through, look_through_another};
pub use watched::{Watcher, Work};
pub use writable::outlive_the_file_size_limit;

/// The version of SQLite in this program.
pub fn sqlite_version() -> &'static str {
    rusqlite::version()
}

/// An open book.
#[derive(Debug)]
pub struct Book {
    connection: Connection,
    path: PathBuf,
    device: Uuid,
    leaves_files: bool,
    notices: Vec<Notice>,
}

impl Book {
    /// Opens the book at a path. `device` is the id of the device that writes in it. `None` if `access` is
    /// [`Access::Read`] and there is no book yet.
    ///
    /// A process may open a book only once. Opening reads the file's first bytes with an ordinary file call, and
    /// closing that file would drop the locks of another connection to it.
    ///
    /// # Errors
    /// The file cannot be made or opened, is not a book, or was written by a later version. A foreign or newer file is
    /// left untouched.
    pub fn open(path: &Path, access: Access, device: Uuid) -> Result<Option<Book>, BookError> {
        Book::open_and(path, access, device, None)
    }

    /// Opens a book as [`Book::open`] does, and tells a watcher how far it is: an older book may have to be upgraded.
    ///
    /// # Errors
    /// Those of [`Book::open`].
    pub fn open_watched(
        path: &Path,
        access: Access,
        device: Uuid,
        watcher: &dyn Watcher,
    ) -> Result<Option<Book>, BookError> {
        Book::open_and(path, access, device, Some(watcher))
    }

    fn open_and(
        path: &Path,
        access: Access,
        device: Uuid,
        watcher: Option<&dyn Watcher>,
    ) -> Result<Option<Book>, BookError> {
        let opened = connection::open(path, access, watcher)?;
        Ok(opened.map(|Opened { connection, path, leaves_files, notices }| Book {
            connection,
            path,
            device,
            leaves_files,
            notices,
        }))
    }

    /// Whether there are files beside the book until it is closed.
    pub(crate) const fn leaves_files(&self) -> bool {
        self.leaves_files
    }

    /// What is odd about its file.
    pub fn notices(&self) -> &[Notice] {
        &self.notices
    }

    /// A book in memory, for tests and for looking into an export.
    ///
    /// # Errors
    /// SQLite cannot make it.
    pub fn in_memory(device: Uuid) -> Result<Book, BookError> {
        Book::anew(":memory:", device)
    }

    /// A book for a trial, in a temporary file that SQLite removes. It takes little memory, however large it gets.
    ///
    /// # Errors
    /// SQLite cannot make it.
    pub(crate) fn for_a_trial(device: Uuid) -> Result<Book, BookError> {
        // SQLite's name for such a file.
        Book::anew("", device)
    }

    /// A copy of this book for a trial. Whatever happens to the copy, nobody waits for it.
    ///
    /// # Errors
    /// The book cannot be read, or there is no room for a copy.
    pub(crate) fn copied_for_a_trial(self) -> Result<Book, BookError> {
        let path = Book::of_a_trial();
        let sqlite = |error| BookError::of(error, &path);
        let mut connection = Connection::open("").map_err(sqlite)?;
        connection::copy_all(&self.connection, &mut connection, &self.path, |_| {}).map_err(|error| match error {
            BookError::Full => BookError::NoRoom(Room::of_sqlite()),
            error => error.looked_into(&self.connection),
        })?;
        connection::guard(&connection).map_err(sqlite)?;
        Ok(Book { connection, path, device: self.device, leaves_files: self.leaves_files, notices: Vec::new() })
    }

    fn of_a_trial() -> PathBuf {
        PathBuf::from("a temporary file")
    }

    /// An empty book under a name that means something to SQLite, with the settings of every book.
    fn anew(name: &str, device: Uuid) -> Result<Book, BookError> {
        let path = if name.is_empty() { Book::of_a_trial() } else { PathBuf::from(name) };
        let sqlite = |error| BookError::of(error, &path);
        let mut connection = Connection::open(name).map_err(sqlite)?;
        connection::guard(&connection).map_err(sqlite)?;
        migrate::to_latest(&mut connection, &path, MIGRATIONS, || {})?;
        Ok(Book { connection, path, device, leaves_files: false, notices: Vec::new() })
    }

    /// Begins to read.
    ///
    /// # Errors
    /// Another program holds the book, or it cannot be read.
    pub fn read(&mut self) -> Result<Pad<'_>, BookError> {
        self.begin(TransactionBehavior::Deferred)
    }

    /// Begins to write. Nobody else can write until the pad is committed or dropped.
    ///
    /// # Errors
    /// Another program holds the book, or it cannot be written, or it has several names.
    pub fn write(&mut self) -> Result<Pad<'_>, BookError> {
        if self.notices.iter().any(|notice| matches!(notice, Notice::Linked(_))) {
            // Also what is taken back in the end may have to be written for a while.
            return Err(BookError::Linked(self.path.clone()));
        }
        self.begin(TransactionBehavior::Immediate)
    }

    /// Begins to write as the device that this program runs on. Its id is asked for only now that nobody else can write,
    /// because a `restore` gives the device a new one, and this may have waited for the restore. Where none is kept, it is
    /// the one that the book was opened with.
    ///
    /// # Errors
    /// Those of [`Book::write`].
    pub fn write_as(&mut self, device: impl FnOnce() -> Option<Uuid>) -> Result<Pad<'_>, BookError> {
        let mut pad = self.write()?;
        if let Some(device) = device() {
            pad.device = device;
        }
        Ok(pad)
    }

    fn begin(&mut self, behavior: TransactionBehavior) -> Result<Pad<'_>, BookError> {
        // The transaction is begun with the connection at hand, which may be asked what went wrong.
        let begun = Transaction::new_unchecked(&self.connection, behavior);
        let transaction = begun.map_err(|error| BookError::of(error, &self.path).looked_into(&self.connection))?;
        Ok(Pad::new(transaction, &self.path, self.device))
    }
}
