//! `ratings`: how strong everybody is.

use std::cmp::Reverse;

use clap::Args;

use crate::answer::Answer;
use crate::answer::failure::Failure;
use crate::answer::sentence::Remark;
use crate::book::BookError;
use crate::cli::session::{Face, Session, number_of_games};
use crate::render::{self, RatingsShown, json};
use ginpad_core::players::Name;
use ginpad_core::reports::{Grounds, PlayerRating, RatingPeriods, Ratings};
use ginpad_core::text::count;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad ratings                              everyone, the strongest first
  ginpad ratings --min-games 10
  ginpad player Ann                           how Ann's rating came about";

/// Show how strong everybody is
///
/// A rating is Glicko-2, with one rating period a day, worked out from every finished game with a date. The number after
/// the `±` is one deviation. Ratings that rest on too few games come last, in parentheses.
#[derive(Debug, Args)]
pub(crate) struct RatingsArgs {
    /// Leave out whoever finished fewer rated games
    #[arg(long, value_name = "N", value_parser = number_of_games)]
    min_games: Option<usize>,

    /// Answer with comma-separated values
    #[arg(long, conflicts_with_all = ["json", "plain"])]
    csv: bool,
}

impl RatingsArgs {
    /// Shows the ratings.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        let ratings = session.read(
            || Ok(Ratings::default()),
            |pad| {
                let mut periods = RatingPeriods::new();
                pad.each_game(&pad.games()?, |stored| {
                    periods.enter(&stored.scored);
                    Ok::<(), BookError>(())
                })?;
                Ok(periods.finish())
            },
        )?;
        let shown = self.shown(&ratings);
        let why = shown.players.is_empty().then(|| match self.min_games {
            Some(least) if !ratings.players.is_empty() => {
                format!("nobody has finished {}", count(least, "rated game"))
            }
            _ => "no ratings yet: no finished game has a date".to_string(),
        });
        let undated = count(ratings.undated, "finished game");
        let undated = (ratings.undated > 0).then(|| Remark::note(format!("not rated, without a date: {undated}")));
        let is_table = session.face() == Face::Table && !self.csv;
        Ok(match (why, is_table) {
            (Some(why), true) => Answer::of(why),
            (why, _) => Answer::of(self.text(session, &shown)).remarks(why.map(Remark::note)),
        }
        .remarks(undated))
    }

    /// The ratings in their order: those that rest on enough games first, then the highest.
    fn shown<'a>(&self, ratings: &'a Ratings) -> RatingsShown<'a> {
        let is_enough = |rated: &PlayerRating| self.min_games.is_none_or(|least| rated.games >= least);
        let mut players: Vec<(&Name, PlayerRating)> =
            ratings.players.iter().map(|(name, rated)| (name, *rated)).filter(|(_, rated)| is_enough(rated)).collect();
        players.sort_by_cached_key(|(name, rated)| {
            (rated.grounds() != Grounds::Enough, Reverse(rated.rating.points), rated.rating.deviation, name.folded())
        });
        RatingsShown { players, undated: ratings.undated }
    }

    fn text(&self, session: &Session, shown: &RatingsShown<'_>) -> String {
        match session.face() {
            _ if self.csv => render::ratings_csv(shown),
            Face::Json => json::print(&json::ratings(shown)),
            Face::Plain => render::ratings_plain(shown),
            Face::Table => render::ratings(shown, session.look()),
        }
    }
}
