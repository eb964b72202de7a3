//! A table with one row a game: only its totals are known.

use super::columns::Column;
use super::faults::Faults;
use super::head::{HeadCells, HeadReader, MOST_GAMES, WinnerCell};
use super::numbers::total;
use super::table::{Row, Table};
use crate::game::{Closing, Game, Totals};
use crate::points::Points;
use crate::side::{BySide, Side};

/// Reads the game of every row.
pub(super) fn read(table: &Table, heads: &mut HeadReader<'_>, faults: &mut Faults) -> Vec<(Game, usize, String)> {
    let mut games = Vec::new();
    let mut day = None;
    for row in &table.rows {
        if games.len() == MOST_GAMES {
            let reason = format!("a file has at most {MOST_GAMES} games; what follows was not read");
            faults.push(super::CsvFault::of_line(row.line, reason));
            break;
        }
        let mut cells = HeadCells::of_row(heads.columns, row);
        // Of the games of an evening often only the first has a date.
        match (cells.get(Column::Date), day) {
            (None, Some(above)) => {
                cells.set(Column::Date, above);
                heads.dated_above.push(row.line);
            }
            (own, _) => day = own,
        }
        games.extend(game(row, cells, heads, faults).map(|game| (game, row.line, heads.columns.source(row))));
    }
    games
}

/// The game of a row. `None` if anything is wrong with it.
fn game<'t>(row: &'t Row, mut cells: HeadCells<'t>, heads: &mut HeadReader<'_>, faults: &mut Faults) -> Option<Game> {
    if let Some(note) = heads.columns.text(row, Column::Note) {
        cells.set(Column::Note, (row.line, note));
    }
    let head = heads.game(row.line, &cells, faults);
    let mut points = |column| {
        let cell = heads.columns.text(row, column)?;
        Some(total(cell).map_err(|reason| faults.push(heads.fault(row.line, column, reason))))
    };
    let (first, second) = (points(Column::Total1), points(Column::Total2));
    let net = points(Column::Net);
    let (game, winner) = head?;
    if let (None, None, None, WinnerCell::Side(side), Some(net)) = (&first, &second, game.closing, winner, net) {
        heads.net_only += 1;
        let net = net.ok()?;
        let points = BySide::from_fn(2, |other| if other == side { net } else { Points::ZERO });
        return Some(Game { totals: totals(points, winner, None, &mut |_, _| {}), ..game });
    }
    if let (None, None, None, WinnerCell::Side(_) | WinnerCell::Nobody) = (&first, &second, game.closing, winner) {
        heads.winner_only += 1;
        let points = BySide::new(Points::ZERO, Points::ZERO);
        return Some(Game { totals: totals(points, winner, None, &mut |_, _| {}), ..game });
    }
    if let (Some(Ok(first)), Some(Ok(second)), WinnerCell::Side(side)) = (&first, &second, winner)
        && (if side == Side::First { first < second } else { second < first })
    {
        heads.fewer_won.push(row.line);
    }
    let mut wrong = |column, reason: &str| faults.push(heads.fault(row.line, column, reason));
    let totals = match (first, second, game.closing) {
        (Some(first), Some(second), closing) => {
            Some(totals(BySide::new(first.ok()?, second.ok()?), winner, closing, &mut wrong)?)
        }
        (None, None, Some(_)) => None,
        (None, None, None) => {
            wrong(
                Column::Total1,
                "there are no totals; without them the winner must be named, or the status must be `unfinished`, or `forfeit` and a side",
            );
            return None;
        }
        (None, Some(_), _) => {
            wrong(Column::Total1, "there is no total for this side");
            return None;
        }
        (Some(_), None, _) => {
            wrong(Column::Total2, "there is no total for this side");
            return None;
        }
    };
    Some(Game { totals, ..game })
}

/// The totals with the winner that the row names, or else the side with more.
fn totals(
    points: BySide<Points>,
    winner: WinnerCell,
    closing: Option<Closing>,
    wrong: &mut dyn FnMut(Column, &str),
) -> Option<Totals> {
    let totals = Totals::new(points);
    match winner {
        _ if closing.is_some() => Some(totals),
        WinnerCell::Side(side) => Some(Totals { winner: Some(side), ..totals }),
        WinnerCell::Nobody if totals.winner.is_some() => {
            wrong(Column::Winner, "the totals differ, so the game is not tied");
            None
        }
        WinnerCell::Nobody | WinnerCell::Empty => Some(totals),
    }
}
