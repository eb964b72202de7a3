//! Which games facts from elsewhere concern, before they are taken in.

use std::collections::BTreeSet;

use rusqlite::Connection;
use uuid::Uuid;

use super::arrivals::anything_waits;
use super::history::undone_by;
use super::moved::connected;
use super::{Found, all, one};

/// The games of facts about games, by their own columns.
const GAMES: &str = "SELECT id FROM game UNION SELECT game FROM hand UNION SELECT game FROM closing
     UNION SELECT game FROM totals UNION SELECT game FROM setting UNION SELECT game FROM transfer";

/// The games that the facts of a change are about, and those of the disagreements that it keeps.
const GAMES_OF_CHANGE: &str = "SELECT id FROM game WHERE change = ?1 UNION SELECT game FROM hand WHERE change = ?1
     UNION SELECT hand.game FROM removal CROSS JOIN hand ON hand.id = removal.hand WHERE removal.change = ?1
     UNION SELECT game FROM closing WHERE change = ?1 UNION SELECT game FROM totals WHERE change = ?1
     UNION SELECT game FROM setting WHERE change = ?1 UNION SELECT game FROM transfer WHERE change = ?1
     UNION SELECT hand.game FROM transfer CROSS JOIN hand ON hand.id = transfer.hand WHERE transfer.change = ?1
     UNION SELECT about.game FROM keeping CROSS JOIN superseded ON superseded.fact = keeping.id
         CROSS JOIN (SELECT id, game FROM hand UNION ALL SELECT id, game FROM transfer UNION ALL
             SELECT id, game FROM setting UNION ALL SELECT id, game FROM closing UNION ALL SELECT id, game FROM totals
         ) AS about ON about.id = superseded.version WHERE keeping.change = ?1";

/// The games that may be others once these facts are in the book: those that they are about, those of the changes that they
/// undo or redo, those that something in the book waits to be said of, and all that are connected with these by moved hands.
pub(in crate::book) fn concerned(book: &Connection, facts: &Connection) -> Found<BTreeSet<Uuid>> {
    let ids = |of: &Connection, statement: &str| all(of, statement, [], |row| row.get::<_, Uuid>(0));
    let mut games: BTreeSet<Uuid> = ids(facts, GAMES)?.into_iter().collect();
    let mut hands = ids(facts, "SELECT hand FROM removal UNION SELECT hand FROM transfer")?;
    let mut undone = ids(facts, "SELECT undone FROM undo")?;
    for undo in ids(facts, "SELECT undo FROM redo")? {
        undone.extend(undone_by(book, undo)?);
    }
    if anything_waits(book)? {
        let waiting = |field: &str| {
            let said = format!(
                "SELECT id FROM (SELECT unhex(content ->> '$.{field}', '-') AS id FROM waiting) WHERE length(id) = 16"
            );
            ids(book, &said)
        };
        games.extend(waiting("game")?);
        hands.extend(waiting("hand")?);
        undone.extend(waiting("undone")?);
    }
    for hand in hands {
        games.extend(one(book, "SELECT game FROM hand WHERE id = ?1", [hand], |row| row.get::<_, Uuid>(0))?);
    }
    for change in undone {
        games.extend(all(book, GAMES_OF_CHANGE, [change], |row| row.get::<_, Uuid>(0))?);
    }
    connected(book, games)
}
