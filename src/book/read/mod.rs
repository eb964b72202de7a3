//! Reads rows as facts. Every statement that reads from the book is here.
//!
//! A statement only lists rows. The fold in the core decides what they mean together.

mod arrivals;
mod damaged;
mod everything;
mod history;
mod one_game;
mod pass;
mod people;
mod rows;
mod which_game;

pub(super) use arrivals::{
    Arrivals, WaitingRow, anything_waits, changes_that_lack_facts, changes_without_record, count_of_waiting,
    facts_of_waiting_change, games_without_number, hash, is_here, missing, table, unnamed_player, waiting_changes,
    waiting_for,
};
pub(super) use damaged::{Damaged, Salvaged};
pub(super) use everything::{each_change, each_fact, facts_of_change, is_empty, next_sequence, parsed, verb};
pub(super) use history::History;
pub(super) use one_game::{about_game, game_of_hand};
pub(super) use pass::{GameRead, Hands, Pass, standing_of_all};
pub(super) use people::{every_name, games_by_player, games_of, named, names, payments, payments_of};
pub(super) use rows::knob_value;
pub(super) use which_game::{
    chosen_game, counting_games, counts, game_numbered, games_and_standing, highest_number, number_of, standing_of,
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
