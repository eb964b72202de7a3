//! Faults of a table, cell by cell.

use std::collections::BTreeMap;
use std::fmt;

use thiserror::Error;

use crate::Listed;
use crate::notation::day::Century;
use crate::text::{harmless, numbers};

/// One fault of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CsvFault {
    /// The lines of the file where the affected rows begin, counted from 1.
    pub lines: Vec<usize>,
    /// The heading of the column; `None` if the fault is about the whole row.
    pub column: Option<String>,
    /// The reason.
    pub reason: String,
}

impl CsvFault {
    /// Creates a fault of a cell.
    pub(super) fn of_cell(line: usize, column: &str, reason: impl fmt::Display) -> CsvFault {
        CsvFault { lines: vec![line], column: Some(column.to_string()), reason: reason.to_string() }
    }

    /// Creates a fault of a whole row.
    pub(super) fn of_line(line: usize, reason: impl fmt::Display) -> CsvFault {
        CsvFault { lines: vec![line], column: None, reason: reason.to_string() }
    }
}

/// Several reasons in one cell.
pub(super) fn reasons(faults: &[impl ToString]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

impl fmt::Display for CsvFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&numbers("line", &self.lines))?;
        if let Some(column) = &self.column {
            write!(f, ", `{}`", harmless(column))?;
        }
        write!(f, ": {}", self.reason)
    }
}

/// All faults of a table, in the order of its lines.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", .faults.lines().collect::<Vec<_>>().join("\n"))]
pub struct CsvFaults {
    /// The faults.
    pub faults: Listed<CsvFault>,
    /// The advice that helps to read the table.
    pub advice: Option<CsvAdvice>,
    /// Whether the table has other faults, which the advice does not fix.
    pub has_others: bool,
}

/// Advice that helps to read a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CsvAdvice {
    /// Say whether the day or the month comes first, and give the hundred years of two-digit years if the table has
    /// any.
    DateOrder(Option<Century>),
    /// Say that two-digit years are in these hundred years.
    Century(Century),
    /// Put a row of headings above the first game or hand.
    Headings,
    /// Say which headings mean the missing columns.
    Columns {
        /// The missing columns.
        missing: Vec<&'static str>,
        /// The probable meanings of headings, as `OLD=NEW`; empty if unknown.
        maps: Vec<String>,
    },
}

/// The faults found so far.
#[derive(Debug, Default)]
pub(super) struct Faults {
    /// The lines of each fault, by its column and reason; at most [`Faults::MOST`] of them.
    found: BTreeMap<(Option<String>, String), Vec<usize>>,
    /// The number of faults beyond those.
    more: usize,
    /// Whether one was found since this was last cleared.
    pub is_new: bool,
    /// The advice about dates, if they have several readings.
    pub dates: Option<CsvAdvice>,
    /// The advice about columns, if some are missing.
    pub columns: Option<CsvAdvice>,
}

impl Faults {
    /// A reason may quote its cell, so a large wrong file has as many as it has rows.
    const MOST: usize = 10_000;

    /// Adds a fault. The same fault in many rows becomes one.
    pub(super) fn push(&mut self, CsvFault { lines, column, reason }: CsvFault) {
        let of = (column, reason);
        self.is_new = true;
        if self.found.len() < Faults::MOST || self.found.contains_key(&of) {
            let found = self.found.entry(of).or_default();
            found.extend(lines.into_iter().filter(|line| found.last() != Some(line)).collect::<Vec<_>>());
        } else {
            self.more += 1;
        }
    }

    /// Whether nothing is wrong.
    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }
}

impl From<Faults> for CsvFaults {
    fn from(faults: Faults) -> CsvFaults {
        let fault = |((column, reason), lines)| CsvFault { lines, column, reason };
        let mut found: Vec<CsvFault> = faults.found.into_iter().map(fault).collect();
        found.sort_by_key(|fault| fault.lines.first().copied());
        let mut listed: Listed<CsvFault> = found.into_iter().collect();
        listed.more += faults.more;
        let of_dates = match faults.dates {
            Some(CsvAdvice::DateOrder(Some(_))) => 2,
            Some(_) => 1,
            None => listed.total(),
        };
        CsvFaults { has_others: listed.total() > of_dates, advice: faults.dates.or(faults.columns), faults: listed }
    }
}
