//! Tables for spreadsheets: comma-separated values with a line of headings.

use crate::answer::spell::Spell;
use crate::answer::table::{Cell, Reader};
use crate::answer::{Block, Report};

/// The tables of a report that spreadsheets read, one after another. They have the same columns.
pub(crate) fn csv(report: &dyn Report, reader: &dyn Spell) -> String {
    let blocks = report.blocks();
    let tables = blocks.iter().filter_map(Block::table);
    let mut tables = tables.filter(|table| table.readers.include(Reader::Spreadsheet)).peekable();
    let headings =
        tables.peek().map(|table| table.columns_for(Reader::Spreadsheet).map(|(column, _)| column.key.to_string()));
    let mut lines: Vec<Vec<String>> = headings.into_iter().map(Iterator::collect).collect();
    tables.for_each(|table| lines.extend(table.rows_for(Reader::Spreadsheet, |cell| written(cell, reader))));
    let mut writer = ::csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    for line in lines {
        writer.write_record(&line).expect("memory does not fail");
    }
    let bytes = writer.into_inner().expect("memory does not fail");
    String::from_utf8(bytes).expect("text stays text")
}

/// A cell. If a spreadsheet could take words for a formula, an apostrophe is put before them.
fn written(cell: &Cell, reader: &dyn Spell) -> String {
    let text = cell.exact(reader);
    // With an apostrophe more, what begins with apostrophes of its own is read back as it is.
    let is_formula = text.trim_start_matches('\'').starts_with(['=', '+', '-', '@', '\t', '\r']);
    if is_formula && !cell.is_number() { format!("'{text}") } else { text }
}
