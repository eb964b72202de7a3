//! The book: every game in one SQLite file, as facts that are only ever added.
//!
//! [`Book::open`] gives a book, [`Book::read`] and [`Book::write`] a [`Pad`] on it: one transaction, rolled back
//! unless [`Pad::commit`] is called. What a command changes is one [`Change`](ginpad_core::facts::Change) with its facts. Nothing that is
//! computed is stored; a game's score is worked out from its facts whenever it is asked for.

mod changes;
mod connection;
mod device;
mod error;
mod export;
mod migrate;
mod pad;
mod private;
mod read;
mod write;

use std::path::{Path, PathBuf};

use rusqlite::{Connection, TransactionBehavior};
use uuid::Uuid;

pub use changes::{Taken, Undoing};
pub use connection::Access;
pub use device::device_id;
pub use error::BookError;
pub use export::{Export, Restored};
pub use migrate::MIGRATIONS;
pub use pad::{Pad, Person, StoredGame};

/// An open book.
#[derive(Debug)]
pub struct Book {
    connection: Connection,
    path: PathBuf,
    device: Uuid,
}

impl Book {
    /// Opens the book at a path; `device` is who writes in it.
    ///
    /// One process opens a book once: the file's first bytes are read with an ordinary file call, and closing that file
    /// would drop the locks of another connection to it.
    ///
    /// `None` where it is only to be read and is not there yet.
    ///
    /// # Errors
    /// It cannot be made or opened, is no book, or was written by a later version. Such a file is left untouched.
    pub fn open(path: &Path, access: Access, device: Uuid) -> Result<Option<Book>, BookError> {
        Ok(connection::open(path, access)?.map(|(connection, path)| Book { connection, path, device }))
    }

    /// A book in memory, for tests and trials.
    ///
    /// # Errors
    /// SQLite cannot make it.
    pub fn in_memory(device: Uuid) -> Result<Book, BookError> {
        let path = PathBuf::from(":memory:");
        let mut connection = Connection::open_in_memory().map_err(|error| BookError::of(error, &path))?;
        migrate::to_latest(&mut connection, &path, MIGRATIONS)?;
        Ok(Book { connection, path, device })
    }

    /// Begins to read.
    ///
    /// # Errors
    /// The book is held by another program, or cannot be read.
    pub fn read(&mut self) -> Result<Pad<'_>, BookError> {
        self.begin(TransactionBehavior::Deferred)
    }

    /// Begins to write. Nobody else can until the pad is committed or dropped.
    ///
    /// # Errors
    /// The book is held by another program, or cannot be written.
    pub fn write(&mut self) -> Result<Pad<'_>, BookError> {
        self.begin(TransactionBehavior::Immediate)
    }

    fn begin(&mut self, behavior: TransactionBehavior) -> Result<Pad<'_>, BookError> {
        let transaction =
            self.connection.transaction_with_behavior(behavior).map_err(|error| BookError::of(error, &self.path))?;
        Ok(Pad::new(transaction, &self.path, self.device))
    }
}
