//! Which game is the current one, and which are the newest.
//!
//! Indexes find these games, so that a large book is as quick as a small one. A damaged index could hide a game, and the
//! next hand would go into another one. So the rows of the games that came last are looked at as well.

use rusqlite::{Connection, Row, params};
use uuid::Uuid;

use super::verify::Flaw;
use super::which_game::counts;
use super::{Found, all, one};
use crate::book::choice::Choice;

/// How many of the games that came after the one that was found are looked at: so many of the next, and of the last.
const FEW: usize = 16;

/// The game of a device's latest `new` or `use` that still counts.
pub(in crate::book) fn opened_by(connection: &Connection, device: Uuid) -> Found<Option<Uuid>> {
    Opened::by(connection, device).map(|opened| opened.game())
}

/// The same, if no index hides a later one.
pub(in crate::book) fn verified_opened_by(connection: &Connection, device: Uuid) -> Found<Result<Option<Uuid>, Flaw>> {
    let opened = Opened::by(connection, device)?;
    let first = opened.begun.as_ref().map_or(opened.after.saturating_add(1), |begun| begun.arrival);
    let mut later = Later::since(connection, first)?;
    // The row of the game that was found comes first.
    let is_found = match (&opened.begun, later.next.is_empty()) {
        (Some(_), true) => false,
        (Some(begun), false) => {
            let row = later.next.remove(0);
            // Of exactly so many games, the last few are the same as the next few.
            later.last.retain(|last| last.id != row.id);
            begun.is_sound && row.id == begun.game && row.change == begun.change
        }
        (None, _) => true,
    };
    let is_chosen = opened.chosen.as_ref().is_none_or(|chosen| chosen.is_sound);
    let is_newer = |game: &GameRow| is_newer_new_of(connection, game.change, device, opened.newest);
    let is_latest = !later.has_one_that_counts(connection, is_newer)?;
    Ok(if is_found && is_chosen && is_latest { Ok(opened.game()) } else { Err(Flaw::Lists("games")) })
}

/// What a device opened last.
struct Opened {
    /// The game of its latest `new`, unless `chosen` is later.
    begun: Option<OpenedGame>,
    /// The game of its latest `use`.
    chosen: Option<OpenedGame>,
    /// The last game that had arrived when that was chosen; 0 if none was.
    after: i64,
    /// When the change of its latest `new` arrived; 0 if it has none. Its game may have come later than that of a newer one:
    /// when a part of a damaged book is found again.
    newest: i64,
}

/// A game that a device opened.
struct OpenedGame {
    game: Uuid,
    change: Uuid,
    /// When the game arrived, or the last one before it was chosen.
    arrival: i64,
    /// When its change arrived.
    made: i64,
    /// Whether its change is what the index says.
    is_sound: bool,
}

impl Opened {
    fn by(connection: &Connection, device: Uuid) -> Found<Opened> {
        let begun = "SELECT game.id, game.change, game.arrival, made.arrival, made.device = ?1 AND made.verb = 'new'
             FROM change INDEXED BY change_new CROSS JOIN change AS made ON made.arrival = change.arrival
             CROSS JOIN game ON game.change = made.id
             WHERE change.device = ?1 AND change.verb = 'new' ORDER BY change.arrival DESC";
        // If an index hides the game, its id or its change is empty, which no value of either kind is.
        let chosen = format!(
            "SELECT game.id, game.change, after, 0, {} FROM chosen_game LEFT JOIN game ON game.id = chosen_game.game
             WHERE device = ?1 ORDER BY choice DESC",
            Choice::COLUMNS
        );
        let chosen = first_counting(connection, &chosen, device, |row| Choice::is_sound(row, 4))?;
        let after = chosen.as_ref().map_or(0, |chosen| chosen.arrival);
        let begun = first_counting(connection, begun, device, |row| row.get(4))?;
        let newest = begun.as_ref().map_or(0, |begun| begun.made);
        Ok(Opened { begun: begun.filter(|begun| begun.arrival > after), chosen, after, newest })
    }

    fn game(&self) -> Option<Uuid> {
        self.begun.as_ref().or(self.chosen.as_ref()).map(|opened| opened.game)
    }
}

/// The game begun last, on this device or another. Without one, the game imported last.
pub(in crate::book) fn newest(connection: &Connection) -> Found<Result<Option<Uuid>, Flaw>> {
    let begun = newest_counting(connection, Origin::Begun, i64::MAX)?;
    let later = Later::since(connection, begun.map_or(0, |(_, arrival)| arrival.saturating_add(1)))?;
    if later.has_one_that_counts(connection, |game| Ok(game.is_begun))? {
        return Ok(Err(Flaw::Lists("games")));
    }
    let newest = match begun {
        None => newest_counting(connection, Origin::Imported, i64::MAX)?,
        begun => begun,
    };
    Ok(Ok(newest.map(|(game, _)| game)))
}

/// Whether a change is a `new` of this device that arrived after this one. If an index hides the change, it might be.
fn is_newer_new_of(connection: &Connection, change: Uuid, device: Uuid, newest: i64) -> Found<bool> {
    let made = "SELECT device = ?2 AND verb = 'new' AND arrival > ?3 FROM change WHERE id = ?1";
    one(connection, made, params![change, device, newest], |row| row.get(0)).map(|is_one| is_one.unwrap_or(true))
}

/// A game as it stands in its table.
struct GameRow {
    id: Uuid,
    change: Uuid,
    is_begun: bool,
}

/// Games that came at a time or later: the next few, and the last few.
struct Later {
    next: Vec<GameRow>,
    last: Vec<GameRow>,
}

impl Later {
    fn since(connection: &Connection, arrival: i64) -> Found<Later> {
        let next = Later::few(connection, arrival, "ASC")?;
        let last = if next.len() < FEW { Vec::new() } else { Later::few(connection, arrival, "DESC")? };
        Ok(Later { next, last })
    }

    fn few(connection: &Connection, arrival: i64, order: &str) -> Found<Vec<GameRow>> {
        let few = format!(
            "SELECT id, change, source IS NULL FROM game NOT INDEXED
             WHERE arrival >= ?1 ORDER BY arrival {order} LIMIT {FEW}"
        );
        all(connection, &few, [arrival], |row| {
            Ok(GameRow { id: row.get(0)?, change: row.get(1)?, is_begun: row.get(2)? })
        })
    }

    /// Whether one of these games counts.
    fn has_one_that_counts(&self, connection: &Connection, is_one: impl Fn(&GameRow) -> Found<bool>) -> Found<bool> {
        for game in self.next.iter().chain(&self.last) {
            if is_one(game)? && counts(connection, game.change)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The first game of a list that counts. It is sound if its row and those before it are.
fn first_counting(
    connection: &Connection,
    list: &str,
    device: Uuid,
    is_sound: fn(&Row<'_>) -> rusqlite::Result<bool>,
) -> Found<Option<OpenedGame>> {
    let mut statement = connection.prepare_cached(list)?;
    let mut rows = statement.query([device])?;
    let mut all_sound = true;
    while let Some(row) = rows.next()? {
        all_sound &= is_sound(row)?;
        if counts(connection, row.get(1)?)? {
            let (game, change, arrival) = (row.get(0)?, row.get(1)?, row.get(2)?);
            return Ok(Some(OpenedGame { game, change, arrival, made: row.get(3)?, is_sound: all_sound }));
        }
    }
    Ok(None)
}

/// Where the games of a book come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::book) enum Origin {
    /// They were begun, on this device or another.
    Begun,
    /// They were imported from files.
    Imported,
}

/// The games of this origin that count, the newest first, at most `most`.
pub(in crate::book) fn newest_games(connection: &Connection, origin: Origin, most: usize) -> Found<Vec<Uuid>> {
    let mut games = Vec::new();
    let mut before = i64::MAX;
    while games.len() < most
        && let Some((game, arrival)) = newest_counting(connection, origin, before)?
    {
        games.push(game);
        before = arrival;
    }
    Ok(games)
}

/// The newest game of this origin that counts and came before this arrival, with its own arrival.
fn newest_counting(connection: &Connection, origin: Origin, mut before: i64) -> Found<Option<(Uuid, i64)>> {
    let source = match origin {
        Origin::Begun => "source IS NULL",
        Origin::Imported => "source IS NOT NULL",
    };
    let newest =
        format!("SELECT id, change, arrival FROM game WHERE {source} AND arrival < ?1 ORDER BY arrival DESC LIMIT 1");
    loop {
        let next = one(connection, &newest, [before], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        let Some((game, change, arrival)) = next else { return Ok(None) };
        if counts(connection, change)? {
            return Ok(Some((game, arrival)));
        }
        // The other games of that change do not count either. They came one after another.
        let first = "SELECT min(arrival) FROM game WHERE change = ?1";
        before = one(connection, first, [change], |row| row.get::<_, Option<i64>>(0))?.flatten().unwrap_or(arrival);
    }
}

/// The newest games with players of this one, the newest first, at most `most` of each player, with those that do not
/// count. Ids grow with the time, so that an index has the games of a player in that order.
pub(in crate::book) fn newest_games_with(connection: &Connection, game: Uuid, most: usize) -> Found<Vec<Uuid>> {
    let players: Vec<Uuid> = all(connection, "SELECT player FROM seat WHERE game = ?1", [game], |row| row.get(0))?;
    let newest = "SELECT game FROM seat WHERE player = ?1 ORDER BY game DESC LIMIT ?2";
    let mut games = Vec::new();
    for player in players {
        games.extend(all(connection, newest, params![player, most], |row| row.get::<_, Uuid>(0))?);
    }
    games.sort_unstable_by(|one, other| other.cmp(one));
    games.dedup();
    Ok(games)
}
