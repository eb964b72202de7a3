//! The score sheet as a player knows it from paper.

use super::grid::{self, ColumnLabels};
use super::notes::{notes, where_it_stands};
use super::rows;
use crate::render::layout::bold;
use crate::render::stakes;
use crate::render::{Look, Place, phrases};
use ginpad_core::game::ScoredGame;
use ginpad_core::notation::print_moment;
use ginpad_core::rules::Format;
use ginpad_core::sheet::HandTrace;
use ginpad_core::text::{fill, pack, printable, wrap};

/// The score sheet of a game: its title and rules, its hands and columns, and where it stands.
pub(crate) fn sheet(game: &ScoredGame, place: impl Into<Place>, look: Look) -> String {
    let mut text = head(game, place.into(), look);
    let traces: Vec<HandTrace> = game.traces().collect();
    for block in blocks(game) {
        text.push('\n');
        if let Some(heading) = &block.heading {
            text.push_str(heading);
            text.push('\n');
        }
        let rows = |columns: &[usize]| rows::all(game, columns, block.hands.clone(), &traces);
        text.push_str(&grid::tables(game, &block.columns, ColumnLabels::OfTheGame, &rows, look));
        if let Some(both) = block.columns.iter().find_map(|at| outscored_here(game, &block, *at)) {
            push(&mut text, &both, look);
        }
    }
    let notes = notes(game);
    if !notes.is_empty() {
        text.push('\n');
    }
    for note in notes {
        push(&mut text, &note, look);
    }
    text
}

/// The foot of a finished sheet: what the last columns came to, line by line, who won, and who pays whom.
pub(crate) fn foot(game: &ScoredGame, look: Look) -> String {
    let mut text = String::new();
    if let Some(block) = blocks(game).pop() {
        if let Some(heading) = &block.heading {
            text.push_str(&format!("{heading}\n"));
        }
        let rows = |columns: &[usize]| rows::foot(game, columns);
        text.push_str(&grid::tables(game, &block.columns, ColumnLabels::OfTheGame, &rows, look));
        text.push('\n');
    }
    for note in where_it_stands(game) {
        push(&mut text, &note, look);
    }
    text
}

/// Columns side by side, and the hands played while they were open.
pub(in crate::render) struct Block {
    heading: Option<String>,
    /// The columns, counted from 0.
    pub columns: Vec<usize>,
    /// The hands, counted from 0.
    pub hands: std::ops::Range<usize>,
}

/// Columns that are open at the same time are one block. Columns that follow each other are blocks of their own, each
/// with its hands.
pub(in crate::render) fn blocks(game: &ScoredGame) -> Vec<Block> {
    let all = game.tally.ending.map_or(game.tally.hands.len(), |ending| ending.hand + 1);
    if phrases::is_totals_only(game) {
        return vec![Block { heading: None, columns: vec![0], hands: 0..0 }];
    }
    let several = matches!(phrases::rules(game).format, Format::MultiMatch { .. } | Format::BestOf { .. });
    if !several {
        return vec![Block { heading: None, columns: (0..game.tally.columns.len()).collect(), hands: 0..all }];
    }
    let mut from = 0;
    let mut blocks = Vec::new();
    for (at, column) in game.tally.columns.iter().enumerate() {
        let to = column.close.as_ref().map_or(all, |close| close.hand + 1);
        blocks.push(Block { heading: Some(phrases::label(game, at)), columns: vec![at], hands: from..to });
        from = to;
    }
    blocks
}

/// Says so if the finisher has the lower total. In a game of one column the verdict says it.
fn outscored_here(game: &ScoredGame, block: &Block, column: usize) -> Option<String> {
    block.heading.as_ref().and_then(|_| phrases::outscored(game, column))
}

/// The number and the title of a game, in bold; nothing if it has neither.
pub(in crate::render) fn title_lines(game: &ScoredGame, number: Option<i64>, look: Look) -> String {
    let facts = &game.game;
    let title = facts.title.as_ref().map(|title| printable(title.as_str()));
    let first = match (number, title) {
        (Some(number), Some(title)) => Some(format!("Game {number} · {title}")),
        (Some(number), None) => Some(format!("Game {number}")),
        (None, title) => title,
    };
    let mut text = String::new();
    for line in first.iter().flat_map(|first| wrap(first, look.columns())) {
        text.push_str(&bold(&line, look.colour));
        text.push('\n');
    }
    text
}

fn head(game: &ScoredGame, place: Place, look: Look) -> String {
    let mut text = title_lines(game, place.number, look);
    let imported = place.imported.then(|| phrases::IMPORTED.to_string());
    let facts: Vec<String> = facts_of(game).into_iter().chain(imported).collect();
    for line in pack(&facts, " · ", look.columns(), 2) {
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// The rules of a game, when it started, what it belongs to, what it is played for, and its state.
pub(in crate::render) fn facts_of(game: &ScoredGame) -> Vec<String> {
    let facts = &game.game;
    let mut said = vec![facts.rules.to_string()];
    said.extend(facts.started.map(print_moment));
    said.extend(facts.event.as_ref().map(|event| printable(event.as_str())));
    said.extend(stakes(&facts.stakes));
    said.push(game.status().word().to_string());
    said
}

fn push(text: &mut String, line: &str, look: Look) {
    for line in fill("", &[line.to_string()], look.columns(), 2) {
        text.push_str(&line);
        text.push('\n');
    }
}
