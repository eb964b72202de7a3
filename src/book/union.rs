//! Takes in the facts of another book: the union of both.
//!
//! Facts keep their ids, changes and devices. A fact that the book has already changes nothing. One that the book has
//! with other content is refused by name. What is not whole yet waits, in any order of arrival, and counts when the rest
//! is there.

mod beside;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;

use ginpad_core::listed::Listed;
use rusqlite::ErrorCode;
use uuid::Uuid;

pub(super) use self::beside::Beside;
use self::beside::told;
use super::commit::Witness;
use super::document::{self, DocumentFault, Entry, NumberedGame};
use super::error::BookError;
use super::fact_count::FactCount;
use super::pad::Pad;
use super::read::{self, Arrivals};
use super::stage::{Came, Stage};
pub(super) use super::taking::Taking;
use super::temporary::failed_in_sqlite;
use super::watched::{Steps, Work};
use super::write;

/// How many numbers of games are taken over; other games are numbered anew.
const MOST_NUMBERS: usize = 1_000_000;

/// What the document of a book holds, ready to be taken in.
#[derive(Debug)]
pub struct Contents {
    pub(super) stage: Stage,
    /// How many facts.
    facts: usize,
    /// The changes whose number of facts is another than they say and that no rescue is for, in the order of their ids.
    inexact: Vec<Uuid>,
    /// Whether every other change has the facts that it says.
    is_exact: bool,
    /// Whether only what is new to the book is left on the stage.
    is_sifted: bool,
    /// The changes that were rescued though their records are lost, each with how many facts it has.
    without_record: Vec<(Uuid, usize)>,
    /// What the book calls its games.
    numbers: BTreeMap<Uuid, i64>,
    /// What the document says beside something else under the same id. It is not on the stage.
    pub(super) beside: Listed<Beside>,
}

impl Contents {
    /// How many facts it holds.
    pub const fn facts(&self) -> usize {
        self.facts
    }

    /// Takes note that only what is new to the book is left on the stage, and that these changes lack facts now.
    pub(super) fn is_sifted(&mut self, lacking: impl IntoIterator<Item = Uuid>) {
        self.is_sifted = true;
        self.inexact.extend(lacking);
        self.inexact.sort_unstable();
        self.inexact.dedup();
        self.is_exact &= self.inexact.is_empty();
    }
}

/// What was taken in.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TakenIn {
    /// Whether the book had nothing before.
    pub into_empty: bool,
    /// How many changes are new.
    pub changes: usize,
    /// How many facts are new.
    pub facts: usize,
    /// How many of all of these hold something that this version does not know.
    pub unknown: usize,
    /// The numbers of the games that are new and count.
    pub added: Vec<i64>,
    /// The numbers of the games that the book had already, and that count.
    pub known: Vec<i64>,
    /// How many facts wait in the book now.
    pub waiting: usize,
}

/// Reads a document to its end, and keeps what it holds in a temporary file.
///
/// # Errors
/// It is not the document of a book, or entries are not what a book holds, or two of them have one id; all of those are
/// named.
pub fn look_through(document: impl Read) -> Result<Contents, DocumentFault> {
    let contents = look_through_another(document)?;
    if contents.beside.is_empty() { Ok(contents) } else { Err(DocumentFault::Refused(told(&contents.beside))) }
}

/// The same for the document of another book, which is to be merged: of two entries with one id, the first stands.
///
/// # Errors
/// It is not the document of a book, or entries are not what a book holds; all of those are named.
pub fn look_through_another(document: impl Read) -> Result<Contents, DocumentFault> {
    let mut gathering = Gathering::new()?;
    document::read(document, |entry| gathering.take(entry).map_err(DocumentFault::Book))?;
    Ok(gathering.done()?)
}

/// What a book holds, as it is read.
pub(super) struct Gathering {
    stage: Stage,
    tally: FactCount,
    facts: usize,
    numbers: BTreeMap<Uuid, i64>,
    beside: Listed<Beside>,
}

impl Gathering {
    /// Nothing yet.
    pub(super) fn new() -> Result<Gathering, BookError> {
        let tally = FactCount::new().map_err(failed_in_sqlite)?;
        let (numbers, beside) = (BTreeMap::new(), Listed::default());
        Ok(Gathering { stage: Stage::new()?, tally, facts: 0, numbers, beside })
    }

    /// Takes an entry, whose hash is right.
    pub(super) fn take(&mut self, entry: Entry) -> Result<(), BookError> {
        match entry {
            Entry::Change(change, hash) => match self.stage.change(&change, &hash)? {
                Came::New => self.tally.says(change.id, change.facts).map_err(failed_in_sqlite)?,
                Came::Again => {}
                Came::Beside { other, fact } => self.beside.push(Beside::new(change.id, hash, fact, other)),
            },
            Entry::Fact(fact, hash) => {
                let (change, id) = (fact.change(), fact.id());
                match self.stage.fact(fact, hash)? {
                    Came::New => {
                        self.facts += 1;
                        self.tally.add(change).map_err(failed_in_sqlite)?;
                    }
                    Came::Again => {}
                    Came::Beside { other, fact } => self.beside.push(Beside::new(id, hash, fact, other)),
                }
            }
            Entry::Number(NumberedGame { game, number }) => {
                if self.numbers.len() < MOST_NUMBERS {
                    self.numbers.insert(game, number.into());
                }
            }
        }
        Ok(())
    }

    /// Everything was taken.
    pub(super) fn done(self) -> Result<Contents, BookError> {
        let Gathering { mut stage, mut tally, facts, numbers, beside } = self;
        stage.flush()?;
        let inexact = tally.inexact().map_err(failed_in_sqlite)?;
        let without_record = Vec::new();
        let mut contents =
            Contents { stage, facts, inexact, is_exact: true, is_sifted: false, without_record, numbers, beside };
        contents.find_rescued(&mut tally)?;
        Ok(contents)
    }
}

impl Contents {
    /// Finds the damaged changes that come with a rescue of theirs. They need not wait for it, and so keep their places in
    /// the order of arrival.
    fn find_rescued(&mut self, tally: &mut FactCount) -> Result<(), BookError> {
        let mut count = |change| tally.of(change).map_err(failed_in_sqlite);
        self.is_exact = self.inexact.is_empty();
        for (change, rescued, asked) in self.stage.rescues()? {
            let ((says, there), (_, left)) = (count(change)?, count(rescued)?);
            // A rescue that is not whole itself says nothing yet.
            if says != Some(there) || left < asked {
                continue;
            }
            match count(rescued)?.0 {
                Some(says) if left < says => {
                    self.inexact.binary_search(&rescued).map(|at| self.inexact.remove(at)).ok();
                }
                Some(_) => {}
                None if self.without_record.iter().any(|(known, _)| *known == rescued) => {}
                None => self.without_record.push((rescued, left)),
            }
        }
        Ok(())
    }
}

impl Pad<'_> {
    /// Takes in a document that [`look_through`] has read.
    ///
    /// # Errors
    /// The document is refused, with every reason, or the book cannot be written. The caller must not commit then.
    pub fn take_in(&self, contents: Contents) -> Result<TakenIn, DocumentFault> {
        self.take_in_about(contents, &BTreeSet::new())
    }

    /// The same; these games are looked at afterwards, besides those that the new facts are about.
    pub(super) fn take_in_about(
        &self,
        contents: Contents,
        concerned: &BTreeSet<Uuid>,
    ) -> Result<TakenIn, DocumentFault> {
        let into_empty = self.is_empty()?;
        let numbers = if into_empty { contents.numbers.clone() } else { self.numbers_of_a_copy(&contents.numbers)? };
        let page = self.sqlite(read::opened_by(&self.transaction, self.device))?;
        let since = self.sqlite(Arrivals::now(&self.transaction))?;
        let mut taking = self.sqlite(Taking::new(&self.transaction, &contents.inexact))?;
        let steps = self.steps(Work::WriteFacts, contents.facts);
        if !into_empty && !contents.is_sifted {
            taking.pass_over_known(&contents.stage)?;
        }
        for (change, facts) in &contents.without_record {
            self.sqlite(taking.hold_missing_place(*change, *facts))?;
        }
        let is_exact = contents.is_exact && contents.without_record.is_empty();
        let is_copied = is_exact && !taking.waits && self.copy(&contents.stage, &steps)?;
        if is_copied {
            let (changes, facts, unknown) = contents.stage.size()?;
            (taking.changes, taking.facts, taking.unknown) = (changes, facts, unknown);
            taking.first_change = contents.stage.first_change()?;
        } else {
            let taking = RefCell::new(&mut taking);
            self.sqlite(contents.stage.each_entry(
                |change, hash| taking.borrow_mut().change(&change, &hash),
                |fact, hash| {
                    steps.step();
                    taking.borrow_mut().fact(&fact, &hash)
                },
            ))?;
        }
        drop(steps);
        self.sqlite(taking.settle())?;
        // Changes that were copied as a whole have been counted on the stage.
        if !is_copied {
            self.sqlite(taking.verify_new_changes(&since))?;
        }
        if !(is_copied && into_empty) {
            self.sqlite(taking.verify(&since))?;
        }
        if !taking.faults.is_empty() {
            return Err(DocumentFault::Refused(taking.faults));
        }
        if let Some(change) = taking.first_change {
            self.witness.set(Some(Witness::Change(change)));
        }
        self.forget_names();
        let known = self.numbers_of(&taking.known_games)?;
        let added = self.number_new_games(&numbers, Some(&since))?;
        self.make_sense(&since, concerned)?;
        self.stay_at(page)?;
        let (waiting, _) = self.sqlite(read::count_of_waiting(&self.transaction))?;
        let Taking { changes, facts, unknown, .. } = taking;
        Ok(TakenIn { into_empty, changes, facts, unknown, added, known, waiting })
    }

    /// Copies what is on the stage as a whole. If the book refuses any of it, nothing is copied; one by one, it is then
    /// found out what waits and what is refused.
    fn copy(&self, stage: &Stage, steps: &Steps<'_>) -> Result<bool, BookError> {
        let book = &self.transaction;
        let run = |statement: &str| self.sqlite(book.execute_batch(statement));
        let copied = |rows| steps.step_by(rows);
        let names = |table: &str| ["change", "player", "player_name"].contains(&table);
        run("SAVEPOINT whole")?;
        let copied = stage.copy(book, names, copied).and_then(|()| {
            // A game waits for a name of each player.
            match read::unnamed_player(book, &stage.seated()?)? {
                None => stage.copy(book, |table| !names(table), copied).map(|()| true),
                Some(_) => Ok(false),
            }
        });
        let is_whole = match copied {
            Ok(is_whole) => is_whole,
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => false,
            Err(error) => return self.sqlite(Err(error)),
        };
        if !is_whole {
            run("ROLLBACK TO whole")?;
        }
        run("RELEASE whole")?;
        Ok(is_whole)
    }

    /// Goes back to this page of the device. A game that it began in another copy of the book turns no page here.
    fn stay_at(&self, page: Option<Uuid>) -> Result<(), BookError> {
        let Some(page) = page else { return Ok(()) };
        if self.sqlite(read::opened_by(&self.transaction, self.device))? != Some(page) && self.counts(page)? {
            self.sqlite(write::chosen_game(&self.transaction, self.device, page))?;
        }
        Ok(())
    }

    /// The numbers of those games that count.
    fn numbers_of(&self, games: &[Uuid]) -> Result<Vec<i64>, BookError> {
        if games.is_empty() {
            return Ok(Vec::new());
        }
        let counting: BTreeSet<Uuid> = self.games()?.into_iter().collect();
        let mut numbers = Vec::new();
        for game in games.iter().filter(|game| counting.contains(game)) {
            numbers.extend(self.sqlite(read::number_of(&self.transaction, *game))?);
        }
        numbers.sort_unstable();
        numbers.dedup();
        Ok(numbers)
    }

    /// The numbers of a document that are free here, if it is of a copy of this book: every game that both have has the same
    /// number in both.
    fn numbers_of_a_copy(&self, numbers: &BTreeMap<Uuid, i64>) -> Result<BTreeMap<Uuid, i64>, BookError> {
        let (mut is_a_copy, mut free) = (false, BTreeMap::new());
        for (game, number) in numbers {
            match self.sqlite(read::number_of(&self.transaction, *game))? {
                Some(here) if here == *number => is_a_copy = true,
                Some(_) => return Ok(BTreeMap::new()),
                None if self.sqlite(read::game_numbered(&self.transaction, *number))?.is_none() => {
                    free.insert(*game, *number);
                }
                None => {}
            }
        }
        Ok(if is_a_copy { free } else { BTreeMap::new() })
    }

    /// Numbers the games that count and have no number. Those of `before` keep the numbers they had, each once. All games
    /// that came before `since` and count have one.
    pub(super) fn number_new_games(
        &self,
        before: &BTreeMap<Uuid, i64>,
        since: Option<&Arrivals>,
    ) -> Result<Vec<i64>, BookError> {
        let new = match since {
            // A redo may make an old game count that has none.
            Some(since) if !self.sqlite(since.is_anything_moved(&self.transaction))? => {
                self.sqlite(since.unnumbered_games(&self.transaction))?
            }
            _ => self.sqlite(read::unnumbered_games(&self.transaction))?,
        };
        if new.is_empty() {
            return Ok(Vec::new());
        }
        let (mut taken, mut others) = (BTreeSet::new(), Vec::new());
        for game in self.games_among(&new.into_iter().collect())? {
            match before.get(&game).filter(|number| **number >= 1) {
                Some(number) if taken.insert(*number) => {
                    self.sqlite(write::game_number(&self.transaction, game, *number))?;
                }
                _ => others.push(game),
            }
        }
        let mut next = self.sqlite(read::highest_number(&self.transaction))?;
        for game in others {
            next += 1;
            self.sqlite(write::game_number(&self.transaction, game, next))?;
            taken.insert(next);
        }
        Ok(taken.into_iter().collect())
    }

    /// Refuses facts that make no sense together: every game that they are about can be scored, and everyone has a name. These
    /// other games are scored too.
    fn make_sense(&self, since: &Arrivals, concerned: &BTreeSet<Uuid>) -> Result<(), DocumentFault> {
        let mut games = self.sqlite(since.games(&self.transaction))?;
        games.extend(concerned);
        let senseless = |error| match error {
            BookError::Damaged(why) => DocumentFault::Refused([why].into_iter().collect()),
            error => error.into(),
        };
        self.each_game_among(&games, |_| Ok::<(), BookError>(())).map_err(senseless)?;
        self.people().map(drop).map_err(senseless)
    }
}
