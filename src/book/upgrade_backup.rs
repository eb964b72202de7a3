//! The backup of an older book, made before it is upgraded.
//!
//! Until it is complete it has a name that every program knows, so that others can tell what they wait for. Only the
//! program that holds the book's write lock makes a file of that name, so what has it when the lock is taken was left by
//! a program that was stopped.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};
use tempfile::TempPath;

use super::connection::guard;
use super::disk::{DiskFault, Refusal};
use super::error::BookError;
use super::header::Header;
use super::journal::read_at;
use super::look::{self, kind_of};
use super::migrate::MIGRATIONS;
use super::notice::Notice;
use super::private;
use super::read;
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

impl UpgradeBackup {
    /// Copies the book and compares the copy with it. Whoever calls holds the write lock, so the book stays as it is.
    /// `part` is how many steps it takes to copy, and as many to compare.
    pub(super) fn of(book: &Path, version: i64, steps: &Steps<'_>, part: usize) -> Result<UpgradeBackup, BookError> {
        let name = name_for(book, version);
        // What is in the way is told before the work is done.
        free_name(&name).map_err(|why| why.told(book))?;
        remove_what_was_left(book).map_err(|why| why.told(book))?;
        let copy = unfinished(&name);
        // Only its owner can read it.
        private::new_file(&copy).map_err(|error| failed(book, &error))?;
        let copy = TempPath::try_from_path(copy).map_err(|error| failed(book, &error))?;
        let sqlite = |error| BookError::of(error, book);
        // A connection that writes cannot be copied from, so another one reads the book beside it.
        let source = Connection::open_with_flags(book, reading()).map_err(sqlite)?;
        guard(&source).map_err(sqlite)?;
        write_copy(&source, &copy, steps, part).map_err(|error| sqlite(error).looked_into(&source))?;
        // Some systems sync only what is open to be written.
        let synced = OpenOptions::new().write(true).open(&copy).and_then(|file: File| file.sync_all());
        synced.map_err(|error| failed(book, &error))?;
        // The copy is looked at anew, as it is on the disk.
        let opened = Connection::open_with_flags(&copy, reading()).map_err(sqlite)?;
        guard(&opened).map_err(sqlite)?;
        let same = read::are_the_same(&source, &opened, || steps.step());
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
fn unfinished_names(book: &Path) -> impl Iterator<Item = PathBuf> {
    (1..MIGRATIONS.len()).filter_map(|version| Some(unfinished(&name_for(book, i64::try_from(version).ok()?))))
}

fn name_for(book: &Path, version: i64) -> PathBuf {
    with_ending(book, &format!(".schema-{version}.backup"))
}

fn unfinished(name: &Path) -> PathBuf {
    with_ending(name, ".partial")
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
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

/// How a backup and its book are opened to be compared.
fn reading() -> OpenFlags {
    OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_EXRESCODE
}

/// Copies the book into an empty file.
fn write_copy(source: &Connection, copy: &Path, steps: &Steps<'_>, part: usize) -> rusqlite::Result<()> {
    /// Some megabytes.
    const PAGES_AT_ONCE: i32 = 1000;
    let pages = source.pragma_query_value(None, "page_count", |row| row.get::<_, usize>(0))?;
    let turns = pages.div_ceil(PAGES_AT_ONCE.unsigned_abs() as usize).max(1);
    let mut target = without_journal(copy)?;
    let backup = Backup::new(source, &mut target)?;
    loop {
        match backup.step(PAGES_AT_ONCE)? {
            StepResult::Done => return Ok(()),
            StepResult::More => steps.step_by(part / turns),
            // Whoever only reads is in nobody's way, and nobody else may write.
            _ => {
                return Err(rusqlite::Error::SqliteFailure(
                    rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_BUSY),
                    None,
                ));
            }
        }
    }
}

/// Opens the file of a copy. No journal is needed, because the file is removed if the copying fails.
fn without_journal(copy: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_EXRESCODE;
    let target = Connection::open_with_flags(copy, flags)?;
    // A connection that is guarded cannot go without a journal any more.
    target.execute_batch("PRAGMA journal_mode = OFF")?;
    guard(&target)?;
    Ok(target)
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

fn failed(book: &Path, error: &io::Error) -> BookError {
    if let Some(refusal) = Refusal::of(error) {
        return refusal.of_book(book, DiskFault::Copy);
    }
    let why = match error.kind() {
        ErrorKind::PermissionDenied => "permission denied".to_string(),
        ErrorKind::ReadOnlyFilesystem => "the disk is read-only".to_string(),
        _ => error.to_string(),
    };
    BookError::NoBackup { path: book.to_path_buf(), why }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_written_without_a_journal() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let target = without_journal(file.path()).unwrap();
        let mode: String = target.pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap();
        assert_eq!(mode, "off");
    }
}
