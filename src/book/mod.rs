//! The book: a ledger of lines in one SQLite file. Lines are added, never altered.
//!
//! [`Book::open`] opens a book. [`Book::read`] and [`Book::write`] begin an [`OpenBook`] on it: one transaction, rolled back
//! unless [`OpenBook::commit`] is called. [`OpenBook::append`] is the only way in; [`OpenBook::concerning`] and its siblings are the way
//! out. No score is stored: the score of a game is worked out from its lines each time.

mod acts;
mod append;
mod arrivals;
mod backup;
mod carve;
mod changes;
mod check;
mod connection;
mod copy;
mod current;
mod error;
mod folder;
mod games;
mod gathered;
mod header;
mod import;
mod in_order;
mod inspection;
mod intake;
mod journal;
mod lines;
mod many;
mod migrate;
mod numbers;
mod open_book;
mod opening;
mod people;
mod rescue;
mod runs;
#[cfg(test)]
mod samples;
mod schema;
mod state;
#[cfg(test)]
mod tests;
mod watched;
mod writer;

use std::path::{Path, PathBuf};

use rusqlite::{ErrorCode, OpenFlags, TransactionBehavior};

pub use acts::ActAuthor;
pub use arrivals::{Arrivals, Brought, Merged, Merging};
pub use backup::{
    BackedUp, BackupFault, Kept, Reason, Restored, Restorer, Target, back_up, backups_of, kept, restore, thin,
};
pub use carve::seems_to_hold_lines;
pub use check::{Problem, ProblemKind, Severity, check};
pub use error::{BookError, Notice};
pub use folder::{Exchange, FolderFault, SegmentFault, SharedFolder};
pub use games::StoredGame;
pub use header::Marks;
pub use import::{Import, ImportPlan, ImportedGame, ImportedSheet, MoreHands, OtherContent};
pub use inspection::schema_of;
pub use intake::{Contents, ExportFault, OtherBook, SourceFault, TakenIn};
pub use lines::Stored;
pub use open_book::OpenBook;
pub use opening::{Access, Book};
pub use people::JoinedElsewhere;
pub use rescue::{RescueFault, Rescued, rescue};
pub use schema::MIGRATIONS;
pub use state::{can_keep_state, last_numbers};
pub use watched::{Steps, Watcher};

/// The version of SQLite in this program.
pub fn sqlite_version() -> &'static str {
    rusqlite::version()
}

impl Book {
    /// Opens the book at a path. In the folder `state`, this device remembers which writer it is in which book. Returns
    /// `None` if `access` is [`Access::Read`] and there is no book yet.
    ///
    /// A process may open a book only once. Opening reads the file's first bytes with an ordinary file call, and
    /// closing that file would drop the locks of another connection to it.
    ///
    /// # Errors
    /// The file cannot be made or opened, is not a book, or was written by a later version, or by an early one that kept
    /// no ledger. A file that is refused is left untouched.
    pub fn open(path: &Path, access: Access, state: Option<&Path>) -> Result<Option<Book>, BookError> {
        Book::open_with(path, access, state, None, MIGRATIONS)
    }

    /// Returns what is odd about the book's file.
    pub fn notices(&self) -> &[Notice] {
        &self.notices
    }

    /// Makes a book in memory, for tests and for looking into an export.
    ///
    /// # Errors
    /// SQLite cannot make it.
    pub fn in_memory() -> Result<Book, BookError> {
        Book::anew(":memory:")
    }

    /// Copies a book for a trial, or makes an empty one, in a temporary file that SQLite removes. No other program
    /// waits for it. It must not be committed, because its state folder is that of the book.
    ///
    /// # Errors
    /// The book cannot be read, or there is no room for a copy.
    pub(crate) fn for_a_trial(of: Option<Book>) -> Result<Book, BookError> {
        // With an empty name, SQLite makes a temporary file.
        let mut trial = Book::anew("")?;
        if let Some(book) = of {
            let copied = copy::every_page(&book.connection, &mut trial.connection, None);
            copied.map_err(|error| match error.sqlite_error_code() {
                Some(ErrorCode::DiskFull) => error::no_temporary_file(error),
                _ => BookError::of(error, &book.path).after_second_check(&book.connection),
            })?;
            trial.keeper = book.keeper;
        }
        Ok(trial)
    }

    /// Makes an empty book under a name that is special to SQLite, set up like any other book.
    fn anew(name: &str) -> Result<Book, BookError> {
        let path = if name.is_empty() { PathBuf::from("a temporary file") } else { PathBuf::from(name) };
        let sqlite = |error| BookError::of(error, &path);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let connection = connection::open(name, flags).map_err(error::no_temporary_file)?;
        migrate::shape(&connection).map_err(sqlite)?;
        migrate::to_latest(&connection, &path, MIGRATIONS)?;
        Ok(Book::of(connection, path, None))
    }

    /// Begins a transaction that only reads.
    ///
    /// # Errors
    /// Another program holds the book, or it cannot be read.
    pub fn read(&mut self) -> Result<OpenBook<'_>, BookError> {
        OpenBook::begin(&self.connection, TransactionBehavior::Deferred, &self.path, self.keeper.as_ref())
    }

    /// Begins to write. Nobody else can write until it is committed or dropped.
    ///
    /// # Errors
    /// Another program holds the book, or it cannot be written, or its file has several names (hard links).
    pub fn write(&mut self) -> Result<OpenBook<'_>, BookError> {
        if self.notices.iter().any(|notice| matches!(notice, Notice::Linked(_))) {
            // Refuse before beginning: SQLite may write to the file even if the transaction is rolled back.
            return Err(BookError::Linked(self.path.clone()));
        }
        OpenBook::begin(&self.connection, TransactionBehavior::Immediate, &self.path, self.keeper.as_ref())
    }

    /// Asks the book again, over a new connection, whether a change was kept.
    ///
    /// # Errors
    /// The change was not kept, or we still cannot see whether it was.
    pub fn ask_again(self, error: BookError) -> Result<Option<Notice>, BookError> {
        let BookError::Uncertain(error, marks) = error else { return Err(error) };
        let Book { connection, path, .. } = self;
        // The old connection may still hold locks.
        drop(connection);
        let again = connection::open(&path, OpenFlags::SQLITE_OPEN_READ_WRITE);
        match again.and_then(|again| connection::set_up(&again).map(|()| again)) {
            Ok(again) => open_book::after(*error, marks, &again, &path),
            Err(_) => Err(BookError::Uncertain(error, marks)),
        }
    }
}
