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

/// The presets.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/presets/1")]
pub(crate) struct PresetsView<'a> {
    presets: Vec<PresetView<'a>>,
}

#[derive(Serialize)]
struct PresetView<'a> {
    name: &'a str,
    summary: &'a str,
}

/// Players, each with a count of games: `ginpad/players/1`.
pub(crate) fn people<'a>(rows: &[(&'a str, usize)]) -> PeopleView<'a> {
    let players = rows.iter().map(|(name, games)| PersonView { name, games: *games });
    PeopleView { players: players.collect() }
}

/// Presets, each with its summary: `ginpad/presets/1`.
pub(crate) fn presets<'a>(rows: &[(&'a str, &'a str)]) -> PresetsView<'a> {
    let presets = rows.iter().map(|(name, summary)| PresetView { name, summary });
    PresetsView { presets: presets.collect() }
}
