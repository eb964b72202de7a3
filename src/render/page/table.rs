//! The tables of a page: the sheet as paper has it.

use ginpad_core::game::ScoredGame;
use ginpad_core::sheet::HandTrace;
use ginpad_core::side::Side;

use super::hands;
use crate::render::layout::side_headings;
use crate::render::phrases::{self, is_doubled, mark};
use crate::render::sheet::{SheetCell, SheetLabel, SheetRow, SheetRowKind, SideEntry, Tone, blocks, sheet_rows};

/// The most columns side by side in one table; more of them are several tables.
const ABREAST: usize = 3;

/// A table of the sheet.
pub(super) struct SheetTable {
    /// What it is a table of.
    pub caption: String,
    /// The labels of its columns, if there are several.
    pub columns: Vec<String>,
    /// The names of the sides, once for each column.
    pub heads: Vec<Head>,
    /// The hands.
    pub hands: Vec<Row>,
    /// What the columns come to.
    pub summary: Vec<Row>,
    /// What is to be said below it.
    pub note: Option<String>,
}

/// The name of a side over its numbers.
pub(super) struct Head {
    /// Its class.
    pub class: String,
    /// The name.
    pub name: String,
    /// The name, cut to the width of a column.
    pub short: String,
    /// The name, cut to the width of a column on a telephone, if that is less.
    pub tight: Option<String>,
}

/// A row.
pub(super) struct Row {
    /// What it is.
    pub label: RowLabel,
    /// Two cells for each column.
    pub cells: Vec<Cell>,
}

/// What a row is.
pub(super) enum RowLabel {
    /// A hand.
    Hand(HandLabel),
    /// A step of the settlement.
    Words(String),
}

/// The hand of a row.
pub(super) struct HandLabel {
    /// Its number, from 1.
    pub number: usize,
    /// Its letter.
    pub mark: &'static str,
    /// What the letter means.
    pub word: &'static str,
    /// Whether a spade doubled it.
    pub doubled: bool,
}

/// What a side has in a row.
#[derive(Default)]
pub(super) struct Cell {
    /// Its class.
    pub class: String,
    /// The number on the left.
    pub points: String,
    /// The number on the right.
    pub total: String,
}

/// The tables of a game.
pub(super) fn tables(game: &ScoredGame) -> Vec<SheetTable> {
    let traces: Vec<HandTrace> = game.traces().collect();
    let blocks = blocks(game);
    let mut tables = Vec::new();
    for block in &blocks {
        for columns in abreast(&block.columns) {
            let rows = sheet_rows(game, columns, block.hands.clone(), &traces);
            tables.push(table(game, columns, block.hands.start, rows));
        }
    }
    tables
}

/// Columns in groups of nearly the same size, none larger than fits.
fn abreast(columns: &[usize]) -> impl Iterator<Item = &[usize]> {
    let groups = columns.len().div_ceil(ABREAST).max(1);
    columns.chunks(columns.len().div_ceil(groups).max(1))
}

fn table(game: &ScoredGame, columns: &[usize], first: usize, rows: Vec<SheetRow>) -> SheetTable {
    let several = game.tally.columns.len() > 1;
    let (hands, summary) = made(game, rows, first);
    let label = |column: &usize| match game.tally.columns.get(*column).map(|column| column.multiplier) {
        Some(times) if times != 1 => format!("{} × {times}", phrases::label(game, *column)),
        _ => phrases::label(game, *column),
    };
    let labels: Vec<String> = columns.iter().map(label).collect();
    let note = match columns {
        [only] if several => phrases::outscored(game, *only),
        _ => None,
    };
    let all = columns.len() == game.tally.columns.len();
    let caption = match () {
        () if phrases::is_totals_only(game) => "Totals".into(),
        () if all => "Running totals, hand by hand".into(),
        () => labels.join(", "),
    };
    let columns = if columns.len() > 1 { labels } else { Vec::new() };
    SheetTable { caption, heads: heads(game, columns.len().max(1)), columns, hands, summary, note }
}

fn heads(game: &ScoredGame, columns: usize) -> Vec<Head> {
    let short = side_headings(game, if columns > 1 { 8 } else { 14 });
    let tight = (columns > 1).then(|| side_headings(game, 4));
    let heads = (0..columns).flat_map(|_| Side::BOTH).map(|side| Head {
        class: class(side).into(),
        name: phrases::name(game, side),
        short: short[side].join("\n"),
        tight: tight.as_ref().map(|tight| tight[side].join("\n")).filter(|tight| *tight != short[side].join("\n")),
    });
    heads.collect()
}

/// The rows of the hands, then those of the settlement. A line that closes a column is the lower edge of the row above.
fn made(game: &ScoredGame, rows: Vec<SheetRow>, first: usize) -> (Vec<Row>, Vec<Row>) {
    let mut hands: Vec<Row> = Vec::new();
    let mut summary: Vec<Row> = Vec::new();
    let mut number = first;
    for row in rows {
        if row.cells.iter().any(|cell| matches!(cell, SheetCell::Closed)) {
            let closed = row.cells.iter().map(|cell| matches!(cell, SheetCell::Closed)).flat_map(|closed| [closed; 2]);
            let above = hands.last_mut().into_iter().flat_map(|above| &mut above.cells);
            above.zip(closed).filter(|(_, closed)| *closed).for_each(|(cell, _)| cell.class.push_str(" closed"));
            continue;
        }
        if row.is_ruled() {
            continue;
        }
        let cells = cells(&row);
        match row.kind {
            SheetRowKind::Hand(_) => {
                hands.extend(game.tally.hands.get(number).map(|hand| Row {
                    label: RowLabel::Hand(HandLabel {
                        number: number + 1,
                        mark: mark(hand),
                        word: hands::word(mark(hand)),
                        doubled: is_doubled(&hand.priced),
                    }),
                    cells,
                }));
                number += 1;
            }
            SheetRowKind::Boxes(_) | SheetRowKind::Other => {
                let label = match row.label {
                    SheetLabel::Words { full, .. } => full.into_owned(),
                    SheetLabel::Hand(_) => String::new(),
                };
                summary.push(Row { label: RowLabel::Words(label), cells });
            }
        }
    }
    (hands, summary)
}

fn cells(row: &SheetRow) -> Vec<Cell> {
    let cell = |side: Side, entry: Option<&SideEntry>| {
        let entry = entry.cloned().unwrap_or_default();
        let tone = match entry.tone {
            Tone::Normal => "",
            Tone::Winning => " win",
            Tone::Settled => " settled",
        };
        Cell {
            class: format!("{}{tone}", class(side)),
            points: entry.points.to_string(),
            total: entry.total.to_string(),
        }
    };
    let both = |sides: &SheetCell| match sides {
        SheetCell::Sides(entries) => Side::BOTH.map(|side| cell(side, Some(&entries[side]))),
        SheetCell::Blank | SheetCell::Closed | SheetCell::Ruled => Side::BOTH.map(|side| cell(side, None)),
    };
    row.cells.iter().flat_map(both).collect()
}

/// The class of what belongs to a side.
pub(super) const fn class(side: Side) -> &'static str {
    match side {
        Side::First => "a",
        Side::Second => "b",
    }
}
