//! A whole game taken out of the book, and a declaration that a conflict needs no change.

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

/// Declares that a conflict needs no change, or that people with one name are different people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeepingFact {
    /// The game of the conflict; `None` if it concerns no game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<FactId>,
    /// The facts in conflict, or the people.
    pub facts: Vec<FactId>,
}

impl Content for KeepingFact {
    fn named(&mut self) -> impl IntoIterator<Item = &mut FactId> {
        self.game.iter_mut().chain(&mut self.facts)
    }

    fn subjects(&self, _: FactId) -> impl IntoIterator<Item = Subject> {
        self.game.map(Subject::Game).into_iter().chain([Subject::List(List::Keepings)])
    }
}
