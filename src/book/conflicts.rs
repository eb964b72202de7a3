//! What devices said differently, and what of it is right as it is.

use ginpad_core::facts::{Change, Conflict, Fact, FactId, Subject};

use super::error::BookError;
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
        saying.retain(|change| change.fact(id).is_some());
        let counting = self.counting_of(saying.iter())?;
        let speaks = saying.into_iter().min_by_key(|change| (!counting.counts(change), change.id, change.name));
        Ok(speaks.and_then(|change| Some((change.fact(id)?.clone(), change))))
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

    /// The numbers of all that devices disagree about.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn numbers_of_disagreements(&self) -> Result<Vec<String>, BookError> {
        let mut numbers: Vec<String> = self.conflicts_about_people()?.iter().map(Conflict::digits).collect();
        self.each_game(&self.games()?, |game| {
            numbers.extend(game.conflicts.iter().map(Conflict::digits));
            Ok::<(), BookError>(())
        })?;
        Ok(numbers)
    }
}
