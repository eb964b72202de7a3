//! Rows into facts. Every statement that reads facts from the book stands here.

use rusqlite::{Connection, Params, Row};
use uuid::Uuid;

use super::fact::{Change, Closing, Fact, Game, Hand, HandResult, Player, PlayerName, Redo, Removal, Undo, hex};
use ginpad_core::rules::{Knob, Values};

type Found<T> = rusqlite::Result<T>;

/// Which facts are wanted.
#[derive(Debug, Clone, Copy)]
pub(super) enum Of {
    /// Those of one change.
    Change(Uuid),
    /// All of them, those that do not count included.
    Book,
}

/// Changes in the order in which the book learned of them.
pub(super) fn changes(connection: &Connection) -> Found<Vec<Change>> {
    all(
        connection,
        "SELECT id, verb, device, sequence, made_at, made_offset, schema, facts FROM change ORDER BY arrival",
        [],
        |row| {
            Ok(Change {
                id: row.get(0)?,
                verb: row.get(1)?,
                device: row.get(2)?,
                sequence: row.get(3)?,
                made_at: row.get(4)?,
                made_offset: row.get(5)?,
                schema: row.get(6)?,
                facts: row.get(7)?,
            })
        },
    )
}

/// Facts, those that others refer to before those others.
pub(super) fn facts(connection: &Connection, of: Of) -> Found<Vec<Fact>> {
    let change = match of {
        Of::Change(id) => Some(id),
        Of::Book => None,
    };
    let wanted = "WHERE ?1 IS NULL OR change = ?1 ORDER BY arrival";
    let wanted = if change.is_some() { "WHERE change = ?1 ORDER BY arrival" } else { wanted };
    let mut facts = Vec::new();
    let mut read = |columns: &str, table: &str, make: &dyn Fn(&Row<'_>) -> Found<Fact>| -> Found<()> {
        facts.extend(all(connection, &format!("SELECT {columns} FROM {table} {wanted}"), [change], make)?);
        Ok(())
    };
    read("id, change", "player", &|row| Ok(Fact::Player(Player { id: row.get(0)?, change: row.get(1)? })))?;
    read("id, change, player, name", "player_name", &|row| {
        Ok(Fact::PlayerName(PlayerName {
            id: row.get(0)?,
            change: row.get(1)?,
            player: row.get(2)?,
            name: row.get(3)?,
        }))
    })?;
    read(&game_columns(), "game", &|row| Ok(Fact::Game(Box::new(game_row(connection, row)?))))?;
    read(HAND_COLUMNS, "hand", &|row| Ok(Fact::Hand(hand_row(connection, row)?)))?;
    read("id, change, hand", "removal", &|row| {
        Ok(Fact::Removal(Removal { id: row.get(0)?, change: row.get(1)?, hand: row.get(2)? }))
    })?;
    read("id, change, game, forfeit", "closing", &|row| Ok(Fact::Closing(closing_row(row)?)))?;
    read("id, change, undone", "undo", &|row| {
        Ok(Fact::Undo(Undo { id: row.get(0)?, change: row.get(1)?, undone: row.get(2)? }))
    })?;
    read("id, change, undo", "redo", &|row| {
        Ok(Fact::Redo(Redo { id: row.get(0)?, change: row.get(1)?, undo: row.get(2)? }))
    })?;
    Ok(facts)
}

/// Whether the book has no change.
pub(super) fn is_empty(connection: &Connection) -> Found<bool> {
    one(connection, "SELECT 1 FROM change LIMIT 1", [], |_| Ok(())).map(|change| change.is_none())
}

/// The hash kept with a change or a fact.
pub(super) fn hash(connection: &Connection, table: &str, id: Uuid) -> Found<Option<Vec<u8>>> {
    one(connection, &format!("SELECT hash FROM {table} WHERE id = ?1"), [id], |row| row.get(0))
}

/// Which change of a device comes next: found from its newest one, which is near the end.
pub(super) fn next_sequence(connection: &Connection, device: Uuid) -> Found<i64> {
    let newest = "SELECT sequence FROM change WHERE device = ?1 ORDER BY arrival DESC LIMIT 1";
    one(connection, newest, [device], |row| row.get(0)).map(|sequence: Option<i64>| sequence.unwrap_or(0) + 1)
}

const LIVE_GAME: &str = "NOT EXISTS (SELECT 1 FROM undone_change AS u WHERE u.id = game.change)";

/// The games that count, oldest first.
pub(super) fn games(connection: &Connection) -> Found<Vec<Uuid>> {
    all(connection, &format!("SELECT id FROM game WHERE {LIVE_GAME} ORDER BY arrival"), [], |row| row.get(0))
}

/// The games that count, newest first, those taken in from sheets last.
pub(super) fn newest_games(connection: &Connection) -> Found<Vec<Uuid>> {
    let newest_first = "ORDER BY source IS NOT NULL, arrival DESC";
    all(connection, &format!("SELECT id FROM game WHERE {LIVE_GAME} {newest_first}"), [], |row| row.get(0))
}

/// The game that counts and is called so.
pub(super) fn game_numbered(connection: &Connection, number: i64) -> Found<Option<Uuid>> {
    let statement =
        format!("SELECT id FROM game WHERE id = (SELECT game FROM game_number WHERE number = ?1) AND {LIVE_GAME}");
    one(connection, &statement, [number], |row| row.get(0))
}

/// The newest game that was begun here, else the newest.
pub(super) fn newest_game(connection: &Connection) -> Found<Option<Uuid>> {
    let newest = |which: &str| {
        let statement = format!("SELECT id FROM game WHERE {which} AND {LIVE_GAME} ORDER BY arrival DESC LIMIT 1");
        one(connection, &statement, [], |row| row.get(0))
    };
    newest("source IS NULL").transpose().or_else(|| newest("source IS NOT NULL").transpose()).transpose()
}

/// The game a device chose to go on with, while none has been begun since.
pub(super) fn chosen_game(connection: &Connection, device: Uuid) -> Found<Option<Uuid>> {
    one(
        connection,
        "SELECT chosen_game.game FROM chosen_game
         JOIN game AS chosen ON chosen.id = chosen_game.game
         WHERE device = ?1
           AND NOT EXISTS (SELECT 1 FROM undone_change AS u WHERE u.id = chosen.change)
           AND NOT EXISTS (
               SELECT 1 FROM game AS later
               WHERE later.arrival > chosen_game.after AND later.source IS NULL
                 AND NOT EXISTS (SELECT 1 FROM undone_change AS u WHERE u.id = later.change))",
        [device],
        |row| row.get(0),
    )
}

/// A game.
pub(super) fn game(connection: &Connection, id: Uuid) -> Found<Option<Game>> {
    let statement = format!("SELECT {} FROM game WHERE id = ?1", game_columns());
    one(connection, &statement, [id], |row| game_row(connection, row))
}

/// What the people of the book are called, by the newest name that counts, in the order in which they came.
pub(super) fn names(connection: &Connection) -> Found<Vec<(Uuid, String)>> {
    all(
        connection,
        &format!("SELECT player.id, {NEWEST_NAME} FROM player WHERE {LIVE_PLAYER} ORDER BY arrival"),
        [],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}

/// What one person is called.
pub(super) fn name(connection: &Connection, player: Uuid) -> Found<Option<String>> {
    one(connection, &format!("SELECT {NEWEST_NAME} FROM player WHERE player.id = ?1"), [player], |row| row.get(0))
}

const LIVE_PLAYER: &str = "NOT EXISTS (SELECT 1 FROM undone_change AS u WHERE u.id = player.change)";
/// A person of a game that was undone has only names that do not count; such a one still says who is meant.
const NEWEST_NAME: &str = "(SELECT name FROM player_name AS n
    WHERE n.player = player.id
    ORDER BY EXISTS (SELECT 1 FROM undone_change AS u WHERE u.id = n.change), n.arrival DESC LIMIT 1)";

/// How many games a person has sat down to.
pub(super) fn games_of(connection: &Connection, player: Uuid) -> Found<usize> {
    one(
        connection,
        "SELECT count(*) FROM seat JOIN game ON game.id = seat.game
         WHERE seat.player = ?1 AND NOT EXISTS (SELECT 1 FROM undone_change AS u WHERE u.id = game.change)",
        [player],
        |row| row.get(0),
    )
    .map(|count: Option<usize>| count.unwrap_or(0))
}

/// A hand of a game, and whether it still counts.
pub(super) struct HandRow {
    pub(super) fact: Hand,
    pub(super) counts: bool,
}

/// Every hand that was ever in a game.
pub(super) fn hands(connection: &Connection, game: Uuid) -> Found<Vec<HandRow>> {
    let statement = format!(
        "SELECT {HAND_COLUMNS},
             NOT EXISTS (SELECT 1 FROM undone_change AS u WHERE u.id = hand.change)
             AND NOT EXISTS (SELECT 1 FROM hand AS later WHERE later.replaces = hand.id
                 AND NOT EXISTS (SELECT 1 FROM undone_change AS u WHERE u.id = later.change))
             AND NOT EXISTS (SELECT 1 FROM removal WHERE removal.hand = hand.id
                 AND NOT EXISTS (SELECT 1 FROM undone_change AS u WHERE u.id = removal.change)),
             r.kind, r.side, r.place, r.own, r.own_sum, r.own_cards, r.other, r.other_sum, r.other_cards, r.points
         FROM hand LEFT JOIN result AS r ON r.hand = hand.id
         WHERE game = ?1 ORDER BY hand.arrival, pair"
    );
    let mut hands: Vec<HandRow> = Vec::new();
    let mut statement = connection.prepare_cached(&statement)?;
    let mut rows = statement.query([game])?;
    while let Some(row) = rows.next()? {
        let id: Uuid = row.get(0)?;
        if hands.last().is_none_or(|hand| hand.fact.id != id) {
            hands.push(HandRow { fact: bare_hand_row(row)?, counts: row.get(11)? });
        }
        if let (Some(hand), Some(kind)) = (hands.last_mut(), row.get::<_, Option<String>>(12)?) {
            hand.fact.results.push(result_row(row, 13, kind)?);
        }
    }
    Ok(hands)
}

/// How a game was ended unfinished, by the newest closing that counts.
pub(super) fn closing(connection: &Connection, game: Uuid) -> Found<Option<Closing>> {
    one(
        connection,
        "SELECT id, change, game, forfeit FROM closing
         WHERE game = ?1 AND NOT EXISTS (SELECT 1 FROM undone_change AS u WHERE u.id = closing.change)
         ORDER BY arrival DESC LIMIT 1",
        [game],
        closing_row,
    )
}

/// The changes that an undo would take back, newest first.
pub(super) fn undoable(connection: &Connection, most: usize) -> Found<Vec<Uuid>> {
    all(
        connection,
        "SELECT id FROM change
         WHERE verb NOT IN ('undo', 'redo') AND NOT EXISTS (SELECT 1 FROM undone_change AS u WHERE u.id = change.id)
         ORDER BY arrival DESC LIMIT ?1",
        [most],
        |row| row.get(0),
    )
}

/// The undos that a redo would take back, with what they undid, the oldest undone change first. A change of another
/// kind made since leaves nothing to redo.
pub(super) fn redoable(connection: &Connection, most: usize) -> Found<Vec<(Uuid, Uuid)>> {
    all(
        connection,
        "SELECT undo.id, undo.undone FROM undo
         JOIN change AS made ON made.id = undo.change
         JOIN change AS what ON what.id = undo.undone
         WHERE NOT EXISTS (SELECT 1 FROM redo WHERE redo.undo = undo.id)
           AND made.arrival > coalesce((SELECT arrival FROM change WHERE verb NOT IN ('undo', 'redo')
               ORDER BY arrival DESC LIMIT 1), 0)
         ORDER BY what.arrival LIMIT ?1",
        [most],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}

/// What a change was called.
pub(super) fn verb(connection: &Connection, change: Uuid) -> Found<Option<String>> {
    one(connection, "SELECT verb FROM change WHERE id = ?1", [change], |row| row.get(0))
}

/// The game that a hand belongs to.
pub(super) fn game_of(connection: &Connection, hand: Uuid) -> Found<Option<Uuid>> {
    one(connection, "SELECT game FROM hand WHERE id = ?1", [hand], |row| row.get(0))
}

/// The number by which this book calls a game.
pub(super) fn number_of(connection: &Connection, game: Uuid) -> Found<Option<i64>> {
    one(connection, "SELECT number FROM game_number WHERE game = ?1", [game], |row| row.get(0))
}

fn all<T>(
    connection: &Connection,
    statement: &str,
    params: impl Params,
    make: impl FnMut(&Row<'_>) -> Found<T>,
) -> Found<Vec<T>> {
    connection.prepare_cached(statement)?.query_map(params, make)?.collect()
}

fn one<T>(
    connection: &Connection,
    statement: &str,
    params: impl Params,
    make: impl FnMut(&Row<'_>) -> Found<T>,
) -> Found<Option<T>> {
    connection.prepare_cached(statement)?.query_map(params, make)?.next().transpose()
}

const HAND_COLUMNS: &str =
    "hand.id, hand.change, hand.game, hand.number, hand.inserted_before, hand.replaces, hand.dead,
    hand.upcard, hand.note, hand.played_at, hand.played_offset";

fn bare_hand_row(row: &Row<'_>) -> Found<Hand> {
    Ok(Hand {
        id: row.get(0)?,
        change: row.get(1)?,
        game: row.get(2)?,
        number: row.get(3)?,
        inserted_before: row.get(4)?,
        replaces: row.get(5)?,
        dead: row.get(6)?,
        upcard: row.get(7)?,
        note: row.get(8)?,
        played_at: row.get(9)?,
        played_offset: row.get(10)?,
        results: Vec::new(),
    })
}

fn hand_row(connection: &Connection, row: &Row<'_>) -> Found<Hand> {
    let hand = bare_hand_row(row)?;
    let results = all(
        connection,
        "SELECT kind, side, place, own, own_sum, own_cards, other, other_sum, other_cards, points
         FROM result WHERE hand = ?1 ORDER BY pair",
        [hand.id],
        |row| result_row(row, 1, row.get(0)?),
    )?;
    Ok(Hand { results, ..hand })
}

fn result_row(row: &Row<'_>, from: usize, kind: String) -> Found<HandResult> {
    Ok(HandResult {
        kind,
        side: row.get(from)?,
        place: row.get(from + 1)?,
        own: row.get(from + 2)?,
        own_sum: row.get(from + 3)?,
        own_cards: row.get(from + 4)?,
        other: row.get(from + 5)?,
        other_sum: row.get(from + 6)?,
        other_cards: row.get(from + 7)?,
        points: row.get(from + 8)?,
    })
}

fn closing_row(row: &Row<'_>) -> Found<Closing> {
    Ok(Closing { id: row.get(0)?, change: row.get(1)?, game: row.get(2)?, forfeit: row.get(3)? })
}

fn game_columns() -> String {
    let knobs: Vec<&str> = Knob::ALL.iter().map(|knob| knob.name()).collect();
    format!(
        "id, change, title, started_at, started_offset, first_dealer, stake_minor, stake_currency, source,
         preset, {}",
        knobs.join(", ")
    )
}

fn game_row(connection: &Connection, row: &Row<'_>) -> Found<Game> {
    let id: Uuid = row.get(0)?;
    let mut seats = [Vec::new(), Vec::new()];
    let seated: Vec<(usize, Uuid)> =
        all(connection, "SELECT side, player FROM seat WHERE game = ?1 ORDER BY side, place", [id], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?;
    for (side, player) in seated {
        seats[usize::from(side > 0)].push(player);
    }
    let mut knobs = std::collections::BTreeMap::new();
    for (at, knob) in Knob::ALL.iter().enumerate() {
        if let Some(value) = knob_value(*knob, row.get(10 + at)?) {
            knobs.insert(knob.name().to_string(), value);
        }
    }
    let source: Option<Vec<u8>> = row.get(8)?;
    Ok(Game {
        id,
        change: row.get(1)?,
        title: row.get(2)?,
        started_at: row.get(3)?,
        started_offset: row.get(4)?,
        first_dealer: row.get(5)?,
        stake_minor: row.get(6)?,
        stake_currency: row.get(7)?,
        source: source.map(|bytes| hex(&bytes)),
        preset: row.get(9)?,
        knobs,
        seats,
    })
}

/// A column's value as rules write it.
fn knob_value(knob: Knob, column: rusqlite::types::Value) -> Option<serde_json::Value> {
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
