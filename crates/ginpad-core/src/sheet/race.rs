//! The race in each column: its points after every hand, for charts.

use super::column::Column;
use super::entry::EntryAt;
use super::tally::{Standing, Tally};
use crate::points::Points;
use crate::rules::Rules;
use crate::side::{BySide, Side};

/// The race in one column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnRace {
    /// The column, counted from 0.
    pub column: usize,
    /// The number of hands on the sheet when it opened.
    pub from: usize,
    /// The points that count towards the target: first the spots, then those after each hand and the adjustments that
    /// follow it, until the column closed. A hand not entered here repeats the points before it.
    pub points: Vec<BySide<Points>>,
}

impl ColumnRace {
    /// The latest points of both sides.
    pub fn now(&self) -> BySide<Points> {
        self.points.last().copied().unwrap_or(BySide::none(Side::TWO.len()))
    }

    /// The hands, counted from 0, after which the other side had taken the lead. Drawing level does not take the lead,
    /// and the first lead of a race is no change.
    pub fn lead_changes(&self) -> Vec<usize> {
        let mut leader = None;
        let mut changes = Vec::new();
        for (at, points) in self.points.iter().enumerate().skip(1) {
            let Some(by) = points.highest(|_| true) else { continue };
            if leader.is_some_and(|leader| leader != by) {
                changes.push(self.from + at - 1);
            }
            leader = Some(by);
        }
        changes
    }
}

impl Tally {
    /// The race in each column. `rules` must be those the sheet was folded with. A game with only totals has no race.
    pub fn column_races(&self, rules: &Rules) -> Vec<ColumnRace> {
        let entries: Vec<EntryAt> = self.entries().collect();
        let mut closed = 0;
        let race = |(at, column): (usize, &Column)| {
            let start = if at < rules.open_at_once() { 0 } else { closed };
            let close = column.close.as_ref().and_then(|close| entries.iter().position(|entry| *entry == close.by));
            closed = close.map_or(entries.len(), |close| close + 1);
            let from = entries[..start].iter().filter(|entry| matches!(entry, EntryAt::Hand(_))).count();
            let mut race = ColumnRace { column: at, from, points: vec![self.spots] };
            entries[start..closed].iter().for_each(|entry| self.follow(&mut race, *entry));
            race
        };
        self.columns.iter().enumerate().map(race).collect()
    }

    /// Adds an entry to the race of a column that was open before it.
    fn follow(&self, race: &mut ColumnRace, entry: EntryAt) {
        let entered = self.traces(entry).iter().find(|trace| trace.column == race.column && trace.reason.enters());
        let points = entered.map_or(race.now(), |trace| trace.points);
        match entry {
            EntryAt::Hand(hand) if self.hands[hand].standing == Standing::BeyondTheEnd => return,
            EntryAt::Hand(_) => {}
            // An adjustment belongs to the hand before it.
            EntryAt::Adjustment(_) => race.points.truncate(race.points.len() - 1),
        }
        race.points.push(points);
    }
}
