//! `ratings`: the strength of every player.

use std::cmp::Reverse;

use clap::Args;

use crate::answer::{Answer, Failure, Head};
use crate::app::App;
use crate::arguments::filter_args::ReportArgs;
use crate::reports::player::{Rated, RatingsReport};
use ginpad_core::reports::{Grounds, RatingPeriods};
use ginpad_core::text::count;

/// Show how strong everybody is
///
/// A rating is Glicko-2, with one rating period a day, worked out from every finished game with a date, or from those that
/// the flags choose. The number after the `±` is one deviation. Ratings that rest on too few games come last, in parentheses.
#[derive(Debug, Args)]
#[command(mut_arg("min_games", |arg| arg.help("Leave out whoever finished fewer rated games")))]
pub(crate) struct RatingsArgs {
    #[command(flatten)]
    report: ReportArgs,
}

/// Shows the ratings.
pub(crate) fn run(args: RatingsArgs, app: &App) -> Result<Answer, Failure> {
    args.report.report(app, [], |games, wanted, []| {
        let mut selection = wanted.games(games)?;
        let mut periods = RatingPeriods::default();
        selection.each(games, |game| periods.enter(game.scored))?;
        let ratings = periods.finish();
        let is_known = !ratings.players.is_empty();
        let players = ratings.players.into_iter().map(|(name, rating)| Rated { name, rating });
        let mut players: Vec<Rated> = players.filter(|rated| wanted.enough(rated.rating.games)).collect();
        // Ratings that rest on enough games come first.
        players.sort_by_cached_key(|Rated { name, rating }| {
            (rating.grounds() != Grounds::Enough, Reverse(rating.rating.points), rating.rating.deviation, name.folded())
        });
        let why_empty = players.is_empty().then(|| match wanted.min_games {
            Some(least) if is_known => format!("nobody has finished {}", count(least, "rated game")).into(),
            _ if !wanted.filter.is_empty() => "no finished game with a date fits".into(),
            _ => "no ratings yet: no finished game has a date".into(),
        });
        let undated = Some(selection.undated + ratings.undated);
        let head = Head { why_empty, undated, ..selection.head("Ratings", false) };
        Ok(Answer::headed(head, RatingsReport { players }))
    })
}
