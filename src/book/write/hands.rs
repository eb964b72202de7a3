//! Writes many facts one after another. Hands that follow each other are written with one statement, because SQLite
//! looks up where a row belongs anew for each statement.

use ginpad_core::facts::{Fact, HandFact, HandResult, Hasher};
use rusqlite::{CachedStatement, Connection, ToSql};

use super::Written;

/// So many rows are written with one statement, as long as there are as many.
const AT_ONCE: [usize; 3] = [16, 4, 1];

const HAND: &str = "hand (id, change, game, number, inserted_before, replaces, dead, upcard, upcard_rank, note,
     played_at, played_offset, hash)";
const RESULT: &str = "result (hand, pair, kind, side, place, own, own_sum, own_cards, other, other_sum, other_cards,
     points)";
/// How many columns these have.
const HAND_COLUMNS: usize = 13;
const RESULT_COLUMNS: usize = 12;

/// A fact and its hash.
pub(in crate::book) type Hashed = (Fact, [u8; 32]);

/// Writes facts that this program has just made, in their order.
pub(in crate::book) fn facts(connection: &Connection, facts: impl Iterator<Item = Fact>) -> Written {
    let mut hasher = Hasher::default();
    let hashed = |fact: Fact| {
        let hash = match &fact {
            Fact::Hand(hand) => hasher.hand(hand),
            other => hasher.content(other),
        };
        (fact, hash)
    };
    hashed_facts(connection, &facts.map(hashed).collect::<Vec<_>>())
}

/// Writes facts whose hashes are known, in their order.
pub(in crate::book) fn hashed_facts(connection: &Connection, facts: &[Hashed]) -> Written {
    let mut rest = facts;
    while let Some(((first, hash), others)) = rest.split_first() {
        let hands: Vec<(&HandFact, &[u8; 32])> = rest.iter().map_while(plain_hand).collect();
        if hands.is_empty() {
            super::hashed_fact(connection, first, hash)?;
            rest = others;
            continue;
        }
        rows::<_, HAND_COLUMNS>(connection, HAND, &hands, bind_hand)?;
        let results: Vec<(&HandFact, usize, &HandResult)> = hands
            .iter()
            .flat_map(|(hand, _)| hand.results.iter().enumerate().map(|(pair, result)| (*hand, pair, result)))
            .collect();
        rows::<_, RESULT_COLUMNS>(connection, RESULT, &results, bind_result)?;
        rest = rest.get(hands.len()..).unwrap_or_default();
    }
    Ok(())
}

/// A hand that is written into these two tables only, with its hash.
fn plain_hand((fact, hash): &Hashed) -> Option<(&HandFact, &[u8; 32])> {
    match fact {
        Fact::Hand(hand) if hand.supersedes.is_empty() && !fact.has_unknown_fields() => Some((hand, hash)),
        _ => None,
    }
}

/// Inserts rows, as many as possible with each statement.
fn rows<R, const COLUMNS: usize>(
    connection: &Connection,
    table: &str,
    rows: &[R],
    bind: impl Fn(&mut Row<'_, '_>, &R) -> Written,
) -> Written {
    let mut rest = rows;
    for at_once in AT_ONCE {
        while rest.len() >= at_once {
            let (these, others) = rest.split_at(at_once);
            let values = format!("({})", ["?"; COLUMNS].join(", "));
            let values = vec![values.as_str(); at_once].join(", ");
            let mut statement = connection.prepare_cached(&format!("INSERT INTO {table} VALUES {values}"))?;
            let mut row = Row { statement: &mut statement, bound: 0 };
            these.iter().try_for_each(|one| bind(&mut row, one))?;
            statement.raw_execute()?;
            rest = others;
        }
    }
    Ok(())
}

/// The values of rows, bound one after another.
struct Row<'s, 'c> {
    statement: &'s mut CachedStatement<'c>,
    bound: usize,
}

impl Row<'_, '_> {
    fn bind(&mut self, value: impl ToSql) -> Written {
        self.bound += 1;
        self.statement.raw_bind_parameter(self.bound, value)
    }
}

fn bind_hand(row: &mut Row<'_, '_>, (hand, hash): &(&HandFact, &[u8; 32])) -> Written {
    row.bind(hand.id)?;
    row.bind(hand.change)?;
    row.bind(hand.game)?;
    row.bind(hand.number)?;
    row.bind(hand.inserted_before)?;
    row.bind(hand.replaces)?;
    row.bind(&hand.dead)?;
    row.bind(&hand.upcard)?;
    row.bind(&hand.upcard_rank)?;
    row.bind(&hand.note)?;
    row.bind(hand.played_at)?;
    row.bind(hand.played_offset)?;
    row.bind(hash)
}

fn bind_result(row: &mut Row<'_, '_>, (hand, pair, result): &(&HandFact, usize, &HandResult)) -> Written {
    row.bind(hand.id)?;
    row.bind(pair)?;
    row.bind(&result.kind)?;
    row.bind(result.side)?;
    row.bind(result.place)?;
    row.bind(result.own)?;
    row.bind(&result.own_sum)?;
    row.bind(&result.own_cards)?;
    row.bind(result.other)?;
    row.bind(&result.other_sum)?;
    row.bind(&result.other_cards)?;
    row.bind(result.points)
}
