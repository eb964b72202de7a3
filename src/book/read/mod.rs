//! Reads rows as facts. Every statement that reads from the book is here.
//!
//! A statement only lists rows. The fold in the core decides what they mean together.

mod arrivals;
mod begun_at;
mod compare;
mod concerned;
mod current_game;
mod damaged;
mod everything;
mod fault;
mod history;
mod ids;
mod kinds;
mod lost;
mod moved;
mod one_change;
mod one_game;
mod pass;
mod people;
mod rescued;
mod rows;
mod schema;
mod sharing;
mod verify;
mod verify_all;
mod which_game;

pub(super) use arrivals::{
    Arrivals, WaitingRow, anything_waits, changes_that_may_lack, count_of_unknown, count_of_unread, count_of_waiting,
    facts_of_waiting_change, facts_there, hash, is_complete, kept_hash, missing, table, table_of_entry, unnamed_player,
    unnumbered_games, waiting_changes, waiting_for,
};
pub(super) use begun_at::{BegunGame, games_begun_at};
pub(super) use compare::{are_the_same, holds_all_of, rows as count_of_rows};
pub(super) use concerned::concerned;
pub(super) use current_game::{Origin, newest, newest_games, newest_games_with, opened_by, verified_opened_by};
pub(super) use damaged::{Damaged, ReadFault, Remains, Salvaged, Spoiled};
pub(super) use everything::{
    each_change, each_change_after, each_fact, each_fact_after, each_rescued_change, each_waiting_change,
    each_waiting_fact, fact_kept_as, fact_with_id, facts_of_change, is_empty, kept_whole_of, next_sequence, parsed,
};
pub(super) use fault::{Soundness, a_read_failed, broken_references, is_damaged, is_kept, latest_choice, soundness};
pub(super) use history::{
    ChangeRead, History, Whose, change_with_id, changes_between, changes_of_game, has_written, moment, neighbours,
    standing_undos, undone_by,
};
pub(super) use ids::Ids;
pub(super) use lost::{
    games_with_gaps, games_with_waiting_hands, gaps_in_changes, lost_games, numbers_of_hands, players_without_name,
    waiting_about_hands,
};
pub(super) use moved::{game_of_version, keepings, transfer_among};
pub(super) use one_change::{
    Correction, all_games_have_numbers, change_of_game, corrections_of_change, corrections_of_version,
    count_games_begun, games_begun, games_with_hands_of, games_without_number, hands_of_change, payments_of_change,
    said_since, verb_and_size, version_before,
};
pub(super) use one_game::{about_game, hand_with_id};
pub(super) use pass::{GameRead, Hands, Pass};
pub(super) use people::{
    PeopleRead, every_name, games_by_player, games_of, joinings, name_with_id, named, names, payments, payments_of,
    reseated_games, seats_of_undone_games,
};
pub(super) use rescued::{NO_RECORD, facts_asked_for, lost_records};
pub(super) use rows::knob_value;
#[cfg(test)]
pub(super) use schema::columns;
pub(super) use schema::{SchemaRow, each_object, schema};
pub(super) use sharing::{every_shared_segment, removed_segments, shared_folders, shared_segments, unsettled};
pub(super) use verify::{Flaw, Verifier, hidden};
pub(super) use verify_all::{Mismatch, strange_rows, verify_all, verify_each};
pub(super) use which_game::{
    counts, game_counts, game_numbered, games, games_of_pair, games_started_until, games_that_came_near,
    games_without_start, highest_number, last_arrival_of_a_game, number_of, order_of_game, standing_of,
    standing_of_all, trusted_standing_of_all, verified_number,
};

use rusqlite::{Connection, Params, Row};

type Found<T> = rusqlite::Result<T>;

/// All rows of a statement.
fn all<T>(
    connection: &Connection,
    statement: &str,
    params: impl Params,
    make: impl FnMut(&Row<'_>) -> Found<T>,
) -> Found<Vec<T>> {
    connection.prepare_cached(statement)?.query_map(params, make)?.collect()
}

/// The first row of a statement.
fn one<T>(
    connection: &Connection,
    statement: &str,
    params: impl Params,
    make: impl FnMut(&Row<'_>) -> Found<T>,
) -> Found<Option<T>> {
    connection.prepare_cached(statement)?.query_map(params, make)?.next().transpose()
}
