//! SQLite's own check of a large book, in a thread of its own while the facts are verified.
//!
//! Both see the same book: this one is read all the while, and with a rollback journal nobody can write meanwhile.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::super::connection::guard;
use super::super::fault::{Soundness, soundness};
use super::super::watched::Part;

/// How many steps of its own SQLite does between two words about it.
pub(super) const SQLITES_STEPS: usize = 1000;

/// A smaller book is checked before a thread would be worth its while.
pub(super) const FACTS: usize = 10_000;

/// How long the work goes on until somebody is told how far it is.
const A_WHILE: Duration = Duration::from_millis(50);

/// A check that is under way. Dropping it ends it.
pub(super) struct Beside {
    said: Receiver<rusqlite::Result<Soundness>>,
    done: Arc<AtomicUsize>,
    is_given_up: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Beside {
    /// Begins to check the book of this connection, which reads it until the answer is there. `None` if that cannot be
    /// done beside it: the book is in memory, has a write-ahead log, or another program is about to write.
    pub(super) fn begin(connection: &Connection) -> Option<Beside> {
        let mode: String = connection.pragma_query_value(None, "journal_mode", |row| row.get(0)).ok()?;
        let path = connection.path().filter(|path| !path.is_empty() && mode == "delete")?;
        let mut second = same_book(Path::new(path)).ok()?;
        // Another file may have been put in its place. The mark of the last transaction tells them apart.
        if mark(&second).ok()? != mark(connection).ok()? {
            return None;
        }
        let (done, is_given_up) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
        let (counted, is_over) = (Arc::clone(&done), Arc::clone(&is_given_up));
        let tell = move || {
            counted.fetch_add(1, Ordering::Relaxed);
            is_over.load(Ordering::Relaxed)
        };
        second.progress_handler(SQLITES_STEPS as i32, Some(tell)).ok()?;
        let (say, said) = channel();
        let check = move || {
            // Nobody listens if the check was given up.
            let _ = say.send(soundness(&second));
        };
        let thread = thread::Builder::new().name("integrity check".into()).spawn(check).ok()?;
        Some(Beside { said, done, is_given_up, thread: Some(thread) })
    }

    /// Counts what SQLite has done so far.
    pub(super) fn tell(&self, part: &Part<'_, '_>) {
        part.reach_unit(self.done.load(Ordering::Relaxed));
    }

    /// Waits for the answer.
    ///
    /// # Errors
    /// SQLite cannot check the book.
    pub(super) fn answer(self, part: &Part<'_, '_>) -> rusqlite::Result<Soundness> {
        loop {
            match self.said.recv_timeout(A_WHILE) {
                Ok(said) => return said,
                Err(RecvTimeoutError::Timeout) => self.tell(part),
                Err(RecvTimeoutError::Disconnected) => return Err(rusqlite::Error::InvalidQuery),
            }
        }
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        self.is_given_up.store(true, Ordering::Relaxed);
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// Another connection to a book, which reads it from now on. It does not wait for anybody.
fn same_book(path: &Path) -> rusqlite::Result<Connection> {
    // SQLite keeps the conditions on rows only of a file that it may write.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_EXRESCODE;
    let second = Connection::open_with_flags(path, flags)?;
    guard(&second)?;
    second.busy_timeout(Duration::ZERO)?;
    second.execute_batch("BEGIN")?;
    mark(&second)?;
    Ok(second)
}

/// The mark that the last transaction left in the book.
fn mark(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

#[cfg(test)]
mod tests {

    use super::super::super::watched::{Steps, Work};
    use super::*;

    fn book(folder: &Path) -> Connection {
        let book = Connection::open(folder.join("book.db")).unwrap();
        book.execute_batch(
            "CREATE TABLE kept (number INTEGER CHECK (number < 1000)); CREATE INDEX by_number ON kept (number);
             INSERT INTO kept WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900) SELECT i FROM n",
        )
        .unwrap();
        book
    }

    fn answer(book: &Connection) -> Option<Soundness> {
        let steps = Steps::begin(None, Work::Check, 10);
        Beside::begin(book).map(|beside| beside.answer(&Part::of(&steps, 10, 10)).unwrap())
    }

    #[test]
    fn it_finds_what_the_check_in_the_same_thread_finds() {
        let folder = tempfile::tempdir().unwrap();
        let book = book(folder.path());
        assert_eq!((answer(&book), soundness(&book).ok()), (Some(Soundness::Sound), Some(Soundness::Sound)));
        book.execute_batch("PRAGMA ignore_check_constraints = ON; UPDATE kept SET number = 1000 WHERE number = 7")
            .unwrap();
        book.execute_batch("PRAGMA ignore_check_constraints = OFF").unwrap();
        assert_eq!((answer(&book), soundness(&book).ok()), (Some(Soundness::Damaged), Some(Soundness::Damaged)));
    }

    #[test]
    fn where_both_would_not_see_the_same_there_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let book = book(folder.path());
        book.execute_batch("BEGIN EXCLUSIVE").unwrap();
        assert!(Beside::begin(&book).is_none());
        book.execute_batch("COMMIT; PRAGMA journal_mode = WAL").unwrap();
        assert!(Beside::begin(&book).is_none());
        assert!(Beside::begin(&Connection::open_in_memory().unwrap()).is_none());
    }

    #[test]
    fn one_that_is_given_up_ends() {
        let folder = tempfile::tempdir().unwrap();
        let book = book(folder.path());
        book.execute_batch("INSERT INTO kept SELECT one.number FROM kept AS one, kept AS other").unwrap();
        let beside = Beside::begin(&book).unwrap();
        beside.is_given_up.store(true, Ordering::Relaxed);
        let steps = Steps::begin(None, Work::Check, 10);
        assert!(beside.answer(&Part::of(&steps, 10, 10)).is_err());
    }
}
