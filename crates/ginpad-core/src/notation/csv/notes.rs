//! Options for reading a table, and notes on how it was read.

use std::collections::BTreeSet;

use super::names::NameMap;
use crate::notation::day::{Century, DateOrder};
use crate::notation::when::LocalTime;

/// Notes on how a table was read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CsvNotes {
    /// The spellings of the name map that the table has.
    pub mapped: BTreeSet<String>,
    /// All headings.
    pub headings: Vec<String>,
    /// The headings of ignored columns, which have no meaning here.
    pub left_out: Vec<String>,
    /// The number of hands kept as points only, because their rows lack the deadwood.
    pub points_only: usize,
    /// The number of games kept by their winner only, without totals.
    pub winner_only: usize,
    /// The number of games kept with the points of their winner only.
    pub net_only: usize,
    /// The lines of the games that the side with fewer points won.
    pub fewer_won: Vec<usize>,
    /// The lines of games with a day that is still to come.
    pub still_to_come: Vec<usize>,
    /// The lines of games without a date of their own, which take that of the row above.
    pub dated_above: Vec<usize>,
    /// The heading of points that may be for whole games, although each row was read as a hand.
    pub points_of_games: Option<String>,
    /// The lines of notes that were cut because they are longer than a title.
    pub cut: Vec<usize>,
    /// The lines of titles above the headings, and of headings between the games; not read.
    pub titles: Vec<usize>,
    /// The lines of rows that hold only sums; not read.
    pub sums: Vec<usize>,
    /// The line of a last row of numbers that are not the sums; not read.
    pub nameless: Option<usize>,
}

/// Options for reading a table.
#[derive(Clone, Copy)]
pub struct CsvReading<'a> {
    /// Names in the table that stand for another name.
    pub names: &'a NameMap,
    /// Whether `1/5/2011` is in May or in January, if known. If not, the other dates of the table decide.
    pub dates: Option<DateOrder>,
    /// The hundred years of two-digit years, if known.
    pub century: Option<Century>,
    /// The local time where the games were played, for the offset of their dates.
    pub local: LocalTime<'a>,
}
