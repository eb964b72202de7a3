//! A declaration that a conflict, or several people with one name, need no change.

use serde::{Deserialize, Serialize};

use super::Content;
use crate::facts::{FactId, List, Subject};

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
