//! Hands folded into a score sheet.

use derive_more::Display;

use super::column::{Close, Column, nets};
use super::deal;
use super::entry::{self, Adjustment, ColumnReason, ColumnTrace, EntryAt};
use crate::{BySide, DeadHand, Format, GameHand, Points, PricedHand, Refusal, Rules, Side, SweepBonus, Win};

/// The score sheet of a game so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    /// Every hand, including those that do not count.
    pub hands: Vec<EnteredHand>,
    /// Every adjustment, including those that do not count.
    pub adjustments: Vec<EnteredAdjustment>,
    /// The points each side had in every column before its first hand.
    pub spots: BySide<Points>,
    /// The columns opened so far.
    pub columns: Vec<Column>,
    /// The sum of the settled columns, with the bonus for the whole game once it is over.
    pub game_score: BySide<Points>,
    /// How the game ended, once it has.
    pub ending: Option<Ending>,
    /// The next dealer, if known and the game goes on.
    pub next_dealer: Option<Side>,
    /// The next dealer if the game were not over: the first dealer of a rematch.
    pub dealer_after_the_end: Option<Side>,
    /// The number of closed columns before the first open one.
    closed: usize,
}

/// An adjustment and its effect on the columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnteredAdjustment {
    /// The adjustment.
    pub adjustment: Adjustment,
    /// The columns that took it. Empty if it does not count because the game had ended or its column had closed.
    pub traces: Vec<ColumnTrace>,
}

impl EnteredAdjustment {
    /// The columns that took it, counted from 0.
    pub fn columns(&self) -> Vec<usize> {
        self.traces.iter().map(|trace| trace.column).collect()
    }
}

/// A hand and its effect on the columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnteredHand {
    /// The hand with its price. A refused hand is worth nothing.
    pub priced: PricedHand,
    /// Whether it counts.
    pub standing: Standing,
    /// The columns it was or could have been entered in, in order. Empty if nobody won it, or if it does not count.
    pub traces: Vec<ColumnTrace>,
    /// The next dealer, if known and the game goes on.
    pub next_dealer: Option<Side>,
}

/// Whether a hand of a game counts. It prints one word for programs.
#[derive(Debug, Display, Clone, PartialEq, Eq)]
pub enum Standing {
    /// It counts.
    #[display("counted")]
    Counted,
    /// It does not count: the game had already ended.
    #[display("beyond")]
    BeyondTheEnd,
    /// It does not count: the rules refuse it, for these reasons.
    #[display("refused")]
    Refused(Vec<Refusal>),
}

impl EnteredHand {
    /// Whether the hand counts.
    pub fn is_counted(&self) -> bool {
        self.standing == Standing::Counted
    }

    /// The columns that took it, counted from 0.
    pub fn columns(&self) -> Vec<usize> {
        self.traces.iter().filter(|trace| trace.reason.enters()).map(|trace| trace.column).collect()
    }

    /// Why the rules refuse the hand; empty if they accept it.
    pub fn refusals(&self) -> &[Refusal] {
        match &self.standing {
            Standing::Refused(refusals) => refusals,
            Standing::Counted | Standing::BeyondTheEnd => &[],
        }
    }
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// The entry that ended it.
    pub by: EntryAt,
    /// The winner; `None` if the sides are equal.
    pub winner: Option<Side>,
    /// The points each side gained for the whole game: the winner's final bonus, or the bonus for sweeping every
    /// column. With `double` a sweep may cost points, if the sweeper has the lower totals.
    pub bonus: BySide<Points>,
}

impl Tally {
    /// A sheet without entries, on which each side starts with these spots.
    pub fn new(rules: &Rules, first_dealer: Option<Side>, spots: BySide<Points>) -> Tally {
        let column = |at| Column::open(rules.multiplier(at), spots);
        Tally {
            hands: Vec::new(),
            adjustments: Vec::new(),
            spots,
            columns: (0..rules.open_at_once()).map(column).collect(),
            game_score: BySide::none(spots.size()),
            ending: None,
            next_dealer: first_dealer,
            dealer_after_the_end: None,
            closed: 0,
        }
    }

    /// Enters hands, and the adjustments between them.
    #[must_use]
    pub fn with(mut self, hands: &[GameHand], adjustments: &[Adjustment], rules: &Rules) -> Tally {
        self.hands.reserve_exact(hands.len());
        for at in entry::in_order(hands.len(), adjustments.iter().map(|adjustment| adjustment.after).collect()) {
            match at {
                EntryAt::Hand(at) => self.enter(&hands[at], rules),
                EntryAt::Adjustment(at) => self.adjust(&adjustments[at], rules),
            }
        }
        self
    }

    /// The sheet of a game with only totals. It has no columns, and its hands do not count.
    pub(crate) fn of_totals<'a>(
        rules: &Rules,
        totals: BySide<Points>,
        hands: impl Iterator<Item = &'a GameHand>,
    ) -> Tally {
        let blank = Tally::new(rules, None, BySide::none(totals.size()));
        let mut tally = Tally { columns: Vec::new(), game_score: totals, ..blank };
        for hand in hands {
            match hand {
                GameHand::Refused(_) => tally.enter(hand, rules),
                GameHand::Accepted(accepted) => tally.add(accepted.price(rules), Standing::BeyondTheEnd, rules),
            }
        }
        tally
    }

    /// The points one side wins from another: the difference of their game scores, and, where each plays for himself,
    /// the shutout payments between them.
    pub fn between(&self, side: Side, other: Side) -> Points {
        match self.columns.first().and_then(|column| column.settlement) {
            Some(settlement) if self.game_score.is_by_pairs() => settlement.between(side, other),
            _ => self.game_score[side] - self.game_score[other],
        }
    }

    /// The points each side wins from all others together. They add up to 0.
    pub fn nets(&self) -> BySide<Points> {
        nets(self.game_score.size(), |side, other| self.between(side, other))
    }

    /// Whether any column is settled.
    pub fn is_settled(&self) -> bool {
        self.columns.iter().any(|column| column.settlement.is_some())
    }

    /// The closed columns, each with its close.
    pub fn finished(&self) -> impl Iterator<Item = (&Column, &Close)> {
        self.columns.iter().filter_map(|column| Some((column, column.close.as_ref()?)))
    }

    /// The hands that count, each with its index and, if known, its dealer. `first_dealer` must be that with which the
    /// sheet was folded.
    pub fn deals(&self, first_dealer: Option<Side>) -> impl Iterator<Item = (usize, &EnteredHand, Option<Side>)> {
        let mut next = first_dealer;
        let counted = self.hands.iter().enumerate().filter(|(_, hand)| hand.is_counted());
        counted.map(move |(number, hand)| (number, hand, std::mem::replace(&mut next, hand.next_dealer)))
    }

    /// Why this entry is or is not entered in its columns, and what followed.
    pub fn traces(&self, at: EntryAt) -> &[ColumnTrace] {
        let traces = match at {
            EntryAt::Hand(at) => self.hands.get(at).map(|hand| &hand.traces),
            EntryAt::Adjustment(at) => self.adjustments.get(at).map(|adjustment| &adjustment.traces),
        };
        traces.map_or(&[], Vec::as_slice)
    }

    /// The columns that this entry closed, counted from 0.
    pub fn closed_by(&self, at: EntryAt) -> impl Iterator<Item = usize> {
        let is_its = move |column: &Column| column.close.as_ref().is_some_and(|close| close.by == at);
        self.columns.iter().enumerate().filter(move |(_, column)| is_its(column)).map(|(at, _)| at)
    }

    /// Enters one more hand. A refused hand changes nothing.
    pub fn enter(&mut self, hand: &GameHand, rules: &Rules) {
        match hand {
            GameHand::Refused(refused) => {
                let standing = Standing::Refused(refused.refusals.clone());
                self.add(PricedHand::refused(&refused.hand, self.game_score.size(), rules), standing, rules);
            }
            GameHand::Accepted(accepted) => {
                let standing = if self.ending.is_none() { Standing::Counted } else { Standing::BeyondTheEnd };
                self.add(accepted.price(rules), standing, rules);
            }
        }
    }

    /// Enters a hand with this price.
    fn add(&mut self, priced: PricedHand, standing: Standing, rules: &Rules) {
        let mut traces = Vec::new();
        if standing == Standing::Counted {
            self.next_dealer = deal::after(self.next_dealer, &priced, self.game_score.size(), rules);
            let (number, others) = (self.hands.len(), priced.several.iter().skip(1).copied());
            match priced.wins().next() {
                Some(first) => self.enter_wins(number, first, others, rules, |trace| traces.push(trace)),
                // A Hollywood counts only the deals of hands that were entered.
                None if priced.dead != Some(DeadHand::Misdeal) && rules.format != Format::Hollywood => {
                    let is_meant = |_: usize, column: &Column| column.is_open().then_some(ColumnReason::Open);
                    self.enter_in(EntryAt::Hand(number), is_meant, rules, |column| column.deals += 1, |_| {});
                }
                None => {}
            }
            if self.ending.is_some() {
                self.dealer_after_the_end = self.next_dealer.take();
            }
        }
        self.hands.push(EnteredHand { priced, standing, traces, next_dealer: self.next_dealer });
    }

    /// Enters an adjustment in the column it names, or else where the side's next win would go. It changes nothing
    /// after the end of the game or in a closed column.
    pub fn adjust(&mut self, adjustment: &Adjustment, rules: &Rules) {
        let Adjustment { side, points, column, .. } = *adjustment;
        let (mut first, mut traces) = (None, Vec::new());
        if self.ending.is_none() {
            let is_meant = |at: usize, open: &Column| match column {
                Some(column) => (at == column && open.is_open()).then_some(ColumnReason::Open),
                None => Some(reason(at, open, side, &mut first)).filter(|reason| reason.enters()),
            };
            let adjust = |column: &mut Column| column.adjust(side, points);
            let number = EntryAt::Adjustment(self.adjustments.len());
            self.enter_in(number, is_meant, rules, adjust, |trace| traces.push(trace));
        }
        self.adjustments.push(EnteredAdjustment { adjustment: adjustment.clone(), traces });
    }

    /// Its hands and adjustments, in the order in which they were entered.
    pub fn entries(&self) -> impl Iterator<Item = EntryAt> + use<> {
        entry::in_order(self.hands.len(), self.adjustments.iter().map(|entered| entered.adjustment.after).collect())
    }

    /// The sheet without its lists of entries.
    #[cfg(feature = "odds")]
    pub(crate) fn without_entries(&self) -> Tally {
        Tally { hands: Vec::new(), adjustments: Vec::new(), columns: self.columns.clone(), ..*self }
    }

    /// Enters a win, and settles the columns it closes. The hand is not listed, so that a trial can play a game on at
    /// little cost.
    #[cfg(feature = "odds")]
    pub(crate) fn enter_win(&mut self, win: Win, rules: &Rules) {
        self.enter_wins(0, win, std::iter::empty(), rules, |_| {});
    }

    /// Like [`Tally::enter_win`], but for all winners of a hand. Several can win only where the game has one column, so
    /// the first winner chooses it.
    fn enter_wins(
        &mut self,
        number: usize,
        win: Win,
        others: impl Iterator<Item = Win> + Clone,
        rules: &Rules,
        traced: impl FnMut(ColumnTrace),
    ) {
        let mut first = None;
        let is_meant = |at: usize, column: &Column| Some(reason(at, column, win.winner, &mut first));
        let enter = |column: &mut Column| column.enter(std::iter::once(win).chain(others.clone()), rules);
        self.enter_in(EntryAt::Hand(number), is_meant, rules, enter, traced);
    }

    /// Makes an entry in its columns, and settles those it closes. `is_meant` gives the reason why it is or is not
    /// entered in a column; `None` says nothing about the column.
    fn enter_in(
        &mut self,
        by: EntryAt,
        mut is_meant: impl FnMut(usize, &Column) -> Option<ColumnReason>,
        rules: &Rules,
        enter: impl Fn(&mut Column),
        mut traced: impl FnMut(ColumnTrace),
    ) {
        let mut closes = false;
        // Formats that play one column after another do not list closed columns.
        let from = if rules.format == Format::Hollywood { 0 } else { self.closed };
        for (at, column) in self.columns.iter_mut().enumerate().skip(from) {
            let Some(reason) = is_meant(at, column) else { continue };
            if reason.enters() {
                enter(column);
                column.close_if_due(by, rules);
                if !column.is_open() {
                    closes = true;
                    self.game_score += column.credited(rules).totals();
                }
            }
            traced(ColumnTrace { column: at, reason: reason.in_format(rules.format), points: column.points });
        }
        if closes {
            self.after_a_close(by, rules);
        }
    }

    /// Ends the game if the columns decide it; otherwise opens the next column if none is open.
    fn after_a_close(&mut self, by: EntryAt, rules: &Rules) {
        self.closed += self.columns[self.closed..].iter().take_while(|column| !column.is_open()).count();
        self.ending = self.ending_by(by, rules);
        if let Some(ending) = self.ending {
            self.game_score += ending.bonus;
        }
        if self.ending.is_none() && self.closed == self.columns.len() {
            self.columns.push(Column::open(rules.multiplier(self.columns.len()), self.spots));
        }
    }

    /// Settles the open columns in which a hand was won, because the table ended the game. `finisher` is the side to
    /// which the other gave up the game.
    pub(crate) fn settle(&mut self, finisher: Option<Side>, rules: &Rules) {
        let has_a_win = |column: &&mut Column| column.hands_won.iter().any(|hands| *hands > 0);
        for column in self.columns.iter_mut().filter(|column| column.is_open()).filter(has_a_win) {
            column.settle(finisher, rules);
            self.game_score += column.credited(rules).totals();
        }
    }

    /// The points that decide between several sides when another gave up: those of the only column.
    pub fn leading_points(&self) -> BySide<Points> {
        self.columns.first().map_or(self.game_score, |column| column.points)
    }

    /// The side that wins when this one gives up: the other one, or among several the one that alone has the most
    /// points.
    pub(crate) fn winner_by_forfeit(&self, by: Side) -> Option<Side> {
        self.leading_points().highest(|side| side != by)
    }

    fn ending_by(&self, by: EntryAt, rules: &Rules) -> Option<Ending> {
        let leader = self.game_score.highest(|_| true);
        let sides = self.game_score.size();
        let none = BySide::none(sides);
        let ending = |winner, bonus| Some(Ending { by, winner, bonus });
        match rules.format {
            Format::Single => ending(Some(self.columns.first()?.close.as_ref()?.finisher), none),
            Format::MultiMatch => leader
                .filter(|side| self.game_score[*side] >= rules.game_target)
                .and_then(|side| ending(Some(side), BySide::only(sides, side, rules.final_bonus))),
            Format::BestOf => {
                let finished = |side: &Side| self.finished().filter(|(_, close)| close.finisher == *side).count();
                let most = Side::of(sides).find(|side| 2 * finished(side) > rules.best_of.into());
                most.and_then(|side| ending(Some(side), none))
            }
            Format::Hollywood => {
                let bonus = |side| match rules.sweep_bonus {
                    SweepBonus::Flat(bonus) => bonus,
                    SweepBonus::Double => self.game_score[side] - self.game_score[side.other()],
                };
                let bonus = self.swept_by().map_or(none, |side| BySide::only(sides, side, bonus(side)));
                if self.closed == self.columns.len() { ending(leader, bonus) } else { None }
            }
        }
    }

    /// The side that has shut out the other in every column.
    fn swept_by(&self) -> Option<Side> {
        let is_shut_out = |side: Side| {
            self.columns.iter().all(|column| column.close.as_ref().is_some_and(|close| close.shut_out[side]))
        };
        Side::TWO.into_iter().find(|side| is_shut_out(side.other()))
    }
}

/// Why a win is or is not entered in a column. It goes into every open column in which the side has won a hand, and into
/// the first open column in which it has not: `first` remembers that one.
fn reason(at: usize, column: &Column, winner: Side, first: &mut Option<usize>) -> ColumnReason {
    match (&column.close, *first) {
        (Some(close), _) => ColumnReason::ClosedBy { by: close.by },
        (None, _) if column.hands_won[winner] > 0 => ColumnReason::WonThere,
        (None, None) => {
            *first = Some(at);
            ColumnReason::FirstNew
        }
        (None, Some(column)) => ColumnReason::After { column },
    }
}
