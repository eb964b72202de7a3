//! A report on a terminal.

use std::io::{self, Write};

use comfy_table::{
    Cell as Field, CellAlignment, ColumnConstraint, ContentArrangement, ContentLineStyle, LineStyle, Row,
    Table as Layout, TableStyle, Width,
};
use ginpad_core::text::{hang, sentence, width, wrap};

use crate::answer::canvas::Canvas;
use crate::answer::spell::Spell;
use crate::answer::table::{Cell, Column, Reader, Table};
use crate::answer::{Block, Report};
use crate::render::styles::bold;

/// A line under the headings, and no other lines.
const STYLE: TableStyle = TableStyle::new()
    .header_lines(ContentLineStyle::none().junction(' '))
    .header_separator(LineStyle::none().fill('─').junction('─'))
    .content_lines(ContentLineStyle::none().junction(' '));
/// The space between columns.
const GAP: usize = 2;
/// As much room is always left to a column of words.
const LEAST: usize = 8;

/// Writes the report as text, to be [painted](crate::render::painted). Its blocks are separated by blank lines, except for
/// sentences and short drawings: those follow each other until an empty sentence ends the paragraph.
pub(crate) fn terminal(report: &dyn Report, canvas: Canvas, reader: &dyn Spell, out: &mut dyn Write) -> io::Result<()> {
    let mut is_first = true;
    let mut follows_short = true;
    for block in report.blocks() {
        let is_short = match &block {
            Block::Words(_) => true,
            Block::Table(_) | Block::Records(_) | Block::Html(_) => false,
            Block::Drawing(drawing) => drawing.is_short(),
        };
        let shown = match &block {
            Block::Words(words) => words.text(reader).map(|text| sentence_line(&text, canvas.sentence_columns())),
            Block::Table(table) => Some(of_table(table, canvas, reader)),
            Block::Drawing(drawing) => Some(drawing.text(canvas)),
            Block::Records(_) | Block::Html(_) => None,
        };
        let Some(shown) = shown.filter(|shown| !shown.is_empty()) else {
            follows_short &= !is_short;
            continue;
        };
        let gap = if is_first || is_short && follows_short { "" } else { "\n" };
        (is_first, follows_short) = (false, is_short);
        writeln!(out, "{gap}{}", shown.trim_end())?;
    }
    Ok(())
}

/// One line, broken between words if it does not fit, but never within a command, which could not be pasted then. It keeps
/// its indent. A line with a style in it is laid out already.
pub(crate) fn sentence_line(line: &str, width: usize) -> String {
    if line.contains('\u{1b}') {
        return line.to_string();
    }
    let bare = line.trim_start_matches(' ');
    let indent = " ".repeat(line.len() - bare.len());
    let broken = sentence(bare, width.saturating_sub(indent.len()));
    broken.split('\n').map(|part| indent.clone() + part).collect::<Vec<_>>().join("\n")
}

/// A table, as wide as the canvas allows. Columns that do not fit are left out, the least telling first.
fn of_table(table: &Table, canvas: Canvas, reader: &dyn Spell) -> String {
    let shown = |(column, cells): (&Column, Vec<&Cell>)| Shown::new(column, &cells, canvas, reader);
    let columns: Vec<Shown> = table.columns_for(Reader::Terminal).map(shown).collect();
    if columns.iter().all(|column| column.cells.is_empty()) {
        return String::new();
    }
    let columns = fitted(columns, canvas.line_columns());
    let note = table.note.iter().map(|note| sentence(note, canvas.line_columns()) + "\n");
    match fits(&columns, canvas.line_columns()) {
        true => side_by_side(&columns, canvas).into_iter().chain(note).collect(),
        false => row_by_row(&columns, canvas).into_iter().chain(note).collect(),
    }
}

/// The columns side by side, under their headings.
fn side_by_side(columns: &[Shown], canvas: Canvas) -> Vec<String> {
    let mut layout = Layout::new();
    layout.load_style(STYLE).set_content_arrangement(ContentArrangement::Dynamic);
    layout.set_width(u16::try_from(canvas.line_columns()).unwrap_or(u16::MAX));
    let lines = columns.iter().map(|column| column.heading.len()).max().unwrap_or(0);
    layout.set_header(Row::from(columns.iter().map(|column| column.head(lines)).collect::<Vec<_>>()));
    for at in 0..columns.first().map_or(0, |column| column.cells.len()) {
        layout.add_row(Row::from(
            columns.iter().map(|column| column.aligned(column.cells[at].clone())).collect::<Vec<_>>(),
        ));
    }
    for (at, (column, shown)) in layout.column_iter_mut().zip(columns).enumerate() {
        let gap = if at + 1 < columns.len() { GAP as u16 - 1 } else { 0 };
        column.set_padding((0, gap));
        column.set_constraint(match shown.is_whole {
            true => ColumnConstraint::ContentWidth,
            false => ColumnConstraint::LowerBoundary(Width::Fixed(shown.widest().min(LEAST) as u16 + gap)),
        });
    }
    let text = layout.lines().enumerate().map(|(at, line)| match line.trim_end() {
        head if at < lines => bold(head, canvas.colour) + "\n",
        line => format!("{line}\n"),
    });
    text.collect()
}

/// The rows one below the other, each cell after its heading, where not even the columns that always stay fit side by side.
fn row_by_row(columns: &[Shown], canvas: Canvas) -> Vec<String> {
    let Some((first, others)) = columns.split_first() else { return Vec::new() };
    let row = |(at, cell): (usize, &String)| {
        let others = others.iter().filter(|column| !column.cells[at].is_empty());
        let others = others.map(|column| format!("{}: {}", column.heading.join(" "), column.cells[at]));
        let cells: Vec<String> =
            std::iter::once(cell.clone()).chain(others).map(|cell| cell.replace('\n', " ")).collect();
        hang(&cells.join(" · "), canvas.line_columns(), 2).join("\n") + "\n"
    };
    first.cells.iter().enumerate().map(row).collect()
}

/// A column as it is shown.
struct Shown {
    /// Its heading, a word or more on each line.
    heading: Vec<String>,
    cells: Vec<String>,
    rank: usize,
    is_number: bool,
    is_whole: bool,
}

impl Shown {
    fn new(column: &Column, cells: &[&Cell], canvas: Canvas, reader: &dyn Spell) -> Shown {
        let [is_number, is_whole] =
            [Cell::is_number, Cell::is_whole].map(|is: fn(&Cell) -> bool| cells.iter().any(|cell| is(cell)));
        let cells: Vec<String> = cells.iter().map(|cell| cell.for_people(reader)).collect();
        let widest = cells.iter().map(|cell| width(cell)).max().unwrap_or(0);
        let words = column.heading.split_whitespace().map(width).max().unwrap_or(0);
        let room =
            if is_whole { widest.max(words.min(canvas.line_columns() / 4)).max(1) } else { canvas.line_columns() };
        Shown { heading: wrap(&column.heading, room), cells, rank: column.rank, is_number, is_whole }
    }

    /// The least room that the column needs, with the space before it. Words can be broken, but not into less than `share`.
    fn needs(&self, share: usize) -> usize {
        GAP + if self.is_whole { self.widest() } else { self.widest().min(share) }
    }

    fn widest(&self) -> usize {
        self.heading.iter().chain(&self.cells).flat_map(|text| text.lines()).map(width).max().unwrap_or(0)
    }

    /// The heading on this many lines, the last of them next to the rows.
    fn head(&self, lines: usize) -> Field {
        self.aligned("\n".repeat(lines - self.heading.len()) + &self.heading.join("\n"))
    }

    fn aligned(&self, text: String) -> Field {
        Field::new(text).set_alignment(if self.is_number { CellAlignment::Right } else { CellAlignment::Left })
    }
}

/// The columns that fit side by side.
fn fitted(mut columns: Vec<Shown>, room: usize) -> Vec<Shown> {
    while !fits(&columns, room) {
        let (least, rank) =
            columns.iter().map(|column| column.rank).enumerate().max_by_key(|(_, rank)| *rank).unwrap_or((0, 0));
        if rank == 0 {
            break;
        }
        columns.remove(least);
    }
    columns
}

fn fits(columns: &[Shown], room: usize) -> bool {
    let of_words = columns.iter().filter(|column| !column.is_whole).count();
    let share = LEAST.max(room / (of_words + 2));
    columns.iter().map(|column| column.needs(share)).sum::<usize>() <= room + GAP
}
