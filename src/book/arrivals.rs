//! Lines that come from other devices or from another book, wherever they met, and what they do to the book.

use std::collections::{BTreeMap, BTreeSet};
use std::io::BufRead;
use std::mem;
use std::path::PathBuf;

use chrono::Utc;
use ginpad_core::facts::{ChangeVerb, FactId};
use ginpad_core::hand::Moment;
use ginpad_core::ledger::{Apart, Batch, Counted, Met, Namesakes, Numbers};
use ginpad_core::players::Name;
use tempfile::TempPath;
use uuid::Uuid;

use super::backup::{Reason, automatic};
use super::error::BookError;
use super::intake::{BeforeChange, Contents, DocumentFault, TakenIn, people_of};
use super::other_book::Own;
use super::pad::Pad;
use super::people::JoinedElsewhere;

/// What came from the other devices, and what it did.
#[derive(Debug, Clone, Default)]
pub struct Brought {
    /// The writers from which something new came, without those of this device.
    pub writers: BTreeSet<Uuid>,
    /// All that is new.
    pub amount: Counted,
    /// What of it the book had until a restore removed it, or it was lost.
    pub returned: Counted,
    /// Who is one person now.
    pub joined: Vec<Name>,
    /// Who is one person now because another device said so.
    pub joined_elsewhere: Vec<JoinedElsewhere>,
    /// People of one name who stay apart.
    pub apart: Vec<Apart>,
}

/// Lines that come from other devices, taken in part by part.
#[derive(Debug, Default)]
pub struct Arrivals {
    namesakes: Namesakes,
    /// Whether all that comes is one book, whose people of one name are not one. A book that joins a club knows nobody
    /// there.
    pub is_one_book: bool,
    now: Moment,
    /// The writers that this device has been.
    pub own: Vec<Uuid>,
    /// The one that goes on writing.
    current: Option<Uuid>,
    /// The lines that the book had and has not any more.
    gone: Vec<Numbers>,
    /// What was read, and is to be taken in next.
    pub fetched: Batch,
    /// The people whom each writer added that something came from. Whatever this device has written is of one.
    people: BTreeMap<Option<Uuid>, BTreeSet<FactId>>,
    /// The imported games that came.
    imported: BTreeSet<FactId>,
    /// Whether another book has written as the present writer of this one, which takes a new id for that.
    pub meets_itself: bool,
    /// What came.
    pub brought: Brought,
}

impl Arrivals {
    /// Nothing yet. `namesakes` says whether people of one name are one.
    pub fn new(namesakes: Namesakes, now: Moment) -> Arrivals {
        Arrivals { namesakes, now, ..Arrivals::default() }
    }

    /// Asks the book who it has been, and what it has lost.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn ask(&mut self, pad: &Pad<'_>) -> Result<(), BookError> {
        (self.own, self.current, self.gone) = (pad.own_writers()?, pad.current_writer()?, pad.lines_gone()?);
        Ok(())
    }

    /// Whether anything is to be taken in, or people are to be joined: what was read last may have brought nothing, and
    /// whoever came before is joined all the same.
    pub fn is_waiting(&self) -> bool {
        !self.fetched.lines.is_empty() || !self.people.is_empty()
    }

    /// Takes in what was read, and joins people of one name if it `is_all`. `before` sees the book before anything comes
    /// that may change these games.
    ///
    /// # Errors
    /// The book cannot be written. The caller must not commit then.
    pub fn receive(&mut self, pad: &Pad<'_>, is_all: bool, mut before: impl BeforeChange) -> Result<(), BookError> {
        let (people, mut taken) = (pad.everyone()?, TakenIn::into(pad)?);
        for change in taken.take(pad, &mut self.fetched, &mut before)? {
            let (writer, number) = (change.writer, change.number);
            let is_own = self.own.contains(&writer);
            self.people.entry((!is_own).then_some(writer)).or_default().extend(people_of(&change));
            let was_here =
                self.gone.iter().any(|gone| gone.writer == writer && (gone.first..=gone.last).contains(&number));
            if was_here {
                self.brought.returned += &change;
            }
            self.meets_itself |= !was_here && self.current == Some(writer);
            if !was_here || !is_own {
                self.brought.writers.insert(writer);
            }
        }
        taken.number(pad, Own::default())?;
        self.brought.amount += taken.amount;
        self.imported.append(&mut taken.imported);
        self.brought.joined_elsewhere.extend(pad.joined_since(&people)?);
        if is_all {
            self.join_people(pad)?;
        }
        Ok(())
    }

    /// Joins people of one name, once everything is there: somebody may have been joined already by what came last. Each
    /// writer knows the people apart whom it added.
    fn join_people(&mut self, pad: &Pad<'_>) -> Result<(), BookError> {
        let mut people = mem::take(&mut self.people);
        if self.is_one_book {
            let all = people.into_values().flatten().collect();
            people = BTreeMap::from([(None, all)]);
        }
        while let Some((_, theirs)) = people.pop_first() {
            let of_others = people.values().flatten().copied().collect();
            let (mut met, change) =
                pad.meet_namesakes(ChangeVerb::MERGE, &theirs, &of_others, &self.imported, self.namesakes)?;
            pad.write(change, self.now)?;
            self.brought.joined.extend(met.joined);
            met.apart.retain(|apart| !self.brought.apart.contains(apart));
            self.brought.apart.append(&mut met.apart);
        }
        Ok(())
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

/// What became of another book.
#[derive(Debug, Default)]
pub struct Merged {
    /// What was taken in.
    pub taken: TakenIn,
    /// People of one name.
    pub met: Met,
    /// The backup of the book as it was. There is none if nothing was added or there was nothing.
    pub backup: Option<PathBuf>,
}

impl Pad<'_> {
    /// Takes in the lines of another book, and joins people of one name. Before anything is written, the book is backed up
    /// if that is wanted. `before` sees the book before something comes that may change games, with these games.
    ///
    /// # Errors
    /// The lines cannot be read, or the book cannot be written or backed up. The caller must not commit then.
    pub fn merge<R: BufRead>(
        &self,
        contents: Contents<R>,
        Merging { namesakes, is_backed_up, now }: Merging,
        mut before: impl BeforeChange,
    ) -> Result<Merged, DocumentFault> {
        let mut is_due = is_backed_up && self.count_of_lines()? > 0;
        let mut backup: Option<TempPath> = None;
        let mut back_up = || -> Result<(), BookError> {
            if mem::take(&mut is_due) {
                let (made, _) = automatic(self.path, Reason::Merge, now.with_timezone(&Utc), self.watcher())?;
                backup = Some(made);
            }
            Ok(())
        };
        let taken = self.take_in(contents, |pad, games| {
            back_up()?;
            before(pad, games)
        })?;
        let (met, change) =
            self.meet_namesakes(ChangeVerb::MERGE, &taken.people, &BTreeSet::new(), &taken.imported, namesakes)?;
        if !change.is_empty() {
            back_up()?;
            self.write(change, now)?;
        }
        let backup = backup.map(|mut backup| {
            backup.disable_cleanup(true);
            backup.to_path_buf()
        });
        Ok(Merged { taken, met, backup })
    }
}
