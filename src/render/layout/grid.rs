//! A grid of numbers: names down the left side, and headings of one or several words above the numbers.

use super::bold;
use crate::render::Look;
use ginpad_core::text::{align_left, align_right, width, wrap};

/// The space between columns.
const GAP: usize = 2;
/// The least room for the names.
const LEAST_NAME: usize = 8;

/// A grid.
pub(in crate::render) struct Grid {
    /// The heading over the names.
    pub corner: &'static str,
    /// The name of each row.
    pub names: Vec<String>,
    /// The columns of numbers.
    pub columns: Vec<GridColumn>,
}

/// One column of numbers.
pub(in crate::render) struct GridColumn {
    /// Its heading.
    pub heading: String,
    /// Its number in each row.
    pub cells: Vec<String>,
}

impl GridColumn {
    /// How wide it is with the space before it.
    pub(in crate::render) fn taken(&self, look: Look) -> usize {
        self.width(look) + GAP
    }

    /// How wide it is. A heading is broken between its words.
    fn width(&self, look: Look) -> usize {
        let words = self.heading.split_whitespace().map(width).max().unwrap_or(0);
        let cells = self.cells.iter().map(|cell| width(cell)).max().unwrap_or(0);
        cells.max(words.min(look.columns() / 4)).max(1)
    }
}

impl Grid {
    /// Keeps the columns that fit. They are asked in the order of `ranks`, the smallest first; those of rank 0 are always
    /// kept. The order of the columns stays.
    pub(in crate::render) fn fitted(mut self, ranks: &[usize], look: Look) -> Grid {
        let longest = self.names.iter().map(|name| width(name)).max().unwrap_or(0);
        let name = longest.clamp(LEAST_NAME, (look.columns() / 3).max(LEAST_NAME));
        let mut room = look.columns().saturating_sub(name);
        let mut order: Vec<usize> = (0..self.columns.len()).collect();
        order.sort_by_key(|at| ranks.get(*at).copied().unwrap_or(usize::MAX));
        let mut kept = vec![false; self.columns.len()];
        for at in order {
            let needs = self.columns[at].width(look) + GAP;
            let fits = needs <= room;
            if !fits && ranks.get(at) != Some(&0) {
                break;
            }
            kept[at] = true;
            room = room.saturating_sub(needs);
        }
        let mut kept = kept.into_iter();
        self.columns.retain(|_| kept.next().unwrap_or(false));
        self
    }

    /// The grid as text.
    pub(in crate::render) fn text(&self, look: Look) -> String {
        let widths: Vec<usize> = self.columns.iter().map(|column| column.width(look)).collect();
        let taken: usize = widths.iter().map(|width| width + GAP).sum();
        let longest = self.names.iter().map(|name| width(name)).chain([width(self.corner)]).max().unwrap_or(0);
        let name = longest.min(look.columns().saturating_sub(taken)).max(1);
        let mut text = self.headings(name, &widths, look);
        text.push_str(&"─".repeat((name + taken).min(look.columns())));
        text.push('\n');
        for (at, label) in self.names.iter().enumerate() {
            let cells = |column: &GridColumn| column.cells.get(at).cloned().unwrap_or_default();
            let cells: Vec<String> = self.columns.iter().map(cells).collect();
            for (line, part) in wrap(label, name).iter().enumerate() {
                let numbers = if line == 0 { aligned(&cells, &widths) } else { String::new() };
                text.push_str(format!("{}{numbers}", align_left(part, name)).trim_end());
                text.push('\n');
            }
        }
        text
    }

    /// The headings, the last line of each next to the numbers.
    fn headings(&self, name: usize, widths: &[usize], look: Look) -> String {
        let corner = wrap(self.corner, name);
        let heads: Vec<Vec<String>> =
            self.columns.iter().zip(widths).map(|(column, width)| wrap(&column.heading, *width)).collect();
        let lines = heads.iter().chain([&corner]).map(Vec::len).max().unwrap_or(0);
        let part = |parts: &[String], line: usize| {
            let from = lines - parts.len();
            line.checked_sub(from).and_then(|at| parts.get(at)).cloned().unwrap_or_default()
        };
        let line = |line: usize| {
            let cells: Vec<String> = heads.iter().map(|head| part(head, line)).collect();
            let all = format!("{}{}", align_left(&part(&corner, line), name), aligned(&cells, widths));
            bold(all.trim_end(), look.colour) + "\n"
        };
        (0..lines).map(line).collect()
    }
}

fn aligned(cells: &[String], widths: &[usize]) -> String {
    cells.iter().zip(widths).map(|(cell, width)| format!("{}{}", " ".repeat(GAP), align_right(cell, *width))).collect()
}
