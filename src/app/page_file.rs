//! A page written to a file: whole, or not at all.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};

use super::App;
use crate::answer::file_words::shown;
use crate::answer::{Answer, CommandLine, Failure, Hint};
use crate::disk::interrupt::tidied;
use crate::disk::{Readers, Unfinished, reason_not_made};

impl App {
    /// Writes a page to `target`, or answers with it for `-`. What stood in the file before is replaced at once, when
    /// the page is complete; after a failure it is still there.
    ///
    /// # Errors
    /// The target is a folder, a database or its journal, or it cannot be written.
    pub(crate) fn write_page(&self, target: &Path, page: &str) -> Result<Answer, Failure> {
        if target == Path::new("-") {
            return Ok(Answer::text(page.trim_end().to_string() + "\n"));
        }
        let name = shown(target);
        let page = format!("{}\n", page.trim_end());
        self.keeps(target)?;
        replace(target, page.as_bytes()).map_err(|error| {
            let why = reason_not_made(&error);
            Failure::refused(format!("cannot write {name}: {why}")).hint(to_standard_output())
        })?;
        Ok(Answer::of(format!("wrote {name}")))
    }

    /// Checks that the page would replace neither a book nor its journal.
    fn keeps(&self, target: &Path) -> Result<(), Failure> {
        let real = |path: &Path| fs::canonicalize(path).or_else(|_| std::path::absolute(path)).ok();
        let book = self.book_path().ok().and_then(|book| real(&book));
        let is_book = |path: &Path| is_database(path) || book.is_some() && real(path) == book;
        let replaces = match real(target).and_then(|target| journal_of(&target)) {
            _ if is_book(target) => "a book, or another database",
            Some(kept) if is_book(&kept) => "the journal of a book",
            _ => return Ok(()),
        };
        Err(would_replace(target, replaces))
    }
}

/// A page would replace this file.
pub(crate) fn would_replace(target: &Path, what: &str) -> Failure {
    let why = format!("cannot write {}: it is {what}, which the page would replace", shown(target));
    Failure::refused(why).hint(to_standard_output())
}

/// The file whose changes SQLite would keep in a file with this name.
fn journal_of(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?;
    let kept = ["-journal", "-wal", "-shm"].into_iter().find_map(|ending| name.strip_suffix(ending))?;
    (!kept.is_empty()).then(|| path.with_file_name(kept))
}

/// Whether a file starts as every SQLite database does. A device or a pipe is not read.
fn is_database(path: &Path) -> bool {
    const MAGIC: &[u8; 16] = b"SQLite format 3\0";
    let mut start = [0; MAGIC.len()];
    fs::metadata(path).is_ok_and(|there| there.is_file())
        && File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok()
        && start == *MAGIC
}

fn to_standard_output() -> Hint {
    Hint::with("for a page on standard output:", CommandLine::again().without("watch").flag("html", "-"))
}

/// Writes all of a file. A device or a pipe is written in place; anything else is written beside the file and renamed.
pub(crate) fn replace(target: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::metadata(target) {
        Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) if !there.is_file() => {
            let mut device = OpenOptions::new().write(true).open(target)?;
            device.write_all(bytes)?;
            device.flush()
        }
        Ok(there) if there.permissions().readonly() => Err(io::ErrorKind::PermissionDenied.into()),
        Ok(there) => rename(&fs::canonicalize(target)?, bytes, Some(&there)),
        Err(_) => rename(target, bytes, None),
    }
}

/// Writes a file under another name in the same folder, and gives it its name when it is safely on disk. A file that
/// was there keeps its permissions.
fn rename(target: &Path, bytes: &[u8], before: Option<&Metadata>) -> io::Result<()> {
    let unfinished = Unfinished::beside(target, Readers::All)?;
    let _tidying = tidied(unfinished.path().to_path_buf());
    let mut file = OpenOptions::new().write(true).open(unfinished.path())?;
    file.write_all(bytes)?;
    if let Some(before) = before {
        file.set_permissions(before.permissions())?;
    }
    drop(file);
    unfinished.replace(target).map(drop)
}
