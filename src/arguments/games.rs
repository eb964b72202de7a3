//! The games that a report is made of, from a book or a club.

use ginpad_core::Game;
use ginpad_core::facts::{FactId, Payment, Person};
use ginpad_core::reports::{Filter, Line, ReportedGame};

use crate::answer::Failure;
use crate::book::OpenBook;

/// The games that need to be read. A book reads all.
#[derive(Debug, Clone, Copy, Default)]
#[cfg_attr(not(feature = "club"), expect(dead_code, reason = "a book looks at all games"))]
pub(crate) struct Only<'p> {
    /// The people who all sit in them.
    pub(crate) with: &'p [FactId],
    /// Whether they are played for money.
    pub(crate) has_stake: bool,
}

/// Standings that the club has already added up.
pub(crate) struct Counted {
    pub(crate) lines: Vec<Line>,
    /// The number of games in them.
    pub(crate) games: usize,
    /// The number of these games that are finished.
    pub(crate) finished: usize,
}

/// Games that a report can be made of.
pub(crate) trait Games {
    /// Everybody, in the order in which they were added.
    fn everybody(&self) -> Result<Vec<Person>, Failure>;

    /// All games, in their order.
    fn all(&self) -> Result<Vec<FactId>, Failure> {
        self.those(Only::default(), &mut |_| true)
    }

    /// The games that `wanted` accepts, in their order.
    fn those(&self, only: Only<'_>, wanted: &mut dyn FnMut(&Game) -> bool) -> Result<Vec<FactId>, Failure>;

    /// Gives games that were listed before to `visit`, scored.
    fn each(&self, games: &[FactId], visit: &mut dyn FnMut(ReportedGame<'_>)) -> Result<(), Failure>;

    /// The payments that count, the oldest first.
    fn paid(&self) -> Result<Vec<Payment>, Failure>;

    /// The standings of the games that fit the filter, if they are already added up.
    fn standings(&self, _: &Filter) -> Result<Option<Counted>, Failure> {
        Ok(None)
    }
}

impl Games for OpenBook<'_> {
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
