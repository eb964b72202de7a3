//! What devices said differently, and what of it is right as it is.

use std::cell::RefCell;

use ginpad_core::facts::{Conflict, Fact, Kept, PeopleFacts, name_conflicts, unsettled};
use uuid::Uuid;

use super::error::{BookError, flawed};
use super::pad::{Pad, StoredGame};
use super::read::{self, PeopleRead, Verifier};

impl Pad<'_> {
    /// The disagreements that are right as they are.
    pub(super) fn kept(&self) -> Result<Kept, BookError> {
        let mut verifier = Verifier::new(&self.transaction);
        let (keepings, standing) = self.sqlite(read::keepings(&self.transaction, &mut verifier))?;
        match verifier.flaw() {
            Some(flaw) => Err(flawed(self.path(), flaw, None)),
            None => Ok(Kept::new(&keepings, &standing)),
        }
    }

    /// The fact with this id, if its kind is known.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn fact(&self, id: Uuid) -> Result<Option<Fact>, BookError> {
        self.sqlite(read::fact_with_id(&self.transaction, id))
    }

    /// The people whom devices renamed in different ways.
    fn names_in_conflict(&self) -> Result<Vec<Conflict>, BookError> {
        let PeopleRead { players, names, standing } = self.sound(read::names(&self.transaction))?;
        let facts = PeopleFacts {
            players: players.iter().collect(),
            names: names.iter().collect(),
            // Whoever has a name that counts is asked about.
            ..PeopleFacts::default()
        };
        Ok(name_conflicts(&facts, &standing))
    }

    /// What devices disagree about people.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn conflicts_about_people(&self) -> Result<Vec<Conflict>, BookError> {
        let mut about_people = self.joined()?.conflicts().to_vec();
        about_people.extend(self.names_in_conflict()?);
        unsettled(&mut about_people, &self.kept()?);
        Ok(about_people)
    }

    /// What devices disagree about: first about people, then about games, by their start. Each game is shown that has a
    /// disagreement.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged; and those of `visit`.
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
