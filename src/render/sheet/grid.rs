//! Rows of the sheet as tables that fit the width, with several columns of the sheet side by side.

use super::figure::Figure;
use super::label::Spelling;
use super::line::{blank_line, row_line};
use super::remark_place::RemarkPlace;
use super::rows::{SheetCell, SheetRow, SheetRowKind, compacted, tidy, with_upcards};
use crate::render::layout::{cards, side_headings};
use crate::render::{Look, phrases};
use ginpad_core::game::ScoredGame;
use ginpad_core::points::Points;
use ginpad_core::rules::Format;
use ginpad_core::side::Side;
use ginpad_core::text::{align_left, align_right, cut, pack, push_spaces, width};

/// What stands over the names of the sides.
#[derive(Clone, Copy)]
pub(in crate::render) enum ColumnLabels {
    /// The columns of the game: their numbers if several are open at once, else nothing.
    OfTheGame,
    /// One of these words for each column.
    Words(&'static [&'static str]),
}

/// What a table shows for one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SideLayout {
    /// The points of each hand and the total.
    Full,
    /// Only the total; the points are beside the mark of the hand.
    Compact,
}

/// The widths of everything in a table.
#[derive(Debug, Clone, Copy)]
pub(super) struct TableWidths {
    pub layout: SideLayout,
    pub label: usize,
    /// In a compact table, the number and the mark of a hand.
    mark: usize,
    /// In a compact table, the points beside the mark.
    worth: usize,
    points: usize,
    pub total: usize,
    /// Everything that one side has in a column, with the spaces around it.
    pub side: usize,
    spelling: Spelling,
}

impl TableWidths {
    /// The smallest widths for these rows, with the points under each side.
    fn full(rows: &[SheetRow], room: usize) -> TableWidths {
        let (points, total) = widest(rows);
        let side = points + total + 3;
        let label = |spelling: Spelling| rows.iter().map(|row| row.label.width(spelling)).max().unwrap_or(0).max(5) + 1;
        let tight = label(Spelling::Full) + 2 * (side + 1) > room;
        let spelling = if tight { Spelling::Short } else { Spelling::Full };
        TableWidths {
            layout: SideLayout::Full,
            label: label(spelling),
            mark: 0,
            worth: 0,
            points,
            total,
            side,
            spelling,
        }
    }

    /// The smallest widths for compacted rows. Labels are written in full if that many columns still fit, with a space
    /// before each number.
    fn compact(rows: &[SheetRow], columns: usize, room: usize) -> TableWidths {
        let hands = || {
            rows.iter().filter_map(|row| match &row.kind {
                SheetRowKind::Hand(points) => Some((row.label.width(Spelling::Short), worth(*points).width())),
                SheetRowKind::Boxes(_) | SheetRowKind::Other => None,
            })
        };
        let mark = hands().map(|(mark, _)| mark).max().unwrap_or(0);
        let most_worth = hands().map(|(_, worth)| worth).max().unwrap_or(0);
        let (_, total) = widest(rows);
        let layout = SideLayout::Compact;
        let least = TableWidths {
            layout,
            label: 0,
            mark,
            worth: most_worth,
            points: 0,
            total,
            side: total,
            spelling: Spelling::Short,
        };
        let label = |spelling: Spelling| {
            let label = |row: &SheetRow| TableWidths { spelling, ..least }.label_width(row);
            rows.iter().map(label).max().unwrap_or(0).max(5) + 1
        };
        let long = TableWidths { label: label(Spelling::Full), side: total + 1, spelling: Spelling::Full, ..least };
        if long.fitting(room) >= columns {
            return TableWidths { side: total, ..long };
        }
        TableWidths { label: label(Spelling::Short), ..least }
    }

    /// How many columns fit side by side in `room`.
    fn fitting(self, room: usize) -> usize {
        (room.saturating_sub(self.label) / (2 * (self.side + 1))).max(1)
    }

    /// Whether tables with these widths look like those with the others, and their names have as much room.
    fn is_alike(self, other: TableWidths, name: usize, columns: usize, room: usize) -> bool {
        let looks = |widths: TableWidths| {
            let abreast = widths.abreast(columns, room);
            (widths.layout, widths.spelling, abreast, widths.widened(name, abreast, room).side)
        };
        looks(self) == looks(other)
    }

    /// How many of these columns stand side by side, if they are divided evenly among as few tables as they need.
    fn abreast(self, columns: usize, room: usize) -> usize {
        columns.div_ceil(columns.div_ceil(self.fitting(room)).max(1)).max(1)
    }

    /// Widens the sides, for names and space around the numbers, as long as that many columns fit.
    fn widened(self, name: usize, columns: usize, room: usize) -> TableWidths {
        let most = (room.saturating_sub(self.label) / columns.max(1) / 2).saturating_sub(1);
        TableWidths { side: (name.max(self.numbers()) + 2).min(most).max(self.side), ..self }
    }

    /// How wide the numbers of one side are.
    fn numbers(self) -> usize {
        match self.layout {
            SideLayout::Full => self.points + 1 + self.total,
            SideLayout::Compact => self.total,
        }
    }

    /// The space after the numbers of one side, if there is one before them too.
    pub(super) fn after(self) -> &'static str {
        if self.side < self.numbers() + 2 { "" } else { " " }
    }

    /// The room for the name of one side.
    fn room(self) -> usize {
        if self.after().is_empty() { self.side } else { self.side - 2 }
    }

    /// Adds the label of a row to a line.
    pub(super) fn push_label(self, line: &mut String, row: &SheetRow) {
        match (&row.kind, self.layout) {
            (SheetRowKind::Hand(points), SideLayout::Compact) => {
                let worth = worth(*points);
                row.label.push(line, Spelling::Short);
                push_spaces(line, self.mark.saturating_sub(row.label.width(Spelling::Short)) + 1);
                push_spaces(line, self.worth.saturating_sub(worth.width()));
                worth.push(line, None);
            }
            _ => row.label.push(line, self.spelling),
        }
    }

    /// How wide the label of a row is.
    pub(super) fn label_width(self, row: &SheetRow) -> usize {
        match (&row.kind, self.layout) {
            (SheetRowKind::Hand(points), SideLayout::Compact) => {
                row.label.width(Spelling::Short).max(self.mark) + 1 + worth(*points).width().max(self.worth)
            }
            _ => row.label.width(self.spelling),
        }
    }

    /// The heading over the upcards in the labels of hands, right above them.
    fn corner(self, rows: &[SheetRow]) -> String {
        let spelling = if self.layout == SideLayout::Compact { Spelling::Short } else { self.spelling };
        let before = rows.iter().find_map(|row| row.label.before_upcard(spelling));
        before.map_or_else(String::new, |before| " ".repeat(before) + "up")
    }
}

/// What a hand is worth, if somebody won it.
fn worth(points: Option<Points>) -> Figure {
    points.map(Figure::from).unwrap_or_default()
}

/// The widths of the widest points and of the widest total.
fn widest(rows: &[SheetRow]) -> (usize, usize) {
    let (mut points, mut total) = (3, 3);
    for cell in rows.iter().flat_map(|row| &row.cells) {
        if let SheetCell::Sides(sides) = cell {
            for entry in sides.iter() {
                points = points.max(entry.points.width());
                total = total.max(entry.total.width());
            }
        }
    }
    (points, total)
}

/// The widths that show these rows in the fewest tables: with the points under each side if that needs no more of them.
fn fitted(rows: &[SheetRow], columns: usize, room: usize) -> TableWidths {
    let tables = |widths: TableWidths| columns.div_ceil(widths.fitting(room)).max(1);
    let full = TableWidths::full(rows, room);
    if tables(full) == 1 {
        return full;
    }
    let compact = TableWidths::compact(&compacted(rows.to_vec()), columns, room);
    if tables(compact) < tables(full) { compact } else { full }
}

/// The tables of these columns: side by side with the points under each side if they fit, else compact, else one
/// table below the other. Tables after the first leave out hands that have nothing in them.
pub(in crate::render) fn tables(
    game: &ScoredGame,
    columns: &[usize],
    labels: ColumnLabels,
    rows: &dyn Fn(&[usize]) -> Vec<SheetRow>,
    look: Look,
) -> String {
    let room = look.columns();
    let widest_name = Side::BOTH.into_iter().map(|side| width(&phrases::name(game, side))).max().unwrap_or(0);
    let mut whole = rows(columns);
    let mut widths = fitted(&whole, columns.len(), room);
    let mut upcards = Upcards::Listed;
    if whole.iter().any(|row| row.upcard.is_some()) {
        let named = with_upcards(whole.clone());
        let wider = fitted(&named, columns.len(), room);
        if wider.is_alike(widths, widest_name, columns.len(), room) {
            (whole, widths, upcards) = (named, wider, Upcards::InLabels);
        }
    }
    let list = upcards.list(&whole, room);
    let side_by_side = widths.abreast(columns.len(), room);
    let widths = widths.widened(widest_name, side_by_side, room);
    let mut text = String::new();
    for (at, chunk) in columns.chunks(side_by_side).enumerate() {
        let these = if chunk.len() == columns.len() { std::mem::take(&mut whole) } else { upcards.named(rows(chunk)) };
        let mut rows = match widths.layout {
            SideLayout::Full => these,
            SideLayout::Compact => compacted(these),
        };
        if at > 0 {
            text.push('\n');
            rows.retain(|row| !row.is_blank());
            rows.iter_mut().for_each(|row| row.remarks.clear());
        }
        tidy(&mut rows);
        let headings: Vec<String> = chunk.iter().map(|column| heading(game, *column, labels, widths)).collect();
        text.push_str(&table(&headings, &rows, widths, look));
    }
    text + &list
}

/// Where upcards are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Upcards {
    /// In the label of each hand.
    InLabels,
    /// In a list below the tables, if there is no room in the labels.
    Listed,
}

impl Upcards {
    fn named(self, rows: Vec<SheetRow>) -> Vec<SheetRow> {
        if self == Upcards::InLabels { with_upcards(rows) } else { rows }
    }

    /// The list below the tables.
    fn list(self, rows: &[SheetRow], room: usize) -> String {
        let hand = |row: &SheetRow| Some(format!("{} {}", row.number()?, cards(&row.upcard?)));
        let hands: Vec<String> = rows.iter().filter_map(hand).collect();
        let Some((last, others)) = hands.split_last().filter(|_| self == Upcards::Listed) else { return String::new() };
        let parts = std::iter::once("upcards:".to_string()).chain(others.iter().map(|hand| format!("{hand},")));
        let parts: Vec<String> = parts.chain([last.clone()]).collect();
        pack(&parts, " ", room, 2).iter().map(|line| format!("{line}\n")).collect()
    }
}

/// A table as on paper, without a frame: a line under the names, and one between the columns.
fn table(headings: &[String], rows: &[SheetRow], widths: TableWidths, look: Look) -> String {
    let whole = 2 * widths.side + 1;
    let remarks = RemarkPlace::of(rows, widths.label + headings.len() * (whole + 1), look.columns());
    let mut text = String::new();
    let mut line = String::new();
    let mut end = |line: &mut String| {
        text.push_str(line.trim_end());
        text.push('\n');
        line.clear();
    };
    let height = headings.iter().map(|heading| heading.lines().count()).max().unwrap_or(0).max(1);
    let corner = widths.corner(rows);
    for at in 0..height {
        line.push_str(&align_left(if at + 1 == height { &corner } else { "" }, widths.label));
        for heading in headings {
            line.push('│');
            line.push_str(&align_left(heading.lines().nth(at).unwrap_or_default(), whole));
        }
        end(&mut line);
    }
    line.push_str(&"─".repeat(widths.label));
    for _ in headings {
        line.push('┼');
        line.push_str(&"─".repeat(whole));
    }
    end(&mut line);
    for row in rows {
        row_line(&mut line, row, widths);
        if row.remarks.is_empty() {
            end(&mut line);
            continue;
        }
        for mut whole in remarks.around(row, &line, || blank_line(row, widths)) {
            end(&mut whole);
        }
        line.clear();
    }
    text
}

/// The heading of a column: its label if there are several columns, and the names of the sides.
fn heading(game: &ScoredGame, column: usize, labels: ColumnLabels, widths: TableWidths) -> String {
    let names = side_headings(game, widths.room());
    let height = names.iter().map(Vec::len).max().unwrap_or(0);
    let mut lines = Vec::new();
    let room = 2 * widths.side + 1;
    match (labels, &phrases::rules(game).format) {
        (ColumnLabels::OfTheGame, Format::Hollywood { .. }) => {
            // A game of which only the totals are known has no columns.
            let entered = game.tally.columns.get(column);
            lines.extend(entered.map(|entered| column_label(game, column, entered.multiplier, room)));
        }
        (ColumnLabels::OfTheGame, _) => {}
        (ColumnLabels::Words(words), _) => {
            let word = words.get(column).copied().unwrap_or_default();
            lines.push(align_left(&cut(&format!(" {word}"), room), room));
        }
    }
    for at in 0..height {
        let name = |side: Side| {
            let line = names[side].get(at).map_or("", String::as_str);
            align_right(&format!("{line}{}", widths.after()), widths.side)
        };
        lines.push(format!("{}┆{}", name(Side::First), name(Side::Second)));
    }
    lines.join("\n")
}

/// The label of a column with its multiplier, as long as there is room for it.
fn column_label(game: &ScoredGame, column: usize, multiplier: i64, room: usize) -> String {
    let (label, number) = (phrases::label(game, column), column + 1);
    let spellings = match multiplier {
        1 => [format!(" {label}"), label, format!("G{number}"), String::new()],
        times => [
            format!(" {label} × {times}"),
            format!(" {label}×{times}"),
            format!("{label}×{times}"),
            format!("G{number}×{times}"),
        ],
    };
    spellings.iter().find(|label| width(label) <= room).map_or_else(String::new, |label| align_left(label, room))
}
