//! The backup of an older book, made before it is upgraded.
//!
//! Until it is complete it has a name that every program knows, so that others can tell what they wait for. Only the
//! program that holds the book's write lock makes a file of that name, so what has it when the lock is taken was left by
//! a program that was stopped.

use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use super::copy::{are_the_same, opened_anew, page_by_page, sync};
use super::disk::{DiskFault, Refusal, words};
use super::error::BookError;
use super::header::Header;
use super::journal::read_at;
use super::look::{self, kind_of};
use super::notice::Notice;
use super::private;
use super::watched::Steps;
use super::writable::folder_of;

/// A backup that is complete and has been compared with its book, but has no name yet. It is removed unless it is kept.
pub(super) struct UpgradeBackup {
    copy: TempPath,
    /// The name that it gets if nothing has that name.
    name: PathBuf,
    book: PathBuf,
}

/// A backup that has its name.
pub(super) struct Kept {
    /// Where it is.
    pub backup: PathBuf,
    /// What is odd about its folder.
    pub notice: Option<Notice>,
}

/// No book of a later schema is looked for.
const MOST_SCHEMAS: i64 = 8;

impl UpgradeBackup {
    /// Copies the book and compares the copy with it. Whoever calls holds the write lock, so the book stays as it is.
    /// `part` is how many steps it takes to copy, and as many to compare.
    pub(super) fn of(book: &Path, version: i64, steps: &Steps<'_>, part: usize) -> Result<UpgradeBackup, BookError> {
        let name = name_for(book, version);
        // What is in the way is named before the work is done.
        free_name(&name).map_err(|why| why.told(book))?;
        remove_what_was_left(book).map_err(|why| why.told(book))?;
        let copy = unfinished(&name);
        // Only its owner can read it.
        private::new_file(&copy).map_err(|error| failed(book, &error))?;
        let copy = TempPath::try_from_path(copy).map_err(|error| failed(book, &error))?;
        let sqlite = |error| BookError::of(error, book);
        // A connection that writes cannot be copied from, so another one reads the book beside it.
        let source = opened_anew(book).map_err(sqlite)?;
        page_by_page(&source, &copy, steps, part).map_err(|error| sqlite(error).looked_into(&source))?;
        sync(&copy).map_err(|error| failed(book, &error))?;
        // The copy is looked at anew, as it is on the disk.
        let opened = opened_anew(&copy).map_err(sqlite)?;
        let same = are_the_same(&source, &opened, || steps.step());
        match same.map_err(|error| sqlite(error).looked_into(&source))? {
            true => Ok(UpgradeBackup { copy, name, book: book.to_path_buf() }),
            false => Err(match BookError::Malformed(book.to_path_buf()).looked_into(&source) {
                BookError::Io(_) => BookError::Io(DiskFault::Copy),
                damaged => damaged,
            }),
        }
    }

    /// Gives the backup its name. A name that something has already gets a number, and then the next.
    pub(super) fn keep(self) -> Result<Kept, BookError> {
        let UpgradeBackup { mut copy, name, book } = self;
        let backup = loop {
            let free = free_name(&name).map_err(|why| why.told(&book))?;
            match copy.persist_noclobber(&free) {
                Ok(()) => break free,
                // Something else has just got the name.
                Err(error) if error.error.kind() == ErrorKind::AlreadyExists => copy = error.path,
                Err(error) => return Err(failed(&book, &error.error)),
            }
        };
        Ok(Kept { backup, notice: private::sync(folder_of(&book)) })
    }
}

/// Whether a program is upgrading a book, as far as the names beside it tell. If the book cannot be used for a while,
/// that is why: whoever may write in an older book upgrades it first.
pub(super) fn is_under_way(book: &Path) -> bool {
    unfinished_names(book).any(|name| name.is_file())
}

/// The names of the backups of a book that are not complete.
pub(super) fn unfinished_names(book: &Path) -> impl Iterator<Item = PathBuf> {
    (1..=MOST_SCHEMAS).map(|version| unfinished(&name_for(book, version)))
}

pub(super) fn name_for(book: &Path, version: i64) -> PathBuf {
    with_ending(book, &format!(".schema-{version}.backup"))
}

fn unfinished(name: &Path) -> PathBuf {
    with_ending(name, ".partial")
}

pub(super) fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name: OsString = path.into();
    name.push(ending);
    name.into()
}

/// Removes what a program that was stopped has left. Nobody else is upgrading the book, because this program holds its
/// lock.
fn remove_what_was_left(book: &Path) -> Result<(), Hindrance> {
    for name in unfinished_names(book) {
        match fs::symlink_metadata(&name) {
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            Err(error) => return Err(error.into()),
            Ok(there) if there.is_file() => {}
            Ok(there) => return Err(Hindrance::InTheWay(name, kind_of(&there))),
        }
        let start = Header::of(read_at(&mut look::open(&name)?, 0, Header::LENGTH)?);
        // The pages of a copy are written in no certain order, so the first may be missing.
        if !start.is_of_a_book() && start.bytes().iter().any(|byte| *byte != 0) {
            return Err(Hindrance::InTheWay(name, "not a copy of a book"));
        }
        fs::remove_file(&name)?;
        match fs::remove_file(with_ending(&name, "-journal")) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error.into()),
            _ => {}
        }
    }
    Ok(())
}

/// Why a file cannot be made.
enum Hindrance {
    /// Something else has the name: where it is, and what it is.
    InTheWay(PathBuf, &'static str),
    System(io::Error),
}

impl From<io::Error> for Hindrance {
    fn from(error: io::Error) -> Hindrance {
        Hindrance::System(error)
    }
}

impl Hindrance {
    fn told(self, book: &Path) -> BookError {
        match self {
            Hindrance::InTheWay(path, what) => {
                BookError::InTheWay { path, what, wanted: "the backup of the book before it is upgraded" }
            }
            Hindrance::System(error) => failed(book, &error),
        }
    }
}

/// The name for a backup: the one given, or the first with a number that nothing has. If a link or a folder has the name,
/// nobody knows where it leads.
fn free_name(name: &Path) -> Result<PathBuf, Hindrance> {
    for number in 1_u32.. {
        let numbered = if number == 1 { name.to_path_buf() } else { with_ending(name, &format!("-{number}")) };
        match fs::symlink_metadata(&numbered) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(numbered),
            Err(error) => return Err(error.into()),
            Ok(there) if there.is_file() => {}
            Ok(there) => return Err(Hindrance::InTheWay(numbered, kind_of(&there))),
        }
    }
    Err(io::Error::from(ErrorKind::AlreadyExists).into())
}

pub(super) fn failed(book: &Path, error: &io::Error) -> BookError {
    if let Some(refusal) = Refusal::of(error) {
        return refusal.of_book(book, DiskFault::Copy);
    }
    BookError::NoBackup { path: book.to_path_buf(), why: words(error) }
}
