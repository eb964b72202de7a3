//! Turns one row into a game, or into what was set anew of one.

use std::collections::BTreeMap;

use ginpad_core::facts::{GameFact, SettingFact, hex};
use ginpad_core::rules::{Knob, Values};
use rusqlite::{Connection, Row, Statement};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::superseded;
use crate::book::read::Found;

/// The columns of a game.
pub(in crate::book::read) fn game_columns() -> String {
    let knobs: Vec<&str> = Knob::ALL.iter().map(|knob| knob.name()).collect();
    format!(
        "id, change, title, started_at, started_offset, first_dealer, stake_minor, stake_currency, source,
         preset, event, stake_game_minor, stake_game_currency, stake_line_minor, stake_line_currency, {}",
        knobs.join(", ")
    )
}

/// How many columns of a game come before its knobs.
pub(in crate::book::read) const BEFORE_KNOBS: usize = 15;

/// The seats of a game.
pub(in crate::book::read) const SEATS: &str = "SELECT side, player FROM seat WHERE game = ?1 ORDER BY side, place";

/// A game with its seats.
pub(in crate::book::read) fn game(connection: &Connection, row: &Row<'_>) -> Found<GameFact> {
    let game = bare_game(row)?;
    let mut statement = connection.prepare_cached(SEATS)?;
    let seats = seats(&mut statement, game.id)?;
    Ok(GameFact { knobs: knobs(row, BEFORE_KNOBS)?, seats, ..game })
}

/// Who sits where in a game, by a statement of [`SEATS`].
pub(in crate::book::read) fn seats(statement: &mut Statement<'_>, game: Uuid) -> Found<[Vec<Uuid>; 2]> {
    let mut seats = [Vec::new(), Vec::new()];
    let mut rows = statement.query([game])?;
    while let Some(row) = rows.next()? {
        let side: usize = row.get(0)?;
        seats[usize::from(side > 0)].push(row.get(1)?);
    }
    Ok(seats)
}

/// The knobs in the columns that begin at `from`.
pub(in crate::book::read) fn knobs(row: &Row<'_>, from: usize) -> Found<BTreeMap<String, Value>> {
    let mut knobs = BTreeMap::new();
    for (at, knob) in Knob::ALL.iter().enumerate() {
        if let Some(value) = knob_value(*knob, row.get(from + at)?) {
            knobs.insert(knob.name().to_string(), value);
        }
    }
    Ok(knobs)
}

/// A game without its knobs and its seats.
pub(in crate::book::read) fn bare_game(row: &Row<'_>) -> Found<GameFact> {
    let source: Option<Vec<u8>> = row.get(8)?;
    Ok(GameFact {
        id: row.get(0)?,
        change: row.get(1)?,
        title: row.get(2)?,
        started_at: row.get(3)?,
        started_offset: row.get(4)?,
        first_dealer: row.get(5)?,
        stake_minor: row.get(6)?,
        stake_currency: row.get(7)?,
        source: source.map(|bytes| hex(&bytes)),
        preset: row.get(9)?,
        event: row.get(10)?,
        stake_game_minor: row.get(11)?,
        stake_game_currency: row.get(12)?,
        stake_line_minor: row.get(13)?,
        stake_line_currency: row.get(14)?,
        knobs: BTreeMap::new(),
        seats: [Vec::new(), Vec::new()],
        unknown: Map::new(),
    })
}

/// The columns of a setting.
pub(in crate::book::read) fn setting_columns() -> String {
    let knobs: Vec<&str> = Knob::ALL.iter().map(|knob| knob.name()).collect();
    format!(
        "id, change, game, key, title, event, first_dealer, stake_minor, stake_currency, stake_game_minor,
         stake_game_currency, stake_line_minor, stake_line_currency, preset, {}",
        knobs.join(", ")
    )
}

/// How many columns of a setting come before its knobs.
const BEFORE_KNOBS_OF_SETTING: usize = 14;

/// The column after those of a setting.
pub(in crate::book::read) const AFTER_SETTING: usize = BEFORE_KNOBS_OF_SETTING + Knob::ALL.len();

/// Who sits where by a setting.
const SEATS_OF_SETTING: &str = "SELECT side, player FROM setting_seat WHERE setting = ?1 ORDER BY side, place";

pub(in crate::book::read) fn setting(connection: &Connection, row: &Row<'_>) -> Found<SettingFact> {
    let (id, key) = (row.get(0)?, row.get::<_, String>(3)?);
    let mut statement = connection.prepare_cached(SEATS_OF_SETTING)?;
    let seats = if key == "sides" { Some(seats(&mut statement, id)?) } else { None };
    Ok(SettingFact {
        id,
        change: row.get(1)?,
        game: row.get(2)?,
        key,
        title: row.get(4)?,
        event: row.get(5)?,
        first_dealer: row.get(6)?,
        stake_minor: row.get(7)?,
        stake_currency: row.get(8)?,
        stake_game_minor: row.get(9)?,
        stake_game_currency: row.get(10)?,
        stake_line_minor: row.get(11)?,
        stake_line_currency: row.get(12)?,
        preset: row.get(13)?,
        knobs: knobs(row, BEFORE_KNOBS_OF_SETTING)?,
        seats,
        supersedes: superseded(connection, id)?,
        unknown: Map::new(),
    })
}

/// A knob's value from its column.
pub(in crate::book) fn knob_value(knob: Knob, column: rusqlite::types::Value) -> Option<Value> {
    use rusqlite::types::Value as Column;
    match (knob.values(), column) {
        (Values::Flag, Column::Integer(flag)) => Some((flag != 0).into()),
        (Values::Numbers(_), Column::Text(list)) => {
            Some(list.split('/').filter_map(|part| part.parse::<i64>().ok()).collect::<Vec<_>>().into())
        }
        (_, Column::Integer(number)) => Some(number.into()),
        (_, Column::Text(word)) => Some(word.into()),
        (_, Column::Null | Column::Real(_) | Column::Blob(_)) => None,
    }
}
