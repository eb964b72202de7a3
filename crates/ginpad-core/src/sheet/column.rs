//! One contest to the target, and how it is settled. Source: `docs/rules.md`, "Settling a column".

use crate::hand::Win;
use crate::points::{Boxes, Points};
use crate::rules::{Credit, Format, LineTiming, Rules, Shutout, ShutoutDoubling, ShutoutWhen};
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

/// The parts of a closed column's totals, in the order in which they are added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settlement {
    /// The points of the hands, without lines.
    pub hand_points: BySide<Points>,
    /// What the shutout added.
    pub shutout: BySide<Points>,
    /// The game bonus of the finisher.
    pub game_bonus: BySide<Points>,
    /// The points of the boxes, whether they are credited now or were credited with the hands.
    pub line_bonus: BySide<Points>,
}

impl Settlement {
    pub(super) fn new(column: &Column, finisher: Side, shutout: bool, rules: &Rules) -> Settlement {
        let line_bonus = column.boxes.map(|boxes| rules.line_bonus * boxes.0);
        let game_bonus = BySide::of(finisher, rules.game_bonus, Points::ZERO);
        let added = if shutout { added(column, finisher, line_bonus[finisher], rules) } else { Points::ZERO };
        Settlement {
            hand_points: column.hand_points,
            shutout: BySide::of(finisher, added, Points::ZERO),
            game_bonus,
            line_bonus,
        }
    }

    /// The total of each side.
    pub fn totals(&self) -> BySide<Points> {
        BySide::from_fn(|side| {
            self.hand_points[side] + self.shutout[side] + self.game_bonus[side] + self.line_bonus[side]
        })
    }

    /// The first side's total less the second's, before the column's multiplier.
    pub fn net(&self) -> Points {
        let totals = self.totals();
        totals[Side::First] - totals[Side::Second]
    }
}

/// What a shutout adds to the finisher. Lines credited at once are part of the hand points and double with them. Lines
/// credited at the end are a bonus.
fn added(column: &Column, finisher: Side, lines: Points, rules: &Rules) -> Points {
    let hands = column.points[finisher];
    let lines = match rules.line_timing {
        LineTiming::End => lines,
        LineTiming::Immediate => Points::ZERO,
    };
    match rules.shutout {
        Shutout::None => Points::ZERO,
        Shutout::Flat(bonus) => bonus,
        Shutout::Double(ShutoutDoubling::Hands) => hands,
        Shutout::Double(ShutoutDoubling::Bonuses) => rules.game_bonus + lines,
        Shutout::Double(ShutoutDoubling::HandsAndGame) => hands + rules.game_bonus,
        Shutout::Double(ShutoutDoubling::Total) => hands + rules.game_bonus + lines,
    }
}
