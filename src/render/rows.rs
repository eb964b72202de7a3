//! The rows of a score sheet: hands as they were entered, then what each column comes to.

use std::ops::Range;

use super::say::{self, is_doubled, mark};
use ginpad_core::game::ScoredGame;
use ginpad_core::points::Points;
use ginpad_core::rules::LineTiming;
use ginpad_core::sheet::{Close, Column, HandTrace};
use ginpad_core::side::{BySide, Side};

/// One row of a table.
pub(super) struct Row {
    /// What it is.
    pub label: String,
    /// The same, where there is little room.
    pub short: String,
    /// What more a compact table must know of it.
    pub kind: RowKind,
    /// One cell for each column of the sheet.
    pub cells: Vec<Cell>,
}

/// What kind of row it is.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum RowKind {
    /// A hand, with its points where somebody won it.
    Hand(String),
    /// The boxes, with what each is worth.
    Boxes(Points),
    /// Any other.
    Other,
}

/// What a row has in one column.
#[derive(Clone)]
pub(super) enum Cell {
    /// Nothing.
    Blank,
    /// The double line under a column that closed.
    Closed,
    /// The line above what the columns come to.
    Ruled,
    /// Something for the sides.
    Sides(BySide<Entry>),
}

/// What one side has in a cell.
#[derive(Clone, Default)]
pub(super) struct Entry {
    /// The number on the left: points, or a count of boxes.
    pub points: String,
    /// The number on the right: a running or settled total.
    pub total: String,
    /// How it looks.
    pub tone: Tone,
}

/// How an entry looks, where looks are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Tone {
    /// As it is.
    #[default]
    Normal,
    /// The total that closed a column.
    Winning,
    /// Over and done with while others are still open.
    Settled,
}

impl Entry {
    fn is_empty(&self) -> bool {
        self.points.is_empty() && self.total.is_empty()
    }
}

impl Row {
    fn new(label: &str, short: &str, cells: Vec<Cell>) -> Row {
        Row { label: label.to_string(), short: short.to_string(), kind: RowKind::Other, cells }
    }

    /// Whether it is a line above what the columns come to.
    pub(super) fn is_ruled(&self) -> bool {
        self.cells.iter().any(|cell| matches!(cell, Cell::Ruled))
    }

    /// Whether no column has anything in it.
    pub(super) fn is_blank(&self) -> bool {
        self.cells.iter().all(|cell| matches!(cell, Cell::Blank))
    }
}

impl Cell {
    /// The cell with its entries changed; blank if nothing is left of them.
    fn map(self, change: impl Fn(Entry) -> Entry) -> Cell {
        let Cell::Sides(sides) = self else { return self };
        let sides = sides.map(change);
        if sides.iter().all(Entry::is_empty) { Cell::Blank } else { Cell::Sides(sides) }
    }

    fn of(make: impl FnMut(Side) -> Entry) -> Cell {
        Cell::Sides(BySide::from_fn(make))
    }

    /// A total for each side.
    fn totals(totals: BySide<Points>) -> Cell {
        Cell::of(|side| Entry { total: totals[side].to_string(), ..Entry::default() })
    }

    /// A total for one side only.
    fn one(side: Side, points: &str, total: Points) -> Cell {
        let entry = Entry { points: points.to_string(), total: total.to_string(), tone: Tone::Normal };
        Cell::Sides(BySide::of(side, entry, Entry::default()))
    }
}

/// The rows of these columns: the hands, a line, and what they come to.
pub(super) fn all(game: &ScoredGame, columns: &[usize], hands: Range<usize>, traces: &[HandTrace]) -> Vec<Row> {
    let mut rows = Vec::new();
    for hand in hands {
        let row = hand_row(game, columns, hand, &traces[hand]);
        rows.push(row);
        let closed = &game.tally.hands[hand].closed;
        if columns.iter().any(|column| closed.contains(column)) {
            let cell = |column: &usize| if closed.contains(column) { Cell::Closed } else { Cell::Blank };
            rows.push(Row::new("", "", columns.iter().map(cell).collect()));
        }
    }
    let summary = summary(game, columns);
    if !summary.is_empty() {
        rows.push(Row::new("", "", vec![Cell::Ruled; columns.len()]));
    }
    rows.extend(summary);
    rows
}

/// One line where two would follow each other: the one under the names, or the one that closed a column.
pub(super) fn tidy(rows: &mut Vec<Row>) {
    let Some(at) = rows.iter().position(Row::is_ruled) else { return };
    let closing = at.checked_sub(1).map(|before| rows[before].cells.iter().any(|cell| matches!(cell, Cell::Closed)));
    if closing == Some(true) {
        let ruled = rows.remove(at).cells;
        for (cell, line) in rows[at - 1].cells.iter_mut().zip(ruled) {
            if matches!(cell, Cell::Blank) {
                *cell = line;
            }
        }
    } else if closing.is_none() {
        rows.remove(at);
    }
}

/// The rows of a compact table, where an entry has one number only: a hand's points are said once, beside its mark,
/// and the boxes have a row for how many and one for what they are worth.
pub(super) fn compacted(rows: Vec<Row>) -> Vec<Row> {
    let compact = |row: Row| match row.kind {
        RowKind::Boxes(each) => {
            let many = |entry: Entry| Entry { total: entry.points, ..Entry::default() };
            let boxes = Row::new("boxes", "boxes", row.cells.iter().cloned().map(|cell| cell.map(many)).collect());
            let label = format!("  × {each}");
            let worth = Row::new(&label, &label, row.cells.into_iter().map(|cell| cell.map(one_number)).collect());
            if worth.is_blank() { vec![boxes] } else { vec![boxes, worth] }
        }
        RowKind::Hand(_) | RowKind::Other => {
            let cells = row.cells.into_iter().map(|cell| cell.map(one_number)).collect();
            vec![Row { cells, ..row }]
        }
    };
    rows.into_iter().flat_map(compact).collect()
}

fn one_number(entry: Entry) -> Entry {
    Entry { points: String::new(), ..entry }
}

fn hand_row(game: &ScoredGame, columns: &[usize], number: usize, trace: &HandTrace) -> Row {
    let hand = &game.tally.hands[number];
    let cell = |column: &usize| {
        let entered = trace.columns.iter().find(|trace| trace.column == *column && trace.reason.enters());
        let (Some(entered), Some(winner)) = (entered, hand.priced.winner) else { return Cell::Blank };
        let tone = match game.tally.columns[*column].close {
            Some(Close { hand, .. }) if hand == number => Tone::Winning,
            Some(_) if say::is_open(game) => Tone::Settled,
            _ => Tone::Normal,
        };
        let total = entered.points[winner].to_string();
        let entry = Entry { points: hand.priced.points.to_string(), total, tone };
        Cell::Sides(BySide::of(winner, entry, Entry::default()))
    };
    let digits = game.tally.hands.len().to_string().len().max(2);
    let spade = if is_doubled(&hand.priced) { " ♠" } else { "" };
    let label = format!("{:>digits$}  {}{spade}", number + 1, mark(hand));
    let short = format!("{:>digits$} {}{}", number + 1, mark(hand), spade.trim());
    let points = hand.priced.winner.map(|_| hand.priced.points.to_string()).unwrap_or_default();
    Row { label, short, kind: RowKind::Hand(points), cells: columns.iter().map(cell).collect() }
}

fn summary(game: &ScoredGame, columns: &[usize]) -> Vec<Row> {
    let rules = say::rules(game);
    let columns: Vec<&Column> = columns.iter().filter_map(|at| game.tally.columns.get(*at)).collect();
    let settled = |make: &dyn Fn(&Column, &Close) -> Cell| -> Vec<Cell> {
        let cell = |column: &&Column| column.close.as_ref().map_or(Cell::Blank, |close| make(column, close));
        columns.iter().map(cell).collect()
    };
    let closes: Vec<&Close> = columns.iter().filter_map(|column| column.close.as_ref()).collect();
    let mut rows = Vec::new();
    if !closes.is_empty() && rules.line_timing == LineTiming::Immediate && rules.line_bonus != Points::ZERO {
        let cells = settled(&|_, close| Cell::totals(close.settlement.hand_points));
        rows.push(Row::new("points", "points", cells));
    }
    if closes.iter().any(|close| close.settlement.shutout[close.finisher] != Points::ZERO) {
        let cells = settled(&|_, close| match close.settlement.shutout[close.finisher] {
            Points::ZERO => Cell::Blank,
            added => Cell::one(close.finisher, "", added),
        });
        rows.push(Row::new("shutout", "shutout", cells));
    }
    if !closes.is_empty() && rules.game_bonus != Points::ZERO {
        let cells = settled(&|_, close| Cell::one(close.finisher, "", rules.game_bonus));
        rows.push(Row::new("game bonus", "game", cells));
    }
    rows.extend(box_row(game, &columns));
    if !closes.is_empty() {
        rows.push(Row::new("total", "total", settled(&|_, close| Cell::totals(close.settlement.totals()))));
        let leader = |close: &Close| say::ahead(close.settlement.totals()).unwrap_or(Side::First);
        let net = settled(&|_, close| Cell::one(leader(close), "", close.settlement.net().abs()));
        rows.push(Row::new("net", "net", net));
    }
    if columns.iter().any(|column| column.close.is_some() && column.multiplier != 1) {
        let cells = settled(&|column, close| match column.multiplier {
            1 => Cell::Blank,
            times => {
                let leader = say::ahead(close.settlement.totals()).unwrap_or(Side::First);
                Cell::one(leader, &format!("×{times}"), close.settlement.net().abs() * times)
            }
        });
        rows.push(Row::new("multiplied", &multiplied(&columns), cells));
    }
    rows.extend(needs_row(game, &columns));
    rows
}

/// What the multiplied nets are called for short: by their multiplier where there is only one.
fn multiplied(columns: &[&Column]) -> String {
    let closed = columns.iter().filter(|column| column.close.is_some() && column.multiplier != 1);
    let mut times: Vec<i64> = closed.map(|column| column.multiplier).collect();
    times.dedup();
    if let [only] = times.as_slice() { format!("net × {only}") } else { "net × n".into() }
}

/// The boxes of each side, and their points where those are added at the settlement or were with the hands.
fn box_row(game: &ScoredGame, columns: &[&Column]) -> Option<Row> {
    let rules = say::rules(game);
    let any = columns.iter().any(|column| column.boxes != BySide::default());
    if rules.line_bonus == Points::ZERO || !any {
        return None;
    }
    let cell = |column: &&Column| {
        Cell::of(|side| {
            let boxes = column.boxes[side];
            let total = column.close.as_ref().map(|close| close.settlement.line_bonus[side].to_string());
            Entry { points: boxes.to_string(), total: total.unwrap_or_default(), tone: Tone::Normal }
        })
    };
    let label = format!("boxes × {}", rules.line_bonus);
    let cells = columns.iter().map(cell).collect();
    Some(Row { kind: RowKind::Boxes(rules.line_bonus), ..Row::new(&label, "boxes", cells) })
}

fn needs_row(game: &ScoredGame, columns: &[&Column]) -> Option<Row> {
    let any = columns.iter().any(|column| column.is_open());
    if !any || !say::is_open(game) {
        return None;
    }
    let cell = |column: &&Column| column.needs(say::rules(game)).map_or(Cell::Blank, Cell::totals);
    Some(Row::new("needs", "needs", columns.iter().map(cell).collect()))
}
