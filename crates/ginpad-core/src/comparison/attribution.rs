//! Which knob makes a difference: each knob is turned alone, in both rules, and the game is scored again.

use crate::game::{Game, ScoredGame};
use crate::hand::{GameHand, Outcome};
use crate::points::{Boxes, Points};
use crate::rules::{Knob, Rules, Setting, TableRules};
use crate::sheet::EnteredHand;
use crate::side::Side;

/// A hand that is worth something else under the other rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandDifference {
    /// The hand, counted from 0.
    pub hand: usize,
    /// What happens to it.
    pub change: HandChange,
    /// The knobs behind it, in the order of the rules page.
    pub knobs: Vec<Knob>,
}

/// What other rules do to a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HandChange {
    /// They give it another winner, other points or other boxes.
    Price,
    /// Only they refuse it.
    Refused,
    /// Only the rules of the game refuse it.
    Accepted,
}

/// What a knob changes in a game if it alone is turned, in the one rules or in the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// What these hands are worth, or whether they are accepted. They count from 0.
    Hands(Vec<usize>),
    /// The columns, their settlement, or the end of the game.
    Sheet,
    /// Only who deals.
    Deal,
    /// Nothing.
    Nothing,
}

/// What a hand is worth, as far as a player cares.
#[derive(PartialEq, Eq)]
pub(super) struct Worth {
    accepted: bool,
    winner: Option<Side>,
    points: Points,
    boxes: Boxes,
    results: Vec<(Outcome, Option<Side>, Points, Boxes)>,
}

impl Worth {
    pub(super) fn of(hand: &EnteredHand) -> Worth {
        let priced = &hand.priced;
        let accepted = hand.refusals().is_empty();
        // What was logged of a refused hand is worth nothing under any rules.
        let awards = priced.awards.iter().filter(|_| accepted);
        Worth {
            accepted,
            winner: priced.winner,
            points: priced.points,
            boxes: priced.boxes,
            results: awards.map(|award| (award.outcome, award.winner, award.points(), award.boxes())).collect(),
        }
    }
}

/// The same game under both rules, so that single knobs can be turned in each.
pub(super) struct Unturned([ScoredGame; 2]);

/// A knob turned alone. A format is turned together with its own knobs.
pub(super) struct Turned<'a> {
    /// The knob.
    pub(super) knob: Knob,
    /// The game before it was turned, under both rules.
    before: &'a [ScoredGame; 2],
    /// The game after it was turned in the one rules to its value in the other.
    after: [ScoredGame; 2],
}

impl Unturned {
    pub(super) fn new(played: &ScoredGame, other: &ScoredGame) -> Unturned {
        Unturned([played, other].map(|game| rescored(&game.game, game.game.rules.clone())))
    }

    /// Every knob that differs, turned in turn.
    pub(super) fn turned(&self) -> impl Iterator<Item = Turned<'_>> {
        let Unturned([one, two]) = self;
        let score = |game: &ScoredGame, other: &ScoredGame, knob: Knob| {
            let TableRules { preset, rules } = &game.game.rules;
            let rules = turn(rules, &other.game.rules.rules, knob)?;
            Some(rescored(&game.game, TableRules { preset: preset.clone(), rules }))
        };
        Knob::ALL.iter().filter_map(move |knob| {
            let after = [score(one, two, *knob)?, score(two, one, *knob)?];
            Some(Turned { knob: *knob, before: &self.0, after })
        })
    }
}

impl Turned<'_> {
    /// The knob, or the format and all of its knobs.
    pub(super) fn knobs(&self) -> impl Iterator<Item = Knob> {
        let is_format = self.knob == Knob::Format;
        let belongs = move |knob: &Knob| is_format && knob.format().is_some();
        std::iter::once(self.knob).chain(Knob::ALL.iter().copied().filter(belongs))
    }

    /// Whether it is behind a difference between the games.
    pub(super) fn is_behind(&self, HandDifference { hand, change, .. }: &HandDifference) -> bool {
        self.pairs().any(|(before, after)| {
            match (before.tally.hands.get(*hand), after.tally.hands.get(*hand), change) {
                (Some(before), Some(after), HandChange::Price) => Worth::of(before) != Worth::of(after),
                (Some(before), Some(after), HandChange::Refused | HandChange::Accepted) => {
                    before.refusals().is_empty() != after.refusals().is_empty()
                }
                (None, ..) | (_, None, _) => false,
            }
        })
    }

    fn pairs(&self) -> impl Iterator<Item = (&ScoredGame, &ScoredGame)> {
        self.before.iter().zip(&self.after)
    }

    /// What it changes if it changes no hand.
    pub(super) fn besides_hands(&self) -> Effect {
        let differs =
            |differs: fn(&ScoredGame, &ScoredGame) -> bool| self.pairs().any(|(before, after)| differs(before, after));
        let sheet = |before: &ScoredGame, after: &ScoredGame| {
            let (before, after) = (&before.tally, &after.tally);
            before.columns != after.columns || before.game_score != after.game_score || before.ending != after.ending
        };
        if differs(sheet) {
            Effect::Sheet
        } else if differs(|before, after| before.tally.next_dealer != after.tally.next_dealer) {
            Effect::Deal
        } else {
            Effect::Nothing
        }
    }
}

/// Rules with one knob as other rules have it; `None` if the knob does not differ, or belongs to a format.
fn turn(rules: &Rules, other: &Rules, knob: Knob) -> Option<Rules> {
    if knob == Knob::Format {
        return (rules.format != other.format).then(|| Rules { format: other.format.clone(), ..rules.clone() });
    }
    let value =
        other.value(knob).filter(|value| knob.format().is_none() && rules.value(knob).as_ref() != Some(value))?;
    rules.turned(&[Setting { knob, value }]).ok()
}

/// The same game under other rules.
pub fn rescored(game: &Game, rules: TableRules) -> ScoredGame {
    let replay = |hand: &GameHand| GameHand::replayed(hand.logged().clone(), &game.players, &rules.rules);
    let hands = game.hands.iter().map(replay).collect();
    Game { rules, hands, ..game.clone() }.scored()
}
