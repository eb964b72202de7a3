//! Takes in lines from any source, for `import`, `merge`, `sync`, `restore` and `rescue`, and writes the whole book as a file
//! of lines. One source is another book's file, with its own data that is not a fact, like the numbers of its games.
//!
//! The schema of another book is compared with that of a book before anything else is read. Then only its lines are read,
//! within limits, and each is verified. Nothing in it is executed, and no command uses it as its book.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::io::{self, BufRead, Write};
use std::mem;
use std::ops::ControlFlow;
use std::path::Path;

use rusqlite::limits::Limit;
use thiserror::Error;
use uuid::Uuid;

use super::current::Choice;
use super::numbers::NewGames;
use super::state::Device;
use super::{Access, Book, BookError, MIGRATIONS, OpenBook, Watcher};
use crate::disk::{is_one_file, is_regular};
use ginpad_core::Listed;
use ginpad_core::facts::{Change, FactId, Line, hash_of};
use ginpad_core::ledger::{Appended, Batch, Counted, FileFault, Header, LinesReader, write_line, write_record};

/// A source of lines.
#[derive(Debug)]
pub enum Contents<R> {
    /// A file of lines, with the first lines already read and their faults.
    File(LinesReader<R>, Batch, Listed<String>),
    /// Another book.
    Book(OtherBook),
}

impl<R: BufRead> Contents<R> {
    /// Opens a file of lines.
    ///
    /// # Errors
    /// It cannot be read, or is not one, or none of its lines is sound.
    pub fn file(from: R) -> Result<Contents<R>, SourceFault> {
        let (mut file, mut batch, mut faults) = (LinesReader::new(from)?, Batch::default(), Listed::default());
        if batch.fill(&mut file, &mut faults).map_err(FileFault::Io)? || !batch.lines.is_empty() || faults.is_empty() {
            return Ok(Contents::File(file, batch, faults));
        }
        Err(SourceFault::NoLine(faults.lines().collect::<Vec<String>>().join("; ")))
    }
}

/// Called with the book and the games that lines are about, before these lines are added.
pub trait BeforeChange: FnMut(&OpenBook<'_>, &BTreeSet<FactId>) -> Result<(), BookError> {}

impl<F: FnMut(&OpenBook<'_>, &BTreeSet<FactId>) -> Result<(), BookError>> BeforeChange for F {}

/// The result of taking in lines.
#[derive(Debug, Default)]
pub struct TakenIn {
    /// Whether the book was empty before.
    pub into_empty: bool,
    /// The amount of new lines.
    pub amount: Counted,
    /// The games begun by lines that the book already had.
    pub known_games: BTreeSet<FactId>,
    /// The numbers of the new games that count.
    pub added: Vec<i64>,
    /// The games begun by new lines whose ids come from their text. Other lines may begin them too.
    pub imported: BTreeSet<FactId>,
    /// The facts of the lines that name people, new or not.
    pub named: BTreeSet<FactId>,
    /// The lines that were kept out. Only the first are described.
    pub kept_out: Listed<String>,
    new_games: NewGames,
}

impl TakenIn {
    /// Begins with no lines.
    pub(super) fn into(open: &OpenBook<'_>) -> Result<TakenIn, BookError> {
        Ok(TakenIn { into_empty: open.count_of_lines()? == 0, ..TakenIn::default() })
    }

    /// Takes in those lines of a batch that the book lacks, and leaves no lines in the batch. Returns the new changes.
    pub(super) fn take(
        &mut self,
        open: &OpenBook<'_>,
        batch: &mut Batch,
        before: &mut impl BeforeChange,
    ) -> Result<Vec<Change>, BookError> {
        let mut unknown = Vec::new();
        for (line, change) in batch.take() {
            self.named.extend(change.namings());
            match open.holds(change.name)? {
                true => self.known_games.extend(change.games()),
                false => unknown.push((line, change)),
            }
        }
        let (lines, changes): (Vec<Line>, Vec<Change>) = unknown.into_iter().unzip();
        if lines.is_empty() {
            return Ok(changes);
        }
        before(open, &open.games_concerned(&changes)?)?;
        let mut new = Vec::new();
        for (change, answer) in changes.into_iter().zip(open.append(&lines)?) {
            match answer {
                Appended::Stored => {
                    self.amount += &change;
                    self.imported.extend(change.games().filter(|game| game.of != change.name));
                    self.new_games.note(&change);
                    new.push(change);
                }
                Appended::Known => {}
                Appended::Refused(why) => self.kept_out.push(why.to_string()),
            }
        }
        Ok(new)
    }

    /// Numbers the new games. If the book was empty, it takes over the other book's numbers from `own`, and the current
    /// game if this device chose it.
    pub(super) fn number(&mut self, open: &OpenBook<'_>, own: Own) -> Result<(), BookError> {
        let numbers = if self.into_empty { own.numbers } else { open.numbers_of_a_copy(&own.numbers)? };
        if self.into_empty && self.amount.changes > 0 {
            own.choices.iter().try_for_each(|choice| open.put_choice(choice))?;
        }
        self.added = open.number_new_games(mem::take(&mut self.new_games), &numbers)?;
        Ok(())
    }
}

impl OpenBook<'_> {
    /// Takes in the lines that the book lacks. `before` sees the book and the games that may change before any line is
    /// written.
    ///
    /// # Errors
    /// The lines cannot be read, or the book cannot be written. The caller must not commit then.
    pub fn take_in<R: BufRead>(
        &self,
        contents: Contents<R>,
        mut before: impl BeforeChange,
    ) -> Result<TakenIn, SourceFault> {
        let (mut taken, mut batch, mut own) = (TakenIn::into(self)?, Batch::default(), Own::default());
        match contents {
            Contents::File(mut file, ahead, kept_out) => {
                (batch, taken.kept_out) = (ahead, kept_out);
                let lines = usize::try_from(file.header.lines).unwrap_or(usize::MAX);
                let steps = self.steps("checking the book", lines);
                while batch.fill(&mut file, &mut taken.kept_out).map_err(FileFault::Io)? {
                    steps.advance(batch.lines.len());
                    taken.take(self, &mut batch, &mut before)?;
                }
            }
            Contents::Book(mut book) => {
                while book.read(&mut batch, &mut taken.kept_out).map_err(SourceFault::Other)? {
                    taken.take(self, &mut batch, &mut before)?;
                }
                own = book.own();
            }
        }
        taken.take(self, &mut batch, &mut before)?;
        own.numbers.extend(batch.numbers);
        taken.number(self, own)?;
        Ok(taken)
    }

    /// Whether the book holds the line with this name.
    pub(super) fn holds(&self, name: Uuid) -> Result<bool, BookError> {
        let find = "SELECT 1 FROM change WHERE substr(hash, 1, 16) = ?1";
        Ok(self.one(find, [name], |_| Ok(()))?.is_some())
    }
}

/// Why a file of lines, or another book, cannot be used.
#[derive(Debug, Error)]
pub enum SourceFault {
    /// The file cannot be read, or is not a file of lines.
    #[error(transparent)]
    File(#[from] FileFault),
    /// No line of the file can be kept, for these reasons.
    #[error("none of its lines can be kept; {0}")]
    NoLine(String),
    /// It is the book itself.
    #[error("it is the book itself")]
    TheBook,
    /// It is not a usable book.
    #[error(transparent)]
    Other(BookError),
    /// It is damaged, for these reasons, and all of it is needed.
    #[error("it is damaged")]
    Damaged(Vec<String>),
    /// The book that takes in the lines failed.
    #[error(transparent)]
    Book(#[from] BookError),
}

/// Another book.
#[derive(Debug)]
pub struct OtherBook {
    book: Book,
    /// The arrival of the next line to read.
    next: i64,
}

/// The longest row, in bytes: a line with its other columns.
const LONGEST: i32 = 4 * 1024 * 1024 + 1024;

impl OtherBook {
    /// Opens another book to read its lines.
    ///
    /// # Errors
    /// The file cannot be read, is `book` itself, or is not a usable book.
    pub fn open(file: &Path, book: &Path, watcher: Option<&dyn Watcher>) -> Result<OtherBook, SourceFault> {
        if is_one_file(book, file) {
            return Err(SourceFault::TheBook);
        }
        is_regular(file).map_err(FileFault::Io)?;
        let opened = Book::open_with(file, Access::Read, None, watcher, MIGRATIONS).map_err(SourceFault::Other)?;
        let Some(book) = opened else { return Err(SourceFault::Other(BookError::NotABook(file.to_path_buf()))) };
        let limited = book.connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, LONGEST);
        limited.map_err(|error| SourceFault::Other(BookError::of(error, &book.path)))?;
        Ok(OtherBook { book, next: i64::MIN })
    }

    /// Fills a batch with the next lines, and lists those that do not match their hashes. Returns whether there may be
    /// more.
    pub(super) fn read(&mut self, batch: &mut Batch, faults: &mut Listed<String>) -> Result<bool, BookError> {
        let OtherBook { book, next } = self;
        book.read()?.arrived(*next, i64::MAX, |stored| {
            if let Err(fault) = stored.line().and_then(|line| batch.push(line)) {
                faults.push(format!("line {}: {fault}", stored.arrival));
            }
            *next = stored.arrival.saturating_add(1);
            Ok(if batch.is_full() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        Ok(batch.is_full())
    }

    /// Returns its own data.
    pub(super) fn own(&mut self) -> Own {
        self.book.read().map_or_else(|_| Own::default(), |open| open.own())
    }
}

/// The data of a book that is not a fact, without damaged parts.
#[derive(Debug, Default)]
pub(super) struct Own {
    pub numbers: BTreeMap<FactId, i64>,
    pub choices: Vec<Choice>,
    pub devices: Vec<Device>,
}

impl OpenBook<'_> {
    /// Returns this book's own data. Damaged parts are left out, because they are not facts.
    pub(super) fn own(&self) -> Own {
        Own {
            numbers: self.all_numbers().unwrap_or_default(),
            choices: self.choices().unwrap_or_default(),
            devices: self.devices().unwrap_or_default(),
        }
    }
}

/// Why a book cannot be exported.
#[derive(Debug, Error)]
pub enum ExportFault {
    /// The book cannot be read, or is damaged.
    #[error(transparent)]
    Book(#[from] BookError),
    /// The file cannot be written.
    #[error("{0}")]
    Out(#[from] io::Error),
}

impl OpenBook<'_> {
    /// Writes everything the book holds, without loss: the lines in order of arrival, each with its hash, then the
    /// numbers of the games that count.
    ///
    /// # Errors
    /// The book cannot be read, or holds something that does not match its hash; or `out` cannot be written.
    pub fn export(&self, mut out: impl Write) -> Result<(), ExportFault> {
        let (lines, mut numbers) = (self.count_of_lines()?, self.numbered_games()?);
        let counting: HashSet<FactId> = self.games()?.into_iter().collect();
        numbers.retain(|numbered| counting.contains(&numbered.game));
        let header = Header { lines: lines as u64, numbers: numbers.len() as u64, runs: self.runs()? };
        write_record(&mut out, &header)?;
        let (mut count, mut written) = (0, Ok(()));
        let steps = self.steps("reading the book", lines);
        self.arrived(i64::MIN, i64::MAX, |stored| {
            if hash_of(stored.text) != stored.hash {
                return Err(self.altered());
            }
            steps.advance(1);
            count += 1;
            written = write_line(&mut out, stored.text, &stored.hash);
            Ok(if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })?;
        written?;
        if count != lines {
            return Err(self.hides_a_line().into());
        }
        numbers.iter().try_for_each(|number| write_record(&mut out, number))?;
        Ok(out.flush()?)
    }
}
