//! The facts about people.

use ginpad_core::facts::{Player, PlayerName, Standing};
use rusqlite::Connection;
use uuid::Uuid;

use super::which_game::standing;
use super::{Found, all, rows};

/// The people and their names, and which of the changes that named them count.
pub(in crate::book) fn names(connection: &Connection) -> Found<(Vec<Player>, Vec<PlayerName>, Standing)> {
    let players = all(connection, &format!("SELECT {} FROM player", rows::PLAYER), [], rows::player)?;
    let names = all(connection, &format!("SELECT {} FROM player_name", rows::PLAYER_NAME), [], |row| {
        rows::player_name(connection, row)
    })?;
    let changes = "(SELECT change FROM player UNION SELECT change FROM player_name) AS made";
    Ok((players, names, standing(connection, changes, [])?))
}

/// The people who have or had a name like that of one of a game's players, with their names.
pub(in crate::book) fn people_like(
    connection: &Connection,
    seats: &[Uuid],
    alike: &dyn Fn(&str, &str) -> bool,
) -> Found<(Vec<Player>, Vec<PlayerName>)> {
    let every = all(connection, "SELECT player, name FROM player_name", [], |row| {
        Ok((row.get::<_, Uuid>(0)?, row.get::<_, String>(1)?))
    })?;
    let own: Vec<&str> = every.iter().filter(|(id, _)| seats.contains(id)).map(|(_, name)| name.as_str()).collect();
    let like = every.iter().filter(|(_, name)| own.iter().any(|own| alike(own, name))).map(|(id, _)| *id);
    let mut wanted: Vec<Uuid> = seats.iter().copied().chain(like).collect();
    wanted.sort_unstable();
    wanted.dedup();
    let (mut players, mut names) = (Vec::new(), Vec::new());
    for id in wanted {
        players.extend(all(
            connection,
            &format!("SELECT {} FROM player WHERE id = ?1", rows::PLAYER),
            [id],
            rows::player,
        )?);
        names.extend(all(
            connection,
            &format!("SELECT {} FROM player_name WHERE player = ?1", rows::PLAYER_NAME),
            [id],
            |row| rows::player_name(connection, row),
        )?);
    }
    Ok((players, names))
}

/// The changes that began the games of a person.
pub(in crate::book) fn games_of(connection: &Connection, player: Uuid) -> Found<Vec<Uuid>> {
    let games = "SELECT game.change FROM seat CROSS JOIN game ON game.id = seat.game WHERE seat.player = ?1";
    all(connection, games, [player], |row| row.get(0))
}

/// A pair for each seat of each game: the player, and the change that began the game.
pub(in crate::book) fn games_by_player(connection: &Connection) -> Found<Vec<(Uuid, Uuid)>> {
    all(connection, "SELECT seat.player, game.change FROM game CROSS JOIN seat ON seat.game = game.id", [], |row| {
        Ok((row.get(0)?, row.get(1)?))
    })
}
