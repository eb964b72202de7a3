//! What a person is called from now on.

use serde::{Deserialize, Serialize};

use super::Content;
use crate::facts::{FactId, List, Subject};

/// Another name of a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NameFact {
    /// The person.
    pub player: FactId,
    /// The name.
    pub name: String,
    /// The earlier names that it supersedes. The first name of a person is the fact that added them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supersedes: Vec<FactId>,
}

impl Content for NameFact {
    fn each_named(&mut self, visit: &mut dyn FnMut(&mut FactId)) {
        visit(&mut self.player);
        self.supersedes.iter_mut().for_each(visit);
    }

    fn each_subject(&self, _: FactId, visit: &mut dyn FnMut(Subject)) {
        visit(Subject::Person(self.player));
        visit(Subject::called(&self.name));
        visit(Subject::List(List::People));
    }
}
