//! How a table is to be read.

use super::names::NameMap;
use crate::notation::day::{Century, DateOrder};
use crate::notation::when::LocalTime;

/// How a table is to be read.
#[derive(Clone, Copy)]
pub struct CsvReading<'a> {
    /// Names in the table that mean another name.
    pub names: &'a NameMap,
    /// Whether `1/5/2011` is in May or in January, if that is known. Else the other dates of the table decide.
    pub dates: Option<DateOrder>,
    /// In which hundred years the years with two digits lie, if that is known.
    pub century: Option<Century>,
    /// Where the games were played, for the offset of their dates.
    pub local: LocalTime<'a>,
}
