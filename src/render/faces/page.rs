//! A report as a page: one self-contained HTML document, with its style inside and no script. Whatever people typed is
//! escaped by the template.

use std::io::{self, Write};

use askama::Template;

use crate::answer::look::{Colour, Look, Medium};
use crate::answer::spell::Spell;
use crate::answer::table::{Cell, Reader, Table};
use crate::answer::{Block, Draw, Report};
use crate::render::painted;

/// How a drawing that has no HTML looks.
const PAPER: Look = Look { width: 100, rows: None, colour: Colour::Plain, medium: Medium::File };

#[derive(Template)]
#[template(path = "report.html")]
struct Page {
    title: String,
    refresh: Option<u32>,
    facts: Vec<String>,
    parts: Vec<Part>,
}

/// A block on a page.
enum Part {
    /// A sentence.
    Words(String),
    /// A table: names down its left side, or whatever its first column has.
    Table { caption: String, heads: Vec<String>, rows: Vec<Vec<String>>, note: Option<String> },
    /// HTML.
    Html(String),
    /// Text whose spaces and lines stay.
    Text(String),
}

/// Writes the page of a report.
pub(crate) fn page(report: &dyn Report, reader: &dyn Spell, out: &mut dyn Write) -> io::Result<()> {
    let part = |block: Block| match block {
        Block::Words(words) => words.text(reader).filter(|text| !text.is_empty()).map(Part::Words),
        Block::Table(table) => of_table(table, reader),
        Block::Drawing(drawing) => Some(drawing.html().map_or_else(|| as_text(&*drawing), Part::Html)),
        Block::Records(_) => None,
    };
    let parts = match report.why_empty().and_then(|why| why.text(reader)) {
        Some(why) => vec![Part::Words(why)],
        None => report.blocks().into_iter().filter_map(part).collect(),
    };
    let page = Page { title: report.title(), refresh: report.refresh(), facts: report.facts().to_vec(), parts };
    let page = page.render().map_err(io::Error::other)?;
    writeln!(out, "{}", page.trim_end())
}

/// A drawing that has no HTML.
fn as_text(drawing: &dyn Draw) -> Part {
    Part::Text(painted(&drawing.text(PAPER), Colour::Plain))
}

fn of_table(table: Table, reader: &dyn Spell) -> Option<Part> {
    let heads = table.columns_for(Reader::Page).map(|(column, _)| column.heading.clone()).collect();
    let rows: Vec<Vec<String>> = table.rows_for(Reader::Page, |cell| field(cell, reader)).collect();
    (!rows.is_empty()).then_some(Part::Table { caption: table.caption, heads, rows, note: table.note })
}

/// A cell. A number and its unit stay on one line.
fn field(cell: &Cell, reader: &dyn Spell) -> String {
    let text = cell.for_people(reader);
    if cell.is_number() { text.replace(' ', "\u{a0}") } else { text }
}
