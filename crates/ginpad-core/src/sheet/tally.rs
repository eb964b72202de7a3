//! Hands folded into a score sheet.

use super::column::{Close, Column};
use super::deal;
use crate::hand::{GameHand, PricedHand, Refusal, Win};
use crate::points::Points;
use crate::rules::{Format, Rules};
use crate::side::{BySide, Side};

/// The score sheet of a game so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    /// Every hand, including those that do not count.
    pub hands: Vec<EnteredHand>,
    /// The columns opened so far.
    pub columns: Vec<Column>,
    /// The sum of the closed columns, with the final bonus once the game is over.
    pub game_score: BySide<Points>,
    /// How the game ended, once it has.
    pub ending: Option<Ending>,
    /// Who deals the next hand, if that is known and the game goes on.
    pub next_dealer: Option<Side>,
    /// Who would deal next if the game were not over: the first dealer of a rematch.
    pub dealer_after_the_end: Option<Side>,
    /// How many columns are closed, up to the first open one.
    closed: usize,
}

/// A hand and the columns it was entered in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnteredHand {
    /// The hand with its price. A refused hand is worth nothing.
    pub priced: PricedHand,
    /// Whether it counts.
    pub standing: Standing,
    /// The columns it is entered in, counted from 0.
    pub columns: Vec<usize>,
    /// The columns among them that it closed.
    pub closed: Vec<usize>,
}

/// Whether a hand of a game counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// It counts.
    Counted,
    /// It does not count: the game had ended before it.
    BeyondTheEnd,
    /// It does not count: the rules refuse it, for these reasons.
    Refused(Vec<Refusal>),
}

impl EnteredHand {
    /// Whether the hand counts.
    pub fn is_counted(&self) -> bool {
        self.standing == Standing::Counted
    }

    /// Why the rules refuse the hand; empty if they accept it.
    pub fn refusals(&self) -> &[Refusal] {
        match &self.standing {
            Standing::Refused(refusals) => refusals,
            Standing::Counted | Standing::BeyondTheEnd => &[],
        }
    }
}

/// Why a hand is entered in a column, or why not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ColumnReason {
    /// Entered: there is only this column.
    Only,
    /// Entered: only this column is open.
    Open,
    /// Entered: the column is open, and the winner has won a hand there.
    WonThere,
    /// Entered: the first open column in which the winner had won nothing.
    FirstNew,
    /// Not entered: an earlier hand closed the column.
    ClosedBy {
        /// That hand, counted from 0.
        hand: usize,
    },
    /// Not entered: the winner must win a hand in an earlier column first.
    After {
        /// That column, counted from 0.
        column: usize,
    },
}

impl ColumnReason {
    /// Whether the hand is entered.
    pub const fn enters(self) -> bool {
        !matches!(self, ColumnReason::ClosedBy { .. } | ColumnReason::After { .. })
    }
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// The hand that ended it, counted from 0.
    pub hand: usize,
    /// Who won; nobody if the sides are equal.
    pub winner: Option<Side>,
    /// The points that the winner gained for winning the game.
    pub final_bonus: Points,
}

impl Tally {
    /// Folds hands into a sheet.
    pub fn new<'a>(rules: &Rules, first_dealer: Option<Side>, hands: impl IntoIterator<Item = &'a GameHand>) -> Tally {
        let columns = (0..rules.format.open_at_once()).map(|at| Column::open(rules.format.multiplier(at))).collect();
        let hands = hands.into_iter();
        let mut tally = Tally {
            hands: Vec::with_capacity(hands.size_hint().0),
            columns,
            game_score: BySide::default(),
            ending: None,
            next_dealer: first_dealer,
            dealer_after_the_end: None,
            closed: 0,
        };
        for hand in hands {
            tally.enter(hand, rules);
        }
        tally
    }

    /// The sheet of a game of which only the totals are known. It has no columns, and no hand counts.
    pub(crate) fn of_totals<'a>(
        rules: &Rules,
        totals: BySide<Points>,
        hands: impl Iterator<Item = &'a GameHand>,
    ) -> Tally {
        let mut tally = Tally { columns: Vec::new(), game_score: totals, ..Tally::new(rules, None, []) };
        for hand in hands {
            match hand {
                GameHand::Refused(_) => tally.enter(hand, rules),
                GameHand::Accepted(accepted) => tally.add(accepted.price(rules), Standing::BeyondTheEnd, rules),
            }
        }
        tally
    }

    /// The first side's game score less the second's.
    pub fn net(&self) -> Points {
        self.game_score[Side::First] - self.game_score[Side::Second]
    }

    /// The columns that are settled, with how they closed.
    pub fn settled(&self) -> impl Iterator<Item = (&Column, &Close)> {
        self.columns.iter().filter_map(|column| Some((column, column.close.as_ref()?)))
    }

    /// The hands that count, each with its number, counted from 0, and with the side that dealt it, if that is known.
    /// `rules` and `first_dealer` are those of the fold.
    pub fn deals(
        &self,
        rules: &Rules,
        first_dealer: Option<Side>,
    ) -> impl Iterator<Item = (usize, &EnteredHand, Option<Side>)> {
        let mut next = first_dealer;
        let counted = self.hands.iter().enumerate().filter(|(_, hand)| hand.is_counted());
        counted.map(move |(number, hand)| {
            let dealer = next;
            next = dealer.map(|dealer| deal::after(dealer, &hand.priced, rules.dealer));
            (number, hand, dealer)
        })
    }

    /// Enters one more hand. A hand that the rules refuse changes nothing.
    pub fn enter(&mut self, hand: &GameHand, rules: &Rules) {
        match hand {
            GameHand::Refused(refused) => {
                let standing = Standing::Refused(refused.refusals.clone());
                self.add(PricedHand::refused(refused, rules), standing, rules);
            }
            GameHand::Accepted(accepted) => {
                let standing = if self.ending.is_none() { Standing::Counted } else { Standing::BeyondTheEnd };
                self.add(accepted.price(rules), standing, rules);
            }
        }
    }

    /// Enters a hand with this price.
    pub(super) fn add(&mut self, priced: PricedHand, standing: Standing, rules: &Rules) {
        let (mut columns, mut closed) = (Vec::new(), Vec::new());
        if standing == Standing::Counted {
            self.count(self.hands.len(), &priced, rules, |at, column| {
                columns.push(at);
                closed.extend((!column.is_open()).then_some(at));
            });
        }
        self.hands.push(EnteredHand { priced, standing, columns, closed });
    }

    /// Enters hand `number` of another sheet once more, without listing it.
    pub(super) fn follow(&mut self, number: usize, hand: &EnteredHand, rules: &Rules) {
        if hand.is_counted() {
            self.count(number, &hand.priced, rules, |_, _| {});
        }
    }

    /// Enters a hand that counts in its columns, and finds who deals next.
    fn count(&mut self, number: usize, priced: &PricedHand, rules: &Rules, entered: impl FnMut(usize, &Column)) {
        self.next_dealer = self.next_dealer.map(|dealer| deal::after(dealer, priced, rules.dealer));
        if let Some(win) = priced.win() {
            self.enter_win(number, win, rules, entered);
        }
        if self.ending.is_some() {
            self.dealer_after_the_end = self.next_dealer.take();
        }
    }

    /// The same sheet without its list of hands.
    pub(crate) fn without_hands(&self) -> Tally {
        Tally { hands: Vec::new(), columns: self.columns.clone(), ..*self }
    }

    /// Enters what a hand brings its winner, and settles what it closes. `entered` is given each column that the hand is
    /// entered in. The hand itself is not listed, so that a game can be played on in a trial at little cost.
    pub(crate) fn enter_win(
        &mut self,
        number: usize,
        win: Win,
        rules: &Rules,
        mut entered: impl FnMut(usize, &Column),
    ) {
        let (mut first, mut closes) = (None, false);
        for at in self.closed..self.columns.len() {
            let column = &mut self.columns[at];
            if !reason(at, column, win.winner, &mut first).enters() {
                continue;
            }
            column.enter(number, win, rules);
            if !column.is_open() {
                closes = true;
                for (side, points) in column.credited(&rules.format).sides() {
                    self.game_score[side] += *points;
                }
            }
            entered(at, column);
        }
        if closes {
            self.after_a_close(number, rules);
        }
    }

    /// Ends the game if the columns say so, and else opens the next one if none is left.
    fn after_a_close(&mut self, number: usize, rules: &Rules) {
        self.closed += self.columns[self.closed..].iter().take_while(|column| !column.is_open()).count();
        self.ending = self.ending_at(number, rules);
        if let Some(Ending { winner: Some(winner), final_bonus, .. }) = self.ending {
            self.game_score[winner] += final_bonus;
        }
        if self.ending.is_none() && self.closed == self.columns.len() {
            self.columns.push(Column::open(rules.format.multiplier(self.columns.len())));
        }
    }

    /// How many columns are closed, up to the first open one.
    pub(super) const fn closed(&self) -> usize {
        self.closed
    }

    /// Whether a win is entered in each column, and why. It is entered in every open column in which the side has won a
    /// hand, and in the first open column in which it has not.
    pub(super) fn places(&self, winner: Side, from: usize) -> impl Iterator<Item = (usize, ColumnReason)> {
        let mut first = None;
        (from..).zip(&self.columns[from..]).map(move |(at, column)| (at, reason(at, column, winner, &mut first)))
    }

    fn ending_at(&self, hand: usize, rules: &Rules) -> Option<Ending> {
        let leader = Side::BOTH.into_iter().find(|side| self.game_score[*side] > self.game_score[side.other()]);
        let ending = |winner, final_bonus| Some(Ending { hand, winner, final_bonus });
        match rules.format {
            Format::Single => ending(self.columns.first()?.close.as_ref().map(|close| close.finisher), Points::ZERO),
            Format::MultiMatch { game_target, final_bonus, .. } => leader
                .filter(|side| self.game_score[*side] >= game_target)
                .and_then(|side| ending(Some(side), final_bonus)),
            Format::BestOf { best_of } => {
                let finished = |side: &Side| self.settled().filter(|(_, close)| close.finisher == *side).count();
                let most = Side::BOTH.into_iter().find(|side| 2 * finished(side) > best_of.into());
                most.and_then(|side| ending(Some(side), Points::ZERO))
            }
            Format::Hollywood { .. } => {
                if self.closed == self.columns.len() {
                    ending(leader, Points::ZERO)
                } else {
                    None
                }
            }
        }
    }
}

/// Why a win is entered in a column, or why not. `first` is the first open column in which the side has won nothing,
/// once it was seen.
fn reason(at: usize, column: &Column, winner: Side, first: &mut Option<usize>) -> ColumnReason {
    match (&column.close, *first) {
        (Some(close), _) => ColumnReason::ClosedBy { hand: close.hand },
        (None, _) if column.hands_won[winner] > 0 => ColumnReason::WonThere,
        (None, None) => {
            *first = Some(at);
            ColumnReason::FirstNew
        }
        (None, Some(column)) => ColumnReason::After { column },
    }
}
