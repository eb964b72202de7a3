//! The tables of facts: the one list of what is read of each, and how its rows become facts.

use std::borrow::Cow;

use ginpad_core::facts::{Change, Fact};
use rusqlite::{Connection, Row};
use serde_json::Map;

use super::{Found, rows};

/// The table of the facts of one kind.
pub(super) struct KindTable {
    pub(super) table: &'static str,
    /// What is read of a row. The first column is the id.
    pub(super) columns: Cow<'static, str>,
    /// The fact that a row holds, with its parts in other tables.
    pub(super) fact: fn(&Connection, &Row<'_>) -> Found<Fact>,
}

/// All of them. A kind comes before the kinds that refer to it.
pub(super) fn kind_tables() -> Vec<KindTable> {
    type Make = fn(&Connection, &Row<'_>) -> Found<Fact>;
    let of = |table, columns: &'static str, fact: Make| KindTable { table, columns: columns.into(), fact };
    vec![
        of("player", rows::PLAYER, |_, row| rows::player(row).map(Fact::Player)),
        of("player_name", rows::PLAYER_NAME, |book, row| rows::player_name(book, row).map(Fact::PlayerName)),
        KindTable {
            table: "game",
            columns: rows::game_columns().into(),
            fact: |book, row| Ok(Fact::Game(Box::new(rows::game(book, row)?))),
        },
        of("hand", rows::HAND, |book, row| rows::hand(book, row).map(Fact::Hand)),
        of("removal", rows::REMOVAL, |book, row| rows::removal(book, row).map(Fact::Removal)),
        of("closing", rows::CLOSING, |book, row| rows::closing(book, row).map(Fact::Closing)),
        of("totals", rows::TOTALS, |book, row| rows::totals(book, row).map(Fact::Totals)),
        KindTable {
            table: "setting",
            columns: rows::setting_columns().into(),
            fact: |book, row| Ok(Fact::Setting(Box::new(rows::setting(book, row)?))),
        },
        of("joining", rows::JOINING, |book, row| rows::joining(book, row).map(Fact::Joining)),
        of("transfer", rows::TRANSFER, |book, row| rows::transfer(book, row).map(Fact::Transfer)),
        of("keeping", rows::KEEPING, |book, row| rows::keeping(book, row).map(Fact::Keeping)),
        of("paid", rows::PAYMENT, |_, row| rows::payment(row).map(Fact::Paid)),
        of("undo", rows::UNDO, |_, row| rows::whole_undo(row).map(Fact::Undo)),
        of("redo", rows::REDO, |_, row| rows::whole_redo(row).map(Fact::Redo)),
        of("rescue", rows::RESCUE, |_, row| rows::rescue(row).map(Fact::Rescue)),
    ]
}

/// The columns of a change.
pub(super) const CHANGE: &str = "id, verb, device, sequence, made_at, made_offset, schema, facts";

/// The change that a row of [`CHANGE`] holds.
pub(super) fn change(row: &Row<'_>) -> Found<Change> {
    Ok(Change {
        id: row.get(0)?,
        verb: row.get(1)?,
        device: row.get(2)?,
        sequence: row.get(3)?,
        made_at: row.get(4)?,
        made_offset: row.get(5)?,
        schema: row.get(6)?,
        facts: row.get(7)?,
        unknown: Map::new(),
    })
}
