//! Adjustments, the entries of a sheet in their order, and why one is or is not entered in a column.

use derive_more::Display;

use crate::{BySide, Format, Note, Points, Side};

/// An entry of the sheet. Hands and adjustments are counted from 0, each on their own. It prints its number in commands,
/// from 1: `5` for a hand, `a2` for an adjustment.
#[derive(Debug, Display, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EntryAt {
    /// A hand.
    #[display("{}", _0 + 1)]
    Hand(usize),
    /// An adjustment.
    #[display("a{}", _0 + 1)]
    Adjustment(usize),
}

/// Points given to a side or taken from it beside the hands, for a false knock or a wrong count. An adjustment has no
/// line, no box and no deal. Source: `docs/rules.md`, "Beside the hands".
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Adjustment {
    /// The number of hands logged before it.
    pub after: usize,
    /// The side that gains or loses them.
    pub side: Side,
    /// The points, -1000 to 1000.
    pub points: Points,
    /// The only column that takes it, counted from 0. If `None`, it goes where the side's next win would go.
    pub column: Option<usize>,
    /// The reason.
    pub note: Option<Note>,
}

impl Adjustment {
    /// The most points one adjustment gives or takes.
    pub const MOST: i64 = 1000;
}

/// The entries of a sheet in their order. `after` holds, for each adjustment, the number of hands before it.
pub(crate) fn in_order(hands: usize, after: Vec<usize>) -> impl Iterator<Item = EntryAt> {
    let mut adjustments = after.into_iter().enumerate().peekable();
    let mut next = 0;
    std::iter::from_fn(move || {
        if let Some((at, _)) = adjustments.next_if(|(_, after)| *after <= next || next >= hands) {
            return Some(EntryAt::Adjustment(at));
        }
        next += 1;
        (next <= hands).then(|| EntryAt::Hand(next - 1))
    })
}

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
