//! A hand removed from its game, or a whole game taken out of the book.

use serde::{Deserialize, Serialize};

use super::Content;
use crate::facts::{FactId, List, Subject};

/// A hand removed from its game; or the game itself, if it is among what is superseded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemovalFact {
    /// The game.
    pub game: FactId,
    /// Other games in which versions of the hand stood.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub was: Vec<FactId>,
    /// The versions of the hand that it supersedes; for a whole game the game, and the latest versions of all that was said
    /// of it.
    pub supersedes: Vec<FactId>,
}

impl RemovalFact {
    /// Whether it takes the whole game out.
    pub fn is_of_the_game(&self) -> bool {
        self.supersedes.contains(&self.game)
    }
}

impl Content for RemovalFact {
    fn each_named(&mut self, visit: &mut dyn FnMut(&mut FactId)) {
        visit(&mut self.game);
        self.was.iter_mut().chain(&mut self.supersedes).for_each(visit);
    }

    fn each_subject(&self, _: FactId, visit: &mut dyn FnMut(Subject)) {
        visit(Subject::Game(self.game));
        self.was.iter().for_each(|game| visit(Subject::Game(*game)));
        if self.is_of_the_game() {
            visit(Subject::List(List::Relisted));
        }
    }
}
