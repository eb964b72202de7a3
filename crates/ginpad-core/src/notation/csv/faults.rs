//! What is wrong with a table, cell by cell.

use std::fmt;

use thiserror::Error;

use crate::listed::Listed;
use crate::notation::day::Century;
use crate::text::{harmless, numbers};

/// One thing that is wrong with a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CsvFault {
    /// The lines of the file in which the rows begin, counted from 1.
    pub lines: Vec<usize>,
    /// The heading of the column; none if it is about the whole row.
    pub column: Option<String>,
    /// What is wrong.
    pub reason: String,
}

impl CsvFault {
    /// A fault of a cell.
    pub(super) fn of_cell(line: usize, column: &str, reason: impl fmt::Display) -> CsvFault {
        CsvFault { lines: vec![line], column: Some(column.to_string()), reason: reason.to_string() }
    }

    /// A fault of a whole row.
    pub(super) fn of_line(line: usize, reason: impl fmt::Display) -> CsvFault {
        CsvFault { lines: vec![line], column: None, reason: reason.to_string() }
    }
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

/// Everything that is wrong with a table, in the order of its lines.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", .faults.lines().collect::<Vec<_>>().join("\n"))]
pub struct CsvFaults {
    /// The faults.
    pub faults: Listed<CsvFault>,
    /// What would help.
    pub advice: Option<CsvAdvice>,
    /// Whether something else is wrong, which the advice does not help.
    pub has_others: bool,
}

/// What would help to read a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CsvAdvice {
    /// To say whether the day or the month comes first, and in which hundred years years with two digits lie if there are
    /// any.
    DateOrder(Option<Century>),
    /// To say that years with two digits lie in these hundred years.
    Century(Century),
    /// To say which headings mean columns that are missing.
    Columns {
        /// The columns.
        missing: Vec<&'static str>,
        /// What the headings probably mean, as `OLD=NEW`; empty if nothing shows it.
        maps: Vec<String>,
    },
}

/// The faults found so far.
#[derive(Debug, Default)]
pub(super) struct Faults {
    found: Vec<CsvFault>,
    /// What to say about the dates, if they can be read in several ways.
    pub dates: Option<CsvAdvice>,
    /// What to say about the columns, if some are missing.
    pub columns: Option<CsvAdvice>,
    more: usize,
}

impl Faults {
    /// Nobody corrects more than this many at a time; the rest are counted.
    const KEPT: usize = 10_000;
    /// So many of the last faults are compared with the next.
    const COMPARED: usize = 20;

    /// Adds a fault. What is wrong in many rows in the same way is one fault.
    pub(super) fn push(&mut self, fault: CsvFault) {
        let same = |known: &&mut CsvFault| known.column == fault.column && known.reason == fault.reason;
        if let Some(known) = self.found.iter_mut().rev().take(Faults::COMPARED).find(same) {
            known.lines.extend(fault.lines);
        } else if self.found.len() < Faults::KEPT {
            self.found.push(fault);
        } else {
            self.more += 1;
        }
    }

    /// Whether nothing is wrong.
    pub(super) const fn is_empty(&self) -> bool {
        self.found.is_empty()
    }
}

impl From<Faults> for CsvFaults {
    fn from(mut faults: Faults) -> CsvFaults {
        faults.found.sort_by_key(|fault| fault.lines.first().copied());
        let mut listed: Listed<CsvFault> = faults.found.into_iter().collect();
        listed.more += faults.more;
        let of_dates = match faults.dates {
            Some(CsvAdvice::DateOrder(Some(_))) => 2,
            Some(_) => 1,
            None => listed.total(),
        };
        CsvFaults { has_others: listed.total() > of_dates, advice: faults.dates.or(faults.columns), faults: listed }
    }
}
