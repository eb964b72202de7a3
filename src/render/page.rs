//! Pages: one self-contained HTML document, with its style and its charts inside and no script.
//!
//! These structures hold the content of a page; the templates in `templates/` mark it up and escape all text that
//! people typed.

use std::collections::BTreeSet;

use askama::Template;

use crate::render::board::BoardContent;
use crate::render::chart::{Chart, races};
use crate::render::phrases::{self, letter};
use crate::render::sheet::{SheetLabel, SheetRows, abreast, blocks, column_label, facts_of, notes};
use crate::render::styles::{class, html};
use crate::render::{Place, PlacedGame, answer};
use ginpad_core::game::ScoredGame;
use ginpad_core::sheet::EnteredHand;
use ginpad_core::side::Side;
use ginpad_core::text::printable;

#[derive(Template)]
#[template(path = "game.html")]
struct GameOnPage {
    /// The heading of the game, if the page holds several.
    heading: Option<String>,
    facts: Vec<String>,
    names: Vec<String>,
    board: BoardContent,
    notes: Vec<String>,
    tables: Vec<SheetTable>,
    legend: BTreeSet<String>,
    /// The charts, as HTML.
    races: Vec<String>,
    hands: Vec<HandLine>,
}

/// A game as HTML, with a heading if the page holds several.
pub(crate) fn game_html(game: &PlacedGame, is_one_of_several: bool) -> Option<String> {
    let scored = &game.scored;
    let page = GameOnPage {
        heading: is_one_of_several.then(|| game_heading(scored)),
        facts: game_facts(game),
        board: BoardContent::of(scored, Place::default(), None),
        notes: notes(scored),
        tables: tables(scored),
        legend: legend(scored),
        races: races(scored).iter().filter_map(Chart::on_page).collect(),
        hands: lines(scored),
        names: scored.game.players.order().map(|side| phrases::name(scored, side)).collect(),
    };
    page.render().ok()
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

/// A hand in words.
pub(super) struct HandLine {
    /// The number, from 1.
    pub number: usize,
    /// The hand as understood, with its points.
    pub words: String,
    /// Other facts logged with the hand, and why it does not count if it does not: as HTML.
    pub remarks: Vec<String>,
    /// The class of the winning side, for its colour.
    pub class: &'static str,
}

/// Every hand of a game in words.
pub(super) fn lines(game: &ScoredGame) -> Vec<HandLine> {
    let line = |(at, entered): (usize, &EnteredHand)| {
        let mut remarks = answer::remarks_of(game, at);
        remarks.extend(phrases::why_not_counted(entered));
        HandLine {
            number: at + 1,
            words: answer::reading(game, at, entered),
            remarks: remarks.iter().map(|remark| html(remark)).collect(),
            class: entered.priced.winner.filter(|_| entered.is_counted()).map_or("", class),
        }
    };
    game.tally.hands.iter().enumerate().map(line).collect()
}

/// The meanings of the letters that are on the sheet: `K knock`.
pub(super) fn legend(game: &ScoredGame) -> BTreeSet<String> {
    game.tally.hands.iter().map(|hand| letter(hand).join(" ")).collect()
}

/// The most columns side by side in one table; more columns are split into several tables.
const ABREAST: usize = 3;

/// A table of the sheet.
pub(super) struct SheetTable {
    /// The caption of the table.
    pub caption: String,
    /// The labels of the columns, if the game has several.
    pub columns: Vec<String>,
    /// The number of columns.
    pub abreast: usize,
    pub rows: SheetRows,
}

/// The tables of a game.
pub(super) fn tables(game: &ScoredGame) -> Vec<SheetTable> {
    let mut tables = Vec::new();
    for block in blocks(game) {
        for columns in block.columns.chunks(abreast(block.columns.len(), ABREAST)) {
            tables.push(table(game, columns, SheetRows::of(game, columns, block.hands.clone())));
        }
    }
    tables
}

fn table(game: &ScoredGame, columns: &[usize], rows: SheetRows) -> SheetTable {
    let labels: Vec<String> = columns.iter().map(|column| column_label(game, *column)).collect();
    let caption = match () {
        () if game.game.totals.is_some() => "Totals".into(),
        () if columns.len() == game.tally.columns.len() => "Running totals, hand by hand".into(),
        () => labels.join(", "),
    };
    let abreast = columns.len();
    let columns = if abreast > 1 { labels } else { Vec::new() };
    SheetTable { caption, columns, abreast, rows }
}
