//! Where the games of a report come from: the book, or the tables of a club.

use clap::Args;

use super::games::Games;
use crate::answer::{Answer, Failure};
use crate::app::App;

/// The flag that says where the games of a report come from.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Which games")]
pub(crate) struct GamesFrom {
    /// Games of the whole club, as its server has worked them out
    #[cfg(feature = "club")]
    #[arg(long)]
    club: bool,
}

impl GamesFrom {
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
