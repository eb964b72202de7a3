//! Why each hand is entered in its columns. A sheet keeps no reasons. They are found by folding it again, hand by hand,
//! only when they are needed.

use super::tally::Tally;
use crate::points::Points;
use crate::rules::{Format, Rules};
use crate::side::{BySide, Side};

/// Why one hand is entered in its columns, and what followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandTrace {
    /// The columns that it was or could have been entered in, in order. Empty if nobody won it, or if it does not
    /// count.
    pub columns: Vec<ColumnTrace>,
    /// Who deals after it, if that is known and the game goes on.
    pub next_dealer: Option<Side>,
}

/// What one hand did to one column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ColumnTrace {
    /// The column, counted from 0.
    pub column: usize,
    /// Why the hand is entered there, or why not.
    pub reason: ColumnReason,
    /// The column's points after the hand, as they count towards the target.
    pub points: BySide<Points>,
    /// Who finished the column with this hand.
    pub finisher: Option<Side>,
}

/// Why a hand is entered in a column, or why not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ColumnReason {
    /// Entered: there is only this column.
    Only,
    /// Entered: only this column is open.
    Open,
    /// Entered: the column is open, and the winner has won a hand there.
    WonThere,
    /// Entered: the first open column in which the winner had won nothing.
    FirstNew,
    /// Not entered: an earlier hand closed the column.
    ClosedBy {
        /// That hand, counted from 0.
        hand: usize,
    },
    /// Not entered: the winner must win a hand in an earlier column first.
    After {
        /// That column, counted from 0.
        column: usize,
    },
}

impl ColumnReason {
    /// Whether the hand is entered.
    pub const fn enters(self) -> bool {
        !matches!(self, ColumnReason::ClosedBy { .. } | ColumnReason::After { .. })
    }

    /// The reason in this format. If only one column is open at a time, there was no choice.
    const fn in_format(self, format: &Format) -> ColumnReason {
        match (self, format) {
            (ColumnReason::WonThere | ColumnReason::FirstNew, Format::Single) => ColumnReason::Only,
            (ColumnReason::WonThere | ColumnReason::FirstNew, Format::MultiMatch { .. } | Format::BestOf { .. }) => {
                ColumnReason::Open
            }
            (reason, _) => reason,
        }
    }
}

impl Tally {
    /// Why each hand is entered in its columns, hand by hand. `rules` and `first_dealer` are those of the fold.
    pub fn traces(&self, rules: &Rules, first_dealer: Option<Side>) -> impl Iterator<Item = HandTrace> {
        let mut sheet = Tally::new(rules, first_dealer, []);
        // In formats with one column after another, closed columns are not listed.
        let from_the_first = matches!(rules.format, Format::Hollywood { .. });
        self.hands.iter().enumerate().map(move |(number, hand)| {
            let mut columns: Vec<ColumnTrace> = Vec::new();
            if let Some(winner) = hand.priced.winner.filter(|_| hand.is_counted()) {
                let from = if from_the_first { 0 } else { sheet.closed() };
                columns.extend(sheet.places(winner, from).map(|(column, reason)| ColumnTrace {
                    column,
                    reason: reason.in_format(&rules.format),
                    points: BySide::default(),
                    finisher: None,
                }));
            }
            sheet.follow(number, hand, rules);
            for trace in &mut columns {
                let column = &sheet.columns[trace.column];
                trace.points = column.points;
                trace.finisher = column.close.as_ref().filter(|_| trace.reason.enters()).map(|close| close.finisher);
            }
            HandTrace { columns, next_dealer: sheet.next_dealer }
        })
    }
}
