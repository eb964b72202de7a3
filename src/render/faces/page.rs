//! A report as a page: one self-contained HTML document, with its style inside and no script. Whatever people typed is
//! escaped by the template.

use std::io::{self, Write};

use askama::Template;
use ginpad_core::text::width;

use crate::answer::look::{Colour, Look, Medium};
use crate::answer::spell::Spell;
use crate::answer::table::{Cell, Column, Reader, Table};
use crate::answer::{Block, Draw, Report};
use crate::render::painted;

/// How many of the most telling columns a window shows: a telephone, a tablet, a laptop, a wall; a hall shows all.
const TIERS: [(usize, &str); 5] = [(4, ""), (9, "tablet"), (14, "laptop"), (22, "wall"), (usize::MAX, "hall")];

/// How a drawing that has no HTML looks.
const PAPER: Look = Look { width: 100, rows: None, colour: Colour::Plain, medium: Medium::File };

#[derive(Template)]
#[template(path = "report.html")]
struct Page {
    title: String,
    refresh: Option<u32>,
    /// The size of printed letters.
    print: &'static str,
    facts: Vec<String>,
    parts: Vec<Part>,
    /// The narrowest window that shows every column, unless every window does.
    more_until: Option<&'static str>,
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
pub(in crate::render) struct NumberTable {
    /// What it is a table of.
    pub caption: String,
    /// The headings, each with the class of the narrowest window that shows its column.
    pub heads: Vec<(String, &'static str)>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
    /// What is to be said below it.
    pub note: Option<String>,
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
    let has = |tier: &str| {
        parts.iter().any(|part| matches!(part, Part::Table(table) if table.heads.iter().any(|(_, own)| *own == tier)))
    };
    let more_until = TIERS.iter().map(|(_, tier)| *tier).rev().find(|tier| !tier.is_empty() && has(tier));
    let page = Page {
        title: report.title(),
        refresh: report.refresh(),
        print: "8.5pt",
        facts: report.facts().to_vec(),
        parts,
        more_until,
    };
    let page = page.render().map_err(io::Error::other)?;
    writeln!(out, "{}", page.trim_end())
}

/// A drawing that has no HTML.
fn as_text(drawing: &dyn Draw) -> Part {
    Part::Text(painted(&drawing.text(PAPER), Colour::Plain).into_owned())
}

fn of_table(table: &Table, reader: &dyn Spell) -> Option<NumberTable> {
    if table.rows.is_empty() || !table.readers.include(Reader::Page) {
        return None;
    }
    let columns: Vec<&Column> = table.columns_for(Reader::Page).map(|(column, _)| column).collect();
    let place = |column: &Column| columns.iter().filter(|other| other.rank < column.rank).count();
    let tier = |column: &Column| match column.rank {
        0 => "",
        _ => TIERS.iter().find(|(most, _)| place(column) <= *most).map_or("", |(_, tier)| *tier),
    };
    let heads = columns.iter().map(|column| (column.heading.clone(), tier(column))).collect();
    let rows = table.rows_for(Reader::Page, |cell| field(cell, reader)).collect();
    Some(NumberTable { caption: table.caption.clone(), heads, rows, note: table.note.clone() })
}

/// A cell. A number and its unit stay on one line.
fn field(cell: &Cell, reader: &dyn Spell) -> String {
    let text = cell.for_people(reader);
    if cell.is_number() { text.replace(' ', "\u{a0}") } else { text }
}

/// The widest word that is never broken.
const WORD: usize = 9;

/// The class of a text by whether its words may be broken: a long name has to be, on a telephone.
pub(in crate::render) fn wrapping(text: &str) -> &'static str {
    if text.split_whitespace().any(|word| width(word) > WORD) { "free" } else { "" }
}

impl NumberTable {
    /// The class of the cells of a column.
    pub(in crate::render) fn tier(&self, column: &usize) -> &'static str {
        self.heads.get(*column).map_or("", |(_, tier)| tier)
    }
}
