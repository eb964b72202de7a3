//! The games of one start: those that an imported sheet may be.

use std::collections::HashMap;

use rusqlite::Connection;
use uuid::Uuid;

use super::{Found, which_game};

/// A game that counts, without its hands.
pub(in crate::book) struct BegunGame {
    /// Its id.
    pub(in crate::book) id: Uuid,
    /// The hash of the text sheet that it was imported from.
    pub(in crate::book) source: Option<[u8; 32]>,
    /// The players of each side.
    pub(in crate::book) seats: [Vec<Uuid>; 2],
}

/// The games that count and began at this time, or have no start; in the order of their ids.
pub(in crate::book) fn games_begun_at(connection: &Connection, start: Option<i64>) -> Found<Vec<BegunGame>> {
    let mut games = connection.prepare_cached("SELECT id, change, source FROM game WHERE started_at IS ?1")?;
    let mut seats = connection.prepare_cached("SELECT side, player FROM seat WHERE game = ?1 ORDER BY side, place")?;
    let mut counting: HashMap<Uuid, bool> = HashMap::new();
    let mut found = Vec::new();
    let mut rows = games.query([start])?;
    while let Some(row) = rows.next()? {
        let change: Uuid = row.get(1)?;
        let counts = match counting.get(&change) {
            Some(counts) => *counts,
            None => which_game::counts(connection, change)?,
        };
        counting.insert(change, counts);
        if !counts {
            continue;
        }
        let mut game = BegunGame { id: row.get(0)?, source: row.get(2)?, seats: [Vec::new(), Vec::new()] };
        let mut sitting = seats.query([game.id])?;
        while let Some(row) = sitting.next()? {
            if let Some(side) = game.seats.get_mut(row.get::<_, usize>(0)?) {
                side.push(row.get(1)?);
            }
        }
        drop(sitting);
        found.push(game);
    }
    found.sort_by_key(|game| game.id);
    Ok(found)
}
