//! Prices a hand as an itemised receipt. Source: the rules page, section 2.

use std::cmp::Ordering;

use super::both_hands::GivenHands;
use super::faced::faced;
use super::logged::{DeadHand, LoggedHand, LoggedResult, Played};
use super::outcome::Outcome;
use super::upcard::Upcard;
use crate::cards::{Ace, Suit};
use crate::{Boxes, Knob, LineTiming, Players, Points, Rules, Seat, Side, SpadesDouble, Table, UndercutTie};

/// One line of a receipt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Item {
    /// The reason for its points.
    pub reason: ItemReason,
    /// Its points.
    pub points: Points,
}

/// The reason for the points on a line of a receipt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ItemReason {
    /// The loser's deadwood minus the winner's.
    Difference {
        /// The loser's deadwood.
        more: u8,
        /// The winner's deadwood.
        less: u8,
    },
    /// The opponent's deadwood, against gin.
    Deadwood,
    /// The bonus set by this knob, or the knob's decision about equal deadwood.
    Knob(Knob),
    /// The same points again, because the upcard is a spade.
    Spade,
    /// The points given: nothing else is known.
    AsGiven,
}

/// The deadwood of both hands of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Counts {
    /// The knocker's.
    pub knocker: u8,
    /// The defender's, after lay-offs.
    pub defender: u8,
}

impl Counts {
    /// Counts of hands. A count that does not fit a byte is refused anyway.
    pub(super) fn of(knocker: u32, defender: u32) -> Counts {
        let saturated = |count: u32| u8::try_from(count).unwrap_or(u8::MAX);
        Counts { knocker: saturated(knocker), defender: saturated(defender) }
    }
}

/// The price of the hand of one pair of opponents. By default the hand is dead.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Award {
    /// How the hand ended, by the counts.
    pub outcome: Outcome,
    /// The player named in the entry.
    pub by: Option<Seat>,
    /// The side that knocked or went gin.
    pub knocker: Option<Side>,
    /// The side that won the hand.
    pub winner: Option<Side>,
    /// The side that faced the named player, if known.
    pub against: Option<Side>,
    /// The player on that side, if the hand names one.
    pub opponent: Option<Seat>,
    /// Both counts, if known.
    pub deadwood: Option<Counts>,
    /// Its points, item by item.
    pub items: Vec<Item>,
    /// Its extra boxes, each with the knob that sets them; `spades_double` gives the same boxes again.
    pub extra_boxes: Vec<(Knob, Boxes)>,
}

impl Award {
    /// The award of the hand of one pair before it is priced: nobody won it, and it is worth nothing.
    pub(super) fn unpriced(result: &LoggedResult, against: Option<Side>) -> Award {
        let knocker = result.knocker(against);
        Award { by: result.by(), against, knocker, outcome: result.outcome(), ..Award::default() }
    }

    /// Prices the hand of one pair by its counts. `upcard` is the hand's upcard, if known.
    pub(super) fn priced(self, upcard: Option<Upcard>, rules: &Rules) -> Award {
        let award = match self.deadwood {
            Some(deadwood) if self.outcome.is_gin() => self.gin(deadwood.defender, rules),
            Some(deadwood) => self.showdown(deadwood, rules),
            None => return self,
        };
        match upcard.and_then(|upcard| upcard.suit) {
            Some(Suit::Spades) => award.doubled(rules.spades_double),
            _ => award,
        }
    }

    /// The points of the hand.
    pub fn points(&self) -> Points {
        self.items.iter().map(|item| item.points).sum()
    }

    /// The extra boxes of the hand.
    pub fn extra(&self) -> Boxes {
        self.extra_boxes.iter().map(|(_, boxes)| *boxes).sum()
    }

    /// The boxes of the hand: the line and the extra ones. Zero if nobody won it.
    pub fn boxes(&self) -> Boxes {
        if self.winner.is_some() { Boxes::LINE + self.extra() } else { Boxes::ZERO }
    }

    /// Whether this side is one of the two.
    pub fn takes_part(&self, side: Side) -> bool {
        self.by.is_some_and(|by| by.side == side) || self.against == Some(side)
    }

    /// The side that lost the hand.
    pub fn loser(&self) -> Option<Side> {
        self.winner.and_then(|winner| self.opponent_of(winner))
    }

    /// The side that defended against a knock or gin.
    pub fn defender(&self) -> Option<Side> {
        self.knocker.and_then(|knocker| self.opponent_of(knocker))
    }

    /// The other side of the two.
    pub fn opponent_of(&self, side: Side) -> Option<Side> {
        self.by.map(|by| by.side).filter(|by| *by != side).or(self.against)
    }

    /// The deadwood of a side, if it is one of the two and its count is known.
    pub fn deadwood_of(&self, side: Side) -> Option<u8> {
        let deadwood = self.deadwood?;
        if self.knocker == Some(side) {
            Some(deadwood.knocker)
        } else {
            (self.defender() == Some(side)).then_some(deadwood.defender)
        }
    }

    /// Prices a refused result of one pair: it is worth nothing.
    fn refused(result: &LoggedResult, against: Option<Side>, rules: &Rules) -> Award {
        let deadwood = GivenHands::of(result, against).and_then(|hands| {
            let (own, other) = (hands.knocker_total(rules), hands.defender_total(rules));
            Some(Counts { knocker: u8::try_from(own).ok()?, defender: u8::try_from(other).ok()? })
        });
        Award { deadwood, ..Award::unpriced(result, against) }
    }

    /// Prices a gin or a big gin. Round the corner it is worth nothing against 0.
    fn gin(self, deadwood: u8, rules: &Rules) -> Award {
        let (bonus, points, boxes) = match self.outcome {
            Outcome::BigGin => (
                Knob::BigGinBonus,
                rules.big_gin_bonus.unwrap_or_default(),
                boxes_of(Knob::BigGinBoxes, rules.big_gin_boxes),
            ),
            _ => (Knob::GinBonus, rules.gin_bonus, boxes_of(Knob::GinBoxes, rules.gin_boxes)),
        };
        let (bonus, points) =
            if rules.ace == Ace::Corner && deadwood == 0 { (Knob::Ace, Points::ZERO) } else { (bonus, points) };
        Award {
            winner: self.knocker,
            items: vec![
                Item { reason: ItemReason::Deadwood, points: Points(deadwood.into()) },
                Item { reason: ItemReason::Knob(bonus), points },
            ],
            extra_boxes: boxes,
            ..self
        }
    }

    fn showdown(self, Counts { knocker: own, defender: other }: Counts, rules: &Rules) -> Award {
        let bonus = |knob, points| Item { reason: ItemReason::Knob(knob), points };
        let difference = Item {
            reason: ItemReason::Difference { more: own.max(other), less: own.min(other) },
            points: Points(own.abs_diff(other).into()),
        };
        let tie = || vec![bonus(Knob::UndercutTie, Points::ZERO)];
        let (knocker, defender) = (self.knocker, self.defender());
        let (outcome, winner, items) = match (other.cmp(&own), rules.undercut_tie) {
            (Ordering::Greater, _) => {
                (Outcome::Knock, knocker, vec![difference, bonus(Knob::KnockBonus, rules.knock_bonus)])
            }
            (Ordering::Less, _) | (_, UndercutTie::Bonus) => {
                (Outcome::Undercut, defender, vec![difference, bonus(Knob::UndercutBonus, rules.undercut_bonus)])
            }
            (_, UndercutTie::NoBonus) => (Outcome::Undercut, defender, tie()),
            (_, UndercutTie::Knocker) => (Outcome::Knock, knocker, tie()),
            (_, UndercutTie::Void) => (Outcome::Knock, None, tie()),
        };
        let extra_boxes = if outcome == Outcome::Undercut { undercut_boxes(other, rules) } else { Vec::new() };
        Award { outcome, winner, items, extra_boxes, ..self }
    }

    fn doubled(mut self, spades: SpadesDouble) -> Award {
        let (points, extra) = (self.points(), self.extra());
        if spades != SpadesDouble::Off && points != Points::ZERO {
            self.items.push(Item { reason: ItemReason::Spade, points });
        }
        if spades == SpadesDouble::PointsAndBoxes && extra != Boxes::ZERO {
            self.extra_boxes.push((Knob::SpadesDouble, extra));
        }
        self
    }
}

fn boxes_of(knob: Knob, boxes: Boxes) -> Vec<(Knob, Boxes)> {
    if boxes == Boxes::ZERO { Vec::new() } else { vec![(knob, boxes)] }
}

/// The boxes of an undercut. A defender without deadwood has gone gin-off, and gets the boxes for that instead if they
/// are more.
fn undercut_boxes(defender: u8, rules: &Rules) -> Vec<(Knob, Boxes)> {
    if defender == 0 && rules.gin_off_boxes > rules.undercut_boxes {
        boxes_of(Knob::GinOffBoxes, rules.gin_off_boxes)
    } else {
        boxes_of(Knob::UndercutBoxes, rules.undercut_boxes)
    }
}

/// A hand with its price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PricedHand {
    /// One award for each result.
    pub awards: Vec<Award>,
    /// How the hand ended; `None` if it has several results, one for each pair of opponents.
    pub outcome: Option<Outcome>,
    /// The two who played the hand, if others sat out.
    pub between: Option<[Seat; 2]>,
    /// The winning side, if only one side won.
    pub winner: Option<Side>,
    /// The winner's points.
    pub points: Points,
    /// The winner's boxes: the line and the extra ones.
    pub boxes: Boxes,
    /// The wins of each side, if several sides won.
    pub several: Vec<Win>,
    /// The reason that the hand is dead, if it is.
    pub dead: Option<DeadHand>,
}

/// The gain of a winner from a hand: all that the columns need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Win {
    /// The winning side.
    pub winner: Side,
    /// The winner's points.
    pub points: Points,
    /// The winner's boxes: the line and the extra ones.
    pub boxes: Boxes,
}

impl Win {
    /// The points that count towards the target. They include the lines if those are credited at once.
    pub(crate) fn target_points(&self, rules: &Rules) -> Points {
        match rules.line_timing {
            LineTiming::End => self.points,
            LineTiming::Immediate => self.points + rules.line_bonus * self.boxes.0,
        }
    }
}

impl PricedHand {
    /// Prices the awards of a hand that the rules accept.
    pub(super) fn new(awards: &[Award], hand: &LoggedHand, rules: &Rules) -> PricedHand {
        let awards = awards.iter().map(|award| award.clone().priced(hand.upcard, rules)).collect();
        let mut priced = PricedHand::unpriced(awards, hand, rules);
        let win = match priced.awards.as_slice() {
            [award] => award.winner.map(|winner| Win { winner, points: award.points(), boxes: award.boxes() }),
            awards if rules.table == Table::RoundTable => {
                priced.several = Side::ALL.into_iter().filter_map(|side| won_by(awards, side)).collect();
                if priced.several.len() == 1 { priced.several.pop() } else { None }
            }
            awards => larger(awards),
        };
        if let Some(Win { winner, points, boxes }) = win {
            (priced.winner, priced.points, priced.boxes) = (Some(winner), points, boxes);
        }
        priced
    }

    /// Prices a refused hand: nobody won it, and it is worth nothing.
    pub(crate) fn refused(hand: &LoggedHand, sides: usize, rules: &Rules) -> PricedHand {
        let awards = match &hand.played {
            Played::Dead(_) => vec![Award::default()],
            Played::Results(results) => {
                let award = |(at, result)| Award::refused(result, hand.against(at, sides), rules);
                results.iter().enumerate().map(award).collect()
            }
        };
        PricedHand::unpriced(awards, hand, rules)
    }

    fn unpriced(awards: Vec<Award>, hand: &LoggedHand, rules: &Rules) -> PricedHand {
        let dead = hand.played.dead();
        let outcome = match awards.as_slice() {
            [award] if rules.table != Table::RoundTable || dead.is_some() => Some(award.outcome),
            _ => None,
        };
        let (points, boxes, several) = (Points::ZERO, Boxes::ZERO, Vec::new());
        PricedHand { awards, outcome, between: hand.between, winner: None, points, boxes, several, dead }
    }

    /// The word for its outcome in JSON.
    pub fn outcome_word(&self) -> &'static str {
        self.outcome.map_or("round", Outcome::word)
    }

    /// The side that knocked or went gin, if only one did.
    pub fn knocker(&self) -> Option<Side> {
        let (first, others) = self.awards.split_first()?;
        first.knocker.filter(|_| others.iter().all(|award| award.by == first.by))
    }

    /// The two players of a result, counted from 0; `None` if the points given have no loser.
    pub fn opponents(&self, at: usize, players: &Players) -> Option<[Seat; 2]> {
        let award = self.awards.get(at)?;
        match self.between {
            Some(two) => Some(two),
            None if players.pairs() > 1 => {
                let named: Vec<_> = self.awards.iter().map(|award| award.by).collect();
                let places = *faced(&named, players.pairs()).get(at)?;
                Some(Side::TWO.map(|side| Seat::new(side, places[side])))
            }
            None => Some([award.by?, award.opponent?]),
        }
    }

    /// The winner's gain, if only one side won.
    pub fn win(&self) -> Option<Win> {
        Some(Win { winner: self.winner?, points: self.points, boxes: self.boxes })
    }

    /// The gain of each winning side.
    pub fn wins(&self) -> impl Iterator<Item = Win> {
        self.win().into_iter().chain(self.several.iter().copied())
    }

    /// The gain of a side; `None` if it won nothing.
    pub fn win_of(&self, side: Side) -> Option<Win> {
        self.wins().find(|win| win.winner == side)
    }

    /// The hand as far as it concerns two of several sides: the result between them, or the hand if it is dead. `None` if
    /// they did not play it against each other. Points given without a loser are between nobody.
    pub fn between_sides(&self, two: [Side; 2]) -> Option<PricedHand> {
        if self.is_dead() {
            let played = |seats: [Seat; 2]| seats.iter().all(|seat| two.contains(&seat.side));
            return self.between.is_none_or(played).then(|| self.clone());
        }
        let award = self.awards.iter().find(|award| two.iter().all(|side| award.takes_part(*side)))?.clone();
        let (winner, points, boxes) = (award.winner, award.points(), award.boxes());
        Some(PricedHand { awards: vec![award], winner, points, boxes, several: Vec::new(), ..*self })
    }

    /// Whether the hand is dead.
    pub const fn is_dead(&self) -> bool {
        self.dead.is_some()
    }
}

/// The gain of a side from the results it won: their points, one line, and their extra boxes.
fn won_by(awards: &[Award], side: Side) -> Option<Win> {
    let won = || awards.iter().filter(|award| award.winner == Some(side));
    won().next()?;
    let boxes = Boxes::LINE + won().map(Award::extra).sum();
    Some(Win { winner: side, points: won().map(Award::points).sum(), boxes })
}

/// The gain from the results of partners for the side with the larger sum: the difference of the sums, one line, and
/// the extra boxes of the results it won.
fn larger(awards: &[Award]) -> Option<Win> {
    let wins = Side::TWO.map(|side| won_by(awards, side));
    let [first, second] = wins.map(|win| win.map_or(Points::ZERO, |win| win.points));
    let winner = Side::ahead((first - second).0)?;
    let Win { boxes, .. } = wins[winner.index()]?;
    Some(Win { winner, points: (first - second).abs(), boxes })
}
