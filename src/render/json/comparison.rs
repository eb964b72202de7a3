//! A game as it was played and under other rules: `ginpad/comparison/1`.

use ginpad_core::comparison::{Comparison, HandDifference, KnobDifference, ScoreParts};
use ginpad_core::game::ScoredGame;
use ginpad_core::points::Points;
use ginpad_core::reports::money::GameMoney;
use ginpad_core::rules::Value;
use ginpad_core::side::BySide;
use serde::Serialize;

use super::score::{ScoreView, score};
use crate::render::Place;
use crate::render::comparison::{change_word, effect_hands, effect_word};

/// Two scores of one game, and what differs.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/comparison/1")]
pub(crate) struct ComparisonView<'a> {
    played: ScoreView<'a>,
    r#as: ScoreView<'a>,
    knobs: Vec<KnobView<'a>>,
    hands: Vec<HandDifferenceView>,
    counted_only: TwiceView<Vec<usize>>,
    ended_by: TwiceView<Option<usize>>,
    score_parts: TwiceView<PartsView>,
    money: Option<MoneyView>,
}

/// Several games, or one game under several other rules.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/comparisons/1")]
pub(crate) struct ComparisonsView<'a> {
    games: Vec<ComparisonView<'a>>,
}

/// Something as it was played, and as the other rules have it.
#[derive(Serialize)]
struct TwiceView<T> {
    played: T,
    r#as: T,
}

/// What each side wins, in the smallest unit of the currency.
#[derive(Serialize)]
struct MoneyView {
    currency: &'static str,
    played: Option<BySide<i128>>,
    r#as: Option<BySide<i128>>,
}

/// A knob that differs.
#[derive(Serialize)]
struct KnobView<'a> {
    knob: &'static str,
    played: Option<&'a Value>,
    r#as: Option<&'a Value>,
    effect: &'static str,
    hands: Vec<usize>,
}

/// A hand that is worth something else.
#[derive(Serialize)]
struct HandDifferenceView {
    number: usize,
    change: &'static str,
    knobs: Vec<&'static str>,
}

/// What a game score is made of.
#[derive(Serialize)]
struct PartsView {
    hand_points: BySide<Points>,
    shutout: BySide<Points>,
    game_bonus: BySide<Points>,
    line_bonus: BySide<Points>,
    final_bonus: BySide<Points>,
}

/// The comparison of a game in this place.
pub(crate) fn comparison(comparison: &Comparison, place: impl Into<Place>) -> ComparisonView<'_> {
    let place = place.into();
    let Comparison { played, other, hands, knobs } = comparison;
    let from_one = |hands: Vec<usize>| hands.into_iter().map(|hand| hand + 1).collect();
    let ended = |game: &ScoredGame| game.tally.ending.map(|ending| ending.hand + 1);
    ComparisonView {
        played: score(played, place),
        r#as: score(other, place),
        knobs: knobs.iter().map(knob).collect(),
        hands: hands.iter().map(hand).collect(),
        counted_only: TwiceView { played: from_one(comparison.only_played()), r#as: from_one(comparison.only_other()) },
        ended_by: TwiceView { played: ended(played), r#as: ended(other) },
        score_parts: TwiceView { played: parts(played), r#as: parts(other) },
        money: money(played, other),
    }
}

/// Several comparisons of games in this place: `ginpad/comparisons/1`.
pub(crate) fn comparisons(games: &[Comparison], place: Place) -> ComparisonsView<'_> {
    ComparisonsView { games: games.iter().map(|game| comparison(game, place)).collect() }
}

fn knob(difference: &KnobDifference) -> KnobView<'_> {
    let KnobDifference { knob, played, other, effect } = difference;
    KnobView {
        knob: knob.name(),
        played: played.as_ref(),
        r#as: other.as_ref(),
        effect: effect_word(effect),
        hands: effect_hands(effect),
    }
}

fn hand(difference: &HandDifference) -> HandDifferenceView {
    HandDifferenceView {
        number: difference.hand + 1,
        change: change_word(difference.change),
        knobs: difference.knobs.iter().map(|knob| knob.name()).collect(),
    }
}

fn money(played: &ScoredGame, other: &ScoredGame) -> Option<MoneyView> {
    let [played, other] = [played, other].map(GameMoney::of);
    let currency = played.as_ref().or(other.as_ref())?.currency.code();
    let won = |money: GameMoney| money.won().map(|minor| minor.0);
    Some(MoneyView { currency, played: played.map(won), r#as: other.map(won) })
}

fn parts(game: &ScoredGame) -> PartsView {
    let ScoreParts { hand_points, shutout, game_bonus, line_bonus, final_bonus } = ScoreParts::of(game);
    PartsView { hand_points, shutout, game_bonus, line_bonus, final_bonus }
}
