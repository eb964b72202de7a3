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

mod attribution;

pub use attribution::{Effect, HandChange, HandDifference, rescored};

use std::ops::Add as _;

use serde::Serialize;

use crate::game::ScoredGame;
use crate::points::Points;
use crate::rules::{Knob, TableRules, Value};
use crate::sheet::{Settlement, Standing};
use crate::side::BySide;
use crate::text::Flaw;
use attribution::worth;

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

    /// Finds the effect of each knob.
    fn attribute(&mut self) {
        let games = [&self.played, &self.other].map(|game| rescored(&game.game, game.game.rules.clone()));
        for turned in attribution::turned(&games) {
            let mut changed = Vec::new();
            for difference in self.hands.iter_mut().filter(|difference| turned.is_behind(difference)) {
                difference.knobs.push(turned.knob);
                changed.push(difference.hand);
            }
            let effect = if changed.is_empty() { turned.besides_hands() } else { Effect::Hands(changed) };
            let value = |game: &ScoredGame, knob| game.game.rules.rules.value(knob);
            let difference = |knob| KnobDifference {
                knob,
                played: value(&self.played, knob),
                other: value(&self.other, knob),
                effect: effect.clone(),
            };
            let knobs = turned.knobs().map(difference);
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
