//! A game on a page: the board, the sheet, the race, and what each hand was.

use std::collections::BTreeSet;

use askama::Template;
use ginpad_core::game::ScoredGame;
use ginpad_core::side::Side;
use ginpad_core::text::printable;

use super::board::Board;
use super::hands::{self, HandLine};
use super::table::{self, SheetTable};
use crate::answer::Draw;
use crate::render::chart::races;
use crate::render::sheet::{SheetLabel, facts_of, notes};
use crate::render::styles::class;
use crate::render::{PlacedGame, phrases};

#[derive(Template)]
#[template(path = "game.html")]
struct GameOnPage {
    /// Its heading, if it is one of several.
    heading: Option<String>,
    facts: Vec<String>,
    names: Vec<String>,
    board: Board,
    notes: Vec<String>,
    tables: Vec<SheetTable>,
    legend: BTreeSet<String>,
    /// The charts, as HTML.
    races: Vec<String>,
    hands: Vec<HandLine>,
}

/// A game as HTML, with a heading if it is one of several.
pub(crate) fn game_html(game: &PlacedGame, is_one_of_several: bool) -> Option<String> {
    let scored = &game.scored;
    let page = GameOnPage {
        heading: is_one_of_several.then(|| game_heading(scored)),
        facts: game_facts(game),
        board: Board::of(scored),
        notes: notes(scored),
        tables: table::tables(scored),
        legend: hands::legend(scored),
        races: races(scored).iter().filter_map(Draw::html).collect(),
        hands: hands::lines(scored),
        names: names(scored),
    };
    page.render().ok()
}

/// The title of a game; without one, who plays.
pub(crate) fn game_heading(game: &ScoredGame) -> String {
    let title = game.game.title.as_ref().map(|title| printable(title.as_str()));
    title.unwrap_or_else(|| names(game).join(" – "))
}

fn names(game: &ScoredGame) -> Vec<String> {
    game.game.players.order().map(|side| phrases::name(game, side)).collect()
}

/// What a page says of a game at its head.
pub(crate) fn game_facts(game: &PlacedGame) -> Vec<String> {
    let number = game.place.number.map(|number| format!("Game {number}"));
    number.into_iter().chain(facts_of(game)).collect()
}
