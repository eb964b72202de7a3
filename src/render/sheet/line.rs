//! The lines of a table of the sheet: a row with what each side has in its columns.

use super::grid::{SideLayout, TableWidths};
use super::rows::{SheetCell, SheetRow, SideEntry, Tone};
use crate::render::layout::Emphasis;
use ginpad_core::side::Side;
use ginpad_core::text::push_spaces;

/// Adds a row to an empty line.
pub(super) fn row_line(line: &mut String, row: &SheetRow, widths: TableWidths) {
    let ruled = row.is_ruled();
    if ruled {
        line.push_str(&"─".repeat(widths.label));
    } else {
        widths.push_label(line, row);
        push_spaces(line, widths.label.saturating_sub(widths.label_width(row)));
    }
    for cell in &row.cells {
        line.push('│');
        push_cell(line, cell, widths);
    }
    if ruled || row.cells.iter().any(|cell| matches!(cell, SheetCell::Closed)) {
        *line = crossed(line);
    }
}

/// A line of the table that has nothing in it.
pub(super) fn blank_line(row: &SheetRow, widths: TableWidths) -> String {
    let mut line = " ".repeat(widths.label);
    for _ in &row.cells {
        line.push('│');
        push_cell(&mut line, &SheetCell::Blank, widths);
    }
    line
}

/// A line of the table with its crossings.
fn crossed(line: &str) -> String {
    let mut crossed = String::with_capacity(line.len());
    let (mut chars, mut before) = (line.chars().peekable(), ' ');
    while let Some(char) = chars.next() {
        crossed.push(match (before, char, chars.peek()) {
            ('─', '│', Some('─' | '═')) | ('═', '│', Some('─')) => '┼',
            ('═', '│', Some('═')) => '╪',
            _ => char,
        });
        before = char;
    }
    crossed
}

fn push_cell(line: &mut String, cell: &SheetCell, widths: TableWidths) {
    let whole = 2 * widths.side + 1;
    match cell {
        SheetCell::Blank => {
            push_spaces(line, widths.side);
            line.push('┆');
            push_spaces(line, widths.side);
        }
        SheetCell::Closed => line.push_str(&"═".repeat(whole)),
        SheetCell::Ruled => line.push_str(&"─".repeat(whole)),
        SheetCell::Sides(sides) => {
            push_entry(line, &sides[Side::First], widths);
            line.push('┆');
            push_entry(line, &sides[Side::Second], widths);
        }
    }
}

fn push_entry(line: &mut String, entry: &SideEntry, widths: TableWidths) {
    let (points_ink, total_ink) = match entry.tone {
        Tone::Normal => (None, None),
        Tone::Winning => (None, Some(Emphasis::Bold)),
        Tone::Settled => (Some(Emphasis::Dim), Some(Emphasis::Dim)),
    };
    let total = entry.total.width();
    let has_points = widths.layout == SideLayout::Full;
    let before_total = if has_points { widths.total.saturating_sub(total) } else { 0 };
    let points = if has_points { entry.points.width() + 1 } else { 0 };
    let wide = points + before_total + total + widths.after().len();
    push_spaces(line, widths.side.saturating_sub(wide));
    if has_points {
        entry.points.push(line, points_ink);
        line.push(' ');
    }
    push_spaces(line, before_total);
    entry.total.push(line, total_ink);
    line.push_str(widths.after());
}
