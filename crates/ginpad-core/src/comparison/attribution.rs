//! Finds which knobs make a difference: turns each one alone, in both rules, and scores the game again.

use derive_more::Display;

use crate::game::{Game, ScoredGame};
use crate::hand::GameHand;
use crate::rules::{Knob, Rules, Setting, TableRules};
use crate::sheet::EnteredHand;

/// A hand that other rules value differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandDifference {
    /// The hand, counted from 0.
    pub hand: usize,
    /// The effect of the other rules.
    pub change: HandChange,
    /// The knobs that cause it, in the order of the rules page.
    pub knobs: Vec<Knob>,
}

/// The effect of other rules on a hand. It prints its word in JSON.
#[derive(Debug, Display, Clone, Copy, PartialEq, Eq, Hash)]
#[display(rename_all = "lowercase")]
pub enum HandChange {
    /// It has another winner, other points or other boxes.
    Price,
    /// Only the other rules refuse it.
    Refused,
    /// Only the rules of the game refuse it.
    Accepted,
}

/// The effect of one knob on a game, if it alone is turned in either of the two rules. It prints its word in JSON.
#[derive(Debug, Display, Clone, PartialEq, Eq)]
#[display(rename_all = "lowercase")]
pub enum Effect {
    /// It changes the value of these hands (from 0), or whether the rules accept them.
    #[display("hands")]
    Hands(Vec<usize>),
    /// It changes the columns, their settlement, or the end of the game.
    Sheet,
    /// It changes only who deals.
    Deal,
    /// It changes nothing.
    Nothing,
}

/// The value of a hand as a player sees it.
pub(super) fn worth(hand: &EnteredHand) -> impl PartialEq + use<> {
    let priced = &hand.priced;
    let accepted = hand.refusals().is_empty();
    // A refused hand is worth nothing, whatever was logged.
    let awards = priced.awards.iter().filter(|_| accepted);
    let results = awards.map(|award| (award.outcome, award.winner, award.points(), award.boxes()));
    (accepted, priced.winner, priced.points, priced.boxes, results.collect::<Vec<_>>())
}

/// A knob turned alone. A format turns together with its own knobs.
pub(super) struct Turned<'a> {
    /// The knob.
    pub(super) knob: Knob,
    /// The game before it was turned, under both rules.
    before: &'a [ScoredGame; 2],
    /// The game after turning the knob in each of the rules to its value in the other.
    after: [ScoredGame; 2],
}

/// Every knob that differs between the rules of two games and can be turned alone in both.
pub(super) fn turned(games: &[ScoredGame; 2]) -> impl Iterator<Item = Turned<'_>> {
    let score = |game: &ScoredGame, other: &ScoredGame, knob: Knob| {
        let TableRules { preset, rules } = &game.game.rules;
        let rules = turn(rules, &other.game.rules.rules, knob)?;
        Some(rescored(&game.game, TableRules { preset: preset.clone(), rules }))
    };
    Knob::ALL.iter().filter_map(move |knob| {
        let [one, two] = games;
        let after = [score(one, two, *knob)?, score(two, one, *knob)?];
        Some(Turned { knob: *knob, before: games, after })
    })
}

impl Turned<'_> {
    /// The knob; for a format, the format and all of its knobs.
    pub(super) fn knobs(&self) -> impl Iterator<Item = Knob> {
        let is_format = self.knob == Knob::Format;
        let belongs = move |knob: &Knob| is_format && knob.format().is_some();
        std::iter::once(self.knob).chain(Knob::ALL.iter().copied().filter(belongs))
    }

    /// Whether it causes a difference between the games.
    pub(super) fn is_behind(&self, HandDifference { hand, change, .. }: &HandDifference) -> bool {
        self.pairs().any(|(before, after)| {
            match (before.tally.hands.get(*hand), after.tally.hands.get(*hand), change) {
                (Some(before), Some(after), HandChange::Price) => worth(before) != worth(after),
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

    /// The knob's effect if it changes no hand.
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

/// The rules with one knob taken from other rules; `None` if the knob does not differ, belongs to a format, or
/// contradicts the rules when turned alone.
fn turn(rules: &Rules, other: &Rules, knob: Knob) -> Option<Rules> {
    if knob == Knob::Format {
        return Some(rules.with_format_of(other)).filter(|reformatted| reformatted != rules);
    }
    let value =
        other.value(knob).filter(|value| knob.format().is_none() && rules.value(knob).as_ref() != Some(value))?;
    rules.turned(&[Setting { knob, value }]).ok()
}

/// The game under other rules.
pub fn rescored(game: &Game, rules: TableRules) -> ScoredGame {
    let replay = |hand: &GameHand| GameHand::replayed(hand.logged().clone(), &game.players, &rules.rules);
    let hands = game.hands.iter().map(replay).collect();
    Game { rules, hands, ..game.clone() }.scored()
}
