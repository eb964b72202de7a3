//! The formats of a report. Each shows every report in the same way, block by block.

use std::io::{self, Write};

use askama::Template;
use comfy_table::{
    Cell as Field, CellAlignment, ColumnConstraint, ContentArrangement, ContentLineStyle, LineStyle, Row,
    Table as Layout, TableStyle, Width,
};

use crate::answer::{AsOf, Audience, Block, Canvas, Cell, Colour, Column, Drawing, Head, Medium, Report, Spell, Table};
use crate::render::painted;
use crate::render::styles::bold;
use ginpad_core::text::{hang, join, printable, printable_lines, sentence, width, wrap};
use serde::Serialize;

/// The document of a report about games.
#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    report: &'a dyn Report,
    undated: usize,
    #[serde(flatten)]
    as_of: &'a Option<AsOf>,
}

/// Writes the report as a JSON document over several lines.
pub(crate) fn json(head: &Head, report: &dyn Report, out: &mut dyn Write) -> io::Result<()> {
    match head.undated {
        Some(undated) => serde_json::to_writer_pretty(&mut *out, &Document { report, undated, as_of: &head.as_of })?,
        None => serde_json::to_writer_pretty(&mut *out, report)?,
    }
    writeln!(out)
}

/// Collects the output of a format as text.
pub(crate) fn text_of(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> String {
    let mut out = Vec::new();
    write(&mut out).expect("memory takes everything");
    String::from_utf8(out).expect("formats write text")
}

/// Writes the tables of a report for spreadsheets, one after another. All have the same columns.
pub(crate) fn csv(report: &dyn Report, reader: &dyn Spell, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = ::csv::WriterBuilder::new().flexible(true).from_writer(out);
    let mut has_headings = false;
    let mut write = |keys: &[&str], rows: &mut dyn Iterator<Item = Vec<Cell>>| {
        if !std::mem::replace(&mut has_headings, true) {
            writer.write_record(keys)?;
        }
        for mut row in rows {
            debug_assert!(row.len() <= keys.len(), "{keys:?}");
            row.resize(keys.len(), Cell::Empty);
            writer.write_record(row.iter().map(|cell| written(cell, reader)))?;
        }
        io::Result::Ok(())
    };
    for block in report.blocks() {
        match block {
            Block::Table(table) if table.audiences.contains(&Audience::Spreadsheet) => {
                let columns = table.columns_for(Audience::Spreadsheet);
                let keys: Vec<&str> = columns.map(|column| column.key.as_str()).collect();
                write(&keys, &mut table.rows_for(Audience::Spreadsheet))?;
            }
            Block::Rows { audiences, keys, mut rows } if audiences.contains(&Audience::Spreadsheet) => {
                write(&keys.split(' ').collect::<Vec<_>>(), &mut rows)?;
            }
            _ => {}
        }
    }
    writer.flush()
}

/// A cell. An apostrophe precedes words that a spreadsheet could take for a formula.
fn written(cell: &Cell, reader: &dyn Spell) -> String {
    let text = printable_lines(&cell.exact(reader));
    // One more apostrophe keeps a cell readable that begins with apostrophes of its own.
    let is_formula = text.trim_start_matches('\'').starts_with(['=', '+', '-', '@', '\t', '\r']);
    if is_formula && !cell.is_number() { format!("'{text}") } else { text }
}

/// Writes the records of a report. A control character in a field appears as a code, so a record is always one line.
pub(crate) fn records(report: &dyn Report, reader: &dyn Spell, out: &mut dyn Write) -> io::Result<()> {
    let field = |cell: &Cell| printable(&cell.exact(reader));
    report.blocks().into_iter().try_for_each(|block| {
        let record = |row: Vec<Cell>| writeln!(out, "{}", row.iter().map(field).collect::<Vec<_>>().join("\t"));
        match block {
            Block::Table(table) => table.rows_for(Audience::Records).try_for_each(record),
            Block::Rows { audiences, mut rows, .. } if audiences.contains(&Audience::Records) => {
                rows.try_for_each(record)
            }
            Block::Rows { .. } | Block::Words(_) | Block::Drawing(_) | Block::Html(_) => Ok(()),
        }
    })
}

/// The canvas of a drawing without HTML.
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
        table.columns_for(Audience::Page).map(|column| column.heading.as_str())
    }

    /// The rows of a table: each cell, and whether it is a day. A number and its unit stay on one line.
    fn rows(&self, table: &Table) -> impl Iterator<Item = Vec<(String, bool)>> {
        let field = |cell: Cell| match cell.for_people(self.reader) {
            text if cell.is_number() => (text.replace(' ', "\u{a0}"), false),
            text => (text, matches!(cell, Cell::Day(_))),
        };
        table.rows_for(Audience::Page).map(move |row| row.into_iter().map(field).collect())
    }

    /// The text of a drawing without HTML.
    fn text(&self, drawing: &Drawing) -> String {
        painted((drawing.text)(PAPER), Colour::Plain)
    }
}

/// A line under the headings, and no other lines.
const STYLE: TableStyle = TableStyle::new()
    .header_lines(ContentLineStyle::none().junction(' '))
    .header_separator(LineStyle::none().fill('─').junction('─'))
    .content_lines(ContentLineStyle::none().junction(' '));
/// The space between columns.
const GAP: usize = 2;
/// The fewest columns left to a column of words.
const LEAST: usize = 8;
/// The rows laid out at a time.
const AT_A_TIME: usize = 1000;

/// The report as text, to be [`painted`]. Blank lines separate blocks, except sentences and short
/// drawings: these follow each other until an empty sentence ends the paragraph.
pub(crate) fn terminal(report: &dyn Report, canvas: Canvas, reader: &dyn Spell) -> String {
    let mut text = String::new();
    let mut follows_short = true;
    for block in report.blocks() {
        let is_short = matches!(&block, Block::Words(_) | Block::Drawing(Drawing { is_short: true, .. }));
        let before = text.len();
        if before > 0 && !(is_short && follows_short) {
            text.push('\n');
        }
        let begins = text.len();
        match &block {
            Block::Words(words) => {
                text.extend(words.text(reader).map(|words| sentence_line(&words, canvas.sentence_columns())))
            }
            Block::Table(table) => add_table(&mut text, table, canvas, reader),
            Block::Drawing(drawing) => text += &(drawing.text)(canvas),
            Block::Rows { .. } | Block::Html(_) => {}
        }
        if text.len() == begins {
            text.truncate(before);
            follows_short &= !is_short;
        } else {
            text.truncate(text.trim_end().len());
            text.push('\n');
            follows_short = is_short;
        }
    }
    text
}

/// One line, broken between words if it does not fit, but never within a command, which must stay pasteable. It keeps
/// its indent. A line with a style is already laid out.
pub(crate) fn sentence_line(line: &str, width: usize) -> String {
    if line.contains('\u{1b}') {
        return line.to_string();
    }
    let bare = line.trim_start_matches(' ');
    let indent = " ".repeat(line.len() - bare.len());
    let broken = sentence(bare, width.saturating_sub(indent.len()));
    join(broken.split('\n').map(|part| indent.clone() + part), "\n")
}

/// Adds a table, as wide as the canvas allows. If columns do not fit, the least telling are left out first. Each row is
/// made twice: to measure the columns, and to be shown.
fn add_table(text: &mut String, table: &Table, canvas: Canvas, reader: &dyn Spell) {
    let columns = table.columns_for(Audience::Terminal).enumerate();
    let unmeasured =
        |(at, column)| MeasuredColumn { column, at, heading: Vec::new(), widest: 0, is_number: false, is_whole: false };
    let mut columns: Vec<MeasuredColumn> = columns.map(unmeasured).collect();
    for row in table.rows_for(Audience::Terminal) {
        for (column, cell) in columns.iter_mut().zip(&row) {
            column.is_number |= cell.is_number();
            column.is_whole |= cell.is_whole();
            column.widest = cell.for_people(reader).lines().map(width).fold(column.widest, usize::max);
        }
    }
    let mut rows = table.rows_for(Audience::Terminal).peekable();
    if columns.is_empty() || rows.peek().is_none() {
        return;
    }
    columns.iter_mut().for_each(|column| column.break_heading(canvas));
    let mut columns = fitted(columns, canvas.line_columns());
    let are_side_by_side = fits(&columns, canvas.line_columns());
    if are_side_by_side {
        share_room(&mut columns, canvas.line_columns());
    }
    let rows = rows.map(|row| columns.iter().map(|column| row[column.at].for_people(reader)).collect());
    if are_side_by_side {
        add_side_by_side(text, &columns, rows, canvas);
    } else {
        text.extend(rows.map(|row| one_row(&columns, row, canvas)));
    }
    text.extend(table.note.iter().map(|note| sentence(note, canvas.line_columns()) + "\n"));
}

/// Gives each column its width. Columns of words share the rest if it is too little for them.
fn share_room(columns: &mut [MeasuredColumn], room: usize) {
    let of_whole: usize = columns.iter().filter(|column| column.is_whole).map(|column| column.widest).sum();
    let mut left = (room + GAP).saturating_sub(GAP * columns.len() + of_whole);
    let mut words: Vec<&mut MeasuredColumn> = columns.iter_mut().filter(|column| !column.is_whole).collect();
    words.sort_by_key(|column| column.widest);
    for (sharing, column) in (1..=words.len()).rev().zip(words) {
        column.widest = column.widest.min(left / sharing);
        left = left.saturating_sub(column.widest);
    }
}

/// Adds the columns side by side, under their headings. It lays out a few rows at a time.
fn add_side_by_side(
    text: &mut String,
    columns: &[MeasuredColumn],
    mut rows: impl Iterator<Item = Vec<String>>,
    canvas: Canvas,
) {
    let lines = columns.iter().map(|column| column.heading.len()).max().unwrap_or(0);
    let mut heads = lines;
    loop {
        let mut layout = Layout::new();
        layout.load_style(STYLE).set_content_arrangement(ContentArrangement::Dynamic);
        layout.set_width(u16::try_from(canvas.line_columns()).unwrap_or(u16::MAX));
        for row in rows.by_ref().take(AT_A_TIME) {
            let cells = columns.iter().zip(row).map(|(column, cell)| column.aligned(cell));
            layout.add_row(Row::from(cells.collect::<Vec<_>>()));
        }
        if layout.is_empty() {
            return;
        }
        if heads > 0 {
            // The last line of a heading stands next to the rows.
            let above = |column: &MeasuredColumn| "\n".repeat(lines - column.heading.len());
            let head = |column: &MeasuredColumn| column.aligned(above(column) + &column.heading.join("\n"));
            layout.set_header(Row::from(columns.iter().map(head).collect::<Vec<_>>()));
        }
        for (at, (column, shown)) in layout.column_iter_mut().zip(columns).enumerate() {
            let gap = if at + 1 < columns.len() { GAP as u16 - 1 } else { 0 };
            column.set_padding((0, gap));
            column.set_constraint(ColumnConstraint::Absolute(Width::Fixed(shown.widest.max(1) as u16 + gap)));
        }
        text.extend(layout.lines().enumerate().map(|(at, line)| match line.trim_end() {
            head if at < heads => bold(head, canvas.colour) + "\n",
            line => format!("{line}\n"),
        }));
        heads = 0;
    }
}

/// The cells of a row below each other, each after its heading, for a window too narrow for even the columns that
/// always stay.
fn one_row(columns: &[MeasuredColumn], row: Vec<String>, canvas: Canvas) -> String {
    let cells = columns.iter().zip(row).enumerate().filter(|(at, (_, cell))| *at == 0 || !cell.is_empty());
    let cell = |(at, (column, cell)): (usize, (&MeasuredColumn, String))| match at {
        0 => cell,
        _ => format!("{}: {cell}", column.heading.join(" ")),
    };
    let cells: Vec<String> = cells.map(cell).map(|cell| cell.replace('\n', " ")).collect();
    hang(&cells.join(" · "), canvas.line_columns(), 2).join("\n") + "\n"
}

/// A column with its measured widths.
struct MeasuredColumn<'t> {
    column: &'t Column,
    /// The index among the columns of the terminal.
    at: usize,
    /// The heading, a word or more on each line.
    heading: Vec<String>,
    /// The width of the longest line.
    widest: usize,
    is_number: bool,
    is_whole: bool,
}

impl<'t> MeasuredColumn<'t> {
    /// Breaks the heading, after the cells are measured.
    fn break_heading(&mut self, canvas: Canvas) {
        let words = self.column.heading.split_whitespace().map(width).max().unwrap_or(0);
        let room = match self.is_whole {
            true => self.widest.max(words.min(canvas.line_columns() / 4)).max(1),
            false => canvas.line_columns(),
        };
        self.heading = wrap(&self.column.heading, room);
        self.widest = self.heading.iter().map(|line| width(line)).fold(self.widest, usize::max);
    }

    fn aligned(&self, text: String) -> Field {
        Field::new(text).set_alignment(if self.is_number { CellAlignment::Right } else { CellAlignment::Left })
    }
}

/// Removes columns until the rest fit side by side.
fn fitted(mut columns: Vec<MeasuredColumn>, room: usize) -> Vec<MeasuredColumn> {
    while !fits(&columns, room) {
        let ranked = columns.iter().map(|one| one.column.rank).enumerate().filter(|(_, rank)| *rank > 0);
        let Some((least, _)) = ranked.max_by_key(|(_, rank)| *rank) else { break };
        columns.remove(least);
    }
    columns
}

fn fits(columns: &[MeasuredColumn], room: usize) -> bool {
    let of_words = columns.iter().filter(|column| !column.is_whole).count();
    let share = LEAST.max(room / (of_words + 2));
    // Words may be broken, but not into less than the share of their column.
    let needs = |column: &MeasuredColumn| if column.is_whole { column.widest } else { column.widest.min(share) };
    columns.iter().map(|column| GAP + needs(column)).sum::<usize>() <= room + GAP
}
