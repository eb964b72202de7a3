//! The changes of a book.

use serde::Serialize;

use crate::answer::{Block, Cell, Column, Report, Table};

/// The digits of a device's id that identify it.
const DEVICE: usize = 6;
/// The length of a time cut to day and minute, by local clocks.
const MINUTE: usize = 16;

/// The changes of a book, last arrival first: `ginpad/history/1`.
#[derive(Debug, Default, Serialize)]
#[serde(tag = "schema", rename = "ginpad/history/1")]
pub(crate) struct HistoryReport {
    pub changes: Vec<Change>,
}

/// A change.
#[derive(Debug, Serialize)]
pub(crate) struct Change {
    pub id: String,
    /// The shortest unique prefix of its id.
    pub short: String,
    /// The time by local clocks.
    pub made: String,
    /// The device that made it.
    pub device: String,
    /// Whether this device made it.
    pub this_device: bool,
    /// The command that made it.
    pub verb: String,
    /// The effect, in words that can be typed.
    pub what: String,
    /// The effect, with signs for suits.
    #[serde(skip)]
    pub in_signs: String,
    /// The state of the change: `counts`, `undone`, `moved` or `unknown`.
    pub state: &'static str,
}

impl Report for HistoryReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        let start = |text: &str, most: usize| Cell::Word(text.get(..most).unwrap_or(text).into());
        let undone = |change: &Change| if change.state == "undone" { " – undone" } else { "" };
        let table = Table::of("", &self.changes)
            .people("change", |change| Cell::Word(change.short.clone()))
            .add(Column::people("when").rank(1), move |change| start(&change.made, MINUTE))
            .add(Column::people("device").rank(2), move |change| match change.this_device {
                true => Cell::Word("this".into()),
                false => start(&change.device, DEVICE),
            })
            .people("what", move |change| Cell::Text(format!("{}{}", change.in_signs, undone(change))))
            .fields("id short made device")
            .programs("own", |change| Cell::text(change.this_device.then_some("this")))
            .fields("state verb what");
        vec![Block::Table(table.table)]
    }
}
