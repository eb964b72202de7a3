//! Reads all changes about one subject, and the acts that take them back.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use ginpad_core::facts::{Change, Counting, Fact, FactId, List, People, Sorted, Subject, begins_sensibly};
use uuid::Uuid;

use super::{BookError, OpenBook};

/// If the book has at most this many undos and redos, all are read. If it has more, only those that name a change are
/// looked up.
const FEW: i64 = 32;

/// Changes, each once, by name.
pub(super) type Gathered = BTreeMap<Uuid, Change>;

impl OpenBook<'_> {
    /// Reads the changes about a subject.
    pub(super) fn gathered(&self, subject: &Subject) -> Result<Gathered, BookError> {
        Ok(self.concerning(subject)?.into_iter().map(|(_, change)| (change.name, change)).collect())
    }

    /// Reads all undos and redos of the book.
    pub(super) fn every_undo(&self) -> Result<Gathered, BookError> {
        self.gathered(&Subject::List(List::Undos))
    }

    /// Reads the undos of these acts and the redos of those undos; in a book with few, all of them.
    pub(super) fn undos_of(&self, acts: impl Iterator<Item = Uuid>) -> Result<Gathered, BookError> {
        if self.sum(&Subject::List(List::Undos).key())?.0 <= FEW {
            return self.every_undo();
        }
        let mut undos = Gathered::default();
        for act in acts.collect::<BTreeSet<Uuid>>() {
            undos.append(&mut self.gathered(&Subject::Undone(act))?);
        }
        Ok(undos)
    }

    /// Determines which of these changes count.
    pub(super) fn counting_of<'c>(&self, changes: impl Iterator<Item = &'c Change>) -> Result<Counting, BookError> {
        let acts = changes.flat_map(|change| change.batch.into_iter().chain([change.name]));
        Ok(Counting::of(self.undos_of(acts)?.values()))
    }

    /// Finds the changes that state this fact, if it is one that `is_it` accepts. Returns the one that prevails, and
    /// whether it counts. Several imports may state a fact of the same game; the oldest that counts prevails.
    pub(super) fn prevailing(&self, id: FactId, is_it: fn(&Fact) -> bool) -> Result<Option<(bool, Change)>, BookError> {
        let mut saying = match self.change_named(id.of)? {
            Some((_, change)) => vec![change],
            // Facts of an imported game are found through the game.
            None => self.changes_concerning(&Subject::Game(FactId { of: id.of, place: 0 }))?,
        };
        saying.retain(|change| change.fact(id).is_some_and(is_it));
        let counting = self.counting_of(saying.iter())?;
        let saying = saying.into_iter().map(|change| (counting.counts(&change), change));
        Ok(saying.min_by_key(|(counts, change)| (!counts, change.id, change.name)))
    }

    /// Returns the fact with this id, and the change that states it. If several imports do, the oldest that counts
    /// prevails.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn fact(&self, id: FactId) -> Result<Option<(Fact, Change)>, BookError> {
        Ok(self.prevailing(id, |_| true)?.and_then(|(_, change)| Some((change.fact(id)?.clone(), change))))
    }

    /// Returns the change that begins a game, if one counts and makes sense.
    pub(super) fn beginning(&self, game: FactId) -> Result<Option<Change>, BookError> {
        let prevailing = self.prevailing(game, |fact| matches!(fact, Fact::Game(_)))?;
        let makes_sense = |change: &Change| begins_sensibly(change, game, &mut self.rules.borrow_mut());
        Ok(prevailing.filter(|(counts, change)| *counts && makes_sense(change)).map(|(_, change)| change))
    }

    /// Returns the arrivals of the lines that were taken back.
    pub(super) fn lines_taken_back(&self) -> Result<HashSet<i64>, BookError> {
        let undos = self.every_undo()?;
        let counting = Counting::of(undos.values());
        let (mut lines, mut absent) = (HashSet::new(), BTreeSet::new());
        for (_, fact) in undos.values().flat_map(Change::each_fact) {
            let Fact::Undo(undo) = fact else { continue };
            if counting.act_counts(undo.of) {
                continue;
            }
            let mut undone = self.arrivals(&Subject::Batch(undo.of))?;
            undone.extend(self.change_named(undo.of)?.map(|(arrival, _)| arrival));
            if undone.is_empty() {
                absent.insert(undo.of);
            }
            lines.extend(undone);
        }
        self.are_absent(&absent)?;
        Ok(lines)
    }

    /// Makes sure that no line has one of these names, although the index of names lists none. An undo may name a
    /// change that has not arrived yet, but a damaged index must not bring back what was undone.
    fn are_absent(&self, names: &BTreeSet<Uuid>) -> Result<(), BookError> {
        const NAMES: &str = "SELECT substr(hash, 1, 16) FROM change NOT INDEXED";
        if names.is_empty() {
            return Ok(());
        }
        let is_hidden = self.all(NAMES, [], |row| Ok(names.contains(&row.get::<_, Uuid>(0)?)))?.contains(&true);
        if is_hidden { Err(self.hides_a_line()) } else { Ok(()) }
    }

    /// Reads these people, everyone joined with them, and everyone with a similar name, so that people of one name are
    /// numbered correctly.
    pub(super) fn people_with_namesakes(&self, people: impl Iterator<Item = FactId>) -> Result<People, BookError> {
        let (mut reached, mut about) = (BTreeSet::new(), Gathered::default());
        self.gather_people(people.collect(), &mut reached, &mut about)?;
        let names = about.values().flat_map(Change::names).filter(|(id, _)| reached.contains(id));
        let names: BTreeSet<Subject> = names.map(|(_, name)| Subject::called(name)).collect();
        let mut alike = Vec::new();
        for called in names {
            for change in self.changes_concerning(&called)? {
                alike.extend(change.names().filter(|(_, name)| Subject::called(name) == called).map(|(id, _)| id));
            }
        }
        self.gather_people(alike, &mut reached, &mut about)?;
        self.people_of(&about)
    }

    /// Adds the changes about these people and about everyone joined with them.
    fn gather_people(
        &self,
        mut pending: Vec<FactId>,
        reached: &mut BTreeSet<FactId>,
        about: &mut Gathered,
    ) -> Result<(), BookError> {
        while let Some(person) = pending.pop() {
            if !reached.insert(person) {
                continue;
            }
            for change in self.changes_concerning(&Subject::Person(person))? {
                let joinings = change.facts.iter().filter_map(|fact| match fact {
                    Fact::Joining(joining) => Some([joining.player, joining.into]),
                    _ => None,
                });
                pending.extend(joinings.filter(|two| two.contains(&person)).flatten());
                about.insert(change.name, change);
            }
        }
        Ok(())
    }

    /// Determines the people from these changes.
    pub(super) fn people_of(&self, about: &Gathered) -> Result<People, BookError> {
        let counting = self.counting_of(about.values())?;
        People::of(&Sorted::of(about.values(), &counting), |person| self.is_involved(person))
    }

    /// Whether a person sits in a game that counts, was seated there, or paid or was paid. The book is searched only if
    /// nothing else lists the person.
    fn is_involved(&self, person: FactId) -> Result<bool, BookError> {
        for arrival in self.arrivals(&Subject::Seats(person))? {
            let change = self.line_at(arrival)?.0;
            if self.counting_of([&change].into_iter())?.counts(&change) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
