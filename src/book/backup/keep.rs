//! Copies the book for the user.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use rusqlite::{OpenFlags, TransactionBehavior};

use super::super::check::examined;
use super::super::connection::{leave_wal, open};
use super::super::copy::into_file;
use super::super::{
    Access, Book, BookError, MIGRATIONS, OpenBook, OtherBook, Severity, SourceFault, Watcher, inspection,
};
use super::kept::{Reason, free_name};
use crate::disk::{Unfinished, folder_of, is_one_file, kind_of, make_folder, new_file, with_ending};
use ginpad_core::Listed;
use ginpad_core::ledger::{Batch, FileFault};

/// Where to put a backup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// Into this folder, which is made if it is missing, named by date.
    In(PathBuf),
    /// Into this file, which must not exist.
    New(PathBuf),
    /// Into this file, which is replaced if it is a copy of the book that holds nothing else.
    Newer(PathBuf),
}

/// A finished backup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackedUp {
    /// Its path.
    pub path: PathBuf,
    /// The number of games in it.
    pub games: usize,
    /// Its size in bytes.
    pub bytes: u64,
}

/// Why no backup was made. The command words the message.
#[derive(Debug)]
pub enum BackupFault {
    /// The file already exists.
    Exists(PathBuf),
    /// The file cannot become a backup, for this reason: it is the book itself, no file, or no copy of this book.
    Unsuitable(PathBuf, String),
    /// The copy cannot be written.
    Into(PathBuf, io::Error),
    /// The book is damaged, so the copy would be too.
    Damaged(Vec<String>),
    /// The book cannot be read.
    Book(BookError),
}

impl From<BookError> for BackupFault {
    fn from(error: BookError) -> BackupFault {
        BackupFault::Book(error)
    }
}

/// Copies a book, and checks the copy before naming it. Returns `None` if there is no book.
///
/// # Errors
/// No copy was made, and nothing of it remains.
pub fn back_up(
    book: &Path,
    target: &Target,
    now: DateTime<Utc>,
    watcher: &Arc<dyn Watcher>,
) -> Result<Option<BackedUp>, BackupFault> {
    let name = match target {
        Target::In(folder) => free_name(folder, now, Reason::Asked),
        Target::New(file) | Target::Newer(file) => file.clone(),
    };
    let Some(mut opened) = Book::open_with(book, Access::Read, None, Some(&**watcher), MIGRATIONS)? else {
        return Ok(None);
    };
    // Another backup may take a name that was free.
    let exists = |name| match target {
        Target::In(_) => back_up(book, target, now, watcher),
        Target::New(_) | Target::Newer(_) => Err(BackupFault::Exists(name)),
    };
    let replaces = backup_exists(&opened.path, &name)?;
    if replaces && !matches!(target, Target::Newer(_)) {
        drop(opened);
        return exists(name);
    }
    let into = |error| BackupFault::Into(name.clone(), error);
    if matches!(target, Target::In(_)) {
        make_folder(folder_of(&name)).map_err(into)?;
    }
    if replaces {
        holds_nothing_else(&mut opened, &name)?;
    } else {
        inspection::before_making(&name)?;
    }
    let copy = Unfinished::beside(&name, new_file).map_err(into)?;
    // Other writers wait only while the pages are copied, not while the copy is checked.
    let copied = into_file(&opened.connection, copy.path(), Some(&**watcher));
    copied.map_err(|error| BookError::of(error, copy.path()).after_second_check(&opened.connection))?;
    drop(opened);
    let games = sound(copy.path(), watcher)?.map_err(BackupFault::Damaged)?;
    let bytes = fs::metadata(copy.path()).map_err(into)?.len();
    let named = if replaces { copy.replace(&name) } else { copy.name(&name) };
    match named {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => exists(name.clone()),
        Err(error) => Err(into(error)),
        Ok(_) => Ok(Some(BackedUp { path: name, games, bytes })),
    }
}

/// Returns whether a file already has the name of the backup. The book itself, links, folders and devices are refused.
fn backup_exists(book: &Path, name: &Path) -> Result<bool, BackupFault> {
    let place = fs::canonicalize(folder_of(name)).ok().zip(name.file_name()).map(|(folder, file)| folder.join(file));
    let own = ["", "-journal", "-wal", "-shm", ".backups"].map(|ending| with_ending(book, ending));
    if place.is_some_and(|place| own.contains(&place)) || is_one_file(book, name) {
        return Err(unsuitable(name, "belongs to the book itself"));
    }
    match fs::symlink_metadata(name) {
        Ok(metadata) if metadata.is_file() => Ok(true),
        Ok(metadata) => Err(unsuitable(name, &format!("is {}", kind_of(&metadata)))),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(BackupFault::Into(name.to_path_buf(), error)),
    }
}

fn unsuitable(file: &Path, why: &str) -> BackupFault {
    BackupFault::Unsuitable(file.to_path_buf(), why.into())
}

/// Refuses a file that is not a copy of the book or holds something that the book lacks.
fn holds_nothing_else(book: &mut Book, file: &Path) -> Result<(), BackupFault> {
    let no_copy = || unsuitable(file, "is not a copy of the book");
    let unusable = |error| match error {
        BookError::Io | BookError::Full | BookError::NoMemory | BookError::NotOpened { .. } => error.into(),
        _ => no_copy(),
    };
    let mut copy = OtherBook::open(file, &book.path, None).map_err(|fault| match fault {
        SourceFault::Other(error) => unusable(error),
        SourceFault::File(FileFault::Io(error)) => BackupFault::Into(file.to_path_buf(), error),
        _ => no_copy(),
    })?;
    let open = book.read()?;
    let (mut batch, mut faults, mut has_more) = (Batch::default(), Listed::default(), true);
    while has_more {
        has_more = copy.read(&mut batch, &mut faults).map_err(unusable)?;
        for (_, change) in batch.take() {
            if !open.holds(change.name)? {
                return Err(unsuitable(file, "holds something that the book has not"));
            }
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(no_copy()) }
}

/// Checks a copy, and returns the number of its games or every problem in it. The copy leaves WAL mode, so that it is a
/// single file.
pub(super) fn sound(copy: &Path, watcher: &Arc<dyn Watcher>) -> Result<Result<usize, Vec<String>>, BookError> {
    let sqlite = |error| BookError::of(error, copy);
    let writing = open(copy, OpenFlags::SQLITE_OPEN_READ_WRITE);
    writing.and_then(|writing| leave_wal(&writing)).map_err(sqlite)?;
    let connection = open(copy, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(sqlite)?;
    let open = OpenBook::begin(&connection, TransactionBehavior::Deferred, copy, None)?;
    let mut open = open.watched_by(Arc::clone(watcher));
    let problems = examined(&mut open, |_| Ok(Vec::new()))?;
    let damage = problems.into_iter().filter(|problem| problem.severity == Severity::Damage);
    let damage: Vec<String> = damage.map(|problem| problem.what).collect();
    Ok(if damage.is_empty() { Ok(open.games()?.len()) } else { Err(damage) })
}
