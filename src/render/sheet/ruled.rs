//! Rows of the sheet as tables on paper, which fit the width, with several columns of the sheet side by side.

use super::rows::{HandLabel, SheetCell, SheetLabel, SheetRow, SideEntry, Tone, compacted, tidy};
use crate::render::layout::{Emphasis, cards, emphasized, side_headings};
use crate::render::{Look, phrases};
use ginpad_core::game::ScoredGame;
use ginpad_core::rules::Format;
use ginpad_core::side::{BySide, Side};
use ginpad_core::text::{align_left, align_right, fill, pack, width, wrap};

/// How labels are spelled, and what else stands in a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Style {
    /// Whether each side has only its total, with the points of a hand in its label.
    is_compact: bool,
    /// Whether labels are as short as possible.
    is_short: bool,
    /// Whether the upcard of a hand is in its label.
    has_upcards: bool,
}

/// The widths of everything in a table.
#[derive(Debug, Clone, Copy)]
struct Widths {
    style: Style,
    /// The labels, with the space after them.
    label: usize,
    /// The number of a hand.
    number: usize,
    /// In a compact table: the label of a hand without its points, and those.
    hand: usize,
    worth: usize,
    /// The numbers of one side.
    points: usize,
    total: usize,
    /// Everything that one side has in a column, with the spaces around it.
    side: usize,
}

impl Widths {
    /// The smallest widths for these rows.
    fn of(rows: &[SheetRow], style: Style) -> Widths {
        let hands = || {
            rows.iter().filter_map(|row| match &row.label {
                SheetLabel::Hand(hand) => Some(hand),
                _ => None,
            })
        };
        let entries = || {
            rows.iter().flat_map(|row| &row.cells).flat_map(|cell| match cell {
                SheetCell::Sides(sides) => sides.iter().collect(),
                _ => Vec::new(),
            })
        };
        let worth = hands().filter_map(|hand| hand.points).map(|points| width(&points.to_string())).max();
        let worth = worth.unwrap_or(0);
        let number = hands().map(|hand| width(&hand.number.to_string())).max().unwrap_or(0).max(2);
        let points = entries().map(|entry| width(&entry.points)).max().unwrap_or(0).max(3);
        let total = entries().map(|entry| width(&entry.total)).max().unwrap_or(0).max(3);
        let side = if style.is_compact { total } else { points + total + 3 };
        let least = Widths { style, label: 0, number, hand: 0, worth, points, total, side };
        let hand = hands().map(|hand| width(&least.hand(hand))).max().unwrap_or(0);
        let least = Widths { hand, ..least };
        let label = rows.iter().map(|row| width(&least.label(&row.label))).max().unwrap_or(0).max(5) + 1;
        Widths { label, ..least }
    }

    /// The widths that show these rows in the fewest tables: with the points under each side if that needs no more of
    /// them than a compact table, and with labels in full if they fit.
    fn fitted(rows: &[SheetRow], columns: usize, has_upcards: bool, room: usize) -> Widths {
        let style = Style { is_compact: false, is_short: false, has_upcards };
        let full = Widths::of(rows, style);
        let is_tight = full.label + 2 * (full.side + 1) > room;
        let full = if is_tight { Widths::of(rows, Style { is_short: true, ..style }) } else { full };
        if full.tables(columns, room) <= 1 {
            return full;
        }
        let (rows, style) = (compacted(rows.to_vec()), Style { is_compact: true, ..style });
        let compact = Widths::of(&rows, style);
        // In full, numbers have a space before them.
        let is_spelled = Widths { side: compact.side + 1, ..compact }.tables(columns, room) <= 1;
        let compact = if is_spelled { compact } else { Widths::of(&rows, Style { is_short: true, ..style }) };
        if compact.tables(columns, room) < full.tables(columns, room) { compact } else { full }
    }

    /// How many tables these columns need; too many if there is no room for one column.
    fn tables(self, columns: usize, room: usize) -> usize {
        match room.saturating_sub(self.label) / (2 * (self.side + 1)) {
            0 => usize::MAX,
            abreast => columns.div_ceil(abreast),
        }
    }

    /// How many of these columns stand side by side, if they are divided evenly among as few tables as they need.
    fn abreast(self, columns: usize, room: usize) -> usize {
        columns.div_ceil(self.tables(columns, room).max(1)).max(1)
    }

    /// Widens the sides, for names and space around the numbers, as long as that many columns fit.
    fn widened(self, name: usize, columns: usize, room: usize) -> Widths {
        let most = (room.saturating_sub(self.label) / columns / 2).saturating_sub(1);
        Widths { side: (name.max(self.numbers()) + 2).min(most).max(self.side), ..self }
    }

    /// How wide the numbers of one side are.
    const fn numbers(self) -> usize {
        if self.style.is_compact { self.total } else { self.points + 1 + self.total }
    }

    /// The space after the numbers of one side, if there is one before them too.
    const fn after(self) -> &'static str {
        if self.side < self.numbers() + 2 { "" } else { " " }
    }

    /// The label of a hand without its points.
    fn hand(self, label: &HandLabel) -> String {
        let HandLabel { number, letter, is_doubled, upcard, .. } = label;
        let gap = if self.style.is_short || self.style.is_compact { " " } else { "  " };
        let more = match upcard.filter(|_| self.style.has_upcards) {
            Some(upcard) => format!("{gap}{}", cards(&upcard)),
            None if *is_doubled => format!("{}♠", &gap[1..]),
            None => String::new(),
        };
        format!("{number:>number_width$}{gap}{letter}{more}", number_width = self.number)
    }

    /// The label of a row.
    fn label(self, label: &SheetLabel) -> String {
        match label {
            SheetLabel::Line => String::new(),
            SheetLabel::Hand(hand) if self.style.is_compact => {
                let worth = hand.points.map(|points| points.to_string()).unwrap_or_default();
                format!("{} {worth:>worth_width$}", align_left(&self.hand(hand), self.hand), worth_width = self.worth)
            }
            SheetLabel::Hand(hand) => self.hand(hand),
            SheetLabel::Boxes(_) if self.style.is_short => "boxes".into(),
            SheetLabel::Boxes(each) => format!("boxes × {each}"),
            SheetLabel::Words(_, short) if self.style.is_short => short.clone(),
            SheetLabel::Words(full, _) => full.clone(),
        }
    }

    /// A row as a line, with crossings between the lines in it.
    fn line(self, row: &SheetRow) -> String {
        let whole = 2 * self.side + 1;
        let mut before = if row.is_ruled() { '─' } else { ' ' };
        let mut line = match before {
            ' ' => align_left(&self.label(&row.label), self.label),
            _ => "─".repeat(self.label),
        };
        for cell in &row.cells {
            let (next, text) = match cell {
                SheetCell::Closed => ('═', "═".repeat(whole)),
                SheetCell::Ruled => ('─', "─".repeat(whole)),
                SheetCell::Blank => (' ', self.both(BySide::default())),
                SheetCell::Sides(entries) => (' ', self.both(BySide::from_fn(|side| self.entry(&entries[side])))),
            };
            line.push(match (before, next) {
                ('═', '═') => '╪',
                ('─' | '═', '─' | '═') => '┼',
                _ => '│',
            });
            line.push_str(&text);
            before = next;
        }
        line
    }

    /// What both sides have in a column.
    fn both(self, texts: BySide<String>) -> String {
        let [one, two] = Side::BOTH.map(|side| align_right(&texts[side], self.side));
        format!("{one}┆{two}")
    }

    fn entry(self, entry: &SideEntry) -> String {
        let (points, total) = match entry.tone {
            Tone::Normal => (entry.points.clone(), entry.total.clone()),
            Tone::Winning => (entry.points.clone(), emphasized(&entry.total, Emphasis::Bold)),
            Tone::Settled => (emphasized(&entry.points, Emphasis::Dim), emphasized(&entry.total, Emphasis::Dim)),
        };
        if self.style.is_compact {
            return total + self.after();
        }
        format!("{points} {}{}", align_right(&total, self.total), self.after())
    }

    /// The heading of a column: its label if several are open at once, and the names of the sides.
    fn heading(self, game: &ScoredGame, column: usize) -> Vec<String> {
        let room = 2 * self.side + 1;
        let label = match phrases::rules(game).format {
            Format::Hollywood { .. } => column_label(game, column, room),
            _ => None,
        };
        let names = side_headings(&game.game.players, self.side - 2 * self.after().len());
        let lines = names.iter().map(Vec::len).max().unwrap_or(0);
        let name = |side: Side, at: usize| names[side].get(at).map_or("", String::as_str).to_string() + self.after();
        let label = label.map(|label| align_left(&label, room));
        label.into_iter().chain((0..lines).map(|at| self.both(BySide::from_fn(|side| name(side, at))))).collect()
    }

    /// A table, without a frame: a line under the names, and one between the columns.
    fn table(self, headings: &[Vec<String>], rows: &[SheetRow], room: usize) -> String {
        let hand = rows.iter().find_map(|row| match row.label {
            SheetLabel::Hand(hand) if self.style.has_upcards => Some(HandLabel { upcard: Some(hand.upcard?), ..hand }),
            _ => None,
        });
        let before_upcard =
            |hand: HandLabel| width(&self.hand(&hand)) - hand.upcard.map_or(0, |upcard| width(&upcard.to_string()));
        // Right above the upcards in the labels of hands.
        let corner = hand.map_or_else(String::new, |hand| " ".repeat(before_upcard(hand)) + "up");
        let height = headings.iter().map(Vec::len).max().unwrap_or(0);
        let heading = |at: usize| {
            let corner = align_left(if at + 1 == height { &corner } else { "" }, self.label);
            headings.iter().fold(corner, |line, heading| format!("{line}│{}", heading.get(at).map_or("", |text| text)))
        };
        let under = SheetRow::new(SheetLabel::Line, vec![SheetCell::Ruled; headings.len()]);
        let mut lines: Vec<String> = (0..height).map(heading).chain([self.line(&under)]).collect();
        let remarks = RemarkPlace::of(rows, self.label + headings.len() * (2 * self.side + 2), room);
        for row in rows {
            let blank = SheetRow::new(SheetLabel::Line, vec![SheetCell::Blank; row.cells.len()]);
            lines.extend(remarks.around(row, self.line(row), &self.line(&blank)));
        }
        lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
    }
}

/// The tables of these columns: side by side with the points under each side if they fit, else compact, else one
/// table below the other. Tables after the first leave out hands that have nothing in them.
pub(super) fn tables(
    game: &ScoredGame,
    columns: &[usize],
    rows: &dyn Fn(&[usize]) -> Vec<SheetRow>,
    look: Look,
) -> String {
    let room = look.line_columns();
    let name = Side::BOTH.map(|side| width(&phrases::name(game, side)));
    let whole = rows(columns);
    let fitted = |has_upcards: bool| {
        let widths = Widths::fitted(&whole, columns.len(), has_upcards, room);
        let abreast = widths.abreast(columns.len(), room);
        (widths.widened(name[0].max(name[1]), abreast, room), abreast)
    };
    let (bare, with) = (fitted(false), fitted(true));
    let is_alike = |(one, abreast): (Widths, usize)| (one.style.is_compact, one.style.is_short, one.side, abreast);
    // Upcards are listed below the tables if they would make those larger.
    let is_listed = is_alike(bare) != is_alike(with);
    let (widths, abreast) = if is_listed { bare } else { with };
    let mut text = String::new();
    for (at, chunk) in columns.chunks(abreast).enumerate() {
        let these = if chunk.len() == columns.len() { whole.clone() } else { rows(chunk) };
        let mut these = if widths.style.is_compact { compacted(these) } else { these };
        if at > 0 {
            text.push('\n');
            these.retain(|row| !row.is_blank());
            these.iter_mut().for_each(|row| row.remarks.clear());
        }
        tidy(&mut these);
        let headings: Vec<Vec<String>> = chunk.iter().map(|column| widths.heading(game, *column)).collect();
        text += &widths.table(&headings, &these, room);
    }
    if is_listed { text + &upcards(&whole, room) } else { text }
}

/// The upcards of hands.
fn upcards(rows: &[SheetRow], room: usize) -> String {
    let hand = |row: &SheetRow| match row.label {
        SheetLabel::Hand(HandLabel { number, upcard, .. }) => Some(format!("{number} {}", cards(&upcard?))),
        _ => None,
    };
    let hands: Vec<String> = rows.iter().filter_map(hand).collect();
    let list = format!("upcards: {}", hands.join(",\n"));
    let parts: Vec<String> = list.replacen(' ', "\n", 1).lines().map(String::from).collect();
    pack(&parts, " ", room, 2).iter().map(|line| format!("{line}\n")).collect()
}

/// The label of a column with its multiplier, as long as there is room for it. A game of which only the totals are known has
/// no columns.
fn column_label(game: &ScoredGame, column: usize, room: usize) -> Option<String> {
    let (label, number) = (phrases::label(game, column), column + 1);
    let spellings = match game.tally.columns.get(column)?.multiplier {
        1 => [format!(" {label}"), label, format!("G{number}"), String::new()],
        times => [
            format!(" {label} × {times}"),
            format!(" {label}×{times}"),
            format!("{label}×{times}"),
            format!("G{number}×{times}"),
        ],
    };
    Some(spellings.into_iter().find(|label| width(label) <= room).unwrap_or_default())
}

/// Where the remarks about the hands of a table stand: beside it, or below each hand.
#[derive(Debug, Clone, Copy)]
struct RemarkPlace {
    /// The column from which they are beside the table; none if they are below.
    beside: Option<usize>,
    /// How much room they have.
    room: usize,
}

impl RemarkPlace {
    /// The space between a table and what is beside it.
    const GAP: usize = 2;
    /// If a remark needs more than one line beside the table, it gets at least so much room.
    const LEAST: usize = 28;
    /// The most lines that a remark takes beside the table.
    const LINES: usize = 3;
    /// The indent of a remark below its hand, which puts it under the letter of the hand.
    const INDENT: usize = 4;

    /// Beside a table of this width if each remark is short enough there, else below each hand.
    fn of(rows: &[SheetRow], table: usize, room: usize) -> RemarkPlace {
        let beside = room.saturating_sub(table + Self::GAP);
        let fits = |remark: &String| {
            width(remark) <= beside || beside >= Self::LEAST && wrap(remark, beside).len() <= Self::LINES
        };
        match rows.iter().flat_map(|row| &row.remarks).all(fits) {
            true => RemarkPlace { beside: Some(table + Self::GAP), room: beside },
            false => RemarkPlace { beside: None, room },
        }
    }

    /// The lines of a row with its remarks.
    fn around(self, row: &SheetRow, line: String, blank: &str) -> Vec<String> {
        let indent = " ".repeat(Self::INDENT);
        let Some(from) = self.beside.filter(|_| !row.remarks.is_empty()) else {
            let below = row
                .remarks
                .iter()
                .flat_map(|remark| fill(&indent, std::slice::from_ref(remark), self.room, Self::INDENT + 2));
            return std::iter::once(line).chain(below).collect();
        };
        let remarks = row.remarks.iter().flat_map(|remark| wrap(remark, self.room));
        let lines = std::iter::once(line.as_str()).chain(std::iter::repeat(blank));
        remarks.zip(lines).map(|(remark, line)| align_left(line, from) + &remark).collect()
    }
}
