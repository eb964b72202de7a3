//! A report on a terminal.

use comfy_table::{
    Cell as Field, CellAlignment, ColumnConstraint, ContentArrangement, ContentLineStyle, LineStyle, Row,
    Table as Layout, TableStyle, Width,
};
use ginpad_core::text::{sentence, width, wrap};

use crate::answer::look::Look;
use crate::answer::spell::Spell;
use crate::answer::table::{Cell, Column, Reader, Table};
use crate::answer::{Block, Report};
use crate::render::layout::{RED, bold, with_red_suits};

/// A line under the headings, and no other lines.
const STYLE: TableStyle = TableStyle::new()
    .header_lines(ContentLineStyle::none().junction(' '))
    .header_separator(LineStyle::none().fill('─').junction('─'))
    .content_lines(ContentLineStyle::none().junction(' '));
/// The space between columns.
const GAP: usize = 2;
/// What stands for the red suits until a line is laid out, so that a style never changes a width and no suit in a name is
/// red. They are noncharacters, which nobody can type.
const MARKS: [char; 2] = ['\u{fde0}', '\u{fde1}'];
/// As much room is always left to a column of words.
const LEAST: usize = 8;

/// The report as text. Its blocks are separated by blank lines, except for sentences and short drawings, which follow each
/// other.
pub(crate) fn terminal(report: &dyn Report, look: Look, reader: &dyn Spell) -> String {
    let mut text = String::new();
    let mut follows_short = true;
    for block in report.blocks() {
        let is_short = match &block {
            Block::Words(_) => true,
            Block::Table(_) => false,
            Block::Drawing(drawing) => drawing.is_short(),
        };
        let shown = match &block {
            Block::Words(words) => words.text(reader),
            Block::Table(table) => Some(of_table(table, look, reader)),
            Block::Drawing(drawing) => Some(drawing.text(look)),
        };
        let Some(shown) = shown.filter(|shown| !shown.is_empty()) else { continue };
        if !text.is_empty() && !(is_short && follows_short) {
            text.push('\n');
        }
        text.push_str(shown.trim_end());
        text.push('\n');
        follows_short = is_short;
    }
    text
}

/// A table, as wide as the look allows. Columns that do not fit are left out, the least telling first.
fn of_table(table: &Table, look: Look, reader: &dyn Spell) -> String {
    if !table.readers.include(Reader::Terminal) || table.rows.is_empty() {
        return String::new();
    }
    let shown = |(column, cells): (&Column, Vec<&Cell>)| Shown::new(column, &cells, look, reader);
    let columns: Vec<Shown> = table.columns_for(Reader::Terminal).map(shown).collect();
    let columns = fitted(columns, look.line_columns());
    let mut layout = Layout::new();
    layout.load_style(STYLE).set_content_arrangement(ContentArrangement::Dynamic);
    layout.set_width(u16::try_from(look.line_columns()).unwrap_or(u16::MAX));
    let lines = columns.iter().map(|column| column.heading.len()).max().unwrap_or(0);
    layout.set_header(Row::from(columns.iter().map(|column| column.head(lines)).collect::<Vec<_>>()));
    for at in 0..table.rows.len() {
        layout.add_row(Row::from(
            columns.iter().map(|column| column.aligned(column.cells[at].clone())).collect::<Vec<_>>(),
        ));
    }
    for (at, (column, shown)) in layout.column_iter_mut().zip(&columns).enumerate() {
        column.set_padding((0, if at + 1 < columns.len() { GAP as u16 - 1 } else { 0 }));
        column.set_constraint(match shown.is_number {
            true => ColumnConstraint::ContentWidth,
            false => ColumnConstraint::LowerBoundary(Width::Fixed(shown.widest().min(LEAST) as u16 + GAP as u16 - 1)),
        });
    }
    let text = layout.lines().enumerate().map(|(at, line)| match line.trim_end() {
        head if at < lines => bold(head, look.colour) + "\n",
        line => painted(line, look) + "\n",
    });
    let note = table.note.iter().map(|note| sentence(note, look.line_columns()) + "\n");
    text.chain(note).collect()
}

/// A line with its marks turned into red suits.
fn painted(line: &str, look: Look) -> String {
    let suit = |char: char| MARKS.iter().position(|mark| *mark == char).map(|at| RED[at].to_string());
    let inked = |char: char| match suit(char) {
        Some(suit) => with_red_suits(&suit, look.colour).into_owned(),
        None => char.to_string(),
    };
    if line.contains(MARKS) { line.chars().map(inked).collect() } else { line.to_string() }
}

/// A column as it is shown.
struct Shown {
    /// Its heading, a word or more on each line.
    heading: Vec<String>,
    cells: Vec<String>,
    rank: usize,
    is_number: bool,
}

impl Shown {
    fn new(column: &Column, cells: &[&Cell], look: Look, reader: &dyn Spell) -> Shown {
        let is_number = cells.iter().any(|cell| cell.is_number());
        let cells: Vec<String> = cells.iter().map(|cell| field(cell, reader)).collect();
        let widest = cells.iter().map(|cell| width(cell)).max().unwrap_or(0);
        let words = column.heading.split_whitespace().map(width).max().unwrap_or(0);
        let room = if is_number { widest.max(words.min(look.line_columns() / 4)).max(1) } else { look.line_columns() };
        Shown { heading: wrap(&column.heading, room), cells, rank: column.rank, is_number }
    }

    /// The least room that the column needs, with the space before it. Words can be broken.
    fn needs(&self, room: usize) -> usize {
        GAP + if self.is_number { self.widest() } else { self.widest().min(LEAST.max(room / 3)) }
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
    while columns.iter().map(|column| column.needs(room)).sum::<usize>() > room + GAP {
        let (least, rank) =
            columns.iter().map(|column| column.rank).enumerate().max_by_key(|(_, rank)| *rank).unwrap_or((0, 0));
        if rank == 0 {
            break;
        }
        columns.remove(least);
    }
    columns
}

/// A cell as people read it.
fn field(cell: &Cell, reader: &dyn Spell) -> String {
    match cell {
        Cell::Cards(cards) => {
            cards.chars().map(|char| RED.iter().position(|red| *red == char).map_or(char, |at| MARKS[at])).collect()
        }
        cell => cell.for_people(reader),
    }
}
