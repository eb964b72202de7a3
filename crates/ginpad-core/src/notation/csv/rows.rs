//! Reads the rows of a table: the hand of a row, an entry in one cell or its parts in several; or a game by its totals.

use std::collections::BTreeMap;

use super::columns::{Column, source_cell};
use super::faults::{CsvFault, reasons};
use super::head::{HeadCells, HeadReader, WinnerCell, head_cells};
use super::numbers::{total, whole_number};
use super::table::{Row, Table, one_line};
use crate::game::{Game, Totals};
use crate::hand::{AcceptedHand, GameHand, LoggedHand, LoggedResult, Outcome, Played, RefusedHand};
use crate::notation::entry::read_entry;
use crate::notation::print::quoted;
use crate::notation::words::{DEAD, outcome_of};
use crate::points::Points;
use crate::side::BySide;
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
pub(super) fn read_hands(table: &Table, heads: &mut HeadReader<'_>) -> Vec<(Game, usize, String)> {
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
                let ways = "sort the rows, or number the games in a column `game`";
                let reason = format!("hand {number} comes after hand {before}; {ways}");
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

/// An entry composed from cells, with the place where each cell begins.
#[derive(Debug, Default)]
struct Composed {
    text: String,
    places: Vec<(usize, Column)>,
}

impl Composed {
    fn push(&mut self, column: Column, part: &str) {
        if part.is_empty() {
            return;
        }
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.places.push((self.text.len(), column));
        self.text.push_str(part);
    }

    /// The column of the faulty byte.
    fn column_at(&self, at: usize) -> Column {
        let before = self.places.iter().rev().find(|(start, _)| *start <= at);
        before.map_or(Column::Who, |(_, column)| *column)
    }
}

/// Reads the hand of one row as logged. `None` if a cell has a fault.
pub(super) fn logged(row: &Row, game: &Game, heads: &mut HeadReader<'_>) -> Option<LoggedHand> {
    let columns = heads.columns;
    let mut composed = match columns.text(row, Column::Entry) {
        Some(entry) => {
            let mut composed = Composed::default();
            composed.push(Column::Entry, &heads.reading.names.entry(&one_line(entry)));
            composed
        }
        None => parts(row, game, heads)?,
    };
    for (column, word) in [(Column::Upcard, "up"), (Column::Note, "note"), (Column::At, "at")] {
        if let Some(cell) = columns.text(row, column) {
            let cell = one_line(cell);
            let value = if column == Column::Note { quoted(&cell) } else { cell };
            composed.push(column, &format!("{word} {value}"));
        }
    }
    if let Some(at) = composed.text.find(char::is_control) {
        heads.refuse(row.line, composed.column_at(at), "there is a control character here");
        return None;
    }
    let read = read_entry(&composed.text, game, heads.reading.local).map_err(|(at, fault)| {
        let column = composed.column_at(at);
        let shown = columns.text(row, column).filter(|_| column == Column::Entry);
        let shown = shown.map(|entry| format!("; the entry is `{}`", harmless(entry))).unwrap_or_default();
        heads.refuse(row.line, column, format!("{fault}{shown}"));
    });
    read.ok()
}

/// Composes the entry of a row whose parts have columns of their own.
fn parts(row: &Row, game: &Game, heads: &mut HeadReader<'_>) -> Option<Composed> {
    let columns = heads.columns;
    let text = |column| columns.text(row, column).map(one_line);
    let mut composed = Composed::default();
    let how = text(Column::How).unwrap_or_default();
    let dead =
        how.split_whitespace().next().is_some_and(|word| DEAD.iter().any(|dead| dead.eq_ignore_ascii_case(word)));
    if dead {
        composed.push(Column::How, &how);
        return Some(composed);
    }
    // A table without a column for the player who ended the hand names the winner, with the points.
    let who = if columns.has(Column::Who) { Column::Who } else { Column::Winner };
    let Some(name) = text(who) else {
        heads.refuse(row.line, who, "nobody is named; a hand that nobody won is `dead`");
        return None;
    };
    let seat = heads.reading.names.meant_player(&name, &game.players);
    let seat = seat.map_err(|fault| heads.refuse(row.line, who, fault)).ok()?;
    composed.push(who, &quoted(game.players.name(seat)));
    let (own, other) = (text(Column::Deadwood), text(Column::OpponentDeadwood));
    let outcome = outcome_of(&how);
    let only_points = own.is_none() && other.is_none() && columns.text(row, Column::Points).is_some();
    if only_points && outcome.map_or(how.is_empty(), |outcome| outcome != Outcome::Points) {
        heads.notes.points_only += usize::from(outcome.is_some());
        composed.push(Column::Points, "points");
    } else {
        composed.push(Column::How, &how);
    }
    if only_points {
        composed.push(Column::Points, &heads.number(row, Column::Points, "a number of points")?.to_string());
        return Some(composed);
    }
    let gin = matches!(outcome, Some(Outcome::Gin | Outcome::BigGin));
    // A player who goes gin has no deadwood.
    if let Some(own) = own.filter(|own| !(gin && whole_number(own) == Some(0))) {
        composed.push(Column::Deadwood, &own);
    }
    let Some(other) = other else {
        heads.refuse(row.line, Column::OpponentDeadwood, "the deadwood of the other side is not given");
        return None;
    };
    composed.push(Column::OpponentDeadwood, &other);
    Some(composed)
}

/// Joins the hands of several rows: one result for each pair of partners.
pub(super) fn joined(rows: Vec<LoggedHand>) -> Option<LoggedHand> {
    let results = |played| match played {
        Played::Results(results) => results,
        Played::Dead(_) => vec![LoggedResult::Dead],
    };
    rows.into_iter().reduce(|hand, row| LoggedHand {
        played: Played::Results([results(hand.played), results(row.played)].concat()),
        between: None,
        upcard: hand.upcard.or(row.upcard),
        note: hand.note.or(row.note),
        at: hand.at.or(row.at),
    })
}

/// Checks that the rules of the game accept a hand. If the row also gives the points, they must match.
pub(super) fn accepted(
    rows: &[&Row],
    hand: LoggedHand,
    game: &Game,
    heads: &mut HeadReader<'_>,
) -> Option<AcceptedHand> {
    let line = rows.first().map_or(1, |row| row.line);
    let column = [Column::Entry, Column::How, Column::Who].into_iter().find(|column| heads.columns.has(*column));
    let column = column.unwrap_or(Column::Winner);
    let accepted = game.accept(hand);
    let accepted =
        accepted.map_err(|RefusedHand { refusals, .. }| heads.refuse(line, column, reasons(&refusals))).ok()?;
    if let [row] = rows
        && let Some(given) = heads.number(row, Column::Points, "a number of points")
    {
        let priced = accepted.price(&game.rules.rules);
        let worth = priced.points.0;
        if priced.outcome != Some(Outcome::Points) && given != worth {
            heads.refuse(line, Column::Points, format!("the hand is worth {worth} under these rules, not {given}"));
        }
    }
    Some(accepted)
}

const NO_TOTALS: &str = "there are no totals; without them the winner must be named, or the status must be `unfinished`, or \
    `forfeit` and a side";

/// Reads the game of every row.
pub(super) fn read_games(table: &Table, heads: &mut HeadReader<'_>) -> Vec<(Game, usize, String)> {
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
