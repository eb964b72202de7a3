//! Sets aside the rows of a table of games that hold no game: section headings, repeated headings, and sums.

use super::columns::{Columns, Layout};
use super::numbers::whole_number;
use super::table::{Row, Table};
use crate::notation::day::day_before;

/// Sets these rows aside. In a table of hands only the last row can be one: after any other, the next hand could belong
/// to another game.
pub(super) fn set_aside(table: &mut Table, columns: &Columns) {
    let is_of_games = columns.layout == Layout::Games;
    let (mut all, mut section) = (Sums::default(), Sums::default());
    let mut rows = std::mem::take(&mut table.rows).into_iter();
    while let Some(row) = rows.next() {
        // One game and its sum look like two games, unless the table has sections.
        let is_whole =
            section.rows > 1 || all.rows > section.rows || table.notes.titles.last() > Some(&table.heading_line);
        let ends_section = is_of_games && is_whole && section.are_in(&row) && section.lacked_by(&row);
        let is_last = rows.len() == 0 && table.notes.sums.iter().all(|sums| *sums < row.line);
        let ends_table = is_last && all.are_the_last(&row);
        let begins_a_game = || columns.says_who(&row) || columns.says_totals(&row) || day_before(row.cell(0)).is_some();
        if is_of_games && table.is_heading(&row) && !(row.is_lone() && begins_a_game()) {
            table.notes.titles.push(row.line);
        } else if (ends_section || ends_table) && !columns.says_who(&row) {
            table.notes.sums.push(row.line);
        } else if is_of_games && columns.sides.is_some() && rows.len() == 0 && all.are_missed_by(&row) {
            table.notes.nameless = Some(row.line);
        } else {
            all.add(&row);
            section.add(&row);
            table.rows.push(row);
            continue;
        }
        section = Sums::default();
    }
}

/// The sums of some rows, column by column.
#[derive(Default)]
struct Sums {
    rows: usize,
    /// For each column, the sum of its numbers and the number of rows with text.
    columns: Vec<(i64, usize)>,
}

impl Sums {
    fn add(&mut self, row: &Row) {
        self.rows += 1;
        self.columns.resize(self.columns.len().max(row.len()), (0, 0));
        for (at, (sum, filled)) in self.columns.iter_mut().enumerate() {
            *sum = sum.saturating_add(whole_number(row.cell(at)).unwrap_or(0));
            *filled += usize::from(!row.cell(at).is_empty());
        }
    }

    /// Whether a row has no number in a column where all rows have text, like a date.
    fn lacked_by(&self, row: &Row) -> bool {
        let lacks =
            |(at, (_, filled)): (usize, &(i64, usize))| *filled == self.rows && whole_number(row.cell(at)).is_none();
        self.columns.iter().enumerate().any(lacks)
    }

    /// Whether a row has only numbers and lacks text that all rows have, like a date: it cannot be a game.
    fn are_missed_by(&self, row: &Row) -> bool {
        let is_number = |at| row.cell(at).is_empty() || whole_number(row.cell(at)).is_some();
        self.rows > 1 && (0..row.len()).all(is_number) && self.lacked_by(row)
    }

    /// Whether a row holds only these sums, and perhaps a word like `May`, but no day.
    fn are_in(&self, row: &Row) -> bool {
        let filled = (0..row.len()).filter(|at| !row.cell(*at).is_empty());
        let (numbers, words): (Vec<usize>, Vec<usize>) = filled.partition(|at| whole_number(row.cell(*at)).is_some());
        let is_sum = |at: &usize| whole_number(row.cell(*at)) == Some(self.columns.get(*at).map_or(0, |(sum, _)| *sum));
        let is_word = words.len() < 2 && words.iter().all(|at| day_before(row.cell(*at)).is_none());
        is_word && !numbers.is_empty() && numbers.iter().all(is_sum)
    }

    /// Like [`are_in`](Self::are_in), for the last row. If a table has only totals, matching sums are enough.
    fn are_the_last(&self, row: &Row) -> bool {
        let only_totals =
            row.len() == self.columns.len() && (0..row.len()).all(|at| whole_number(row.cell(at)).is_some());
        self.rows > 1 && self.are_in(row) && (only_totals || self.lacked_by(row))
    }
}
