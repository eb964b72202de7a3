//! Restores a backup.
//!
//! The lines of the file are first appended to a new book beside this one, and that book is checked completely. Nothing
//! in the file is executed, and the old book is untouched until then. The new book then replaces the old content
//! (`replace.rs`).

use std::fs;
use std::io::{self, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::Utc;

use super::super::error::refused;
use super::super::{
    Access, Book, BookError, Contents, MIGRATIONS, Notice, OtherBook, Restorer, SourceFault, Watcher, thin,
};
use super::keep::sound;
use super::kept::Reason;
use super::replace::{in_the_place_of, into_the_book};
use crate::disk::{Unfinished, folder_of, is_regular, make_folder, new_file, open};
use ginpad_core::ledger::FileFault;

/// The result of a restore.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restored {
    /// The number of games in the restored book.
    pub games: usize,
    /// The backup of the old book, and why it was made; `None` if there was no book, or an empty one.
    pub before: Option<(PathBuf, Reason)>,
    /// Notices about the file of the book.
    pub notices: Vec<Notice>,
}

/// Replaces the content of the book with that of a file: another book, or a document that `export --json` wrote.
///
/// # Errors
/// The file is refused, or the book cannot be written. The book stays as it was.
pub fn restore(
    book: &Path,
    from: &Path,
    restorer: &Restorer,
    watcher: &Arc<dyn Watcher>,
) -> Result<Restored, SourceFault> {
    // A link to the book stays a link.
    let book = &fs::canonicalize(book).unwrap_or_else(|_| book.to_path_buf());
    make_folder(folder_of(book)).map_err(|error| refused(book, &error))?;
    let candidate = Unfinished::beside(book, new_file).map_err(|error| refused(book, &error))?;
    copied(from, book, candidate.path(), watcher)?;
    let games = sound(candidate.path(), watcher).map_err(SourceFault::Other)?.map_err(SourceFault::Damaged)?;
    let opened = Book::open_with(book, Access::Write, restorer.state.as_deref(), Some(&**watcher), MIGRATIONS);
    let (before, notices) = match opened {
        Ok(Some(opened)) => into_the_book(opened, candidate.path(), restorer, watcher)?,
        Ok(None) => return Err(BookError::NotABook(book.clone()).into()),
        Err(error) if error.is_damage() => in_the_place_of(book, candidate, restorer)?,
        Err(error) => return Err(error.into()),
    };
    thin(book, restorer.now.with_timezone(&Utc), from);
    Ok(Restored { games, before, notices })
}

/// Appends the lines of a file to a new book that nobody else sees.
fn copied(from: &Path, book: &Path, into: &Path, watcher: &Arc<dyn Watcher>) -> Result<(), SourceFault> {
    is_regular(from).map_err(FileFault::Io)?;
    let contents = match is_document(from).map_err(FileFault::Io)? {
        true => Contents::file(BufReader::new(open(from).map_err(FileFault::Io)?))?,
        false => Contents::Book(OtherBook::open(from, book, Some(&**watcher))?),
    };
    let Some(mut fresh) = Book::open(into, Access::Write, None)? else { return Ok(()) };
    let open = fresh.write()?;
    let taken = open.take_in(contents, |_, _| Ok(()))?;
    if !taken.kept_out.is_empty() {
        return Err(SourceFault::Damaged(taken.kept_out.lines().collect()));
    }
    open.commit().map_err(BookError::of_a_new_file)?;
    Ok(())
}

/// Whether a file begins like a document.
fn is_document(file: &Path) -> io::Result<bool> {
    let mut start = Vec::new();
    open(file)?.take(64).read_to_end(&mut start)?;
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&start);
    Ok(start.trim_ascii_start().first() == Some(&b'{'))
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
