//! One player.

use ginpad_core::points::Points;
use ginpad_core::reports::{GamePlace, RatedDay};
use serde::Serialize;

use super::ratings::RatingView;
use super::records::{AnniversaryView, anniversaries};
use super::reports::{LineView, line, partners_line};
use crate::render::PlayerShown;
use crate::render::reports::day;

/// One player.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/player/1")]
pub(crate) struct PlayerView<'a> {
    player: LineView<'a>,
    first: Option<GameView>,
    last: Option<GameView>,
    rating: Option<RatingView>,
    highest_rating: Option<RatedDayView>,
    rating_history: Vec<RatedDayView>,
    opponents: Vec<OpponentView<'a>>,
    partners: Vec<LineView<'a>>,
    on_this_day: Vec<AnniversaryView>,
    undated: usize,
}

#[derive(Serialize)]
struct GameView {
    game: i64,
    date: Option<String>,
}

#[derive(Serialize)]
struct RatedDayView {
    date: String,
    games: usize,
    rating: i64,
    deviation: i64,
}

#[derive(Serialize)]
struct OpponentView<'a> {
    #[serde(flatten)]
    line: LineView<'a>,
    cumulative: Points,
    lead_changes: usize,
}

fn game(place: GamePlace) -> GameView {
    GameView { game: place.number, date: place.started.map(day) }
}

fn rated_day(rated: &RatedDay) -> RatedDayView {
    RatedDayView {
        date: rated.day.to_string(),
        games: rated.games,
        rating: rated.rating.points,
        deviation: rated.rating.deviation,
    }
}

/// One player: `ginpad/player/1`.
pub(crate) fn player<'a>(shown: &PlayerShown<'a>) -> PlayerView<'a> {
    let opponents = shown.opponents.iter().map(|against| OpponentView {
        line: line(&against.name, &against.line),
        cumulative: against.lead.cumulative,
        lead_changes: against.lead.changes,
    });
    PlayerView {
        player: line(shown.name, shown.line),
        first: shown.span.map(|(first, _)| game(first)),
        last: shown.span.map(|(_, last)| game(last)),
        rating: shown.rating.map(RatingView::from),
        highest_rating: shown.highest.as_ref().map(rated_day),
        rating_history: shown.history.iter().map(rated_day).collect(),
        opponents: opponents.collect(),
        partners: shown.partners.iter().map(|side| partners_line(side)).collect(),
        on_this_day: anniversaries(shown.on_this_day),
        undated: shown.undated,
    }
}
