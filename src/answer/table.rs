//! A table of typed cells: what a report has in rows, for people, programs and spreadsheets.

use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;

use super::sentence::Sentence;
use crate::answer::sentence::Spell;
use ginpad_core::hand::Moment;
use ginpad_core::money::Money;
use ginpad_core::players::Name;
use ginpad_core::text::{printable, printable_lines};

pub(crate) use ginpad_core::reports::day_text as day;

/// A table. A cell is made when somebody reads it, so that a long list is held only once.
pub(crate) struct Table<'a> {
    /// What a page writes above it.
    pub caption: String,
    /// The columns, each with what makes its cell in a row.
    pub columns: Vec<(Column, CellOf<'a>)>,
    /// How many rows it has.
    pub rows: usize,
    /// Who reads it.
    pub readers: Readers,
    /// What people read below it.
    pub note: Option<String>,
    /// The rows that people see, if not all.
    pub seen: Option<Range<usize>>,
}

/// Makes the cell of a column in a row.
pub(crate) type CellOf<'a> = Box<dyn Fn(usize) -> Cell + 'a>;

/// A table on its way: each column says what of an item stands in its cell.
pub(crate) struct TableOf<'a, T> {
    items: Rc<[T]>,
    /// The table so far.
    pub table: Table<'a>,
}

impl<'a, T: 'a> TableOf<'a, T> {
    /// Adds a column that everybody reads.
    pub(crate) fn column(
        self,
        key: impl Into<Cow<'static, str>>,
        heading: &str,
        cell: impl Fn(&T) -> Cell + 'a,
    ) -> Self {
        self.add(Column::new(key, heading), cell)
    }

    /// Adds a column for people.
    pub(crate) fn people(self, heading: &str, cell: impl Fn(&T) -> Cell + 'a) -> Self {
        self.add(Column::people(heading), cell)
    }

    /// Adds a column for programs.
    pub(crate) fn programs(self, key: impl Into<Cow<'static, str>>, cell: impl Fn(&T) -> Cell + 'a) -> Self {
        self.add(Column::programs(key), cell)
    }

    /// Adds a column with the kind of the records, which only records have.
    pub(crate) fn kind(self, kind: &'static str) -> Self {
        self.add(Column::new("", "").only(&[Reader::Records]), |_| Cell::Text(kind.into()))
    }

    /// Adds a column.
    pub(crate) fn add(mut self, column: Column, cell: impl Fn(&T) -> Cell + 'a) -> Self {
        let items = Rc::clone(&self.items);
        self.table.columns.push((column, Box::new(move |row| cell(&items[row]))));
        self
    }
}

impl<'a> Table<'a> {
    /// A table that everybody reads.
    pub(crate) fn new(caption: &str, columns: Vec<Column>, rows: Vec<Vec<Cell>>) -> Table<'a> {
        let columns = columns.into_iter().enumerate();
        let table = Table::of(caption, rows);
        columns.fold(table, |table, (at, column)| table.add(column, move |row| row[at].clone())).table
    }

    /// A table with a row for each item, and no columns yet.
    pub(crate) fn of<T>(caption: &str, items: impl IntoIterator<Item = T>) -> TableOf<'a, T> {
        let items: Rc<[T]> = items.into_iter().collect();
        let (caption, rows) = (caption.into(), items.len());
        let table = Table { caption, columns: Vec::new(), rows, readers: Reader::ALL, note: None, seen: None };
        TableOf { items, table }
    }

    /// Shows the table to these readers only.
    pub(crate) fn only(self, readers: Readers) -> Table<'a> {
        Table { readers, ..self }
    }

    /// A table that only programs read.
    pub(crate) fn for_programs<const N: usize>(
        keys: [&'static str; N],
        rows: impl IntoIterator<Item = [Cell; N]>,
    ) -> Table<'a> {
        let columns = keys.map(|key| Column::new(key, "")).into();
        Table::new("", columns, rows.into_iter().map(Vec::from).collect()).only(Reader::PROGRAMS)
    }

    /// Shows people only some of the rows. The note says how many of all the rows these are.
    pub(crate) fn shortened(self, seen: Range<usize>, note: impl FnOnce(usize) -> String) -> Table<'a> {
        let all = self.rows;
        Table { note: (seen.len() < all).then(|| note(all)), seen: Some(seen), ..self }
    }

    /// The rows that somebody reads: none if somebody does not read the table.
    fn rows_of(&self, reader: Reader) -> Range<usize> {
        match &self.seen {
            _ if !self.readers.contains(&reader) => 0..0,
            Some(seen) if Reader::PEOPLE.contains(&reader) => seen.clone(),
            _ => 0..self.rows,
        }
    }

    /// The columns that somebody reads.
    pub(crate) fn columns_for(&self, reader: Reader) -> impl Iterator<Item = &Column> {
        self.columns.iter().map(|(column, _)| column).filter(move |column| column.readers.contains(&reader))
    }

    /// The rows that somebody reads, each made when it is asked for.
    pub(crate) fn rows_for(&self, reader: Reader) -> impl Iterator<Item = Vec<Cell>> {
        let columns = self.columns.iter().filter(|(column, _)| column.readers.contains(&reader));
        let columns: Vec<&CellOf> = columns.map(|(_, cell)| cell).collect();
        self.rows_of(reader).map(move |row| columns.iter().map(|cell| cell(row)).collect())
    }
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Column {
    /// Its heading in a spreadsheet.
    pub key: Cow<'static, str>,
    /// Its heading for people.
    pub heading: String,
    /// How telling it is. Where there is little room, the columns with the highest ranks are left out; those of rank 0
    /// always stay.
    pub rank: usize,
    /// Who reads it.
    pub readers: Readers,
}

impl Column {
    /// A column that everybody reads and that is never left out.
    pub(crate) fn new(key: impl Into<Cow<'static, str>>, heading: impl Into<String>) -> Column {
        Column { key: key.into(), heading: heading.into(), rank: 0, readers: Reader::ALL }
    }

    /// A column that only people read.
    pub(crate) fn people(heading: &str) -> Column {
        Column::new("", heading).only(Reader::PEOPLE)
    }

    /// A column that only programs read.
    pub(crate) fn programs(key: impl Into<Cow<'static, str>>) -> Column {
        Column::new(key, "").only(Reader::PROGRAMS)
    }

    /// Leaves the column out where there is too little room, before those of lower ranks.
    pub(crate) fn rank(self, rank: usize) -> Column {
        Column { rank, ..self }
    }

    /// Shows the column to these readers only.
    pub(crate) fn only(self, readers: Readers) -> Column {
        Column { readers, ..self }
    }
}

/// One way to read a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reader {
    /// A person at a terminal.
    Terminal,
    /// A person with a page.
    Page,
    /// A program that reads records.
    Records,
    /// A spreadsheet.
    Spreadsheet,
}

/// Those who read a table or a column.
pub(crate) type Readers = &'static [Reader];

impl Reader {
    /// People, at a terminal and on a page.
    pub(crate) const PEOPLE: Readers = &[Reader::Terminal, Reader::Page];
    /// Programs: records and spreadsheets.
    pub(crate) const PROGRAMS: Readers = &[Reader::Records, Reader::Spreadsheet];
    /// Everybody.
    pub(crate) const ALL: Readers = &[Reader::Terminal, Reader::Page, Reader::Records, Reader::Spreadsheet];
    /// Everybody but spreadsheets.
    pub(crate) const NO_SPREADSHEET: Readers = &[Reader::Terminal, Reader::Page, Reader::Records];
    /// Everybody but those of records.
    pub(crate) const NO_RECORDS: Readers = &[Reader::Terminal, Reader::Page, Reader::Spreadsheet];
}

/// What stands in a row and a column.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Cell {
    /// Nothing.
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
    /// A part of a whole, from 0 to 1; people see a percentage.
    Share(f64),
    /// A number as it is written.
    Number(String),
    /// A sum; people see it with its currency.
    Money(Money),
    /// A day, by the calendar of the place where the game was played.
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

    /// How many there are.
    pub(crate) fn count(number: usize) -> Cell {
        Cell::Count(i64::try_from(number).unwrap_or(i64::MAX))
    }

    /// Whether it stands on the right of its column, as numbers do.
    pub(crate) const fn is_number(&self) -> bool {
        matches!(self, Cell::Count(_) | Cell::Average(_) | Cell::Share(_) | Cell::Number(_) | Cell::Money(_))
    }

    /// Whether it stays on one line.
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
            Cell::Day(moment) => day(*moment),
            Cell::Sentence(sentence) => sentence.text(reader).unwrap_or_default(),
        }
    }
}
