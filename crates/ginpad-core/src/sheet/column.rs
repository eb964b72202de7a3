//! One contest to the target.

use super::settlement::Settlement;
use crate::hand::Win;
use crate::points::{Boxes, Points};
use crate::rules::{Credit, Format, Rules, ShutoutWhen};
use crate::side::{BySide, Side};

/// A column of the sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// What its net is multiplied by.
    pub multiplier: i64,
    /// The points of its hands, without lines.
    pub hand_points: BySide<Points>,
    /// The points that count towards the target. They include lines if those are credited at once.
    pub points: BySide<Points>,
    /// How many hands each side won in it, including hands worth 0 points.
    pub hands_won: BySide<usize>,
    /// The boxes of each side.
    pub boxes: BySide<Boxes>,
    /// How it closed, once it has.
    pub close: Option<Close>,
}

/// How a column closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Close {
    /// The hand that closed it, counted from 0.
    pub hand: usize,
    /// The side that reached the target.
    pub finisher: Side,
    /// Whether the other side was shut out, even if that adds nothing.
    pub shutout: bool,
    /// How it was settled.
    pub settlement: Settlement,
}

impl Column {
    /// An open column with nothing in it.
    pub fn open(multiplier: i64) -> Column {
        Column {
            multiplier,
            hand_points: BySide::default(),
            points: BySide::default(),
            hands_won: BySide::default(),
            boxes: BySide::default(),
            close: None,
        }
    }

    /// Whether hands are still entered in it.
    pub const fn is_open(&self) -> bool {
        self.close.is_none()
    }

    /// The points each side still needs, while it is open.
    pub fn needs(&self, rules: &Rules) -> Option<BySide<Points>> {
        self.is_open().then(|| self.points.map(|points| rules.target - points))
    }

    /// What it adds to the game score once it is closed; nothing while it is open.
    pub fn credited(&self, format: &Format) -> BySide<Points> {
        let Some(close) = &self.close else { return BySide::default() };
        let totals = close.settlement.totals().map(|total| total * self.multiplier);
        match format {
            Format::MultiMatch { credit: Credit::Finisher, .. } => {
                BySide::of(close.finisher, totals[close.finisher], Points::ZERO)
            }
            _ => totals,
        }
    }

    /// Enters a hand, and closes the column if that reaches the target.
    pub(super) fn enter(&mut self, number: usize, win: Win, rules: &Rules) {
        let winner = win.winner;
        self.hand_points[winner] += win.points;
        self.points[winner] += win.target_points(rules);
        self.hands_won[winner] += 1;
        self.boxes[winner] += win.boxes;
        if self.points[winner] >= rules.target {
            let shutout = self.is_shut_out(winner.other(), rules.shutout_when);
            let settlement = Settlement::new(self, winner, shutout, rules);
            self.close = Some(Close { hand: number, finisher: winner, shutout, settlement });
        }
    }

    fn is_shut_out(&self, side: Side, when: ShutoutWhen) -> bool {
        match when {
            ShutoutWhen::NoHands => self.hands_won[side] == 0,
            ShutoutWhen::NoPoints => self.points[side] == Points::ZERO,
        }
    }
}
