//! The tables of a page: the sheet as paper has it.

use ginpad_core::game::ScoredGame;

use crate::render::phrases;
use crate::render::sheet::{SheetRows, abreast, blocks, column_label};

/// The most columns side by side in one table; more of them are several tables.
const ABREAST: usize = 3;

/// A table of the sheet.
pub(super) struct SheetTable {
    /// What it is a table of.
    pub caption: String,
    /// The labels of its columns, if there are several.
    pub columns: Vec<String>,
    /// How many columns it has.
    pub abreast: usize,
    /// Its rows.
    pub rows: SheetRows,
    /// What is to be said below it.
    pub note: Option<String>,
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
    let note = match columns {
        [only] if game.tally.columns.len() > 1 => phrases::outscored(game, *only),
        _ => None,
    };
    let caption = match () {
        () if phrases::is_totals_only(game) => "Totals".into(),
        () if columns.len() == game.tally.columns.len() => "Running totals, hand by hand".into(),
        () => labels.join(", "),
    };
    let abreast = columns.len();
    let columns = if abreast > 1 { labels } else { Vec::new() };
    SheetTable { caption, columns, abreast, rows, note }
}
