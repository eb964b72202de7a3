//! The rows of a score sheet: the hands, then what each column comes to.

use std::ops::Range;

use super::remarks;
use crate::render::phrases::{self, is_doubled, letter};
use ginpad_core::game::ScoredGame;
use ginpad_core::hand::Upcard;
use ginpad_core::points::Points;
use ginpad_core::rules::{LineTiming, Rules};
use ginpad_core::sheet::{Close, Column, HandTrace};
use ginpad_core::side::{BySide, Side};

/// One row of a table.
#[derive(Debug, Clone)]
pub(in crate::render) struct SheetRow {
    /// Its label.
    pub label: SheetLabel,
    /// One cell for each column of the sheet.
    pub cells: Vec<SheetCell>,
    /// What else is to be said about a hand, line by line.
    pub remarks: Vec<String>,
}

/// What a row begins with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::render) enum SheetLabel {
    /// Nothing: it is a line.
    Line,
    /// A hand.
    Hand(HandLabel),
    /// The boxes, with the points for each.
    Boxes(Points),
    /// Words, in full and for narrow tables.
    Words(String, String),
}

/// The label of a hand: ` 3  K ♠`, or ` 3  K  7♠` with its upcard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::render) struct HandLabel {
    /// The number, counted from 1.
    pub number: usize,
    /// The letter for how it ended.
    pub letter: &'static str,
    /// Whether a spade doubled it.
    pub is_doubled: bool,
    /// The upcard.
    pub upcard: Option<Upcard>,
    /// Its points if somebody won it. A compact table has them here.
    pub points: Option<Points>,
}

/// What a row has in one column.
#[derive(Debug, Clone)]
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
#[derive(Debug, Clone, Default)]
pub(in crate::render) struct SideEntry {
    /// The number on the left: points, or a count of boxes.
    pub points: String,
    /// The number on the right: a running or settled total.
    pub total: String,
    /// Its tone.
    pub tone: Tone,
}

/// How an entry stands out in a styled table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::render) enum Tone {
    /// Not at all.
    #[default]
    Normal,
    /// The total that closed a column.
    Winning,
    /// It is in a closed column while others are open.
    Settled,
}

impl SheetRow {
    /// A row without remarks.
    pub(in crate::render) const fn new(label: SheetLabel, cells: Vec<SheetCell>) -> SheetRow {
        SheetRow { label, cells, remarks: Vec::new() }
    }

    /// Whether it is the line above what the columns come to.
    pub(in crate::render) fn is_ruled(&self) -> bool {
        self.cells.iter().any(|cell| matches!(cell, SheetCell::Ruled))
    }

    /// Whether it is a line under a column that closed.
    pub(in crate::render) fn is_closing(&self) -> bool {
        self.cells.iter().any(|cell| matches!(cell, SheetCell::Closed))
    }

    /// Whether it is empty in every column.
    pub(super) fn is_blank(&self) -> bool {
        self.cells.iter().all(|cell| matches!(cell, SheetCell::Blank))
    }
}

impl SheetLabel {
    /// The same words for every table.
    pub(in crate::render) fn word(word: impl Into<String>) -> SheetLabel {
        let word = word.into();
        SheetLabel::Words(word.clone(), word)
    }

    /// Words, and the same for narrow tables.
    pub(in crate::render) fn words(full: impl Into<String>, short: impl Into<String>) -> SheetLabel {
        SheetLabel::Words(full.into(), short.into())
    }
}

impl SheetCell {
    /// A total for each side.
    pub(in crate::render) fn totals(totals: BySide<Points>) -> SheetCell {
        SheetCell::Sides(totals.map(|total| SideEntry { total: total.to_string(), ..SideEntry::default() }))
    }

    /// Numbers or words for one side only.
    pub(in crate::render) fn one(side: Side, points: &str, total: impl ToString) -> SheetCell {
        let entry = SideEntry { points: points.into(), total: total.to_string(), tone: Tone::Normal };
        SheetCell::Sides(BySide::of(side, entry, SideEntry::default()))
    }

    /// The cell in a compact table, in which each entry has one number; blank if none is left.
    fn with_one_number(self, number: fn(SideEntry) -> String) -> SheetCell {
        let SheetCell::Sides(sides) = self else { return self };
        let sides = sides.map(|entry| SideEntry { tone: entry.tone, total: number(entry), points: String::new() });
        if sides.iter().all(|entry| entry.total.is_empty()) { SheetCell::Blank } else { SheetCell::Sides(sides) }
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
        rows.push(hand_row(game, columns, hand, &traces[hand]));
        let closed = &game.tally.hands[hand].closed;
        if columns.iter().any(|column| closed.contains(column)) {
            let cell = |column: &usize| if closed.contains(column) { SheetCell::Closed } else { SheetCell::Blank };
            rows.push(SheetRow::new(SheetLabel::Line, columns.iter().map(cell).collect()));
        }
    }
    let summary = summary(game, columns);
    if !summary.is_empty() {
        rows.push(SheetRow::new(SheetLabel::Line, vec![SheetCell::Ruled; columns.len()]));
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
    match at.checked_sub(1) {
        None => drop(rows.remove(at)),
        Some(before) if rows[before].is_closing() => {
            let ruled = rows.remove(at).cells;
            let blank = rows[before].cells.iter_mut().zip(ruled).filter(|(cell, _)| matches!(cell, SheetCell::Blank));
            blank.for_each(|(cell, line)| *cell = line);
        }
        Some(_) => {}
    }
}

/// The rows of a compact table, in which each entry has one number. The points of a hand are in its label, and boxes take
/// two rows: how many there are, and what they are worth.
pub(super) fn compacted(rows: Vec<SheetRow>) -> Vec<SheetRow> {
    let cells = |cells: Vec<SheetCell>, number: fn(SideEntry) -> String| {
        cells.into_iter().map(|cell| cell.with_one_number(number)).collect()
    };
    let compact = |row: SheetRow| match row.label {
        SheetLabel::Boxes(each) => {
            let many = SheetRow::new(SheetLabel::word("boxes"), cells(row.cells.clone(), |entry| entry.points));
            let label = SheetLabel::word(format!("  × {each}"));
            let worth = SheetRow::new(label, cells(row.cells, |entry| entry.total));
            std::iter::once(many).chain(Some(worth).filter(|worth| !worth.is_blank())).collect()
        }
        _ => vec![SheetRow { cells: cells(row.cells, |entry| entry.total), ..row }],
    };
    rows.into_iter().flat_map(compact).collect()
}

fn hand_row(game: &ScoredGame, columns: &[usize], at: usize, trace: &HandTrace) -> SheetRow {
    let hand = &game.tally.hands[at];
    let cell = |column: &usize| {
        let entered = trace.columns.iter().find(|trace| trace.column == *column && trace.reason.enters());
        let (Some(entered), Some(winner)) = (entered, hand.priced.winner) else { return SheetCell::Blank };
        let tone = match game.tally.columns[*column].close {
            Some(Close { hand, .. }) if hand == at => Tone::Winning,
            Some(_) if phrases::is_open(game) => Tone::Settled,
            _ => Tone::Normal,
        };
        let (points, total) = (hand.priced.points.to_string(), entered.points[winner].to_string());
        SheetCell::Sides(BySide::of(winner, SideEntry { points, total, tone }, SideEntry::default()))
    };
    let label = HandLabel {
        number: at + 1,
        letter: letter(hand),
        is_doubled: is_doubled(&hand.priced),
        upcard: game.game.hands.get(at).and_then(|hand| hand.logged().upcard),
        points: hand.priced.winner.map(|_| hand.priced.points),
    };
    let cells = columns.iter().map(cell).collect();
    SheetRow { label: SheetLabel::Hand(label), cells, remarks: remarks::of_hand(game, at) }
}

/// What columns come to, as far as it says something of any of them.
fn summary(game: &ScoredGame, columns: &[usize]) -> Vec<SheetRow> {
    if let Some(totals) = &game.game.totals {
        let totals = totals.points;
        let total = SheetRow::new(SheetLabel::word("total"), vec![SheetCell::totals(totals)]);
        return vec![total, SheetRow::new(SheetLabel::word("net"), vec![net(totals, "", 1)])];
    }
    let rules = phrases::rules(game);
    let columns: Vec<&Column> = columns.iter().filter_map(|at| game.tally.columns.get(*at)).collect();
    let row = |label: SheetLabel, cell: &dyn Fn(&Column) -> Option<SheetCell>| {
        let cells = columns.iter().map(|column| cell(column).unwrap_or(SheetCell::Blank));
        Some(SheetRow::new(label, cells.collect())).filter(|row| !row.is_blank())
    };
    let closed = |label: SheetLabel, cell: &dyn Fn(&Column, &Close) -> Option<SheetCell>| {
        row(label, &|column| cell(column, column.close.as_ref()?))
    };
    let for_finisher =
        |close: &Close, added: Points| (added != Points::ZERO).then(|| SheetCell::one(close.finisher, "", added));
    let is_at_once = rules.line_timing == LineTiming::Immediate && rules.line_bonus != Points::ZERO;
    let hand_points = |close: &Close| SheetCell::totals(close.settlement.hand_points);
    [
        closed(SheetLabel::word(POINTS), &|_, close| is_at_once.then(|| hand_points(close))),
        closed(SheetLabel::word("shutout"), &|_, close| for_finisher(close, close.settlement.shutout[close.finisher])),
        closed(SheetLabel::words("game bonus", "game"), &|_, close| for_finisher(close, rules.game_bonus)),
        boxes(rules, &columns),
        closed(SheetLabel::word("total"), &|_, close| Some(SheetCell::totals(close.settlement.totals()))),
        closed(SheetLabel::word("net"), &|_, close| Some(net(close.settlement.totals(), "", 1))),
        closed(SheetLabel::words("multiplied", multiplied(&columns)), &|column, close| {
            let times = Some(column.multiplier).filter(|times| *times != 1)?;
            Some(net(close.settlement.totals(), &format!("×{times}"), times))
        }),
        row(SheetLabel::word("needs"), &|column| {
            column.needs(rules).filter(|_| phrases::is_open(game)).map(SheetCell::totals)
        }),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The net of totals under the side that has it, multiplied.
fn net(totals: BySide<Points>, words: &str, times: i64) -> SheetCell {
    let leader = phrases::ahead(totals).unwrap_or(Side::First);
    SheetCell::one(leader, words, (totals[leader] - totals[leader.other()]) * times)
}

/// The short label of the multiplied nets, with the multiplier if there is only one.
fn multiplied(columns: &[&Column]) -> String {
    let closed = columns.iter().filter(|column| column.close.is_some() && column.multiplier != 1);
    let mut times: Vec<i64> = closed.map(|column| column.multiplier).collect();
    times.dedup();
    if let [only] = times.as_slice() { format!("net × {only}") } else { "net × n".into() }
}

/// The boxes of each side, and in closed columns their points.
fn boxes(rules: &Rules, columns: &[&Column]) -> Option<SheetRow> {
    let has_boxes = columns.iter().any(|column| column.boxes != BySide::default());
    let cell = |column: &&Column| {
        SheetCell::Sides(BySide::from_fn(|side| {
            let total = column.close.as_ref().map(|close| close.settlement.line_bonus[side].to_string());
            let points = column.boxes[side].to_string();
            SideEntry { points, total: total.unwrap_or_default(), tone: Tone::Normal }
        }))
    };
    let row = || SheetRow::new(SheetLabel::Boxes(rules.line_bonus), columns.iter().map(cell).collect());
    (rules.line_bonus != Points::ZERO && has_boxes).then(row)
}
