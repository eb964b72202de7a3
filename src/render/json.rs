//! The JSON documents of `docs/json.md`, field for field: the score sheet and its hands, `ginpad/score/1`; and the
//! records for programs that are made of their fields.
//!
//! Fields are named in the order in which they are printed. A field that does not apply is `null`.

use ginpad_core::cards::Cards;
use ginpad_core::notation::{print_adjustment, print_entry, print_moment};
use ginpad_core::reports::money::{GameMoney, Payment, StakeKind};
use ginpad_core::{
    Adjustment, Award, BySide, Close, Column, EntryAt, LoggedResult, Nets, Points, Rules, ScoredGame, Settlement,
    TableRules,
};
use serde::Serialize;
use serde_json::{Value, json};

use super::{Place, PlacedGame, phrases};
use crate::answer::{Cell, cells};

/// A document on one line.
pub(crate) fn print_line(document: &impl Serialize) -> String {
    serde_json::to_string(document).expect("a view has fields with names, text and numbers") + "\n"
}

/// The score sheet of a game.
pub(crate) fn score(game: &ScoredGame, Place { number, imported }: Place) -> Value {
    let ScoredGame { game: facts, tally } = game;
    let rules = &facts.rules.rules;
    json!({
        "schema": "ginpad/score/1",
        "number": number,
        "title": facts.title.as_ref().map(|title| title.as_str()),
        "event": facts.event.as_ref().map(|event| event.as_str()),
        "date": facts.started.map(print_moment),
        "status": game.status().to_string(),
        "rules": named(&facts.rules),
        "sides": facts.players,
        "dealer": game.dealer_name(),
        "stake": facts.stakes.point().map(|amount| amount.to_string()),
        "stake_game": facts.stakes.game().map(|amount| amount.to_string()),
        "stake_line": facts.stakes.line().map(|amount| amount.to_string()),
        "imported": imported,
        "totals": facts.totals.map(|totals| totals.points),
        "money": game_money(game),
        "odds": null,
        "hands": (0..tally.hands.len()).filter_map(|at| hand(game, at)).collect::<Vec<_>>(),
        "adjustments": adjustments(game),
        "columns": tally.columns.iter().enumerate().map(|(at, one)| column(at, one, rules)).collect::<Vec<_>>(),
        "game_score": tally.game_score,
        "net": Nets(tally.nets()),
        "winner": game.winner(),
    })
}

/// A hand or an adjustment with the number of its game, as `log` answers it; `None` if the game has no such entry.
pub(crate) fn logged_entry(game: &ScoredGame, at: EntryAt, number: i64) -> Option<Value> {
    let mut document = match at {
        EntryAt::Hand(at) => hand(game, at)?,
        EntryAt::Adjustment(at) => adjustment(game, at)?,
    };
    document["game"] = number.into();
    if let EntryAt::Hand(_) = at {
        let ends = game.tally.ending.is_some_and(|ending| ending.by == at);
        document["money"] = if ends { json!(game_money(game)) } else { Value::Null };
    }
    Some(document)
}

/// The name of rules and their knobs, side by side.
fn named(rules: &TableRules) -> Value {
    let Value::Object(knobs) = json!(rules.rules) else { return Value::Null };
    std::iter::once(("name".to_string(), json!(rules.preset))).chain(knobs).collect()
}

/// The money of a finished game; `None` if the game has no stake or is not over.
fn game_money(scored: &ScoredGame) -> Option<Value> {
    let money = GameMoney::of(scored)?;
    let players = &scored.game.players;
    let of = |kind| money.of_kind(kind, players).map(Nets);
    Some(json!({
        "currency": money.currency.code(),
        "points": of(StakeKind::Point),
        "game": of(StakeKind::Game),
        "lines": of(StakeKind::Line),
        "won": money.won(players),
        "payments": money.payments(players),
    }))
}

pub(super) fn hand(game: &ScoredGame, at: usize) -> Option<Value> {
    let (entered, logged) = (game.tally.hands.get(at)?, game.game.hands.get(at)?.logged());
    let priced = &entered.priced;
    let sides = game.game.players.sides();
    let reasons: Vec<String> = entered.refusals().iter().map(ToString::to_string).collect();
    let result = |(pair, award): (usize, &Award)| {
        json!({
            "outcome": award.outcome.word(),
            "player": award.by.map(|seat| game.game.players.name(seat)),
            "side": award.by.map(|seat| seat.side),
            "winner": award.winner,
            "points": award.points(),
            "boxes": award.boxes(),
            "deadwood": award.deadwood.map(|_| BySide::from_fn(sides, |side| award.deadwood_of(side))),
            "cards": logged.results().get(pair).and_then(|written| cards(written, award, sides)),
        })
    };
    let mut document = json!({
        "number": at + 1,
        "outcome": priced.outcome_word(),
        "knocker": priced.knocker(),
        "winner": priced.winner,
        "points": priced.points,
        "boxes": priced.boxes,
        "columns": entered.columns(),
        "results": priced.awards.iter().enumerate().map(result).collect::<Vec<_>>(),
        "upcard": logged.upcard,
        "note": logged.note.as_ref().map(|note| note.as_str()),
        "at": logged.at.map(print_moment),
        "counted": entered.is_counted(),
        "refused": Some(reasons).filter(|reasons| !reasons.is_empty()),
        "entry": print_entry(logged, &game.game.players),
    });
    if game.game.players.has_several_sides() {
        let scored = |side| priced.win_of(side).map_or(Points::ZERO, |win| win.points);
        document["scored"] = json!(BySide::from_fn(sides, scored));
    }
    Some(document)
}

/// The cards of each side; `None` if no cards were logged.
fn cards(written: &LoggedResult, award: &Award, sides: usize) -> Option<BySide<Option<Cards>>> {
    let (own, other) = written.cards()?;
    let mut cards = BySide::only(sides, award.by?.side, own);
    if let Some(against) = award.against {
        cards[against] = other;
    }
    Some(cards)
}

/// Whether the loser of a column was shut out; with more than two sides, whether each was.
fn shutout(column: &Column) -> Value {
    let shut_out = column.close.as_ref().map_or_else(|| column.points.map(|_| false), |close| close.shut_out);
    if shut_out.is_by_pairs() { json!(shut_out) } else { json!(shut_out.iter().any(|is_shut_out| *is_shut_out)) }
}

/// The spots, which have no number, and the adjustments.
pub(super) fn adjustments(game: &ScoredGame) -> Vec<Value> {
    let ScoredGame { game: facts, tally } = game;
    let all: Vec<usize> = (0..tally.columns.len()).collect();
    let spots = facts.spots.order().filter(|side| facts.spots[*side] != Points::ZERO && facts.totals.is_none());
    let spot = |side| json!({ "number": null, "after": 0, "side": side, "points": facts.spots[side], "columns": all, "note": null });
    spots.map(spot).chain((0..tally.adjustments.len()).filter_map(|at| adjustment(game, at))).collect()
}

/// Adjustment `at` (from 0); `None` if the game has no such adjustment.
pub(crate) fn adjustment(game: &ScoredGame, at: usize) -> Option<Value> {
    let entered = game.tally.adjustments.get(at)?;
    let Adjustment { after, side, points, note, .. } = &entered.adjustment;
    Some(json!({
        "number": at + 1,
        "after": after,
        "side": side,
        "points": points,
        "columns": entered.columns(),
        "note": note.as_ref().map(|note| note.as_str()),
        "entry": print_adjustment(&entered.adjustment, &game.game.players),
    }))
}

fn column(at: usize, column: &Column, rules: &Rules) -> Value {
    let settled = |settlement: &Settlement| {
        let mut document = json!(settlement);
        document["totals"] = json!(settlement.totals());
        document["net"] = json!(Nets(settlement.nets()));
        document
    };
    json!({
        "label": format!("Game {}", at + 1),
        "multiplier": column.multiplier,
        "status": column.status_word(),
        "points": column.points,
        "hands_won": column.hands_won,
        "boxes": column.boxes,
        "needs": column.needs(rules),
        "finisher": column.finisher(),
        "shutout": shutout(column),
        "settlement": column.settlement.as_ref().map(settled),
    })
}

type Record = Vec<Cell>;

/// The records of a score sheet. The docs of the module `render` name every field.
pub(crate) fn sheet_records(placed: &PlacedGame) -> Vec<Record> {
    let game = &placed.scored;
    let sheet = score(game, placed.place);
    let rules = Cell::Text(game.game.rules.to_string());
    let imported = Cell::text(placed.place.imported.then_some(phrases::IMPORTED));
    let first = [cells(&sheet, "number title"), vec![rules], cells(&sheet, "date status dealer")];
    let mut records = vec![record("game", first.concat(), [side_name(game, &sheet["winner"]), imported])];
    for side in game.game.players.order() {
        let players = game.game.players.of(side).iter().map(Cell::name);
        let name = Cell::Name(game.game.players.side_name(side));
        records.push(record("side", vec![Cell::count(side.index() + 1), name], players));
    }
    records.extend((0..game.tally.hands.len()).map(|at| hand_record(game, at)));
    records.extend(adjustment_records(game));
    let sides = game.game.players.sides();
    for (column, at) in sheet["columns"].as_array().into_iter().flatten().zip(1..) {
        let fields = cells(column, "multiplier status points hands_won boxes");
        let is_over = column["needs"].is_null();
        let needs = if is_over { vec![Cell::Empty; sides] } else { cells(column, "needs") };
        let is_shutout = game.tally.columns[at as usize - 1].close.as_ref().is_some_and(Close::is_shutout);
        let shutout = Cell::text(is_shutout.then_some("shutout"));
        let fields = [vec![Cell::Count(at)], fields, needs].concat();
        records.push(record("column", fields, [side_name(game, &column["finisher"]), shutout]));
        let settlement = &column["settlement"];
        if !settlement.is_null() {
            let fields = cells(settlement, "hand_points shutout game_bonus line_bonus totals net");
            records.push(record("settlement", vec![Cell::Count(at)], fields));
        }
    }
    records.push(record("score", cells(&sheet, "game_score net"), [side_name(game, &sheet["winner"])]));
    let payments = GameMoney::of(game).into_iter().flat_map(|money| money.payments(&game.game.players));
    for Payment { from, to, money } in payments {
        let sum = [Cell::Number(money.number()), Cell::Text(money.currency.code().into())];
        records.push(record("money", [from, to].map(|name| Cell::name(&name)).into(), sum));
    }
    records
}

fn record(kind: &str, fields: Record, more: impl IntoIterator<Item = Cell>) -> Record {
    std::iter::once(Cell::Text(kind.into())).chain(fields).chain(more).collect()
}

/// The name of a side that a document gives by its number.
pub(crate) fn side_name(game: &ScoredGame, side: &Value) -> Cell {
    let side = game.game.players.order().find(|own| side.as_u64() == Some(own.index() as u64));
    side.map_or(Cell::Empty, |side| Cell::Name(game.game.players.side_name(side)))
}

/// The records of the adjustments, spots included: number, the hand before, side, points, columns and note.
pub(crate) fn adjustment_records(game: &ScoredGame) -> Vec<Record> {
    let adjustments = adjustments(game);
    let one = |adjustment: &Value| {
        let columns = adjustment["columns"].as_array().into_iter().flatten().filter_map(Value::as_u64);
        let columns = Cell::list(columns.map(|column| column + 1));
        let side = side_name(game, &adjustment["side"]);
        let fields = [cells(adjustment, "number after"), vec![side], cells(adjustment, "points")].concat();
        record("adjustment", fields, [columns].into_iter().chain(cells(adjustment, "note")))
    };
    adjustments.iter().map(one).collect()
}

/// The record of a hand; empty if the game has no such hand.
pub(crate) fn hand_record(game: &ScoredGame, at: usize) -> Record {
    let (Some(hand), Some(entered)) = (hand(game, at), game.tally.hands.get(at)) else { return Vec::new() };
    let columns = Cell::list(entered.columns().iter().map(|column| column + 1));
    let fields = [cells(&hand, "number outcome"), vec![side_name(game, &hand["winner"])], cells(&hand, "points boxes")];
    let columns = [columns, Cell::Text(entered.standing.to_string())];
    let scored = if hand["scored"].is_null() { Vec::new() } else { cells(&hand, "scored") };
    record("hand", fields.concat(), columns.into_iter().chain(cells(&hand, "entry")).chain(scored))
}
