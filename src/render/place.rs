//! Where a game is kept, as its sheet shows it.

/// The place of a game: in the book, or in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Place {
    /// Its number in the book; none in a file.
    pub number: Option<i64>,
    /// Whether the book has it from a file, and not from the table.
    pub imported: bool,
}

impl From<Option<i64>> for Place {
    /// The place of a game that was not imported.
    fn from(number: Option<i64>) -> Place {
        Place { number, imported: false }
    }
}
