//! Why each hand is entered in its columns. A sheet keeps no reasons. They are found by folding it again, hand by hand,
//! only when they are needed.

use super::tally::{ColumnReason, Tally};
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

impl ColumnReason {
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
