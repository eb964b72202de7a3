//! Records: one line a row, with its fields separated by tabs.

use ginpad_core::text::printable;

use crate::answer::spell::Spell;
use crate::answer::table::{Cell, Reader};
use crate::answer::{Block, Report};

/// The records of a report. A control character in a field is shown by its code, so that a record is one line.
pub(crate) fn records(report: &dyn Report, reader: &dyn Spell) -> String {
    let field = |cell: &Cell| printable(&cell.exact(reader));
    let record = |fields: Vec<String>| fields.join("\t") + "\n";
    let of_block = |block: Block| -> String {
        match block {
            Block::Table(table) => table.rows_for(Reader::Records, field).map(record).collect(),
            Block::Records(rows) => rows.iter().map(|row| record(row.iter().map(field).collect())).collect(),
            Block::Words(_) | Block::Drawing(_) => String::new(),
        }
    };
    report.blocks().into_iter().map(of_block).collect()
}
