//! Games for the tests of reports.

use ginpad_core::facts::FactId;
use ginpad_core::game::{Game, ScoredGame};
use ginpad_core::hand::Moment;
use ginpad_core::notation::{LocalTime, read_games};
use ginpad_core::reports::ReportedGame;
use uuid::Uuid;

/// The games of these sheets, scored.
pub(super) fn games(sheets: &str) -> Vec<ScoredGame> {
    let now = Moment::from(chrono::DateTime::UNIX_EPOCH);
    let local = LocalTime { now, offset_at: &|_| *Moment::default().offset() };
    let games = read_games(sheets, local).unwrap_or_else(|faults| panic!("{faults:?}\n{sheets}"));
    games.into_iter().map(Game::scored).collect()
}

/// The games as reports take them, numbered from 1.
pub(super) fn reported(games: &[ScoredGame]) -> impl Iterator<Item = ReportedGame<'_>> {
    let game = |(number, scored): (i64, _)| ReportedGame {
        id: FactId { of: Uuid::from_u128(number.unsigned_abs().into()), place: 0 },
        number,
        scored,
    };
    (1..).zip(games).map(game)
}
