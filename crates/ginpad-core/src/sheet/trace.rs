//! Why each hand is entered in its columns. A sheet keeps no reasons. They are found by folding it again, hand by hand,
//! only when they are needed.

use super::entry::EntryAt;
use super::tally::{ColumnReason, Tally};
use crate::hand::Win;
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
        let traces = self.entry_traces(rules, first_dealer);
        traces.filter(|(at, _)| matches!(at, EntryAt::Hand(_))).map(|(_, trace)| trace)
    }

    /// The same of hands and adjustments, each with what it is. An adjustment lists only the columns that it is entered in.
    pub fn entry_traces(
        &self,
        rules: &Rules,
        first_dealer: Option<Side>,
    ) -> impl Iterator<Item = (EntryAt, HandTrace)> {
        let mut sheet = Tally::new(rules, first_dealer, self.spots);
        // In formats with one column after another, closed columns are not listed.
        let from_the_first = matches!(rules.format, Format::Hollywood { .. });
        self.entries().map(move |at| {
            let trace = |column, reason| ColumnTrace {
                column,
                reason,
                points: BySide::none(self.spots.size()),
                finisher: None,
            };
            let mut columns: Vec<ColumnTrace> = Vec::new();
            match at {
                EntryAt::Hand(number) => {
                    let hand = &self.hands[number];
                    if let Some(Win { winner, .. }) = hand.priced.wins().next().filter(|_| hand.is_counted()) {
                        let from = if from_the_first { 0 } else { sheet.closed() };
                        let places = sheet.places(winner, from);
                        columns.extend(places.map(|(column, reason)| trace(column, reason.in_format(&rules.format))));
                    }
                }
                EntryAt::Adjustment(number) => {
                    let entered = self.adjustments[number].columns.iter();
                    columns.extend(entered.map(|column| trace(*column, ColumnReason::Open)));
                }
            }
            sheet.follow(self, at, rules);
            for trace in &mut columns {
                let column = &sheet.columns[trace.column];
                trace.points = column.points;
                trace.finisher = column.close.as_ref().filter(|_| trace.reason.enters()).map(|close| close.finisher);
            }
            (at, HandTrace { columns, next_dealer: sheet.next_dealer })
        })
    }
}
