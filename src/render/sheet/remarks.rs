//! What a sheet says about single hands: the results of partners, and notes.

use crate::render::answer::out_of_turn;
use crate::render::phrases;
use ginpad_core::game::ScoredGame;
use ginpad_core::hand::Note;
use ginpad_core::rules::Table;
use ginpad_core::text::printable;

/// The lines about a hand: each result, if there are several or a team says who played; then its note.
pub(super) fn of_hand(game: &ScoredGame, hand: usize) -> Vec<String> {
    let awards = game.tally.hands[hand].priced.awards.as_slice();
    let has_results = awards.len() > 1 || phrases::rules(game).table == Table::Captain;
    let results = if has_results { awards } else { &[] };
    let note = game.game.hands.get(hand).and_then(|hand| hand.logged().note.as_ref()).map(quoted);
    results.iter().map(|award| phrases::result(game, award)).chain(out_of_turn(game, hand)).chain(note).collect()
}

/// The lines about an adjustment: its note, and that it does not count.
pub(super) fn of_adjustment(game: &ScoredGame, at: usize) -> Vec<String> {
    let entered = &game.tally.adjustments[at];
    let not_counted = entered.columns.is_empty().then(|| phrases::ADJUSTMENT_NOT_COUNTED.to_string());
    entered.adjustment.note.as_ref().map(quoted).into_iter().chain(not_counted).collect()
}

fn quoted(note: &Note) -> String {
    format!("“{}”", printable(note.as_str()))
}
