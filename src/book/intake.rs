//! Takes in lines from any source, for `import`, `merge`, `sync`, `restore` and `rescue`.

use std::collections::BTreeSet;
use std::io::BufRead;
use std::mem;

use ginpad_core::Listed;
use ginpad_core::facts::{Change, FactId, Line};
use ginpad_core::ledger::{Appended, Batch, Counted, FileFault, LinesReader};
use uuid::Uuid;

use super::error::BookError;
use super::numbers::NewGames;
use super::open_book::OpenBook;
use super::other_book::{OtherBook, Own, SourceFault};

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

    /// Returns how many lines to expect; 0 if that is unknown.
    pub fn lines(&self) -> u64 {
        match self {
            Contents::File(file, ..) => file.header.lines,
            Contents::Book(_) => 0,
        }
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
                while batch.fill(&mut file, &mut taken.kept_out).map_err(FileFault::Io)? {
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
