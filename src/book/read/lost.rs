//! What a rescued book lacks.

use ginpad_core::facts::{Fact, HandFact, RemovalFact};
use rusqlite::Connection;
use uuid::Uuid;

use super::everything::parsed;
use super::rescued::NO_RECORD;
use super::{Found, all};

/// The people without a name who sit in games or were made one with others.
pub(in crate::book) fn players_without_name(connection: &Connection) -> Found<Vec<Uuid>> {
    let unnamed = "SELECT id FROM (
             SELECT player AS id FROM seat UNION SELECT player FROM setting_seat
             UNION SELECT player FROM joining UNION SELECT same_as FROM joining) AS someone
         WHERE NOT EXISTS (SELECT 1 FROM player_name WHERE player_name.player = someone.id)
         ORDER BY id";
    all(connection, unnamed, [], |row| row.get(0))
}

/// The games of which hands wait for other hands.
pub(in crate::book) fn games_with_waiting_hands(connection: &Connection) -> Found<Vec<Uuid>> {
    let games = "SELECT DISTINCT game.id FROM waiting
         CROSS JOIN game ON game.id = unhex(content ->> '$.game', '-')
         CROSS JOIN change ON change.id = waiting.change
         WHERE kind = 'hand' ORDER BY game.id";
    all(connection, games, [], |row| row.get(0))
}

/// The hands of a game that wait, although their changes do not, and all removals that wait.
pub(in crate::book) fn waiting_about_hands(
    connection: &Connection,
    game: Uuid,
) -> Found<(Vec<HandFact>, Vec<RemovalFact>)> {
    let facts = "SELECT content FROM waiting CROSS JOIN change ON change.id = waiting.change
         WHERE kind = 'removal' OR kind = 'hand' AND unhex(content ->> '$.game', '-') = ?1 ORDER BY waiting.arrival";
    let (mut hands, mut removals) = (Vec::new(), Vec::new());
    for fact in all(connection, facts, [game], |row| parsed(row.get_ref(0)?.as_str()?))? {
        match fact {
            Fact::Hand(hand) => hands.push(hand),
            Fact::Removal(removal) => removals.push(removal),
            _ => {}
        }
    }
    Ok((hands, removals))
}

/// The games that are not there and that facts wait for, each with the number of these facts.
pub(in crate::book) fn lost_games(connection: &Connection) -> Found<Vec<(Uuid, usize)>> {
    let games = "SELECT unhex(content ->> '$.game', '-') AS game, count(*) FROM waiting
         WHERE kind IN ('hand', 'closing', 'totals', 'setting', 'transfer') AND missing = game
             AND NOT EXISTS (SELECT 1 FROM waiting AS there WHERE there.id = waiting.missing)
         GROUP BY 1 ORDER BY 1";
    all(connection, games, [], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// The hands that were logged at the end of a game, or moved there.
const AT_THE_END: &str = "SELECT game, number FROM hand WHERE replaces IS NULL AND inserted_before IS NULL
     UNION ALL SELECT game, number FROM transfer WHERE inserted_before IS NULL";

/// The games of which a hand is missing between others, or that hands wait for.
pub(in crate::book) fn games_with_gaps(connection: &Connection) -> Found<Vec<Uuid>> {
    let games = format!(
        "SELECT game FROM ({AT_THE_END}) GROUP BY game HAVING count(DISTINCT number) < max(number) ORDER BY game"
    );
    all(connection, &games, [], |row| row.get(0))
}

/// The numbers of the hands that were logged at the end of a game or moved there, in order.
pub(in crate::book) fn numbers_of_hands(connection: &Connection, game: Uuid) -> Found<Vec<i64>> {
    let numbers = format!("SELECT DISTINCT number FROM ({AT_THE_END}) WHERE game = ?1 ORDER BY number");
    all(connection, &numbers, [game], |row| row.get(0))
}

/// How many changes of a device are missing between others.
pub(in crate::book) struct LostChanges {
    pub(in crate::book) device: Uuid,
    pub(in crate::book) count: usize,
}

/// The devices of which changes are missing between others. Those whose facts are left are not among them.
pub(in crate::book) fn gaps_in_changes(connection: &Connection) -> Found<Vec<LostChanges>> {
    let waiting =
        "SELECT unhex(content ->> '$.device', '-') AS device, content ->> '$.sequence' AS sequence FROM waiting
         WHERE kind = 'change'";
    let gaps = format!(
        "SELECT device, max(sequence) - count(DISTINCT sequence) FROM (
             SELECT device, sequence FROM change WHERE hash <> ?1 UNION ALL {waiting})
         GROUP BY device HAVING count(DISTINCT sequence) < max(sequence) ORDER BY device"
    );
    let mut gaps =
        all(connection, &gaps, [NO_RECORD], |row| Ok(LostChanges { device: row.get(0)?, count: row.get(1)? }))?;
    // The facts of some of these are here. Nobody can tell of which device those were, if there are several.
    let held: usize =
        super::one(connection, "SELECT count(*) FROM change WHERE hash = ?1", [NO_RECORD], |row| row.get(0))?
            .unwrap_or_default();
    if let [only] = gaps.as_mut_slice() {
        only.count = only.count.saturating_sub(held);
    }
    gaps.retain(|gap| gap.count > 0);
    Ok(gaps)
}
