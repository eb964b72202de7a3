//! Lists: games, players, presets.

use ginpad_core::game::ScoredGame;
use ginpad_core::notation::print_moment;
use ginpad_core::points::Points;
use ginpad_core::side::{BySide, Side};
use serde::Serialize;

use super::ItemByItem;
use super::score::{SideView, sides};
use crate::render::{Fate, GameRow, PastRow};

/// One game of a book's list.
#[derive(Serialize)]
pub(crate) struct GameView<'a> {
    number: i64,
    title: Option<&'a str>,
    date: Option<String>,
    rules: &'a str,
    status: &'static str,
    sides: BySide<SideView<'a>>,
    current: bool,
    imported: bool,
    hands: usize,
    game_score: BySide<Points>,
    net: Points,
    winner: Option<Side>,
}

/// One change of a book.
#[derive(Serialize)]
pub(crate) struct PastView<'a> {
    id: &'a str,
    short: &'a str,
    made: Option<String>,
    device: &'a str,
    this_device: bool,
    verb: &'a str,
    what: &'a str,
    state: Fate,
}

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

/// The list of a book's games, oldest first: `ginpad/games/1`.
pub(crate) const GAMES: ItemByItem = ItemByItem { schema: "ginpad/games/1", list: "games" };

/// One game of the list.
pub(crate) fn game<'a>(row: &GameRow<'a>) -> GameView<'a> {
    let ScoredGame { game, tally } = row.scored;
    GameView {
        number: row.number,
        title: game.title.as_ref().map(|title| title.as_str()),
        date: game.started.map(print_moment),
        rules: &game.rules.preset,
        status: row.scored.status().word(),
        sides: sides(&game.players),
        current: row.current,
        imported: row.imported,
        hands: tally.hands.len(),
        game_score: tally.game_score,
        net: tally.net(),
        winner: row.scored.winner(),
    }
}

/// The changes of a book, newest first: `ginpad/history/1`.
pub(crate) const HISTORY: ItemByItem = ItemByItem { schema: "ginpad/history/1", list: "changes" };

/// One change of the list.
pub(crate) fn past<'a>(row: &PastRow<'a>) -> PastView<'a> {
    PastView {
        id: row.id,
        short: row.short,
        made: row.made.map(print_moment),
        device: row.device,
        this_device: row.is_own,
        verb: row.verb,
        what: row.what,
        state: row.fate,
    }
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
