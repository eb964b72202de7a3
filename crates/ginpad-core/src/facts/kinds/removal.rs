//! A whole game taken out of the book.

use serde::{Deserialize, Serialize};

use super::Content;
use crate::facts::{FactId, List, Subject};

/// A whole game taken out of the book.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemovalFact {
    /// The game.
    pub game: FactId,
    /// The latest versions of every fact about the game, and of earlier removals.
    pub supersedes: Vec<FactId>,
}

impl Content for RemovalFact {
    fn named(&mut self) -> impl IntoIterator<Item = &mut FactId> {
        self.supersedes.iter_mut().chain([&mut self.game])
    }

    fn subjects(&self, _: FactId) -> impl IntoIterator<Item = Subject> {
        [Subject::Game(self.game), Subject::List(List::Relisted)]
    }
}
