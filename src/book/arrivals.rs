//! Lines from other devices or from another book, however they arrive, and their effect on this book.

use std::collections::{BTreeMap, BTreeSet};
use std::io::BufRead;
use std::mem;
use std::path::PathBuf;

use chrono::Utc;
use ginpad_core::facts::{ChangeVerb, FactId};
use ginpad_core::ledger::{Apart, Batch, Counted, LineRange, NamesakeResults, Namesakes};
use ginpad_core::{Moment, Name};
use tempfile::TempPath;
use uuid::Uuid;

use super::backup::{Reason, automatic};
use super::error::BookError;
use super::intake::{BeforeChange, Contents, TakenIn};
use super::open_book::OpenBook;
use super::other_book::{Own, SourceFault};
use super::people::JoinedElsewhere;

/// The result of a meeting with other devices: their new lines, the effect of these, and what was sent.
#[derive(Debug, Clone, Default)]
pub struct Brought {
    /// The writers of the new lines, without those of this device.
    pub writers: BTreeSet<Uuid>,
    /// The amount of everything new.
    pub amount: Counted,
    /// The part of it that the book held before a restore removed it or it was lost.
    pub returned: Counted,
    /// People whom this sync joined into one.
    pub joined: Vec<Name>,
    /// People whom another device joined into one.
    pub joined_elsewhere: Vec<JoinedElsewhere>,
    /// People with the same name who stay separate.
    pub apart: Vec<Apart>,
    /// The amount that was sent.
    pub sent: Counted,
    /// Whether another book has written as this book's current writer. This book then takes a new id.
    pub meets_itself: bool,
}

/// Takes in lines from other devices, part by part.
#[derive(Debug, Default)]
pub struct Arrivals {
    namesakes: Namesakes,
    /// Whether all lines come from one book, in which people of one name are different people. A book that joins a club
    /// knows nobody there.
    pub is_one_book: bool,
    now: Moment,
    /// Every writer that this device has been.
    pub own: Vec<Uuid>,
    /// The writer that this device is now.
    current: Option<Uuid>,
    /// The lines that the book once held and has lost.
    gone: Vec<LineRange>,
    /// The lines that were read and are taken in next.
    pub fetched: Batch,
    /// Whether these are the last. People of one name are joined then.
    pub is_all: bool,
    /// The facts of the new lines that name people, by writer; `None` is this device, whichever of its writers it was.
    named: BTreeMap<Option<Uuid>, BTreeSet<FactId>>,
    /// The batch of the changes that join people, so that one `undo` takes them all back.
    batch: Option<Uuid>,
    /// The imported games in the new lines.
    imported: BTreeSet<FactId>,
    /// The result so far.
    pub brought: Brought,
}

impl Arrivals {
    /// Begins with no lines. `namesakes` says whether people of one name are joined.
    pub fn new(namesakes: Namesakes, now: Moment) -> Arrivals {
        Arrivals { namesakes, now, ..Arrivals::default() }
    }

    /// Asks the book which writers it has been, and which lines it has lost.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn ask(&mut self, open: &OpenBook<'_>) -> Result<(), BookError> {
        (self.own, self.current, self.gone) = (open.own_writers()?, open.current_writer()?, open.lines_gone()?);
        Ok(())
    }

    /// Whether there are lines to take in or people to join. People from earlier parts are joined even if the last part
    /// brought nothing.
    pub fn is_waiting(&self) -> bool {
        !self.fetched.lines.is_empty() || !self.named.is_empty()
    }

    /// Takes in the fetched lines. `before` sees the book and the games that may change before any line is added.
    ///
    /// # Errors
    /// The book cannot be written. The caller must not commit then.
    pub fn receive(&mut self, open: &OpenBook<'_>, mut before: impl BeforeChange) -> Result<(), BookError> {
        let (people, mut taken) = (open.everyone()?, TakenIn::into(open)?);
        for change in taken.take(open, &mut self.fetched, &mut before)? {
            let (writer, number) = (change.writer, change.number);
            let is_own = self.own.contains(&writer);
            self.named.entry((!is_own).then_some(writer)).or_default().extend(change.namings());
            let was_here =
                self.gone.iter().any(|gone| gone.writer == writer && (gone.first..=gone.last).contains(&number));
            if was_here {
                self.brought.returned += &change;
            }
            self.brought.meets_itself |= !was_here && self.current == Some(writer);
            if !was_here || !is_own {
                self.brought.writers.insert(writer);
            }
        }
        taken.number(open, Own::default())?;
        self.brought.amount += taken.amount;
        self.imported.append(&mut taken.imported);
        self.brought.joined_elsewhere.extend(open.joined_since(&people)?);
        if self.is_all { self.join_people(open) } else { Ok(()) }
    }

    /// Joins people of one name once all lines are here, because the last lines may already join somebody. People whom
    /// the same writer named are different people.
    fn join_people(&mut self, open: &OpenBook<'_>) -> Result<(), BookError> {
        let mut named = mem::take(&mut self.named);
        if self.is_one_book {
            let all = named.into_values().flatten().collect();
            named = BTreeMap::from([(None, all)]);
        }
        while let Some((_, theirs)) = named.pop_first() {
            let of_others = named.values().flatten().copied().collect();
            let (mut met, change) =
                open.meet_namesakes(ChangeVerb::MERGE, &theirs, &of_others, &self.imported, self.namesakes)?;
            let batch = *self.batch.get_or_insert_with(Uuid::now_v7);
            open.write(change.in_batch(batch), self.now)?;
            self.brought.joined.extend(met.joined);
            met.apart.retain(|apart| !self.brought.apart.contains(apart));
            self.brought.apart.append(&mut met.apart);
        }
        Ok(())
    }
}

/// How and when books are merged.
#[derive(Debug, Clone, Copy)]
pub struct Merging {
    /// How to treat people of one name.
    pub namesakes: Namesakes,
    /// Whether to back the book up before anything is added.
    pub is_backed_up: bool,
    /// The time of the merge.
    pub now: Moment,
}

/// The result of a merge.
#[derive(Debug, Default)]
pub struct Merged {
    /// The lines that were added.
    pub taken: TakenIn,
    /// The people of one name.
    pub met: NamesakeResults,
    /// The backup of the old book; `None` if nothing was added or the book was empty.
    pub backup: Option<PathBuf>,
}

impl OpenBook<'_> {
    /// Takes in the lines of another book, and joins people of one name. If asked to, backs the book up before anything
    /// is written. `before` sees the book and the games that may change before any line is added.
    ///
    /// # Errors
    /// The lines cannot be read, or the book cannot be written or backed up. The caller must not commit then.
    pub fn merge<R: BufRead>(
        &self,
        contents: Contents<R>,
        Merging { namesakes, is_backed_up, now }: Merging,
        mut before: impl BeforeChange,
    ) -> Result<Merged, SourceFault> {
        let mut is_due = is_backed_up && self.count_of_lines()? > 0;
        let mut backup: Option<TempPath> = None;
        let mut back_up = || -> Result<(), BookError> {
            if mem::take(&mut is_due) {
                let (made, _) = automatic(self.path, Reason::Merge, now.with_timezone(&Utc), self.watcher())?;
                backup = Some(made);
            }
            Ok(())
        };
        let taken = self.take_in(contents, |open, games| {
            back_up()?;
            before(open, games)
        })?;
        let (met, change) =
            self.meet_namesakes(ChangeVerb::MERGE, &taken.named, &BTreeSet::new(), &taken.imported, namesakes)?;
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
