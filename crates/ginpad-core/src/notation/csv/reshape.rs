//! Gives tables of other shapes the columns `side 1`, `side 2`, `total 1` and `total 2`: a column that holds both totals
//! (`330:48`) or both sides (`Ann – Bob`), or a column for each of many players.

use super::columns::{Column, counts_rows, is_mostly_numbers, name_of};
use super::names::NameMap;
use super::numbers::whole_number;
use super::table::{MOST_LOOKED_AT, Row, Table};
use crate::notation::day::day_before;

/// Gives the table these columns if it has another shape.
pub(super) fn reshape(table: &mut Table, names: &NameMap) {
    let meanings =
        |table: &Table| -> Vec<Option<Column>> { table.headings.iter().map(|it| names.column(it)).collect() };
    let replace = |table: &mut Table, at: usize, columns: [Column; 2], halves: fn(&str) -> Option<[&str; 2]>| {
        table.replace(&[at], columns.map(name_of), |row| {
            let cell = row.cell(at);
            halves(cell).unwrap_or([cell, ""]).map(str::to_string).to_vec()
        });
    };
    let has = |columns: &[Option<Column>], any: &[Column]| any.iter().any(|one| columns.contains(&Some(*one)));

    let columns = meanings(table);
    if !has(&columns, &[Column::Total1, Column::Total2, Column::WinnerTotal, Column::LoserTotal]) {
        let holds = |at: &usize| match columns[*at] {
            Some(Column::Totals) => table.cells(*at).any(|cell| totals(cell).is_some()),
            Some(Column::How | Column::Points) => holds_only(table, *at, totals),
            _ => false,
        };
        if let Some(at) = (0..columns.len()).find(holds) {
            let by_result = has(&columns, &[Column::Loser]) && !has(&columns, &[Column::Side1, Column::Sides]);
            let both =
                if by_result { [Column::WinnerTotal, Column::LoserTotal] } else { [Column::Total1, Column::Total2] };
            replace(table, at, both, totals);
        }
    }

    let columns = meanings(table);
    if !has(&columns, &[Column::Side1, Column::Side2, Column::Loser]) {
        let may_hold = [Some(Column::Sides), Some(Column::Game), Some(Column::Who), None];
        match (0..columns.len()).find(|at| may_hold.contains(&columns[*at]) && holds_only(table, *at, sides)) {
            Some(at) => replace(table, at, [Column::Side1, Column::Side2], sides),
            None if has(&columns, &[Column::Total1, Column::Total2, Column::Who, Column::Entry]) => {}
            None => a_column_a_player(table, &columns),
        }
    }
}

/// Whether a column has cells, and each can be split.
fn holds_only(table: &Table, at: usize, halves: fn(&str) -> Option<[&str; 2]>) -> bool {
    table.cells(at).next().is_some() && table.cells(at).all(|cell| halves(cell).is_some())
}

/// Replaces the columns of many players, of which two have a total in nearly each row. A row with more or fewer gets cells
/// that are no sides and totals, and so is reported.
fn a_column_a_player(table: &mut Table, columns: &[Option<Column>]) {
    let is_player = |at: &usize| {
        let is_named = columns[*at].is_none() && !table.headings[*at].is_empty();
        is_named && !counts_rows(table, *at) && is_mostly_numbers(table, *at)
    };
    let players: Vec<usize> = (0..columns.len()).take(MOST_LOOKED_AT).filter(is_player).collect();
    let filled = |row: &Row| players.iter().copied().filter(|at| !row.cell(*at).is_empty()).collect::<Vec<_>>();
    let rows: Vec<&Row> = table.rows.iter().filter(|row| !table.is_heading(row)).collect();
    let games = rows.iter().filter(|row| filled(row).len() == 2).count();
    if players.len() < 3 || games == 0 || games * 4 < rows.len() * 3 {
        return;
    }
    let headings = table.headings.clone();
    let new = [Column::Side1, Column::Side2, Column::Total1, Column::Total2].map(name_of);
    table.replace(&players, new, |row| {
        let there = filled(row);
        let (first, others) = there.split_at(there.len().min(1));
        let both = |of: &dyn Fn(usize) -> String| {
            [first, others].map(|places| places.iter().map(|at| of(*at)).collect::<Vec<_>>().join(", "))
        };
        [both(&|at| headings[at].clone()), both(&|at| row.cell(at).to_string())].concat()
    });
}

/// Splits both totals: `330:48`, `330-48`, `330 – 48`.
fn totals(cell: &str) -> Option<[&str; 2]> {
    let halves = cell.split_once([':', '-', '–', '—'])?;
    let (first, second) = (halves.0.trim(), halves.1.trim());
    (whole_number(first).is_some() && whole_number(second).is_some()).then_some([first, second])
}

/// Splits both sides: `Ann vs Bob`, `Ann – Bob`.
fn sides(cell: &str) -> Option<[&str; 2]> {
    const BETWEEN: [&str; 8] = [" vs. ", " vs ", " v ", " against ", " gegen ", " – ", " — ", " - "];
    let (first, second) = BETWEEN.iter().find_map(|between| cell.split_once(between))?;
    let is_name = |name: &str| !name.is_empty() && whole_number(name).is_none() && day_before(name).is_none();
    let halves = [first.trim(), second.trim()];
    halves.iter().all(|name| is_name(name)).then_some(halves)
}
