//! The score sheet for programs: one record per line, made of the fields of its document.

use crate::answer::table::{Cell, cells};
use crate::render::{PlacedGame, json, phrases};
use ginpad_core::game::ScoredGame;
use ginpad_core::reports::money::{GameMoney, Payment};
use ginpad_core::sheet::Close;
use serde_json::Value;

type Record = Vec<Cell>;

/// The records of a score sheet. The docs of the module `render` name every field.
pub(crate) fn sheet_records(placed: &PlacedGame) -> Vec<Record> {
    let game = &placed.scored;
    let sheet = json::score(game, placed.place);
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
    for adjustment in sheet["adjustments"].as_array().into_iter().flatten() {
        let columns = adjustment["columns"].as_array().into_iter().flatten().filter_map(Value::as_u64);
        let columns = Cell::list(columns.map(|column| column + 1));
        let side = side_name(game, &adjustment["side"]);
        let fields = [cells(adjustment, "number after"), vec![side], cells(adjustment, "points")].concat();
        records.push(record("adjustment", fields, [columns].into_iter().chain(cells(adjustment, "note"))));
    }
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

/// The record of a hand; empty if the game has no such hand.
pub(crate) fn hand_record(game: &ScoredGame, at: usize) -> Record {
    let (Some(hand), Some(entered)) = (json::hand(game, at), game.tally.hands.get(at)) else { return Vec::new() };
    let columns = Cell::list(entered.columns().iter().map(|column| column + 1));
    let fields = [cells(&hand, "number outcome"), vec![side_name(game, &hand["winner"])], cells(&hand, "points boxes")];
    let columns = [columns, Cell::Text(entered.standing.to_string())];
    let scored = if hand["scored"].is_null() { Vec::new() } else { cells(&hand, "scored") };
    record("hand", fields.concat(), columns.into_iter().chain(cells(&hand, "entry")).chain(scored))
}
