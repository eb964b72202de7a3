//! The games of one start and these sides: those that an imported sheet may be.

use std::collections::BTreeSet;

use rusqlite::{Connection, OptionalExtension};
use uuid::Uuid;

use super::{Found, which_game};

/// A game that counts, without its hands.
pub(in crate::book) struct BegunGame {
    /// Its id.
    pub(in crate::book) id: Uuid,
    /// The hash of the text sheet that it was imported from.
    pub(in crate::book) source: Option<[u8; 32]>,
}

/// The games that count, began at this time or have no start, and have these sides; in the order of their ids. A person is
/// given by the ids of all their spellings.
///
/// Neither the games without a start nor those of a person are few. So all of these lists are gone through at once, in
/// the order of their ids, and what cannot be in all of them is passed over.
pub(in crate::book) fn games_begun_at(
    connection: &Connection,
    start: Option<i64>,
    sides: &[Vec<BTreeSet<Uuid>>; 2],
) -> Found<Vec<BegunGame>> {
    let mut begun = connection.prepare_cached(
        "SELECT id FROM game INDEXED BY game_by_start WHERE started_at IS ?1 AND id >= ?2 ORDER BY id LIMIT 1",
    )?;
    let mut played = connection.prepare_cached(
        "SELECT game FROM seat INDEXED BY seat_by_player WHERE player = ?1 AND game >= ?2 ORDER BY game LIMIT 1",
    )?;
    let mut found = Vec::new();
    let mut from = Uuid::nil();
    'games: while let Some(game) = begun.query_row((start, from), |row| row.get(0)).optional()? {
        for person in sides.iter().flatten() {
            let mut next: Option<Uuid> = None;
            for player in person {
                let theirs: Option<Uuid> = played.query_row((player, game), |row| row.get(0)).optional()?;
                next = next.into_iter().chain(theirs).min();
            }
            match next {
                None => break 'games,
                Some(next) if next > game => {
                    from = next;
                    continue 'games;
                }
                Some(_) => {}
            }
        }
        if are_of(&sides_of(connection, game)?, sides) {
            found.extend(counting(connection, game)?);
        }
        from = Uuid::from_u128(game.as_u128().saturating_add(1));
    }
    // A game in which others were seated may have these sides now.
    let reseated = "SELECT DISTINCT game.id FROM setting CROSS JOIN game ON game.id = setting.game
         WHERE setting.key = 'sides' AND game.started_at IS ?1";
    for game in super::all::<Uuid>(connection, reseated, [start], |row| row.get(0))? {
        if found.iter().all(|known| known.id != game) {
            found.extend(counting(connection, game)?);
        }
    }
    found.sort_unstable_by_key(|game| game.id);
    Ok(found)
}

/// Whether these people sit in these seats.
fn are_of(seats: &[Vec<Uuid>; 2], sides: &[Vec<BTreeSet<Uuid>>; 2]) -> bool {
    let is_of = |(seats, side): (&Vec<Uuid>, &Vec<BTreeSet<Uuid>>)| {
        seats.len() == side.len() && seats.iter().zip(side).all(|(seated, person)| person.contains(seated))
    };
    seats.iter().zip(sides).all(is_of)
}

/// Who sits where in a game.
fn sides_of(connection: &Connection, game: Uuid) -> Found<[Vec<Uuid>; 2]> {
    let mut seats = connection.prepare_cached("SELECT side, player FROM seat WHERE game = ?1 ORDER BY side, place")?;
    let mut sides = [Vec::new(), Vec::new()];
    let mut rows = seats.query([game])?;
    while let Some(row) = rows.next()? {
        if let Some(side) = sides.get_mut(row.get::<_, usize>(0)?) {
            side.push(row.get(1)?);
        }
    }
    Ok(sides)
}

/// A game, if it counts.
fn counting(connection: &Connection, game: Uuid) -> Found<Option<BegunGame>> {
    let mut about = connection.prepare_cached("SELECT change, source FROM game WHERE id = ?1")?;
    let (change, source) = about.query_row([game], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(which_game::counts(connection, change)?.then_some(BegunGame { id: game, source }))
}
