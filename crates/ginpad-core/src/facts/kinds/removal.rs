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
    /// The latest versions of all that was said of it, and of earlier removals.
    pub supersedes: Vec<FactId>,
}

impl Content for RemovalFact {
    fn each_named(&mut self, visit: &mut dyn FnMut(&mut FactId)) {
        visit(&mut self.game);
        self.supersedes.iter_mut().for_each(visit);
    }

    fn each_subject(&self, _: FactId, visit: &mut dyn FnMut(Subject)) {
        visit(Subject::Game(self.game));
        visit(Subject::List(List::Relisted));
    }
}
