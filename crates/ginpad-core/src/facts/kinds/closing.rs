//! A game ended by its players before its rules end it.

use serde::{Deserialize, Serialize};

use super::Content;
use crate::facts::{FactId, Subject};
use crate::game::Closing;
use crate::side::Side;

/// A game ended by its players before its rules end it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClosingFact {
    /// The game.
    #[serde(default = "FactId::game_of_the_line", skip_serializing_if = "FactId::is_game_of_the_line")]
    pub game: FactId,
    /// The side that gave up, counted from 0; absent if the game ended unfinished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Side>,
    /// The earlier closings that it supersedes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supersedes: Vec<FactId>,
}

impl ClosingFact {
    pub(in crate::facts) fn new(game: FactId, closing: Closing, supersedes: Vec<FactId>) -> ClosingFact {
        let forfeit = match closing {
            Closing::Unfinished => None,
            Closing::Forfeit(side) => Some(side),
        };
        ClosingFact { game, forfeit, supersedes }
    }

    /// How the game ended.
    pub fn closing(&self) -> Closing {
        self.forfeit.map_or(Closing::Unfinished, Closing::Forfeit)
    }
}

impl Content for ClosingFact {
    fn each_named(&mut self, visit: &mut dyn FnMut(&mut FactId)) {
        visit(&mut self.game);
        self.supersedes.iter_mut().for_each(visit);
    }

    fn each_subject(&self, _: FactId, visit: &mut dyn FnMut(Subject)) {
        visit(Subject::Game(self.game));
    }
}
