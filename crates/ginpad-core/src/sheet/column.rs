//! One contest to the target, and how it is settled. Source: `docs/rules.md`, "Settling a column".

use super::entry::EntryAt;
use crate::hand::Win;
use crate::points::{Boxes, Points};
use crate::rules::{Credit, Format, LineTiming, Rules, Shutout, ShutoutDoubling, ShutoutWhen};
use crate::side::{BySide, Side};

/// A column of the sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// What its net is multiplied by.
    pub multiplier: i64,
    /// The points of its hands and adjustments, without lines.
    pub hand_points: BySide<Points>,
    /// The part of them that adjustments and spots made.
    pub adjusted: BySide<Points>,
    /// The points that count towards the target. They include lines if those are credited at once.
    pub points: BySide<Points>,
    /// How many hands each side won in it, including hands worth 0 points.
    pub hands_won: BySide<usize>,
    /// The boxes of each side.
    pub boxes: BySide<Boxes>,
    /// How many deals were played in it, as the knob `hands` counts them.
    pub deals: usize,
    /// How it closed, once it has.
    pub close: Option<Close>,
    /// How it was settled while it was open, if the table ended the game.
    pub settled: Option<Settled>,
}

/// How a column closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Close {
    /// The entry that closed it.
    pub by: EntryAt,
    /// What closed it.
    pub reason: CloseReason,
    /// The side that finished it.
    pub finisher: Side,
    /// Whether the other side was shut out, even if that adds nothing.
    pub shutout: bool,
    /// How it was settled.
    pub settlement: Settlement,
}

/// What closes a column, in the order in which it is tested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CloseReason {
    /// The finisher reached the target.
    Target,
    /// The finisher won as many hands as `lines` says.
    Lines,
    /// As many deals were played as `hands` says, and the finisher led.
    Hands,
}

/// A column that was open when the table ended the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// The side that counts as the finisher: the other one gave up.
    pub finisher: Option<Side>,
    /// Its parts.
    pub settlement: Settlement,
}

impl Column {
    /// An open column with nothing in it but the spots of each side.
    pub fn open(multiplier: i64, spots: BySide<Points>) -> Column {
        Column {
            multiplier,
            hand_points: spots,
            adjusted: spots,
            points: spots,
            hands_won: BySide::default(),
            boxes: BySide::default(),
            deals: 0,
            close: None,
            settled: None,
        }
    }

    /// Whether entries still go there.
    pub const fn is_open(&self) -> bool {
        self.close.is_none()
    }

    /// The word for its state in JSON: `open`, `finished`, or `settled` by the table.
    pub const fn status_word(&self) -> &'static str {
        match (&self.close, &self.settled) {
            (Some(_), _) => "finished",
            (None, Some(_)) => "settled",
            (None, None) => "open",
        }
    }

    /// The points each side still needs, while it is open.
    pub fn needs(&self, rules: &Rules) -> Option<BySide<Points>> {
        self.is_open().then(|| self.points.map(|points| (rules.target - points).max(Points::ZERO)))
    }

    /// The parts of its totals, once it is settled.
    pub fn settlement(&self) -> Option<&Settlement> {
        let closed = self.close.as_ref().map(|close| &close.settlement);
        closed.or_else(|| self.settled.as_ref().map(|settled| &settled.settlement))
    }

    /// The side that finished it, or counts as its finisher.
    pub fn finisher(&self) -> Option<Side> {
        let closed = self.close.as_ref().map(|close| close.finisher);
        closed.or_else(|| self.settled.as_ref()?.finisher)
    }

    /// What it adds to the game score once it is settled; nothing before.
    pub fn credited(&self, format: &Format) -> BySide<Points> {
        let Some(settlement) = self.settlement() else { return BySide::default() };
        let totals = settlement.totals().map(|total| total * self.multiplier);
        let credits_one = matches!(format, Format::MultiMatch { credit: Credit::Finisher, .. });
        match self.credited_to().filter(|_| credits_one) {
            Some(side) => BySide::of(side, totals[side], Points::ZERO),
            None => totals,
        }
    }

    /// The only side whose total is credited where `credit` says so: the finisher, or if there is none the higher total.
    pub fn credited_to(&self) -> Option<Side> {
        self.finisher().or_else(|| Side::ahead(self.settlement()?.net().0))
    }

    /// Enters a hand that was won.
    pub(super) fn enter(&mut self, win: Win, rules: &Rules) {
        let winner = win.winner;
        self.hand_points[winner] += win.points;
        self.points[winner] += win.target_points(rules);
        self.hands_won[winner] += 1;
        self.boxes[winner] += win.boxes;
        self.deals += 1;
    }

    /// Gives a side points, or takes them.
    pub(super) fn adjust(&mut self, side: Side, points: Points) {
        self.hand_points[side] += points;
        self.adjusted[side] += points;
        self.points[side] += points;
    }

    /// Closes the column if this entry is its last one.
    pub(super) fn close_if_due(&mut self, by: EntryAt, rules: &Rules) {
        if let Some((reason, finisher)) = self.due(rules) {
            let shutout = self.is_shut_out(finisher.other(), rules.shutout_when);
            let settlement = Settlement::of_closed(self, finisher, shutout, rules);
            self.close = Some(Close { by, reason, finisher, shutout, settlement });
        }
    }

    /// What closes it now, and who finishes it.
    fn due(&self, rules: &Rules) -> Option<(CloseReason, Side)> {
        let reached = self.leader(|side| self.points[side] >= rules.target);
        let lines = || self.leader(|side| rules.lines > 0 && self.hands_won[side] >= rules.lines);
        let hands = || self.leader(|_| rules.hands > 0 && self.deals >= rules.hands);
        let due = reached.map(|side| (CloseReason::Target, side));
        let due = due.or_else(|| Some((CloseReason::Lines, lines()?)));
        due.or_else(|| Some((CloseReason::Hands, hands()?)))
    }

    /// The one of these sides that alone has most points.
    fn leader(&self, is_one: impl Fn(Side) -> bool) -> Option<Side> {
        match Side::BOTH.map(is_one) {
            [false, false] => None,
            [true, false] => Some(Side::First),
            [false, true] => Some(Side::Second),
            [true, true] => Side::ahead((self.points[Side::First] - self.points[Side::Second]).0),
        }
    }

    /// Only the points of hands count here, and lines that were credited with them.
    fn is_shut_out(&self, side: Side, when: ShutoutWhen) -> bool {
        match when {
            ShutoutWhen::NoHands => self.hands_won[side] == 0,
            ShutoutWhen::Under(points) => self.points[side] - self.adjusted[side] < points,
        }
    }

    /// Settles it as it stands, because the table ended the game. `finisher` is the side that the other left the game to.
    pub(super) fn settle(&mut self, finisher: Option<Side>, rules: &Rules) {
        let settlement = Settlement::new(self, finisher, rules);
        self.settled = Some(Settled { finisher, settlement });
    }
}

/// The parts of a settled column's totals, in the order in which they are added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settlement {
    /// The points of the hands and adjustments, without lines.
    pub hand_points: BySide<Points>,
    /// What the shutout added.
    pub shutout: BySide<Points>,
    /// The game bonus of the finisher.
    pub game_bonus: BySide<Points>,
    /// The points of the boxes, whether they are credited now or were credited with the hands.
    pub line_bonus: BySide<Points>,
}

impl Settlement {
    fn new(column: &Column, finisher: Option<Side>, rules: &Rules) -> Settlement {
        let game_bonus = finisher.map(|finisher| BySide::of(finisher, rules.game_bonus, Points::ZERO));
        Settlement {
            hand_points: column.hand_points,
            shutout: BySide::default(),
            game_bonus: game_bonus.unwrap_or_default(),
            line_bonus: column.boxes.map(|boxes| rules.line_bonus * boxes.0),
        }
    }

    fn of_closed(column: &Column, finisher: Side, shutout: bool, rules: &Rules) -> Settlement {
        let mut settlement = Settlement::new(column, Some(finisher), rules);
        if shutout {
            settlement.shutout[finisher] = added(column, finisher, settlement.line_bonus[finisher], rules);
        }
        settlement
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
