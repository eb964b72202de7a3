//! Why each hand is entered in its columns. A sheet stores no reasons: a second fold over the hands finds them when
//! they are needed.

use super::entry::EntryAt;
use super::tally::{ColumnReason, Tally};
use crate::hand::Win;
use crate::points::Points;
use crate::rules::{Format, Rules};
use crate::side::{BySide, Side};

/// Why one hand is entered in its columns, and what followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandTrace {
    /// The columns it was or could have been entered in, in order. Empty if nobody won it, or if it does not count.
    pub columns: Vec<ColumnTrace>,
    /// The next dealer, if known and the game goes on.
    pub next_dealer: Option<Side>,
}

/// The effect of one hand on one column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ColumnTrace {
    /// The column, counted from 0.
    pub column: usize,
    /// Why the hand is entered there, or why not.
    pub reason: ColumnReason,
    /// The column's points after the hand that count towards the target.
    pub points: BySide<Points>,
    /// The side that finished the column with this hand.
    pub finisher: Option<Side>,
}

impl ColumnReason {
    /// The reason as this format gives it. If only one column is open at a time, the hand had no choice.
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
    /// Why each hand is entered in its columns, hand by hand. `rules` and `first_dealer` must be those the sheet was
    /// folded with.
    pub fn traces(&self, rules: &Rules, first_dealer: Option<Side>) -> impl Iterator<Item = HandTrace> {
        let traces = self.entry_traces(rules, first_dealer);
        traces.filter(|(at, _)| matches!(at, EntryAt::Hand(_))).map(|(_, trace)| trace)
    }

    /// Like [`Tally::traces`], but for hands and adjustments. An adjustment lists only the columns it is entered in.
    pub fn entry_traces(
        &self,
        rules: &Rules,
        first_dealer: Option<Side>,
    ) -> impl Iterator<Item = (EntryAt, HandTrace)> {
        let mut sheet = Tally::new(rules, first_dealer, self.spots);
        // Formats that play one column after another do not list closed columns.
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
