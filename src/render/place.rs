//! A game with its place in a book or file, and other facts that a sheet shows.

use std::rc::Rc;

use ginpad_core::game::ScoredGame;

use super::odds::GameOdds;

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
