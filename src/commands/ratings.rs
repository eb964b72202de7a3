//! `ratings`: how strong everybody is.

use std::cmp::Reverse;

use clap::Args;

use crate::answer::{Answer, Failure, Head, Remark};
use crate::app::App;
use crate::arguments::{ReportFlags, number};
use crate::book::BookError;
use crate::reports::ratings::{Rated, RatingsReport};
use ginpad_core::reports::{Grounds, RatingPeriods, day_text};
use ginpad_core::text::count;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
  ginpad ratings                              everyone, the strongest first
  ginpad player Ann                           how Ann's rating came about";

/// Show how strong everybody is
///
/// A rating is Glicko-2, with one rating period a day, worked out from every finished game with a date. The number after
/// the `±` is one deviation. Ratings that rest on too few games come last, in parentheses.
#[derive(Debug, Args)]
pub(crate) struct RatingsArgs {
    /// Leave out whoever finished fewer rated games
    #[arg(long, value_name = "N", value_parser = number)]
    min_games: Option<usize>,

    #[command(flatten)]
    pub(crate) flags: ReportFlags,
}

/// Shows the ratings.
pub(crate) fn run(args: RatingsArgs, app: &App) -> Result<Answer, Failure> {
    let ratings = app.read(|pad| {
        let mut periods = RatingPeriods::new();
        pad.each_game(&pad.games()?, |stored| {
            periods.enter(&stored.scored);
            Ok::<(), BookError>(())
        })?;
        Ok(periods.finish())
    })?;
    let is_known = !ratings.players.is_empty();
    let players = ratings.players.into_iter().map(|(name, rating)| Rated { name, rating });
    let mut players: Vec<Rated> =
        players.filter(|rated| args.min_games.is_none_or(|least| rated.rating.games >= least)).collect();
    // Those that rest on enough games come first.
    players.sort_by_cached_key(|Rated { name, rating }| {
        (rating.grounds() != Grounds::Enough, Reverse(rating.rating.points), rating.rating.deviation, name.folded())
    });
    let why_empty = players.is_empty().then(|| match args.min_games {
        Some(least) if is_known => format!("nobody has finished {}", count(least, "rated game")).into(),
        _ => "no ratings yet: no finished game has a date".into(),
    });
    let undated = ratings.undated;
    let head = Head { title: "Ratings".into(), facts: vec![day_text(app.now)], why_empty, ..Head::default() };
    let unrated = (undated > 0).then(|| Remark::note(format!("not rated, without a date: {}", count(undated, "game"))));
    Ok(Answer::headed(head, RatingsReport { players, undated }).remarks(unrated))
}
