//! The score sheet for programs: one record a line.

use crate::answer::table::Cell;
use crate::render::{PlacedGame, phrases};
use ginpad_core::game::ScoredGame;
use ginpad_core::notation::{print_entry, print_moment};
use ginpad_core::points::Points;
use ginpad_core::reports::money::{GameMoney, Transfer};
use ginpad_core::sheet::Standing;
use ginpad_core::side::{BySide, Side};

type Record = Vec<Cell>;

/// The records of a score sheet. The page of the module `render` names every field.
pub(crate) fn sheet_records(placed: &PlacedGame) -> Vec<Record> {
    let game = &placed.scored;
    let mut records = vec![game_record(placed)];
    for side in Side::BOTH {
        let players = game.game.players.of(side).iter().map(|name| Cell::Text(name.to_string()));
        let named = [text("side"), Cell::count(side.index() + 1), side_name(game, Some(side))];
        records.push(named.into_iter().chain(players).collect());
    }
    records.extend((0..game.tally.hands.len()).map(|at| hand_record(game, at)));
    for at in 0..game.tally.columns.len() {
        records.push(column_record(game, at));
        records.extend(settlement_record(game, at));
    }
    let score = [vec![text("score")], both(game.tally.game_score), vec![points(game.tally.net())]].concat();
    records.push(score.into_iter().chain([side_name(game, game.winner())]).collect());
    records.extend(money_records(game));
    records
}

fn text(text: &str) -> Cell {
    Cell::Text(text.into())
}

fn points(points: Points) -> Cell {
    Cell::Count(points.0)
}

fn both(both: BySide<Points>) -> Record {
    both.map(points).iter().cloned().collect()
}

fn side_name(game: &ScoredGame, side: Option<Side>) -> Cell {
    Cell::text(side.map(|side| game.game.players.side_name(side)))
}

fn game_record(placed: &PlacedGame) -> Record {
    let PlacedGame { scored: game, place, .. } = placed;
    let facts = &game.game;
    vec![
        text("game"),
        place.number.map_or(Cell::Empty, Cell::Count),
        Cell::text(facts.title.as_ref().map(|title| title.as_str())),
        Cell::Text(facts.rules.to_string()),
        Cell::text(facts.started.map(print_moment)),
        text(game.status().word()),
        side_name(game, game.dealer()),
        side_name(game, game.winner()),
        Cell::text(place.imported.then_some(phrases::IMPORTED)),
    ]
}

/// The record of a hand; empty if the game has no such hand.
pub(crate) fn hand_record(game: &ScoredGame, at: usize) -> Record {
    let Some(hand) = game.tally.hands.get(at) else { return Vec::new() };
    let columns: Vec<String> = hand.columns.iter().map(|column| (column + 1).to_string()).collect();
    vec![
        text("hand"),
        Cell::count(at + 1),
        text(hand.priced.outcome().word()),
        side_name(game, hand.priced.winner),
        points(hand.priced.points),
        Cell::Count(hand.priced.boxes.0),
        Cell::Text(columns.join(",")),
        text(match hand.standing {
            Standing::Counted => "counted",
            Standing::BeyondTheEnd => "beyond",
            Standing::Refused(_) => "refused",
        }),
        Cell::text(game.game.hands.get(at).map(|hand| print_entry(hand.logged(), &game.game.players))),
    ]
}

fn column_record(game: &ScoredGame, at: usize) -> Record {
    let column = &game.tally.columns[at];
    let close = column.close.as_ref();
    let needs = column.needs(phrases::rules(game)).map_or_else(|| vec![Cell::Empty; 2], both);
    [
        vec![text("column"), Cell::count(at + 1), Cell::Count(column.multiplier)],
        vec![text(if column.is_open() { "open" } else { "finished" })],
        both(column.points),
        column.hands_won.iter().map(|won| Cell::count(*won)).collect(),
        column.boxes.iter().map(|boxes| Cell::Count(boxes.0)).collect(),
        needs,
        vec![
            side_name(game, close.map(|close| close.finisher)),
            Cell::text(close.filter(|close| close.shutout).map(|_| "shutout")),
        ],
    ]
    .concat()
}

fn settlement_record(game: &ScoredGame, at: usize) -> Option<Record> {
    let settlement = &game.tally.columns[at].close.as_ref()?.settlement;
    let steps = [settlement.hand_points, settlement.shutout, settlement.game_bonus, settlement.line_bonus];
    let steps = steps.into_iter().chain([settlement.totals()]).flat_map(both);
    Some([text("settlement"), Cell::count(at + 1)].into_iter().chain(steps).chain([points(settlement.net())]).collect())
}

/// Who pays whom after a finished game with a stake.
fn money_records(game: &ScoredGame) -> impl Iterator<Item = Record> {
    GameMoney::of(game).into_iter().flat_map(|money| {
        let transfers = money.transfers(&game.game.players).into_iter();
        transfers.map(move |Transfer { from, to, minor }| {
            let [from, to] = [from, to].map(|name| Cell::Text(name.to_string()));
            vec![text("money"), from, to, Cell::Number(money.money(minor).number()), text(money.currency.code())]
        })
    })
}
