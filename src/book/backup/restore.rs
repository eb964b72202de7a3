//! Brings back a backup.
//!
//! The lines of the file are first appended to a new book beside this one, and that is checked whole. Nothing in the file
//! runs, and the book is not touched before. Then it takes the place of what the book holds, in one transaction of the same
//! file, under whose lock the book was backed up. If the book is too damaged for that, another file takes its name
//! (`in_place_of.rs`).

use std::fs;
use std::io::{self, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use chrono::Utc;
use ginpad_core::hand::Moment;

use super::super::connection;
use super::super::copy::{opened_anew, rows};
use super::super::error::BookError;
use super::super::fault::{Soundness, soundness};
use super::super::intake::{Contents, DocumentFault};
use super::super::lines::verify_all;
use super::super::look;
use super::super::migrate::MIGRATIONS;
use super::super::notice::Notice;
use super::super::other_book::{MergeFault, OtherBook};
use super::super::private;
use super::super::same_file::is_one_file;
use super::super::schema;
use super::super::unfinished::{Becomes, Unfinished};
use super::super::watched::{Steps, Watcher, Work};
use super::super::{Access, Book};
use super::automatic::{UntilCommitted, automatic, thin};
use super::in_place_of::put_in_the_place_of;
use super::keep::sound;
use super::kept::Reason;
use super::replace::replace;

/// Who restores a book, and when.
#[derive(Debug, Clone)]
pub struct Restorer {
    /// Where the device keeps who writes in which book.
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
    /// How many games it holds.
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
    /// It is a book that is damaged.
    Damaged(Vec<String>),
    /// It is a document that is damaged.
    DamagedDocument(Vec<String>),
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
    copied(from, book, candidate.path(), watcher)?;
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

/// Appends the lines of a file to a new book that nobody else sees.
fn copied(from: &Path, book: &Path, into: &Path, watcher: &Rc<dyn Watcher>) -> Result<(), RestoreFault> {
    if !fs::metadata(from).map_err(RestoreFault::From)?.is_file() {
        return Err(RestoreFault::From(io::Error::other("it is not a regular file")));
    }
    private::new_file(into).map_err(|error| connection::refused(into, &error))?;
    let is_document = is_document(from).map_err(RestoreFault::From)?;
    let contents = if is_document {
        let file = BufReader::new(look::open(from).map_err(RestoreFault::From)?);
        Contents::file(file).map_err(RestoreFault::Document)?
    } else {
        let other = OtherBook::open(from, book, Some(&**watcher));
        Contents::Book(other.map_err(|fault| match fault {
            MergeFault::From(error) => RestoreFault::From(error),
            MergeFault::TheBook => RestoreFault::TheBook,
            MergeFault::Refused(error) => RestoreFault::Refused(error),
        })?)
    };
    let Some(mut fresh) = Book::open(into, Access::Write, None)? else { return Ok(()) };
    let pad = fresh.write()?;
    let taken = pad.take_in(contents, |_| Ok(()), |_, _| Ok(())).map_err(|fault| match fault {
        DocumentFault::Other(error) => RestoreFault::Refused(error),
        DocumentFault::Book(error) => RestoreFault::Book(error),
        fault => RestoreFault::Document(fault),
    })?;
    if !taken.kept_out.is_empty() {
        let reasons = taken.kept_out.lines().collect();
        return Err(if is_document { RestoreFault::DamagedDocument(reasons) } else { RestoreFault::Damaged(reasons) });
    }
    pad.commit()?;
    Ok(())
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
    let opened = Book::open_watched(book, Access::Write, restorer.state.as_deref(), &**watcher);
    let Some(mut opened) = opened.map_err(PutFault::of_the_book)? else {
        return Err(BookError::NotABook(book.to_path_buf()).into());
    };
    let mut notices = opened.notices().to_vec();
    let other = opened_anew(candidate).map_err(sqlite)?;
    let mut needless = UntilCommitted::nothing();
    let pad = opened.write().map_err(PutFault::of_the_book)?;
    let part = rows(&pad.transaction).map_err(|error| PutFault::of_the_book(sqlite(error)))?;
    let steps = Steps::begin(Some(&**watcher), Work::Restore, 2 * part + rows(&other).map_err(sqlite)?);
    let before = if pad.count_of_lines().map_err(PutFault::of_the_book)? == 0 {
        Before::Nothing
    } else {
        let is_sound = is_sound(&pad.transaction, book);
        let reason = if is_sound { Reason::Restore } else { Reason::Damaged };
        let kept = automatic(book, reason, restorer.now.with_timezone(&Utc), &steps, part);
        let kept = kept.map_err(PutFault::of_the_book)?;
        needless.add(&kept);
        if is_sound { Before::Kept(kept) } else { Before::Damaged(kept) }
    };
    // Of a damaged book nobody knows what it had.
    let (had, writers) = (pad.lines_known().unwrap_or_default(), pad.own_writers()?);
    replace(&pad.transaction, &other, &steps).map_err(|error| match sqlite(error).looked_into(&pad.transaction) {
        // Pages of the book that make no sense; the copy was sound, and still is.
        BookError::Malformed(_) if is_sound(&other, candidate) => PutFault::Unwritable,
        error => PutFault::Other(error),
    })?;
    let version = i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX);
    schema::compare(&pad.transaction, book, version, MIGRATIONS)?;
    verify_all(&pad.transaction, book, &|| {})?;
    // The device must not number lines again that another book has from it.
    pad.begin_new_writer(writers, had)?;
    drop(steps);
    match pad.commit() {
        Ok(notice) => notices.extend(notice),
        Err(error) => {
            if matches!(error, BookError::Uncertain(..)) {
                needless.keep();
            }
            return Err(error.into());
        }
    }
    needless.keep();
    Ok((before, notices))
}

/// Whether a book can be restored once it is a backup.
fn is_sound(book: &rusqlite::Connection, path: &Path) -> bool {
    soundness(book).is_ok_and(|said| said == Soundness::Sound) && verify_all(book, path, &|| {}).is_ok()
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
