//! Reads many games one after another, with the statements held.
//!
//! What is small in every book is read once, when the pass begins: undos, redos, and which games had a hand removed.
//! Games with the same rules share them.

use std::collections::{BTreeSet, HashMap};

use ginpad_core::facts::{CountingChanges, GameFact, HandFact, Unreadable};
use ginpad_core::rules::{Knob, TableRules};
use rusqlite::types::ValueRef;
use rusqlite::{CachedStatement, Connection, Row, Statement};
use uuid::Uuid;

use super::one_game::AboutGame;
use super::{Found, all, one, rows, which_game};

/// How many rules are kept: many more than one book has, unless every game has its own.
const MOST_RULES: usize = 256;

/// Games read one after another.
pub(in crate::book) struct Pass<'c> {
    connection: &'c Connection,
    games: CachedStatement<'c>,
    seats: CachedStatement<'c>,
    hands: CachedStatement<'c>,
    results: CachedStatement<'c>,
    closings: CachedStatement<'c>,
    totals: CachedStatement<'c>,
    removals: CachedStatement<'c>,
    /// The games of which something was set anew.
    set: BTreeSet<Uuid>,
    /// The games of which a hand was removed.
    removed: BTreeSet<Uuid>,
    /// Whether any fact names further versions that it supersedes. Hardly any book has one.
    supersedes: bool,
    /// The rules of the games read so far, by the columns of their knobs.
    rules: HashMap<Vec<u8>, TableRules>,
    /// The hands of an earlier game, whose memory is used again.
    spare: Vec<HandFact>,
}

/// A game of the pass, with the facts about it.
pub(in crate::book) struct GameRead {
    /// Its number in this book.
    pub(in crate::book) number: i64,
    /// Its rules. The fact of the game has no knobs if they are known.
    pub(in crate::book) rules: Result<TableRules, Unreadable>,
    /// The facts. All changes of the book that count are known, so `standing` is left empty.
    pub(in crate::book) about: AboutGame,
}

/// Which hands of a game are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::book) enum Hands {
    /// All of them.
    All,
    /// None: only the game itself, its closings, its totals and what was set anew.
    None,
}

/// The changes of the whole book that count.
pub(in crate::book) fn standing_of_all(connection: &Connection) -> Found<CountingChanges> {
    let changes = "(SELECT undone AS change FROM undo UNION SELECT rescued FROM rescue) AS made";
    which_game::standing(connection, changes, [])
}

impl<'c> Pass<'c> {
    /// Begins to read.
    pub(in crate::book) fn new(connection: &'c Connection) -> Found<Pass<'c>> {
        let prepare = |statement: &str| connection.prepare_cached(statement);
        let about = |columns: &str, table: &str| prepare(&format!("SELECT {columns} FROM {table} WHERE game = ?1"));
        let removed = "SELECT DISTINCT hand.game FROM removal CROSS JOIN hand ON hand.id = removal.hand";
        Ok(Pass {
            connection,
            games: prepare(&format!(
                "SELECT {}, game_number.number
                 FROM game LEFT JOIN game_number ON game_number.game = game.id WHERE game.id = ?1",
                rows::game_columns()
            ))?,
            seats: prepare(rows::SEATS)?,
            // Both are in the order of an index, so that nothing is sorted.
            hands: prepare(&format!("SELECT {} FROM hand WHERE hand.game = ?1 ORDER BY hand.id", rows::HAND))?,
            results: prepare(&format!(
                "SELECT r.hand, {} FROM result AS r WHERE r.hand BETWEEN ?1 AND ?2 ORDER BY r.hand, r.pair",
                rows::RESULT
            ))?,
            closings: about(rows::CLOSING, "closing")?,
            totals: about(rows::TOTALS, "totals")?,
            removals: prepare(super::one_game::REMOVALS)?,
            set: all(connection, "SELECT DISTINCT game FROM setting", [], |row| row.get(0))?.into_iter().collect(),
            removed: all(connection, removed, [], |row| row.get(0))?.into_iter().collect(),
            supersedes: one(connection, "SELECT 1 FROM superseded LIMIT 1", [], |_| Ok(()))?.is_some(),
            rules: HashMap::new(),
            spare: Vec::new(),
        })
    }

    /// Reads a game, if there is one with this id.
    pub(in crate::book) fn read(&mut self, id: Uuid, hands: Hands) -> Found<Option<GameRead>> {
        let mut found = self.games.query([id])?;
        let Some(row) = found.next()? else { return Ok(None) };
        let mut game = rows::bare_game(row)?;
        let number: Option<i64> = row.get(rows::BEFORE_KNOBS + Knob::ALL.len())?;
        let rules = rules(&mut self.rules, &mut game, row)?;
        drop(found);
        game.seats = rows::seats(&mut self.seats, id)?;
        let connection = self.connection;
        let closings = self.closings.query_map([id], |row| rows::closing(connection, row))?.collect::<Found<_>>()?;
        let totals = self.totals.query_map([id], |row| rows::totals(connection, row))?.collect::<Found<_>>()?;
        let settings = if self.set.contains(&id) { super::one_game::settings(connection, id)? } else { Vec::new() };
        let settings = settings.into_iter().map(|(setting, _)| setting).collect();
        let (hands, removals) = match hands {
            Hands::None => (Vec::new(), Vec::new()),
            Hands::All => (self.hands(id)?, self.removals(id)?),
        };
        let about = AboutGame { hands, removals, closings, totals, settings, ..AboutGame::trusted(game) };
        Ok(Some(GameRead { number: number.unwrap_or(0), rules, about }))
    }

    /// Takes the hands of a game back that are needed no more.
    pub(in crate::book) fn spare(&mut self, hands: Vec<HandFact>) {
        self.spare = hands;
    }

    /// The hands of a game, in the order of their ids.
    fn hands(&mut self, game: Uuid) -> Found<Vec<HandFact>> {
        let mut hands = std::mem::take(&mut self.spare);
        let mut count = 0;
        let mut found = self.hands.query([game])?;
        while let Some(row) = found.next()? {
            let results = hands.get_mut(count).map(|hand| std::mem::take(&mut hand.results)).unwrap_or_default();
            let hand = HandFact { results, ..rows::bare_hand(row)? };
            match hands.get_mut(count) {
                Some(place) => *place = hand,
                None => hands.push(hand),
            }
            count += 1;
        }
        drop(found);
        hands.truncate(count);
        hands.iter_mut().for_each(|hand| hand.results.clear());
        add_results(&mut self.results, &mut hands)?;
        if self.supersedes {
            rows::add_superseded(self.connection, &mut hands)?;
        }
        Ok(hands)
    }

    fn removals(&mut self, game: Uuid) -> Found<Vec<ginpad_core::facts::RemovalFact>> {
        if !self.removed.contains(&game) {
            return Ok(Vec::new());
        }
        let connection = self.connection;
        self.removals.query_map([game], |row| rows::removal(connection, row))?.collect()
    }
}

/// Adds the results of hands that are in the order of their ids. One search finds those of all hands that were logged
/// one after another. Where too many results of other games are between, the next hand is searched for.
fn add_results(statement: &mut Statement<'_>, hands: &mut [HandFact]) -> Found<()> {
    const MOST_OTHERS: usize = 8;
    let Some(last) = hands.last().map(|hand| hand.id) else { return Ok(()) };
    let mut at = 0;
    while let Some(first) = hands.get(at).map(|hand| hand.id) {
        let mut others = 0;
        let mut found = statement.query([first, last])?;
        while others <= MOST_OTHERS {
            let Some(row) = found.next()? else { return Ok(()) };
            let hand: Uuid = row.get(0)?;
            // A dead hand has no result.
            at += hands.iter().skip(at).take_while(|known| known.id < hand).count();
            match hands.get_mut(at) {
                Some(known) if known.id == hand => known.results.extend(rows::result(row, 1)?),
                _ => others += 1,
            }
        }
    }
    Ok(())
}

/// The rules of a game: those of an earlier game with the same knobs, or else read from the knobs of the fact.
fn rules(
    known: &mut HashMap<Vec<u8>, TableRules>,
    game: &mut GameFact,
    row: &Row<'_>,
) -> Found<Result<TableRules, Unreadable>> {
    let mut key = game.preset.clone().into_bytes();
    for at in rows::BEFORE_KNOBS..rows::BEFORE_KNOBS + Knob::ALL.len() {
        // The kind of a value, its length and its bytes: no two lists of values have the same key.
        let (kind, bytes): (u8, &[u8]) = match row.get_ref(at)? {
            ValueRef::Null => (0, &[]),
            ValueRef::Integer(number) => {
                key.push(1);
                key.extend(number.to_le_bytes());
                continue;
            }
            ValueRef::Text(text) => (2, text),
            ValueRef::Real(_) | ValueRef::Blob(_) => (3, &[]),
        };
        key.push(kind);
        key.extend(bytes.len().to_le_bytes());
        key.extend(bytes);
    }
    if let Some(rules) = known.get(&key) {
        return Ok(Ok(rules.clone()));
    }
    game.knobs = rows::knobs(row, rows::BEFORE_KNOBS)?;
    let rules = game.rules();
    if let Ok(rules) = &rules {
        if known.len() >= MOST_RULES {
            known.clear();
        }
        known.insert(key, rules.clone());
    }
    Ok(rules)
}
