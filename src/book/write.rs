//! Writes facts as rows. Every statement that writes to the book is here.

mod games;
mod hands;
mod kinds;
mod sharing;

use std::borrow::Cow;

use ginpad_core::facts::{self, Change, Fact, HandFact};
use rusqlite::{Connection, params};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::choice::Choice;
use super::read;
pub(super) use hands::{Hashed, facts, hashed_facts};
pub(super) use sharing::{came_back, removed_segment, sent, shared_folder, shared_segment};

type Written = rusqlite::Result<()>;

/// Lets facts be written before their change, until the transaction ends.
pub(super) fn facts_before_their_change(connection: &Connection) -> Written {
    connection.execute_batch("PRAGMA defer_foreign_keys = ON")
}

/// Writes a change. Its facts come after it, unless they [may come before](facts_before_their_change).
pub(super) fn change(connection: &Connection, change: &Change) -> Written {
    hashed_change(connection, change, &facts::hash(change))
}

/// Writes a change whose hash is known.
pub(super) fn hashed_change(connection: &Connection, change: &Change, hash: &[u8; 32]) -> Written {
    record(connection, INSERT_CHANGE, change, hash)?;
    keep_unknown(connection, change, hash)
}

const INSERT_CHANGE: &str = "INSERT INTO change (id, verb, device, sequence, made_at, made_offset, schema, facts, hash)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";

/// Writes the record of a change, with one of the statements that take its columns in the order of [`INSERT_CHANGE`].
fn record(connection: &Connection, statement: &str, change: &Change, hash: &[u8; 32]) -> Written {
    let Change { id, verb, device, sequence, made_at, made_offset, schema, facts, .. } = change;
    execute(connection, statement, params![id, verb, device, sequence, made_at, made_offset, schema, facts, hash])
}

/// Keeps all of a change that holds something unknown.
fn keep_unknown(connection: &Connection, change: &Change, hash: &[u8; 32]) -> Written {
    if change.unknown.is_empty() {
        return Ok(());
    }
    whole(connection, change.id, change.id, "change", &json(change), hash)
}

/// Holds the place of a change whose own record is lost, so that its facts can refer to it.
pub(super) fn place_of_change(connection: &Connection, change: Uuid, facts: usize, schema: usize) -> Written {
    let place = Change {
        id: change,
        verb: "lost".into(),
        device: Uuid::nil(),
        sequence: 1,
        made_at: 0,
        made_offset: 0,
        schema: i64::try_from(schema).unwrap_or(i64::MAX),
        facts,
        unknown: Map::new(),
    };
    record(connection, INSERT_CHANGE, &place, &read::NO_RECORD)
}

/// Gives the place that was held to the record of the change.
pub(super) fn found_change(connection: &Connection, change: &Change, hash: &[u8; 32]) -> Written {
    let found = "UPDATE change SET verb = ?2, device = ?3, sequence = ?4, made_at = ?5, made_offset = ?6, schema = ?7,
             facts = ?8, hash = ?9
         WHERE id = ?1";
    record(connection, found, change, hash)?;
    keep_unknown(connection, change, hash)
}

/// Writes a fact. If it holds something unknown, all of it is kept too.
pub(super) fn fact(connection: &Connection, fact: &Fact) -> Written {
    known(connection, fact, &facts::hash(fact))?;
    if fact.has_unknown_fields() { whole_fact(connection, fact) } else { Ok(()) }
}

/// Writes a fact that another program may have made, and whose hash is known. If its table would not give it back
/// exactly, all of it is kept too: a table has one way to write a value, and another program may write it in another.
pub(super) fn hashed_fact(connection: &Connection, fact: &Fact, hash: &[u8; 32]) -> Written {
    known(connection, fact, hash)?;
    if !fact.has_unknown_fields() && is_given_back(fact) {
        return Ok(());
    }
    whole(connection, fact.id(), fact.change(), &fact.kept_as(), &json(fact), hash)
}

/// Keeps all of a fact beside what its own table holds.
fn whole_fact(connection: &Connection, fact: &Fact) -> Written {
    whole(connection, fact.id(), fact.change(), &fact.kept_as(), &json(fact), &facts::hash(fact))
}

/// Whether the table of a fact gives back everything that the fact holds, apart from unknown fields.
fn is_given_back(fact: &Fact) -> bool {
    let in_order = |versions: &[Uuid]| versions.is_sorted();
    match fact {
        Fact::PlayerName(name) => in_order(&name.supersedes),
        Fact::Hand(hand) => in_order(&hand.supersedes),
        Fact::Removal(removal) => in_order(&removal.supersedes),
        Fact::Closing(closing) => in_order(&closing.supersedes),
        Fact::Totals(totals) => in_order(&totals.supersedes),
        Fact::Joining(joining) => in_order(&joining.supersedes),
        Fact::Transfer(transfer) => in_order(&transfer.supersedes),
        Fact::Keeping(keeping) => in_order(&keeping.versions),
        Fact::Setting(setting) => in_order(&setting.supersedes) && games::knobs_are_given_back(&setting.knobs),
        Fact::Game(game) => {
            let source = game
                .source
                .as_ref()
                .is_none_or(|source| from_hex(source).is_some_and(|bytes| facts::hex(&bytes) == *source));
            source && games::knobs_are_given_back(&game.knobs)
        }
        Fact::Player(_) | Fact::Paid(_) | Fact::Undo(_) | Fact::Redo(_) | Fact::Rescue(_) | Fact::Unknown(_) => true,
    }
}

/// Keeps a change or a fact that waits for something.
pub(super) fn waiting(connection: &Connection, entry: &Waits<'_>, missing: Uuid) -> Written {
    execute(
        connection,
        "INSERT INTO waiting (id, change, kind, missing, content, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![entry.id, entry.change, entry.kind, missing, entry.content.to_string(), entry.hash],
    )
}

/// A change or a fact that waits.
pub(super) struct Waits<'a> {
    id: Uuid,
    change: Uuid,
    kind: Cow<'a, str>,
    content: Value,
    hash: &'a [u8; 32],
}

impl<'a> Waits<'a> {
    /// A change.
    pub(super) fn change(change: &'a Change, hash: &'a [u8; 32]) -> Waits<'a> {
        Waits { id: change.id, change: change.id, kind: "change".into(), content: json(change), hash }
    }

    /// A fact.
    pub(super) fn fact(fact: &'a Fact, hash: &'a [u8; 32]) -> Waits<'a> {
        Waits { id: fact.id(), change: fact.change(), kind: fact.kept_as(), content: json(fact), hash }
    }
}

/// Says what something that waits now waits for.
pub(super) fn waits_for(connection: &Connection, id: Uuid, missing: Uuid) -> Written {
    execute(connection, "UPDATE waiting SET missing = ?2 WHERE id = ?1", params![id, missing])
}

/// Takes out what waited, once it is in its own table.
pub(super) fn waits_no_more(connection: &Connection, id: Uuid) -> Written {
    execute(connection, "DELETE FROM waiting WHERE id = ?1", params![id])
}

/// A change or a fact as JSON.
fn json(content: &impl serde::Serialize) -> Value {
    serde_json::to_value(content).unwrap_or_default()
}

/// Writes what is known of a fact into the table of its kind.
fn known(connection: &Connection, fact: &Fact, hash: &[u8; 32]) -> Written {
    match fact {
        Fact::Player(player) => kinds::player(connection, player, hash),
        Fact::PlayerName(name) => kinds::player_name(connection, name, hash),
        Fact::Game(game) => games::game(connection, game, hash),
        Fact::Hand(hand) => self::hand(connection, hand, hash),
        Fact::Removal(removal) => kinds::removal(connection, removal, hash),
        Fact::Closing(closing) => kinds::closing(connection, closing, hash),
        Fact::Totals(totals) => kinds::totals(connection, totals, hash),
        Fact::Setting(setting) => {
            games::setting(connection, setting, hash)?;
            superseded(connection, setting.id, &setting.supersedes)
        }
        Fact::Joining(joining) => kinds::joining(connection, joining, hash),
        Fact::Transfer(transfer) => {
            games::transfer(connection, transfer, hash)?;
            superseded(connection, transfer.id, &transfer.supersedes)
        }
        Fact::Keeping(keeping) => kinds::keeping(connection, keeping, hash),
        Fact::Paid(payment) => kinds::payment(connection, payment, hash),
        Fact::Undo(undo) => kinds::undo(connection, undo, hash),
        Fact::Redo(redo) => kinds::redo(connection, redo, hash),
        Fact::Rescue(rescue) => kinds::rescue(connection, rescue, hash),
        // An unknown kind has no table of its own; the whole fact is kept.
        Fact::Unknown(_) => Ok(()),
    }
}

/// Keeps all of a fact or a change.
fn whole(connection: &Connection, id: Uuid, change: Uuid, kind: &str, content: &Value, hash: &[u8; 32]) -> Written {
    execute(
        connection,
        "INSERT INTO kept_whole (id, change, kind, content, hash) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![id, change, kind, content.to_string(), hash],
    )
}

/// Takes note that a fact makes no sense which an older version kept whole, before a migration would read it.
pub(super) fn unread(connection: &Connection, fact: Uuid) -> Written {
    execute(connection, "UPDATE kept_whole SET kind = '?' || kind WHERE id = ?1", [fact])
}

/// Keeps another content of a fact while a migration runs that reads it.
pub(super) fn kept_content(connection: &Connection, fact: Uuid, content: &str) -> Written {
    execute(connection, "UPDATE kept_whole SET content = ?2 WHERE id = ?1", params![fact, content])
}

/// Writes the other versions that a fact supersedes.
fn superseded(connection: &Connection, fact: Uuid, versions: &[Uuid]) -> Written {
    let statement = "INSERT INTO superseded (fact, version) VALUES (?1, ?2)";
    versions.iter().try_for_each(|version| execute(connection, statement, params![fact, version]))
}

/// Numbers a game. A game that no longer counts may have had the number; it loses it.
pub(super) fn game_number(connection: &Connection, game: Uuid, number: i64) -> Written {
    execute(
        connection,
        "INSERT INTO game_number (game, number) VALUES (?1, ?2)
         ON CONFLICT (number) DO UPDATE SET game = excluded.game",
        params![game, number],
    )
}

/// Makes a game the current one of a device. The choice lasts until the device begins a game after the newest one now.
pub(super) fn chosen_game(connection: &Connection, device: Uuid, game: Uuid) -> Written {
    let choice = read::latest_choice(connection, device)? + 1;
    let after = connection.query_row("SELECT coalesce(max(arrival), 0) FROM game", [], |row| row.get(0))?;
    let hash = Choice { device, choice, game, after }.hash();
    execute(
        connection,
        "INSERT INTO chosen_game (device, choice, game, after, hash) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![device, choice, game, after, hash],
    )
}

fn hand(connection: &Connection, hand: &HandFact, hash: &[u8; 32]) -> Written {
    execute(
        connection,
        "INSERT INTO hand (id, change, game, number, inserted_before, replaces, dead, upcard, upcard_rank,
             note, played_at, played_offset, hash)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
        params![
            hand.id,
            hand.change,
            hand.game,
            hand.number,
            hand.inserted_before,
            hand.replaces,
            hand.dead,
            hand.upcard,
            hand.upcard_rank,
            hand.note,
            hand.played_at,
            hand.played_offset,
            hash
        ],
    )?;
    for (pair, result) in hand.results.iter().enumerate() {
        execute(
            connection,
            "INSERT INTO result (hand, pair, kind, side, place, own, own_sum, own_cards, other, other_sum, other_cards,
                 points)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
            params![
                hand.id,
                pair,
                result.kind,
                result.side,
                result.place,
                result.own,
                result.own_sum,
                result.own_cards,
                result.other,
                result.other_sum,
                result.other_cards,
                result.points
            ],
        )?;
    }
    superseded(connection, hand.id, &hand.supersedes)
}

fn execute(connection: &Connection, statement: &str, row: impl rusqlite::Params) -> Written {
    connection.prepare_cached(statement)?.execute(row).map(drop)
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(text.get(at..at + 2)?, 16).ok()).collect()
}
