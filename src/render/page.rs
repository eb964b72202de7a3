//! Pages: one self-contained HTML document, with its style and its charts inside and no script.
//!
//! These structures hold the content of a page; the templates in `templates/` mark it up and escape all text that
//! people typed.

use std::collections::BTreeSet;

use askama::Template;

use crate::render::board::BoardContent;
use crate::render::chart::races;
use crate::render::phrases::{self, letter};
use crate::render::sheet::{SheetLabel, SheetRows, abreast, blocks, column_label, facts_of, notes};
use crate::render::styles::{class, html};
use crate::render::{Place, PlacedGame, answer};
use ginpad_core::text::printable;
use ginpad_core::{EnteredHand, ScoredGame, Side};

#[derive(Template)]
#[template(path = "game.html")]
struct GameOnPage<'a> {
    game: &'a PlacedGame,
    scored: &'a ScoredGame,
    names: Vec<String>,
    is_one_of_several: bool,
}

/// A game as HTML, with a heading if the page holds several.
pub(crate) fn game_html(game: &PlacedGame, is_one_of_several: bool) -> Option<String> {
    let scored = &game.scored;
    let names = scored.game.players.order().map(|side| phrases::name(scored, side)).collect();
    GameOnPage { game, scored, names, is_one_of_several }.render().ok()
}

/// The title of a game; without one, the names of its sides.
pub(crate) fn game_heading(game: &ScoredGame) -> String {
    let title = game.game.title.as_ref().map(|title| printable(title.as_str()));
    title.unwrap_or_else(|| printable(&answer::sides(&game.game.players)))
}

/// The facts about a game at the head of its page.
pub(crate) fn game_facts(game: &PlacedGame) -> Vec<String> {
    let number = game.place.number.map(|number| format!("Game {number}"));
    number.into_iter().chain(facts_of(game)).collect()
}

/// Other facts logged with a hand, and why it does not count if it does not: as HTML.
fn remarks(game: &ScoredGame, at: usize, hand: &EnteredHand) -> Vec<String> {
    let remarks = answer::remarks_of(game, at).into_iter().chain(phrases::why_not_counted(hand));
    remarks.map(|remark| html(&remark)).collect()
}

/// The class of the side that won a hand, for its colour.
fn winner_class(hand: &EnteredHand) -> &'static str {
    hand.priced.winner.filter(|_| hand.is_counted()).map_or("", class)
}

/// The meanings of the letters that are on the sheet: `K knock`.
fn legend(game: &ScoredGame) -> BTreeSet<String> {
    game.tally.hands.iter().map(|hand| letter(hand).join(" ")).collect()
}

/// The most columns side by side in one table; more columns are split into several tables.
const ABREAST: usize = 3;

/// A table of the sheet.
struct SheetTable {
    /// The caption of the table.
    caption: String,
    /// The labels of the columns.
    columns: Vec<String>,
    rows: SheetRows,
}

/// The tables of a game.
fn tables(game: &ScoredGame) -> Vec<SheetTable> {
    let mut tables = Vec::new();
    for block in blocks(game) {
        for indexes in block.columns.chunks(abreast(block.columns.len(), ABREAST)) {
            let columns: Vec<String> = indexes.iter().map(|column| column_label(game, *column)).collect();
            let caption = match () {
                () if game.game.totals.is_some() => "Totals".into(),
                () if columns.len() == game.tally.columns.len() => "Running totals, hand by hand".into(),
                () => columns.join(", "),
            };
            tables.push(SheetTable { caption, columns, rows: SheetRows::of(game, indexes, block.hands.clone()) });
        }
    }
    tables
}
