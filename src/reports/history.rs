//! The changes of a book.

use serde::Serialize;

use crate::answer::table::{Cell, Column, Table};
use crate::answer::{Block, Report};

/// So much of the id of a device tells it from others.
const DEVICE: usize = 6;
/// So much of a time is the day and the minute by local clocks.
const MINUTE: usize = 16;

/// The changes of a book, newest first: `ginpad/history/1`.
#[derive(Debug, Default, Serialize)]
#[serde(tag = "schema", rename = "ginpad/history/1")]
pub(crate) struct HistoryReport {
    /// Each of them.
    pub changes: Vec<Change>,
}

/// A change.
#[derive(Debug, Serialize)]
pub(crate) struct Change {
    /// Its id.
    pub id: String,
    /// The start of its id that no other change has.
    pub short: String,
    /// When it was made, as local clocks showed it.
    pub made: String,
    /// The device that made it.
    pub device: String,
    /// Whether that is this device.
    pub this_device: bool,
    /// The command that made it.
    pub verb: String,
    /// What it did, in words that can be typed.
    pub what: String,
    /// The same with signs for suits.
    #[serde(skip)]
    pub in_signs: String,
    /// What became of it: `counts`, `undone`, `moved` or `unknown`.
    pub state: &'static str,
}

impl Report for HistoryReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        vec![Block::Table(table(&self.changes))]
    }
}

fn table(changes: &[Change]) -> Table<'_> {
    let text = |text: &str| Cell::Text(text.into());
    let start = |text: &str, most: usize| Cell::Word(text.get(..most).unwrap_or(text).into());
    let undone = |change: &Change| if change.state == "undone" { " – undone" } else { "" };
    let table = Table::of("", changes)
        .people("change", |change| Cell::Word(change.short.clone()))
        .add(Column::people("when").rank(1), move |change| start(&change.made, MINUTE))
        .add(Column::people("device").rank(2), move |change| match change.this_device {
            true => Cell::Word("this".into()),
            false => start(&change.device, DEVICE),
        })
        .people("what", move |change| Cell::Text(format!("{}{}", change.in_signs, undone(change))))
        .programs("id", move |change| text(&change.id))
        .programs("short", move |change| text(&change.short))
        .programs("made", move |change| text(&change.made))
        .programs("device", move |change| text(&change.device))
        .programs("own", move |change| text(if change.this_device { "this" } else { "" }))
        .programs("state", move |change| text(change.state))
        .programs("verb", move |change| text(&change.verb))
        .programs("what", move |change| text(&change.what));
    table.table
}
