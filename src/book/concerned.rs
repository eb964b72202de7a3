//! Which games lines concern.

use std::collections::BTreeSet;

use ginpad_core::facts::{Change, Fact, FactId, JoiningFact, RedoFact, Subject, UndoFact, games_besides};
use uuid::Uuid;

use super::error::BookError;
use super::pad::Pad;

/// The games of which a change says something.
fn games_of(change: &Change) -> impl Iterator<Item = FactId> {
    change.subjects().into_iter().filter_map(|subject| match subject {
        Subject::Game(game) => Some(game),
        _ => None,
    })
}

impl Pad<'_> {
    /// The games that may be otherwise once these changes are in the book, without those between which and them hands were
    /// moved.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(super) fn games_concerned(&self, changes: &[Change]) -> Result<BTreeSet<FactId>, BookError> {
        let mut games: BTreeSet<FactId> = changes.iter().flat_map(games_of).collect();
        let (joined, mut acts) = (self.joined()?, BTreeSet::new());
        for fact in changes.iter().flat_map(|change| &change.facts) {
            match fact {
                Fact::Joining(JoiningFact { player, into, .. }) => {
                    games.extend(self.games_together(&joined.same_as(*player), &joined.same_as(*into))?);
                }
                Fact::Undo(UndoFact { of }) | Fact::Redo(RedoFact { of, .. }) if acts.insert(*of) => {
                    self.each_of_act(*of, |change| games.extend(games_of(change)))?;
                }
                _ => {}
            }
        }
        Ok(games)
    }

    /// The other games that may be otherwise because hands were moved between them and these.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn games_beside(&self, games: &BTreeSet<FactId>) -> Result<BTreeSet<FactId>, BookError> {
        let mut beside = BTreeSet::new();
        for game in games {
            beside.extend(games_besides(*game, self.changes_concerning(&Subject::Game(*game))?.iter()));
        }
        Ok(beside)
    }

    /// Shows the changes of what one command did: the one with this name, or those of this batch.
    pub(super) fn each_of_act(&self, act: Uuid, mut visit: impl FnMut(&Change)) -> Result<(), BookError> {
        self.change_named(act)?.iter().for_each(|(_, change)| visit(change));
        self.concerning(&Subject::Batch(act), |_, change| {
            visit(&change);
            Ok(())
        })
    }
}
