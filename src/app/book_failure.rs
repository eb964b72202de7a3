//! Why a book cannot be used, and what would help.

use std::path::Path;

use crate::answer::file_words::shown;
use crate::answer::{CommandLine, Failure, Hint};
use crate::book::{BookError, seems_to_hold_lines};

impl From<BookError> for Failure {
    fn from(error: BookError) -> Failure {
        let failure = Failure::refused(&error);
        let failure = if error.changed_nothing() { failure.and("nothing was changed") } else { failure };
        let advice = match &error {
            BookError::Altered { path, how } => {
                let what = format!("the book {} is damaged, or another program has altered it", shown(path));
                return Failure::listing(what, &how.iter().collect()).hint_if(rescue(path, SAVES));
            }
            BookError::Uncertain(..) => {
                return failure.into_fault().hint(Hint::does(CommandLine::of(""), "shows whether it was"));
            }
            BookError::Malformed(path) | BookError::Flawed { path, .. } => {
                return failure.hint_if(rescue(path, SAVES)).hint(Hint::advice(USE_A_COPY));
            }
            BookError::Unexpected { .. } => return failure.into_fault(),
            BookError::NotABook(_) | BookError::Foreign(_) | BookError::Earlier(_) => {
                "name another file with `--book PATH`; a new book is made there".into()
            }
            BookError::Newer { .. } => "update ginpad, or name another book with `--book PATH`".into(),
            BookError::CannotOpen { .. } | BookError::ReadOnly(_) => {
                "name a file in a folder you can write with `--book PATH`".into()
            }
            BookError::NoBackup { .. } => {
                "make its folder writable, or copy the book to one that is and name the copy with `--book PATH`".into()
            }
            BookError::InTheWay { path, .. } => format!("move {} away, then run the same command again", shown(path)),
            BookError::Orphan { book, leftover } => format!(
                "if {} was moved, move it back, or {leftover} to it, for both belong together; for a new book, move \
                 {leftover} away",
                shown(book),
                leftover = shown(leftover)
            ),
            BookError::Leftover { book, leftover } => format!(
                "move {} away to use {} as it is; if you put that file there as a copy, it lacks the hands that were \
                 logged after the copy was made",
                shown(leftover),
                shown(book)
            ),
            BookError::Linked(_) => {
                "remove the other name, or copy the file and use the copy with `--book PATH`".into()
            }
            BookError::Busy => "try again once the other program is done".into(),
            BookError::Full => "free some space, then run the same command again".into(),
            BookError::NoTemporaryFile { .. } => {
                "free some space, or name another folder that you can write in with the variable TMPDIR".into()
            }
            BookError::Unfinished(_) => {
                "make them writable, or copy the book, and the file `-journal` or `-wal` beside it, to a folder you can \
                 write in"
                    .into()
            }
            BookError::Moved(_) => "run the same command again".into(),
            BookError::NotOpened { .. } | BookError::NoMemory => {
                "close some programs, then run the same command again".into()
            }
            BookError::Io | BookError::NotSynced => {
                "run the same command again; if it fails again, look after the disk".into()
            }
        };
        let saved = match &error {
            BookError::NotABook(path) if seems_to_hold_lines(path) => rescue(
                path,
                "saves what can still be verified, for the file seems to be a book that lost its beginning",
            ),
            BookError::Newer { path, .. } => {
                rescue(path, "saves what can be verified, if no newer ginpad wrote it and it is damaged")
            }
            _ => None,
        };
        failure.hint(Hint::advice(advice)).hint_if(saved)
    }
}

/// What helps whoever has a copy.
const USE_A_COPY: &str =
    "or use a copy of the book; before you put it in the place of this file, move this file and its `-journal` away";

/// What `rescue` does.
const SAVES: &str = "saves what can still be verified into a new book";

/// The hint that saves what can be read of a book, if its name can be typed.
fn rescue(book: &Path, does: &str) -> Option<Hint> {
    Some(Hint::does(CommandLine::of("rescue").words([book.to_str()?]), does))
}
