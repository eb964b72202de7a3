//! Which games there are, which of them count, and which one a number or a choice means.

use std::collections::BTreeSet;

use ginpad_core::facts::{CountingChanges, GameOrder, RedoFact, UndoFact};
use rusqlite::Connection;
use uuid::Uuid;

use super::rescued;
use super::verify::{Flaw, Verifier};
use super::{Found, all, one, rows};

/// Which of some changes count. `from` lists the changes, as a table called `made`.
pub(super) fn standing(
    connection: &Connection,
    from: &str,
    params: impl rusqlite::Params + Copy,
) -> Found<CountingChanges> {
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
    /// Damaged changes that no rescue that counts is for.
    pub(super) unrescued: Vec<Uuid>,
}

impl UndosAndRedos {
    pub(super) fn read(
        &mut self,
        connection: &Connection,
        from: &str,
        params: impl rusqlite::Params + Copy,
    ) -> Found<()> {
        self.unrescued.extend(rescued::unrescued(connection, from, params)?);
        self.read_moves(connection, from, params)
    }

    /// Only the undos and redos.
    pub(super) fn read_moves(
        &mut self,
        connection: &Connection,
        from: &str,
        params: impl rusqlite::Params,
    ) -> Found<()> {
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

    /// The book holds only changes that are whole or rescued, so none waits for facts.
    pub(super) fn standing(&self) -> CountingChanges {
        CountingChanges::new(&self.undos, &self.redos, BTreeSet::new()).without(self.unrescued.iter().copied())
    }
}

/// The undos of some changes and the redos of those, verified. The changes are in order. What was undone is in the order
/// of the changes too, so one search finds the undos of all that were made one after another.
pub(super) fn moves_of(connection: &Connection, changes: &[Uuid], verifier: &mut Verifier<'_>) -> Found<UndosAndRedos> {
    const MOST_OTHERS: usize = 8;
    let statement = format!(
        "SELECT {}, undo.hash, {}, redo.hash FROM undo LEFT JOIN redo ON redo.undo = undo.id
         WHERE undo.undone >= ?1 ORDER BY undo.undone",
        rows::UNDO,
        rows::REDO
    );
    let mut statement = connection.prepare_cached(&statement)?;
    let (mut undos, mut redos) = (Vec::new(), Vec::new());
    let mut left = changes;
    while let Some(first) = left.first() {
        let mut others = 0;
        let mut found = statement.query([first])?;
        while others <= MOST_OTHERS && !left.is_empty() {
            let Some(row) = found.next()? else {
                left = &[];
                break;
            };
            let undone: Uuid = row.get(2)?;
            left = &left[left.partition_point(|change| *change < undone)..];
            if left.first() != Some(&undone) {
                others += 1;
                continue;
            }
            // An undo that was redone twice comes twice.
            if let Some(undo) = rows::undo(row, 0)?
                && undos.last().is_none_or(|(last, _): &(UndoFact, _)| last.id != undo.id)
            {
                undos.push((undo, row.get(3)?));
            }
            if let Some(redo) = rows::redo(row, 4)? {
                redos.push((redo, row.get(7)?));
            }
        }
    }
    let mut unrescued = Vec::new();
    if rescued::any(connection)? {
        for change in changes {
            verifier.each(rescued::rescues_of(connection, *change)?, |rescue| rescue.id)?;
            unrescued.extend(rescued::unrescued(connection, "(SELECT ?1 AS change) AS made", [change])?);
        }
    }
    Ok(UndosAndRedos {
        undos: verifier.each(undos, |undo| undo.id)?,
        redos: verifier.each(redos, |redo| redo.id)?,
        unrescued,
    })
}

/// Every game with its change. The rows are read and not an index: whoever reads the games then verifies these rows, but
/// nothing verifies an index. An index only counts them, so that none is hidden.
pub(in crate::book) fn games(connection: &Connection) -> Found<Result<Vec<(GameOrder, Uuid)>, Flaw>> {
    let games = all(connection, "SELECT id, change, started_at FROM game NOT INDEXED", [], |row| {
        Ok((GameOrder { id: row.get(0)?, started_at: row.get(2)? }, row.get(1)?))
    })?;
    let counted = count(connection, "SELECT count(*) FROM game")?;
    Ok(if counted == games.len() { Ok(games) } else { Err(Flaw::Lists("games")) })
}

/// The number that a statement counts. SQLite counts the rows of a table in the smallest of its indexes.
pub(super) fn count(connection: &Connection, statement: &str) -> Found<usize> {
    one(connection, statement, [], |row| row.get(0)).map(Option::unwrap_or_default)
}

/// The changes of the whole book that count, by verified undos and redos.
pub(in crate::book) fn standing_of_all(connection: &Connection) -> Found<Result<CountingChanges, Flaw>> {
    let AllMoves { undos, redos, unrescued } = match all_moves(connection)? {
        Ok(moves) => moves,
        Err(flaw) => return Ok(Err(flaw)),
    };
    let mut verifier = Verifier::new(connection);
    let undos = verifier.each(undos, |undo| undo.id)?;
    let redos = verifier.each(redos, |redo| redo.id)?;
    verifier.each(rescued::rescues(connection)?, |rescue| rescue.id)?;
    Ok(verifier.sound(UndosAndRedos { undos, redos, unrescued }.standing()))
}

/// The same without a look at the hashes, for reports.
pub(in crate::book) fn trusted_standing_of_all(connection: &Connection) -> Found<Result<CountingChanges, Flaw>> {
    let standing = |AllMoves { undos, redos, unrescued }: AllMoves| {
        let undos = undos.into_iter().map(|(undo, _)| undo).collect();
        let redos = redos.into_iter().map(|(redo, _)| redo).collect();
        UndosAndRedos { undos, redos, unrescued }.standing()
    };
    Ok(all_moves(connection)?.map(standing))
}

/// Every undo and redo of a book, with its hash.
struct AllMoves {
    undos: Vec<(UndoFact, [u8; 32])>,
    redos: Vec<(RedoFact, [u8; 32])>,
    /// The changes that lack facts and that no rescue that counts is for.
    unrescued: Vec<Uuid>,
}

/// Reads every undo and redo as it stands in its table. Indexes only count them.
fn all_moves(connection: &Connection) -> Found<Result<AllMoves, Flaw>> {
    let undos = format!("SELECT {}, hash FROM undo NOT INDEXED", rows::UNDO);
    let undos = all(connection, &undos, [], |row| Ok((rows::whole_undo(row)?, row.get(3)?)))?;
    let redos = format!("SELECT {}, hash FROM redo NOT INDEXED", rows::REDO);
    let redos = all(connection, &redos, [], |row| Ok((rows::whole_redo(row)?, row.get(3)?)))?;
    let is_sound = count(connection, "SELECT count(*) FROM undo")? == undos.len()
        && count(connection, "SELECT count(*) FROM redo")? == redos.len();
    let unrescued = rescued::unrescued(connection, "(SELECT DISTINCT rescued AS change FROM rescue) AS made", [])?;
    Ok(if is_sound { Ok(AllMoves { undos, redos, unrescued }) } else { Err(Flaw::Lists("undos")) })
}

/// What orders a game, if there is one with this id.
pub(in crate::book) fn order_of_game(connection: &Connection, game: Uuid) -> Found<Option<GameOrder>> {
    one(connection, "SELECT id, started_at FROM game WHERE id = ?1", [game], order)
}

/// The games without a start, with those that do not count.
pub(in crate::book) fn games_without_start(connection: &Connection) -> Found<Vec<GameOrder>> {
    all(connection, "SELECT id, started_at FROM game INDEXED BY game_by_start WHERE started_at IS NULL", [], order)
}

/// The games that started at this time or earlier, the latest first, at most `most`, with those that do not count.
pub(in crate::book) fn games_started_until(connection: &Connection, time: i64, most: usize) -> Found<Vec<GameOrder>> {
    let games = "SELECT id, started_at FROM game INDEXED BY game_by_start WHERE started_at <= ?1
         ORDER BY started_at DESC, id DESC LIMIT ?2";
    all(connection, games, rusqlite::params![time, most], order)
}

/// The rows of games that came into the book about when these two did, as they stand in their table. Of very many, those
/// near either end.
pub(in crate::book) fn games_that_came_near(connection: &Connection, games: [Uuid; 2]) -> Found<Vec<GameOrder>> {
    const BESIDE: i64 = 16;
    const MOST: i64 = 256;
    let arrival = "SELECT arrival FROM game WHERE id = ?1";
    let mut arrivals = Vec::new();
    for game in games {
        arrivals.extend(one(connection, arrival, [game], |row| row.get::<_, i64>(0))?);
    }
    let (first, last) = (arrivals.iter().min().copied().unwrap_or(0), arrivals.iter().max().copied().unwrap_or(0));
    let near = "SELECT id, started_at FROM game NOT INDEXED
         WHERE arrival BETWEEN ?1 AND ?2 OR arrival BETWEEN ?3 AND ?4 ORDER BY arrival";
    let ends = [first - BESIDE, last.min(first + MOST), first.max(last - MOST), last + BESIDE];
    all(connection, near, ends, order)
}

fn order(row: &rusqlite::Row<'_>) -> Found<GameOrder> {
    Ok(GameOrder { id: row.get(0)?, started_at: row.get(1)? })
}

/// The number of the last game that came into the book, counted from 1 with those that were undone.
pub(in crate::book) fn last_arrival_of_a_game(connection: &Connection) -> Found<i64> {
    Ok(one(connection, "SELECT coalesce(max(arrival), 0) FROM game", [], |row| row.get(0))?.unwrap_or(0))
}

/// Whether a game counts.
pub(in crate::book) fn game_counts(connection: &Connection, game: Uuid) -> Found<bool> {
    super::change_of_game(connection, game)?.map_or(Ok(false), |change| counts(connection, change))
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
    // The games of an import that was undone have numbers one after another.
    let mut undone: Option<Uuid> = None;
    while let Some(row) = rows.next()? {
        let change: Uuid = row.get(1)?;
        if undone == Some(change) {
            continue;
        }
        if counts(connection, change)? {
            return row.get(0);
        }
        undone = Some(change);
    }
    Ok(0)
}

/// The games in which both of these people were seated, each with its change. Others may sit in their places now.
pub(in crate::book) fn games_of_pair(connection: &Connection, pair: [Uuid; 2]) -> Found<Vec<(GameOrder, Uuid)>> {
    let games = "SELECT game.id, game.change, game.started_at
         FROM seat AS theirs CROSS JOIN seat AS others ON others.game = theirs.game AND others.player = ?2
         CROSS JOIN game ON game.id = theirs.game WHERE theirs.player = ?1
         UNION SELECT game.id, game.change, game.started_at
         FROM setting_seat AS theirs CROSS JOIN setting ON setting.id = theirs.setting
         CROSS JOIN game ON game.id = setting.game WHERE theirs.player IN (?1, ?2)";
    all(connection, games, pair, |row| Ok((GameOrder { id: row.get(0)?, started_at: row.get(2)? }, row.get(1)?)))
}

/// The number of a game in this book.
pub(in crate::book) fn number_of(connection: &Connection, game: Uuid) -> Found<Option<i64>> {
    one(connection, "SELECT number FROM game_number WHERE game = ?1", [game], |row| row.get(0))
}

/// The number of a game, and whether it is sound: the index that gives it may be damaged, and hide a number or give
/// another. Only a game that does not count may have none.
pub(in crate::book) fn verified_number(
    connection: &Connection,
    game: Uuid,
    counts: bool,
) -> Found<(Option<i64>, bool)> {
    let number = "SELECT number, (SELECT game FROM game_number WHERE number = named.number)
         FROM game_number AS named WHERE game = ?1";
    match one(connection, number, [game], |row| Ok((row.get(0)?, row.get::<_, Option<Uuid>>(1)?.unwrap_or_default())))?
    {
        Some((number, named)) => Ok((Some(number), named == game)),
        None if !counts => Ok((None, true)),
        // In an import, games are read before they have numbers.
        None => {
            let listed = "SELECT 1 FROM game_number NOT INDEXED WHERE game = ?1";
            one(connection, listed, [game], |_| Ok(())).map(|row| (None, row.is_none()))
        }
    }
}
