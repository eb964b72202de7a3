//! The records of a book, and its games on this day in other years.

use ginpad_core::Side;
use ginpad_core::reports::{Anniversary, Record, RecordKind, Records, day_text, game_called, joined};
use ginpad_core::text::{and_list, count, times};

use crate::answer::{Block, Cell, Report, Table};

impl Report for Records {
    fn blocks(&self) -> Vec<Block<'_>> {
        let table = Table::of("Records", &self.records)
            .kind("record")
            .fields("record value unit")
            .programs("players", |record| Cell::Name(joined(&record.holders)))
            .programs("against", |record| Cell::Name(joined(&record.against)))
            .people("record", |record| Cell::Text(record.kind.name().into()))
            .people("value", |record| Cell::Text(value(record)))
            .people("who", |record| Cell::Name(who(record)))
            .programs("game", |record| Cell::Count(record.game.number))
            .programs("hand", |record| record.hand.map_or(Cell::Empty, |hand| Cell::count(hand + 1)))
            .column("date", "date", |record| Cell::day(record.game.started))
            .programs("first_game", |record| record.began.map_or(Cell::Empty, |began| Cell::Count(began.number)))
            .programs("first_date", |record| Cell::day(record.began.and_then(|began| began.started)))
            .programs("shared", |record| Cell::text(record.kind.is_shared().then_some("shared")))
            .programs("equaled", |record| Cell::count(record.equaled));
        std::iter::once(Block::Table(table.table)).chain(on_this_day(&self.this_day)).collect()
    }
}

/// The value of a record with its unit.
fn value(record: &Record) -> String {
    count(usize::try_from(record.value).unwrap_or(0), record.kind.noun())
}

/// The holder of a record, the opponent, and other facts.
fn who(record: &Record) -> String {
    let (holders, against) = (joined(&record.holders), joined(&record.against));
    let between = if record.kind.is_shared() { "and" } else { "against" };
    let who = if against.is_empty() { holders } else { format!("{holders} {between} {against}") };
    format!("{who} ({})", notes(record).join("; "))
}

/// The game and hand of a record, its start, and how often it was equaled.
fn notes(record: &Record) -> Vec<String> {
    let began = record.began.filter(|began| began.id != record.game.id);
    let began = began.map(|began| match (record.kind, began.started) {
        (RecordKind::LongestStreak, _) | (_, None) => format!("from {}", game_called(began.number)),
        (_, Some(started)) => format!("since {}", day_text(started)),
    });
    let equaled = (record.equaled > 0).then(|| format!("equaled {}", times(record.equaled)));
    let hand = record.hand.map(|hand| format!(", hand {}", hand + 1)).unwrap_or_default();
    let game = game_called(record.game.number) + &hand;
    std::iter::once(game).chain(began).chain(equaled).collect()
}

/// The games on this day in other years: a sentence and a record each.
pub(super) fn on_this_day(games: &[Anniversary]) -> impl Iterator<Item = Block<'_>> {
    let record = |game: &Anniversary| {
        let side = |side: Side| Cell::Name(joined(&game.sides[side]));
        vec![
            Cell::Count(game.game.number),
            Cell::day(game.game.started),
            side(Side::First),
            Cell::Name(others(game, Side::First)),
            game.winner.map_or(Cell::Empty, side),
            game.net.map_or(Cell::Empty, |net| Cell::Count(net.0[Side::First].0)),
        ]
    };
    let records = Block::records("on-this-day", games.iter().map(record));
    games.iter().map(|game| Block::words(anniversary(game))).chain([records])
}

/// The sides that oppose `own`.
fn others(game: &Anniversary, own: Side) -> String {
    let others = game.sides.order().filter(|side| *side != own);
    and_list(others.map(|side| joined(&game.sides[side])))
}

fn anniversary(game: &Anniversary) -> String {
    let (date, number) = (game.game.started.map(day_text).unwrap_or_default(), game.game.number);
    let (first, second) = (joined(&game.sides[Side::First]), others(game, Side::First));
    let what = match (game.winner, game.net) {
        (Some(winner), Some(net)) => {
            let (won, lost) = (joined(&game.sides[winner]), others(game, winner));
            format!("{won} won game {number} against {lost}, net {}", net.0[winner])
        }
        (_, Some(_)) => format!("{first} and {second} tied game {number}"),
        (_, None) => format!("{first} and {second} did not finish game {number}"),
    };
    format!("on this day: {date}, {what}")
}
