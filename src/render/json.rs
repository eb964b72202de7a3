//! What programs read: the JSON documents of the command line page, field for field.

use serde_json::{Value, json};

use ginpad_core::cards::{Card, LaidOut, Showdown};
use ginpad_core::game::ScoredGame;
use ginpad_core::hand::{Award, HandAnalysis, LoggedResult, Played, Role, Settled};
use ginpad_core::notation::{print_entry, print_moment};
use ginpad_core::players::Players;
use ginpad_core::rules::{Knob, Rules};
use ginpad_core::sheet::{Close, Column, EnteredHand, Settlement};
use ginpad_core::side::{BySide, Side};

/// The score sheet: `ginpad/score/1`. `number` is what the book calls the game.
#[must_use]
pub(crate) fn score(game: &ScoredGame, number: Option<i64>) -> Value {
    let ScoredGame { game: facts, tally } = game;
    let hands: Vec<Value> = (0..tally.hands.len()).map(|at| hand(game, at)).collect();
    let columns: Vec<Value> =
        tally.columns.iter().enumerate().map(|(at, one)| column(at, one, &facts.rules.rules)).collect();
    json!({
        "schema": "ginpad/score/1",
        "number": number,
        "title": facts.title.as_ref().map(|title| title.as_str()),
        "date": facts.started.map(print_moment),
        "status": game.status().word(),
        "rules": named_knobs(&facts.rules.preset, &facts.rules.rules),
        "sides": sides(&facts.players),
        "dealer": game.dealer().map(|side| facts.players.side_name(side)),
        "stake": facts.stake.map(|stake| stake.to_string()),
        "hands": hands,
        "columns": columns,
        "game_score": tally.game_score,
        "net": tally.net(),
        "winner": game.winner(),
    })
}

/// A game in the list of games.
#[must_use]
pub(crate) fn game_row(row: &super::GameRow<'_>) -> Value {
    let ScoredGame { game, tally } = row.scored;
    json!({
        "number": row.number,
        "title": game.title.as_ref().map(|title| title.as_str()),
        "date": game.started.map(print_moment),
        "rules": game.rules.preset,
        "status": row.scored.status().word(),
        "sides": sides(&game.players),
        "current": row.current,
        "hands": tally.hands.len(),
        "game_score": tally.game_score,
        "net": tally.net(),
        "winner": row.scored.winner(),
    })
}

/// One hand of the sheet, as it stands in `hands`. `at` counts from 0.
#[must_use]
pub(crate) fn hand(game: &ScoredGame, at: usize) -> Value {
    let (Some(entered), Some(logged)) = (game.tally.hands.get(at), game.game.hands.get(at)) else { return Value::Null };
    let EnteredHand { priced, columns, .. } = entered;
    let reasons: Vec<String> = entered.refusals().iter().map(ToString::to_string).collect();
    let logged = logged.logged();
    let told: &[LoggedResult] = if let Played::Results(results) = &logged.played { results } else { &[] };
    let results = priced.awards.iter().enumerate();
    let results: Vec<Value> = results.map(|(pair, award)| result(award, told.get(pair), &game.game.players)).collect();
    json!({
        "number": at + 1,
        "outcome": priced.outcome().word(),
        "knocker": priced.knocker(),
        "winner": priced.winner,
        "points": priced.points,
        "boxes": priced.boxes,
        "columns": columns,
        "results": results,
        "upcard": logged.upcard.map(Card::code),
        "note": logged.note.as_ref().map(|note| note.as_str()),
        "at": logged.at.map(print_moment),
        "counted": entered.is_counted(),
        "refused": (!reasons.is_empty()).then_some(reasons),
        "entry": print_entry(logged, &game.game.players),
    })
}

/// The sides of a game, each with its players.
#[must_use]
pub(crate) fn sides(players: &Players) -> Value {
    let side = |side| json!({ "name": players.side_name(side), "players": players.of(side) });
    json!(Side::BOTH.map(side))
}

/// Rules as `ginpad/rules/1` has them.
#[must_use]
pub(crate) fn rules(name: &str, rules: &Rules) -> Value {
    json!({ "schema": "ginpad/rules/1", "name": name, "knobs": knobs(rules) })
}

/// Every knob by name; null where the format has no such knob.
#[must_use]
pub(crate) fn knobs(rules: &Rules) -> Value {
    Knob::ALL.iter().map(|knob| (knob.name().to_string(), json!(rules.value(*knob)))).collect()
}

fn named_knobs(name: &str, rules: &Rules) -> Value {
    let mut named = json!({ "name": name });
    if let (Some(named), Value::Object(mut knobs)) = (named.as_object_mut(), knobs(rules)) {
        named.append(&mut knobs);
    }
    named
}

fn result(award: &Award, told: Option<&LoggedResult>, players: &Players) -> Value {
    let cards = told.and_then(LoggedResult::cards);
    json!({
        "outcome": award.outcome.word(),
        "player": award.by.map(|seat| players.name(seat)),
        "side": award.by.map(|seat| seat.side),
        "winner": award.winner,
        "points": award.points(),
        "boxes": award.boxes(),
        "deadwood": award.deadwood,
        "cards": cards.map(|cards| Side::BOTH.map(|side| cards[side].map(codes))),
    })
}

/// Cards as documents have them.
pub(super) fn codes(cards: impl IntoIterator<Item = Card>) -> Vec<String> {
    cards.into_iter().map(Card::code).collect()
}

fn column(at: usize, column: &Column, rules: &Rules) -> Value {
    json!({
        "label": format!("Game {}", at + 1),
        "multiplier": column.multiplier,
        "status": if column.is_open() { "open" } else { "finished" },
        "points": column.points,
        "hands_won": column.hands_won,
        "boxes": column.boxes,
        "needs": column.needs(rules),
        "finisher": column.close.as_ref().map(|close| close.finisher),
        "shutout": column.close.as_ref().is_some_and(|close| close.shutout),
        "settlement": column.close.as_ref().map(|Close { settlement, .. }| self::settlement(settlement)),
    })
}

fn settlement(settlement: &Settlement) -> Value {
    let Settlement { hand_points, shutout, game_bonus, line_bonus } = settlement;
    let totals: BySide<_> = settlement.totals();
    json!({
        "hand_points": hand_points,
        "shutout": shutout,
        "game_bonus": game_bonus,
        "line_bonus": line_bonus,
        "totals": totals,
        "net": settlement.net(),
    })
}

/// What cards are good for: `ginpad/deadwood/1`.
#[must_use]
pub(crate) fn deadwood(judged: &HandAnalysis) -> Value {
    let HandAnalysis { cards, terms, verdict, discards, outs } = judged;
    let (stands, limit) = (&verdict.stands, terms.limit());
    json!({
        "schema": "ginpad/deadwood/1",
        "cards": codes(cards.iter().copied()),
        "deadwood": stands.deadwood,
        "melds": stands.melds().map(|meld| codes(meld.iter())).collect::<Vec<_>>(),
        "unmatched": codes(stands.unmatched),
        "discard": verdict.discard.map(Card::code),
        "discards": verdict.discard.map(|_| codes(*discards)),
        "gin": verdict.is_gin(),
        "big_gin": verdict.is_big_gin(),
        "knock": { "limit": limit.map(|limit| limit.deadwood), "allowed": verdict.may_end() },
        "outs": outs.map(|outs| json!({
            "unseen": outs.unseen.len(),
            "gin": codes(outs.gin),
            "gin_count": outs.gin.len(),
            "knock": limit.map(|_| codes(outs.knock)),
            "knock_count": limit.map(|_| outs.knock.len()),
        })),
    })
}

/// Both hands after a knock: `ginpad/layoff/1`.
#[must_use]
pub(crate) fn layoff(settled: &Settled) -> Value {
    let Settled { showdown: Showdown { knocker, defender, laid_off, .. }, award } = settled;
    let melds = |hand: &LaidOut| hand.melds.iter().map(|meld| codes(meld.iter().copied())).collect::<Vec<_>>();
    let unmatched = |hand: &LaidOut| codes(hand.unmatched.iter().copied());
    let laid_off: Vec<Value> =
        laid_off.iter().map(|(card, onto)| json!({ "card": card.code(), "onto": onto })).collect();
    json!({
        "schema": "ginpad/layoff/1",
        "knocker": { "deadwood": knocker.deadwood, "melds": melds(knocker), "unmatched": unmatched(knocker) },
        "defender": {
            "deadwood": defender.deadwood, "melds": melds(defender), "laid_off": laid_off,
            "unmatched": unmatched(defender),
        },
        "outcome": award.outcome.word(),
        "winner": settled.winner().map(Role::word),
        "points": award.points(),
        "boxes": award.boxes(),
    })
}

/// A document as it is printed.
#[must_use]
pub(crate) fn print(document: &Value) -> String {
    // A value always has a text.
    format!("{document:#}")
}
