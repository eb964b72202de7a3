//! The records of a book.

use ginpad_core::players::Name;
use ginpad_core::points::Points;
use ginpad_core::reports::{Anniversary, GamePlace, Record};
use ginpad_core::side::{BySide, Side};
use serde::Serialize;

use crate::render::RecordsShown;
use crate::render::reports::day;

/// The records of a book.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/records/1")]
pub(crate) struct RecordsView<'a> {
    records: Vec<RecordView<'a>>,
    on_this_day: Vec<AnniversaryView>,
    undated: usize,
}

#[derive(Serialize)]
struct RecordView<'a> {
    record: &'static str,
    value: i64,
    unit: &'static str,
    players: &'a [Name],
    against: &'a [Name],
    shared: bool,
    game: i64,
    hand: Option<usize>,
    date: Option<String>,
    began: Option<BeganView>,
    equaled: usize,
}

/// The first game of a streak or of a pair.
#[derive(Serialize)]
struct BeganView {
    game: i64,
    date: Option<String>,
}

/// A game of this day in another year.
#[derive(Serialize)]
pub(super) struct AnniversaryView {
    game: i64,
    date: Option<String>,
    sides: BySide<Vec<String>>,
    finished: bool,
    winner: Option<Side>,
    net: Option<Points>,
}

fn record(record: &Record) -> RecordView<'_> {
    let GamePlace { number, started, .. } = record.game;
    RecordView {
        record: record.kind.word(),
        value: record.value,
        unit: record.kind.unit().word(),
        players: &record.holders,
        against: &record.against,
        shared: record.kind.is_shared(),
        game: number,
        hand: record.hand.map(|hand| hand + 1),
        date: started.map(day),
        began: record.began.map(|began| BeganView { game: began.number, date: began.started.map(day) }),
        equaled: record.equaled,
    }
}

/// Games of this day in other years.
pub(super) fn anniversaries(games: &[Anniversary]) -> Vec<AnniversaryView> {
    let view = |game: &Anniversary| AnniversaryView {
        game: game.game.number,
        date: game.game.started.map(day),
        sides: game.sides.as_ref().map(|side| side.iter().map(Name::to_string).collect()),
        finished: game.finished.is_some(),
        winner: game.finished.and_then(|finished| finished.winner),
        net: game.finished.map(|finished| finished.net),
    };
    games.iter().map(view).collect()
}

/// The records of a book: `ginpad/records/1`.
pub(crate) fn records<'a>(shown: &RecordsShown<'a>) -> RecordsView<'a> {
    RecordsView {
        records: shown.records.iter().map(|one| record(one)).collect(),
        on_this_day: anniversaries(shown.on_this_day),
        undated: shown.undated,
    }
}
