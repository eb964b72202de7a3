//! Reads a table with one row a hand, gathering the rows of each game.

use std::collections::BTreeMap;

use super::columns::{Column, source_cell};
use super::faults::{CsvFault, Faults};
use super::hand_entry::{accepted, joined, logged};
use super::head::{HeadCells, HeadReader, MOST_GAMES, head_cells};
use super::numbers::whole_number;
use super::table::{Row, Table};
use crate::game::Game;
use crate::text::{fold, harmless};

/// The columns where an empty cell means the same as in the game before.
const AS_ABOVE: [Column; 8] = {
    use Column::*;
    [Date, Side1, Side2, Event, Rules, Stake, StakeGame, StakeLine]
};

/// The rows of one game.
struct Gathered<'t> {
    head: HeadCells<'t>,
    rows: Vec<&'t Row>,
}

/// Reads the games of all rows.
pub(super) fn read(table: &Table, heads: &mut HeadReader<'_>, faults: &mut Faults) -> Vec<(Game, usize, String)> {
    let mut games = Vec::new();
    for gathered in gather(table, heads, faults) {
        let line = gathered.rows.first().map_or(table.heading_line, |row| row.line);
        let Some((mut game, _)) = heads.game(line, &gathered.head, faults) else { continue };
        hands(&gathered.rows, &mut game, heads, faults);
        let cells = gathered.head.iter().map(|(column, (_, cell))| source_cell(*column, cell));
        let rows = gathered.rows.iter().map(|row| heads.columns.source(row));
        games.push((game, line, cells.chain(rows).collect()));
    }
    games
}

/// Groups the rows into games by the column `game`. Without it, a game begins where a cell about the game changes.
fn gather<'t>(table: &'t Table, heads: &HeadReader<'_>, faults: &mut Faults) -> Vec<Gathered<'t>> {
    let columns = heads.columns;
    let keyed = columns.has(Column::Game);
    let mut games: Vec<Gathered<'t>> = Vec::new();
    let mut by_key: BTreeMap<String, usize> = BTreeMap::new();
    let mut last: Option<usize> = None;
    for row in &table.rows {
        let mut head = head_cells(columns, row);
        if !columns.has(Column::Who) {
            // In a row of a hand this column names the winner of the hand.
            head.remove(&Column::Winner);
        }
        let key = columns.text(row, Column::Game).map(fold);
        let existing = match (&key, keyed) {
            (Some(key), _) => by_key.get(key).copied(),
            (None, true) => last,
            (None, false) => {
                last.filter(|at| games.get(*at).is_some_and(|game| difference(&game.head, &head).is_none()))
            }
        };
        let at = match existing {
            Some(at) => {
                if let Some(game) = games.get_mut(at) {
                    join(game, row, &head, heads, faults);
                }
                at
            }
            None if games.len() == MOST_GAMES => {
                let reason = format!("a file has at most {MOST_GAMES} games; the rest was not read");
                faults.push(CsvFault::of_line(row.line, reason));
                break;
            }
            None => {
                if let Some(above) = last.and_then(|at| games.get(at)) {
                    for (column, cell) in above.head.iter().filter(|(column, _)| AS_ABOVE.contains(column)) {
                        head.entry(*column).or_insert(*cell);
                    }
                }
                games.push(Gathered { head, rows: vec![row] });
                games.len() - 1
            }
        };
        if let Some(key) = key {
            by_key.insert(key, at);
        }
        last = Some(at);
    }
    games
}

/// The first column in which a row contradicts its game.
fn difference(game: &HeadCells<'_>, row: &HeadCells<'_>) -> Option<(Column, usize)> {
    let other = |(column, (_, cell)): (&Column, &(usize, &str))| {
        // A value that only a later row gives is not a difference.
        let (line, earlier) = game.get(column)?;
        (fold(earlier) != fold(cell)).then_some((*column, *line))
    };
    row.iter().find_map(other)
}

/// Adds a row to its game.
fn join<'t>(game: &mut Gathered<'t>, row: &'t Row, head: &HeadCells<'t>, heads: &HeadReader<'_>, faults: &mut Faults) {
    if let Some((column, line)) = difference(&game.head, head) {
        let reason = format!("line {line} gives another value for the same game");
        faults.push(heads.fault(row.line, column, reason));
    }
    for (column, cell) in head {
        game.head.entry(*column).or_insert(*cell);
    }
    game.rows.push(row);
}

/// Adds the hands of these rows to their game. Consecutive rows with the same number are one hand.
fn hands(rows: &[&Row], game: &mut Game, heads: &mut HeadReader<'_>, faults: &mut Faults) {
    let columns = heads.columns;
    let number = |row: &Row| columns.text(row, Column::Hand).map(fold);
    let mut last: Option<i64> = None;
    for rows in rows.chunk_by(|one, next| number(one).is_some() && number(one) == number(next)) {
        let Some(first) = rows.first() else { continue };
        if game.hands.len() == Game::MOST_HANDS {
            let reason = format!("a game has at most {} hands; the rest was not read", Game::MOST_HANDS);
            return faults.push(CsvFault::of_line(first.line, reason));
        }
        let cell = heads.columns.text(first, Column::Hand);
        let counted = cell.map(|cell| whole_number(cell).ok_or(cell)).transpose();
        match (counted, last) {
            (Err(cell), _) => {
                let reason = format!("expected the number of the hand, not `{}`", harmless(cell));
                faults.push(heads.fault(first.line, Column::Hand, reason));
            }
            (Ok(Some(number)), Some(before)) if number <= before => {
                let reason = format!("hand {number} comes after hand {before}; sort the rows, the first hand first");
                faults.push(heads.fault(first.line, Column::Hand, reason));
            }
            (Ok(number), _) => last = number.or(last),
        }
        let read: Vec<_> = rows.iter().map(|row| logged(row, game, heads)).collect();
        if read.iter().any(Result::is_err) {
            read.into_iter().filter_map(Result::err).for_each(|fault| faults.push(fault));
            continue;
        }
        let Some(hand) = joined(read.into_iter().flatten().collect()) else { continue };
        match accepted(rows, hand, game, heads) {
            Ok(accepted) => game.hands.push(accepted.into()),
            Err(fault) => faults.push(fault),
        }
    }
}
