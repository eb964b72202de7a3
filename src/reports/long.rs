//! A list that may be too long for memory.

use std::io;

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::answer::sentence::Remark;
use crate::answer::table::{Cell, Column, Table};
use crate::answer::{About, Block, Report};
use crate::disk::{LongList, NotKept};

/// A list of any length. Its document has one field besides its schema.
#[derive(Debug)]
pub(crate) struct LongReport {
    title: &'static str,
    schema: &'static str,
    field: &'static str,
    columns: Vec<Column>,
    /// What each item has in the document and in the table.
    rows: LongList<(Value, Vec<Cell>)>,
    /// What the list is about.
    pub about: About,
}

impl LongReport {
    /// A list without items.
    pub(crate) fn new(title: &'static str, [schema, field]: [&'static str; 2], columns: Vec<Column>) -> LongReport {
        LongReport { title, schema, field, columns, rows: LongList::default(), about: About::default() }
    }

    /// Adds an item: what it has in the document, and a cell for each column.
    ///
    /// # Errors
    /// There is no room for it.
    pub(crate) fn add(&mut self, document: Value, cells: Vec<Cell>) -> Result<(), NotKept> {
        self.rows.push(&(document, cells))
    }

    /// How many items it has.
    pub(crate) const fn len(&self) -> usize {
        self.rows.len()
    }
}

impl Serialize for LongReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut document = serializer.serialize_map(None)?;
        document.serialize_entry("schema", self.schema)?;
        document.serialize_entry(self.field, &Documents(&self.rows))?;
        document.end()
    }
}

struct Documents<'a>(&'a LongList<(Value, Vec<Cell>)>);

impl Serialize for Documents<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize_with(serializer, |(document, _)| document)
    }
}

impl Report for LongReport {
    fn title(&self) -> String {
        self.title.into()
    }

    fn about(&self) -> Option<&About> {
        Some(&self.about)
    }

    /// Programs see that a list is empty.
    fn remarks(&self) -> Vec<Remark> {
        Vec::new()
    }

    fn each_block(&self, show: &mut dyn FnMut(Block) -> io::Result<()>) -> io::Result<()> {
        self.rows.in_pages(|rows| {
            let (columns, rows) = (self.columns.clone(), rows.iter().map(|(_, cells)| cells.clone()).collect());
            show(Block::Table(Table { columns, rows, ..Table::default() }))
        })
    }
}
