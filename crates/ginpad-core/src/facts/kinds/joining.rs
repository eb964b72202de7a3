//! Two people joined into one.

use serde::{Deserialize, Serialize};

use super::Content;
use crate::facts::{FactId, List, Subject};

/// Joins two people into one: somebody whose name was spelled in two ways, or who was added in two books.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JoiningFact {
    /// The person whose name disappears.
    pub player: FactId,
    /// The person whose name remains.
    pub into: FactId,
    /// The earlier joinings of `player` that this one supersedes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supersedes: Vec<FactId>,
}

impl Content for JoiningFact {
    fn named(&mut self) -> impl IntoIterator<Item = &mut FactId> {
        self.supersedes.iter_mut().chain([&mut self.player, &mut self.into])
    }

    fn subjects(&self, _: FactId) -> impl IntoIterator<Item = Subject> {
        [Subject::Person(self.player), Subject::Person(self.into), Subject::List(List::Joinings)]
    }
}
