//! The score sheet, as a player knows it from paper.

use super::fill::fill;
use super::fit::{packed, wrap};
use super::ink::{bold, clean};
use super::{Look, grid, line, rows, say};
use ginpad_core::game::{ScoredGame, Status};
use ginpad_core::notation::print_moment;
use ginpad_core::points::Points;
use ginpad_core::rules::{Credit, Format, LineTiming};
use ginpad_core::sheet::{EnteredHand, HandTrace, Standing};
use ginpad_core::side::{BySide, Side};

/// The score sheet of a game: what it is, its hands and columns, and where it stands.
#[must_use]
pub(crate) fn sheet(game: &ScoredGame, number: Option<i64>, look: Look) -> String {
    let mut text = head(game, number, look);
    let traces: Vec<HandTrace> = game.traces().collect();
    for block in blocks(game) {
        text.push('\n');
        if let Some(heading) = &block.heading {
            text.push_str(heading);
            text.push('\n');
        }
        let rows = |columns: &[usize]| rows::all(game, columns, block.hands.clone(), &traces);
        text.push_str(&grid::tables(game, &block.columns, &rows, look));
        if let Some(both) = block.columns.iter().find_map(|at| outscored_here(game, &block, *at)) {
            push(&mut text, &both, look);
        }
    }
    let notes = notes(game);
    if !notes.is_empty() {
        text.push('\n');
    }
    for note in notes {
        push(&mut text, &note, look);
    }
    text
}

/// Columns that stand side by side, and the hands that were played while they were open.
struct Block {
    heading: Option<String>,
    columns: Vec<usize>,
    hands: std::ops::Range<usize>,
}

/// Columns that follow one another are blocks one under the other, each with its own hands; columns that are open
/// at once are one block.
fn blocks(game: &ScoredGame) -> Vec<Block> {
    let all = game.tally.ending.map_or(game.tally.hands.len(), |ending| ending.hand + 1);
    let several = matches!(say::rules(game).format, Format::MultiMatch { .. } | Format::BestOf { .. });
    if !several {
        return vec![Block { heading: None, columns: (0..game.tally.columns.len()).collect(), hands: 0..all }];
    }
    let mut from = 0;
    let mut blocks = Vec::new();
    for (at, column) in game.tally.columns.iter().enumerate() {
        let to = column.close.as_ref().map_or(all, |close| close.hand + 1);
        blocks.push(Block { heading: Some(say::label(at)), columns: vec![at], hands: from..to });
        from = to;
    }
    blocks
}

/// In a game of one column the verdict says it already.
fn outscored_here(game: &ScoredGame, block: &Block, column: usize) -> Option<String> {
    block.heading.as_ref().and_then(|_| say::outscored(game, column))
}

fn head(game: &ScoredGame, number: Option<i64>, look: Look) -> String {
    let facts = &game.game;
    let title = facts.title.as_ref().map(|title| clean(title.as_str()));
    let first = match (number, title) {
        (Some(number), Some(title)) => Some(format!("Game {number} · {title}")),
        (Some(number), None) => Some(format!("Game {number}")),
        (None, title) => title,
    };
    let mut text = String::new();
    for line in first.iter().flat_map(|first| wrap(first, look.columns())) {
        text.push_str(&bold(&line, look.colour));
        text.push('\n');
    }
    let mut second = vec![facts.rules.to_string()];
    second.extend(facts.started.map(print_moment));
    second.extend(facts.stake.map(|stake| format!("{stake} a point")));
    second.push(game.status().word().to_string());
    for line in packed(&second, look.columns()) {
        push(&mut text, &line, look);
    }
    text
}

/// What stands under the table: who leads or won, the game score, the deal, and what else a reader must know.
fn notes(game: &ScoredGame) -> Vec<String> {
    let mut notes: Vec<String> = Vec::new();
    match say::verdict(game) {
        Some(verdict) => notes.push(sentence(verdict)),
        None => notes.extend(leader(game)),
    }
    notes.extend(game_score(game));
    notes.extend(say::deal(game).map(|deals| format!("{deals} next")));
    let rules = say::rules(game);
    if rules.line_timing == LineTiming::Immediate && rules.line_bonus != Points::ZERO {
        notes.push(format!("Running totals include {} for each box as it is won", rules.line_bonus));
    }
    if let Format::Hollywood { .. } = rules.format {
        let both = |at| say::outscored(game, at);
        notes.extend((0..game.tally.columns.len()).filter_map(both));
    }
    notes.extend(not_counted(game));
    notes
}

/// A sentence that may start with a small letter, started with a capital.
fn sentence(text: String) -> String {
    match text.strip_prefix("the ") {
        Some(rest) => format!("The {rest}"),
        None => text.replacen("closed unfinished", "Closed unfinished", 1),
    }
}

/// Who leads while the game is open, by what decides it.
fn leader(game: &ScoredGame) -> Option<String> {
    let leads = |points: BySide<Points>| match say::ahead(points) {
        Some(side) => Some(format!("{} {}", say::does(game, side, "lead"), say::pair(points, side))),
        None if points[Side::First] != Points::ZERO => Some(format!("Level at {}", say::pair(points, Side::First))),
        None => None,
    };
    let in_all = |leads: String| format!("{leads} in the game score");
    match rules_format(game) {
        Format::Single => leads(game.tally.columns.first()?.points),
        Format::BestOf { .. } => leads(say::finished(game)).map(|leads| format!("{leads} in columns")),
        Format::MultiMatch { .. } | Format::Hollywood { .. } => leads(game.tally.game_score).map(in_all),
    }
}

fn rules_format(game: &ScoredGame) -> &Format {
    &say::rules(game).format
}

/// The game score where nothing has said it yet, and what else the format decides by.
fn game_score(game: &ScoredGame) -> Vec<String> {
    let score = |side: Side| format!("{} {}", say::name(game, side), game.tally.game_score[side]);
    let mut lines = Vec::new();
    let format = rules_format(game);
    let unsaid = match game.status() {
        Status::Finished => false,
        Status::Closed => *format != Format::Single,
        Status::Open => matches!(format, Format::BestOf { .. }),
    };
    if unsaid && game.tally.settled().count() > 0 {
        lines.push(format!("Game score: {}, {}", score(Side::First), score(Side::Second)));
    }
    match format {
        Format::BestOf { best_of } if say::is_open(game) => {
            lines.push(format!("The first to finish {} of {best_of} columns wins", best_of / 2 + 1));
        }
        Format::MultiMatch { game_target, .. } if say::is_open(game) => {
            lines.push(format!("The game goes to {game_target}"));
        }
        _ => {}
    }
    if matches!(format, Format::MultiMatch { credit: Credit::Finisher, .. }) {
        lines.push("Only the finisher of a column is credited with its total".into());
    }
    if let Some(ending) = game.tally.ending.filter(|ending| ending.final_bonus != Points::ZERO)
        && let Some(winner) = ending.winner
    {
        lines.push(format!(
            "The final bonus of {} is {}'s, in the game score",
            ending.final_bonus,
            say::name(game, winner)
        ));
    }
    lines
}

/// The hands that do not count, each with the reason.
fn not_counted(game: &ScoredGame) -> Vec<String> {
    let hands = game.tally.hands.iter().enumerate();
    let note = |(at, hand): (usize, &EnteredHand)| match hand.standing {
        Standing::Counted => None,
        Standing::BeyondTheEnd => {
            Some(format!("Hand {} lies beyond the end and is not counted: {}", at + 1, line::reading(game, at, hand)))
        }
        Standing::Refused(_) => Some(format!("Hand {} is not counted: {}", at + 1, say::refusals(hand))),
    };
    hands.filter_map(note).collect()
}

fn push(text: &mut String, line: &str, look: Look) {
    for line in fill("", &[line.to_string()], look.columns(), 2) {
        text.push_str(&line);
        text.push('\n');
    }
}

#[cfg(test)]
mod hollywood_tests;
#[cfg(test)]
mod tests;
