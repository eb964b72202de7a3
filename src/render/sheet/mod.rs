//! The score sheet, as a player knows it from paper.

mod rows;
#[cfg(test)]
mod tests;
mod text;
#[cfg(test)]
mod totals_tests;

pub(super) use rows::{SheetLabel, SheetRows, abreast, blocks, column_label};
pub(crate) use text::text;
pub(super) use text::{facts_of, foot, notes};

use std::rc::Rc;

use super::odds::GameOdds;
use ginpad_core::ScoredGame;

/// The place of a game: in the book, or in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Place {
    /// The number in the book; `None` in a file.
    pub number: Option<i64>,
    /// Whether the book has the game from a file, and not from the table.
    pub imported: bool,
}

/// A game for a score sheet.
#[derive(Debug, Clone)]
pub(crate) struct PlacedGame {
    /// The game.
    pub scored: Rc<ScoredGame>,
    /// The place of the game.
    pub place: Place,
    /// The start of the game by local clocks.
    pub started: Option<String>,
    /// Each side's chance to win, if requested.
    pub odds: Option<GameOdds>,
}
