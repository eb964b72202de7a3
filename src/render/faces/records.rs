//! Records: one line a row, with its fields separated by tabs.

use ginpad_core::text::printable;

use crate::answer::spell::Spell;
use crate::answer::table::{Reader, Table};
use crate::answer::{Block, Report};

/// The records of a report. A control character in a field is shown by its code, so that a record is one line.
pub(crate) fn records(report: &dyn Report, reader: &dyn Spell) -> String {
    report.blocks().iter().filter_map(Block::table).map(|table| of_table(table, reader)).collect()
}

fn of_table(table: &Table, reader: &dyn Spell) -> String {
    let record = |row: Vec<String>| row.iter().map(|field| printable(field)).collect::<Vec<_>>().join("\t") + "\n";
    table.rows_for(Reader::Records, |cell| cell.exact(reader)).map(record).collect()
}
