//! Ratings.

use ginpad_core::players::Name;
use ginpad_core::reports::{Grounds, PlayerRating};
use serde::Serialize;

use crate::render::RatingsShown;

/// Everybody's ratings.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/ratings/1")]
pub(crate) struct RatingsView<'a> {
    players: Vec<RatedView<'a>>,
    undated: usize,
}

#[derive(Serialize)]
struct RatedView<'a> {
    name: &'a Name,
    #[serde(flatten)]
    rating: RatingView,
}

/// A rating, and what it rests on.
#[derive(Serialize)]
pub(super) struct RatingView {
    rating: i64,
    deviation: i64,
    games: usize,
    enough_games: bool,
}

impl From<PlayerRating> for RatingView {
    fn from(rated: PlayerRating) -> RatingView {
        RatingView {
            rating: rated.rating.points,
            deviation: rated.rating.deviation,
            games: rated.games,
            enough_games: rated.grounds() == Grounds::Enough,
        }
    }
}

/// Everybody's ratings: `ginpad/ratings/1`.
pub(crate) fn ratings<'a>(shown: &RatingsShown<'a>) -> RatingsView<'a> {
    let players = shown.players.iter().map(|(name, rated)| RatedView { name, rating: (*rated).into() });
    RatingsView { players: players.collect(), undated: shown.undated }
}
