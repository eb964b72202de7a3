//! A table of typed cells: the rows of a report, for people, programs and spreadsheets.

use std::fmt::Display;
use std::ops::Range;
use std::rc::Rc;

use super::sentence::{Sentence, Spell};
use ginpad_core::reports::day_text;
use ginpad_core::text::{count, join, printable, printable_lines};
use ginpad_core::{Moment, Money, Name};
use serde::Serialize;
use serde_json::{Value, json};

/// A table. Each cell is made when it is read, so that a long list is held only once.
pub(crate) struct Table<'a> {
    /// The caption, which only pages show.
    pub caption: String,
    /// The columns, each with the function that makes its cells.
    pub columns: Vec<(Column, CellOf<'a>)>,
    /// The number of rows.
    pub rows: usize,
    pub audiences: Audiences,
    /// The note below the table, for people.
    pub note: Option<String>,
    /// The rows that people see, if not all.
    pub seen: Option<Range<usize>>,
}

/// Makes the cell of a column in a row.
pub(crate) type CellOf<'a> = Box<dyn Fn(usize) -> Cell + 'a>;

/// A table under construction: each column chooses the part of an item for its cell.
pub(crate) struct TableOf<'a, T> {
    items: Rc<[T]>,
    /// The table so far.
    pub table: Table<'a>,
}

impl<'a, T: 'a> TableOf<'a, T> {
    /// Adds a column for all audiences.
    pub(crate) fn column(self, key: impl Into<String>, heading: &str, cell: impl Fn(&T) -> Cell + 'a) -> Self {
        self.add(Column::new(key, heading), cell)
    }

    pub(crate) fn people(self, heading: &str, cell: impl Fn(&T) -> Cell + 'a) -> Self {
        self.add(Column::people(heading), cell)
    }

    pub(crate) fn programs(self, key: impl Into<String>, cell: impl Fn(&T) -> Cell + 'a) -> Self {
        self.add(Column::new(key, "").only(Audience::PROGRAMS), cell)
    }

    /// Adds a column for programs for each word of `keys`: that field of an item's document.
    pub(crate) fn fields(self, keys: &'static str) -> Self
    where
        T: Serialize,
    {
        keys.split(' ').fold(self, |table, key| table.programs(key, move |item| cell(&json!(item)[key])))
    }

    /// Adds a column with the kind of the records, which only records have.
    pub(crate) fn kind(self, kind: &'static str) -> Self {
        self.add(Column::new("", "").only(&[Audience::Records]), |_| Cell::Text(kind.into()))
    }

    pub(crate) fn add(mut self, column: Column, cell: impl Fn(&T) -> Cell + 'a) -> Self {
        let items = Rc::clone(&self.items);
        self.table.columns.push((column, Box::new(move |row| cell(&items[row]))));
        self
    }
}

impl<'a> Table<'a> {
    /// A table with a row for each item, and no columns yet.
    pub(crate) fn of<T>(caption: &str, items: impl IntoIterator<Item = T>) -> TableOf<'a, T> {
        let items: Rc<[T]> = items.into_iter().collect();
        let (caption, rows) = (caption.into(), items.len());
        let table = Table { caption, columns: Vec::new(), rows, audiences: Audience::ALL, note: None, seen: None };
        TableOf { items, table }
    }

    /// Limits the table to these audiences.
    pub(crate) fn only(self, audiences: Audiences) -> Table<'a> {
        Table { audiences, ..self }
    }

    /// Shows people only the last `most` rows, and how many there are.
    pub(crate) fn shortened(self, most: usize, noun: &str) -> Table<'a> {
        let (all, hidden) = (self.rows, self.rows.saturating_sub(most));
        let note = (hidden > 0).then(|| format!("the last {most} of {}", count(all, noun)));
        Table { note, seen: Some(hidden..all), ..self }
    }

    /// The columns for an audience.
    pub(crate) fn columns_for(&self, audience: Audience) -> impl Iterator<Item = &Column> {
        self.columns.iter().map(|(column, _)| column).filter(move |column| column.audiences.contains(&audience))
    }

    /// The rows for an audience, each made on demand; none if the table is not for it.
    pub(crate) fn rows_for(&self, audience: Audience) -> impl Iterator<Item = Vec<Cell>> {
        let columns = self.columns.iter().filter(|(column, _)| column.audiences.contains(&audience));
        let columns: Vec<&CellOf> = columns.map(|(_, cell)| cell).collect();
        let rows = match &self.seen {
            _ if !self.audiences.contains(&audience) => 0..0,
            Some(seen) if Audience::PEOPLE.contains(&audience) => seen.clone(),
            _ => 0..self.rows,
        };
        rows.map(move |row| columns.iter().map(|cell| cell(row)).collect())
    }
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Column {
    /// The heading in a spreadsheet.
    pub key: String,
    /// The heading for people.
    pub heading: String,
    /// The order in which columns are left out of a narrow table: the highest ranks first; those of rank 0 always stay.
    pub rank: usize,
    pub audiences: Audiences,
}

impl Column {
    /// A column for all audiences that is never left out.
    pub(crate) fn new(key: impl Into<String>, heading: impl Into<String>) -> Column {
        Column { key: key.into(), heading: heading.into(), rank: 0, audiences: Audience::ALL }
    }

    pub(crate) fn people(heading: &str) -> Column {
        Column::new("", heading).only(Audience::PEOPLE)
    }

    /// Lets a narrow table leave the column out, before those of lower ranks.
    pub(crate) fn rank(self, rank: usize) -> Column {
        Column { rank, ..self }
    }

    /// Limits the column to these audiences.
    pub(crate) fn only(self, audiences: Audiences) -> Column {
        Column { audiences, ..self }
    }
}

/// One way to read a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Audience {
    /// A person at a terminal.
    Terminal,
    /// A person with a page.
    Page,
    /// A program that reads records.
    Records,
    /// A spreadsheet.
    Spreadsheet,
}

/// The audiences of a table or a column.
pub(crate) type Audiences = &'static [Audience];

impl Audience {
    /// People, at a terminal and on a page.
    pub(crate) const PEOPLE: Audiences = &[Audience::Terminal, Audience::Page];
    /// Programs: records and spreadsheets.
    pub(crate) const PROGRAMS: Audiences = &[Audience::Records, Audience::Spreadsheet];
    /// All audiences.
    pub(crate) const ALL: Audiences = &[Audience::Terminal, Audience::Page, Audience::Records, Audience::Spreadsheet];
    /// All audiences except spreadsheets.
    pub(crate) const NO_SPREADSHEET: Audiences = &[Audience::Terminal, Audience::Page, Audience::Records];
    /// All audiences except records.
    pub(crate) const NO_RECORDS: Audiences = &[Audience::Terminal, Audience::Page, Audience::Spreadsheet];
}

/// The content of a row in a column.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) enum Cell {
    #[default]
    Empty,
    /// Words, which may be broken over several lines.
    Text(String),
    /// The name of a player or a side, as people typed it.
    Name(String),
    /// A word that is never broken, like an id.
    Word(String),
    /// A whole number.
    Count(i64),
    /// An average; people see one decimal.
    Average(f64),
    /// A share from 0 to 1; people see a percentage.
    Share(f64),
    /// A number in its own spelling.
    Number(String),
    /// A sum; people see it with its currency.
    Money(Money),
    /// A day by the calendar of the place of the game.
    Day(Moment),
    /// Words with commands to type.
    Sentence(Sentence),
}

impl Cell {
    /// The name of a player.
    pub(crate) fn name(name: &Name) -> Cell {
        Cell::Name(name.to_string())
    }

    /// Words that may be missing.
    pub(crate) fn text(text: Option<impl Into<String>>) -> Cell {
        text.map_or(Cell::Empty, |text| Cell::Text(text.into()))
    }

    /// A day that may be unknown.
    pub(crate) fn day(day: Option<Moment>) -> Cell {
        day.map_or(Cell::Empty, Cell::Day)
    }

    /// A list in one field.
    pub(crate) fn list(items: impl IntoIterator<Item = impl Display>) -> Cell {
        Cell::Text(join(items, ","))
    }

    /// A count of items.
    pub(crate) fn count(number: usize) -> Cell {
        Cell::Count(i64::try_from(number).unwrap_or(i64::MAX))
    }

    /// Whether it is aligned right, like numbers.
    pub(crate) const fn is_number(&self) -> bool {
        matches!(self, Cell::Count(_) | Cell::Average(_) | Cell::Share(_) | Cell::Number(_) | Cell::Money(_))
    }

    /// Whether it must stay on one line.
    pub(crate) const fn is_whole(&self) -> bool {
        self.is_number() || matches!(self, Cell::Day(_) | Cell::Word(_))
    }

    /// The cell for people. Names and words are made safe to print.
    pub(crate) fn for_people(&self, reader: &dyn Spell) -> String {
        match self {
            Cell::Average(number) => format!("{:.1}", (number * 10.0).round() / 10.0),
            Cell::Share(share) => format!("{} %", (share * 100.0).round()),
            Cell::Text(text) => printable_lines(text),
            Cell::Name(text) | Cell::Word(text) => printable(text),
            Cell::Money(money) => money.to_string(),
            cell => cell.exact(reader),
        }
    }

    /// The cell for programs: days by the calendar, shares from 0 to 1.
    pub(crate) fn exact(&self, reader: &dyn Spell) -> String {
        match self {
            Cell::Empty => String::new(),
            Cell::Text(text) | Cell::Name(text) | Cell::Word(text) | Cell::Number(text) => text.clone(),
            Cell::Count(number) => number.to_string(),
            Cell::Money(money) => money.number(),
            Cell::Average(number) | Cell::Share(number) => format!("{number:?}"),
            Cell::Day(moment) => day_text(*moment),
            Cell::Sentence(sentence) => sentence.text(reader).unwrap_or_default(),
        }
    }
}

/// The fields `keys` of a document, in this order. A list by side has a field for each side.
pub(crate) fn cells(document: &Value, keys: &str) -> Vec<Cell> {
    let cells = |key: &str| match &document[key] {
        Value::Array(both) => both.iter().map(cell).collect(),
        one => vec![cell(one)],
    };
    keys.split(' ').flat_map(cells).collect()
}

fn cell(value: &Value) -> Cell {
    if let Value::Number(number) = value { Cell::Number(number.to_string()) } else { Cell::text(value.as_str()) }
}
