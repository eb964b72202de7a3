//! The facts about one game.

use std::collections::BTreeMap;

use ginpad_core::facts::{
    ClosingFact, CountingChanges, FoldedGame, GameFact, GameFacts, HandFact, NoGame, RemovalFact, TotalsFact,
    Unreadable, game_under,
};
use ginpad_core::players::Name;
use ginpad_core::rules::TableRules;
use rusqlite::Connection;
use uuid::Uuid;

use super::which_game::standing;
use super::{Found, all, one, rows};

/// The removals of hands of one game.
pub(super) const REMOVALS: &str = "SELECT removal.id, removal.change, removal.hand
     FROM hand CROSS JOIN removal ON removal.hand = hand.id WHERE hand.game = ?1";

/// The facts about one game, and which of their changes count.
pub(in crate::book) struct AboutGame {
    pub(in crate::book) game: GameFact,
    pub(in crate::book) hands: Vec<HandFact>,
    pub(in crate::book) removals: Vec<RemovalFact>,
    pub(in crate::book) closings: Vec<ClosingFact>,
    pub(in crate::book) totals: Vec<TotalsFact>,
    pub(in crate::book) standing: CountingChanges,
}

impl AboutGame {
    /// The game that the facts make up. Its rules have been read already.
    pub(in crate::book) fn folded(
        &self,
        rules: Result<TableRules, Unreadable>,
        names: &BTreeMap<Uuid, Name>,
        standing: &CountingChanges,
    ) -> Result<FoldedGame, NoGame> {
        let (hands, removals, closings, totals): (Vec<_>, Vec<_>, Vec<_>, Vec<_>) = (
            self.hands.iter().collect(),
            self.removals.iter().collect(),
            self.closings.iter().collect(),
            self.totals.iter().collect(),
        );
        let about = GameFacts { hands: &hands, removals: &removals, closings: &closings, totals: &totals };
        game_under(&self.game, rules, about, &|player| names.get(&player).cloned(), standing)
    }
}

/// Reads everything about a game except its players.
pub(in crate::book) fn about_game(connection: &Connection, id: Uuid) -> Found<Option<AboutGame>> {
    let statement = format!("SELECT {} FROM game WHERE id = ?1", rows::game_columns());
    let Some(game) = one(connection, &statement, [id], |row| rows::game(connection, row))? else { return Ok(None) };
    let hands = format!(
        "SELECT {}, {} FROM hand LEFT JOIN result AS r ON r.hand = hand.id
         WHERE hand.game = ?1 ORDER BY hand.arrival, pair",
        rows::HAND,
        rows::RESULT
    );
    let closings = format!("SELECT {} FROM closing WHERE game = ?1", rows::CLOSING);
    let totals = format!("SELECT {} FROM totals WHERE game = ?1", rows::TOTALS);
    let changes = "(SELECT change FROM game WHERE id = ?1
         UNION ALL SELECT change FROM hand WHERE game = ?1
         UNION ALL SELECT removal.change FROM hand CROSS JOIN removal ON removal.hand = hand.id WHERE hand.game = ?1
         UNION ALL SELECT change FROM closing WHERE game = ?1
         UNION ALL SELECT change FROM totals WHERE game = ?1) AS made";
    Ok(Some(AboutGame {
        game,
        hands: rows::hands(connection, &hands, [id])?,
        removals: all(connection, REMOVALS, [id], |row| rows::removal(connection, row))?,
        closings: all(connection, &closings, [id], |row| rows::closing(connection, row))?,
        totals: all(connection, &totals, [id], |row| rows::totals(connection, row))?,
        standing: standing(connection, changes, [id])?,
    }))
}

/// The game that a hand belongs to.
pub(in crate::book) fn game_of_hand(connection: &Connection, hand: Uuid) -> Found<Option<Uuid>> {
    one(connection, "SELECT game FROM hand WHERE id = ?1", [hand], |row| row.get(0))
}
