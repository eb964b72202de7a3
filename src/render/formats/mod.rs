//! The formats of a report: each shows every report in one way, block by block.

use std::io::{self, Write};

use askama::Template;

use crate::answer::canvas::{Canvas, Colour, Medium};
use crate::answer::command_line::Spell;
use crate::answer::table::{Cell, Reader, Table};
use crate::answer::{Block, Draw, Head, Report};
use crate::render::painted;
use ginpad_core::text::{printable, printable_lines};

mod terminal;

pub(crate) use terminal::{sentence_line, terminal};

/// Writes the report as a JSON document over several lines.
pub(crate) fn json(report: &dyn Report, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, report)?;
    writeln!(out)
}

/// What a format writes, as text.
pub(crate) fn text_of(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> String {
    let mut out = Vec::new();
    write(&mut out).expect("memory takes everything");
    String::from_utf8(out).expect("formats write text")
}

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
            writer.write_record(table.columns_for(Reader::Spreadsheet).map(|column| column.key.as_ref()))?;
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

/// How a drawing that has no HTML looks.
const PAPER: Canvas = Canvas { width: 100, rows: None, colour: Colour::Plain, medium: Medium::File };

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    head: &'a Head,
    blocks: Vec<Block<'a>>,
    reader: &'a dyn Spell,
}

/// Writes the page of a report.
pub(crate) fn page(head: &Head, report: &dyn Report, reader: &dyn Spell, out: &mut dyn Write) -> io::Result<()> {
    let why_empty = head.why_empty.clone().map(|why| vec![Block::Words(why)]);
    let page = Page { head, blocks: why_empty.unwrap_or_else(|| report.blocks()), reader };
    let page = page.render().map_err(io::Error::other)?;
    writeln!(out, "{}", page.trim_end())
}

impl Page<'_> {
    /// The headings of a table.
    fn heads<'t>(&self, table: &'t Table) -> impl Iterator<Item = &'t str> {
        table.columns_for(Reader::Page).map(|column| column.heading.as_str())
    }

    /// The rows of a table: each cell, and whether it is a day. A number and its unit stay on one line.
    fn rows(&self, table: &Table) -> impl Iterator<Item = Vec<(String, bool)>> {
        let field = |cell: Cell| match cell.for_people(self.reader) {
            text if cell.is_number() => (text.replace(' ', "\u{a0}"), false),
            text => (text, matches!(cell, Cell::Day(_))),
        };
        table.rows_for(Reader::Page).map(move |row| row.into_iter().map(field).collect())
    }

    /// A drawing that has no HTML.
    fn text(&self, drawing: &dyn Draw) -> String {
        painted(drawing.text(PAPER), Colour::Plain)
    }
}
