//! The book of a command: where it is, how it is opened, and the warnings about it.
//!
//! A command that stays open regularly checks whether the book's file has changed, without opening it. Only after a change
//! does it read the book again and close it, so that nobody waits for a watcher.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use crate::answer::{Answer, CommandLine, Failure, Hint, Remark, printed};
use crate::app::{App, is_database};
use crate::book::{Access, Book, BookError, MIGRATIONS, Notice, OpenBook, StoredGame, Watcher, seems_to_hold_lines};
use crate::disk::{folder_of, is_one_file, reason, reason_not_made, replace_file};
use ginpad_core::facts::FactId;

impl App {
    /// Reads from the book, or from an empty one if there is none. A warning then names another book, if one exists.
    ///
    /// # Errors
    /// The book fails, or the given function fails.
    pub(crate) fn read<T>(&self, read: impl FnOnce(&OpenBook<'_>) -> Result<T, Failure>) -> Result<T, Failure> {
        let there = self.open(Access::Read)?;
        if there.is_none() {
            self.warn_of_other_book();
        }
        let mut book = there.map_or_else(|| Book::for_a_trial(None), Ok)?;
        let answer = read(&self.watched(book.read()?));
        self.keep(book);
        answer
    }

    /// Like [`App::read`], without the warning. The book is closed again.
    ///
    /// # Errors
    /// The book fails, or the given function fails.
    pub(crate) fn look<T>(&self, read: impl FnOnce(&OpenBook<'_>) -> Result<T, Failure>) -> Result<T, Failure> {
        let mut book = self.open(Access::Read)?.map_or_else(|| Book::for_a_trial(None), Ok)?;
        read(&self.watched(book.read()?))
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
            Failure::refused("there is no home folder to keep the book in").advise("name it with `--book PATH`")
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
        Err(Failure::refused(what).advise("make that folder first, or name a book in another one with `--book PATH`"))
    }

    /// Makes an open book show the progress of its work at the door.
    fn watched<'a>(&self, open: OpenBook<'a>) -> OpenBook<'a> {
        open.watched_by(self.watcher())
    }

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
        replace_file(target, page.as_bytes()).map_err(|error| {
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

/// The time between two checks.
pub(crate) const EVERY: Duration = Duration::from_millis(300);
/// Two writes within this time may get the same time stamp: some file systems count only every other second.
const MOMENT: Duration = Duration::from_secs(2);

/// The time of a file's last write, its size and its identity. If any of them differs, somebody has written the file or
/// replaced it.
type Stamp = (SystemTime, u64, [i64; 4]);

/// The book as it was last read.
#[derive(Debug, Clone, Default)]
pub(crate) struct BookWatch {
    /// The stamp of its file when it was read. `None` if it was not read or was just being written: it is then read
    /// again.
    read: Option<Stamp>,
}

/// The watched games as they are in the book now.
pub(crate) struct Seen {
    /// The watched game, if it still counts.
    pub game: Option<StoredGame>,
    /// The current game of this device.
    pub current: Option<StoredGame>,
}

impl BookWatch {
    /// Whether the book may have changed and must be read again.
    pub(crate) fn has_news(&self, app: &App) -> bool {
        self.read.is_none() || self.read != stamp(app)
    }

    /// Reads a game and the current game.
    ///
    /// # Errors
    /// There is no book, or it cannot be read.
    pub(crate) fn read(&mut self, app: &App, id: FactId) -> Result<Seen, Failure> {
        // The stamp is taken before reading, so that the next check notices a write during it.
        self.read = None;
        let is_old = |written: SystemTime| SystemTime::now().duration_since(written).is_ok_and(|age| age >= MOMENT);
        let stamp = stamp(app).filter(|(written, ..)| is_old(*written));
        let book = app.book_path()?;
        // An empty file may be one that another program is just copying here.
        if fs::metadata(&book).map_or(0, |file| file.len()) == 0 {
            return Err(Failure::refused(format!("the book vanished: there is no {}", printed(&book))));
        }
        let seen = app.look(|book| {
            let game = if book.counts(id)? { Some(book.game(id)?) } else { None };
            Ok(Seen { game, current: book.current_game()? })
        })?;
        self.read = stamp;
        Ok(seen)
    }
}

/// The stamp of the book's file, which is not opened.
fn stamp(app: &App) -> Option<Stamp> {
    let file = fs::metadata(app.book_path().ok()?).ok()?;
    Some((file.modified().ok()?, file.len(), identity(&file)))
}

/// The identity of a file and the time of its last change of any kind: a copy in its place may have kept the write time
/// and the size.
#[cfg(unix)]
fn identity(file: &Metadata) -> [i64; 4] {
    use std::os::unix::fs::MetadataExt as _;
    [file.dev().cast_signed(), file.ino().cast_signed(), file.ctime(), file.ctime_nsec()]
}

/// No identity: on other systems, the time and the size must do.
#[cfg(not(unix))]
fn identity(_: &Metadata) -> [i64; 4] {
    [0; 4]
}

impl From<BookError> for Failure {
    fn from(error: BookError) -> Failure {
        let failure = Failure::refused(&error);
        let failure = if error.changed_nothing() { failure.and("nothing was changed") } else { failure };
        let advice = match &error {
            BookError::Altered { path, how } => {
                let what = format!("the book {} is damaged, or another program has altered it", printed(path));
                return Failure::listing(what, &how.iter().collect()).hint(Hint::on_file("rescue", path, SAVES));
            }
            BookError::Uncertain(..) => {
                return failure.into_fault().see("history", "lists the changes that were kept");
            }
            BookError::Malformed(path) | BookError::Flawed { path, .. } => {
                return failure.hint(Hint::on_file("rescue", path, SAVES)).advise(USE_A_COPY);
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
        let rescue = |path, saves| Hint::on_file("rescue", path, saves);
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
        failure.advise(advice).hint(saved)
    }
}

/// Advice for a user who has a copy of the book.
const USE_A_COPY: &str =
    "or use a copy of the book; before you put it in the place of this file, move this file and its `-journal` away";

/// The effect of `rescue`, for a hint.
pub(crate) const SAVES: &str = "saves what can still be verified into a new book";
