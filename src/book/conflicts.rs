//! What devices said differently, and what of it is right as it is.

use std::cell::RefCell;

use ginpad_core::facts::{Change, Conflict, Fact, FactId, Subject};

use uuid::Uuid;

use super::error::BookError;
use super::games::StoredGame;
use super::pad::Pad;

impl Pad<'_> {
    /// The fact with this id, and the change that says it. Of several imports that say it, the oldest that counts speaks.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn fact(&self, id: FactId) -> Result<Option<(Fact, Change)>, BookError> {
        let mut saying = match self.change_named(id.of)? {
            Some((_, change)) => vec![change],
            // The facts of an imported game are known by the game.
            None => self.changes_concerning(&Subject::Game(FactId { of: id.of, place: 0 }))?,
        };
        saying.retain(|change| change.each_fact().any(|(own, _)| own == id));
        let counting = self.counting_of(saying.iter())?;
        saying.sort_unstable_by_key(|change| (!counting.counts(change), change.id, change.name));
        Ok(saying.into_iter().next().and_then(|change| {
            let fact = change.each_fact().find(|(own, _)| *own == id).map(|(_, fact)| fact.clone());
            fact.map(|fact| (fact, change))
        }))
    }

    /// The fact with this id as this change says it.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn fact_of(&self, change: Uuid, id: FactId) -> Result<Option<(Fact, Change)>, BookError> {
        let said = self.change_named(change)?.map(|(_, change)| change);
        Ok(said.and_then(|change| {
            let fact = change.each_fact().find(|(own, _)| *own == id).map(|(_, fact)| fact.clone());
            fact.map(|fact| (fact, change))
        }))
    }

    /// What devices disagree about people.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn conflicts_about_people(&self) -> Result<Vec<Conflict>, BookError> {
        let mut about_people = self.everyone()?.conflicts;
        if !about_people.is_empty() {
            self.kept()?.settle(&mut about_people);
        }
        Ok(about_people)
    }

    /// What devices disagree about: first about people, then about games, by their start. Each game is shown that has a
    /// disagreement.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged; and those of the visitors.
    pub fn each_disagreement<E: From<BookError>>(
        &self,
        mut people: impl FnMut(Vec<Conflict>) -> Result<(), E>,
        mut game: impl FnMut(StoredGame) -> Result<(), E>,
    ) -> Result<(), E> {
        people(self.conflicts_about_people()?)?;
        self.each_game(&self.games()?, |stored| if stored.conflicts.is_empty() { Ok(()) } else { game(stored) })
    }

    /// The numbers of all that devices disagree about.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn numbers_of_disagreements(&self) -> Result<Vec<String>, BookError> {
        let numbers = RefCell::new(Vec::new());
        let take = |conflicts: Vec<Conflict>| -> Result<(), BookError> {
            numbers.borrow_mut().extend(conflicts.iter().map(Conflict::digits));
            Ok(())
        };
        self.each_disagreement(take, |game| take(game.conflicts))?;
        Ok(numbers.into_inner())
    }
}
