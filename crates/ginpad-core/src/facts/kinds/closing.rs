//! A game ended by its players before its rules end it.

use serde::{Deserialize, Serialize};

use super::{Content, is_default};
use crate::facts::{FactId, Subject};
use crate::game::{Closing, ForfeitCounts};
use crate::side::Side;

/// A game ended by its players before its rules end it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClosingFact {
    /// The game.
    #[serde(default = "FactId::game_of_the_line", skip_serializing_if = "FactId::is_game_of_the_line")]
    pub game: FactId,
    /// The side that gave up, counted from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Side>,
    /// Whether only the closed columns count of a game that was given up.
    #[serde(default, skip_serializing_if = "is_default")]
    pub no_points: bool,
    /// Whether the game is settled as it stands.
    #[serde(default, skip_serializing_if = "is_default")]
    pub settled: bool,
    /// The earlier closings that it supersedes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supersedes: Vec<FactId>,
}

impl ClosingFact {
    pub(in crate::facts) fn new(game: FactId, closing: Closing, supersedes: Vec<FactId>) -> ClosingFact {
        let (forfeit, no_points) = match closing {
            Closing::Unfinished | Closing::Settled => (None, false),
            Closing::Forfeit { by, counts } => (Some(by), counts == ForfeitCounts::ClosedColumns),
        };
        ClosingFact { game, forfeit, no_points, settled: closing == Closing::Settled, supersedes }
    }

    /// How the game ended.
    pub fn closing(&self) -> Closing {
        let counts = if self.no_points { ForfeitCounts::ClosedColumns } else { ForfeitCounts::Everything };
        match self.forfeit {
            Some(by) => Closing::Forfeit { by, counts },
            None if self.settled => Closing::Settled,
            None => Closing::Unfinished,
        }
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
