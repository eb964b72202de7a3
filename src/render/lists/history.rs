//! The changes of a book, for people and programs.

use ginpad_core::hand::Moment;
use ginpad_core::notation::print_moment;
use ginpad_core::text::{printable, wrap};
use serde::{Deserialize, Serialize};

use super::NARROW;
use crate::render::Look;
use crate::render::layout::Columns;

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
    /// The word for it.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Fate::Counts => "counts",
            Fate::Undone => "undone",
            Fate::Moved => "moved",
            Fate::Unknown => "unknown",
        }
    }
}

/// A change in a list.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PastRow<'a> {
    /// Its id.
    pub id: &'a str,
    /// The start of its id that no other change has.
    pub short: &'a str,
    /// When it was made, as local clocks showed it.
    pub made: Option<Moment>,
    /// The device that made it.
    pub device: &'a str,
    /// Whether that is this device.
    pub is_own: bool,
    /// What became of it.
    pub fate: Fate,
    /// The command that made it.
    pub verb: &'a str,
    /// What it did, in words.
    pub what: &'a str,
}

/// So much of the id of a device tells it from others.
const DEVICE: usize = 6;

/// A change as a list for people shows it. It may be kept outside memory until the whole list is measured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PastLine {
    short: String,
    made: String,
    device: String,
    what: String,
}

impl PastLine {
    /// The line of a change.
    pub(crate) fn new(row: &PastRow<'_>) -> PastLine {
        let what = printable(row.what);
        PastLine {
            short: row.short.to_string(),
            made: row.made.map(|made| made.format("%Y-%m-%d %H:%M").to_string()).unwrap_or_default(),
            device: if row.is_own { "this".into() } else { row.device.get(..DEVICE).unwrap_or(row.device).into() },
            what: if row.fate == Fate::Undone { format!("{what} – undone") } else { what },
        }
    }

    fn cells(&self) -> [String; 4] {
        [self.short.clone(), self.made.clone(), self.device.clone(), self.what.clone()]
    }

    /// The change as a paragraph, for a narrow terminal.
    fn paragraph(&self, look: Look) -> String {
        let head = [&self.short, &self.made].map(String::as_str).join("  ");
        let what = if self.device == "this" { self.what.clone() } else { format!("{} ({})", self.what, self.device) };
        let columns = look.line_columns();
        let lines = wrap(&head, columns).into_iter();
        let lines = lines.chain(wrap(&what, columns - 2).into_iter().map(|line| format!("  {line}")));
        lines.map(|line| line + "\n").collect()
    }
}

/// The layout of a list of changes: one a line, or one a paragraph in a narrow terminal. Every change is measured before
/// the first is printed.
pub(crate) struct PastList(Columns<4>);

impl PastList {
    /// A list of no changes.
    pub(crate) fn new() -> PastList {
        PastList(Columns::new(["change", "when", "device", "what"], &[], 3))
    }

    /// Makes room for a change.
    pub(crate) fn measure(&mut self, line: &PastLine) {
        self.0.measure(&line.cells());
    }

    /// What prints the changes, now that all are measured.
    pub(crate) fn measured(self, look: Look) -> MeasuredPast {
        let fits = look.width >= Look::NARROWEST && self.0.fits(NARROW, look);
        MeasuredPast { columns: fits.then(|| self.0.within(look)), look }
    }
}

/// A list of changes whose widths are known.
pub(crate) struct MeasuredPast {
    /// The columns, if there is room for them.
    columns: Option<Columns<4>>,
    look: Look,
}

impl MeasuredPast {
    /// What stands above the changes.
    pub(crate) fn heading(&self) -> String {
        self.columns.as_ref().map(|columns| columns.heading(self.look)).unwrap_or_default()
    }

    /// One change.
    pub(crate) fn change(&self, line: &PastLine) -> String {
        match &self.columns {
            Some(columns) => columns.row(&line.cells()),
            None => line.paragraph(self.look),
        }
    }
}

/// A change of a book on one line: its id, the start that no other has, when, the device, `this` if it is this one,
/// `counts`, `undone`, `moved` or `unknown`, the command, and what it did.
pub(crate) fn change_plain(row: &PastRow<'_>) -> String {
    let made = row.made.map(print_moment).unwrap_or_default();
    let own = if row.is_own { "this" } else { "" };
    [row.id, row.short, &made, row.device, own, row.fate.word(), row.verb, &printable(row.what)].join("\t") + "\n"
}
