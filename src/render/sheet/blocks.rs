//! Which columns of a sheet stand side by side, with which hands.

use crate::render::phrases;
use ginpad_core::game::ScoredGame;
use ginpad_core::rules::Format;

/// Columns side by side, and the hands played while they were open.
pub(in crate::render) struct Block {
    /// What is written above it.
    pub heading: Option<String>,
    /// The columns, counted from 0.
    pub columns: Vec<usize>,
    /// The hands, counted from 0.
    pub hands: std::ops::Range<usize>,
}

/// How many columns stand side by side, if they are divided evenly among as few tables as they need.
pub(in crate::render) fn abreast(columns: usize, most: usize) -> usize {
    columns.div_ceil(columns.div_ceil(most.max(1)).max(1)).max(1)
}

/// The label of a column with its multiplier.
pub(in crate::render) fn column_label(game: &ScoredGame, column: usize) -> String {
    match game.tally.columns.get(column).map(|column| column.multiplier) {
        Some(times) if times != 1 => format!("{} × {times}", phrases::label(game, column)),
        _ => phrases::label(game, column),
    }
}

/// Columns that are open at the same time are one block. Columns that follow each other are blocks of their own, each
/// with its hands.
pub(in crate::render) fn blocks(game: &ScoredGame) -> Vec<Block> {
    let all = game.ended_after().unwrap_or(game.tally.hands.len());
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
        let to = column.close.as_ref().map_or(all, |close| game.hands_until(close.by));
        blocks.push(Block { heading: Some(phrases::label(game, at)), columns: vec![at], hands: from..to });
        from = to;
    }
    blocks
}
