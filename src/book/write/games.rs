//! Writes games, and what was set anew of them.

use std::collections::BTreeMap;

use ginpad_core::facts::{GameFact, SettingFact, TransferFact};
use ginpad_core::rules::Knob;
use rusqlite::{Connection, ToSql, params};
use serde_json::Value;
use uuid::Uuid;

use super::{Written, execute, from_hex};
use crate::book::read;

/// A game and its seats.
pub(super) fn game(connection: &Connection, game: &GameFact, hash: &[u8; 32]) -> Written {
    let source = game.source.as_deref().and_then(from_hex);
    let columns =
        "id, change, title, started_at, started_offset, first_dealer, stake_minor, stake_currency, source, preset,
             hash, event, stake_game_minor, stake_game_currency, stake_line_minor, stake_line_currency";
    let row: Vec<&dyn ToSql> = vec![
        &game.id,
        &game.change,
        &game.title,
        &game.started_at,
        &game.started_offset,
        &game.first_dealer,
        &game.stake_minor,
        &game.stake_currency,
        &source,
        &game.preset,
        hash,
        &game.event,
        &game.stake_game_minor,
        &game.stake_game_currency,
        &game.stake_line_minor,
        &game.stake_line_currency,
    ];
    with_knobs(connection, "game", columns, row, &game.knobs)?;
    seats(connection, "INSERT INTO seat (game, side, place, player) VALUES (?1, ?2, ?3, ?4)", game.id, &game.seats)
}

/// Something that was set anew.
pub(super) fn setting(connection: &Connection, setting: &SettingFact, hash: &[u8; 32]) -> Written {
    let columns = "id, change, game, key, title, event, first_dealer, stake_minor, stake_currency, stake_game_minor,
             stake_game_currency, stake_line_minor, stake_line_currency, preset, hash";
    let row: Vec<&dyn ToSql> = vec![
        &setting.id,
        &setting.change,
        &setting.game,
        &setting.key,
        &setting.title,
        &setting.event,
        &setting.first_dealer,
        &setting.stake_minor,
        &setting.stake_currency,
        &setting.stake_game_minor,
        &setting.stake_game_currency,
        &setting.stake_line_minor,
        &setting.stake_line_currency,
        &setting.preset,
        hash,
    ];
    with_knobs(connection, "setting", columns, row, &setting.knobs)?;
    let Some(there) = &setting.seats else { return Ok(()) };
    let seat = "INSERT INTO setting_seat (setting, side, place, player) VALUES (?1, ?2, ?3, ?4)";
    seats(connection, seat, setting.id, there)
}

/// Writes a hand that was moved to another game.
pub(super) fn transfer(connection: &Connection, transfer: &TransferFact, hash: &[u8; 32]) -> Written {
    execute(
        connection,
        "INSERT INTO transfer (id, change, hand, game, number, inserted_before, seats, hash)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        params![
            transfer.id,
            transfer.change,
            transfer.hand,
            transfer.game,
            transfer.number,
            transfer.inserted_before,
            transfer.seats,
            hash
        ],
    )
}

/// Writes a row that begins with these columns, and has a column for each knob.
fn with_knobs(
    connection: &Connection,
    table: &str,
    columns: &str,
    row: Vec<&dyn ToSql>,
    knobs: &BTreeMap<String, Value>,
) -> Written {
    let names: Vec<&str> = Knob::ALL.iter().map(|knob| knob.name()).collect();
    let values: Vec<rusqlite::types::Value> =
        names.iter().map(|knob| column(knobs.get(*knob).unwrap_or(&Value::Null))).collect();
    let row: Vec<&dyn ToSql> = row.into_iter().chain(values.iter().map(|value| value as &dyn ToSql)).collect();
    let places: Vec<String> = (1..=row.len()).map(|place| format!("?{place}")).collect();
    let statement = format!("INSERT INTO {table} ({columns}, {}) VALUES ({})", names.join(", "), places.join(", "));
    execute(connection, &statement, row.as_slice())
}

fn seats(connection: &Connection, statement: &str, of: Uuid, seats: &[Vec<Uuid>; 2]) -> Written {
    for (side, players) in seats.iter().enumerate() {
        for (place, player) in players.iter().enumerate() {
            execute(connection, statement, params![of, side, place, player])?;
        }
    }
    Ok(())
}

/// Whether the columns of these knobs give back what the knobs hold.
pub(super) fn knobs_are_given_back(knobs: &BTreeMap<String, Value>) -> bool {
    let knob = |(name, value): (&String, &Value)| {
        let knob = Knob::from_name(name);
        knob.and_then(|knob| read::knob_value(knob, column(value))).as_ref() == Some(value)
    };
    knobs.iter().all(knob)
}

/// A knob's value for its column: a list as `1/1/2`, a flag as 0 or 1.
fn column(value: &Value) -> rusqlite::types::Value {
    match value {
        Value::Null | Value::Object(_) => rusqlite::types::Value::Null,
        Value::Bool(flag) => i64::from(*flag).into(),
        Value::Number(number) => number.as_i64().map_or(rusqlite::types::Value::Null, Into::into),
        Value::String(text) => text.clone().into(),
        Value::Array(items) => items.iter().map(ToString::to_string).collect::<Vec<_>>().join("/").into(),
    }
}
