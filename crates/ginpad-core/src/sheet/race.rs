//! The race in each column: its points after every hand, for charts.

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

/// A hand after which the lead had changed sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeadTaken {
    /// The hand, counted from 0.
    pub hand: usize,
    /// The side that led after it.
    pub by: Side,
}

impl ColumnRace {
    /// The latest points of both sides.
    pub fn now(&self) -> BySide<Points> {
        self.points.last().copied().unwrap_or(BySide::none(Side::TWO.len()))
    }

    /// Each time the other side took the lead. Drawing level does not take the lead, and the first lead of a race is no
    /// change.
    pub fn lead_changes(&self) -> Vec<LeadTaken> {
        let mut leader = None;
        let mut changes = Vec::new();
        for (at, points) in self.points.iter().enumerate().skip(1) {
            let Some(by) = points.highest(|_| true) else { continue };
            if leader.is_some_and(|leader| leader != by) {
                changes.push(LeadTaken { hand: self.from + at - 1, by });
            }
            leader = Some(by);
        }
        changes
    }
}

impl Tally {
    /// The race in each column. `rules` must be those the sheet was folded with. A game with only totals has no race.
    pub fn column_races(&self, rules: &Rules) -> Vec<ColumnRace> {
        if self.columns.is_empty() {
            return Vec::new();
        }
        let mut sheet = Tally::new(rules, None, self.spots);
        let mut races = Vec::new();
        let mut hands = 0;
        open(&mut races, &sheet, hands);
        for at in self.entries() {
            if matches!(at, EntryAt::Hand(hand) if self.hands[hand].standing == Standing::BeyondTheEnd) {
                continue;
            }
            let running: Vec<usize> = (0..races.len()).filter(|column| sheet.columns[*column].is_open()).collect();
            sheet.follow(self, at, rules);
            for column in running {
                let (race, points) = (&mut races[column].points, sheet.columns[column].points);
                match at {
                    EntryAt::Hand(_) => race.push(points),
                    // An adjustment belongs to the hand before it.
                    EntryAt::Adjustment(_) => race.splice(race.len() - 1.., [points]).for_each(drop),
                }
            }
            hands += usize::from(matches!(at, EntryAt::Hand(_)));
            open(&mut races, &sheet, hands);
        }
        races
    }
}

/// Starts the race of every column without one.
fn open(races: &mut Vec<ColumnRace>, sheet: &Tally, from: usize) {
    for column in races.len()..sheet.columns.len() {
        races.push(ColumnRace { column, from, points: vec![sheet.spots] });
    }
}
