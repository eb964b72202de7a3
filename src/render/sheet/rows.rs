//! The rows of a score sheet: the hands, then what each column comes to.

use std::ops::Range;

use super::figure::Figure;
use super::label::{HandLabel, SheetLabel};
use super::remarks;
use crate::render::phrases::{self, is_doubled, mark};
use ginpad_core::game::ScoredGame;
use ginpad_core::hand::Upcard;
use ginpad_core::points::Points;
use ginpad_core::rules::LineTiming;
use ginpad_core::sheet::{Close, Column, HandTrace};
use ginpad_core::side::{BySide, Side};

/// One row of a table.
#[derive(Clone)]
pub(in crate::render) struct SheetRow {
    /// Its label.
    pub label: SheetLabel,
    /// What a compact table needs to know about it.
    pub kind: SheetRowKind,
    /// One cell for each column of the sheet.
    pub cells: Vec<SheetCell>,
    /// The upcard of a hand.
    pub upcard: Option<Upcard>,
    /// What else is to be said about a hand, line by line.
    pub remarks: Vec<String>,
}

/// The kind of a row.
#[derive(Clone, PartialEq, Eq)]
pub(in crate::render) enum SheetRowKind {
    /// A hand, with its points if somebody won it.
    Hand(Option<Points>),
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
    pub points: Figure,
    /// The number on the right: a running or settled total.
    pub total: Figure,
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
    const fn is_empty(&self) -> bool {
        self.points.is_nothing() && self.total.is_nothing()
    }
}

impl SheetRow {
    /// A row that is neither a hand nor the boxes.
    pub(in crate::render) const fn new(label: SheetLabel, cells: Vec<SheetCell>) -> SheetRow {
        SheetRow { label, kind: SheetRowKind::Other, cells, upcard: None, remarks: Vec::new() }
    }

    /// The line under the hands, or one that closes a column.
    pub(in crate::render) fn line(cells: Vec<SheetCell>) -> SheetRow {
        SheetRow::new(SheetLabel::word(""), cells)
    }

    /// Whether it is the line above what the columns come to.
    pub(in crate::render) fn is_ruled(&self) -> bool {
        self.cells.iter().any(|cell| matches!(cell, SheetCell::Ruled))
    }

    /// The number of a hand.
    pub(super) const fn number(&self) -> Option<usize> {
        match self.label {
            SheetLabel::Hand(HandLabel { number, .. }) => Some(number),
            SheetLabel::Words { .. } => None,
        }
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
        SheetCell::of(|side| SideEntry { total: totals[side].into(), ..SideEntry::default() })
    }

    /// A total for one side only.
    pub(in crate::render) fn one(side: Side, points: &str, total: Points) -> SheetCell {
        let entry = SideEntry { points: points.into(), total: total.into(), tone: Tone::Normal };
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
    let mut rows = Vec::with_capacity(hands.len() + 8);
    for hand in hands {
        let row = hand_row(game, columns, hand, &traces[hand]);
        rows.push(row);
        let closed = &game.tally.hands[hand].closed;
        if columns.iter().any(|column| closed.contains(column)) {
            let cell = |column: &usize| if closed.contains(column) { SheetCell::Closed } else { SheetCell::Blank };
            rows.push(SheetRow::line(columns.iter().map(cell).collect()));
        }
    }
    let summary = summary(game, columns);
    if !summary.is_empty() {
        rows.push(SheetRow::line(vec![SheetCell::Ruled; columns.len()]));
    }
    rows.extend(summary);
    rows
}

/// What these columns came to, after the points of their hands.
pub(super) fn foot(game: &ScoredGame, columns: &[usize]) -> Vec<SheetRow> {
    let summary = summary(game, columns);
    // With lines credited at once, the summary begins with these points.
    if summary.first().is_some_and(|row| row.label == SheetLabel::word(POINTS)) {
        return summary;
    }
    let points = columns.iter().filter_map(|at| game.tally.columns.get(*at)).map(|column| match &column.close {
        Some(close) => SheetCell::totals(close.settlement.hand_points),
        None => SheetCell::totals(column.points),
    });
    std::iter::once(SheetRow::new(SheetLabel::word(POINTS), points.collect())).chain(summary).collect()
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

/// The rows with the upcard of each hand in its label.
pub(super) fn with_upcards(mut rows: Vec<SheetRow>) -> Vec<SheetRow> {
    for row in &mut rows {
        if let SheetLabel::Hand(label) = &mut row.label {
            label.upcard = row.upcard;
        }
    }
    rows
}

/// The rows of a compact table, in which each entry has one number. The points of a hand are beside its mark, and boxes
/// take two rows: how many there are, and what they are worth.
pub(super) fn compacted(rows: Vec<SheetRow>) -> Vec<SheetRow> {
    let compact = |row: SheetRow| match row.kind {
        SheetRowKind::Boxes(each) => {
            let many = |entry: SideEntry| SideEntry { total: entry.points, ..SideEntry::default() };
            let boxes = row.cells.iter().cloned().map(|cell| cell.map(many)).collect();
            let boxes = SheetRow::new(SheetLabel::word("boxes"), boxes);
            let worth = row.cells.into_iter().map(|cell| cell.map(one_number)).collect();
            let worth = SheetRow::new(SheetLabel::word(format!("  × {each}")), worth);
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
    SideEntry { points: Figure::Nothing, ..entry }
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
        let entry = SideEntry { points: hand.priced.points.into(), total: entered.points[winner].into(), tone };
        SheetCell::Sides(BySide::of(winner, entry, SideEntry::default()))
    };
    let label = HandLabel {
        number: number + 1,
        digits: HandLabel::digits(game.tally.hands.len()),
        mark: mark(hand),
        is_doubled: is_doubled(&hand.priced),
        upcard: None,
    };
    SheetRow {
        label: SheetLabel::Hand(label),
        kind: SheetRowKind::Hand(hand.priced.winner.map(|_| hand.priced.points)),
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
        rows.push(SheetRow::new(SheetLabel::word(POINTS), cells));
    }
    if closes.iter().any(|close| close.settlement.shutout[close.finisher] != Points::ZERO) {
        let cells = settled(&|_, close| match close.settlement.shutout[close.finisher] {
            Points::ZERO => SheetCell::Blank,
            added => SheetCell::one(close.finisher, "", added),
        });
        rows.push(SheetRow::new(SheetLabel::word("shutout"), cells));
    }
    if !closes.is_empty() && rules.game_bonus != Points::ZERO {
        let cells = settled(&|_, close| SheetCell::one(close.finisher, "", rules.game_bonus));
        rows.push(SheetRow::new(SheetLabel::words("game bonus", "game"), cells));
    }
    rows.extend(box_row(game, &columns));
    if !closes.is_empty() {
        let totals = settled(&|_, close| SheetCell::totals(close.settlement.totals()));
        rows.push(SheetRow::new(SheetLabel::word("total"), totals));
        let leader = |close: &Close| phrases::ahead(close.settlement.totals()).unwrap_or(Side::First);
        let net = settled(&|_, close| SheetCell::one(leader(close), "", close.settlement.net().abs()));
        rows.push(SheetRow::new(SheetLabel::word("net"), net));
    }
    if columns.iter().any(|column| column.close.is_some() && column.multiplier != 1) {
        let cells = settled(&|column, close| match column.multiplier {
            1 => SheetCell::Blank,
            times => {
                let leader = phrases::ahead(close.settlement.totals()).unwrap_or(Side::First);
                SheetCell::one(leader, &format!("×{times}"), close.settlement.net().abs() * times)
            }
        });
        rows.push(SheetRow::new(SheetLabel::words("multiplied", multiplied(&columns)), cells));
    }
    rows.extend(needs_row(game, &columns));
    rows
}

/// All that is known of an old game without hands.
fn of_totals(totals: BySide<Points>) -> Vec<SheetRow> {
    let leader = phrases::ahead(totals).unwrap_or(Side::First);
    let net = (totals[Side::First] - totals[Side::Second]).abs();
    vec![
        SheetRow::new(SheetLabel::word("total"), vec![SheetCell::totals(totals)]),
        SheetRow::new(SheetLabel::word("net"), vec![SheetCell::one(leader, "", net)]),
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
            let total = column.close.as_ref().map(|close| Figure::from(close.settlement.line_bonus[side]));
            SideEntry { points: boxes.into(), total: total.unwrap_or_default(), tone: Tone::Normal }
        })
    };
    let label = SheetLabel::words(format!("boxes × {}", rules.line_bonus), "boxes");
    let cells = columns.iter().map(cell).collect();
    Some(SheetRow { kind: SheetRowKind::Boxes(rules.line_bonus), ..SheetRow::new(label, cells) })
}

fn needs_row(game: &ScoredGame, columns: &[&Column]) -> Option<SheetRow> {
    let any = columns.iter().any(|column| column.is_open());
    if !any || !phrases::is_open(game) {
        return None;
    }
    let cell = |column: &&Column| column.needs(phrases::rules(game)).map_or(SheetCell::Blank, SheetCell::totals);
    Some(SheetRow::new(SheetLabel::word("needs"), columns.iter().map(cell).collect()))
}
