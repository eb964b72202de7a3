//! The changes of a book.

use std::io;

use serde::ser::SerializeMap as _;
use serde::{Deserialize, Serialize, Serializer};

use crate::answer::table::{Cell, Column, Table};
use crate::answer::{About, Block, Remark, Report};
use crate::disk::LongList;

/// So much of the id of a device tells it from others.
const DEVICE: usize = 6;
/// So much of a time is the day and the minute by local clocks.
const MINUTE: usize = 16;

/// The changes of a book, newest first, of which memory may not have room for all: `ginpad/history/1`.
#[derive(Debug, Default)]
pub(crate) struct HistoryReport {
    /// Each with what it did in words that have signs for suits.
    pub changes: LongList<(Change, String)>,
    pub about: About,
}

/// A change.
#[derive(Debug, Serialize, Deserialize)]
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
    /// What became of it: `counts`, `undone`, `moved` or `unknown`.
    pub state: String,
}

impl Serialize for HistoryReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut document = serializer.serialize_map(None)?;
        document.serialize_entry("schema", "ginpad/history/1")?;
        document.serialize_entry("changes", &self.changes)?;
        document.end()
    }
}

impl Report for HistoryReport {
    fn title(&self) -> String {
        "History".into()
    }

    fn about(&self) -> Option<&About> {
        Some(&self.about)
    }

    /// Programs see that a list is empty.
    fn remarks(&self) -> Vec<Remark> {
        Vec::new()
    }

    fn each_block(&self, show: &mut dyn FnMut(Block) -> io::Result<()>) -> io::Result<()> {
        self.changes.in_pages(|changes| show(Block::Table(table(changes))))
    }
}

fn table(changes: &[(Change, String)]) -> Table {
    let text = |text: &str| Cell::Text(text.into());
    let start = |text: &str, most: usize| Cell::Word(text.get(..most).unwrap_or(text).into());
    let undone = |change: &Change| if change.state == "undone" { " – undone" } else { "" };
    let table = Table::of("", changes)
        .people("change", |(change, _)| Cell::Word(change.short.clone()))
        .add(Column::people("when").rank(1), |(change, _)| start(&change.made, MINUTE))
        .add(Column::people("device").rank(2), |(change, _)| match change.this_device {
            true => Cell::Word("this".into()),
            false => start(&change.device, DEVICE),
        })
        .people("what", |(change, in_signs)| Cell::Text(format!("{in_signs}{}", undone(change))))
        .programs("id", |(change, _)| text(&change.id))
        .programs("short", |(change, _)| text(&change.short))
        .programs("made", |(change, _)| text(&change.made))
        .programs("device", |(change, _)| text(&change.device))
        .programs("own", |(change, _)| text(if change.this_device { "this" } else { "" }))
        .programs("state", |(change, _)| text(&change.state))
        .programs("verb", |(change, _)| text(&change.verb))
        .programs("what", |(change, _)| text(&change.what));
    table.table
}
