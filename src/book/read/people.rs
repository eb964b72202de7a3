//! The facts about people.

use std::collections::BTreeSet;

use ginpad_core::facts::{CountingChanges, JoiningFact, PaymentFact, PlayerFact, PlayerNameFact};
use rusqlite::Connection;
use uuid::Uuid;

use super::verify::{Flaw, Verifier};
use super::which_game::{count, standing};
use super::{Found, all, one, rows};

/// The people and their names.
pub(in crate::book) struct PeopleRead {
    pub(in crate::book) players: Vec<PlayerFact>,
    pub(in crate::book) names: Vec<PlayerNameFact>,
    /// Which of the changes that named them count.
    pub(in crate::book) standing: CountingChanges,
}

/// The people and their names, verified. No book has many.
pub(in crate::book) fn names(connection: &Connection) -> Found<Result<PeopleRead, Flaw>> {
    let mut verifier = Verifier::new(connection);
    let people = format!("SELECT {}, hash FROM player NOT INDEXED", rows::PLAYER);
    let people = all(connection, &people, [], |row| Ok((rows::player(row)?, row.get(2)?)))?;
    let names = format!("SELECT {}, hash FROM player_name NOT INDEXED", rows::PLAYER_NAME);
    let names = all(connection, &names, [], |row| Ok((rows::player_name(connection, row)?, row.get(4)?)))?;
    if count(connection, "SELECT count(*) FROM player")? != people.len()
        || count(connection, "SELECT count(*) FROM player_name")? != names.len()
    {
        return Ok(Err(Flaw::Lists("players")));
    }
    let players = verifier.each(people, |player| player.id)?;
    let names = verifier.each(names, |name| name.id)?;
    let changes = "(SELECT change FROM player UNION SELECT change FROM player_name) AS made";
    let standing = standing(connection, changes, [])?;
    Ok(verifier.sound(PeopleRead { players, names, standing }))
}

/// A pair for each name: the person, and the name.
pub(in crate::book) fn every_name(connection: &Connection) -> Found<Vec<(Uuid, String)>> {
    all(connection, "SELECT player, name FROM player_name", [], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// The name that a fact gave.
pub(in crate::book) fn name_with_id(connection: &Connection, fact: Uuid) -> Found<Option<String>> {
    one(connection, "SELECT name FROM player_name WHERE id = ?1", [fact], |row| row.get(0))
}

/// These people, with their names, verified.
pub(in crate::book) fn named(
    connection: &Connection,
    people: &BTreeSet<Uuid>,
    verifier: &mut Verifier<'_>,
) -> Found<(Vec<PlayerFact>, Vec<PlayerNameFact>)> {
    let person = format!("SELECT {}, hash FROM player WHERE id = ?1", rows::PLAYER);
    let theirs = format!("SELECT {}, hash FROM player_name WHERE player = ?1", rows::PLAYER_NAME);
    let (mut players, mut names) = (Vec::new(), Vec::new());
    for id in people {
        players.extend(all(connection, &person, [id], |row| Ok((rows::player(row)?, row.get(2)?)))?);
        names.extend(all(connection, &theirs, [id], |row| Ok((rows::player_name(connection, row)?, row.get(4)?)))?);
    }
    Ok((verifier.each(players, |player| player.id)?, verifier.each(names, |name| name.id)?))
}

/// Who was made one person with whom, verified, and which of these changes count. Hardly any book has such a fact.
pub(in crate::book) fn joinings(
    connection: &Connection,
    verifier: &mut Verifier<'_>,
) -> Found<(Vec<JoiningFact>, CountingChanges)> {
    let joinings = format!("SELECT {}, hash FROM joining", rows::JOINING);
    let joinings = all(connection, &joinings, [], |row| Ok((rows::joining(connection, row)?, row.get(4)?)))?;
    if joinings.is_empty() {
        return Ok((Vec::new(), CountingChanges::default()));
    }
    Ok((verifier.each(joinings, |joining| joining.id)?, standing(connection, "joining AS made", [])?))
}

/// The changes that seated a person in a game.
pub(in crate::book) fn games_of(connection: &Connection, player: Uuid) -> Found<Vec<Uuid>> {
    let games = "SELECT game.change FROM seat CROSS JOIN game ON game.id = seat.game WHERE seat.player = ?1
         UNION ALL SELECT setting.change FROM setting_seat CROSS JOIN setting ON setting.id = setting_seat.setting
         WHERE setting_seat.player = ?1";
    all(connection, games, [player], |row| row.get(0))
}

/// In how many games each person sits, with games that do not count, in the order of their ids.
///
/// An index lists the seats by player. A flipped bit in it splits a player's seats, gives one to nobody, or hides some.
pub(in crate::book) fn games_by_player(connection: &Connection) -> Found<Result<Vec<(Uuid, usize)>, Flaw>> {
    let seats =
        "SELECT player, count(*), EXISTS (SELECT 1 FROM player WHERE id = seat.player) FROM seat GROUP BY player";
    let (mut is_sound, mut games) = (true, Vec::new());
    for (player, seats, is_known) in all(connection, seats, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))? {
        is_sound &= is_known && games.last().is_none_or(|(last, _)| *last < player);
        games.push((player, seats));
    }
    let listed: usize = games.iter().map(|(_, seats)| seats).sum();
    is_sound &= count(connection, "SELECT count(*) FROM seat NOT INDEXED")? == listed;
    Ok(if is_sound { Ok(games) } else { Err(Flaw::Lists("players' games")) })
}

/// A pair for each seat of each game that was undone, and perhaps redone: the player, and the change that began the game.
pub(in crate::book) fn seats_of_undone_games(connection: &Connection) -> Found<Vec<(Uuid, Uuid)>> {
    let seats = "SELECT DISTINCT seat.player, game.change, game.id
         FROM undo NOT INDEXED CROSS JOIN game ON game.change = undo.undone CROSS JOIN seat ON seat.game = game.id";
    all(connection, seats, [], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// The games in which others were seated, and who sat there at first.
pub(in crate::book) fn reseated_games(connection: &Connection) -> Found<Vec<(Uuid, Vec<Uuid>)>> {
    let games: Vec<Uuid> =
        all(connection, "SELECT DISTINCT game FROM setting WHERE key = 'sides'", [], |row| row.get(0))?;
    let seats = "SELECT player FROM seat WHERE game = ?1";
    games.into_iter().map(|game| Ok((game, all(connection, seats, [game], |row| row.get(0))?))).collect()
}

/// The payments, and which of their changes count.
pub(in crate::book) fn payments(connection: &Connection) -> Found<(Vec<PaymentFact>, CountingChanges)> {
    let payments = all(connection, &format!("SELECT {} FROM paid", rows::PAYMENT), [], rows::payment)?;
    Ok((payments, standing(connection, "paid AS made", [])?))
}

/// The changes that recorded the payments of a person.
pub(in crate::book) fn payments_of(connection: &Connection, player: Uuid) -> Found<Vec<Uuid>> {
    let payments = "SELECT change FROM paid WHERE payer = ?1 UNION ALL SELECT change FROM paid WHERE payee = ?1";
    all(connection, payments, [player], |row| row.get(0))
}
