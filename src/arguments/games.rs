//! Where the games of a report come from: the book, or the tables of a club.

use clap::Args;
use ginpad_core::facts::{FactId, Payment, Person};
use ginpad_core::game::Game;
use ginpad_core::reports::{ReportedGame, Standings};

use super::filter_args::{Selection, Wanted};
use crate::answer::{Answer, Failure};
use crate::app::App;
use crate::book::Pad;

/// The flag that says where the games of a report come from.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Which games")]
pub(crate) struct From {
    /// Games of the whole club, as its server has worked them out
    #[cfg(feature = "club")]
    #[arg(long)]
    club: bool,
}

impl From {
    /// Makes a report of games.
    ///
    /// # Errors
    /// They cannot be read, and those of the report.
    pub(crate) fn games(
        &self,
        app: &App,
        report: impl FnOnce(&dyn Games) -> Result<Answer, Failure>,
    ) -> Result<Answer, Failure> {
        #[cfg(feature = "club")]
        if self.club {
            return super::club_games::report(app, report);
        }
        app.read(|pad| report(pad))
    }
}

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
    fn standings<'w>(&self, _: &'w Wanted) -> Result<Option<(Standings, Selection<'w>)>, Failure> {
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
