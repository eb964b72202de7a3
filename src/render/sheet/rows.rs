//! The rows of a score sheet: the hands, then what each column comes to.

use std::ops::Range;

use super::remarks;
use crate::render::phrases::{self, is_doubled, mark};
use ginpad_core::game::ScoredGame;
use ginpad_core::points::Points;
use ginpad_core::rules::LineTiming;
use ginpad_core::sheet::{Close, Column, HandTrace};
use ginpad_core::side::{BySide, Side};
use ginpad_core::text::width;

/// One row of a table.
#[derive(Clone)]
pub(in crate::render) struct SheetRow {
    /// Its label.
    pub label: String,
    /// The label for narrow tables.
    pub short: String,
    /// What a compact table needs to know about it.
    pub kind: SheetRowKind,
    /// One cell for each column of the sheet.
    pub cells: Vec<SheetCell>,
    /// The upcard of a hand.
    pub upcard: Option<String>,
    /// What else is to be said about a hand, line by line.
    pub remarks: Vec<String>,
}

/// The kind of a row.
#[derive(Clone, PartialEq, Eq)]
pub(in crate::render) enum SheetRowKind {
    /// A hand, with its points if somebody won it.
    Hand(String),
    /// The boxes, with the points for each.
    Boxes(Points),
    /// Any other.
    Other,
}

/// What a row has in one column.
#[derive(Clone)]
pub(in crate::render) enum SheetCell {
    /// Nothing.
    Blank,
    /// The double line under a column that closed.
    Closed,
    /// The line above what the columns come to.
    Ruled,
    /// Something for the sides.
    Sides(BySide<SideEntry>),
}

/// What one side has in a cell.
#[derive(Clone, Default)]
pub(in crate::render) struct SideEntry {
    /// The number on the left: points, or a count of boxes.
    pub points: String,
    /// The number on the right: a running or settled total.
    pub total: String,
    /// Its tone.
    pub tone: Tone,
}

/// How an entry stands out in a styled table.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::render) enum Tone {
    /// Not at all.
    #[default]
    Normal,
    /// The total that closed a column.
    Winning,
    /// It is in a closed column while others are open.
    Settled,
}

impl SideEntry {
    fn is_empty(&self) -> bool {
        self.points.is_empty() && self.total.is_empty()
    }
}

impl SheetRow {
    /// A row that is neither a hand nor the boxes.
    pub(in crate::render) fn new(label: &str, short: &str, cells: Vec<SheetCell>) -> SheetRow {
        let (label, short) = (label.to_string(), short.to_string());
        SheetRow { label, short, kind: SheetRowKind::Other, cells, upcard: None, remarks: Vec::new() }
    }

    /// Whether it is the line above what the columns come to.
    pub(in crate::render) fn is_ruled(&self) -> bool {
        self.cells.iter().any(|cell| matches!(cell, SheetCell::Ruled))
    }

    /// The heading over the upcards in the labels of hands, right above them.
    pub(super) fn heading(&self, label: &str) -> Option<String> {
        let card = label.find(self.upcard.as_ref()?)?;
        Some(" ".repeat(width(&label[..card])) + "up")
    }

    /// The number of a hand, as its label has it.
    pub(super) fn number(&self) -> Option<&str> {
        self.short.split_whitespace().next().filter(|_| matches!(self.kind, SheetRowKind::Hand(_)))
    }

    /// Whether it is empty in every column.
    pub(super) fn is_blank(&self) -> bool {
        self.cells.iter().all(|cell| matches!(cell, SheetCell::Blank))
    }
}

impl SheetCell {
    /// The cell with its entries changed; blank if they became empty.
    fn map(self, change: impl Fn(SideEntry) -> SideEntry) -> SheetCell {
        let SheetCell::Sides(sides) = self else { return self };
        let sides = sides.map(change);
        if sides.iter().all(SideEntry::is_empty) { SheetCell::Blank } else { SheetCell::Sides(sides) }
    }

    fn of(make: impl FnMut(Side) -> SideEntry) -> SheetCell {
        SheetCell::Sides(BySide::from_fn(make))
    }

    /// A total for each side.
    pub(in crate::render) fn totals(totals: BySide<Points>) -> SheetCell {
        SheetCell::of(|side| SideEntry { total: totals[side].to_string(), ..SideEntry::default() })
    }

    /// A total for one side only.
    pub(in crate::render) fn one(side: Side, points: &str, total: Points) -> SheetCell {
        let entry = SideEntry { points: points.to_string(), total: total.to_string(), tone: Tone::Normal };
        SheetCell::Sides(BySide::of(side, entry, SideEntry::default()))
    }
}

/// The rows of these columns: the hands, a line, and what they come to.
pub(in crate::render) fn all(
    game: &ScoredGame,
    columns: &[usize],
    hands: Range<usize>,
    traces: &[HandTrace],
) -> Vec<SheetRow> {
    let mut rows = Vec::new();
    for hand in hands {
        let row = hand_row(game, columns, hand, &traces[hand]);
        rows.push(row);
        let closed = &game.tally.hands[hand].closed;
        if columns.iter().any(|column| closed.contains(column)) {
            let cell = |column: &usize| if closed.contains(column) { SheetCell::Closed } else { SheetCell::Blank };
            rows.push(SheetRow::new("", "", columns.iter().map(cell).collect()));
        }
    }
    let summary = summary(game, columns);
    if !summary.is_empty() {
        rows.push(SheetRow::new("", "", vec![SheetCell::Ruled; columns.len()]));
    }
    rows.extend(summary);
    rows
}

/// What these columns came to, after the points of their hands.
pub(super) fn foot(game: &ScoredGame, columns: &[usize]) -> Vec<SheetRow> {
    let summary = summary(game, columns);
    // With lines credited at once, the summary begins with these points.
    if summary.first().is_some_and(|row| row.label == POINTS) {
        return summary;
    }
    let points = columns.iter().filter_map(|at| game.tally.columns.get(*at)).map(|column| match &column.close {
        Some(close) => SheetCell::totals(close.settlement.hand_points),
        None => SheetCell::totals(column.points),
    });
    std::iter::once(SheetRow::new(POINTS, POINTS, points.collect())).chain(summary).collect()
}

/// The label of the points of all hands.
const POINTS: &str = "points";

/// Removes a line right after another one: the line under the names, or the one that closed a column.
pub(super) fn tidy(rows: &mut Vec<SheetRow>) {
    let Some(at) = rows.iter().position(SheetRow::is_ruled) else { return };
    let closing =
        at.checked_sub(1).map(|before| rows[before].cells.iter().any(|cell| matches!(cell, SheetCell::Closed)));
    if closing == Some(true) {
        let ruled = rows.remove(at).cells;
        for (cell, line) in rows[at - 1].cells.iter_mut().zip(ruled) {
            if matches!(cell, SheetCell::Blank) {
                *cell = line;
            }
        }
    } else if closing.is_none() {
        rows.remove(at);
    }
}

/// The rows with the upcard of each hand in its label. A spade doubled a hand if its upcard is one, so no other mark is
/// needed.
pub(super) fn with_upcards(rows: Vec<SheetRow>) -> Vec<SheetRow> {
    let named = |mut row: SheetRow| {
        if let Some(card) = &row.upcard {
            row.label = format!("{}  {card}", row.label.trim_end_matches([' ', '♠']));
            row.short = format!("{} {card}", row.short.trim_end_matches('♠'));
        }
        row
    };
    rows.into_iter().map(named).collect()
}

/// The rows of a compact table, in which each entry has one number. The points of a hand are beside its mark, and boxes
/// take two rows: how many there are, and what they are worth.
pub(super) fn compacted(rows: Vec<SheetRow>) -> Vec<SheetRow> {
    let compact = |row: SheetRow| match row.kind {
        SheetRowKind::Boxes(each) => {
            let many = |entry: SideEntry| SideEntry { total: entry.points, ..SideEntry::default() };
            let boxes = SheetRow::new("boxes", "boxes", row.cells.iter().cloned().map(|cell| cell.map(many)).collect());
            let label = format!("  × {each}");
            let worth = SheetRow::new(&label, &label, row.cells.into_iter().map(|cell| cell.map(one_number)).collect());
            if worth.is_blank() { vec![boxes] } else { vec![boxes, worth] }
        }
        SheetRowKind::Hand(_) | SheetRowKind::Other => {
            let cells = row.cells.into_iter().map(|cell| cell.map(one_number)).collect();
            vec![SheetRow { cells, ..row }]
        }
    };
    rows.into_iter().flat_map(compact).collect()
}

fn one_number(entry: SideEntry) -> SideEntry {
    SideEntry { points: String::new(), ..entry }
}

fn hand_row(game: &ScoredGame, columns: &[usize], number: usize, trace: &HandTrace) -> SheetRow {
    let hand = &game.tally.hands[number];
    let cell = |column: &usize| {
        let entered = trace.columns.iter().find(|trace| trace.column == *column && trace.reason.enters());
        let (Some(entered), Some(winner)) = (entered, hand.priced.winner) else { return SheetCell::Blank };
        let tone = match game.tally.columns[*column].close {
            Some(Close { hand, .. }) if hand == number => Tone::Winning,
            Some(_) if phrases::is_open(game) => Tone::Settled,
            _ => Tone::Normal,
        };
        let total = entered.points[winner].to_string();
        let entry = SideEntry { points: hand.priced.points.to_string(), total, tone };
        SheetCell::Sides(BySide::of(winner, entry, SideEntry::default()))
    };
    let digits = game.tally.hands.len().to_string().len().max(2);
    let spade = if is_doubled(&hand.priced) { " ♠" } else { "" };
    let label = format!("{:>digits$}  {}{spade}", number + 1, mark(hand));
    let short = format!("{:>digits$} {}{}", number + 1, mark(hand), spade.trim());
    let points = hand.priced.winner.map(|_| hand.priced.points.to_string()).unwrap_or_default();
    SheetRow {
        label,
        short,
        kind: SheetRowKind::Hand(points),
        cells: columns.iter().map(cell).collect(),
        upcard: remarks::upcard(game, number),
        remarks: remarks::of_hand(game, number),
    }
}

fn summary(game: &ScoredGame, columns: &[usize]) -> Vec<SheetRow> {
    if let Some(totals) = &game.game.totals {
        return of_totals(totals.points);
    }
    let rules = phrases::rules(game);
    let columns: Vec<&Column> = columns.iter().filter_map(|at| game.tally.columns.get(*at)).collect();
    let settled = |make: &dyn Fn(&Column, &Close) -> SheetCell| -> Vec<SheetCell> {
        let cell = |column: &&Column| column.close.as_ref().map_or(SheetCell::Blank, |close| make(column, close));
        columns.iter().map(cell).collect()
    };
    let closes: Vec<&Close> = columns.iter().filter_map(|column| column.close.as_ref()).collect();
    let mut rows = Vec::new();
    if !closes.is_empty() && rules.line_timing == LineTiming::Immediate && rules.line_bonus != Points::ZERO {
        let cells = settled(&|_, close| SheetCell::totals(close.settlement.hand_points));
        rows.push(SheetRow::new(POINTS, POINTS, cells));
    }
    if closes.iter().any(|close| close.settlement.shutout[close.finisher] != Points::ZERO) {
        let cells = settled(&|_, close| match close.settlement.shutout[close.finisher] {
            Points::ZERO => SheetCell::Blank,
            added => SheetCell::one(close.finisher, "", added),
        });
        rows.push(SheetRow::new("shutout", "shutout", cells));
    }
    if !closes.is_empty() && rules.game_bonus != Points::ZERO {
        let cells = settled(&|_, close| SheetCell::one(close.finisher, "", rules.game_bonus));
        rows.push(SheetRow::new("game bonus", "game", cells));
    }
    rows.extend(box_row(game, &columns));
    if !closes.is_empty() {
        rows.push(SheetRow::new("total", "total", settled(&|_, close| SheetCell::totals(close.settlement.totals()))));
        let leader = |close: &Close| phrases::ahead(close.settlement.totals()).unwrap_or(Side::First);
        let net = settled(&|_, close| SheetCell::one(leader(close), "", close.settlement.net().abs()));
        rows.push(SheetRow::new("net", "net", net));
    }
    if columns.iter().any(|column| column.close.is_some() && column.multiplier != 1) {
        let cells = settled(&|column, close| match column.multiplier {
            1 => SheetCell::Blank,
            times => {
                let leader = phrases::ahead(close.settlement.totals()).unwrap_or(Side::First);
                SheetCell::one(leader, &format!("×{times}"), close.settlement.net().abs() * times)
            }
        });
        rows.push(SheetRow::new("multiplied", &multiplied(&columns), cells));
    }
    rows.extend(needs_row(game, &columns));
    rows
}

/// All that is known of an old game without hands.
fn of_totals(totals: BySide<Points>) -> Vec<SheetRow> {
    let leader = phrases::ahead(totals).unwrap_or(Side::First);
    let net = (totals[Side::First] - totals[Side::Second]).abs();
    vec![
        SheetRow::new("total", "total", vec![SheetCell::totals(totals)]),
        SheetRow::new("net", "net", vec![SheetCell::one(leader, "", net)]),
    ]
}

/// The short label of the multiplied nets, with the multiplier if there is only one.
fn multiplied(columns: &[&Column]) -> String {
    let closed = columns.iter().filter(|column| column.close.is_some() && column.multiplier != 1);
    let mut times: Vec<i64> = closed.map(|column| column.multiplier).collect();
    times.dedup();
    if let [only] = times.as_slice() { format!("net × {only}") } else { "net × n".into() }
}

/// The boxes of each side, and in closed columns their points.
fn box_row(game: &ScoredGame, columns: &[&Column]) -> Option<SheetRow> {
    let rules = phrases::rules(game);
    let any = columns.iter().any(|column| column.boxes != BySide::default());
    if rules.line_bonus == Points::ZERO || !any {
        return None;
    }
    let cell = |column: &&Column| {
        SheetCell::of(|side| {
            let boxes = column.boxes[side];
            let total = column.close.as_ref().map(|close| close.settlement.line_bonus[side].to_string());
            SideEntry { points: boxes.to_string(), total: total.unwrap_or_default(), tone: Tone::Normal }
        })
    };
    let label = format!("boxes × {}", rules.line_bonus);
    let cells = columns.iter().map(cell).collect();
    Some(SheetRow { kind: SheetRowKind::Boxes(rules.line_bonus), ..SheetRow::new(&label, "boxes", cells) })
}

fn needs_row(game: &ScoredGame, columns: &[&Column]) -> Option<SheetRow> {
    let any = columns.iter().any(|column| column.is_open());
    if !any || !phrases::is_open(game) {
        return None;
    }
    let cell = |column: &&Column| column.needs(phrases::rules(game)).map_or(SheetCell::Blank, SheetCell::totals);
    Some(SheetRow::new("needs", "needs", columns.iter().map(cell).collect()))
}
