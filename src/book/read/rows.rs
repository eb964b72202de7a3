//! Turns one row into one fact, kind by kind.

mod games;

use ginpad_core::facts::{
    ClosingFact, HandFact, HandResult, JoiningFact, KeepingFact, PaymentFact, PlayerFact, PlayerNameFact, RedoFact,
    RemovalFact, RescueFact, TotalsFact, TransferFact, UndoFact,
};
use ginpad_core::hand::Outcome;
use rusqlite::{Connection, Row, Statement};
use serde_json::Map;
use uuid::Uuid;

pub(in crate::book) use self::games::knob_value;
pub(super) use self::games::{
    AFTER_SETTING, BEFORE_KNOBS, SEATS, bare_game, game, game_columns, knobs, seats, setting, setting_columns,
};
use super::{Found, all, one};

pub(super) const PLAYER: &str = "id, change";
pub(super) const PLAYER_NAME: &str = "id, change, player, name";
pub(super) const HAND: &str =
    "hand.id, hand.change, hand.game, hand.number, hand.inserted_before, hand.replaces, hand.dead,
    hand.upcard, hand.upcard_rank, hand.note, hand.played_at, hand.played_offset";
/// The column at which a result begins after those of its hand.
pub(super) const RESULT_AT: usize = 12;
/// The first column after those of a hand and a result.
pub(super) const AFTER_RESULT: usize = RESULT_AT + 10;
pub(super) const RESULT: &str =
    "r.kind, r.side, r.place, r.own, r.own_sum, r.own_cards, r.other, r.other_sum, r.other_cards,
    r.points";
pub(super) const REMOVAL: &str = "removal.id, removal.change, removal.hand";
pub(super) const CLOSING: &str = "id, change, game, forfeit";
pub(super) const TOTALS: &str = "id, change, game, first, second, winner";
pub(super) const JOINING: &str = "id, change, player, same_as";
pub(super) const TRANSFER: &str = "transfer.id, transfer.change, transfer.hand, transfer.game, transfer.number,
    transfer.inserted_before, transfer.seats";
/// The first column after those of a move.
pub(super) const AFTER_TRANSFER: usize = 7;
pub(super) const KEEPING: &str = "id, change";
pub(super) const PAYMENT: &str = "id, change, payer, payee, minor, currency";
pub(super) const UNDO: &str = "undo.id, undo.change, undo.undone";
pub(super) const REDO: &str = "redo.id, redo.change, redo.undo";
pub(super) const RESCUE: &str = "id, change, rescued, facts";

/// The other versions that a fact supersedes.
pub(super) fn superseded(connection: &Connection, fact: Uuid) -> Found<Vec<Uuid>> {
    all(connection, "SELECT version FROM superseded WHERE fact = ?1", [fact], |row| row.get(0))
}

pub(super) fn player(row: &Row<'_>) -> Found<PlayerFact> {
    Ok(PlayerFact { id: row.get(0)?, change: row.get(1)?, unknown: Map::new() })
}

pub(super) fn player_name(connection: &Connection, row: &Row<'_>) -> Found<PlayerNameFact> {
    let id = row.get(0)?;
    Ok(PlayerNameFact {
        id,
        change: row.get(1)?,
        player: row.get(2)?,
        name: row.get(3)?,
        supersedes: superseded(connection, id)?,
        unknown: Map::new(),
    })
}

/// A hand without its results and without the other versions that it supersedes.
pub(super) fn bare_hand(row: &Row<'_>) -> Found<HandFact> {
    Ok(HandFact {
        id: row.get(0)?,
        change: row.get(1)?,
        game: row.get(2)?,
        number: row.get(3)?,
        inserted_before: row.get(4)?,
        replaces: row.get(5)?,
        dead: row.get(6)?,
        upcard: row.get(7)?,
        upcard_rank: row.get(8)?,
        note: row.get(9)?,
        played_at: row.get(10)?,
        played_offset: row.get(11)?,
        results: Vec::new(),
        supersedes: Vec::new(),
        unknown: Map::new(),
    })
}

/// The result in the columns that begin at `from`, if the row has one.
pub(super) fn result(row: &Row<'_>, from: usize) -> Found<Option<HandResult>> {
    let Some(kind) = row.get_ref(from)?.as_str_or_null()? else { return Ok(None) };
    Ok(Some(HandResult {
        kind: Outcome::from_word(kind).map_or_else(|| kind.to_string().into(), |outcome| outcome.word().into()),
        side: row.get(from + 1)?,
        place: row.get(from + 2)?,
        own: row.get(from + 3)?,
        own_sum: row.get(from + 4)?,
        own_cards: row.get(from + 5)?,
        other: row.get(from + 6)?,
        other_sum: row.get(from + 7)?,
        other_cards: row.get(from + 8)?,
        points: row.get(from + 9)?,
        unknown: Map::new(),
    }))
}

/// Hands with their results. The rows have the columns of [`HAND`] and [`RESULT`]; the results of a hand come one after
/// another.
///
/// `first` sees the first row of each hand.
pub(super) fn hands(
    connection: &Connection,
    statement: &str,
    params: impl rusqlite::Params,
    first: impl FnMut(&Row<'_>) -> Found<()>,
) -> Found<Vec<HandFact>> {
    let mut statement = connection.prepare_cached(statement)?;
    let mut hands = hands_of(&mut statement, params, first)?;
    // Hardly any book has a fact that supersedes others; then no hand is asked about.
    if one(connection, "SELECT 1 FROM superseded LIMIT 1", [], |_| Ok(()))?.is_some() {
        add_superseded(connection, &mut hands)?;
    }
    Ok(hands)
}

/// The hands of a statement like that, without the other versions that they supersede.
fn hands_of(
    statement: &mut Statement<'_>,
    params: impl rusqlite::Params,
    mut first: impl FnMut(&Row<'_>) -> Found<()>,
) -> Found<Vec<HandFact>> {
    let mut hands: Vec<HandFact> = Vec::new();
    let mut rows = statement.query(params)?;
    while let Some(row) = rows.next()? {
        let id: Uuid = row.get(0)?;
        if hands.last().is_none_or(|hand| hand.id != id) {
            first(row)?;
            hands.push(bare_hand(row)?);
        }
        if let (Some(hand), Some(result)) = (hands.last_mut(), result(row, RESULT_AT)?) {
            hand.results.push(result);
        }
    }
    Ok(hands)
}

/// A hand with its results and the other versions that it supersedes.
pub(super) fn hand(connection: &Connection, row: &Row<'_>) -> Found<HandFact> {
    let mut hand = bare_hand(row)?;
    let results = format!("SELECT {RESULT} FROM result AS r WHERE hand = ?1 ORDER BY pair");
    let mut statement = connection.prepare_cached(&results)?;
    let mut results = statement.query([hand.id])?;
    while let Some(row) = results.next()? {
        hand.results.extend(result(row, 0)?);
    }
    hand.supersedes = superseded(connection, hand.id)?;
    Ok(hand)
}

/// Adds the other versions that these hands supersede.
pub(super) fn add_superseded(connection: &Connection, hands: &mut [HandFact]) -> Found<()> {
    for hand in hands {
        hand.supersedes = superseded(connection, hand.id)?;
    }
    Ok(())
}

pub(super) fn removal(connection: &Connection, row: &Row<'_>) -> Found<RemovalFact> {
    let id = row.get(0)?;
    Ok(RemovalFact {
        id,
        change: row.get(1)?,
        hand: row.get(2)?,
        supersedes: superseded(connection, id)?,
        unknown: Map::new(),
    })
}

pub(super) fn closing(connection: &Connection, row: &Row<'_>) -> Found<ClosingFact> {
    let id = row.get(0)?;
    Ok(ClosingFact {
        id,
        change: row.get(1)?,
        game: row.get(2)?,
        forfeit: row.get(3)?,
        supersedes: superseded(connection, id)?,
        unknown: Map::new(),
    })
}

pub(super) fn totals(connection: &Connection, row: &Row<'_>) -> Found<TotalsFact> {
    let id = row.get(0)?;
    Ok(TotalsFact {
        id,
        change: row.get(1)?,
        game: row.get(2)?,
        points: [row.get(3)?, row.get(4)?],
        winner: row.get(5)?,
        supersedes: superseded(connection, id)?,
        unknown: Map::new(),
    })
}

pub(super) fn joining(connection: &Connection, row: &Row<'_>) -> Found<JoiningFact> {
    let id = row.get(0)?;
    Ok(JoiningFact {
        id,
        change: row.get(1)?,
        player: row.get(2)?,
        same_as: row.get(3)?,
        supersedes: superseded(connection, id)?,
        unknown: Map::new(),
    })
}

pub(super) fn transfer(connection: &Connection, row: &Row<'_>) -> Found<TransferFact> {
    let id = row.get(0)?;
    Ok(TransferFact {
        id,
        change: row.get(1)?,
        hand: row.get(2)?,
        game: row.get(3)?,
        number: row.get(4)?,
        inserted_before: row.get(5)?,
        seats: row.get(6)?,
        supersedes: superseded(connection, id)?,
        unknown: Map::new(),
    })
}

pub(super) fn keeping(connection: &Connection, row: &Row<'_>) -> Found<KeepingFact> {
    let id = row.get(0)?;
    Ok(KeepingFact { id, change: row.get(1)?, versions: superseded(connection, id)?, unknown: Map::new() })
}

pub(super) fn payment(row: &Row<'_>) -> Found<PaymentFact> {
    Ok(PaymentFact {
        id: row.get(0)?,
        change: row.get(1)?,
        payer: row.get(2)?,
        payee: row.get(3)?,
        minor: row.get(4)?,
        currency: row.get(5)?,
        unknown: Map::new(),
    })
}

/// The undo in the columns that begin at `from`, if the row has one.
pub(super) fn undo(row: &Row<'_>, from: usize) -> Found<Option<UndoFact>> {
    let Some(id) = row.get(from)? else { return Ok(None) };
    Ok(Some(UndoFact { id, change: row.get(from + 1)?, undone: row.get(from + 2)?, unknown: Map::new() }))
}

/// An undo whose row has nothing else.
pub(super) fn whole_undo(row: &Row<'_>) -> Found<UndoFact> {
    Ok(UndoFact { id: row.get(0)?, change: row.get(1)?, undone: row.get(2)?, unknown: Map::new() })
}

/// A redo whose row has nothing else.
pub(super) fn whole_redo(row: &Row<'_>) -> Found<RedoFact> {
    Ok(RedoFact { id: row.get(0)?, change: row.get(1)?, undo: row.get(2)?, unknown: Map::new() })
}

/// The redo in the columns that begin at `from`, if the row has one.
pub(super) fn redo(row: &Row<'_>, from: usize) -> Found<Option<RedoFact>> {
    let Some(id) = row.get(from)? else { return Ok(None) };
    Ok(Some(RedoFact { id, change: row.get(from + 1)?, undo: row.get(from + 2)?, unknown: Map::new() }))
}

pub(super) fn rescue(row: &Row<'_>) -> Found<RescueFact> {
    Ok(RescueFact {
        id: row.get(0)?,
        change: row.get(1)?,
        rescued: row.get(2)?,
        facts: row.get(3)?,
        unknown: Map::new(),
    })
}
