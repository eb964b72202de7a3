//! The board at the head of a page: the names of the sides, and the numbers that decide the game.

use ginpad_core::game::ScoredGame;
use ginpad_core::points::Points;
use ginpad_core::rules::Format;
use ginpad_core::side::{BySide, Side};

use crate::render::phrases;

/// The board.
pub(super) struct Board {
    /// What the numbers are.
    pub what: String,
    /// The two sides.
    pub sides: [BoardSide; 2],
}

/// One side of the board.
pub(super) struct BoardSide {
    /// Which side.
    pub side: Side,
    /// Its name.
    pub name: String,
    /// Its number.
    pub number: String,
    /// That it won or leads.
    pub mark: Option<String>,
    /// What else is to be said of it: that it deals or needs points.
    pub remarks: Vec<String>,
}

impl Board {
    /// The board of a game.
    pub(super) fn of(game: &ScoredGame) -> Board {
        let (what, numbers) = numbers(game);
        let side = |side: Side| BoardSide {
            side,
            name: phrases::name(game, side),
            number: numbers[side].to_string(),
            mark: mark(game, side, numbers),
            remarks: remarks(game, side),
        };
        Board { what, sides: Side::BOTH.map(side) }
    }
}

/// The numbers by which the game is followed, and what they are.
fn numbers(game: &ScoredGame) -> (String, BySide<Points>) {
    let settled = game.tally.settled().count() > 0;
    let points = |at: usize| game.tally.columns.get(at).map_or(BySide::default(), |column| column.points);
    match phrases::rules(game).format {
        _ if game.game.totals.is_some() => ("total".into(), game.tally.game_score),
        Format::Single if !settled && game.tally.ending.is_none() => ("points".into(), points(0)),
        Format::Single => ("total".into(), game.tally.game_score),
        Format::BestOf { .. } if settled => ("matches".into(), phrases::finished(game)),
        _ if !settled && game.tally.ending.is_none() => {
            (format!("points in {}", phrases::column_name(game, 0)), points(0))
        }
        _ => ("game score".into(), game.tally.game_score),
    }
}

fn mark(game: &ScoredGame, side: Side, numbers: BySide<Points>) -> Option<String> {
    if game.winner() == Some(side) {
        Some("won".into())
    } else {
        (phrases::is_open(game) && phrases::ahead(numbers) == Some(side)).then(|| "leads".into())
    }
}

fn remarks(game: &ScoredGame, side: Side) -> Vec<String> {
    let mut remarks = Vec::new();
    let settled = game.tally.settled().count() > 0;
    let needs = match phrases::rules(game).format {
        _ if !phrases::is_open(game) => None,
        Format::Single => game.tally.columns.first().and_then(|column| column.needs(phrases::rules(game))),
        _ if settled => phrases::needs_for_the_game(game),
        _ => None,
    };
    remarks.extend(needs.map(|needs| format!("needs {}", needs[side])));
    if game.dealer() == Some(side) {
        remarks.push("deals next".to_string());
    }
    remarks
}
