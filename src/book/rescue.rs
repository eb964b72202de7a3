//! Saves what still verifies of a damaged book into a new one.
//!
//! The damaged file is only read, page by page and without SQLite. What matches its hash is a fact, wherever it stood. Where
//! facts are lost, a change of this device says with how many facts each damaged change counts, so that one lost fact keeps
//! nothing else from counting.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use ginpad_core::facts::{self, ChangeVerb, NewChange, Stranded, stranded};
use ginpad_core::hand::Moment;
use ginpad_core::listed::Listed;
use thiserror::Error;
use uuid::Uuid;

use super::changes::new_id;
use super::error::BookError;
use super::look;
use super::losses::Losses;
use super::pad::Pad;
use super::private;
use super::raw::Seen;
use super::read::{self, Damaged, ReadFault, Remains, Salvaged};
use super::unfinished::{Becomes, Unfinished};
use super::union::Taking;
use super::writable::folder_of;
use super::{Access, Book};

/// What a person is called whose name is lost.
const UNKNOWN: &str = "Unknown";

/// What was saved, and what is lost.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rescued {
    /// How many changes were saved.
    pub changes: usize,
    /// How many facts were saved.
    pub facts: usize,
    /// How many games count.
    pub games: usize,
    /// How many of the facts wait.
    pub waiting: usize,
    /// How many of these waited before the book was damaged. The others wait for something that is lost.
    pub waited: usize,
    /// How many facts are known to be lost: what the changes lack whose records are left.
    pub lost_facts: usize,
    /// What is known to be lost.
    pub lost: Listed<String>,
    /// How many pages of the file could not be read. What they held is often elsewhere as well, or was no fact.
    pub unread_pages: usize,
    /// How many changes were being written when a program was stopped, and so never came into the book.
    pub unfinished: usize,
}

/// Who rescues a book, and when.
#[derive(Debug, Clone, Copy)]
pub struct Rescuer {
    /// The device.
    pub device: Uuid,
    /// When.
    pub now: Moment,
}

/// Why nothing can be saved.
#[derive(Debug, Error)]
pub enum RescueFault {
    /// The damaged file cannot be read.
    #[error("{0}")]
    From(io::Error),
    /// The new book cannot be made.
    #[error("{0}")]
    Into(io::Error),
    /// There is something of that name.
    #[error("there is a file of that name already")]
    Exists,
    /// The file holds no change and no fact that verifies.
    #[error("it holds nothing that a book holds")]
    Nothing,
    /// The new book failed.
    #[error(transparent)]
    Book(#[from] BookError),
}

/// Saves what still verifies of a damaged book into a new one, which must not exist. The new book gets its name when it
/// is complete. Until then it has another one, which `unfinished` learns; what that returns is kept as long.
///
/// # Errors
/// Nothing can be saved. Then no file is made.
pub fn rescue<G>(
    from: &Path,
    into: &Path,
    rescuer: Rescuer,
    unfinished: impl FnOnce(PathBuf) -> G,
) -> Result<Rescued, RescueFault> {
    if into.symlink_metadata().is_ok() {
        return Err(RescueFault::Exists);
    }
    if !fs::metadata(from).map_err(RescueFault::From)?.is_file() {
        return Err(RescueFault::From(io::Error::other("it is not a regular file")));
    }
    look::before_making(into)?;
    let damaged = Damaged::read(from).map_err(|fault| match fault {
        ReadFault::File(error) => RescueFault::From(error),
        ReadFault::Sqlite(error) => BookError::of(error, from).into(),
    })?;
    if damaged.is_empty().map_err(|error| BookError::of(error, from))? {
        return Err(RescueFault::Nothing);
    }
    let unnamed = Unfinished::beside(into, Becomes::Rescued).map_err(RescueFault::Into)?;
    let guard = unfinished(unnamed.path().to_path_buf());
    // What keeps the file from being made is put in words about it, and not about a book.
    private::new_file(unnamed.path()).map_err(RescueFault::Into)?;
    let opened = Book::open(unnamed.path(), Access::Write, rescuer.device)?;
    let Some(mut book) = opened else { return Err(RescueFault::Nothing) };
    let pad = book.write()?;
    let rescued = pad.salvage(&damaged, rescuer.now)?;
    pad.commit()?;
    drop(book);
    unnamed.name(into).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => RescueFault::Exists,
        _ => RescueFault::Into(error),
    })?;
    drop(guard);
    // Some systems cannot sync a folder.
    let _ = private::sync(folder_of(into));
    Ok(rescued)
}

impl Pad<'_> {
    /// Takes in what verifies of a damaged book, into this one, which is empty.
    fn salvage(&self, damaged: &Damaged, now: Moment) -> Result<Rescued, BookError> {
        let remains = self.sqlite(damaged.remains())?;
        let lacks_records = self.sqlite(damaged.lacks_records())?;
        let (left, others): (Vec<Remains>, Vec<Remains>) =
            remains.into_iter().partition(|remains| remains.counts(lacks_records));
        let (unfinished, doubtful): (Vec<Remains>, Vec<Remains>) =
            others.into_iter().partition(|remains| remains.was_never_finished(damaged.seen));
        // All of them are in the order of their ids.
        let was_finished = |change: Uuid| unfinished.binary_search_by_key(&change, |other| other.change).is_err();
        let withheld: Vec<Uuid> = doubtful.iter().map(|remains| remains.change).collect();
        let mut taking = self.sqlite(Taking::careful(&self.transaction, &withheld))?;
        for remains in left.iter().filter(|remains| remains.says.is_none()) {
            self.sqlite(taking.hold_place(remains.change, remains.there))?;
        }
        self.sqlite(damaged.each(&mut |salvaged| match salvaged {
            Salvaged::Change(change, hash) if was_finished(change.id) => taking.change(&change, &hash),
            Salvaged::Fact(fact, hash) if was_finished(fact.change()) => taking.fact(&fact, &hash),
            Salvaged::Change(..) | Salvaged::Fact(..) => Ok(()),
        }))?;
        self.sqlite(taking.settle())?;
        let saved = (taking.changes, taking.facts);
        let unnamed = self.say_what_is_left(&mut taking, &left, now)?;
        let unread_pages = damaged.seen.spoiled + damaged.seen.cut_off as usize;
        let mut rescued = Rescued {
            changes: saved.0,
            facts: saved.1,
            unread_pages,
            unfinished: unfinished.len(),
            ..Rescued::default()
        };
        for fault in taking.faults.lines() {
            rescued.lost.push(fault);
        }
        self.number_new_games(&self.sqlite(damaged.numbers())?, None)?;
        Losses { damaged, left: &left, doubtful: &doubtful, unnamed: &unnamed }.list(self, &mut rescued)?;
        rescued.games = self.games()?.len();
        (rescued.waiting, _) = self.sqlite(read::count_of_waiting(&self.transaction))?;
        for fact in self.sqlite(damaged.waited())? {
            rescued.waited += usize::from(self.sqlite(read::hash(&self.transaction, "waiting", fact))?.is_some());
        }
        Ok(rescued)
    }

    /// Adds the change that says what counts without what is lost. The answer is whose names are lost.
    fn say_what_is_left(
        &self,
        taking: &mut Taking<'_>,
        left: &[Remains],
        now: Moment,
    ) -> Result<BTreeSet<Uuid>, BookError> {
        let mut ids = new_id;
        let mut change = NewChange::new(ChangeVerb::Rescue, &mut ids);
        for Remains { change: damaged, says, .. } in left {
            let there = self.sqlite(read::facts_there(&self.transaction, *damaged))?;
            let asked = self.sqlite(read::facts_asked_for(&self.transaction, *damaged))?;
            // An earlier rescue may have said it already.
            if there > 0 && *says != Some(there) && asked.is_none_or(|asked| asked > there) {
                change.rescue(*damaged, there);
            }
        }
        let unnamed: BTreeSet<Uuid> = self.sqlite(read::players_without_name(&self.transaction))?.into_iter().collect();
        for player in &unnamed {
            change.stand_in_name(*player, UNKNOWN);
        }
        for game in self.sqlite(read::games_with_waiting_hands(&self.transaction))? {
            self.stranded(game)?.into_iter().for_each(|stranded| change.say_again(stranded));
        }
        if change.is_empty() {
            return Ok(unnamed);
        }
        let (change, facts) = change.made_by(self.maker(now)?);
        self.sqlite(taking.change(&change, &facts::hash(&change)))?;
        for fact in &facts {
            self.sqlite(taking.fact(fact, &facts::hash(fact)))?;
        }
        self.sqlite(taking.settle())?;
        Ok(unnamed)
    }
}

impl Pad<'_> {
    /// The hands of a game that wait for lost ones.
    fn stranded(&self, game: Uuid) -> Result<Vec<Stranded>, BookError> {
        let Some(about) = self.sqlite(read::about_game(&self.transaction, game))? else { return Ok(Vec::new()) };
        let (waiting, mut removals) = self.sqlite(read::waiting_about_hands(&self.transaction, game))?;
        removals.extend(about.removals);
        let changes = about.hands.iter().chain(&waiting).map(|hand| hand.change);
        let changes: BTreeSet<Uuid> = changes.chain(removals.iter().map(|removal| removal.change)).collect();
        let changes: Vec<Uuid> = changes.into_iter().collect();
        let standing = self.sqlite(read::standing_of(&self.transaction, &changes))?;
        let (hands, waiting): (Vec<_>, Vec<_>) = (about.hands.iter().collect(), waiting.iter().collect());
        Ok(stranded(&hands, &waiting, &removals.iter().collect::<Vec<_>>(), &standing))
    }
}

impl Remains {
    /// Whether what is left of the change may count. What waited waits on. What stands only where nothing belongs may be of a change that was
    /// never finished, and so may a change without its record, if no record is lost.
    fn counts(&self, lacks_records: bool) -> bool {
        let lacks = self.says.map_or(lacks_records, |says| self.there < says);
        self.is_live && !self.waited && self.there > 0 && lacks
    }

    /// Whether a program was stopped while it wrote the change. Where every page can be read, a change that lacks its record
    /// was none yet, and so was one that a journal takes back and that is not all there.
    fn was_never_finished(&self, seen: Seen) -> bool {
        let is_taken_back = seen.is_unfinished && !self.is_live;
        let has_no_record = self.is_live && self.says.is_none();
        seen.is_sound() && !self.waited && self.there > 0 && (is_taken_back || has_no_record)
    }
}
