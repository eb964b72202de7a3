//! Reads many games one after another, with the statements held.
//!
//! What is small in every book is read once, when the pass begins: undos, redos, and which games had a hand removed.
//! Games with the same rules share them.

use std::collections::{BTreeSet, HashMap};

use ginpad_core::facts::{ClosingFact, GameFact, HandFact, RemovalFact, TotalsFact, Unreadable};
use ginpad_core::rules::{Knob, TableRules};
use rusqlite::types::ValueRef;
use rusqlite::{CachedStatement, Connection, Row, Statement};
use uuid::Uuid;

use super::one_game::AboutGame;
use super::verify::Flaw;
use super::{Found, one, rows};

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
    /// What the games have beside their hands. Most have nothing.
    besides: HashMap<Uuid, Besides>,
    /// The games that a hand was moved to or away from.
    moved: BTreeSet<Uuid>,
    /// Whether any fact names further versions that it supersedes. Hardly any book has one.
    supersedes: bool,
    /// The rules of the games read so far, by the columns of their knobs.
    rules: HashMap<Vec<u8>, TableRules>,
    /// The hands of an earlier game, whose memory is used again.
    spare: Vec<HandFact>,
}

/// How many facts of each kind a game has, as the tables say. They are searched for by indexes, which may hide some.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Besides {
    closings: usize,
    totals: usize,
    settings: usize,
    removals: usize,
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

impl<'c> Pass<'c> {
    /// Begins to read.
    pub(in crate::book) fn new(connection: &'c Connection) -> Found<Pass<'c>> {
        let prepare = |statement: &str| connection.prepare_cached(statement);
        let about = |columns: &str, table: &str| prepare(&format!("SELECT {columns} FROM {table} WHERE game = ?1"));
        Ok(Pass {
            connection,
            games: prepare(&format!(
                "SELECT {}, numbered.number, (SELECT game FROM game_number WHERE number = numbered.number)
                 FROM game LEFT JOIN game_number AS numbered ON numbered.game = game.id WHERE game.id = ?1",
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
            besides: besides(connection)?,
            moved: super::moved::games_with_moved_hands(connection)?,
            supersedes: one(connection, "SELECT 1 FROM superseded LIMIT 1", [], |_| Ok(()))?.is_some(),
            rules: HashMap::new(),
            spare: Vec::new(),
        })
    }

    /// Whether hands were moved between this game and others, so that it cannot be read without those.
    pub(in crate::book) fn is_read_with_others(&self, id: Uuid) -> bool {
        self.moved.contains(&id)
    }

    /// Reads a game, if there is one with this id.
    pub(in crate::book) fn read(&mut self, id: Uuid, hands: Hands) -> Found<Option<GameRead>> {
        let mut found = self.games.query([id])?;
        let Some(row) = found.next()? else { return Ok(None) };
        let mut game = rows::bare_game(row)?;
        let number: Option<i64> = row.get(rows::BEFORE_KNOBS + Knob::ALL.len())?;
        let numbered: Option<Uuid> = row.get(rows::BEFORE_KNOBS + Knob::ALL.len() + 1)?;
        let rules = rules(&mut self.rules, &mut game, row)?;
        drop(found);
        game.seats = rows::seats(&mut self.seats, id)?;
        let besides = self.besides.get(&id).copied().unwrap_or_default();
        let (closings, totals) = (self.closings(id, besides)?, self.totals(id, besides)?);
        let settings = if besides.settings > 0 { super::one_game::settings(self.connection, id)? } else { Vec::new() };
        let (closed, known, set) = (closings.len(), totals.len(), settings.len());
        let mut read = Besides { closings: closed, totals: known, settings: set, ..besides };
        let settings = settings.into_iter().map(|(setting, _)| setting).collect();
        let (hands, removals) = match hands {
            Hands::None => (Vec::new(), Vec::new()),
            Hands::All => {
                let removals = self.removals(id, besides)?;
                read.removals = removals.len();
                (self.hands(id)?, removals)
            }
        };
        // The index that lists the hands of a game has them in the order of their ids, each once.
        let in_order = hands.iter().all(|hand| hand.game == id) && hands.is_sorted_by(|one, next| one.id < next.id);
        let flaw = match numbered == Some(id) {
            false => Some(Flaw::Lists("game numbers")),
            true => (read != besides || !in_order).then_some(Flaw::Missing),
        };
        let waiting =
            if self.supersedes { super::one_game::waiting(self.connection, &hands)? } else { BTreeSet::new() };
        let about =
            AboutGame { waiting, hands, removals, closings, totals, settings, flaw, ..AboutGame::trusted(game) };
        Ok(Some(GameRead { number: number.unwrap_or(0), rules, about }))
    }

    fn closings(&mut self, game: Uuid, besides: Besides) -> Found<Vec<ClosingFact>> {
        if besides.closings == 0 {
            return Ok(Vec::new());
        }
        let connection = self.connection;
        self.closings.query_map([game], |row| rows::closing(connection, row))?.collect()
    }

    fn totals(&mut self, game: Uuid, besides: Besides) -> Found<Vec<TotalsFact>> {
        if besides.totals == 0 {
            return Ok(Vec::new());
        }
        let connection = self.connection;
        self.totals.query_map([game], |row| rows::totals(connection, row))?.collect()
    }

    fn removals(&mut self, game: Uuid, besides: Besides) -> Found<Vec<RemovalFact>> {
        if besides.removals == 0 {
            return Ok(Vec::new());
        }
        let connection = self.connection;
        self.removals.query_map([game], |row| rows::removal(connection, row))?.collect()
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
}

/// What games have beside their hands.
fn besides(connection: &Connection) -> Found<HashMap<Uuid, Besides>> {
    let mut besides: HashMap<Uuid, Besides> = HashMap::new();
    let mut each = |games: &str, count: fn(&mut Besides) -> &mut usize| -> Found<()> {
        let mut statement = connection.prepare_cached(games)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            *count(besides.entry(row.get(0)?).or_default()) += 1;
        }
        Ok(())
    };
    each("SELECT game FROM closing NOT INDEXED", |game| &mut game.closings)?;
    each("SELECT game FROM totals NOT INDEXED", |game| &mut game.totals)?;
    each("SELECT game FROM setting NOT INDEXED", |game| &mut game.settings)?;
    let removed = "SELECT hand.game FROM removal NOT INDEXED CROSS JOIN hand ON hand.id = removal.hand";
    each(removed, |game| &mut game.removals)?;
    Ok(besides)
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
