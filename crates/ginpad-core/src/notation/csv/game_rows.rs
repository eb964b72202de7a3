//! Reads a table with one row a game: only its totals are known.

use super::columns::Column;
use super::head::{HeadCells, HeadReader, WinnerCell, head_cells};
use super::numbers::total;
use super::table::{Row, Table};
use crate::{BySide, Game, Points, Totals};

const NO_TOTALS: &str = "there are no totals; without them the winner must be named, or the status must be `unfinished`, or \
    `forfeit` and a side";

/// Reads the game of every row.
pub(super) fn read(table: &Table, heads: &mut HeadReader<'_>) -> Vec<(Game, usize, String)> {
    let mut games = Vec::new();
    let mut day = None;
    for row in &table.rows {
        if heads.is_full(games.len(), row.line) {
            break;
        }
        let mut cells = head_cells(heads.columns, row);
        // Often only the first game of an evening has a date.
        match (cells.get(&Column::Date).copied(), day) {
            (None, Some(above)) => {
                cells.insert(Column::Date, above);
                heads.notes.dated_above.push(row.line);
            }
            (own, _) => day = own,
        }
        games.extend(game(row, cells, heads).map(|game| (game, row.line, heads.columns.source(row))));
    }
    games
}

/// Reads the game of a row. `None` if the row has a fault.
fn game<'t>(row: &'t Row, mut cells: HeadCells<'t>, heads: &mut HeadReader<'_>) -> Option<Game> {
    if let Some(note) = heads.columns.text(row, Column::Note) {
        cells.insert(Column::Note, (row.line, note));
    }
    let head = heads.game(row.line, &cells);
    let mut points = |column| {
        let cell = heads.columns.text(row, column)?;
        Some(total(cell).map_err(|reason| heads.refuse(row.line, column, reason)))
    };
    let (first, second) = (points(Column::Total1), points(Column::Total2));
    let net = points(Column::Net);
    let (game, winner) = head?;
    let named = |points: BySide<Points>| match winner {
        WinnerCell::Side(side) => Totals { winner: Some(side), ..Totals::new(points) },
        WinnerCell::Nobody | WinnerCell::Empty => Totals::new(points),
    };
    let totals = match (first, second, game.closing) {
        (Some(first), Some(second), closing) => {
            let totals = Totals::new(BySide::new(first.ok()?, second.ok()?));
            if totals.winner.is_some_and(|more| winner == WinnerCell::Side(more.other())) {
                heads.notes.fewer_won.push(row.line);
            }
            match (closing, totals.winner) {
                (None, Some(_)) if winner == WinnerCell::Nobody => {
                    Err((Column::Winner, "the totals differ, so the game is not tied"))
                }
                (None, _) => Ok(Some(named(totals.points))),
                (Some(_), _) => Ok(Some(totals)),
            }
        }
        (None, None, Some(_)) => Ok(None),
        (None, None, None) => match (winner, net) {
            (WinnerCell::Side(side), Some(net)) => {
                heads.notes.net_only += 1;
                Ok(Some(named(BySide::only(2, side, net.ok()?))))
            }
            (WinnerCell::Side(_) | WinnerCell::Nobody, _) => {
                heads.notes.winner_only += 1;
                Ok(Some(named(BySide::none(2))))
            }
            (WinnerCell::Empty, _) => Err((Column::Total1, NO_TOTALS)),
        },
        (None, Some(_), _) => Err((Column::Total1, "there is no total for this side")),
        (Some(_), None, _) => Err((Column::Total2, "there is no total for this side")),
    };
    let totals = totals.map_err(|(column, reason)| heads.refuse(row.line, column, reason));
    Some(Game { totals: totals.ok()?, ..game })
}
