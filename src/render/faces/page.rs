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
    /// A table.
    Table(NumberTable),
    /// HTML.
    Html(String),
    /// Text whose spaces and lines stay.
    Text(String),
}

/// A table: names down its left side, or whatever its first column has.
struct NumberTable {
    caption: String,
    heads: Vec<String>,
    rows: Vec<Vec<String>>,
    note: Option<String>,
}

/// Writes the page of a report.
pub(crate) fn page(report: &dyn Report, reader: &dyn Spell, out: &mut dyn Write) -> io::Result<()> {
    let mut parts: Vec<Part> = Vec::new();
    match report.why_empty().and_then(|why| why.text(reader)) {
        Some(why) => parts.push(Part::Words(why)),
        None => report.each_block(&mut |block| {
            parts.extend(match block {
                Block::Words(words) => words.text(reader).filter(|text| !text.is_empty()).map(Part::Words),
                Block::Table(table) => of_table(&table, reader).map(Part::Table),
                Block::Drawing(drawing) => Some(drawing.html().map_or_else(|| as_text(&*drawing), Part::Html)),
                Block::Records(_) => None,
            });
            Ok(())
        })?,
    }
    let page = Page { title: report.title(), refresh: report.refresh(), facts: report.facts().to_vec(), parts };
    let page = page.render().map_err(io::Error::other)?;
    writeln!(out, "{}", page.trim_end())
}

/// A drawing that has no HTML.
fn as_text(drawing: &dyn Draw) -> Part {
    Part::Text(painted(&drawing.text(PAPER), Colour::Plain))
}

fn of_table(table: &Table, reader: &dyn Spell) -> Option<NumberTable> {
    if table.rows.is_empty() || !table.readers.include(Reader::Page) {
        return None;
    }
    let heads = table.columns_for(Reader::Page).map(|(column, _)| column.heading.clone()).collect();
    let rows = table.rows_for(Reader::Page, |cell| field(cell, reader)).collect();
    Some(NumberTable { caption: table.caption.clone(), heads, rows, note: table.note.clone() })
}

/// A cell. A number and its unit stay on one line.
fn field(cell: &Cell, reader: &dyn Spell) -> String {
    let text = cell.for_people(reader);
    if cell.is_number() { text.replace(' ', "\u{a0}") } else { text }
}
