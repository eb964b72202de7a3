//! Writes a page to a file, completely or not at all.

use std::fs::{self, Metadata};
use std::io;
use std::path::Path;

use super::App;
use super::source::is_database;
use crate::answer::file_words::printed;
use crate::answer::{Answer, CommandLine, Failure, Hint};
use crate::disk::{Unfinished, is_one_file, new_shared_file, reason_not_made};

impl App {
    /// Writes a page to `target`. The complete page replaces the old content in one step; after a failure, the old
    /// content is still there.
    ///
    /// # Errors
    /// The target is a folder or a database, or it cannot be written.
    pub(crate) fn write_page(&self, target: &Path, page: &str) -> Result<Answer, Failure> {
        let name = printed(target);
        let page = format!("{}\n", page.trim_end());
        if is_database(target) || self.book_path().is_ok_and(|book| is_one_file(target, &book)) {
            return Err(would_replace(target, "a book, or another database"));
        }
        replace(target, page.as_bytes()).map_err(|error| {
            let why = reason_not_made(&error);
            Failure::refused(format!("cannot write {name}: {why}")).hint(to_standard_output())
        })?;
        Ok(Answer::of(format!("wrote {name}")))
    }
}

/// The failure for a page that would replace this file.
pub(crate) fn would_replace(target: &Path, what: &str) -> Failure {
    let why = format!("cannot write {}: it is {what}, which the page would replace", printed(target));
    Failure::refused(why).hint(to_standard_output())
}

fn to_standard_output() -> Hint {
    Hint::with("for a page on standard output:", CommandLine::again().without("watch").flag("html", "-"))
}

/// Writes a file. A device or a pipe is written in place; any other file is written beside the old one and renamed.
pub(crate) fn replace(target: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::metadata(target) {
        Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) if !there.is_file() => fs::write(target, bytes),
        Ok(there) if there.permissions().readonly() => Err(io::ErrorKind::PermissionDenied.into()),
        Ok(there) => rename(&fs::canonicalize(target)?, bytes, Some(&there)),
        Err(_) => rename(target, bytes, None),
    }
}

/// Writes a file under another name in the same folder, and renames it to `target` once it is safely on disk. It gets
/// the permissions of the file that it replaces.
fn rename(target: &Path, bytes: &[u8], before: Option<&Metadata>) -> io::Result<()> {
    let unfinished = Unfinished::beside(target, new_shared_file)?;
    fs::write(unfinished.path(), bytes)?;
    if let Some(before) = before {
        fs::set_permissions(unfinished.path(), before.permissions())?;
    }
    unfinished.replace(target).map(drop)
}
