//! Takes in the lines of a file or of another book: what `import`, `merge` and `restore` have in common.

use std::collections::BTreeSet;
use std::io::{self, BufRead};

use ginpad_core::facts::{Appended, Change, FactId, FileFault, Found, Line, LinesReader, NumberedGame};
use ginpad_core::listed::Listed;
use thiserror::Error;
use uuid::Uuid;

use super::counted::{Concerned, Counted, imported_games, people_of};
use super::error::BookError;
use super::numbers::NewGames;
use super::other_book::OtherBook;
use super::own::Own;
use super::pad::Pad;

/// Why lines cannot be taken in.
#[derive(Debug, Error)]
pub enum DocumentFault {
    /// The file is not one of lines, or cannot be read.
    #[error(transparent)]
    File(#[from] FileFault),
    /// No line of the file is as it was written: why not.
    #[error("none of its lines is as it was written; {0}")]
    Altered(String),
    /// The other book cannot be read.
    #[error(transparent)]
    Other(BookError),
    /// The book that took in the lines failed.
    #[error(transparent)]
    Book(#[from] BookError),
}

impl From<io::Error> for DocumentFault {
    fn from(error: io::Error) -> DocumentFault {
        DocumentFault::File(error.into())
    }
}

/// Where lines come from.
#[derive(Debug)]
pub enum Contents<R> {
    /// A file of lines, and what was read of it already.
    File(LinesReader<R>, Option<Records>),
    /// Another book.
    Book(OtherBook),
}

/// Some of what a file or a book holds.
#[derive(Debug, Default)]
pub struct Records {
    lines: Vec<Line>,
    own: Own,
    kept_out: Listed<String>,
    /// Whether there may be more after them.
    goes_on: bool,
}

/// So many bytes of lines are taken in at once.
const AT_ONCE: usize = 2 << 20;

/// What was taken in.
#[derive(Debug, Default)]
pub struct TakenIn {
    /// Whether the book had nothing before.
    pub into_empty: bool,
    /// What is new.
    pub said: Counted,
    /// How many lines the book had already.
    pub known: usize,
    /// The games that those begin.
    pub known_games: BTreeSet<FactId>,
    /// The games of which something is new.
    pub games: BTreeSet<FactId>,
    /// The numbers of the games that are new and count.
    pub added: Vec<i64>,
    /// The imported games that lines begin which are new.
    pub imported: BTreeSet<FactId>,
    /// The people whom the lines add, new or not.
    pub people: BTreeSet<FactId>,
    /// What was kept out. Only the first of it is described.
    pub kept_out: Listed<String>,
}

impl<R: BufRead> Contents<R> {
    /// A file of lines, which is read up to the first sound one.
    ///
    /// # Errors
    /// It cannot be read, or is not one, or none of its lines is sound.
    pub fn file(from: R) -> Result<Contents<R>, DocumentFault> {
        let mut file = LinesReader::new(from)?;
        let mut records = Records { goes_on: true, ..Records::default() };
        while records.lines.is_empty() && records.goes_on {
            records.read(&mut file)?;
        }
        if records.lines.is_empty() && !records.kept_out.is_empty() {
            let why: Vec<String> = records.kept_out.lines().collect();
            return Err(DocumentFault::Altered(why.join("; ")));
        }
        Ok(Contents::File(file, Some(records)))
    }

    /// How many lines there should be; 0 if that is not known.
    pub fn lines(&self) -> u64 {
        match self {
            Contents::File(file, _) => file.header().lines,
            Contents::Book(_) => 0,
        }
    }

    /// The next records.
    fn read(&mut self) -> Result<Records, DocumentFault> {
        let mut records = Records::default();
        match self {
            Contents::File(_, ahead @ Some(_)) => return Ok(ahead.take().unwrap_or_default()),
            Contents::File(file, None) => records.read(file)?,
            Contents::Book(book) => {
                records.goes_on = book.read(&mut records.lines, &mut records.kept_out).map_err(DocumentFault::Other)?;
                if !records.goes_on {
                    records.own = book.own();
                }
            }
        }
        Ok(records)
    }
}

impl Records {
    /// Adds the next records of a file.
    fn read<R: BufRead>(&mut self, file: &mut LinesReader<R>) -> io::Result<()> {
        let mut bytes = 0;
        self.goes_on = true;
        while bytes < AT_ONCE {
            match file.next().transpose()? {
                Some(Found::Line(line)) => {
                    bytes += line.text().len();
                    self.lines.push(line);
                }
                Some(Found::Number(NumberedGame { game, number })) => {
                    self.own.numbers.insert(game, number.into());
                }
                Some(Found::Fault(fault)) => self.kept_out.push(fault.to_string()),
                None => {
                    self.goes_on = false;
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

impl Pad<'_> {
    /// Takes in the lines that the book does not have. Before the first of them is written, `begin` is called, and before
    /// anything comes that may change games, `look` sees the book with these games. A book that was empty calls the games as
    /// the other one did, and has the same current game if this device chose that.
    ///
    /// # Errors
    /// The lines cannot be read, or the book cannot be written. The caller must not commit then.
    pub fn take_in<R: BufRead>(
        &self,
        mut contents: Contents<R>,
        begin: impl FnOnce(&Self) -> Result<(), BookError>,
        mut look: impl FnMut(&Self, &BTreeSet<FactId>) -> Result<(), BookError>,
    ) -> Result<TakenIn, DocumentFault> {
        let mut taken = TakenIn { into_empty: self.count_of_lines()? == 0, ..TakenIn::default() };
        let (mut own, mut begin) = (Own::default(), Some(begin));
        let mut new_games = NewGames::default();
        loop {
            let records = contents.read()?;
            own.add(records.own);
            records.kept_out.items.into_iter().for_each(|why| taken.kept_out.push(why));
            taken.kept_out.more += records.kept_out.more;
            let (new, games) = self.unknown(records.lines, &mut taken)?;
            if !new.is_empty() {
                if let Some(begin) = begin.take() {
                    begin(self)?;
                }
                look(self, &games)?;
                taken.games.extend(games);
                for (line, became) in new.iter().zip(self.append(&new)?) {
                    match became {
                        Appended::Stored => {
                            if let Ok(change) = Change::read(line) {
                                taken.said += Counted::by(&change);
                                taken.imported.extend(imported_games(&change));
                                new_games.note(&change);
                            }
                        }
                        Appended::Known => taken.known += 1,
                        Appended::Refused(why) => taken.kept_out.push(why.to_string()),
                    }
                }
            }
            if !records.goes_on {
                break;
            }
        }
        if !taken.into_empty {
            own.numbers = self.numbers_of_a_copy(&own.numbers)?;
        } else if taken.said.changes > 0 {
            self.take_choices(own.choices)?;
        }
        taken.added = self.number_new_games(new_games, &own.numbers)?;
        Ok(taken)
    }

    /// Whether the book holds the line with this name.
    pub(super) fn holds(&self, name: Uuid) -> Result<bool, BookError> {
        let find = "SELECT 1 FROM change WHERE substr(hash, 1, 16) = ?1";
        Ok(self.one(find, [name], |_| Ok(()))?.is_some())
    }

    /// Leaves out the lines that are there, and those that are no change. The answer also names the games of the others.
    fn unknown(&self, lines: Vec<Line>, taken: &mut TakenIn) -> Result<(Vec<Line>, BTreeSet<FactId>), BookError> {
        let (mut unknown, mut concerned) = (Vec::new(), Concerned::default());
        for line in lines {
            let change = match Change::read(&line) {
                Ok(change) => change,
                Err(fault) => {
                    taken.kept_out.push(fault.to_string());
                    continue;
                }
            };
            taken.people.extend(people_of(&change));
            if !taken.into_empty && self.holds(line.name())? {
                taken.known += 1;
                taken.known_games.extend(change.games().map(|(game, _)| game));
            } else {
                concerned.note(&change);
                unknown.push(line);
            }
        }
        Ok((unknown, self.games_concerned(concerned)?))
    }
}
