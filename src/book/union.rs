//! Takes in the facts of another book: the union of both.
//!
//! Facts keep their ids, changes and devices. A fact that the book has already changes nothing. One that the book has
//! with other content is refused by name. What is not whole yet waits, in any order of arrival, and counts when the rest
//! is there.

mod settle;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;

use ginpad_core::facts::{Change, Fact};
use ginpad_core::listed::Listed;
use ginpad_core::text::{count, harmless};
use rusqlite::{Connection, ErrorCode, ffi};
use uuid::Uuid;

use super::commit::Witness;
use super::document::{self, DocumentFault, Entry, Hash, NumberedGame};
use super::error::{BookError, damaged};
use super::fact_count::FactCount;
use super::pad::Pad;
use super::read::{self, Arrivals, WaitingRow};
use super::watched::Work;
use super::write::{self, Waits};

/// How many numbers of games are taken over; other games are numbered anew.
const MOST_NUMBERS: usize = 1_000_000;

/// What the document of a book holds, as far as taking it in needs to know before.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Contents {
    /// How many facts, each counted as often as it is there.
    pub facts: usize,
    /// The changes whose number of facts is another than they say, in the order of their ids.
    inexact: Vec<Uuid>,
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

/// Reads a document to its end, and says what it holds.
///
/// # Errors
/// It is not the document of a book, or entries do not match their hashes; all of those are named.
pub fn look_through(document: impl Read) -> Result<Contents, DocumentFault> {
    let failed = |error| BookError::of(error, std::path::Path::new(""));
    let mut tally = FactCount::new().map_err(failed)?;
    let mut facts = 0;
    document::read(document, |entry| {
        match entry {
            Entry::Change(change, _) => tally.says(change.id, change.facts).map_err(failed)?,
            Entry::Fact(fact, _) => {
                facts += 1;
                tally.add(fact.change()).map_err(failed)?;
            }
            Entry::Number(_) => {}
        }
        Ok(())
    })?;
    Ok(Contents { facts, inexact: tally.inexact().map_err(failed)? })
}

impl Pad<'_> {
    /// Takes in a document that [`look_through`] has read. `open` opens it from its beginning.
    ///
    /// # Errors
    /// The document is refused, with every reason, or the book cannot be written. The caller must not commit then.
    pub fn take_in<'d>(
        &self,
        contents: &Contents,
        open: impl FnOnce() -> std::io::Result<Box<dyn Read + 'd>>,
    ) -> Result<TakenIn, DocumentFault> {
        let into_empty = self.is_empty()?;
        let page = self.sqlite(read::opened_by(&self.transaction, self.device))?;
        let since = self.sqlite(Arrivals::now(&self.transaction))?;
        let document = open().map_err(|error| DocumentFault::Unreadable(error.to_string()))?;
        let mut taking = self.sqlite(Taking::new(&self.transaction, &contents.inexact))?;
        let steps = self.steps(Work::WriteFacts, contents.facts);
        document::read(document, |entry| {
            if let Entry::Fact(..) = entry {
                steps.step();
            }
            self.sqlite(taking.entry(entry))
        })?;
        drop(steps);
        self.sqlite(taking.settle())?;
        self.sqlite(taking.verify(&since))?;
        if !taking.faults.is_empty() {
            return Err(DocumentFault::Refused(taking.faults));
        }
        if let Some(change) = taking.first_change {
            self.witness.set(Some(Witness::Change(change)));
        }
        self.forget_names();
        let known = self.numbers_of(&taking.known_games)?;
        let numbers = if into_empty { taking.numbers } else { BTreeMap::new() };
        let added = self.number_new_games(&numbers)?;
        self.make_sense(&since)?;
        self.stay_at(page)?;
        let (waiting, _) = self.sqlite(read::count_of_waiting(&self.transaction))?;
        let Taking { changes, facts, unknown, .. } = taking;
        Ok(TakenIn { into_empty, changes, facts, unknown, added, known, waiting })
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

    /// Numbers the games that count and have no number. Those of `before` keep the numbers they had, each once.
    pub(super) fn number_new_games(&self, before: &BTreeMap<Uuid, i64>) -> Result<Vec<i64>, BookError> {
        let new: BTreeMap<Uuid, Uuid> = self.sqlite(read::unnumbered_games(&self.transaction))?.into_iter().collect();
        if new.is_empty() {
            return Ok(Vec::new());
        }
        let (mut taken, mut others) = (BTreeSet::new(), Vec::new());
        for game in self.games()?.into_iter().filter(|game| new.contains_key(game)) {
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

    /// Refuses facts that make no sense together: every game that they are about can be scored, and everyone has a name.
    fn make_sense(&self, since: &Arrivals) -> Result<(), DocumentFault> {
        let about: BTreeSet<Uuid> = self.sqlite(since.games(&self.transaction))?.into_iter().collect();
        let games: Vec<Uuid> = self.games()?.into_iter().filter(|game| about.contains(game)).collect();
        let senseless = |error| match error {
            BookError::Damaged(why) => DocumentFault::Refused([why].into_iter().collect()),
            error => error.into(),
        };
        self.each_game(&games, |_| Ok::<(), BookError>(())).map_err(senseless)?;
        self.people().map(drop).map_err(senseless)
    }
}

/// Facts that are being taken in.
pub(super) struct Taking<'b> {
    connection: &'b Connection,
    /// The changes that lack facts, in the order of their ids. Each waits until it is known to be whole.
    withheld: &'b [Uuid],
    /// Whether anything waits.
    waits: bool,
    /// Whether a fact that the schema refuses must leave nothing behind.
    is_careful: bool,
    pub(super) changes: usize,
    pub(super) facts: usize,
    unknown: usize,
    /// The first change that got its place.
    first_change: Option<Uuid>,
    /// The changes that wait with too many facts and have been named.
    surplus: BTreeSet<Uuid>,
    known_games: Vec<Uuid>,
    numbers: BTreeMap<Uuid, i64>,
    /// What is refused, and why.
    pub(super) faults: Listed<String>,
}

/// What became of a fact.
enum Placed {
    /// It is in the table of its kind.
    Here,
    /// It refers to this, which is not there.
    Missing(Uuid),
    /// It holds something that no ginpad writes.
    Unfit,
}

impl<'b> Taking<'b> {
    /// Begins to take in facts. `withheld` are changes that lack facts, in the order of their ids.
    pub(super) fn new(connection: &'b Connection, withheld: &'b [Uuid]) -> rusqlite::Result<Taking<'b>> {
        // A row that refers to something missing must be refused at once, whatever was written before.
        connection.execute_batch("PRAGMA defer_foreign_keys = OFF")?;
        Ok(Taking {
            connection,
            withheld,
            waits: read::anything_waits(connection)?,
            is_careful: false,
            changes: 0,
            facts: 0,
            unknown: 0,
            first_change: None,
            surplus: BTreeSet::new(),
            known_games: Vec::new(),
            numbers: BTreeMap::new(),
            faults: Listed::default(),
        })
    }

    /// As [`Taking::new`]; a fact that is refused is left out, and the others are kept.
    pub(super) fn careful(connection: &'b Connection, withheld: &'b [Uuid]) -> rusqlite::Result<Taking<'b>> {
        Ok(Taking { is_careful: true, ..Taking::new(connection, withheld)? })
    }

    fn entry(&mut self, entry: Entry) -> rusqlite::Result<()> {
        match entry {
            Entry::Change(change, hash) => self.change(&change, &hash),
            Entry::Fact(fact, hash) => self.fact(&fact, &hash),
            Entry::Number(NumberedGame { game, number }) => {
                if self.numbers.len() < MOST_NUMBERS {
                    self.numbers.insert(game, number.into());
                }
                Ok(())
            }
        }
    }

    /// Takes in a change.
    pub(super) fn change(&mut self, change: &Change, hash: &Hash) -> rusqlite::Result<()> {
        let kept = read::hash(self.connection, "change", change.id)?;
        let is_found = kept.is_some_and(|kept| kept == read::NO_RECORD);
        if !is_found && self.is_known("change", "change", change.id, hash)? {
            return Ok(());
        }
        self.changes += 1;
        self.unknown += usize::from(!change.unknown.is_empty());
        if is_found {
            return self.found(change, hash);
        }
        if self.withheld.binary_search(&change.id).is_ok() {
            self.waits = true;
            return write::waiting(self.connection, &Waits::change(change, hash), change.id);
        }
        self.place_change(change, hash)
    }

    fn place_change(&mut self, change: &Change, hash: &Hash) -> rusqlite::Result<()> {
        match placed(write::hashed_change(self.connection, change, hash))? {
            Some(()) => {
                self.first_change.get_or_insert(change.id);
                self.release(change.id)
            }
            None => {
                self.unfit("change", change.id);
                Ok(())
            }
        }
    }

    /// Takes in a fact.
    pub(super) fn fact(&mut self, fact: &Fact, hash: &Hash) -> rusqlite::Result<()> {
        if self.is_known(&read::table(fact.kind()), fact.kind(), fact.id(), hash)? {
            if let Fact::Game(game) = fact {
                self.known_games.push(game.id);
            }
            return Ok(());
        }
        self.facts += 1;
        self.unknown += usize::from(fact.has_unknown_fields());
        match self.place(fact, hash)? {
            Placed::Here => match awaited(fact) {
                Some(awaited) => self.release(awaited),
                None => Ok(()),
            },
            Placed::Missing(missing) => {
                self.waits = true;
                write::waiting(self.connection, &Waits::fact(fact, hash), missing)
            }
            Placed::Unfit => {
                self.unfit(fact.kind(), fact.id());
                Ok(())
            }
        }
    }

    fn unfit(&mut self, kind: &str, id: Uuid) {
        self.faults.push(format!("{} {id} holds something that no ginpad writes", harmless(kind)));
    }

    /// Whether the book has this already. If it has something else under this id, that is a fault.
    fn is_known(&mut self, table: &str, kind: &str, id: Uuid, hash: &Hash) -> rusqlite::Result<bool> {
        let mut kept = read::hash(self.connection, table, id)?;
        if kept.is_none() && self.waits {
            kept = read::hash(self.connection, "waiting", id)?;
        }
        let Some(kept) = kept else { return Ok(false) };
        if kept != hash {
            self.faults.push(format!("{} {id} is there twice with different content", harmless(kind)));
        }
        Ok(true)
    }

    /// Writes a fact into the table of its kind, if everything that it refers to is there.
    fn place(&self, fact: &Fact, hash: &Hash) -> rusqlite::Result<Placed> {
        let seated = match fact {
            Fact::Game(game) => game.seats.concat(),
            Fact::Setting(setting) => setting.seated().collect(),
            Fact::Joining(joining) => vec![joining.player, joining.same_as],
            _ => Vec::new(),
        };
        if let Some(player) = read::unnamed_player(self.connection, &seated)? {
            return Ok(Placed::Missing(player));
        }
        let run = |statement: &str| {
            if self.is_careful { self.connection.prepare_cached(statement)?.execute([]).map(drop) } else { Ok(()) }
        };
        run("SAVEPOINT fact")?;
        let written = write::hashed_fact(self.connection, fact, hash);
        if written.is_err() {
            run("ROLLBACK TO fact")?;
        }
        run("RELEASE fact")?;
        match written {
            Err(error) if is_missing_reference(&error) => Ok(Placed::Missing(read::missing(self.connection, fact)?)),
            written => Ok(placed(written)?.map_or(Placed::Unfit, |()| Placed::Here)),
        }
    }

    /// Writes what waited for this, and what waited for that in turn.
    fn release(&mut self, arrived: Uuid) -> rusqlite::Result<()> {
        if !self.waits {
            return Ok(());
        }
        let mut pending = vec![(arrived, 0)];
        while let Some((missing, after)) = pending.pop() {
            let rows = read::waiting_for(self.connection, missing, after)?;
            pending.extend(rows.last().map(|row| (missing, row.arrival)));
            for WaitingRow { id, content, hash, .. } in rows {
                let fact: Fact = read::parsed(&content)?;
                match self.place(&fact, &as_hash(hash)?)? {
                    Placed::Here => {
                        write::waits_no_more(self.connection, id)?;
                        pending.extend(awaited(&fact).map(|awaited| (awaited, 0)));
                    }
                    Placed::Missing(missing) => write::waits_for(self.connection, id, missing)?,
                    Placed::Unfit => self.unfit(fact.kind(), id),
                }
            }
        }
        Ok(())
    }

    fn too_many(&mut self, change: Uuid, says: usize, there: usize) {
        self.faults.push(format!("change {change} says that it has {}, but has {there}", count(says, "fact")));
    }

    /// Refuses what cannot be true of the facts that came since then.
    fn verify(&mut self, since: &Arrivals) -> rusqlite::Result<()> {
        for change in since.miscounted(self.connection)? {
            self.too_many(change.id, change.says, change.there);
        }
        for fact in since.of_two_kinds(self.connection)? {
            self.faults.push(format!("two facts of different kinds have the id {fact}"));
        }
        Ok(())
    }
}

/// The id that other facts wait for until this fact is there. A game waits for a name of each player.
fn awaited(fact: &Fact) -> Option<Uuid> {
    match fact {
        Fact::Player(player) => Some(player.id),
        Fact::PlayerName(name) => Some(name.player),
        Fact::Game(game) => Some(game.id),
        Fact::Hand(hand) => Some(hand.id),
        Fact::Undo(undo) => Some(undo.id),
        Fact::Removal(_)
        | Fact::Closing(_)
        | Fact::Totals(_)
        | Fact::Setting(_)
        | Fact::Joining(_)
        | Fact::Paid(_)
        | Fact::Redo(_)
        | Fact::Rescue(_)
        | Fact::Unknown(_) => None,
    }
}

fn is_missing_reference(error: &rusqlite::Error) -> bool {
    error.sqlite_error().is_some_and(|error| error.extended_code == ffi::SQLITE_CONSTRAINT_FOREIGNKEY)
}

/// Whether a row was written; `None` if the schema refused it.
fn placed(written: rusqlite::Result<()>) -> rusqlite::Result<Option<()>> {
    match written {
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => Ok(None),
        // A number that SQLite cannot hold.
        Err(rusqlite::Error::ToSqlConversionFailure(_)) => Ok(None),
        written => written.map(Some),
    }
}

fn as_hash(bytes: Vec<u8>) -> rusqlite::Result<Hash> {
    let length = bytes.len();
    Hash::try_from(bytes).map_err(|_| {
        let why = damaged(format!("a hash has {}", count(length, "byte")));
        rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Blob, Box::new(why))
    })
}
