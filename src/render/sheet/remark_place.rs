//! Where the remarks about a hand stand: beside the table if there is room, else below the hand.

use super::rows::SheetRow;
use ginpad_core::text::{align_left, fill, width, wrap};

/// The space between a table and what is beside it.
const GAP: usize = 2;
/// If a remark needs more than one line beside the table, it gets at least so much room.
const LEAST: usize = 28;
/// The most lines that a remark takes beside the table.
const LINES: usize = 3;
/// The indent of a remark below its hand, which puts it under the mark of the hand.
const INDENT: usize = 4;

/// Where the remarks of a table stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RemarkPlace {
    /// Beside the table, from this column on, with so much room.
    Beside { from: usize, room: usize },
    /// Below each hand, with so much room.
    Below { room: usize },
}

impl RemarkPlace {
    /// The place for the remarks of these rows: beside a table of this width if each is short enough there.
    pub(super) fn of(rows: &[SheetRow], table: usize, room: usize) -> RemarkPlace {
        let beside = room.saturating_sub(table + GAP);
        let fits = |remark: &String| width(remark) <= beside || beside >= LEAST && wrap(remark, beside).len() <= LINES;
        if rows.iter().flat_map(|row| &row.remarks).all(fits) {
            RemarkPlace::Beside { from: table + GAP, room: beside }
        } else {
            RemarkPlace::Below { room }
        }
    }

    /// The lines of a row with its remarks. `blank` makes a line of the table with nothing in it.
    pub(super) fn around(self, row: &SheetRow, line: &str, blank: impl Fn() -> String) -> Vec<String> {
        match self {
            RemarkPlace::Below { room } => {
                let remarks = row.remarks.iter();
                let below = remarks
                    .flat_map(|remark| fill(&" ".repeat(INDENT), std::slice::from_ref(remark), room, INDENT + 2));
                std::iter::once(line.to_string()).chain(below).collect()
            }
            RemarkPlace::Beside { from, room } => {
                let said: Vec<String> = row.remarks.iter().flat_map(|remark| wrap(remark, room)).collect();
                let with = |(at, said): (usize, &String)| {
                    let line = if at == 0 { line.to_string() } else { blank() };
                    format!("{}{said}", align_left(&line, from))
                };
                if said.is_empty() { vec![line.to_string()] } else { said.iter().enumerate().map(with).collect() }
            }
        }
    }
}
