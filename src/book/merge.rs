//! Joins two books: the union of their facts, and the people who are one.
//!
//! The other book is read row by row, and what it says is verified and written like any fact that comes from elsewhere.
//! Nothing in it runs. What it says otherwise under an id of this book is kept out and named; what this book says stands.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::{fs, io};

use chrono::Utc;
use ginpad_core::facts::{self, Fact};
use ginpad_core::hand::Moment;
use ginpad_core::listed::Listed;
use ginpad_core::players::Name;
use thiserror::Error;
use uuid::Uuid;

use super::backup::{Reason, automatic, is_one_file};
use super::document::{DocumentFault, Entry, NumberedGame};
use super::error::BookError;
use super::namesakes::{Apart, Namesakes};
use super::pad::Pad;
use super::read::{self, Arrivals, Soundness};
use super::stage::Staged;
use super::union::{Beside, Contents, Gathering, TakenIn};
use super::watched::{Watcher, Work};
use super::{Access, Book};

/// Why another book cannot be read.
#[derive(Debug, Error)]
pub enum MergeFault {
    /// Its file cannot be read.
    #[error("{0}")]
    From(io::Error),
    /// It is the book itself.
    #[error("it is the book itself")]
    TheBook,
    /// It is not a book that can be used.
    #[error(transparent)]
    Refused(BookError),
    /// It holds what no book holds.
    #[error(transparent)]
    Document(DocumentFault),
}

/// Reads another book to its end, and keeps what it holds in a temporary file. Its file is not changed; one of an older
/// schema is upgraded in memory.
///
/// # Errors
/// The file cannot be read, is `book` itself, or is not a book that can be used.
pub fn read_other_book(file: &Path, book: &Path, watcher: &Rc<dyn Watcher>) -> Result<Contents, MergeFault> {
    if is_one_file(book, file) {
        return Err(MergeFault::TheBook);
    }
    if !fs::metadata(file).map_err(MergeFault::From)?.is_file() {
        return Err(MergeFault::From(io::Error::other("it is not a regular file")));
    }
    let opened = Book::open_watched(file, Access::Read, Uuid::nil(), &**watcher).map_err(MergeFault::Refused)?;
    let Some(mut other) = opened else { return Err(MergeFault::Refused(BookError::NotABook(file.to_path_buf()))) };
    let pad = other.read().map_err(MergeFault::Refused)?.watched_by(Rc::clone(watcher));
    let gathering = pad.gathered().map_err(MergeFault::Refused)?;
    gathering.done().map_err(|error| MergeFault::Document(error.into()))
}

impl Pad<'_> {
    /// Everything that the book holds.
    fn gathered(&self) -> Result<Gathering, BookError> {
        // What SQLite refuses in a row of its own is refused in one that somebody made up, however large it is.
        if self.sqlite(read::soundness(&self.transaction))? != Soundness::Sound {
            return Err(self.damaged("its pages or rows do not fit together"));
        }
        let mut gathering = Gathering::new()?;
        let steps = self.steps(Work::ReadFacts, self.sqlite(Arrivals::now(&self.transaction))?.facts());
        self.all(read::each_change(&self.transaction, |change, kept| {
            let hash = self.intact(&format_args!("change {}", change.id), &kept, facts::hash(&change))?;
            Ok(gathering.take(Entry::Change(change, hash))?)
        }))?;
        self.all(read::each_fact(&self.transaction, |fact, kept| {
            steps.step();
            let hash = self.intact(&format_args!("{} {}", fact.kind(), fact.id()), &kept, facts::hash(&fact))?;
            Ok(gathering.take(Entry::Fact(Box::new(fact), hash))?)
        }))?;
        for game in self.games()? {
            let number = self.sqlite(read::number_of(&self.transaction, game))?;
            if let Some(number) = number.and_then(|number| u32::try_from(number).ok()) {
                gathering.take(Entry::Number(NumberedGame { game, number }))?;
            }
        }
        Ok(gathering)
    }

    pub(super) fn all(&self, read: Result<(), Stopped>) -> Result<(), BookError> {
        read.map_err(|stopped| match stopped {
            Stopped::Sqlite(error) => BookError::of(error, self.path).looked_into(&self.transaction),
            Stopped::Fault(fault) => fault,
        })
    }
}

/// What ended the reading: SQLite, or what was to be done with a fact.
pub(super) enum Stopped {
    Sqlite(rusqlite::Error),
    Fault(BookError),
}

impl From<rusqlite::Error> for Stopped {
    fn from(error: rusqlite::Error) -> Stopped {
        Stopped::Sqlite(error)
    }
}

impl From<BookError> for Stopped {
    fn from(error: BookError) -> Stopped {
        Stopped::Fault(error)
    }
}

/// How books are joined, and when.
#[derive(Debug, Clone, Copy)]
pub struct Merging {
    /// What is to become of people of one name.
    pub namesakes: Namesakes,
    /// Whether the book is backed up before anything is added.
    pub is_backed_up: bool,
    /// When.
    pub now: Moment,
}

/// What another book holds and this one does not.
#[derive(Debug)]
pub struct Sifted {
    contents: Contents,
    /// The people of the other book.
    people: BTreeSet<Uuid>,
    /// The games of this book that may be others once what is new is in it.
    pub concerned: BTreeSet<Uuid>,
    /// What is kept out. Only the first of it is described.
    pub quarantined: Listed<Quarantined>,
}

impl Sifted {
    /// Whether any fact or change is new.
    ///
    /// # Errors
    /// The temporary file failed.
    pub fn brings_anything(&self) -> Result<bool, BookError> {
        let (changes, facts, _) = self.contents.stage.size()?;
        Ok(changes + facts > 0)
    }

    /// The facts that are new, and whether each is a hand that corrects no other.
    ///
    /// # Errors
    /// The temporary file failed.
    pub(super) fn new_ids(&self) -> Result<Vec<(Uuid, bool)>, BookError> {
        self.contents.stage.facts_and_hands()
    }
}

/// Something of another book that is kept out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quarantined {
    /// Its kind.
    pub kind: String,
    /// Its id.
    pub id: Uuid,
    /// The number of the game that it is about, if this book has it.
    pub game: Option<i64>,
    /// Why.
    pub why: Clash,
    /// What it says, as JSON; of a change and of an unknown kind it is left out.
    pub content: Option<String>,
}

/// Why something is kept out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clash {
    /// This book says something else under its id.
    SaysOtherwise,
    /// What it comes from says something else under its id, too.
    SaidBeside,
    /// It claims to belong to a change that has all of its facts, or that says something else here.
    BelongsToNone,
}

/// What became of another book.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Merged {
    /// What was taken in.
    pub taken: TakenIn,
    /// How many hands are new, without corrections.
    pub hands: usize,
    /// How many people are new.
    pub people: usize,
    /// Who was joined.
    pub joined: Vec<Name>,
    /// Who stays apart.
    pub apart: Vec<Apart>,
    /// The backup of the book as it was. There is none if nothing was added or there was nothing.
    pub backup: Option<PathBuf>,
}

impl Pad<'_> {
    /// Leaves of another book what is new here. Nothing is written.
    ///
    /// # Errors
    /// The book or the temporary file cannot be read.
    pub fn sift(&self, mut contents: Contents) -> Result<Sifted, BookError> {
        let stage = &contents.stage;
        let people = stage.ids("player")?.into_iter().collect();
        let waits = self.sqlite(read::anything_waits(&self.transaction))?;
        let steps = self.steps(Work::ReadFacts, contents.facts());
        let mut clashes = Vec::new();
        let ids = self.sqlite(read::Ids::of(&self.transaction))?;
        stage.each(|Staged { kind, id, hash }| {
            steps.step();
            let table = read::table_of_entry(kind);
            let mut kept = self.sqlite(read::kept_hash(&self.transaction, &table, *id))?;
            if kept.is_none() && waits {
                kept = self.sqlite(read::hash(&self.transaction, "waiting", *id))?;
            }
            match kept {
                // The book may have the id for something of another kind.
                None if self.sqlite(ids.is_taken(kind, *id))? => {
                    clashes.push((kind.clone(), *id, Clash::SaysOtherwise));
                }
                None => return Ok(()),
                Some(kept) if kept == *hash => {}
                Some(_) => clashes.push((kind.clone(), *id, Clash::SaysOtherwise)),
            }
            stage.knows(*id)
        })?;
        drop(steps);
        let lacking = stage.changes_without_known()?;
        let mut quarantined = self.described(&contents, clashes, Listed::default())?;
        self.describe_beside(&contents, &mut quarantined)?;
        stage.drop_known()?;
        let mut of_none = Vec::new();
        for (kind, id, change) in stage.of_other_changes()? {
            if self.sqlite(read::is_complete(&self.transaction, change))? {
                of_none.push((kind, id, Clash::BelongsToNone));
            }
        }
        of_none.iter().try_for_each(|(_, id, _)| stage.knows(*id))?;
        quarantined = self.described(&contents, of_none, quarantined)?;
        stage.drop_known()?;
        contents.is_sifted(lacking);
        let concerned = self.sqlite(contents.stage.concerned(&self.transaction))?;
        Ok(Sifted { contents, people, concerned, quarantined })
    }

    /// Describes what is kept out.
    fn described(
        &self,
        contents: &Contents,
        out: Vec<(String, Uuid, Clash)>,
        mut quarantined: Listed<Quarantined>,
    ) -> Result<Listed<Quarantined>, BookError> {
        if !out.is_empty() {
            contents.stage.find_by_id()?;
        }
        for (kind, id, why) in out {
            // Others are only counted.
            let is_told = kind != "change" && quarantined.items.len() < Listed::<Quarantined>::MOST;
            let fact = if is_told { contents.stage.fact_with_id(id)? } else { None };
            quarantined.push(self.described_as(kind, id, why, fact.as_ref())?);
        }
        Ok(quarantined)
    }

    /// Describes what stands beside something else in the document itself, unless it is what this book says.
    fn describe_beside(&self, contents: &Contents, quarantined: &mut Listed<Quarantined>) -> Result<(), BookError> {
        for Beside { kind, id, hash, fact, .. } in &contents.beside.items {
            let table = read::table_of_entry(kind);
            if self.sqlite(read::kept_hash(&self.transaction, &table, *id))?.is_none_or(|kept| kept != *hash) {
                quarantined.push(self.described_as(kind.clone(), *id, Clash::SaidBeside, fact.as_deref())?);
            }
        }
        quarantined.more += contents.beside.more;
        Ok(())
    }

    /// Describes one thing that is kept out.
    fn described_as(&self, kind: String, id: Uuid, why: Clash, fact: Option<&Fact>) -> Result<Quarantined, BookError> {
        let content = fact.and_then(|fact| serde_json::to_value(fact).ok());
        let game = content.as_ref().and_then(|content| content.get("game")?.as_str()?.parse().ok());
        let game = game.map(|game| self.sqlite(read::number_of(&self.transaction, game))).transpose()?.flatten();
        Ok(Quarantined { kind, id, game, why, content: content.map(|content| content.to_string()) })
    }

    /// Takes in what is new of another book, and joins people of one name. Before anything is written, the book is backed
    /// up if that is wanted.
    ///
    /// # Errors
    /// What is new is not what a book holds, or the book cannot be written or backed up. The caller must not commit then.
    pub fn merge(&self, sifted: Sifted, merging: Merging) -> Result<Merged, DocumentFault> {
        let (mut merged, theirs) = self.merge_facts(sifted, merging)?;
        let joined = self.join_namesakes(&theirs, &BTreeSet::new(), merging, &mut merged);
        joined.inspect_err(|_| remove(merged.backup.as_deref()))?;
        Ok(merged)
    }

    /// Takes in what is new of another book. The answer also names the people of the other book.
    pub(super) fn merge_facts(
        &self,
        sifted: Sifted,
        merging: Merging,
    ) -> Result<(Merged, BTreeSet<Uuid>), DocumentFault> {
        let Sifted { contents, people: theirs, concerned, .. } = sifted;
        let (changes, facts, _) = contents.stage.size()?;
        let (hands, people) = (contents.stage.hands()?, contents.stage.ids("player")?.len());
        let mut merged = Merged { hands, people, ..Merged::default() };
        if changes + facts > 0 {
            merged.backup = self.backed_up(merging)?;
            merged.taken =
                self.take_in_about(contents, &concerned).inspect_err(|_| remove(merged.backup.as_deref()))?;
        }
        Ok((merged, theirs))
    }

    /// Backs the book up, unless it holds nothing or no backup is wanted.
    pub(super) fn backed_up(&self, merging: Merging) -> Result<Option<PathBuf>, BookError> {
        if !merging.is_backed_up || self.is_empty()? {
            return Ok(None);
        }
        let part = self.sqlite(read::count_of_rows(&self.transaction))?;
        let steps = self.steps(Work::Copy, 2 * part);
        automatic(self.path(), Reason::Merge, merging.now.with_timezone(&Utc), &steps, part).map(Some)
    }
}

/// Removes the backup of a merge that failed.
fn remove(backup: Option<&Path>) {
    if let Some(backup) = backup {
        let _ = fs::remove_file(backup);
    }
}
