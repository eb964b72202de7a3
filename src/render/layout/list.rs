//! A list: rows under headings. One of its columns takes the room that the others leave.

use super::bold;
use crate::render::Look;
use ginpad_core::text::{align_left, align_right, width, wrap};

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
        let columns = self.columns().within(look).around(&self.rows);
        columns.heading(look) + &self.rows.iter().map(|row| columns.row(row)).collect::<String>()
    }

    fn columns(&self) -> Columns<N> {
        let mut columns = Columns::new(self.heads, self.numbers, self.flexible);
        self.rows.iter().for_each(|row| columns.measure(row));
        columns
    }
}

/// The columns of a list, measured before any row is printed. A long list need not be in memory as a whole.
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

    /// The columns with a flexible one that is as wide as its lines once they are broken.
    fn around(mut self, rows: &[[String; N]]) -> Columns<N> {
        let flexible = self.flexible;
        let most = self.widths[flexible];
        let lines = rows.iter().flat_map(|row| row[flexible].lines()).flat_map(|line| wrap(line, most));
        self.widths[flexible] = lines.map(|line| width(&line)).fold(width(self.heads[flexible]), usize::max);
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
