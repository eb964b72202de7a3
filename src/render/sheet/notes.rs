//! The sentences under the tables of a score sheet.

use ginpad_core::game::{ScoredGame, Status};
use ginpad_core::points::Points;
use ginpad_core::rules::{Credit, Format, LineTiming};
use ginpad_core::sheet::{EnteredHand, Standing};
use ginpad_core::side::{BySide, Side};

use crate::render::answer;
use crate::render::money;
use crate::render::phrases::{self, Position};

/// What a reader must know besides the tables: who leads or won, the game score, the deal, and anything special.
pub(super) fn notes(game: &ScoredGame) -> Vec<String> {
    let mut notes = where_it_stands(game);
    notes.extend(not_counted(game));
    notes
}

/// The same without the hands that do not count.
pub(in crate::render) fn where_it_stands(game: &ScoredGame) -> Vec<String> {
    let mut notes: Vec<String> = Vec::new();
    match phrases::verdict(game, Position::Start) {
        Some(verdict) => notes.push(verdict),
        None => notes.extend(leader(game)),
    }
    notes.extend(money::game_money(game, Position::Start));
    if phrases::is_totals_only(game) {
        notes.push(phrases::ONLY_TOTALS.into());
        notes.extend(not_counted(game));
        return notes;
    }
    notes.extend(game_score(game));
    notes.extend(phrases::deal(game).map(|deals| format!("{deals} next")));
    let rules = phrases::rules(game);
    if rules.line_timing == LineTiming::Immediate && rules.line_bonus != Points::ZERO {
        notes.push(format!("Running totals include {} for each box as it is won", rules.line_bonus));
    }
    if let Format::Hollywood { .. } = rules.format {
        let both = |at| phrases::outscored(game, at);
        notes.extend((0..game.tally.columns.len()).filter_map(both));
    }
    notes
}

/// Who leads an open game, by the score that decides it.
fn leader(game: &ScoredGame) -> Option<String> {
    let leads = |points: BySide<Points>| match phrases::ahead(points) {
        Some(side) => Some(format!("{} {}", phrases::does(game, side, "lead"), phrases::pair(points, side))),
        None if points[Side::First] != Points::ZERO => Some(format!("Level at {}", phrases::pair(points, Side::First))),
        None => None,
    };
    let with_kind = |leads: String| format!("{leads} in the game score");
    match rules_format(game) {
        Format::Single => leads(game.tally.columns.first()?.points),
        Format::BestOf { .. } => leads(phrases::finished(game)).map(|leads| format!("{leads} in matches")),
        Format::MultiMatch { .. } | Format::Hollywood { .. } => leads(game.tally.game_score).map(with_kind),
    }
}

fn rules_format(game: &ScoredGame) -> &Format {
    &phrases::rules(game).format
}

/// The game score, if no other line has it, and how the format decides the game.
fn game_score(game: &ScoredGame) -> Vec<String> {
    let score = |side: Side| format!("{} {}", phrases::name(game, side), game.tally.game_score[side]);
    let mut lines = Vec::new();
    let format = rules_format(game);
    let is_missing = match game.status() {
        Status::Finished => false,
        Status::Closed => *format != Format::Single,
        Status::Open => matches!(format, Format::BestOf { .. }),
    };
    if is_missing && game.tally.settled().count() > 0 {
        lines.push(format!("Game score: {}, {}", score(Side::First), score(Side::Second)));
    }
    match format {
        Format::BestOf { best_of } if phrases::is_open(game) => {
            let first = format!("The first to finish {} of {best_of} matches wins", best_of / 2 + 1);
            lines.push(first + &needs(game));
        }
        Format::MultiMatch { game_target, .. } if phrases::is_open(game) => {
            lines.push(format!("The game goes to {game_target}{}", needs(game)));
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
            phrases::name(game, winner)
        ));
    }
    lines
}

/// What each side needs for the whole game: `: Ann needs 170, Bob 138`.
fn needs(game: &ScoredGame) -> String {
    let needs = phrases::needs_for_the_game(game).map(|needs| {
        let first = phrases::does(game, Side::First, "need");
        format!(": {first} {}, {} {}", needs[Side::First], phrases::name(game, Side::Second), needs[Side::Second])
    });
    needs.unwrap_or_default()
}

/// The hands that do not count, each with the reason.
fn not_counted(game: &ScoredGame) -> Vec<String> {
    let hands = game.tally.hands.iter().enumerate();
    let note = |(at, hand): (usize, &EnteredHand)| match hand.standing {
        Standing::Counted => None,
        Standing::BeyondTheEnd => {
            Some(format!("Hand {} {}: {}", at + 1, phrases::AFTER_THE_END, answer::reading(game, at, hand)))
        }
        Standing::Refused(_) => Some(format!("Hand {} {}", at + 1, phrases::not_counted(hand))),
    };
    hands.filter_map(note).collect()
}
