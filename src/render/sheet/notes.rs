//! The sentences under the tables of a score sheet.

use ginpad_core::game::ScoredGame;
use ginpad_core::points::Points;
use ginpad_core::rules::{Format, LineTiming};
use ginpad_core::sheet::{EnteredHand, Standing};

use crate::render::answer;
use crate::render::phrases;

/// What a reader must know besides the tables: where the game stands or who won, the deal, and anything special.
pub(in crate::render) fn notes(game: &ScoredGame) -> Vec<String> {
    let mut notes = answer::where_it_stands(game);
    if phrases::is_totals_only(game) {
        notes.push(phrases::ONLY_TOTALS.into());
        return notes;
    }
    let rules = phrases::rules(game);
    if game.is_open() {
        notes.extend(goal(&rules.format));
    }
    if rules.line_timing == LineTiming::Immediate && rules.line_bonus != Points::ZERO {
        notes.push(format!("Running totals include {} for each box as it is won", rules.line_bonus));
    }
    for (side, bonus) in game.tally.ending.iter().flat_map(|ending| ending.bonus.sides()) {
        if *bonus != Points::ZERO {
            let (name, what) = (phrases::name(game, side), phrases::bonus_name(game));
            notes.push(format!("The {what} of {bonus} is {name}'s, in the game score"));
        }
    }
    if let Format::Hollywood { .. } = rules.format {
        notes.extend((0..game.tally.columns.len()).filter_map(|at| phrases::outscored(game, at)));
    }
    notes
}

/// What wins a game of several matches.
fn goal(format: &Format) -> Option<String> {
    match format {
        Format::MultiMatch { game_target, .. } => Some(format!("The game goes to {game_target}")),
        Format::BestOf { best_of } => {
            Some(format!("The first to finish {} of {best_of} matches wins the game", best_of / 2 + 1))
        }
        Format::Single | Format::Hollywood { .. } => None,
    }
}

/// The hands that do not count, each with the reason.
pub(super) fn not_counted(game: &ScoredGame) -> impl Iterator<Item = String> {
    let note = |(at, hand): (usize, &EnteredHand)| match hand.standing {
        Standing::Counted => None,
        Standing::BeyondTheEnd => {
            Some(format!("Hand {} {}: {}", at + 1, phrases::AFTER_THE_END, answer::reading(game, at, hand)))
        }
        Standing::Refused(_) => Some(format!("Hand {} {}", at + 1, phrases::not_counted(hand))),
    };
    game.tally.hands.iter().enumerate().filter_map(note)
}
