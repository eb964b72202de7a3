//! The board at the head of a page: the names of the sides, and the numbers that decide the game.

use askama::Template;
use ginpad_core::game::ScoredGame;
use ginpad_core::side::Side;

use crate::render::board::Content;
use crate::render::styles::class;
use crate::render::{Place, phrases};

/// The board.
#[derive(Debug, Template)]
#[template(path = "board.html")]
pub(crate) struct Board {
    /// What the numbers are.
    pub what: String,
    /// The sides.
    pub sides: Vec<BoardSide>,
}

/// One side of the board.
#[derive(Debug)]
pub(crate) struct BoardSide {
    /// Which side.
    pub side: Side,
    /// Its name.
    pub name: String,
    /// Its number.
    pub number: String,
    /// What is to be said of it: that it leads, needs points or deals.
    pub remarks: Vec<String>,
}

impl Board {
    /// The board of a game: what stands on that of a terminal, whose deal it is, and who leads.
    pub(super) fn of(game: &ScoredGame) -> Board {
        let content = Content::of(game, Place::default(), None);
        let numbers = content.numbers;
        let deals = |side| (game.dealer() == Some(side)).then_some("deals next");
        let side = |side: Side| {
            let leads = phrases::is_open(game) && phrases::ahead(numbers) == Some(side);
            let words = [leads.then_some("leads"), Some(content.remark[side].as_str()), deals(side)];
            let words = words.into_iter().flatten().filter(|words| !words.is_empty());
            BoardSide {
                side,
                name: phrases::name(game, side),
                number: numbers[side].to_string(),
                remarks: words.map(String::from).collect(),
            }
        };
        Board {
            what: content.what.clone().unwrap_or_else(|| "points".into()),
            sides: numbers.order().map(side).collect(),
        }
    }
}
