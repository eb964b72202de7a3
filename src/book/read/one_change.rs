//! What one change is about, however many facts it has.

use ginpad_core::facts::PaymentFact;
use rusqlite::{Connection, params};
use uuid::Uuid;

use super::{Found, all, one, rows};

/// The command that made a change, and how many facts it has.
pub(in crate::book) fn verb_and_size(connection: &Connection, change: Uuid) -> Found<Option<(String, i64)>> {
    one(connection, "SELECT verb, facts FROM change WHERE id = ?1", [change], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// How many games a change began.
pub(in crate::book) fn count_games_begun(connection: &Connection, change: Uuid) -> Found<usize> {
    count(connection, "SELECT count(*) FROM game WHERE change = ?1", change)
}

/// The first games that a change began, at most `most`.
pub(in crate::book) fn games_begun(connection: &Connection, change: Uuid, most: usize) -> Found<Vec<Uuid>> {
    let begun = "SELECT id FROM game WHERE change = ?1 ORDER BY arrival LIMIT ?2";
    all(connection, begun, params![change, most], |row| row.get(0))
}

/// The games of the hands that a change logged, and of those that it removed. It looks at each hand.
pub(in crate::book) fn games_with_hands_of(connection: &Connection, change: Uuid) -> Found<Vec<Uuid>> {
    let games = "SELECT DISTINCT game FROM hand WHERE change = ?1
         UNION SELECT hand.game FROM removal CROSS JOIN hand ON hand.id = removal.hand WHERE removal.change = ?1
         UNION SELECT game FROM transfer WHERE change = ?1
         UNION SELECT hand.game FROM transfer CROSS JOIN hand ON hand.id = transfer.hand WHERE transfer.change = ?1";
    all(connection, games, [change], |row| row.get(0))
}

/// The first hands that a change logged or removed, at most `most` of each, and how many there are.
pub(in crate::book) fn hands_of_change(
    connection: &Connection,
    change: Uuid,
    most: usize,
) -> Found<(Vec<Uuid>, usize)> {
    let logged = "SELECT id FROM hand WHERE change = ?1 ORDER BY arrival LIMIT ?2";
    let removed = "SELECT hand FROM removal WHERE change = ?1 ORDER BY arrival LIMIT ?2";
    let mut hands: Vec<Uuid> = all(connection, logged, params![change, most], |row| row.get(0))?;
    hands.extend(all(connection, removed, params![change, most], |row| row.get::<_, Uuid>(0))?);
    let logged = count(connection, "SELECT count(*) FROM hand WHERE change = ?1", change)?;
    let removed = count(connection, "SELECT count(*) FROM removal WHERE change = ?1", change)?;
    Ok((hands, logged + removed))
}

/// The first payments that a change recorded, at most `most`.
pub(in crate::book) fn payments_of_change(
    connection: &Connection,
    change: Uuid,
    most: usize,
) -> Found<Vec<PaymentFact>> {
    let paid = format!("SELECT {} FROM paid WHERE change = ?1 ORDER BY arrival LIMIT ?2", rows::PAYMENT);
    all(connection, &paid, params![change, most], rows::payment)
}

/// The games that a change began and that have no number in this book.
pub(in crate::book) fn games_without_number(connection: &Connection, change: Uuid) -> Found<Vec<Uuid>> {
    let games = "SELECT id FROM game WHERE change = ?1
         AND NOT EXISTS (SELECT 1 FROM game_number WHERE game_number.game = game.id) ORDER BY arrival";
    all(connection, games, [change], |row| row.get(0))
}

/// Whether every game has a number in this book. No two numbers are of one game, so two counts tell, which look at no game.
pub(in crate::book) fn all_games_have_numbers(connection: &Connection) -> Found<bool> {
    let lacking = "SELECT 1 WHERE (SELECT count(*) FROM game) > (SELECT count(*) FROM game_number)";
    one(connection, lacking, [], |_| Ok(())).map(|lacking| lacking.is_none())
}

/// The change that began a game.
pub(in crate::book) fn change_of_game(connection: &Connection, game: Uuid) -> Found<Option<Uuid>> {
    one(connection, "SELECT change FROM game WHERE id = ?1", [game], |row| row.get(0))
}

/// What was said in a game after the change that began it, as the changes that said it, whether they count or not.
pub(in crate::book) struct SaidSince {
    /// One for each hand that was logged.
    pub(in crate::book) hands: Vec<Uuid>,
    /// One for each hand that was moved there, and neither corrected there nor moved on.
    pub(in crate::book) moves: Vec<Uuid>,
    /// One for each correction, there, of a hand that was moved there. A hand that two devices corrected has several.
    pub(in crate::book) corrections: Vec<Uuid>,
}

/// What was said in a game after this change, which began it.
pub(in crate::book) fn said_since(connection: &Connection, game: Uuid, began: Uuid) -> Found<SaidSince> {
    let (mut hands, mut corrections) = (Vec::new(), Vec::new());
    // A correction of a hand that was moved there replaces no hand of the game, but supersedes the move.
    let said = "SELECT change, EXISTS (SELECT 1 FROM superseded CROSS JOIN transfer ON transfer.id = superseded.version
             WHERE superseded.fact = hand.id)
         FROM hand WHERE game = ?1 AND change <> ?2 AND replaces IS NULL";
    for (change, is_of_moved) in all(connection, said, [game, began], |row| Ok((row.get(0)?, row.get(1)?)))? {
        if is_of_moved { &mut corrections } else { &mut hands }.push(change);
    }
    let moves = "SELECT change FROM transfer
         WHERE game = ?1 AND NOT EXISTS (SELECT 1 FROM superseded WHERE version = transfer.id)";
    Ok(SaidSince { hands, moves: all(connection, moves, [game], |row| row.get(0))?, corrections })
}

/// A fact that takes the place of a version of a hand, and its change, whether that counts or not.
pub(in crate::book) type Correction = (Uuid, Uuid);

/// What corrects, removes or moves the hands of a change. It looks at each of these hands.
pub(in crate::book) fn corrections_of_change(connection: &Connection, change: Uuid) -> Found<Vec<Correction>> {
    corrections(connection, "change", change)
}

/// What corrects, removes or moves this version of a hand.
pub(in crate::book) fn corrections_of_version(connection: &Connection, version: Uuid) -> Found<Vec<Correction>> {
    corrections(connection, "id", version)
}

fn corrections(connection: &Connection, column: &str, of: Uuid) -> Found<Vec<Correction>> {
    let corrections = format!(
        "SELECT later.id, later.change FROM hand CROSS JOIN hand AS later ON later.replaces = hand.id
             WHERE hand.{column} = ?1
         UNION SELECT removal.id, removal.change FROM hand CROSS JOIN removal ON removal.hand = hand.id
             WHERE hand.{column} = ?1
         UNION SELECT transfer.id, transfer.change FROM hand CROSS JOIN transfer ON transfer.hand = hand.id
             WHERE hand.{column} = ?1
         UNION SELECT superseded.fact, coalesce(hand.change, removal.change, later.change)
             FROM transfer CROSS JOIN superseded ON superseded.version = transfer.id
             LEFT JOIN hand ON hand.id = superseded.fact LEFT JOIN removal ON removal.id = superseded.fact
             LEFT JOIN transfer AS later ON later.id = superseded.fact
             WHERE transfer.{column} = ?1 AND coalesce(hand.id, removal.id, later.id) IS NOT NULL"
    );
    all(connection, &corrections, [of], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// The change of a version of a hand, and the version that it corrects or moves.
pub(in crate::book) fn version_before(connection: &Connection, version: Uuid) -> Found<Option<(Uuid, Option<Uuid>)>> {
    let version_of = "SELECT change, replaces FROM hand WHERE id = ?1
         UNION ALL SELECT change, hand FROM transfer WHERE id = ?1";
    one(connection, version_of, [version], |row| Ok((row.get(0)?, row.get(1)?)))
}

fn count(connection: &Connection, statement: &str, change: Uuid) -> Found<usize> {
    Ok(one(connection, statement, [change], |row| row.get(0))?.unwrap_or(0))
}
