//! Gives tables of other shapes the columns `side 1`, `side 2`, `total 1` and `total 2`: a column that holds both totals
//! (`330:48`) or both sides (`Ann – Bob`), a column for each of many players, or a winner and a loser of each hand.

use std::cmp::Reverse;

use super::columns::{Column, counts_rows, is_mostly_numbers, name_of};
use super::faults::CsvFault;
use super::names::NameMap;
use super::numbers::whole_number;
use super::table::{MOST_LOOKED_AT, Row, Table};
use crate::cards::Cards;
use crate::notation::day::day_before;
use crate::notation::words::{DEAD, outcome_of};
use crate::text::fold;

/// Gives the table these columns if it has another shape. Takes out the rows with points of more than two players, and
/// returns their faults.
pub(super) fn reshape(table: &mut Table, names: &NameMap) -> Vec<CsvFault> {
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
        hands_of_players(table, &columns);
    }
    let columns = meanings(table);
    if !has(&columns, &[Column::Side2, Column::Loser, Column::Sides]) {
        opponents(table, &columns);
    }
    let columns = meanings(table);
    if !has(&columns, &[Column::Side1, Column::Side2, Column::Loser]) {
        let may_hold = [Some(Column::Sides), Some(Column::Game), Some(Column::Who), None];
        match (0..columns.len()).find(|at| may_hold.contains(&columns[*at]) && holds_only(table, *at, sides)) {
            Some(at) => replace(table, at, [Column::Side1, Column::Side2], sides),
            None if has(&columns, &[Column::Total1, Column::Total2, Column::Who, Column::Entry]) => {}
            None => return a_column_a_player(table, &columns),
        }
    } else if !has(&columns, &[Column::Side1, Column::Side2, Column::Who]) {
        hands_of_winners(table, &columns);
    }
    Vec::new()
}

/// The place of the column with this meaning.
fn place(columns: &[Option<Column>], column: Column) -> Option<usize> {
    columns.iter().position(|it| *it == Some(column))
}

/// The columns of numbers whose headings have no meaning and so may be players.
fn of_numbers(table: &Table, columns: &[Option<Column>]) -> Vec<usize> {
    let is_named = |at: &usize| columns[*at].is_none() && !table.headings[*at].is_empty();
    let looked_at = (0..columns.len()).take(MOST_LOOKED_AT).filter(is_named);
    looked_at.filter(|at| is_mostly_numbers(table, *at)).collect()
}

/// Replaces the winner and the loser of each hand with who won it and the two sides, which stand in one order in all rows.
fn hands_of_winners(table: &mut Table, columns: &[Option<Column>]) {
    let (Some(winner), Some(loser)) = (place(columns, Column::Winner), place(columns, Column::Loser)) else { return };
    let says_how = |at| table.cells(at).any(|cell| outcome_of(cell).is_some());
    let has = |any: &[Column]| any.iter().any(|column| place(columns, *column).is_some());
    let is_of_hands = has(&[Column::Hand])
        || place(columns, Column::How).is_some_and(says_how)
        || place(columns, Column::Game)
            .is_some_and(|game| share_games(table, game, place(columns, Column::Date), [winner, loser]));
    let has_totals = has(&[Column::WinnerTotal, Column::LoserTotal, Column::Total1, Column::Total2, Column::Totals]);
    if is_of_hands && !has_totals && has(&[Column::Points, Column::Deadwood, Column::OpponentDeadwood]) {
        table.replace(&[winner, loser], [Column::Who, Column::Side1, Column::Side2].map(name_of), |row| {
            let mut sides = [row.cell(winner), row.cell(loser)].map(str::to_string);
            let won_by = sides[0].clone();
            sides.sort_by_key(|name| fold(name));
            [vec![won_by], sides.to_vec()].concat()
        });
    }
}

/// Whether rows that follow each other have one number of a game, one date and the same two players.
fn share_games(table: &Table, number: usize, date: Option<usize>, players: [usize; 2]) -> bool {
    let known = |row: &Row| {
        let mut seated = players.map(|at| fold(row.cell(at)));
        seated.sort_unstable();
        Some((whole_number(row.cell(number))?, date.map(|at| row.cell(at).to_string()), seated))
    };
    table.rows.windows(2).any(|two| known(&two[0]).is_some_and(|first| known(&two[1]) == Some(first)))
}

/// Replaces two columns of points, of which each numbered hand fills at most one, with the sides, the winner and the points.
fn hands_of_players(table: &mut Table, columns: &[Option<Column>]) {
    let players = of_numbers(table, columns);
    let ([one, other], Some(_)) = (players.as_slice(), place(columns, Column::Hand)) else { return };
    let filled = |row: &Row| -> Vec<usize> {
        [*one, *other].into_iter().filter(|at| !["", "0", "-"].contains(&row.cell(*at))).collect()
    };
    if table.rows.iter().all(|row| table.is_heading(row) || filled(row).len() < 2) {
        let headings = [*one, *other].map(|at| table.headings[at].clone());
        let new = [Column::Side1, Column::Side2, Column::Who, Column::How, Column::Points].map(name_of);
        let how = place(columns, Column::How);
        let old: Vec<usize> = players.iter().copied().chain(how).collect();
        table.replace(&old, new, |row| {
            let how = how.map(|at| row.cell(at)).filter(|how| !how.is_empty()).unwrap_or("points");
            let hand = match filled(row).first() {
                Some(at) => [headings[usize::from(at == other)].as_str(), how, row.cell(*at)],
                None => ["", DEAD[0], ""],
            };
            [headings.to_vec(), hand.map(str::to_string).to_vec()].concat()
        });
    }
}

/// Takes names below `opponent` as the second side, and those below `player` as the first unless a row is a hand.
fn opponents(table: &mut Table, columns: &[Option<Column>]) {
    let is_name =
        |cell: &str| cell.chars().all(|char| char.is_alphabetic() || char == ' ') && Cards::read(cell).is_err();
    let are_names = |at: &usize| table.cells(*at).next().is_some() && table.cells(*at).all(is_name);
    let Some(at) = place(columns, Column::OpponentDeadwood).filter(are_names) else { return };
    let of_hands = [Column::Hand, Column::How, Column::Entry, Column::Deadwood, Column::Upcard];
    let is_of_hands = of_hands.iter().any(|column| place(columns, *column).is_some());
    let player = place(columns, Column::Who).filter(|_| !is_of_hands && place(columns, Column::Side1).is_none());
    let mut sides: Vec<_> = player.map(|at| (at, Column::Side1)).into_iter().chain([(at, Column::Side2)]).collect();
    // What is replaced goes to the end: the places before it stay.
    sides.sort_by_key(|(at, _)| Reverse(*at));
    for (at, side) in sides {
        table.replace(&[at], [name_of(side)], |row| vec![row.cell(at).to_string()]);
    }
}

/// Whether a column has cells, and each can be split.
fn holds_only(table: &Table, at: usize, halves: fn(&str) -> Option<[&str; 2]>) -> bool {
    table.cells(at).next().is_some() && table.cells(at).all(|cell| halves(cell).is_some())
}

/// Replaces the columns of many players, of which two have a total in each row of a game. Takes out the rows with more,
/// and returns their faults.
fn a_column_a_player(table: &mut Table, columns: &[Option<Column>]) -> Vec<CsvFault> {
    let players: Vec<usize> = of_numbers(table, columns).into_iter().filter(|at| !counts_rows(table, *at)).collect();
    let filled = |row: &Row| players.iter().copied().filter(|at| !row.cell(*at).is_empty()).collect::<Vec<_>>();
    let rows: Vec<&Row> = table.rows.iter().filter(|row| !table.is_heading(row)).collect();
    // In a table of other numbers, all cells are filled.
    let games = rows.iter().filter(|row| (2..players.len()).contains(&filled(row).len())).count();
    if players.len() < 3 || games == 0 || games * 2 < rows.len() {
        return Vec::new();
    }
    let scores = |row: &Row| filled(row).into_iter().filter(|at| whole_number(row.cell(*at)).is_some()).count();
    let crowded: Vec<usize> = rows.iter().filter(|row| scores(row) > 2).map(|row| row.line).collect();
    let headings = table.headings.clone();
    table.rows.retain(|row| !crowded.contains(&row.line));
    let new = [Column::Side1, Column::Side2, Column::Total1, Column::Total2].map(name_of);
    table.replace(&players, new, |row| {
        let (there, none) = (filled(row), String::new());
        let both =
            |of: &dyn Fn(usize) -> String| [0, 1].map(|place| there.get(place).map_or(none.clone(), |at| of(*at)));
        [both(&|at| headings[at].clone()), both(&|at| row.cell(at).to_string())].concat()
    });
    let reason = "more than two players have points; a spreadsheet holds games of two sides, a text sheet takes more";
    crowded.into_iter().map(|line| CsvFault::of_line(line, reason)).collect()
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
