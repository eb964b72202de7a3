//! A list: rows under headings. One of its columns takes the room that the others leave.

use comfy_table::{Cell, CellAlignment, ContentArrangement, ContentLineStyle, LineStyle, Row, Table, TableStyle};

use super::bold;
use crate::render::Look;
use ginpad_core::text::{width, wrap};

/// A line under the headings, and no other lines.
const LIST: TableStyle = TableStyle::new()
    .header_lines(ContentLineStyle::none().junction(' '))
    .header_separator(LineStyle::none().fill('─').junction('─'))
    .content_lines(ContentLineStyle::none().junction(' '));

/// The space between columns.
const GAP: usize = 2;

/// A list.
pub(in crate::render) struct List<const N: usize> {
    /// The headings of the columns.
    pub heads: [&'static str; N],
    /// The cells, of one or several lines.
    pub rows: Vec<[String; N]>,
    /// The columns that are aligned to the right.
    pub numbers: &'static [usize],
    /// The column whose cells are broken into lines.
    pub flexible: usize,
}

impl<const N: usize> List<N> {
    /// Whether the flexible column gets as much room as it needs, or at least `least`.
    pub(in crate::render) fn fits(&self, least: usize, look: Look) -> bool {
        self.left_over(look) >= self.natural(self.flexible).min(least)
    }

    /// The list as text, no wider than the look allows if it [fits](List::fits).
    pub(in crate::render) fn text(&self, look: Look) -> String {
        let mut table = Table::new();
        table.load_style(LIST).set_content_arrangement(ContentArrangement::Disabled);
        table.set_header(self.cells(&self.heads.map(String::from), look));
        for row in &self.rows {
            table.add_row(self.cells(row, look));
        }
        for (at, column) in table.column_iter_mut().enumerate() {
            column.set_padding((0, u16::from(at + 1 < N)));
        }
        let lines = table.lines().enumerate();
        let line = |(at, line): (usize, String)| match (at, line.trim_end()) {
            (0, heads) => bold(heads, look.colour) + "\n",
            (_, line) => format!("{line}\n"),
        };
        lines.map(line).collect()
    }

    fn cells(&self, row: &[String; N], look: Look) -> Row {
        let cell = |(at, text): (usize, &String)| {
            let side = if self.numbers.contains(&at) { CellAlignment::Right } else { CellAlignment::Left };
            let text = if at == self.flexible { self.wrapped(text, look) } else { text.clone() };
            Cell::new(text).set_alignment(side)
        };
        Row::from(row.iter().enumerate().map(cell).collect::<Vec<_>>())
    }

    fn wrapped(&self, text: &str, look: Look) -> String {
        let lines = text.lines().flat_map(|line| wrap(line, self.left_over(look).max(1)));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// The width of a column in which no line is broken.
    fn natural(&self, column: usize) -> usize {
        let cells = self.rows.iter().flat_map(|row| row[column].lines());
        cells.map(width).chain([width(self.heads[column])]).max().unwrap_or(0)
    }

    /// The room that the other columns leave to the flexible one.
    fn left_over(&self, look: Look) -> usize {
        let others = (0..N).filter(|column| *column != self.flexible);
        look.columns().saturating_sub(others.map(|column| self.natural(column) + GAP).sum())
    }
}
