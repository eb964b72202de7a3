//! Two people who are one.

use serde::{Deserialize, Serialize};

use super::Content;
use crate::facts::{FactId, List, Subject};

/// Two people who are one: somebody was spelled in two ways, or added in two books.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JoiningFact {
    /// The person whose name goes.
    pub player: FactId,
    /// The person whose name stands.
    pub into: FactId,
    /// The earlier joinings of the first person that it supersedes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supersedes: Vec<FactId>,
}

impl Content for JoiningFact {
    fn each_named(&mut self, visit: &mut dyn FnMut(&mut FactId)) {
        visit(&mut self.player);
        visit(&mut self.into);
        self.supersedes.iter_mut().for_each(visit);
    }

    fn each_subject(&self, _: FactId, visit: &mut dyn FnMut(Subject)) {
        visit(Subject::Person(self.player));
        visit(Subject::Person(self.into));
        visit(Subject::List(List::Joinings));
    }
}
