//! Ratings of all players.

use ginpad_core::players::Name;
use ginpad_core::reports::{Grounds, PlayerRating, Rating};
use serde::Serialize;

use crate::answer::table::{Cell, Table};
use crate::answer::{Block, Report};

/// The ratings of all players: `ginpad/ratings/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/ratings/1")]
pub(crate) struct RatingsReport {
    /// All players with a rating, in their order.
    pub players: Vec<Rated>,
}

/// A player with a rating.
#[derive(Debug, Serialize)]
pub(crate) struct Rated {
    pub name: Name,
    /// The rating and its basis.
    #[serde(flatten)]
    pub rating: PlayerRating,
}

impl Report for RatingsReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        let is_weak = |rated: &Rated| rated.rating.grounds() != Grounds::Enough;
        let rating_text = move |rated: &Rated| match rating(rated.rating.rating) {
            text if is_weak(rated) => format!("({text})"),
            text => format!("{text} "),
        };
        let table = Table::of("Ratings", &self.players)
            .column("name", "player", |rated| Cell::name(&rated.name))
            .people("rating", move |rated| Cell::Number(rating_text(rated)))
            .fields("rating deviation")
            .column("games", "games", |rated| Cell::count(rated.rating.games))
            .programs("grounds", |rated| Cell::Text(rated.rating.grounds().to_string()));
        let few = format!("in parentheses: fewer than {} games, or too few of late", PlayerRating::FEWEST_GAMES);
        let note = self.players.iter().any(is_weak).then_some(few);
        vec![Block::Table(Table { note, ..table.table })]
    }
}

/// A rating with its deviation: `1612 ± 84`.
pub(super) fn rating(rating: Rating) -> String {
    let Rating { points, deviation } = rating;
    format!("{points} ± {deviation}")
}
