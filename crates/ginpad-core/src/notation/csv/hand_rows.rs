//! Reads a table with one row a hand, gathering the rows of each game.

use std::collections::BTreeMap;

use super::columns::{Column, source_cell};
use super::faults::CsvFault;
use super::hand_entry::{accepted, joined, logged};
use super::head::{HeadCells, HeadReader, head_cells};
use super::table::{Row, Table};
use crate::text::fold;
use crate::{Game, GameHand};

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
pub(super) fn read(table: &Table, heads: &mut HeadReader<'_>) -> Vec<(Game, usize, String)> {
    let mut games = Vec::new();
    for gathered in gather(table, heads) {
        let line = gathered.rows.first().map_or(table.heading_line, |row| row.line);
        let Some((mut game, _)) = heads.game(line, &gathered.head) else { continue };
        hands(&gathered.rows, &mut game, heads);
        let cells = gathered.head.iter().map(|(column, (_, cell))| source_cell(*column, cell));
        let rows = gathered.rows.iter().map(|row| heads.columns.source(row));
        games.push((game, line, cells.chain(rows).collect()));
    }
    games
}

/// Groups the rows into games by the column `game`. Without it, a game begins where a cell about the game changes.
fn gather<'t>(table: &'t Table, heads: &mut HeadReader<'_>) -> Vec<Gathered<'t>> {
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
            (None, false) => last.filter(|at| difference(&games[*at].head, &head).is_none()),
        };
        let at = match existing {
            Some(at) => at,
            None if heads.is_full(games.len(), row.line) => break,
            None => {
                let mut head = head.clone();
                for (column, cell) in last.iter().flat_map(|at| &games[*at].head) {
                    if AS_ABOVE.contains(column) {
                        head.entry(*column).or_insert(*cell);
                    }
                }
                games.push(Gathered { head, rows: Vec::new() });
                games.len() - 1
            }
        };
        let game = &mut games[at];
        if let Some((column, line)) = difference(&game.head, &head) {
            heads.refuse(row.line, column, format!("line {line} gives another value for the same game"));
        }
        for (column, cell) in head {
            game.head.entry(column).or_insert(cell);
        }
        game.rows.push(row);
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

/// Adds the hands of these rows to their game. Consecutive rows with the same number are one hand.
fn hands(rows: &[&Row], game: &mut Game, heads: &mut HeadReader<'_>) {
    let columns = heads.columns;
    let number = |row: &Row| columns.text(row, Column::Hand).map(fold);
    let mut last: Option<i64> = None;
    for rows in rows.chunk_by(|one, next| number(one).is_some() && number(one) == number(next)) {
        let Some(first) = rows.first() else { continue };
        if game.hands.len() == Game::MOST_HANDS {
            let reason = format!("a game has at most {} hands; the rest was not read", Game::MOST_HANDS);
            return heads.faults.push(CsvFault::of_line(first.line, reason));
        }
        match (heads.number(first, Column::Hand, "the number of the hand"), last) {
            (Some(number), Some(before)) if number <= before => {
                let reason = format!("hand {number} comes after hand {before}; sort the rows, the first hand first");
                heads.refuse(first.line, Column::Hand, reason);
            }
            (number, _) => last = number.or(last),
        }
        let read: Vec<_> = rows.iter().map(|row| logged(row, game, heads)).collect();
        let hand = read.into_iter().collect::<Option<_>>().and_then(joined);
        let accepted = hand.and_then(|hand| accepted(rows, hand, game, heads));
        game.hands.extend(accepted.map(GameHand::Accepted));
    }
}
