//! The changes of a book.

use std::io;

use serde::{Deserialize, Serialize, Serializer};

use crate::answer::sentence::Sentence;
use crate::answer::table::{Cell, Column, Readers, Table};
use crate::answer::{Block, Report};
use crate::disk::{LongList, NotKept};

/// So much of the id of a device tells it from others.
const DEVICE: usize = 6;

/// The changes, newest first: `ginpad/history/1`.
#[derive(Debug, Default, Serialize)]
#[serde(tag = "schema", rename = "ginpad/history/1")]
pub(crate) struct HistoryReport {
    /// A row for each.
    #[serde(serialize_with = "documents")]
    changes: LongList<ChangeRow>,
    /// What a page says at its head.
    #[serde(skip)]
    pub facts: Vec<String>,
    /// Why there are none.
    #[serde(skip)]
    pub why_empty: Option<Sentence>,
}

/// A change of the list, with what only people read of it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ChangeRow {
    /// The change.
    pub change: ListedChange,
    /// What it did, with suits as signs, if that differs.
    pub in_signs: Option<String>,
}

/// A change of the list.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ListedChange {
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
    /// What it did, in words.
    pub what: String,
    /// What became of it.
    pub state: Fate,
}

/// What became of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Fate {
    /// It counts.
    Counts,
    /// It was undone.
    Undone,
    /// It only undid or redid others.
    Moved,
    /// It does nothing that this version knows.
    Unknown,
}

impl Fate {
    const fn word(self) -> &'static str {
        match self {
            Fate::Counts => "counts",
            Fate::Undone => "undone",
            Fate::Moved => "moved",
            Fate::Unknown => "unknown",
        }
    }
}

fn documents<S: Serializer>(changes: &LongList<ChangeRow>, serializer: S) -> Result<S::Ok, S::Error> {
    changes.serialize_with(serializer, |row| row.change)
}

impl HistoryReport {
    /// Adds a change.
    ///
    /// # Errors
    /// There is no room for it.
    pub(crate) fn add(&mut self, row: &ChangeRow) -> Result<(), NotKept> {
        self.changes.push(row)
    }

    /// How many changes it has.
    pub(crate) const fn len(&self) -> usize {
        self.changes.len()
    }
}

impl Report for HistoryReport {
    fn title(&self) -> String {
        "History".into()
    }

    fn facts(&self) -> &[String] {
        &self.facts
    }

    fn each_block(&self, show: &mut dyn FnMut(Block) -> io::Result<()>) -> io::Result<()> {
        self.why_empty.iter().try_for_each(|why| show(Block::Words(why.clone())))?;
        let people = |heading: &str| Column::new("", heading).only(Readers::PEOPLE);
        let programs = |key| Column::new(key, "").only(Readers::PROGRAMS);
        let columns = [people("change"), people("when").rank(1), people("device").rank(2), people("what")];
        let exact = ["id", "short", "made", "device", "own", "state", "verb", "what"].map(programs);
        let columns: Vec<Column> = columns.into_iter().chain(exact).collect();
        self.changes.in_pages(|rows| {
            let rows = rows.iter().map(|row| row.for_people().into_iter().chain(row.change.for_programs()).collect());
            show(Block::Table(Table { columns: columns.clone(), rows: rows.collect(), ..Table::default() }))
        })
    }
}

impl ChangeRow {
    fn for_people(&self) -> [Cell; 4] {
        let ListedChange { short, made, device, this_device, what, state, .. } = &self.change;
        let local = made.rsplit_once(' ').map_or(made.as_str(), |(local, _)| local);
        let device = if *this_device { "this" } else { device.get(..DEVICE).unwrap_or(device) };
        let undone = if *state == Fate::Undone { " – undone" } else { "" };
        let what = format!("{}{undone}", self.in_signs.as_ref().unwrap_or(what));
        [short.clone(), local.into(), device.into(), what].map(Cell::Text)
    }
}

impl ListedChange {
    fn for_programs(&self) -> [Cell; 8] {
        let own = if self.this_device { "this" } else { "" };
        let [id, short, made, device] = [&self.id, &self.short, &self.made, &self.device].map(String::as_str);
        [id, short, made, device, own, self.state.word(), &self.verb, &self.what].map(|text| Cell::Text(text.into()))
    }
}
