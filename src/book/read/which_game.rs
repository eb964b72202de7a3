//! Which games there are, which of them count, and which one a number or a choice means.

use std::collections::BTreeSet;

use ginpad_core::facts::{CountingChanges, GameOrder, RedoFact, UndoFact};
use rusqlite::Connection;
use uuid::Uuid;

use super::{Found, all, one, rows};

/// Which of some changes count. `from` lists the changes, as a table called `made`.
pub(super) fn standing(connection: &Connection, from: &str, params: impl rusqlite::Params) -> Found<CountingChanges> {
    let mut moves = UndosAndRedos::default();
    moves.read(connection, from, params)?;
    Ok(moves.standing())
}

/// Which of these changes count.
pub(in crate::book) fn standing_of(connection: &Connection, changes: &[Uuid]) -> Found<CountingChanges> {
    let mut moves = UndosAndRedos::default();
    changes.iter().try_for_each(|change| moves.read(connection, "(SELECT ?1 AS change) AS made", [change]))?;
    Ok(moves.standing())
}

/// Whether a change counts.
pub(in crate::book) fn counts(connection: &Connection, change: Uuid) -> Found<bool> {
    standing_of(connection, &[change]).map(|standing| standing.counts(change))
}

/// The undos of some changes, and the redos of those undos.
#[derive(Default)]
pub(super) struct UndosAndRedos {
    pub(super) undos: Vec<UndoFact>,
    pub(super) redos: Vec<RedoFact>,
}

impl UndosAndRedos {
    pub(super) fn read(&mut self, connection: &Connection, from: &str, params: impl rusqlite::Params) -> Found<()> {
        let statement = format!(
            "SELECT {}, {} FROM {from} CROSS JOIN undo ON undo.undone = made.change
             LEFT JOIN redo ON redo.undo = undo.id",
            rows::UNDO,
            rows::REDO
        );
        for (undo, redo) in all(connection, &statement, params, |row| Ok((rows::undo(row, 0)?, rows::redo(row, 3)?)))? {
            self.undos.extend(undo);
            self.redos.extend(redo);
        }
        Ok(())
    }

    /// The book holds only complete changes, so none waits for facts.
    pub(super) fn standing(&self) -> CountingChanges {
        CountingChanges::new(&self.undos, &self.redos, BTreeSet::new())
    }
}

/// Every game with its change, and which of these changes count.
pub(in crate::book) fn games_and_standing(connection: &Connection) -> Found<(Vec<(GameOrder, Uuid)>, CountingChanges)> {
    let games = all(connection, "SELECT id, change, started_at FROM game", [], |row| {
        Ok((GameOrder { id: row.get(0)?, started_at: row.get(2)? }, row.get(1)?))
    })?;
    Ok((games, standing(connection, "game AS made", [])?))
}

/// The games that count, at most `most`: first those begun here, then imported ones, each the newest first.
pub(in crate::book) fn counting_games(connection: &Connection, most: usize) -> Found<Vec<Uuid>> {
    let mut found = Vec::new();
    for source in ["source IS NULL", "source IS NOT NULL"] {
        let statement = format!("SELECT id, change FROM game WHERE {source} ORDER BY arrival DESC");
        let mut statement = connection.prepare_cached(&statement)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()?
            && found.len() < most
        {
            if counts(connection, row.get(1)?)? {
                found.push(row.get(0)?);
            }
        }
    }
    Ok(found)
}

/// The game with this number, if it counts.
pub(in crate::book) fn game_numbered(connection: &Connection, number: i64) -> Found<Option<Uuid>> {
    let numbered = "SELECT game.id, game.change FROM game_number CROSS JOIN game ON game.id = game_number.game
         WHERE number = ?1";
    let found: Option<(Uuid, Uuid)> = one(connection, numbered, [number], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let Some((game, change)) = found else { return Ok(None) };
    Ok(counts(connection, change)?.then_some(game))
}

/// The highest number of a game that counts.
pub(in crate::book) fn highest_number(connection: &Connection) -> Found<i64> {
    let mut statement = connection.prepare_cached(
        "SELECT number, game.change FROM game_number CROSS JOIN game ON game.id = game_number.game
         ORDER BY number DESC",
    )?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        if counts(connection, row.get(1)?)? {
            return row.get(0);
        }
    }
    Ok(0)
}

/// The game that a device chose as its current one, unless a game has been begun since.
pub(in crate::book) fn chosen_game(connection: &Connection, device: Uuid) -> Found<Option<Uuid>> {
    let chosen = "SELECT game.id, game.change, after FROM chosen_game CROSS JOIN game ON game.id = chosen_game.game
         WHERE device = ?1";
    let found: Option<(Uuid, Uuid, i64)> =
        one(connection, chosen, [device], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let Some((game, change, after)) = found else { return Ok(None) };
    let later = "SELECT change FROM game WHERE arrival > ?1 AND source IS NULL";
    let later: Vec<Uuid> = all(connection, later, [after], |row| row.get(0))?;
    for later in later {
        if counts(connection, later)? {
            return Ok(None);
        }
    }
    Ok(counts(connection, change)?.then_some(game))
}

/// The number of a game in this book.
pub(in crate::book) fn number_of(connection: &Connection, game: Uuid) -> Found<Option<i64>> {
    one(connection, "SELECT number FROM game_number WHERE game = ?1", [game], |row| row.get(0))
}

/// Whether a game has this number. An index that hides a number, or gives another, is damaged. Only a game that does not
/// count may have none.
pub(in crate::book) fn is_numbered(
    connection: &Connection,
    game: Uuid,
    number: Option<i64>,
    counts: bool,
) -> Found<bool> {
    let found = match number {
        Some(number) => one(connection, "SELECT game FROM game_number WHERE number = ?1", [number], |row| row.get(0))?,
        None if !counts => return Ok(true),
        // In an import, games are read before they have numbers.
        None => {
            let listed = "SELECT 1 FROM game_number NOT INDEXED WHERE game = ?1";
            return one(connection, listed, [game], |_| Ok(())).map(|row| row.is_none());
        }
    };
    Ok(found == Some(game))
}
