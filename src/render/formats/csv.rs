//! Tables for spreadsheets: comma-separated values with a line of headings.

use std::io::{self, Write};

use ginpad_core::text::printable_lines;

use crate::answer::spell::Spell;
use crate::answer::table::{Cell, Reader};
use crate::answer::{Block, Report};

/// Writes the tables of a report that spreadsheets read, one after another. They have the same columns.
pub(crate) fn csv(report: &dyn Report, reader: &dyn Spell, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = ::csv::WriterBuilder::new().flexible(true).from_writer(out);
    let mut has_headings = false;
    for block in report.blocks() {
        let of_drawing = if let Block::Drawing(drawing) = &block { drawing.table() } else { None };
        let table = match &block {
            Block::Table(table) => Some(table),
            _ => of_drawing.as_ref(),
        };
        let Some(table) = table else { continue };
        if !table.readers.contains(&Reader::Spreadsheet) {
            continue;
        }
        if !has_headings {
            writer.write_record(table.columns_for(Reader::Spreadsheet).map(|column| column.key))?;
            has_headings = true;
        }
        for row in table.rows_for(Reader::Spreadsheet) {
            writer.write_record(row.iter().map(|cell| written(cell, reader)))?;
        }
    }
    writer.flush()
}

/// A cell. If a spreadsheet could take words for a formula, an apostrophe is put before them.
fn written(cell: &Cell, reader: &dyn Spell) -> String {
    let text = printable_lines(&cell.exact(reader));
    // With an apostrophe more, what begins with apostrophes of its own is read back as it is.
    let is_formula = text.trim_start_matches('\'').starts_with(['=', '+', '-', '@', '\t', '\r']);
    if is_formula && !cell.is_number() { format!("'{text}") } else { text }
}
