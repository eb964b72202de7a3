//! Odds: `ginpad/odds/1`, and tables of chances: `ginpad/odds-table/1`.

use ginpad_core::odds::{Basis, Method};
use ginpad_core::points::Points;
use ginpad_core::side::BySide;
use serde::Serialize;

use super::score::sides;
use crate::render::odds::{GameOdds, OddsTable, why_none};

/// The odds of a game.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/odds/1")]
pub(crate) struct OddsView {
    game: Option<i64>,
    status: &'static str,
    sides: serde_json::Value,
    win: Option<BySide<f64>>,
    tie: Option<f64>,
    method: Option<&'static str>,
    error: Option<f64>,
    games_played: Option<u32>,
    own_hands: Option<usize>,
    model_error: Option<f64>,
    none_because: Option<String>,
}

/// The odds of several games of one file.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/odds-list/1")]
pub(crate) struct OddsListView {
    games: Vec<OddsView>,
}

/// A table of chances.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/odds-table/1")]
pub(crate) struct OddsTableView<'a> {
    game: Option<i64>,
    sides: Option<serde_json::Value>,
    rules: String,
    target: Points,
    needs: Option<&'a [Points]>,
    win: Option<Vec<Vec<f64>>>,
    own_hands: Option<usize>,
    model_error: Option<f64>,
    none_because: Option<String>,
}

/// The odds of a game: `ginpad/odds/1`.
pub(crate) fn odds(of: GameOdds<'_>) -> OddsView {
    let found = of.odds.as_ref().ok();
    let basis = found.and_then(|odds| odds.basis);
    OddsView {
        game: of.place.number,
        status: of.game.status().word(),
        sides: sides(&of.game.game.players),
        win: found.map(|odds| odds.win.map(rounded)),
        tie: found.map(|odds| rounded(odds.tie)),
        method: found.map(|odds| match odds.method {
            Method::Exact => "exact",
            Method::Simulated { .. } => "simulated",
        }),
        error: found.map(|odds| rounded(odds.error())),
        games_played: found.and_then(|odds| match odds.method {
            Method::Exact => None,
            Method::Simulated { games } => Some(games),
        }),
        own_hands: basis.map(|basis| basis.own_hands),
        model_error: model_error(basis),
        none_because: of.odds.as_ref().err().map(|why| why_none(*why)),
    }
}

/// The odds of the games of a file: `ginpad/odds-list/1`.
pub(crate) fn odds_list(games: &[GameOdds<'_>]) -> OddsListView {
    OddsListView { games: games.iter().map(|game| odds(*game)).collect() }
}

/// A table of chances: `ginpad/odds-table/1`.
pub(crate) fn odds_table<'a>(table: &OddsTable<'a>) -> OddsTableView<'a> {
    let found = table.odds.as_ref().ok();
    let rounded_row = |row: &Vec<f64>| row.iter().map(|win| rounded(*win)).collect();
    OddsTableView {
        game: table.number,
        sides: table.game.map(|game| sides(&game.game.players)),
        rules: table.rules.to_string(),
        target: table.rules.rules.target,
        needs: found.map(|odds| odds.needs.as_slice()),
        win: found.map(|odds| odds.win.iter().map(rounded_row).collect()),
        own_hands: found.map(|odds| odds.basis.own_hands),
        model_error: model_error(found.map(|odds| odds.basis)),
        none_because: table.odds.as_ref().err().map(|why| why_none(*why)),
    }
}

fn model_error(basis: Option<Basis>) -> Option<f64> {
    basis.and_then(|basis| basis.model_error).map(rounded)
}

/// A chance to six places, so that the last bits of a machine's arithmetic are not printed.
fn rounded(chance: f64) -> f64 {
    (chance * 1e6).round() / 1e6
}
