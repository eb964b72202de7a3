//! A table of numbers with names down its left side.

use ginpad_core::text::width;

/// A table.
pub(super) struct NumberTable {
    /// What it is a table of.
    pub caption: String,
    /// What the names are.
    pub corner: &'static str,
    /// The headings of the columns.
    pub heads: Vec<NumberHead>,
    /// A name, and what it has in each column.
    pub rows: Vec<NumberRow>,
    /// What is to be said below it.
    pub note: Option<String>,
}

/// The heading of a column.
pub(super) struct NumberHead {
    /// The heading.
    pub text: String,
    /// From which width of the window on the column is shown: a class of the style.
    pub tier: &'static str,
}

/// A row.
pub(super) struct NumberRow {
    /// Its name.
    pub name: String,
    /// What it has in each column.
    pub cells: Vec<String>,
}

/// The widest word that is never broken.
const WORD: usize = 9;

/// The class of a text by whether its words may be broken: a long name has to be, on a telephone.
pub(super) fn wrapping(text: &str) -> &'static str {
    if text.split_whitespace().any(|word| width(word) > WORD) { "free" } else { "" }
}

/// A number with its unit, which stay on one line.
pub(super) fn unbroken(text: &str) -> String {
    text.replace(' ', "\u{a0}")
}

impl NumberTable {
    /// A table of which every column is always shown.
    pub(super) fn new(caption: &str, corner: &'static str, heads: &[&str], rows: Vec<NumberRow>) -> NumberTable {
        let heads = heads.iter().map(|head| NumberHead { text: (*head).into(), tier: "" }).collect();
        NumberTable { caption: caption.into(), corner, heads, rows, note: None }
    }

    /// The class of the cells of a column.
    pub(super) fn tier(&self, column: &usize) -> &'static str {
        self.heads.get(*column).map_or("", |head| head.tier)
    }
}
