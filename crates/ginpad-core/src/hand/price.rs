//! What a hand is worth, as an itemised receipt. Source: the rules page, section 2.

use super::accepted::{AcceptedHand, AcceptedResult, RefusedHand};
use super::both_hands::GivenHands;
use super::logged::{LoggedResult, Played};
use super::outcome::{HandOutcome, Outcome};
use super::upcard::Upcard;
use crate::cards::Suit;
use crate::players::Seat;
use crate::points::{Boxes, Points};
use crate::rules::{Knob, LineTiming, Rules, SpadesDouble, UndercutTie};
use crate::side::{BySide, Side};

/// One line of a receipt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Item {
    /// What it is for.
    pub reason: ItemReason,
    /// Its points.
    pub points: Points,
}

/// What a line of a receipt is for.
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
    /// The bonus that this knob sets, or its decision about equal deadwood.
    Knob(Knob),
    /// The same points again, because the upcard is a spade.
    Spade,
    /// As given: only the points are known.
    AsGiven,
}

/// Extra boxes on a receipt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoxItem {
    /// What they are for.
    pub reason: BoxReason,
    /// How many.
    pub boxes: Boxes,
}

/// What extra boxes are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoxReason {
    /// Set by this knob.
    Knob(Knob),
    /// The same extra boxes again, because the upcard is a spade.
    Spade,
}

/// What the hand of one pair of opponents is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Award {
    /// How the hand ended, by the counts.
    pub outcome: Outcome,
    /// The player named in the entry.
    pub by: Option<Seat>,
    /// The side that knocked or went gin.
    pub knocker: Option<Side>,
    /// Who won it.
    pub winner: Option<Side>,
    /// Both counts, if they are known.
    pub deadwood: Option<BySide<u8>>,
    /// Its points, item by item.
    pub items: Vec<Item>,
    /// Its extra boxes, item by item.
    pub extra_boxes: Vec<BoxItem>,
}

impl Award {
    /// Prices the hand of one pair. `upcard` is the hand's upcard, if it is known.
    pub(super) fn new(result: AcceptedResult, upcard: Option<Upcard>, rules: &Rules) -> Award {
        let award = match result {
            AcceptedResult::Knock { by, knocker, knocker_deadwood, defender_deadwood } => {
                Award::showdown(by, knocker, knocker_deadwood, defender_deadwood, rules)
            }
            AcceptedResult::Gin { by, deadwood } => Award::gin(
                by,
                deadwood,
                Outcome::Gin,
                (Knob::GinBonus, rules.gin_bonus),
                (Knob::GinBoxes, rules.gin_boxes),
            ),
            AcceptedResult::BigGin { by, deadwood } => Award::gin(
                by,
                deadwood,
                Outcome::BigGin,
                (Knob::BigGinBonus, rules.big_gin_bonus.unwrap_or_default()),
                (Knob::BigGinBoxes, rules.big_gin_boxes),
            ),
            AcceptedResult::Points { by, points } => {
                return Award {
                    by: Some(by),
                    winner: Some(by.side),
                    items: vec![Item { reason: ItemReason::AsGiven, points }],
                    ..Award::blank(Outcome::Points)
                };
            }
            AcceptedResult::Dead => return Award::blank(Outcome::Dead),
        };
        match upcard.and_then(Upcard::suit) {
            Some(Suit::Spades) => award.doubled(rules.spades_double),
            _ => award,
        }
    }

    /// Its points.
    pub fn points(&self) -> Points {
        self.items.iter().map(|item| item.points).sum()
    }

    /// Its extra boxes.
    pub fn extra(&self) -> Boxes {
        self.extra_boxes.iter().map(|item| item.boxes).sum()
    }

    /// Its boxes: the line and the extra ones. None if nobody won it.
    pub fn boxes(&self) -> Boxes {
        if self.winner.is_some() { Boxes::LINE + self.extra() } else { Boxes::ZERO }
    }

    /// The hand of one pair as it was logged, if the rules refuse it. It is worth nothing.
    fn refused(result: &LoggedResult, rules: &Rules) -> Award {
        let deadwood = GivenHands::of(result).and_then(|hands| {
            let (own, other) = (hands.knocker_total(), hands.defender_total(rules));
            Some(BySide::of(hands.knocker, u8::try_from(own).ok()?, u8::try_from(other).ok()?))
        });
        Award { by: result.by(), knocker: result.knocker(), deadwood, ..Award::blank(result.outcome()) }
    }

    fn blank(outcome: Outcome) -> Award {
        Award {
            outcome,
            by: None,
            knocker: None,
            winner: None,
            deadwood: None,
            items: Vec::new(),
            extra_boxes: Vec::new(),
        }
    }

    fn gin(by: Seat, deadwood: u8, outcome: Outcome, bonus: (Knob, Points), boxes: (Knob, Boxes)) -> Award {
        Award {
            by: Some(by),
            knocker: Some(by.side),
            winner: Some(by.side),
            deadwood: Some(BySide::of(by.side, 0, deadwood)),
            items: vec![
                Item { reason: ItemReason::Deadwood, points: Points(deadwood.into()) },
                Item { reason: ItemReason::Knob(bonus.0), points: bonus.1 },
            ],
            extra_boxes: boxes_of(boxes.0, boxes.1),
            ..Award::blank(outcome)
        }
    }

    fn showdown(by: Seat, knocker: Side, own: u8, other: u8, rules: &Rules) -> Award {
        let blank = Award {
            by: Some(by),
            knocker: Some(knocker),
            deadwood: Some(BySide::of(knocker, own, other)),
            ..Award::blank(Outcome::Knock)
        };
        let defender = knocker.other();
        let difference = |more: u8, less: u8| Item {
            reason: ItemReason::Difference { more, less },
            points: Points(i64::from(more) - i64::from(less)),
        };
        let bonus = |knob, points| Item { reason: ItemReason::Knob(knob), points };
        let tie = bonus(Knob::UndercutTie, Points::ZERO);
        let undercut = |items: Vec<Item>| Award {
            outcome: Outcome::Undercut,
            winner: Some(defender),
            items,
            extra_boxes: undercut_boxes(other, rules),
            ..blank.clone()
        };
        let undercut_bonus = bonus(Knob::UndercutBonus, rules.undercut_bonus);
        match (other.cmp(&own), rules.undercut_tie) {
            (std::cmp::Ordering::Greater, _) => Award {
                winner: Some(knocker),
                items: vec![difference(other, own), bonus(Knob::KnockBonus, rules.knock_bonus)],
                ..blank
            },
            (std::cmp::Ordering::Less, _) | (_, UndercutTie::Bonus) => {
                undercut(vec![difference(own, other), undercut_bonus])
            }
            (_, UndercutTie::NoBonus) => undercut(vec![tie]),
            (_, UndercutTie::Knocker) => Award { winner: Some(knocker), items: vec![tie], ..blank },
            (_, UndercutTie::Void) => Award { items: vec![tie], ..blank },
        }
    }

    fn doubled(mut self, spades: SpadesDouble) -> Award {
        let (points, extra) = (self.points(), self.extra());
        if spades != SpadesDouble::Off && points != Points::ZERO {
            self.items.push(Item { reason: ItemReason::Spade, points });
        }
        if spades == SpadesDouble::PointsAndBoxes && extra != Boxes::ZERO {
            self.extra_boxes.push(BoxItem { reason: BoxReason::Spade, boxes: extra });
        }
        self
    }
}

fn boxes_of(knob: Knob, boxes: Boxes) -> Vec<BoxItem> {
    if boxes == Boxes::ZERO { Vec::new() } else { vec![BoxItem { reason: BoxReason::Knob(knob), boxes }] }
}

/// The boxes of an undercut. A defender without deadwood has gone gin-off, and gets the boxes for that instead if they
/// are more.
fn undercut_boxes(defender: u8, rules: &Rules) -> Vec<BoxItem> {
    if defender == 0 && rules.gin_off_boxes > rules.undercut_boxes {
        boxes_of(Knob::GinOffBoxes, rules.gin_off_boxes)
    } else {
        boxes_of(Knob::UndercutBoxes, rules.undercut_boxes)
    }
}

/// A hand with its price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PricedHand {
    /// One award for each pair.
    pub awards: Vec<Award>,
    /// Who won the hand.
    pub winner: Option<Side>,
    /// What the winner scores.
    pub points: Points,
    /// The winner's boxes: the line and the extra ones.
    pub boxes: Boxes,
}

/// What a hand brings its winner: all that the columns need to know of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Win {
    /// Who won it.
    pub winner: Side,
    /// What the winner scores.
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

impl AcceptedHand {
    /// What it is worth. `rules` are the rules that accepted it.
    pub fn price(&self, rules: &Rules) -> PricedHand {
        PricedHand::new(&self.results, self.logged().upcard, rules)
    }
}

impl PricedHand {
    /// Prices what the rules accepted. If there are several results, the side with the larger sum scores the
    /// difference, one line, and the extra boxes of the results it won.
    pub(super) fn new(results: &[AcceptedResult], upcard: Option<Upcard>, rules: &Rules) -> PricedHand {
        let awards: Vec<Award> = results.iter().map(|result| Award::new(*result, upcard, rules)).collect();
        if let [award] = awards.as_slice() {
            let (winner, points, boxes) = (award.winner, award.points(), award.boxes());
            return PricedHand { awards, winner, points, boxes };
        }
        let won_by = |side: Side| awards.iter().filter(move |award| award.winner == Some(side));
        let sums = BySide::from_fn(|side| won_by(side).map(Award::points).sum::<Points>());
        let winner = Side::BOTH.into_iter().find(|side| sums[*side] > sums[side.other()]);
        let points = (sums[Side::First] - sums[Side::Second]).abs();
        let boxes = winner.map_or(Boxes::ZERO, |side| Boxes::LINE + won_by(side).map(Award::extra).sum());
        PricedHand { awards, winner, points, boxes }
    }

    /// A hand that the rules refuse, as it was logged. Nobody won it, and it is worth nothing.
    pub(crate) fn refused(hand: &RefusedHand, rules: &Rules) -> PricedHand {
        let awards = match &hand.hand.played {
            Played::Dead(_) => vec![Award::blank(Outcome::Dead)],
            Played::Results(results) => results.iter().map(|result| Award::refused(result, rules)).collect(),
        };
        PricedHand { awards, winner: None, points: Points::ZERO, boxes: Boxes::ZERO }
    }

    /// How it ended.
    pub fn outcome(&self) -> HandOutcome {
        match self.awards.as_slice() {
            [award] => HandOutcome::One(award.outcome),
            _ => HandOutcome::Round,
        }
    }

    /// The side that knocked or went gin, if there is only one pair.
    pub fn knocker(&self) -> Option<Side> {
        match self.awards.as_slice() {
            [award] => award.knocker,
            _ => None,
        }
    }

    /// What it brings its winner, if somebody won it.
    pub fn win(&self) -> Option<Win> {
        Some(Win { winner: self.winner?, points: self.points, boxes: self.boxes })
    }

    /// The points that count towards the target; none if nobody won it.
    pub(crate) fn target_points(&self, rules: &Rules) -> Points {
        self.win().map_or(Points::ZERO, |win| win.target_points(rules))
    }

    /// Whether it is a dead hand, so that the same player deals again.
    pub fn is_dead(&self) -> bool {
        self.outcome() == HandOutcome::One(Outcome::Dead)
    }
}
