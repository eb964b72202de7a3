//! The score sheet for programs: one record a line, tab-separated.

use crate::render::{Place, phrases};
use ginpad_core::game::ScoredGame;
use ginpad_core::notation::{print_entry, print_moment};
use ginpad_core::points::Points;
use ginpad_core::reports::money::{GameMoney, Transfer};
use ginpad_core::sheet::Standing;
use ginpad_core::side::{BySide, Side};

/// The score sheet as tab-separated records. The page of the module `render` names every field.
pub(crate) fn sheet_plain(game: &ScoredGame, place: impl Into<Place>) -> String {
    let mut records = vec![game_record(game, place.into())];
    for side in Side::BOTH {
        let players = game.game.players.of(side).iter().map(ToString::to_string);
        let side = ["side".into(), (side.index() + 1).to_string(), game.game.players.side_name(side)];
        records.push(side.into_iter().chain(players).collect());
    }
    records.extend((0..game.tally.hands.len()).map(|at| hand_record(game, at)));
    for at in 0..game.tally.columns.len() {
        records.push(column_record(game, at));
        records.extend(settlement_record(game, at));
    }
    let score = game.tally.game_score;
    let mut record = vec!["score".to_string()];
    record.extend(both(score));
    record.extend([game.tally.net().to_string(), side_name(game, game.winner())]);
    records.push(record);
    records.extend(money_records(game));
    records.iter().map(|record| record.join("\t") + "\n").collect()
}

fn game_record(game: &ScoredGame, place: Place) -> Vec<String> {
    let facts = &game.game;
    vec![
        "game".into(),
        place.number.map(|number| number.to_string()).unwrap_or_default(),
        facts.title.as_ref().map(|title| title.as_str().to_string()).unwrap_or_default(),
        facts.rules.to_string(),
        facts.started.map(print_moment).unwrap_or_default(),
        game.status().word().into(),
        side_name(game, game.dealer()),
        side_name(game, game.winner()),
        if place.imported { phrases::IMPORTED.into() } else { String::new() },
    ]
}

/// The fields of the record of a hand; none if the game has no such hand.
pub(crate) fn hand_record(game: &ScoredGame, at: usize) -> Vec<String> {
    let Some(hand) = game.tally.hands.get(at) else { return Vec::new() };
    let columns: Vec<String> = hand.columns.iter().map(|column| (column + 1).to_string()).collect();
    vec![
        "hand".into(),
        (at + 1).to_string(),
        hand.priced.outcome().word().into(),
        side_name(game, hand.priced.winner),
        hand.priced.points.to_string(),
        hand.priced.boxes.to_string(),
        columns.join(","),
        match hand.standing {
            Standing::Counted => "counted",
            Standing::BeyondTheEnd => "beyond",
            Standing::Refused(_) => "refused",
        }
        .into(),
        game.game.hands.get(at).map(|hand| print_entry(hand.logged(), &game.game.players)).unwrap_or_default(),
    ]
}

fn column_record(game: &ScoredGame, at: usize) -> Vec<String> {
    let column = &game.tally.columns[at];
    let needs = column.needs(phrases::rules(game));
    let status = if column.is_open() { "open" } else { "finished" };
    let mut record = vec!["column".into(), (at + 1).to_string(), column.multiplier.to_string(), status.into()];
    record.extend(both(column.points));
    record.extend(column.hands_won.iter().map(ToString::to_string));
    record.extend(column.boxes.iter().map(ToString::to_string));
    record.extend(needs.map_or_else(|| vec![String::new(); 2], |needs| both(needs).collect()));
    let close = column.close.as_ref();
    record.push(side_name(game, close.map(|close| close.finisher)));
    record.push(close.filter(|close| close.shutout).map_or("", |_| "shutout").into());
    record
}

fn settlement_record(game: &ScoredGame, at: usize) -> Option<Vec<String>> {
    let settlement = &game.tally.columns[at].close.as_ref()?.settlement;
    let mut record = vec!["settlement".into(), (at + 1).to_string()];
    let steps = [settlement.hand_points, settlement.shutout, settlement.game_bonus, settlement.line_bonus];
    for step in steps.into_iter().chain([settlement.totals()]) {
        record.extend(both(step));
    }
    record.push(settlement.net().to_string());
    Some(record)
}

/// Who pays whom after a finished game with a stake.
fn money_records(game: &ScoredGame) -> impl Iterator<Item = Vec<String>> {
    GameMoney::of(game).into_iter().flat_map(|money| {
        let transfers = money.transfers(&game.game.players).into_iter();
        transfers.map(move |Transfer { from, to, minor }| {
            let code = money.currency.code().to_string();
            vec!["money".into(), from.to_string(), to.to_string(), money.money(minor).number(), code]
        })
    })
}

fn both(points: BySide<Points>) -> impl Iterator<Item = String> {
    Side::BOTH.into_iter().map(move |side| points[side].to_string())
}

fn side_name(game: &ScoredGame, side: Option<Side>) -> String {
    side.map(|side| game.game.players.side_name(side)).unwrap_or_default()
}

#[cfg(test)]
mod tests;
