//! The JSON fields of odds. Without odds they are null, and `none_because` gives the reason.

use serde::{Serialize, Serializer};
use serde_json::json;

use super::{NeedsTable, Odds};
use crate::text::Flaw;

/// Serializes the odds of a game.
///
/// # Errors
/// Those of the serializer.
pub fn serialize_odds<S: Serializer>(result: &Result<Odds, Flaw>, serializer: S) -> Result<S::Ok, S::Error> {
    let odds = result.as_ref().ok();
    let basis = odds.and_then(|odds| odds.basis);
    let fields = json!({
        "win": odds.map(|odds| odds.win.map(rounded)),
        "tie": odds.map(|odds| rounded(odds.tie)),
        "method": odds.map(|odds| odds.method()),
        "error": odds.map(|odds| rounded(odds.error())),
        "games_played": odds.and_then(|odds| odds.games),
        "own_hands": basis.map(|basis| basis.own_hands),
        "model_error": basis.and_then(|basis| basis.model_error).map(rounded),
        "none_because": result.as_ref().err().map(Flaw::to_string),
    });
    fields.serialize(serializer)
}

/// Serializes a table of chances.
///
/// # Errors
/// Those of the serializer.
pub fn serialize_table<S: Serializer>(result: &Result<NeedsTable, Flaw>, serializer: S) -> Result<S::Ok, S::Error> {
    let odds = result.as_ref().ok();
    let row = |row: &Vec<f64>| row.iter().map(|chance| rounded(*chance)).collect::<Vec<f64>>();
    let fields = json!({
        "needs": odds.map(|odds| odds.needs.as_slice()),
        "win": odds.map(|odds| odds.win.iter().map(row).collect::<Vec<_>>()),
        "own_hands": odds.map(|odds| odds.basis.own_hands),
        "model_error": odds.and_then(|odds| odds.basis.model_error).map(rounded),
        "none_because": result.as_ref().err().map(Flaw::to_string),
    });
    fields.serialize(serializer)
}

/// Rounds a chance to six places, to hide the last bits of a machine's arithmetic.
fn rounded(chance: f64) -> f64 {
    (chance * 1e6).round() / 1e6
}
