//! The tables of a page: the sheet as paper has it.

use ginpad_core::game::ScoredGame;
use ginpad_core::sheet::HandTrace;
use ginpad_core::side::Side;

use crate::render::phrases;
use crate::render::sheet::{SheetRow, Tone, blocks, sheet_rows};

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
    /// The hands, with lines that close columns among them.
    pub hands: Vec<SheetRow>,
    /// What the columns come to.
    pub summary: Vec<SheetRow>,
    /// What is to be said below it.
    pub note: Option<String>,
}

/// The tables of a game.
pub(super) fn tables(game: &ScoredGame) -> Vec<SheetTable> {
    let traces: Vec<HandTrace> = game.traces().collect();
    let mut tables = Vec::new();
    for block in blocks(game) {
        for columns in abreast(&block.columns) {
            tables.push(table(game, columns, sheet_rows(game, columns, block.hands.clone(), &traces)));
        }
    }
    tables
}

/// Columns in groups of nearly the same size, none larger than fits.
fn abreast(columns: &[usize]) -> impl Iterator<Item = &[usize]> {
    let groups = columns.len().div_ceil(ABREAST).max(1);
    columns.chunks(columns.len().div_ceil(groups).max(1))
}

fn table(game: &ScoredGame, columns: &[usize], mut hands: Vec<SheetRow>) -> SheetTable {
    let ruled = hands.iter().position(SheetRow::is_ruled);
    let summary = ruled.map_or_else(Vec::new, |at| hands.drain(at..).skip(1).collect());
    let label = |column: &usize| match game.tally.columns.get(*column).map(|column| column.multiplier) {
        Some(times) if times != 1 => format!("{} × {times}", phrases::label(game, *column)),
        _ => phrases::label(game, *column),
    };
    let labels: Vec<String> = columns.iter().map(label).collect();
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
    SheetTable { caption, columns, abreast, hands, summary, note }
}

/// The class of what belongs to a side.
pub(in crate::render) const fn class(side: Side) -> &'static str {
    match side {
        Side::First => "a",
        Side::Second => "b",
    }
}

/// The class of an entry that stands out.
pub(super) const fn tone(tone: Tone) -> &'static str {
    match tone {
        Tone::Normal => "",
        Tone::Winning => "win",
        Tone::Settled => "settled",
    }
}
