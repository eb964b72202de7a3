//! Why an entry is or is not entered in a column, and what followed.

use super::column::Column;
use super::entry::EntryAt;
use crate::points::Points;
use crate::rules::Format;
use crate::side::BySide;

/// The effect of one entry on one column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ColumnTrace {
    /// The column, counted from 0.
    pub column: usize,
    /// Why the entry is made there, or why not.
    pub reason: ColumnReason,
    /// The column's points after the entry that count towards the target.
    pub points: BySide<Points>,
}

/// Why a hand is entered in a column, or why not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ColumnReason {
    /// Entered: only this column is open.
    Open,
    /// Entered: the column is open, and the winner has won a hand there.
    WonThere,
    /// Entered: the first open column in which the winner had not won a hand.
    FirstNew,
    /// Not entered: an earlier hand closed the column.
    ClosedBy {
        /// The entry that closed it.
        by: EntryAt,
    },
    /// Not entered: the winner must win a hand in an earlier column first.
    After {
        /// The earlier column, counted from 0.
        column: usize,
    },
}

impl ColumnReason {
    /// Whether the hand is entered.
    pub const fn enters(self) -> bool {
        !matches!(self, ColumnReason::ClosedBy { .. } | ColumnReason::After { .. })
    }

    /// The reason as this format gives it. If only one column is open at a time, the hand had no choice.
    pub(super) const fn in_format(self, format: Format) -> ColumnReason {
        if self.enters() && !matches!(format, Format::Hollywood) { ColumnReason::Open } else { self }
    }
}

impl ColumnTrace {
    /// The effect on a column, as it is after the entry.
    pub(super) fn new(at: usize, reason: ColumnReason, column: &Column) -> ColumnTrace {
        ColumnTrace { column: at, reason, points: column.points }
    }
}
