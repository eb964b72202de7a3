//! Options for reading a table.

use super::names::NameMap;
use crate::notation::day::{Century, DateOrder};
use crate::notation::when::LocalTime;

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
