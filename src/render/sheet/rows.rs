//! The rows of a score sheet: the hands, then the summary of each column.

use std::ops::Range;

use crate::render::answer::out_of_turn;
use crate::render::phrases::{self, is_doubled, letter};
use ginpad_core::text::printable;
use ginpad_core::{
    Adjustment, Boxes, BySide, Column, EntryAt, Format, LineTiming, Note, Points, Rules, ScoredGame, Settlement, Table,
    Upcard,
};

/// The rows of a table of a sheet.
#[derive(Debug)]
pub(crate) struct SheetRows {
    /// The hands.
    pub hands: Vec<SheetRow>,
    /// The summary of the columns.
    pub summary: Vec<SheetRow>,
}

/// One row of a table.
#[derive(Debug)]
pub(crate) struct SheetRow {
    pub label: SheetLabel,
    /// The cell in each column of the sheet.
    pub cells: Vec<SheetCell>,
    /// Whether this hand closed each column, which then has a double line below it.
    pub closes: Vec<bool>,
    /// Remarks about a hand, line by line.
    pub remarks: Vec<String>,
}

/// The content of a row in one column, if any.
pub(crate) type SheetCell = Option<BySide<SideEntry>>;

/// The beginning of a row.
#[derive(Debug)]
pub(crate) enum SheetLabel {
    /// The label of a hand: ` 3  K ♠`, or ` 3  K  7♠` with its upcard.
    Hand {
        /// The number, counted from 1.
        number: usize,
        /// The letter for the outcome, and its meaning.
        letter: [&'static str; 2],
        /// Whether a spade doubled it.
        is_doubled: bool,
        upcard: Option<Upcard>,
    },
    Words(String),
}

/// The content of a cell for one side.
#[derive(Debug, Default)]
pub(crate) struct SideEntry {
    /// The number on the left: points, or a count of boxes.
    pub points: String,
    /// The number on the right: a running or settled total.
    pub total: String,
}

impl SheetRow {
    fn words(words: impl Into<String>, cells: Vec<SheetCell>) -> SheetRow {
        SheetRow { label: SheetLabel::Words(words.into()), cells, closes: Vec::new(), remarks: Vec::new() }
    }

    /// Whether any column has an entry.
    pub(crate) fn has_entries(&self) -> bool {
        self.cells.iter().any(Option::is_some)
    }
}

impl SheetRows {
    /// These hands in these columns, and the summary of the columns. If `hands` is empty, the summary begins with the
    /// points.
    pub(crate) fn of(game: &ScoredGame, columns: &[usize], hands: Range<usize>) -> SheetRows {
        let summary = summary(game, columns, hands.is_empty());
        let row = |at| match at {
            EntryAt::Hand(at) => hands.contains(&at).then(|| hand_row(game, columns, at)),
            EntryAt::Adjustment(at) => adjustment_row(game, columns, at, &hands),
        };
        let entries = game.tally.entries().filter_map(row);
        // The foot of a sheet has only the summary.
        let spots = if hands.start > 0 && hands.is_empty() { None } else { spots(game, columns) };
        SheetRows { hands: spots.into_iter().chain(entries).collect(), summary }
    }
}

/// The points that the sides have at the start of each column.
fn spots(game: &ScoredGame, columns: &[usize]) -> Option<SheetRow> {
    let spot = || some(game.tally.spots, |points| SideEntry { total: points.clone(), points });
    spot()?;
    Some(SheetRow::words("spot", columns.iter().map(|_| spot()).collect()))
}

/// An entry for each side that has points; nothing if none has.
fn some(points: BySide<Points>, entry: fn(String) -> SideEntry) -> SheetCell {
    let entry = |points: Points| match points {
        Points::ZERO => SideEntry::default(),
        points => entry(points.to_string()),
    };
    points.has_any().then(|| points.map(entry))
}

/// An adjustment in its columns; `None` if it belongs to other hands or columns.
fn adjustment_row(game: &ScoredGame, columns: &[usize], at: usize, hands: &Range<usize>) -> Option<SheetRow> {
    let entered = &game.tally.adjustments[at];
    let Adjustment { after, side, points, .. } = entered.adjustment;
    let cell = |column: &usize| {
        let entered = entered.traces.iter().find(|trace| trace.column == *column)?;
        let entry = SideEntry { points: points.to_string(), total: entered.points[side].to_string() };
        Some(BySide::only(entered.points.size(), side, entry))
    };
    let cells: Vec<SheetCell> = columns.iter().map(cell).collect();
    let is_kept_only = entered.traces.is_empty() && columns.contains(&0);
    let is_among_hands = (hands.start..=hands.end).contains(&after);
    let is_here = is_among_hands && (is_kept_only || cells.iter().any(Option::is_some));
    let not_counted = entered.traces.is_empty().then(|| phrases::ADJUSTMENT_NOT_COUNTED.to_string());
    is_here.then(|| SheetRow {
        closes: closes(game, EntryAt::Adjustment(at), columns),
        remarks: entered.adjustment.note.as_ref().map(quoted).into_iter().chain(not_counted).collect(),
        ..SheetRow::words(format!("{}  adjust", EntryAt::Adjustment(at)), cells)
    })
}

fn hand_row(game: &ScoredGame, columns: &[usize], at: usize) -> SheetRow {
    let hand = &game.tally.hands[at];
    let cell = |column: &usize| {
        let entered = hand.traces.iter().find(|trace| trace.column == *column && trace.reason.enters())?;
        let entry = |side| {
            let win = hand.priced.win_of(side)?;
            Some(SideEntry { points: win.points.to_string(), total: entered.points[side].to_string() })
        };
        let entries = BySide::from_fn(entered.points.size(), |side| entry(side).unwrap_or_default());
        hand.priced.wins().next().map(|_| entries)
    };
    let label = SheetLabel::Hand {
        number: at + 1,
        letter: letter(hand),
        is_doubled: is_doubled(&hand.priced),
        upcard: game.game.hands.get(at).and_then(|hand| hand.logged().upcard),
    };
    SheetRow {
        label,
        cells: columns.iter().map(cell).collect(),
        closes: closes(game, EntryAt::Hand(at), columns),
        remarks: remarks_of_hand(game, at),
    }
}

/// Whether the entry closed each of these columns.
fn closes(game: &ScoredGame, at: EntryAt, columns: &[usize]) -> Vec<bool> {
    columns.iter().map(|column| game.tally.closed_by(at).any(|closed| closed == *column)).collect()
}

/// The summary of columns. Rows without an entry in any column are left out.
fn summary(game: &ScoredGame, columns: &[usize], has_points: bool) -> Vec<SheetRow> {
    if let Some(totals) = &game.game.totals {
        let net = net(game.tally.nets(), "", 1);
        return vec![SheetRow::words("total", vec![each(totals.points)]), SheetRow::words("net", vec![Some(net)])];
    }
    let rules = phrases::rules(game);
    let columns: Vec<&Column> = columns.iter().filter_map(|at| game.tally.columns.get(*at)).collect();
    let row = |label: &str, cell: &dyn Fn(&Column) -> SheetCell| {
        SheetRow::words(label, columns.iter().map(|column| cell(column)).collect())
    };
    let closed = |label: &str, cell: &dyn Fn(&Column, &Settlement) -> SheetCell| {
        row(label, &|column| cell(column, column.settlement.as_ref()?))
    };
    let for_some = |added| some(added, |total| SideEntry { total, points: String::new() });
    let has_points = has_points || rules.line_timing == LineTiming::Immediate && rules.line_bonus != Points::ZERO;
    let rows = [
        closed("points", &|_, settlement| each(settlement.hand_points).filter(|_| has_points)),
        closed("shutout", &|_, settlement| for_some(settlement.shutout_in_totals())),
        closed("game bonus", &|_, settlement| for_some(settlement.game_bonus)),
        boxes(rules, &columns),
        closed("total", &|_, settlement| each(settlement.totals())),
        closed("shutout", &|_, settlement| for_some(settlement.shutout_beside_totals())),
        closed("net", &|_, settlement| Some(net(settlement.nets(), "", 1))),
        closed("multiplied", &|column, settlement| {
            let times = Some(column.multiplier).filter(|times| *times != 1)?;
            Some(net(settlement.nets(), &format!("×{times}"), times))
        }),
        row("needs", &|column| column.needs(rules).filter(|_| game.is_open()).and_then(each)),
    ];
    rows.into_iter().filter(SheetRow::has_entries).collect()
}

/// A total for each side.
fn each(totals: BySide<Points>) -> SheetCell {
    Some(totals.map(|total| SideEntry { total: total.to_string(), points: String::new() }))
}

/// The nets, multiplied.
fn net(nets: BySide<Points>, words: &str, times: i64) -> BySide<SideEntry> {
    phrases::won(nets, |net| SideEntry { points: words.into(), total: (net * times).to_string() })
}

/// The boxes of each side, and in closed columns their points.
fn boxes(rules: &Rules, columns: &[&Column]) -> SheetRow {
    let has_boxes = rules.line_bonus != Points::ZERO
        && columns.iter().any(|column| column.boxes.iter().any(|boxes| *boxes != Boxes::ZERO));
    let cell = |column: &&Column| {
        let entry = |side| {
            let total = column.settlement.map(|settlement| settlement.line_bonus[side].to_string());
            SideEntry { points: column.boxes[side].to_string(), total: total.unwrap_or_default() }
        };
        has_boxes.then(|| BySide::from_fn(column.boxes.size(), entry))
    };
    SheetRow::words(format!("boxes × {}", rules.line_bonus), columns.iter().map(cell).collect())
}

/// The lines about a hand: each result, if the hand has several or a team must say who played; then the note.
fn remarks_of_hand(game: &ScoredGame, hand: usize) -> Vec<String> {
    let awards = game.tally.hands[hand].priced.awards.as_slice();
    let has_results = awards.len() > 1 || phrases::rules(game).table == Table::Captain;
    let results = if has_results { awards } else { &[] };
    let note = game.game.hands.get(hand).and_then(|hand| hand.logged().note.as_ref()).map(quoted);
    results.iter().map(|award| phrases::result(game, award)).chain(out_of_turn(game, hand)).chain(note).collect()
}

fn quoted(note: &Note) -> String {
    format!("“{}”", printable(note.as_str()))
}

/// Columns side by side, and the hands played while they were open.
pub(crate) struct Block {
    /// The heading above the block.
    pub heading: Option<String>,
    /// The indexes of the columns, from 0.
    pub columns: Vec<usize>,
    /// The indexes of the hands, from 0.
    pub hands: std::ops::Range<usize>,
}

/// The number of columns side by side, if as few tables as possible share them evenly.
pub(crate) fn abreast(columns: usize, most: usize) -> usize {
    columns.div_ceil(columns.div_ceil(most.max(1)).max(1)).max(1)
}

/// The label of a column with its multiplier.
pub(crate) fn column_label(game: &ScoredGame, column: usize) -> String {
    match game.tally.columns.get(column).map(|column| column.multiplier) {
        Some(times) if times != 1 => format!("{} × {times}", phrases::label(game, column)),
        _ => phrases::label(game, column),
    }
}

/// Splits the columns into blocks. Columns open at the same time form one block. Columns that follow each other are
/// separate blocks, each with its hands.
pub(crate) fn blocks(game: &ScoredGame) -> Vec<Block> {
    let all = game.tally.hands.len();
    if game.game.totals.is_some() {
        return vec![Block { heading: None, columns: vec![0], hands: 0..0 }];
    }
    let several = matches!(phrases::rules(game).format, Format::MultiMatch | Format::BestOf);
    if !several {
        return vec![Block { heading: None, columns: (0..game.tally.columns.len()).collect(), hands: 0..all }];
    }
    let mut from = 0;
    let mut blocks = Vec::new();
    for (at, column) in game.tally.columns.iter().enumerate() {
        // Hands beyond the end follow in the last block.
        let closed = column.close.as_ref().filter(|_| at + 1 < game.tally.columns.len());
        let to = closed.map_or(all, |close| game.hands_until(close.by));
        blocks.push(Block { heading: Some(phrases::label(game, at)), columns: vec![at], hands: from..to });
        from = to;
    }
    blocks
}
