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
        let record = |row: Vec<Cell>| writeln!(out, "{}", row.iter().map(field).collect::<Vec<_>>().join("\t"));
        match block {
            Block::Table(table) => table.rows_for(Reader::Records).try_for_each(record),
            Block::Records(rows) => rows.into_iter().try_for_each(record),
            Block::Drawing(drawing) => drawing.records().into_iter().try_for_each(record),
            Block::Words(_) | Block::Html(_) => Ok(()),
        }
    })
}
