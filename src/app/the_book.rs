//! The book of a command: where it is, how it is opened, and the warnings about it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use crate::answer::{CommandLine, Failure, Hint, Remark, printed};
use crate::app::App;
use crate::book::{Access, Book, BookError, MIGRATIONS, Notice, OpenBook, Watcher, seems_to_hold_lines};
use crate::disk::{folder_of, reason};

impl App {
    /// Reads from the book, or from an empty one if there is none. A warning then names another book, if one exists.
    ///
    /// # Errors
    /// The book fails, or the given function fails.
    pub(crate) fn read<T>(&self, read: impl FnOnce(&OpenBook<'_>) -> Result<T, Failure>) -> Result<T, Failure> {
        let mut book = match self.open(Access::Read)? {
            Some(book) => book,
            None => {
                self.warn_of_other_book();
                Book::for_a_trial(None)?
            }
        };
        let answer = read(&self.watched(book.read()?));
        self.keep(book);
        answer
    }

    /// Reads from the book and closes it; if there is none, returns `empty` without a warning.
    ///
    /// # Errors
    /// The book fails, or the given function fails.
    pub(crate) fn read_if_there<T>(
        &self,
        empty: impl FnOnce() -> Result<T, Failure>,
        read: impl FnOnce(&OpenBook<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        match self.open(Access::Read)? {
            None => empty(),
            Some(mut book) => read(&self.watched(book.read()?)),
        }
    }

    /// Writes to the book; if `write` fails, nothing is kept.
    ///
    /// # Errors
    /// The book fails, or the given function fails.
    pub(crate) fn write<T>(&self, write: impl FnOnce(&OpenBook<'_>) -> Result<T, Failure>) -> Result<T, Failure> {
        if self.rehearses {
            return self.trial(write);
        }
        let Some(mut book) = self.open(Access::Write)? else {
            return Err(Failure::fault("the book was not made"));
        };
        let open = self.watched(book.write()?);
        let answer = write(&open)?;
        let lost = open.lost_before();
        let committed = open.commit();
        let failed = match committed {
            Err(error @ BookError::Uncertain(..)) => book.ask_again(error),
            committed => {
                self.keep(book);
                committed
            }
        }?;
        self.note(lost.into_iter().chain(failed));
        self.has_written.set(true);
        Ok(answer)
    }

    /// Writes into a temporary copy of the book, so that nobody waits for the book.
    ///
    /// # Errors
    /// The book fails, or the given function fails.
    pub(crate) fn trial<T>(&self, write: impl FnOnce(&OpenBook<'_>) -> Result<T, Failure>) -> Result<T, Failure> {
        let mut copy = Book::for_a_trial(self.open(Access::Read)?)?;
        write(&self.watched(copy.write()?))
    }

    /// Opens the book, and keeps the notices about its file for the answer. A command reads everything else before it
    /// opens the book, so that it waits for nothing while others wait for the book.
    fn open(&self, access: Access) -> Result<Option<Book>, Failure> {
        // A process may open a book only once.
        self.close_book();
        let path = if access == Access::Write { self.book_to_make() } else { self.book_path() }?;
        let (state, watcher) = (self.device.state.as_deref(), self.watcher());
        let book = Book::open_with(&path, access, state, Some(&*watcher), MIGRATIONS)?;
        self.note(book.iter().flat_map(Book::notices).cloned());
        Ok(book)
    }

    /// Keeps notices about the book, each of them once: a command may open the book twice.
    pub(crate) fn note(&self, found: impl IntoIterator<Item = Notice>) {
        let mut notices = self.notices.borrow_mut();
        for notice in found {
            if !notices.contains(&notice) {
                notices.push(notice);
            }
        }
    }

    /// Keeps the book open for the next use, unless an open book leaves files beside it.
    fn keep(&self, book: Book) {
        if !book.leaves_files {
            self.used.replace(Some(book));
        }
    }

    /// Closes the book, so that others or another [`App`] can use it.
    pub(crate) fn close_book(&self) {
        drop(self.used.take());
    }

    /// The door, as the watcher that shows the progress of long work on the book.
    pub(crate) fn watcher(&self) -> Arc<dyn Watcher> {
        self.door.clone()
    }

    /// Writes to a book that exists. If there is none, `write` runs on an empty book, and fails with the reason why
    /// nothing can be changed there.
    ///
    /// # Errors
    /// The book fails, or the given function fails.
    pub(crate) fn change<T>(&self, write: impl FnOnce(&OpenBook<'_>) -> Result<T, Failure>) -> Result<T, Failure> {
        match fs::metadata(self.book_path()?) {
            // Opening for reading makes no book, and finds the remains of one.
            Err(error) if error.kind() == io::ErrorKind::NotFound && self.open(Access::Read)?.is_none() => {
                self.warn_of_other_book();
                self.trial(write)
            }
            _ => self.write(write),
        }
    }

    /// Warns at once if the named book does not exist but another one does: a slip in the name must not look as if
    /// every game were gone.
    pub(crate) fn warn_of_other_book(&self) {
        let is_book = |path: &&PathBuf| fs::metadata(path).is_ok_and(|there| there.is_file() && there.len() > 0);
        let (Some(other), Ok(named)) = (self.books.iter().skip(1).find(is_book), self.book_path()) else { return };
        if !self.has_warned_of_other_book.replace(true) {
            let missing = format!("there is no book {}; there is one in {}", printed(&named), printed(other));
            self.door.remark(&Remark::warning(missing));
        }
    }

    /// The path of the book, whether or not it exists.
    ///
    /// # Errors
    /// There is no home folder.
    pub(crate) fn book_path(&self) -> Result<PathBuf, Failure> {
        let path = self.books.first().ok_or_else(|| {
            Failure::refused("there is no home folder to keep the book in")
                .hint(Hint::advice("name it with `--book PATH`"))
        })?;
        std::path::absolute(path)
            .map_err(|error| Failure::refused(format!("cannot use {} as the book: {}", printed(path), reason(&error))))
    }

    /// Like [`App::book_path`], for a command that makes a missing book.
    ///
    /// # Errors
    /// There is no home folder, or the book would need a new folder outside of it.
    pub(crate) fn book_to_make(&self) -> Result<PathBuf, Failure> {
        let book = self.book_path()?;
        if self.device.may_keep(&book) {
            return Ok(book);
        }
        let what = format!("there is no folder {} to keep a book in", printed(folder_of(&book)));
        Err(Failure::refused(what)
            .hint(Hint::advice("make that folder first, or name a book in another one with `--book PATH`")))
    }

    /// Makes an open book show the progress of its work at the door.
    fn watched<'a>(&self, open: OpenBook<'a>) -> OpenBook<'a> {
        open.watched_by(self.watcher())
    }
}

impl From<BookError> for Failure {
    fn from(error: BookError) -> Failure {
        let failure = Failure::refused(&error);
        let failure = if error.changed_nothing() { failure.and("nothing was changed") } else { failure };
        let advice = match &error {
            BookError::Altered { path, how } => {
                let what = format!("the book {} is damaged, or another program has altered it", printed(path));
                return Failure::listing(what, &how.iter().collect()).hint(rescue(path, SAVES));
            }
            BookError::Uncertain(..) => {
                return failure.into_fault().see("history", "lists the changes that were kept");
            }
            BookError::Malformed(path) | BookError::Flawed { path, .. } => {
                return failure.hint(rescue(path, SAVES)).hint(Hint::advice(USE_A_COPY));
            }
            BookError::Unexpected { .. } => return failure.into_fault(),
            BookError::NotABook(_) | BookError::Foreign(_) | BookError::Earlier(_) => {
                "name another file with `--book PATH`; a new book is made there".into()
            }
            BookError::Newer { .. } => "update ginpad, or name another book with `--book PATH`".into(),
            BookError::CannotOpen { .. } | BookError::ReadOnly(_) => "name a writable file with `--book PATH`".into(),
            BookError::NoBackup { .. } => {
                "make its folder writable, or copy the book to one that is and name the copy with `--book PATH`".into()
            }
            BookError::InTheWay { path, .. } => format!("move {} away, then run the same command again", printed(path)),
            BookError::Orphan { book, leftover } => format!(
                "if {} was moved, put it and {leftover} into one folder again; to start a new book, move {leftover} \
                 away",
                printed(book),
                leftover = printed(leftover)
            ),
            BookError::Leftover { book, leftover } => format!(
                "move {} away to use {} as it is; if you put that file there as a copy, it lacks the hands that were \
                 logged after the copy was made",
                printed(leftover),
                printed(book)
            ),
            BookError::Linked(_) => "remove the other name, or name a copy of the file with `--book PATH`".into(),
            BookError::Busy => "try again once the other program is done".into(),
            BookError::Full => "free some space, then run the same command again".into(),
            BookError::NoTemporaryFile { .. } => "free some space, or name a writable folder with TMPDIR".into(),
            BookError::Unfinished(_) => {
                "make them writable, or copy the book, and the file `-journal` or `-wal` beside it, to a folder you can \
                 write in"
                    .into()
            }
            BookError::Moved(_) => "run the same command again".into(),
            BookError::NotOpened { .. } | BookError::NoMemory => "close some programs, then run it again".into(),
            BookError::Io | BookError::NotSynced => "run it again; if it fails again, check the disk".into(),
        };
        let saved = match &error {
            BookError::NotABook(path) if seems_to_hold_lines(path) => rescue(
                path,
                "saves what can still be verified, for the file seems to be a book that lost its beginning",
            ),
            BookError::Newer { path, .. } => {
                rescue(path, "saves what can be verified, if the book is damaged and no newer ginpad wrote it")
            }
            _ => None,
        };
        failure.hint(Hint::advice(advice)).hint(saved)
    }
}

/// Advice for a user who has a copy of the book.
const USE_A_COPY: &str =
    "or use a copy of the book; before you put it in the place of this file, move this file and its `-journal` away";

/// The effect of `rescue`, for a hint.
pub(crate) const SAVES: &str = "saves what can still be verified into a new book";

/// The hint at `rescue` for a damaged book, if the name of the book can be typed.
pub(crate) fn rescue(book: &Path, does: &str) -> Option<Hint> {
    Some(Hint::does(CommandLine::of("rescue").words([book.to_str()?]), does))
}
