//! The games that a report is made of, from a book or a club.

use ginpad_core::facts::{FactId, Payment, Person};
use ginpad_core::game::Game;
use ginpad_core::reports::ReportedGame;

use crate::answer::Failure;
use crate::book::OpenBook;

/// Games that a report can be made of.
pub(crate) trait Games {
    /// Everybody, in the order in which they were added.
    fn everybody(&self) -> Result<Vec<Person>, Failure>;

    /// All games, in their order.
    fn all(&self) -> Result<Vec<FactId>, Failure> {
        self.those(&mut |_| true)
    }

    /// The games that `wanted` accepts, in their order.
    fn those(&self, wanted: &mut dyn FnMut(&Game) -> bool) -> Result<Vec<FactId>, Failure>;

    /// Gives games that were listed before to `visit`, scored.
    fn each(&self, games: &[FactId], visit: &mut dyn FnMut(ReportedGame<'_>)) -> Result<(), Failure>;

    /// The payments that count, the oldest first.
    fn paid(&self) -> Result<Vec<Payment>, Failure>;
}

impl Games for OpenBook<'_> {
    fn everybody(&self) -> Result<Vec<Person>, Failure> {
        Ok(self.people()?)
    }

    fn all(&self) -> Result<Vec<FactId>, Failure> {
        Ok(self.games()?)
    }

    fn those(&self, wanted: &mut dyn FnMut(&Game) -> bool) -> Result<Vec<FactId>, Failure> {
        Ok(self.games_where(wanted)?)
    }

    fn each(&self, games: &[FactId], visit: &mut dyn FnMut(ReportedGame<'_>)) -> Result<(), Failure> {
        self.each_game(games, |stored| {
            visit(ReportedGame { id: stored.id, number: stored.number, scored: &stored.scored });
            Ok(())
        })
    }

    fn paid(&self) -> Result<Vec<Payment>, Failure> {
        Ok(self.payments()?)
    }
}
