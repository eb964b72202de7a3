//! A game under other rules: scores the same hands twice, and finds the differences and the knobs that cause them.
//!
//! ```
//! use ginpad_core::comparison::{Comparison, Effect};
//! use ginpad_core::notation::read_one;
//! use ginpad_core::rules::TableRules;
//!
//! let game = read_one("sides: Ann, Bob\n\nann knock 4 27\nbob gin 31\n").unwrap().scored();
//! let comparison = Comparison::new(game, TableRules::read("classic").unwrap()).unwrap();
//! let gin = &comparison.hands[0];
//! assert_eq!((gin.hand, gin.knobs[0].name()), (1, "gin_bonus"));
//! assert_eq!(comparison.played.tally.hands[1].priced.points.0, 56);
//! assert_eq!(comparison.other.tally.hands[1].priced.points.0, 51);
//! assert_eq!(comparison.knobs[0].effect, Effect::Hands(vec![1]));
//! ```

use std::ops::Add as _;

use derive_more::Display;
use serde::Serialize;

use crate::text::Flaw;
use crate::{
    BySide, EnteredHand, Game, GameHand, Knob, Points, Rules, ScoredGame, Setting, Settlement, Standing, TableRules,
    Value,
};

/// A game as played, and the same hands under other rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// The game under its own rules.
    pub played: ScoredGame,
    /// The same hands under the other rules.
    pub other: ScoredGame,
    /// The hands that the rules value differently, in order.
    pub hands: Vec<HandDifference>,
    /// The knobs that differ, in the order of the rules page.
    pub knobs: Vec<KnobDifference>,
}

/// A knob whose value differs between the two rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnobDifference {
    /// The knob.
    pub knob: Knob,
    /// Its value in the rules of the game; `None` if their format does not have it.
    pub played: Option<Value>,
    /// Its value in the other rules; `None` if their format does not have it.
    pub other: Option<Value>,
    /// Its effect on this game.
    pub effect: Effect,
}

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

/// The parts of a game score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ScoreParts {
    /// The settled columns summed, each part multiplied and credited as the rules say.
    #[serde(flatten)]
    pub columns: Settlement,
    /// The points for the whole game.
    pub final_bonus: BySide<Points>,
}

impl ScoreParts {
    /// The parts of the game score of a game.
    pub fn of(game: &ScoredGame) -> ScoreParts {
        let (sides, rules) = (game.tally.game_score.size(), &game.game.rules.rules);
        let columns = game.tally.columns.iter().map(|column| column.credited(rules));
        ScoreParts {
            columns: columns.fold(Settlement::none(sides), Settlement::add),
            final_bonus: game.tally.ending.map_or(BySide::none(sides), |ending| ending.bonus),
        }
    }
}

impl Comparison {
    /// Scores the hands of a game again under other rules.
    ///
    /// The game has only totals, or the rules are for another number of sides.
    pub fn new(played: ScoredGame, rules: TableRules) -> Result<Comparison, Flaw> {
        if played.game.totals.is_some() {
            let why = "only the totals of this game are known, so no other rules can score it";
            return Err(Flaw::new(why));
        }
        rules.rules.seat(&played.game.players.sizes())?;
        let other = rescored(&played.game, rules);
        let hands = hands(&played, &other);
        let mut comparison = Comparison { played, other, hands, knobs: Vec::new() };
        comparison.attribute();
        Ok(comparison)
    }

    /// The hands (from 0) that count only under the rules of the game, and those that count only under the other rules:
    /// the others end it earlier.
    pub fn only_one_counts(&self) -> [Vec<usize>; 2] {
        [only(&self.played, &self.other), only(&self.other, &self.played)]
    }

    /// Finds the effect of each knob: turns it alone, in both rules, and scores the games again. A format turns together
    /// with its own knobs.
    fn attribute(&mut self) {
        let games = [&self.played, &self.other].map(|game| rescored(&game.game, game.game.rules.clone()));
        let [one, two] = &games;
        for knob in Knob::ALL {
            let (Some(after), Some(beside)) = (turned(one, two, *knob), turned(two, one, *knob)) else { continue };
            let turns = [(one, &after), (two, &beside)];
            let mut changed = Vec::new();
            for difference in self.hands.iter_mut().filter(|difference| is_behind(turns, difference)) {
                difference.knobs.push(*knob);
                changed.push(difference.hand);
            }
            let effect = if changed.is_empty() { besides_hands(turns) } else { Effect::Hands(changed) };
            let is_turned = |own: &Knob| own == knob || *knob == Knob::Format && own.format().is_some();
            let knobs = Knob::ALL.iter().copied().filter(is_turned).map(|knob| KnobDifference {
                knob,
                played: one.game.rules.rules.value(knob),
                other: two.game.rules.rules.value(knob),
                effect: effect.clone(),
            });
            self.knobs.extend(knobs.filter(|difference| difference.played != difference.other));
        }
        self.knobs.sort_by_key(|difference| difference.knob);
    }
}

/// The hands that count in one game but come after the end of the other.
fn only(one: &ScoredGame, other: &ScoredGame) -> Vec<usize> {
    let pairs = one.tally.hands.iter().zip(&other.tally.hands).enumerate();
    let only = pairs.filter(|(_, (one, other))| one.is_counted() && other.standing == Standing::BeyondTheEnd);
    only.map(|(at, _)| at).collect()
}

/// The hands that the two rules value differently, and that count under at least one of them.
fn hands(played: &ScoredGame, other: &ScoredGame) -> Vec<HandDifference> {
    let pairs = played.tally.hands.iter().zip(&other.tally.hands).enumerate();
    let difference = |(hand, (one, other))| {
        if worth(one) == worth(other) || !(one.is_counted() || other.is_counted()) {
            return None;
        }
        let change = match (one.refusals(), other.refusals()) {
            ([], [_, ..]) => HandChange::Refused,
            ([_, ..], []) => HandChange::Accepted,
            _ => HandChange::Price,
        };
        Some(HandDifference { hand, change, knobs: Vec::new() })
    };
    pairs.filter_map(difference).collect()
}

/// The value of a hand as a player sees it.
fn worth(hand: &EnteredHand) -> impl PartialEq + use<> {
    let priced = &hand.priced;
    let accepted = hand.refusals().is_empty();
    // A refused hand is worth nothing, whatever was logged.
    let awards = priced.awards.iter().filter(|_| accepted);
    let results = awards.map(|award| (award.outcome, award.winner, award.points(), award.boxes()));
    (accepted, priced.winner, priced.points, priced.boxes, results.collect::<Vec<_>>())
}

/// Both games, each before and after a knob was turned.
type Turns<'a> = [(&'a ScoredGame, &'a ScoredGame); 2];

/// Whether the turned knob causes a difference between the games.
fn is_behind(turns: Turns<'_>, HandDifference { hand, change, .. }: &HandDifference) -> bool {
    turns.iter().any(|(before, after)| match (before.tally.hands.get(*hand), after.tally.hands.get(*hand)) {
        (Some(before), Some(after)) if *change == HandChange::Price => worth(before) != worth(after),
        (Some(before), Some(after)) => before.refusals().is_empty() != after.refusals().is_empty(),
        _ => false,
    })
}

/// The effect of a turned knob that changes no hand.
fn besides_hands(turns: Turns<'_>) -> Effect {
    let sheet = |game: &ScoredGame| (game.tally.columns.clone(), game.tally.game_score, game.tally.ending);
    if turns.iter().any(|(before, after)| sheet(before) != sheet(after)) {
        Effect::Sheet
    } else if turns.iter().any(|(before, after)| before.tally.next_dealer != after.tally.next_dealer) {
        Effect::Deal
    } else {
        Effect::Nothing
    }
}

/// A game with one knob turned to its value in the other.
fn turned(game: &ScoredGame, other: &ScoredGame, knob: Knob) -> Option<ScoredGame> {
    let TableRules { preset, rules } = &game.game.rules;
    let rules = turn(rules, &other.game.rules.rules, knob)?;
    Some(rescored(&game.game, TableRules { preset: preset.clone(), rules }))
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
