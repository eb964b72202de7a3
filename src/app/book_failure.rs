//! Why a book cannot be used, and what would help.

use std::path::Path;

use crate::answer::file_words::shown;
use crate::answer::{CommandLine, Failure, Hint};
use crate::book::{BookError, seems_to_hold_lines};

impl From<BookError> for Failure {
    fn from(error: BookError) -> Failure {
        let failure = Failure::refused(&error);
        let failure = if error.changed_nothing() { failure.and("nothing was changed") } else { failure };
        let advise = |failure: Failure, advice: &str| failure.hint(Hint::advice(advice));
        match &error {
            BookError::NotABook(path) => {
                let failure = advise(failure, "name another file with `--book PATH`; a new book is made there");
                let saves = "saves what can still be verified, for the file seems to be a book that lost its beginning";
                failure.hint_if(rescue(path, saves).filter(|_| seems_to_hold_lines(path)))
            }
            BookError::Foreign(_) => advise(failure, "name another file with `--book PATH`; a new book is made there"),
            BookError::Earlier(_) => advise(failure, "name another file with `--book PATH`; a new book is made there"),
            BookError::Newer { path, .. } => {
                let failure = advise(failure, "update ginpad, or name another book with `--book PATH`");
                failure
                    .hint_if(rescue(path, "saves what can be verified, if no newer ginpad wrote it and it is damaged"))
            }
            BookError::CannotOpen { .. } | BookError::ReadOnly(_) => {
                advise(failure, "name a file in a folder you can write with `--book PATH`")
            }
            BookError::NoBackup { .. } => advise(
                failure,
                "make its folder writable, or copy the book to one that is and name the copy with `--book PATH`",
            ),
            BookError::InTheWay { path, .. } => {
                failure.hint(Hint::advice(format!("move {} away, then run the same command again", shown(path))))
            }
            BookError::Orphan { book, leftover } => failure.hint(Hint::advice(format!(
                "if {} was moved, move it back, or {} to it, for both belong together; for a new book, move {} away",
                shown(book),
                shown(leftover),
                shown(leftover)
            ))),
            BookError::Leftover { book, leftover } => failure.hint(Hint::advice(format!(
                "move {} away to use {} as it is; if you put that file there as a copy, it lacks the hands that were \
                 logged after the copy was made",
                shown(leftover),
                shown(book)
            ))),
            BookError::Linked(_) => {
                advise(failure, "remove the other name, or copy the file and use the copy with `--book PATH`")
            }
            BookError::Altered { path, how } => {
                let what = format!("the book {} is damaged, or another program has altered it", shown(path));
                Failure::listing(what, &how.iter().collect()).hint_if(rescue(path, SAVES))
            }
            BookError::Busy => advise(failure, "try again once the other program is done"),
            BookError::Full => advise(failure, "free some space, then run the same command again"),
            BookError::NoTemporaryFile { .. } => advise(
                failure,
                "free some space, or name another folder that you can write in with the variable TMPDIR",
            ),
            BookError::Unfinished(_) => advise(
                failure,
                "make them writable, or copy the book, and the file `-journal` or `-wal` beside it, to a folder you can write in",
            ),
            BookError::Moved(_) => advise(failure, "run the same command again"),
            BookError::NotOpened { .. } | BookError::NoMemory => {
                advise(failure, "close some programs, then run the same command again")
            }
            BookError::Io | BookError::NotSynced => {
                advise(failure, "run the same command again; if it fails again, look after the disk")
            }
            BookError::Uncertain(..) => {
                failure.into_fault().hint(Hint::does(CommandLine::overview(), "shows whether it was"))
            }
            BookError::Malformed(path) | BookError::Flawed { path, .. } => {
                advise(failure.hint_if(rescue(path, SAVES)), &format!("or {USE_A_COPY}"))
            }
            BookError::Unexpected { .. } => failure.into_fault(),
        }
    }
}

/// What helps whoever has a copy.
const USE_A_COPY: &str =
    "use a copy of the book; before you put it in the place of this file, move this file and its `-journal` away";

/// What `rescue` does.
const SAVES: &str = "saves what can still be verified into a new book";

/// The hint that saves what can be read of a book, if its name can be typed.
fn rescue(book: &Path, does: &str) -> Option<Hint> {
    Some(Hint::does(CommandLine::of("rescue").words([book.to_str()?]), does))
}
