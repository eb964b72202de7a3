//! Two players against each other: the line of each, and the lifetime ledger.

use super::ledger::Ledger;
use super::line::Line;
use super::{ReportedGame, Standings, opposed};
use crate::game::Game;
use crate::players::Name;
use crate::side::Side;

/// Two players over the games in which they sat on opposite sides.
#[derive(Debug, Clone)]
pub struct Versus {
    /// The two players. The ledger counts the net of the first.
    pub names: [Name; 2],
    /// The finished games.
    pub ledger: Ledger,
    standings: Standings,
}

impl Versus {
    /// The report of these two before any game.
    pub fn new(one: Name, other: Name) -> Versus {
        Versus { names: [one, other], ledger: Ledger::default(), standings: Standings::default() }
    }

    /// Whether the two sit on opposite sides of a game. Does not read its hands.
    pub fn takes(&self, game: &Game) -> bool {
        self.sides(game).is_some()
    }

    /// Enters a game of the two; ignores any other game. Games must come in their order.
    pub fn enter(&mut self, game: ReportedGame<'_>) {
        if let Some(sides) = self.sides(&game.scored.game) {
            self.standings.enter_as(game, Some(sides));
            self.ledger.enter(game, sides);
        }
    }

    /// The line of each in the standings.
    pub fn lines(&self) -> [Line; 2] {
        let row = |name| self.standings.player(name).cloned().unwrap_or_default();
        self.names.each_ref().map(|name| Line::of(vec![name.clone()], row(name)))
    }

    fn sides(&self, game: &Game) -> Option<[Side; 2]> {
        opposed(&game.players, self.names.each_ref().map(std::slice::from_ref))
    }
}
