//! Lists: games, players, presets.

use serde::Serialize;

/// The players of a book.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/players/1")]
pub(crate) struct PeopleView<'a> {
    players: Vec<PersonView<'a>>,
}

#[derive(Serialize)]
struct PersonView<'a> {
    name: &'a str,
    games: usize,
}

/// Players, each with a count of games: `ginpad/players/1`.
pub(crate) fn people<'a>(rows: &[(&'a str, usize)]) -> PeopleView<'a> {
    let players = rows.iter().map(|(name, games)| PersonView { name, games: *games });
    PeopleView { players: players.collect() }
}
