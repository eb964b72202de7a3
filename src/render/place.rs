//! A game as it is shown: where it is kept, and what is shown of it besides its score.

use std::rc::Rc;

use ginpad_core::game::ScoredGame;
use ginpad_core::odds::{NoOdds, Odds};

use super::odds::GameOdds;

/// The place of a game: in the book, or in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Place {
    /// Its number in the book; none in a file.
    pub number: Option<i64>,
    /// Whether the book has it from a file, and not from the table.
    pub imported: bool,
}

/// A game for a score sheet.
#[derive(Debug, Clone)]
pub(crate) struct PlacedGame {
    /// The game.
    pub scored: Rc<ScoredGame>,
    /// Where it is kept.
    pub place: Place,
    /// When it started, as local clocks show it.
    pub started: Option<String>,
    /// Each side's chance to win, if that is asked for.
    pub odds: Option<Result<Odds, NoOdds>>,
}

impl PlacedGame {
    /// The game with its odds, if they are asked for.
    pub(crate) fn odds(&self) -> Option<GameOdds> {
        self.odds.map(|odds| GameOdds::new(self.place.number, &self.scored, odds))
    }
}
