//! A person.

use serde::{Deserialize, Serialize};

use super::Content;
use crate::facts::{FactId, List, Subject};

/// A person, with the name they were added under. A [`NameFact`](super::NameFact) gives another name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerFact {
    /// The name.
    pub name: String,
}

impl Content for PlayerFact {
    fn each_subject(&self, own: FactId, visit: &mut dyn FnMut(Subject)) {
        visit(Subject::Person(own));
        visit(Subject::called(&self.name));
        visit(Subject::List(List::People));
    }
}
