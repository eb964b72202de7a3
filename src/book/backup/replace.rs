//! Replaces the content of a book with that of a checked book. The old content is kept as a backup.
//!
//! The new pages are written over the old ones, in one transaction on the same file. A program that has the book open,
//! or waits to write in it, continues with the new content. Only a book too damaged to be opened is replaced by
//! renaming: nobody else can open it either, so there is nothing to lock.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, mem};

use chrono::{DateTime, Utc};
use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags, TransactionBehavior};
use tempfile::TempPath;

use super::super::connection::{self, version};
use super::super::copy::busy;
use super::super::error::{not_copied, refused};
use super::super::header::{joined, mark_after, split};
use super::super::journal::{self, journal_of};
use super::super::{Access, Book, BookError, Marks, Notice, OpenBook, Watcher, open_book};
use super::automatic::automatic;
use super::kept::{Reason, backups_of, free_name};
use crate::disk::{Unfinished, folder_of, make_folder, new_file, with_ending};
use ginpad_core::Moment;
use ginpad_core::ledger::{LineRange, lacking};

/// The device that restores a book, and the time.
#[derive(Debug, Clone)]
pub struct Restorer {
    /// Where the device remembers which writer it is in which book.
    pub state: Option<PathBuf>,
    /// The time of the restore.
    pub now: Moment,
}

/// The backup of the old book, if it has one, and notices about its file.
type Replaced = (Option<(PathBuf, Reason)>, Vec<Notice>);

/// Writes the pages of another book over those of a book. An error leaves the book as it was, and removes its backup.
pub(super) fn into_the_book(
    mut book: Book,
    candidate: &Path,
    restorer: &Restorer,
    watcher: &Arc<dyn Watcher>,
) -> Result<Replaced, BookError> {
    let path = book.path.clone();
    let sqlite = |error| BookError::of(error, &path);
    let open = book.write()?;
    // Makes the lock outlast this transaction.
    open.transaction.execute_batch("PRAGMA locking_mode = EXCLUSIVE").map_err(sqlite)?;
    let is_empty = open.count_of_lines().is_ok_and(|lines| lines == 0);
    // A damaged book may be unable to list its lines.
    let (writers, mut had) = (open.own_writers()?, open.lines_gone().unwrap_or_default());
    had.extend(open.runs().unwrap_or_default().iter().map(LineRange::from));
    let lost = open.lost().unwrap_or_default();
    let made = || automatic(&path, Reason::Restore, restorer.now.with_timezone(&Utc), Some(&**watcher));
    let mut kept = if is_empty { None } else { Some(made()?) };
    drop(open);
    let other = connection::open(candidate, OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(sqlite)?;
    let (writing, lost) = {
        // The device must not reuse the numbers of lines that another book has from it.
        let open = OpenBook::begin(&other, TransactionBehavior::Immediate, &path, book.keeper.as_ref())?;
        open.begin_new_writer(writers, had)?;
        let lost = lacking(lost, open.runs()?.iter().map(LineRange::from));
        let writing = open.writing.take();
        open.transaction.commit().map_err(sqlite)?;
        (writing, lost)
    };
    let put = pages(&other, &mut book.connection, &path);
    // SQLite removes the journal at the next read.
    let _ = book.connection.execute_batch("PRAGMA locking_mode = NORMAL; PRAGMA user_version");
    let (keeper, mut notices) = (book.keeper.take(), mem::take(&mut book.notices));
    let put = put.or_else(|error| book.ask_again(error));
    if matches!(put, Ok(_) | Err(BookError::Uncertain(..))) {
        kept.iter_mut().for_each(|(kept, _)| kept.disable_cleanup(true));
    }
    notices.extend(put?.into_iter().chain(lost.into_iter().map(Notice::Lost)));
    if let (Some(keeper), Some(writing)) = (keeper, writing) {
        let _ = keeper.note(&writing);
    }
    Ok((kept.map(|(kept, reason)| (kept.to_path_buf(), reason)), notices))
}

/// Writes every page of another book over those of a book, all or nothing, and sets a mark as every transaction does.
fn pages(other: &Connection, book: &mut Connection, path: &Path) -> Result<Option<Notice>, BookError> {
    let sqlite = |error| BookError::of(error, path);
    let (schema, before) = split(version(book).map_err(sqlite)?);
    let backup = Backup::new(other, book).map_err(sqlite)?;
    let step = |pages| match backup.step(pages) {
        Ok(StepResult::Busy | StepResult::Locked) => Err(busy()),
        stepped => stepped.map(drop),
    };
    // The first page begins the journal. Changes made to `other` after this step are still copied.
    step(1).map_err(sqlite)?;
    let nonce = journal::nonce(&journal_of(path)).map_err(|error| refused(path, &error))?;
    let own = mark_after(before, nonce);
    other.pragma_update(None, "user_version", joined(schema, own).cast_signed()).map_err(sqlite)?;
    let Err(error) = step(-1) else { return Ok(None) };
    let error = sqlite(error);
    drop(backup);
    open_book::after(error, Marks { before, own }, book, path)
}

/// Renames another book to the name of one too damaged to be opened. An error leaves the book as it was.
pub(super) fn in_the_place_of(book: &Path, candidate: Unfinished, restorer: &Restorer) -> Result<Replaced, BookError> {
    let (kept, unsynced) =
        swapped(book, candidate, restorer.now.with_timezone(&Utc)).map_err(|error| not_copied(book, &error))?;
    // Without this, the next command would report lines that the restore gave up as lost.
    let _ = begin_new_writer(book, restorer.state.as_deref());
    Ok((Some((kept, Reason::Damaged)), unsynced.map(Notice::NotSynced).into_iter().collect()))
}

fn swapped(book: &Path, candidate: Unfinished, now: DateTime<Utc>) -> io::Result<(PathBuf, Option<PathBuf>)> {
    const BESIDE: [&str; 3] = ["-journal", "-wal", "-shm"];
    let name = free_name(&backups_of(book), now, Reason::Damaged);
    make_folder(folder_of(&name))?;
    let copy = Unfinished::beside(&name, new_file)?;
    fs::copy(book, copy.path())?;
    copy.name(&name)?;
    let mut kept = TempPath::try_from_path(&name)?;
    // SQLite would mix these files into the new book, so they are moved first.
    let moved = |from: &Path, to: &Path| {
        BESIDE.iter().try_for_each(|ending| match fs::rename(with_ending(from, ending), with_ending(to, ending)) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        })
    };
    let replaced = moved(book, &name).and_then(|()| candidate.replace(book));
    if replaced.is_err() && moved(&name, book).is_ok() {
        // The book is complete in its own place again, so the copy may go.
        return replaced.map(|unsynced| (name, unsynced));
    }
    kept.disable_cleanup(true);
    Ok((name, replaced?))
}

fn begin_new_writer(book: &Path, state: Option<&Path>) -> Result<(), BookError> {
    if let Some(mut book) = Book::open(book, Access::Write, state)? {
        let open = book.write()?;
        open.begin_new_writer(open.own_writers()?, open.lines_gone()?)?;
        open.commit()?;
    }
    Ok(())
}
