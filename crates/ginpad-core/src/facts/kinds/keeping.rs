//! What is right as it is: a conflict, or people of one name.

use serde::{Deserialize, Serialize};

use super::Content;
use crate::facts::{FactId, List, Subject};

/// A conflict that is right as it is; or people of one name who are not one person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeepingFact {
    /// The game that the conflict is about, if it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<FactId>,
    /// The facts that stand against each other, or the people.
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
