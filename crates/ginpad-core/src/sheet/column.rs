//! One contest to the target, and how it is settled. Source: `docs/rules.md`, "Settling a column".

use derive_more::Add;
use serde::{Serialize, Serializer};

use super::entry::EntryAt;
use crate::{Boxes, BySide, Credit, LineTiming, Points, Rules, Shutout, ShutoutDoubling, ShutoutWhen, Side, Win};

/// A column of the sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// The factor for its net.
    pub multiplier: i64,
    /// The points of its hands and adjustments, without lines.
    pub hand_points: BySide<Points>,
    /// The points in `hand_points` that come from adjustments and spots.
    pub adjusted: BySide<Points>,
    /// The points that count towards the target. They include lines if the rules credit those at once.
    pub points: BySide<Points>,
    /// The number of hands each side won in it, including hands worth 0 points.
    pub hands_won: BySide<usize>,
    /// The boxes of each side.
    pub boxes: BySide<Boxes>,
    /// The number of deals played in it, as the knob `hands` counts them.
    pub deals: usize,
    /// How it closed.
    pub close: Option<Close>,
    /// The side that counts as the finisher because the other one gave up while it was open.
    pub forfeited_to: Option<Side>,
    /// How it was settled: when it closed, or when the table ended the game.
    pub settlement: Option<Settlement>,
}

/// How a column closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Close {
    /// The entry that closed it.
    pub by: EntryAt,
    /// The reason it closed.
    pub reason: CloseReason,
    /// The side that finished it.
    pub finisher: Side,
    /// Whether each side was shut out, even if that is worth nothing.
    pub shut_out: BySide<bool>,
}

impl Close {
    /// Whether any side was shut out.
    pub fn is_shutout(&self) -> bool {
        self.shut_out.iter().any(|is_shut_out| *is_shut_out)
    }
}

/// The reasons to close a column, in the order they are tested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CloseReason {
    /// The finisher reached the target.
    Target,
    /// The finisher won the number of hands that `lines` sets.
    Lines,
    /// The number of deals that `hands` sets was played, and the finisher led.
    Hands,
}

impl Column {
    /// An open column that holds only each side's spots.
    pub fn open(multiplier: i64, spots: BySide<Points>) -> Column {
        Column {
            multiplier,
            hand_points: spots,
            adjusted: spots,
            points: spots,
            hands_won: BySide::none(spots.size()),
            boxes: BySide::none(spots.size()),
            deals: 0,
            close: None,
            forfeited_to: None,
            settlement: None,
        }
    }

    /// Whether it still takes entries.
    pub const fn is_open(&self) -> bool {
        self.close.is_none()
    }

    /// Its state in JSON: `open`, `finished`, or `settled` by the table.
    pub const fn status_word(&self) -> &'static str {
        match (&self.close, &self.settlement) {
            (Some(_), _) => "finished",
            (None, Some(_)) => "settled",
            (None, None) => "open",
        }
    }

    /// The points each side still needs, while it is open.
    pub fn needs(&self, rules: &Rules) -> Option<BySide<Points>> {
        self.is_open().then(|| self.points.map(|points| (rules.target - points).max(Points::ZERO)))
    }

    /// The side that finished it, or counts as its finisher.
    pub fn finisher(&self) -> Option<Side> {
        self.close.as_ref().map(|close| close.finisher).or(self.forfeited_to)
    }

    /// The parts of its contribution to the game score; zero until it is settled.
    pub fn credited(&self, rules: &Rules) -> Settlement {
        let Some(settlement) = self.settlement else { return Settlement::none(self.points.size()) };
        // Without a finisher, the side with the higher total is credited.
        let credited = self.finisher().or_else(|| settlement.totals().highest(|_| true));
        let credited = credited.filter(|_| rules.credit == Credit::Finisher);
        settlement.map(|part| {
            let part = part.map(|points| points * self.multiplier);
            credited.map_or(part, |side| BySide::only(part.size(), side, part[side]))
        })
    }

    /// Enters a won hand. Where each plays for himself, several sides may win it.
    pub(super) fn enter(&mut self, wins: impl Iterator<Item = Win>, rules: &Rules) {
        for win in wins {
            let winner = win.winner;
            self.hand_points[winner] += win.points;
            self.points[winner] += win.target_points(rules);
            self.hands_won[winner] += 1;
            self.boxes[winner] += win.boxes;
        }
        self.deals += 1;
    }

    /// Adds points to a side, or takes them away.
    pub(super) fn adjust(&mut self, side: Side, points: Points) {
        self.hand_points[side] += points;
        self.adjusted[side] += points;
        self.points[side] += points;
    }

    /// Closes the column if this entry is its last one.
    pub(super) fn close_if_due(&mut self, by: EntryAt, rules: &Rules) {
        if let Some((reason, finisher)) = self.due(rules) {
            let is_shut_out = |side| side != finisher && self.is_shut_out(side, rules.shutout_when);
            let shut_out = BySide::from_fn(self.points.size(), is_shut_out);
            self.settlement = Some(Settlement::of_closed(self, finisher, shut_out, rules));
            self.close = Some(Close { by, reason, finisher, shut_out });
        }
    }

    /// The reason to close now, and the finisher.
    fn due(&self, rules: &Rules) -> Option<(CloseReason, Side)> {
        let reached = self.points.highest(|side| self.points[side] >= rules.target);
        let lines = || self.points.highest(|side| rules.lines > 0 && self.hands_won[side] >= rules.lines);
        let hands = || self.points.highest(|_| rules.hands > 0 && self.deals >= rules.hands);
        let due = reached.map(|side| (CloseReason::Target, side));
        let due = due.or_else(|| Some((CloseReason::Lines, lines()?)));
        due.or_else(|| Some((CloseReason::Hands, hands()?)))
    }

    /// Counts only the points of hands, and of lines that were credited with them.
    fn is_shut_out(&self, side: Side, when: ShutoutWhen) -> bool {
        match when {
            ShutoutWhen::NoHands => self.hands_won[side] == 0,
            ShutoutWhen::Under(points) => self.points[side] - self.adjusted[side] < points,
        }
    }

    /// Settles it as it stands, because the table ended the game. `finisher` is the side to which the other gave up the
    /// game.
    pub(super) fn settle(&mut self, finisher: Option<Side>, rules: &Rules) {
        self.settlement = Some(Settlement::new(self, finisher, rules));
        self.forfeited_to = finisher;
    }
}

/// The nets of all sides. In JSON a game between two gives only the first side's net, and a larger game an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nets<T = Points>(pub BySide<T>);

impl<T: Serialize> Serialize for Nets<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_by_pairs() { self.0.serialize(serializer) } else { self.0[Side::First].serialize(serializer) }
    }
}

/// The parts of a settled column's totals, in the order in which they are added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Add, Serialize)]
pub struct Settlement {
    /// The points of the hands and adjustments, without lines.
    pub hand_points: BySide<Points>,
    /// The shutout's points. With more than two sides they are not in the totals: each side pays or gains them in its
    /// net.
    pub shutout: BySide<Points>,
    /// The game bonus of the finisher.
    pub game_bonus: BySide<Points>,
    /// The points of the boxes, whether credited now or already with the hands.
    pub line_bonus: BySide<Points>,
}

impl Settlement {
    fn new(column: &Column, finisher: Option<Side>, rules: &Rules) -> Settlement {
        let mut settlement = Settlement::none(column.points.size());
        if let Some(finisher) = finisher {
            settlement.game_bonus[finisher] = rules.game_bonus;
        }
        settlement.hand_points = column.hand_points;
        settlement.line_bonus = column.boxes.map(|boxes| rules.line_bonus * boxes.0);
        settlement
    }

    /// Parts without points.
    pub(crate) fn none(sides: usize) -> Settlement {
        let none = BySide::none(sides);
        Settlement { hand_points: none, shutout: none, game_bonus: none, line_bonus: none }
    }

    fn map(self, part: impl Fn(BySide<Points>) -> BySide<Points>) -> Settlement {
        Settlement {
            hand_points: part(self.hand_points),
            shutout: part(self.shutout),
            game_bonus: part(self.game_bonus),
            line_bonus: part(self.line_bonus),
        }
    }

    fn of_closed(column: &Column, finisher: Side, shut_out: BySide<bool>, rules: &Rules) -> Settlement {
        let mut settlement = Settlement::new(column, Some(finisher), rules);
        let worth = added(column, finisher, settlement.line_bonus[finisher], rules);
        for loser in shut_out.order().filter(|side| shut_out[*side]) {
            settlement.shutout[finisher] += worth;
            if settlement.shutout.is_by_pairs() {
                settlement.shutout[loser] += -worth;
            }
        }
        settlement
    }

    /// The total of each side.
    pub fn totals(&self) -> BySide<Points> {
        self.hand_points + self.shutout_in_totals() + self.game_bonus + self.line_bonus
    }

    /// The shutout's points in the totals: all of them, but none with more than two sides, which settle a shutout pair
    /// by pair.
    pub fn shutout_in_totals(&self) -> BySide<Points> {
        if self.shutout.is_by_pairs() { BySide::none(self.shutout.size()) } else { self.shutout }
    }

    /// The shutout's points outside the totals: with more than two sides, all of them.
    pub fn shutout_beside_totals(&self) -> BySide<Points> {
        if self.shutout.is_by_pairs() { self.shutout } else { BySide::none(self.shutout.size()) }
    }

    /// The points one side wins from another, before the column's multiplier: the difference of their totals, plus the
    /// shutout's payment between them outside the totals.
    pub fn between(&self, side: Side, other: Side) -> Points {
        let totals = self.totals();
        let paid = match (self.shutout[side].0.signum(), self.shutout[other].0.signum()) {
            (1, -1) => -self.shutout[other],
            (-1, 1) => self.shutout[side],
            _ => Points::ZERO,
        };
        totals[side] - totals[other] + paid
    }

    /// The points each side wins from all others together. They add up to 0.
    pub fn nets(&self) -> BySide<Points> {
        nets(self.hand_points.size(), |side, other| self.between(side, other))
    }
}

/// The points each side wins from all others together, from the points between every two.
pub(super) fn nets(sides: usize, between: impl Fn(Side, Side) -> Points) -> BySide<Points> {
    BySide::from_fn(sides, |side| Side::of(sides).map(|other| between(side, other)).sum())
}

/// The points a shutout adds for the finisher. Lines credited at once are part of the hand points and double with them.
/// Lines credited at the end are a bonus and do not double.
fn added(column: &Column, finisher: Side, lines: Points, rules: &Rules) -> Points {
    let hands = column.points[finisher];
    let lines = match rules.line_timing {
        LineTiming::End => lines,
        LineTiming::Immediate => Points::ZERO,
    };
    match rules.shutout {
        Shutout::Double(ShutoutDoubling::None) => Points::ZERO,
        Shutout::Flat(bonus) => bonus,
        Shutout::Double(ShutoutDoubling::Hands) => hands,
        Shutout::Double(ShutoutDoubling::Bonuses) => rules.game_bonus + lines,
        Shutout::Double(ShutoutDoubling::HandsAndGame) => hands + rules.game_bonus,
        Shutout::Double(ShutoutDoubling::Total) => hands + rules.game_bonus + lines,
    }
}
