//! The board at the head of a page: the names of the sides, and the numbers that decide the game.

use askama::Template;
use ginpad_core::game::ScoredGame;
use ginpad_core::side::Side;

use crate::answer::Draw;
use crate::answer::look::Look;
use crate::render::board::Content;
use crate::render::{Place, phrases};

/// The board.
#[derive(Debug)]
pub(crate) struct Board {
    /// What the numbers are.
    pub what: String,
    /// The two sides.
    pub sides: [BoardSide; 2],
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
    /// That it is first: it won or leads.
    pub first: Option<String>,
    /// What else is to be said of it: that it deals or needs points.
    pub remarks: Vec<String>,
}

#[derive(Template)]
#[template(path = "board.html")]
struct BoardOnPage<'a> {
    board: &'a Board,
}

/// A board for pages only.
impl Draw for Board {
    fn text(&self, _: Look) -> String {
        String::new()
    }

    fn html(&self) -> Option<String> {
        BoardOnPage { board: self }.render().ok()
    }
}

impl Board {
    /// The board of a game: what stands on that of a terminal, whose deal it is, and who leads.
    pub(super) fn of(game: &ScoredGame) -> Board {
        let content = Content::of(game, Place::default(), None);
        let numbers = content.focus.numbers;
        let side = |side: Side| {
            let leads = phrases::is_open(game) && phrases::ahead(numbers) == Some(side);
            let deals = (game.dealer() == Some(side)).then(|| "deals next".to_string());
            BoardSide {
                side,
                name: phrases::name(game, side),
                number: numbers[side].to_string(),
                first: leads.then(|| "leads".to_string()),
                remarks: content.remark[side].iter().cloned().chain(deals).collect(),
            }
        };
        Board { what: content.focus.what.clone().unwrap_or_else(|| "points".into()), sides: Side::BOTH.map(side) }
    }
}
