//! The games that a report is made of, wherever they are.

use ginpad_core::facts::{FactId, Payment, Person};
use ginpad_core::game::Game;
use ginpad_core::reports::{Filter, ReportedGame, Standings};

use crate::answer::Failure;
use crate::book::Pad;

/// Which games need to be looked at. A book looks at all.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Only<'p> {
    /// All of them.
    All,
    /// Those in which all of these people sit.
    #[cfg_attr(not(feature = "club"), expect(dead_code, reason = "a book looks at all games"))]
    With(&'p [FactId]),
    /// Those that are played for money.
    Staked,
}

/// Standings that were added up before.
pub(crate) struct Counted {
    pub(crate) standings: Standings,
    /// Of how many games.
    pub(crate) games: usize,
    /// How many of these came out.
    pub(crate) finished: usize,
}

/// Games that a report can be made of.
pub(crate) trait Games {
    /// Everybody, those added first coming first.
    fn everybody(&self) -> Result<Vec<Person>, Failure>;

    /// All games, in their order.
    fn all(&self) -> Result<Vec<FactId>, Failure>;

    /// The games of which this is so, in their order.
    fn those(&self, only: Only<'_>, wanted: &mut dyn FnMut(&Game) -> bool) -> Result<Vec<FactId>, Failure>;

    /// Shows games that were listed before, scored.
    fn each(&self, games: &[FactId], visit: &mut dyn FnMut(ReportedGame<'_>)) -> Result<(), Failure>;

    /// The payments that count, the oldest first.
    fn paid(&self) -> Result<Vec<Payment>, Failure>;

    /// The standings of these games, where they are added up already.
    fn standings(&self, _: &Filter) -> Result<Option<Counted>, Failure> {
        Ok(None)
    }
}

impl Games for Pad<'_> {
    fn everybody(&self) -> Result<Vec<Person>, Failure> {
        Ok(self.people()?)
    }

    fn all(&self) -> Result<Vec<FactId>, Failure> {
        Ok(self.games()?)
    }

    fn those(&self, _: Only<'_>, wanted: &mut dyn FnMut(&Game) -> bool) -> Result<Vec<FactId>, Failure> {
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
