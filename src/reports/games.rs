//! The games of a book: `ginpad/games/1`.

use ginpad_core::game::ScoredGame;
use ginpad_core::notation::print_moment;
use ginpad_core::side::Side;
use ginpad_core::text::printable;
use serde_json::json;

use super::long::LongReport;
use crate::answer::table::{Cell, Column, day};
use crate::disk::NotKept;
use crate::render::phrases::IMPORTED;
use crate::render::standing;

/// A list of games, oldest first.
pub(crate) fn list() -> LongReport {
    let people = ["#", "date", "game", "hands", "score"].into_iter().zip([0, 1, 0, 2, 0]);
    let programs = "number title date rules status side_1 side_2 hands score_1 score_2 winner current imported";
    let people = people.map(|(heading, rank)| Column::people(heading).rank(rank));
    let columns = people.chain(programs.split(' ').map(Column::programs)).collect();
    LongReport::new("Games", ["ginpad/games/1", "games"], columns)
}

/// A game, and where it is in the book.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Listed<'a> {
    /// Its number.
    pub number: i64,
    /// The game.
    pub scored: &'a ScoredGame,
    /// Whether it is the current one.
    pub current: bool,
    /// Whether the book has it from a file.
    pub imported: bool,
}

/// Adds a game to the list.
///
/// # Errors
/// There is no room for it.
pub(crate) fn add(list: &mut LongReport, listed: Listed<'_>) -> Result<(), NotKept> {
    let Listed { number, scored, current, imported } = listed;
    let ScoredGame { game, tally } = scored;
    let names = Side::BOTH.map(|side| game.players.side_name(side));
    let title = game.title.as_ref().map(|title| title.as_str());
    let date = game.started.map(print_moment);
    let document = json!({
        "number": number,
        "title": title,
        "date": date,
        "rules": game.rules.preset,
        "status": scored.status().word(),
        "sides": Side::BOTH.map(|side| json!({ "name": names[side.index()], "players": game.players.of(side) })),
        "current": current,
        "imported": imported,
        "hands": tally.hands.len(),
        "game_score": tally.game_score,
        "net": tally.net(),
        "winner": scored.winner(),
    });
    let mark = if current { "*" } else { "" };
    let sides = names.each_ref().map(|name| printable(name)).join(" – ");
    let titled = title.map(|title| format!(" ({})", printable(title))).unwrap_or_default();
    // Its hands may be known before the first one is played.
    let hands = if game.totals.is_none() { Cell::count(tally.hands.len()) } else { Cell::Number("–".into()) };
    let origin = if imported { format!(", {IMPORTED}") } else { String::new() };
    let [first, second] = names;
    let [score, other] = Side::BOTH.map(|side| Cell::Count(tally.game_score[side].0));
    list.add(
        document,
        vec![
            Cell::Number(format!("{mark}{number}")),
            Cell::text(game.started.map(day)),
            Cell::Text(sides + &titled),
            hands,
            Cell::Text(standing(scored) + &origin),
            Cell::Count(number),
            Cell::text(title),
            Cell::text(date),
            Cell::Text(game.rules.to_string()),
            Cell::Text(scored.status().word().into()),
            Cell::Name(first),
            Cell::Name(second),
            Cell::count(tally.hands.len()),
            score,
            other,
            Cell::text(scored.winner().map(|side| game.players.side_name(side))),
            Cell::text(current.then_some("current")),
            Cell::text(imported.then_some(IMPORTED)),
        ],
    )
}
