//! The people of a book.

use ginpad_core::players::Name;
use serde::Serialize;

use crate::answer::table::{Cell, Table};
use crate::answer::{Block, Report};

/// The people of a book: `ginpad/players/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/players/1")]
pub(crate) struct PlayersReport {
    /// Everybody.
    pub players: Vec<Known>,
}

/// Somebody whom the book knows.
#[derive(Debug, Serialize)]
pub(crate) struct Known {
    /// What they are called.
    pub name: Name,
    /// In how many games that count they sit.
    pub games: usize,
}

impl Report for PlayersReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        let table = Table::of("Players", &self.players).column("name", "player", |known| Cell::name(&known.name));
        vec![Block::Table(table.column("games", "games", |known| Cell::count(known.games)).table)]
    }
}
