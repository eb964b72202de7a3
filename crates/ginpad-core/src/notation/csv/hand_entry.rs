//! Reads the hand of a row: an entry in one cell, or its parts in several.

use super::columns::Column;
use super::faults::reasons;
use super::head::HeadReader;
use super::numbers::whole_number;
use super::table::{Row, one_line};
use crate::notation::entry::read_entry;
use crate::notation::print::quoted;
use crate::notation::words::{DEAD, outcome_of};
use crate::text::harmless;
use crate::{AcceptedHand, Game, LoggedHand, LoggedResult, Outcome, Played, RefusedHand};

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
