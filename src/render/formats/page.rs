//! A report as a page: one self-contained HTML document, with its style inside and no script. Whatever people typed is
//! escaped by the template.

use std::io::{self, Write};

use askama::Template;

use crate::answer::canvas::{Canvas, Colour, Medium};
use crate::answer::spell::Spell;
use crate::answer::table::{Cell, Reader, Table};
use crate::answer::{Block, Draw, Head, Report};
use crate::render::painted;

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
