//! Saves what still verifies of a damaged book into a new one.
//!
//! The damaged file is only read, page by page and without SQLite. What matches its hash is a fact, wherever it stood. Where
//! facts are lost, a change of this device says with how many facts each damaged change counts, so that one lost fact keeps
//! nothing else from counting.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use ginpad_core::facts::{self, ChangeVerb, NewChange, Stranded, stranded};
use ginpad_core::hand::Moment;
use ginpad_core::listed::Listed;
use tempfile::TempPath;
use thiserror::Error;
use uuid::Uuid;

use super::changes::new_id;
use super::error::BookError;
use super::look;
use super::losses::Losses;
use super::pad::Pad;
use super::private;
use super::read::{self, Damaged, ReadFault, Remains, Salvaged};
use super::union::Taking;
use super::{Access, Book};

/// How the names of unfinished rescues begin.
const UNFINISHED: &str = ".ginpad-rescue-";

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
    /// How many of the facts wait, because what they refer to is lost.
    pub waiting: usize,
    /// How many facts are known to be lost: what the changes that were saved lack.
    pub lost_facts: usize,
    /// What is lost, or could not be read.
    pub lost: Listed<String>,
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
    let folder = into.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
    private::folder(folder).map_err(RescueFault::Into)?;
    let at_work = tidied(folder);
    let path = folder.join(format!("{UNFINISHED}{}", Uuid::new_v4()));
    let guard = unfinished(path.clone());
    let unnamed = TempPath::try_from_path(&path).map_err(RescueFault::Into)?;
    let Some(mut book) = Book::open(&path, Access::Write, rescuer.device)? else { return Err(RescueFault::Nothing) };
    let pad = book.write()?;
    let rescued = pad.salvage(&damaged, rescuer.now)?;
    pad.commit()?;
    drop(book);
    name(unnamed, into)?;
    drop((guard, at_work));
    // Some systems cannot sync a folder.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(rescued)
}

/// Gives the new book its name, which nothing else must have.
fn name(unnamed: TempPath, into: &Path) -> Result<(), RescueFault> {
    match unnamed.persist_noclobber(into) {
        Ok(()) => Ok(()),
        Err(taken) if taken.error.kind() == ErrorKind::AlreadyExists => Err(RescueFault::Exists),
        Err(other) => {
            // Some disks cannot give a name only if nothing has it. So an empty file takes the name first.
            private::new_file(into).map_err(RescueFault::Into)?;
            other.path.persist(into).map_err(|failed| {
                let _ = fs::remove_file(into);
                RescueFault::Into(failed.error)
            })
        }
    }
}

/// Removes what rescues that were killed have left in a folder, unless another one is at work there. The answer shows
/// others that this one is, as long as it lives.
fn tidied(folder: &Path) -> Option<File> {
    let lock = File::open(folder).ok()?;
    if lock.try_lock().is_ok() {
        for left in fs::read_dir(folder).into_iter().flatten().flatten() {
            if left.file_name().to_string_lossy().starts_with(UNFINISHED) {
                let _ = fs::remove_file(left.path());
            }
        }
        lock.unlock().ok()?;
    }
    lock.try_lock_shared().ok()?;
    Some(lock)
}

impl Pad<'_> {
    /// Takes in what verifies of a damaged book, into this one, which is empty.
    fn salvage(&self, damaged: &Damaged, now: Moment) -> Result<Rescued, BookError> {
        let remains = self.sqlite(damaged.remains())?;
        let lacks_records = self.sqlite(damaged.lacks_records())?;
        let (left, doubtful): (Vec<Remains>, Vec<Remains>) =
            remains.into_iter().partition(|remains| remains.counts(lacks_records));
        let withheld: Vec<Uuid> = doubtful.iter().map(|remains| remains.change).collect();
        let mut taking = self.sqlite(Taking::careful(&self.transaction, &withheld))?;
        for remains in left.iter().filter(|remains| remains.says.is_none()) {
            self.sqlite(taking.hold_place(remains.change, remains.there))?;
        }
        self.sqlite(damaged.each(&mut |salvaged| match salvaged {
            Salvaged::Change(change, hash) => taking.change(&change, &hash),
            Salvaged::Fact(fact, hash) => taking.fact(&fact, &hash),
        }))?;
        self.sqlite(taking.settle())?;
        let saved = (taking.changes, taking.facts);
        let unnamed = self.say_what_is_left(&mut taking, &left, now)?;
        let mut rescued = Rescued { changes: saved.0, facts: saved.1, ..Rescued::default() };
        for fault in taking.faults.lines() {
            rescued.lost.push(fault);
        }
        self.number_new_games(&self.sqlite(damaged.numbers())?)?;
        Losses { damaged, left: &left, doubtful: &doubtful, unnamed: &unnamed }.list(self, &mut rescued)?;
        rescued.games = self.games()?.len();
        (rescued.waiting, _) = self.sqlite(read::count_of_waiting(&self.transaction))?;
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
}
