//! Lines that come from other devices, wherever they met, and what they do to the book.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;

use ginpad_core::facts::FactId;
use ginpad_core::hand::Moment;
use ginpad_core::ledger::{Apart, Batch, Counted, Namesakes, Numbers};
use ginpad_core::players::Name;
use uuid::Uuid;

use super::error::BookError;
use super::intake::{TakenIn, people_of};
use super::namesakes::JoinedElsewhere;
use super::own::Own;
use super::pad::Pad;

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

    /// Takes in what was read, and joins people of one name if it `is_all`. `before_change` sees the book before anything comes
    /// that may change these games.
    ///
    /// # Errors
    /// The book cannot be written. The caller must not commit then.
    pub fn receive(
        &mut self,
        pad: &Pad<'_>,
        is_all: bool,
        mut before_change: impl FnMut(&Pad<'_>, &BTreeSet<FactId>) -> Result<(), BookError>,
    ) -> Result<(), BookError> {
        let (people, mut taken) = (pad.everyone()?, TakenIn::into(pad)?);
        for change in taken.take(pad, &mut self.fetched, &mut before_change)? {
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
        while let Some((_, theirs)) = people.pop_first() {
            let of_others = people.values().flatten().copied().collect();
            let (met, change) = pad.meet_namesakes(&theirs, &of_others, &self.imported, self.namesakes)?;
            pad.write(change, self.now)?;
            self.brought.joined.extend(met.joined);
            for apart in met.apart {
                if !self.brought.apart.contains(&apart) {
                    self.brought.apart.push(apart);
                }
            }
        }
        Ok(())
    }
}
