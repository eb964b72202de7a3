//! Records: one line a row, with its fields separated by tabs.

use std::io::{self, Write};

use ginpad_core::text::printable;

use crate::answer::spell::Spell;
use crate::answer::table::{Cell, Reader};
use crate::answer::{Block, Report};

/// Writes the records of a report. A control character in a field is shown by its code, so that a record is one line.
pub(crate) fn records(report: &dyn Report, reader: &dyn Spell, out: &mut dyn Write) -> io::Result<()> {
    let field = |cell: &Cell| printable(&cell.exact(reader));
    report.blocks().into_iter().try_for_each(|block| {
        let mut record = |fields: Vec<String>| writeln!(out, "{}", fields.join("\t"));
        match block {
            Block::Table(table) => table.rows_for(Reader::Records, field).try_for_each(record),
            Block::Records(rows) => rows.iter().try_for_each(|row| record(row.iter().map(field).collect())),
            Block::Drawing(drawing) => {
                drawing.records().iter().try_for_each(|row| record(row.iter().map(field).collect()))
            }
            Block::Words(_) | Block::Html(_) => Ok(()),
        }
    })
}
