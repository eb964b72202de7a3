//! A list: rows under headings. One of its columns takes the room that the others leave.

use comfy_table::{Cell, CellAlignment, ContentArrangement, ContentLineStyle, LineStyle, Row, Table, TableStyle};

use super::bold;
use crate::render::Look;
use ginpad_core::text::{align_left, align_right, width, wrap};

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
        self.columns().fits(least, look)
    }

    /// The list as text, no wider than the look allows if it [fits](List::fits).
    pub(in crate::render) fn text(&self, look: Look) -> String {
        let most = self.columns().left_over(look).max(1);
        let mut table = Table::new();
        table.load_style(LIST).set_content_arrangement(ContentArrangement::Disabled);
        table.set_header(self.cells(&self.heads.map(String::from), most));
        for row in &self.rows {
            table.add_row(self.cells(row, most));
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

    fn cells(&self, row: &[String; N], most: usize) -> Row {
        let cell = |(at, text): (usize, &String)| {
            let side = if self.numbers.contains(&at) { CellAlignment::Right } else { CellAlignment::Left };
            let text = if at == self.flexible { Self::wrapped(text, most) } else { text.clone() };
            Cell::new(text).set_alignment(side)
        };
        Row::from(row.iter().enumerate().map(cell).collect::<Vec<_>>())
    }

    fn wrapped(text: &str, most: usize) -> String {
        let lines = text.lines().flat_map(|line| wrap(line, most));
        lines.collect::<Vec<_>>().join("\n")
    }

    fn columns(&self) -> Columns<N> {
        let mut columns = Columns::new(self.heads, self.numbers, self.flexible);
        self.rows.iter().for_each(|row| columns.measure(row));
        columns
    }
}

/// The columns of a list that is too long to be in memory as a whole: measured before any row is printed, row by row. It
/// looks like a [`List`].
#[derive(Debug, Clone)]
pub(in crate::render) struct Columns<const N: usize> {
    heads: [&'static str; N],
    numbers: &'static [usize],
    flexible: usize,
    widths: [usize; N],
}

impl<const N: usize> Columns<N> {
    /// Columns as wide as their headings. They are those of a [`List`].
    pub(in crate::render) fn new(heads: [&'static str; N], numbers: &'static [usize], flexible: usize) -> Columns<N> {
        Columns { heads, numbers, flexible, widths: heads.map(width) }
    }

    /// Makes room for a row.
    pub(in crate::render) fn measure(&mut self, row: &[String; N]) {
        for (column, cell) in self.widths.iter_mut().zip(row) {
            *column = cell.lines().map(width).fold(*column, usize::max);
        }
    }

    /// Whether the flexible column gets as much room as it needs, or at least `least`.
    pub(in crate::render) fn fits(&self, least: usize, look: Look) -> bool {
        self.left_over(look) >= self.widths[self.flexible].min(least)
    }

    /// The columns with a flexible one that is no wider than the others leave.
    pub(in crate::render) fn within(mut self, look: Look) -> Columns<N> {
        let most = self.left_over(look).max(1);
        self.widths[self.flexible] = self.widths[self.flexible].min(most);
        self
    }

    /// The headings, and the line under them.
    pub(in crate::render) fn heading(&self, look: Look) -> String {
        let heads = self.line(self.heads);
        let across = self.widths.iter().sum::<usize>() + GAP * N.saturating_sub(1);
        format!("{}\n{}\n", bold(&heads, look.colour), "─".repeat(across))
    }

    /// One row, of as many lines as its longest cell.
    pub(in crate::render) fn row(&self, row: &[String; N]) -> String {
        let flexible = self.widths[self.flexible];
        let mut cells: [Vec<&str>; N] = row.each_ref().map(|cell| cell.lines().collect());
        let broken: Vec<String> = cells[self.flexible].iter().flat_map(|line| wrap(line, flexible)).collect();
        cells[self.flexible] = broken.iter().map(String::as_str).collect();
        let lines = cells.iter().map(Vec::len).max().unwrap_or(0).max(1);
        let line = |at: usize| self.line(cells.each_ref().map(|cell| cell.get(at).copied().unwrap_or(""))) + "\n";
        (0..lines).map(line).collect()
    }

    fn line(&self, cells: [&str; N]) -> String {
        let aligned = |(at, cell): (usize, &str)| match self.numbers.contains(&at) {
            true => align_right(cell, self.widths[at]),
            false => align_left(cell, self.widths[at]),
        };
        let cells: Vec<String> = cells.into_iter().enumerate().map(aligned).collect();
        cells.join(&" ".repeat(GAP)).trim_end().to_string()
    }

    /// The room that the other columns leave to the flexible one.
    fn left_over(&self, look: Look) -> usize {
        let others = self.widths.iter().enumerate().filter(|(at, _)| *at != self.flexible);
        look.columns().saturating_sub(others.map(|(_, width)| width + GAP).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::Colour;

    #[test]
    fn a_long_list_looks_like_a_short_one() {
        let rows: Vec<[String; 3]> =
            [["1", "Ann and Bob", "open"], ["12", "Zoë", "won by Zoë\nin hand 3"], ["3", "", ""]]
                .map(|row| row.map(String::from))
                .into();
        for columns in [40, 100] {
            let look = Look::plain(columns);
            let mut long = Columns::new(["game", "sides", "what"], &[0], 1);
            rows.iter().for_each(|row| long.measure(row));
            let long = long.within(look);
            let text = long.heading(look) + &rows.iter().map(|row| long.row(row)).collect::<String>();
            let list = List { heads: ["game", "sides", "what"], rows: rows.clone(), numbers: &[0], flexible: 1 };
            assert_eq!(text, list.text(look));
        }
    }
}
