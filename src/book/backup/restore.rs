//! Brings back a backup.
//!
//! What is in the file is first copied beside the book and checked whole: its schema, every hash, every count, every
//! game. Nothing in it runs, and the book is not touched before. Then it takes the place of what the book holds, in one
//! transaction of the same file, under whose lock the book was backed up. If the book is too damaged for that, another
//! file takes its name (`in_place_of.rs`).

use std::fs::{self, File};
use std::io::{self, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use chrono::Utc;
use ginpad_core::hand::Moment;
use rusqlite::{Connection, TransactionBehavior};
use uuid::Uuid;

use super::super::commit::Witness;
use super::super::connection::{self, Opened, mark};
use super::super::device::put_id;
use super::super::document::DocumentFault;
use super::super::error::BookError;
use super::super::look;
use super::super::notice::Notice;
use super::super::private;
use super::super::read::{self, Soundness};
use super::super::schema;
use super::super::unfinished::{Becomes, Unfinished};
use super::super::union::look_through;
use super::super::upgrade_backup::failed;
use super::super::watched::{Steps, Watcher, Work};
use super::super::write;
use super::super::{Access, Book};
use super::automatic::{UntilCommitted, automatic, thin};
use super::copy::{opened_anew, page_by_page};
use super::in_place_of::put_in_the_place_of;
use super::keep::{is_one_file, sound};
use super::kept::Reason;
use super::replace::replace;

/// Who restores a book, and when.
#[derive(Debug, Clone)]
pub struct Restorer {
    /// The device, as it is called until now.
    pub device: Uuid,
    /// Where the id of the device is kept.
    pub state: Option<PathBuf>,
    /// When.
    pub now: Moment,
}

/// What became of the book as it was before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Before {
    /// There was none, or it was empty.
    Nothing,
    /// It is kept in this file, a backup like any other.
    Kept(PathBuf),
    /// It was damaged, and is kept as it was in this file.
    Damaged(PathBuf),
}

/// What was brought back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restored {
    /// How many games count.
    pub games: usize,
    /// What became of the book as it was.
    pub before: Before,
    /// What is odd about the file of the book.
    pub notices: Vec<Notice>,
}

/// Why nothing was restored. The command has the words for it.
#[derive(Debug)]
pub enum RestoreFault {
    /// The file cannot be read.
    From(io::Error),
    /// It is the book itself.
    TheBook,
    /// It is not a backup that can be used.
    Refused(BookError),
    /// It is damaged.
    Damaged(Vec<String>),
    /// It is a document that cannot be used.
    Document(DocumentFault),
    /// The book cannot be written.
    Book(BookError),
}

impl From<BookError> for RestoreFault {
    fn from(error: BookError) -> RestoreFault {
        RestoreFault::Book(error)
    }
}

/// Puts what a file holds in the place of what the book holds. The file is a book, or what `export --json` wrote of one.
///
/// # Errors
/// The file is refused, or the book cannot be written. The book is as it was.
pub fn restore<G>(
    book: &Path,
    from: &Path,
    restorer: &Restorer,
    watcher: &Rc<dyn Watcher>,
    unfinished: impl FnOnce(PathBuf) -> G,
) -> Result<Restored, RestoreFault> {
    if is_one_file(book, from) {
        return Err(RestoreFault::TheBook);
    }
    // A link to the book stays one.
    let book = &fs::canonicalize(book).unwrap_or_else(|_| book.to_path_buf());
    let candidate = Unfinished::beside(book, Becomes::Restored).map_err(|error| connection::refused(book, &error))?;
    let guard = unfinished(candidate.path().to_path_buf());
    copied(from, candidate.path(), watcher)?;
    let games = sound(candidate.path(), watcher).map_err(RestoreFault::Refused)?.map_err(RestoreFault::Damaged)?;
    let put = match put_into(book, candidate.path(), restorer, watcher) {
        Err(PutFault::Unwritable) => put_in_the_place_of(book, candidate, restorer)?,
        Err(PutFault::Other(error)) => return Err(error.into()),
        Ok(put) => put,
    };
    drop(guard);
    thin(book, restorer.now.with_timezone(&Utc), from);
    let (before, notices) = put;
    Ok(Restored { games, before, notices })
}

/// Copies what a file holds into a new book that nobody else sees.
fn copied(from: &Path, into: &Path, watcher: &Rc<dyn Watcher>) -> Result<(), RestoreFault> {
    if !fs::metadata(from).map_err(RestoreFault::From)?.is_file() {
        return Err(RestoreFault::From(io::Error::other("it is not a regular file")));
    }
    if is_document(from).map_err(RestoreFault::From)? {
        let document = File::open(from).map_err(RestoreFault::From)?;
        let contents = look_through(BufReader::new(document)).map_err(RestoreFault::Document)?;
        let Some(mut book) = Book::open(into, Access::Write, Uuid::nil())? else { return Ok(()) };
        let pad = book.write()?.watched_by(Rc::clone(watcher));
        pad.take_in(contents).map_err(RestoreFault::Document)?;
        pad.commit()?;
        return Ok(());
    }
    let opened = connection::open(from, Access::Read, Some(&**watcher)).map_err(RestoreFault::Refused)?;
    let Some(Opened { connection, .. }) = opened else {
        return Err(RestoreFault::Refused(BookError::NotABook(from.to_path_buf())));
    };
    private::new_file(into).map_err(|error| failed(into, &error))?;
    let sqlite = |error| RestoreFault::Refused(BookError::of(error, from).looked_into(&connection));
    let pages = read::count_of_rows(&connection).map_err(sqlite)?;
    let steps = Steps::begin(Some(&**watcher), Work::Copy, pages);
    page_by_page(&connection, into, &steps, pages).map_err(sqlite)
}

/// Whether a file begins like a document.
fn is_document(file: &Path) -> io::Result<bool> {
    let mut start = Vec::new();
    look::open(file)?.take(64).read_to_end(&mut start)?;
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&start);
    Ok(start.trim_ascii_start().first() == Some(&b'{'))
}

/// Why a book does not hold now what another one holds.
enum PutFault {
    /// The book is too damaged to be written.
    Unwritable,
    /// Anything else.
    Other(BookError),
}

impl PutFault {
    /// For what only the book can be at fault for.
    fn of_the_book(error: BookError) -> PutFault {
        if error.is_damage() { PutFault::Unwritable } else { PutFault::Other(error) }
    }
}

impl From<BookError> for PutFault {
    fn from(error: BookError) -> PutFault {
        PutFault::Other(error)
    }
}

/// Puts a book that was checked into the file of the book. An error leaves the book as it was, and no backup of it.
fn put_into(
    book: &Path,
    candidate: &Path,
    restorer: &Restorer,
    watcher: &Rc<dyn Watcher>,
) -> Result<(Before, Vec<Notice>), PutFault> {
    let sqlite = |error| BookError::of(error, book);
    let opened = connection::open(book, Access::Write, Some(&**watcher)).map_err(PutFault::of_the_book)?;
    let Some(Opened { mut connection, notices, .. }) = opened else {
        return Err(BookError::NotABook(book.to_path_buf()).into());
    };
    let page = page_of(candidate, restorer.device)?;
    let other = opened_anew(candidate).map_err(sqlite)?;
    // What was checked as a whole is not checked again row by row. This takes no effect within a transaction.
    connection.execute_batch("PRAGMA foreign_keys = OFF").map_err(sqlite)?;
    let mut needless = UntilCommitted::nothing();
    let begun = connection.transaction_with_behavior(TransactionBehavior::Immediate);
    let transaction = begun.map_err(|error| PutFault::of_the_book(sqlite(error)))?;
    let part = read::count_of_rows(&transaction).map_err(|error| PutFault::of_the_book(sqlite(error)))?;
    let rows = read::count_of_rows(&other).map_err(sqlite)?;
    let steps = Steps::begin(Some(&**watcher), Work::Restore, 2 * part + rows);
    let is_empty = read::is_empty(&transaction).map_err(|error| PutFault::of_the_book(sqlite(error)))?;
    let before = if is_empty {
        Before::Nothing
    } else {
        let is_sound = is_sound(&transaction);
        let reason = if is_sound { Reason::Restore } else { Reason::Damaged };
        let kept = automatic(book, reason, restorer.now.with_timezone(&Utc), &steps, part);
        let kept = kept.map_err(PutFault::of_the_book)?;
        needless.add(&kept);
        if is_sound { Before::Kept(kept) } else { Before::Damaged(kept) }
    };
    // What it had from shared folders comes back from there, and whoever sees that learns why.
    let segments = read::every_shared_segment(&transaction).unwrap_or_default();
    let removed = read::removed_segments(&transaction).unwrap_or_default();
    replace(&transaction, &other, &steps).map_err(|error| match sqlite(error).looked_into(&transaction) {
        // Pages of the book that make no sense; the copy was sound, and still is.
        BookError::Malformed(_) if is_sound(&other) => PutFault::Unwritable,
        error => PutFault::Other(error),
    })?;
    let device = Uuid::new_v4();
    if let Some(page) = page {
        write::chosen_game(&transaction, device, page).map_err(sqlite)?;
    }
    let known = read::every_shared_segment(&transaction).map_err(sqlite)?;
    for segment in segments.union(&removed).filter(|segment| !known.contains(segment)) {
        write::removed_segment(&transaction, segment).map_err(sqlite)?;
    }
    let version = i64::try_from(super::super::MIGRATIONS.len()).unwrap_or(i64::MAX);
    schema::compare(&transaction, book, version, super::super::MIGRATIONS)?;
    if let Some(what) = read::verify_all(&transaction, &|| {}).map_err(sqlite)? {
        return Err(BookError::Flawed { path: book.to_path_buf(), what }.into());
    }
    let own_mark = mark(&transaction, book)?;
    let state = restorer.state.as_deref();
    // The device must not number changes again that another book has from it. So it is a new one before anything is kept.
    put_id(state, device).map_err(|error| connection::refused(book, &error))?;
    let committed = transaction.commit().map_err(sqlite);
    let Err(error) = committed else {
        needless.keep();
        return Ok((before, notices));
    };
    match connection.pragma_query_value(None, "schema_version", |row| row.get::<_, u32>(0)) {
        Ok(mark) if mark == own_mark => {
            needless.keep();
            Ok((before, notices.into_iter().chain([Notice::after(&error, book)]).collect()))
        }
        Ok(_) => {
            let _ = put_id(state, restorer.device);
            Err(error.into())
        }
        Err(_) => {
            needless.keep();
            Err(BookError::Uncertain(Box::new(error), Box::new(Witness::Nothing)).into())
        }
    }
}

/// Whether a book can be restored once it is a backup.
fn is_sound(book: &Connection) -> bool {
    read::soundness(book).is_ok_and(|said| said == Soundness::Sound)
        && read::verify_all(book, &|| {}).is_ok_and(|fault| fault.is_none())
}

/// The game at which the device goes on in a book that was copied. It has another id there afterwards.
pub(super) fn page_of(candidate: &Path, device: Uuid) -> Result<Option<Uuid>, BookError> {
    let connection = opened_anew(candidate).map_err(|error| BookError::of(error, candidate))?;
    let path = candidate.to_path_buf();
    let mut book = Book { connection, path, device, leaves_files: false, notices: Vec::new() };
    book.read()?.current()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_known_by_its_first_sign() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        for (text, is_one) in [("{}", true), ("\u{feff} \n{", true), ("", false), ("SQLite format 3", false)] {
            fs::write(&file, text).unwrap();
            assert_eq!(is_document(&file).unwrap(), is_one, "{text}");
        }
    }
}
