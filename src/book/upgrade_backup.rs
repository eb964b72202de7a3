//! The backup of an older book, made before it is upgraded.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};
use tempfile::TempPath;

use super::connection::{copy_all, guard};
use super::error::BookError;
use super::private;
use super::read;

/// A backup that is complete and has been compared with its book, but has no name yet. It is removed unless it is kept.
pub(super) struct UpgradeBackup {
    copy: TempPath,
    /// The name that it gets if nothing has that name.
    name: PathBuf,
    book: PathBuf,
}

impl UpgradeBackup {
    /// Copies the book and compares the copy with it. Whoever calls holds the write lock, so the book stays as it is.
    pub(super) fn of(book: &Path, version: i64) -> Result<UpgradeBackup, BookError> {
        let mut name = book.as_os_str().to_owned();
        name.push(format!(".schema-{version}.backup"));
        let name = PathBuf::from(name);
        // What is in the way is told before the work is done.
        free_name(&name).map_err(|why| failed(book, &why))?;
        let folder = folder_of(book);
        let cannot = |error: io::Error| failed(book, &error);
        // Only its owner can read it, and no other try has its name.
        let copy =
            tempfile::Builder::new().prefix(".ginpad-").suffix(".partial").tempfile_in(folder).map_err(cannot)?;
        let copy = copy.into_temp_path();
        let sqlite = |error| BookError::of(error, book);
        // A connection that writes cannot be copied from, so another one reads the book beside it.
        let source = Connection::open_with_flags(book, reading()).map_err(sqlite)?;
        guard(&source).map_err(sqlite)?;
        write_copy(&source, &copy, book)?;
        File::open(&copy).and_then(|file| file.sync_all()).map_err(cannot)?;
        // The copy is looked at anew, as it is on the disk.
        let opened = Connection::open_with_flags(&copy, reading()).map_err(sqlite)?;
        guard(&opened).map_err(sqlite)?;
        if let Some(difference) = read::difference(&source, &opened).map_err(sqlite)? {
            return Err(failed(book, &io::Error::other(difference)));
        }
        Ok(UpgradeBackup { copy, name, book: book.to_path_buf() })
    }

    /// Gives the backup its name, and says which. A name that something has already gets a number, and then the next.
    pub(super) fn keep(self) -> Result<PathBuf, BookError> {
        let UpgradeBackup { mut copy, name, book } = self;
        let cannot = |error: io::Error| failed(&book, &error);
        let kept = loop {
            let free = free_name(&name).map_err(cannot)?;
            match copy.persist_noclobber(&free) {
                Ok(()) => break free,
                // Something else has just got the name.
                Err(error) if error.error.kind() == ErrorKind::AlreadyExists => copy = error.path,
                Err(error) => return Err(cannot(error.error)),
            }
        };
        // A folder that cannot be synced was told when the book was made in it.
        private::sync(folder_of(&book));
        Ok(kept)
    }
}

/// How a backup and its book are opened to be compared.
fn reading() -> OpenFlags {
    OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_EXRESCODE
}

/// Copies the book into an empty file.
fn write_copy(source: &Connection, copy: &Path, book: &Path) -> Result<(), BookError> {
    let mut target = without_journal(copy).map_err(|error| BookError::of(error, book))?;
    copy_all(source, &mut target, book)
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

/// The name for a backup: the one given, or the first with a number that nothing has.
///
/// # Errors
/// A link or a folder has the name: nobody knows where it leads.
fn free_name(name: &Path) -> io::Result<PathBuf> {
    for number in 1_u32.. {
        let mut numbered = name.as_os_str().to_owned();
        if number > 1 {
            numbered.push(format!("-{number}"));
        }
        match fs::symlink_metadata(&numbered) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(numbered.into()),
            Err(error) => return Err(error),
            Ok(there) if there.is_file() => {}
            Ok(there) => {
                let what = match there.file_type() {
                    kind if kind.is_dir() => "a folder",
                    kind if kind.is_symlink() => "a link",
                    _ => "not a file",
                };
                return Err(io::Error::other(format!("{} is {what}", Path::new(&numbered).display())));
            }
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// The folder of a book.
fn folder_of(book: &Path) -> &Path {
    book.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn failed(book: &Path, error: &io::Error) -> BookError {
    let why = match error.kind() {
        ErrorKind::StorageFull => return BookError::Full,
        ErrorKind::PermissionDenied => "permission denied".to_string(),
        _ => error.to_string(),
    };
    let why = format!("it must be backed up before it is upgraded, and the backup failed ({why})");
    BookError::CannotOpen { path: book.to_path_buf(), why }
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
