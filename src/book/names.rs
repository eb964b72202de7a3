//! What people are called: people added by name, and people with a new name.

use std::collections::BTreeSet;

use ginpad_core::facts::{ChangeVerb, Person, latest_names};
use ginpad_core::hand::Moment;
use ginpad_core::players::Name;

use super::error::BookError;
use super::pad::Pad;
use super::read::{self, Verifier};

impl Pad<'_> {
    /// Adds a person.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn add_person(&self, name: &Name, now: Moment) -> Result<(), BookError> {
        let mut known = self.known()?;
        self.append(ChangeVerb::AddPlayer, now, |change| {
            change.add_player(name, &mut known);
            Ok(())
        })
    }

    /// Gives a person another name. If devices disagree about the name, this settles it.
    ///
    /// # Errors
    /// The book cannot be read or written.
    pub fn rename(&self, person: &Person, name: &Name, now: Moment) -> Result<(), BookError> {
        let mut verifier = Verifier::new(&self.transaction);
        let (_, names) = self.sqlite(read::named(&self.transaction, &BTreeSet::from([person.id]), &mut verifier))?;
        let changes: Vec<_> = names.iter().map(|name| name.change).collect();
        let standing = self.sqlite(read::standing_of(&self.transaction, &changes))?;
        let before = latest_names(&names.iter().collect::<Vec<_>>(), &standing);
        self.append(ChangeVerb::RenamePlayer, now, |change| {
            change.rename(person.id, name, before);
            Ok(())
        })
    }
}
