//! Gives the name of a book that is too damaged to be written to another file. What was there is kept.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use chrono::Utc;
use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::super::connection::{self, Opened};
use super::super::copy::sync;
use super::super::disk::not_copied;
use super::super::error::BookError;
use super::super::look;
use super::super::migrate::MIGRATIONS;
use super::super::notice::Notice;
use super::super::private;
use super::super::unfinished::{Becomes, Unfinished};
use super::super::watched::{Steps, Work};
use super::super::writable::folder_of;
use super::super::{Access, Book};
use super::automatic::{UntilCommitted, automatic};
use super::kept::{Reason, free_name};
use super::restore::{Before, Restorer};

/// What SQLite may keep beside a book, and what of it belongs to what the book holds.
const BESIDE: [&str; 3] = ["-journal", "-wal", "-shm"];
const HOLDS_SOMETHING: [&str; 2] = ["-journal", "-wal"];

/// Keeps a book that is too damaged to be written, and gives its name to another one. An error leaves the book as it was.
///
/// Nobody writes in the book between the copy and the end: this holds its lock. Only where the file is so damaged that it
/// cannot be opened, locked or copied by SQLite is no lock held; others cannot write there either.
pub(super) fn put_in_the_place_of(
    book: &Path,
    candidate: Unfinished,
    restorer: &Restorer,
) -> Result<(Before, Vec<Notice>), BookError> {
    let system = |error: io::Error| not_copied(book, &error);
    let mut needless = UntilCommitted::nothing();
    let connection = unless_damaged(writable(book))?;
    let locked = connection.as_ref().map(|connection| kept_under_lock(book, connection, restorer));
    let locked = locked.map(unless_damaged).transpose()?.flatten();
    let (lock, kept) = match locked {
        Some((lock, kept)) => {
            needless.add(&kept);
            (Some(lock), kept)
        }
        None => (None, kept_as_it_is(book, restorer, &mut needless).map_err(system)?),
    };
    if let Err(error) = swapped(book, candidate) {
        if brought_back(book, &kept).is_err() {
            // What was beside the book is only there now.
            needless.keep();
        }
        return Err(system(error));
    }
    needless.keep();
    drop(lock);
    let notices = private::sync(folder_of(book)).into_iter().collect();
    // Otherwise the next command would take what was given up by the restore for lost.
    let _ = begin_new_writer(book, restorer.state.as_deref());
    Ok((Before::Damaged(kept), notices))
}

fn begin_new_writer(book: &Path, state: Option<&Path>) -> Result<(), BookError> {
    if let Some(mut book) = Book::open(book, Access::Write, state)? {
        let pad = book.write()?;
        pad.begin_new_writer(pad.own_writers()?, pad.lines_gone()?)?;
        pad.commit()?;
    }
    Ok(())
}

/// What was found, or `None` if damage was in the way.
fn unless_damaged<T>(found: Result<T, BookError>) -> Result<Option<T>, BookError> {
    match found {
        Err(error) if error.is_damage() => Ok(None),
        found => found.map(Some),
    }
}

/// Opens the book to write in it.
fn writable(book: &Path) -> Result<Connection, BookError> {
    let Some(Opened { connection, .. }) = connection::open(book, Access::Write, None, MIGRATIONS)? else {
        return Err(BookError::NotABook(book.to_path_buf()));
    };
    Ok(connection)
}

/// Takes the lock of the book, and backs it up page by page. Nothing is written, so there is no journal.
fn kept_under_lock<'a>(
    book: &Path,
    connection: &'a Connection,
    restorer: &Restorer,
) -> Result<(Transaction<'a>, PathBuf), BookError> {
    let begun = Transaction::new_unchecked(connection, TransactionBehavior::Immediate);
    let lock = begun.map_err(|error| BookError::of(error, book))?;
    let steps = Steps::begin(None, Work::Copy, 0);
    let kept = automatic(book, Reason::Damaged, restorer.now.with_timezone(&Utc), &steps, 0)?;
    Ok((lock, kept))
}

/// Copies the file of the book as it is, with what is beside it.
fn kept_as_it_is(book: &Path, restorer: &Restorer, needless: &mut UntilCommitted) -> io::Result<PathBuf> {
    let kept = free_name(book, restorer.now.with_timezone(&Utc), Reason::Damaged);
    let copy = Unfinished::beside(&kept, Becomes::Backup)?;
    private::new_file(copy.path())?;
    fs::copy(book, copy.path()).and_then(|_| sync(copy.path()))?;
    copy.name(&kept)?;
    needless.add(&kept);
    for ending in HOLDS_SOMETHING {
        let (from, to) = (look::with_ending(book, ending), look::with_ending(&kept, ending));
        needless.add(&to);
        if_there(fs::copy(from, &to).and_then(|_| sync(&to)))?;
    }
    let _ = private::sync(folder_of(&kept));
    Ok(kept)
}

/// Puts a file in the place of the book. What is beside the book would be mixed into it, so it goes first.
fn swapped(book: &Path, candidate: Unfinished) -> io::Result<()> {
    BESIDE.iter().try_for_each(|ending| if_there(fs::remove_file(look::with_ending(book, ending))))?;
    candidate.replace(book)
}

/// Puts back what was beside the book.
fn brought_back(book: &Path, kept: &Path) -> io::Result<()> {
    for ending in HOLDS_SOMETHING {
        let (from, to) = (look::with_ending(kept, ending), look::with_ending(book, ending));
        if !to.exists() {
            if_there(fs::copy(from, &to).and_then(|_| sync(&to)))?;
        }
    }
    Ok(())
}

/// What is not there need not be copied or removed.
fn if_there(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        done => done,
    }
}
