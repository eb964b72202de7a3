//! Two scores of one game for programs: one record a line, tab-separated.

use ginpad_core::comparison::{Comparison, KnobDifference, ScoreParts};
use ginpad_core::game::ScoredGame;
use ginpad_core::points::Points;
use ginpad_core::reports::money::GameMoney;
use ginpad_core::rules::Value;
use ginpad_core::sheet::{EnteredHand, Standing};
use ginpad_core::side::{BySide, Side};

use super::{change_word, effect_hands, effect_word};

/// A comparison as tab-separated records. The page of the module `render` names every field.
pub(crate) fn comparison_plain(comparison: &Comparison, number: Option<i64>) -> String {
    let Comparison { played, other, knobs, .. } = comparison;
    let title = played.game.title.as_ref().map(|title| title.as_str().to_string());
    let mut game = vec!["game".into(), number.map(|number| number.to_string()).unwrap_or_default()];
    game.push(title.unwrap_or_default());
    game.extend(twice(comparison, |game| game.game.rules.to_string()));
    game.extend(twice(comparison, |game| game.status().word().to_string()));
    game.extend(twice(comparison, |game| {
        game.tally.ending.map(|ending| (ending.hand + 1).to_string()).unwrap_or_default()
    }));
    game.extend(twice(comparison, |game| name(game, game.winner())));
    let mut records = vec![game];
    records.extend(knobs.iter().map(knob));
    records.extend((0..played.tally.hands.len()).filter_map(|at| hand(comparison, at)));
    for (word, game) in [("played", played), ("as", other)] {
        records.extend(game.tally.hands.iter().enumerate().flat_map(|(at, hand)| refused(word, at, hand)));
    }
    records.extend(scores(comparison));
    records.push(std::iter::once("net".into()).chain(twice(comparison, |game| game.tally.net().to_string())).collect());
    records.extend(money(comparison));
    records.iter().map(|record| record.join("\t") + "\n").collect()
}

/// A field as it was played, then as the other rules have it.
fn twice(comparison: &Comparison, field: impl Fn(&ScoredGame) -> String) -> [String; 2] {
    [field(&comparison.played), field(&comparison.other)]
}

fn knob(difference: &KnobDifference) -> Vec<String> {
    let value = |value: &Option<Value>| value.as_ref().map(ToString::to_string).unwrap_or_default();
    vec![
        "knob".into(),
        difference.knob.name().into(),
        value(&difference.played),
        value(&difference.other),
        effect_word(&difference.effect).into(),
        list(&effect_hands(&difference.effect)),
    ]
}

fn hand(comparison: &Comparison, at: usize) -> Option<Vec<String>> {
    let Comparison { played, other, hands, .. } = comparison;
    let both = [played.tally.hands.get(at)?, other.tally.hands.get(at)?];
    let twice = |field: &dyn Fn(&EnteredHand) -> String| both.map(field);
    let mut record = vec!["hand".into(), (at + 1).to_string()];
    record.extend(twice(&|hand| hand.priced.outcome().word().into()));
    record.extend(twice(&|hand| name(played, hand.priced.winner)));
    record.extend(twice(&|hand| hand.priced.points.to_string()));
    record.extend(twice(&|hand| hand.priced.boxes.to_string()));
    record.extend(twice(&|hand| {
        match hand.standing {
            Standing::Counted => "counted",
            Standing::BeyondTheEnd => "beyond",
            Standing::Refused(_) => "refused",
        }
        .into()
    }));
    let difference =
        hands.binary_search_by_key(&at, |difference| difference.hand).ok().and_then(|place| hands.get(place));
    record.push(difference.map_or("", |difference| change_word(difference.change)).into());
    let knobs = difference.map(|difference| difference.knobs.iter().map(|knob| knob.name()).collect::<Vec<_>>());
    record.push(list(&knobs.unwrap_or_default()));
    Some(record)
}

fn refused<'a>(word: &'static str, at: usize, hand: &'a EnteredHand) -> impl Iterator<Item = Vec<String>> + use<'a> {
    let reasons = hand.refusals().iter().map(ToString::to_string);
    reasons.map(move |reason| vec!["refused".into(), (at + 1).to_string(), word.into(), reason])
}

/// The parts of both game scores and their sums.
fn scores(comparison: &Comparison) -> Vec<Vec<String>> {
    let Comparison { played, other, .. } = comparison;
    let [one, two] = [played, other].map(ScoreParts::of);
    let record = |name: &str, one: BySide<Points>, two: BySide<Points>| {
        let numbers = one.iter().chain(two.iter()).map(ToString::to_string).collect::<Vec<_>>();
        ["score".to_string(), name.to_string()].into_iter().chain(numbers).collect()
    };
    vec![
        record("hand_points", one.hand_points, two.hand_points),
        record("shutout", one.shutout, two.shutout),
        record("game_bonus", one.game_bonus, two.game_bonus),
        record("line_bonus", one.line_bonus, two.line_bonus),
        record("final_bonus", one.final_bonus, two.final_bonus),
        record("game_score", played.tally.game_score, other.tally.game_score),
    ]
}

/// What each side wins, if the game is played for money.
fn money(comparison: &Comparison) -> Option<Vec<String>> {
    let money = [&comparison.played, &comparison.other].map(GameMoney::of);
    let currency = money.iter().flatten().next()?.currency.code();
    let won = money.iter().flat_map(|money| {
        let won = money.as_ref().map(|money| money.won().map(|minor| money.money(minor).number()));
        won.map_or_else(|| vec![String::new(); 2], |won| won.iter().cloned().collect())
    });
    Some(["money".to_string(), currency.to_string()].into_iter().chain(won).collect())
}

fn name(game: &ScoredGame, side: Option<Side>) -> String {
    side.map(|side| game.game.players.side_name(side)).unwrap_or_default()
}

fn list<T: ToString>(items: &[T]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}
