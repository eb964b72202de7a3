//! A person, and a new name for a person.

use serde::{Deserialize, Serialize};

use super::Content;
use crate::facts::{FactId, List, Subject};

/// A person, with their first name in the book. A [`NameFact`] gives another name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerFact {
    /// The name.
    pub name: String,
}

impl Content for PlayerFact {
    fn subjects(&self, own: FactId) -> impl IntoIterator<Item = Subject> {
        [Subject::Person(own), Subject::called(&self.name), Subject::List(List::People)]
    }
}

/// A new name for a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NameFact {
    /// The person.
    pub player: FactId,
    /// The name.
    pub name: String,
    /// The earlier names it supersedes. The first name is the fact that added the person.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supersedes: Vec<FactId>,
}

impl Content for NameFact {
    fn named(&mut self) -> impl IntoIterator<Item = &mut FactId> {
        self.supersedes.iter_mut().chain([&mut self.player])
    }

    fn subjects(&self, _: FactId) -> impl IntoIterator<Item = Subject> {
        [Subject::Person(self.player), Subject::called(&self.name), Subject::List(List::People)]
    }
}
