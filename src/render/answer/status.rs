//! The line above the prompt of the pad.

use super::standing::{sides, where_it_stands};
use crate::render::Canvas;
use crate::render::phrases;
use ginpad_core::game::ScoredGame;
use ginpad_core::text::{fill, printable};

/// Where a game stands, and who plays by which rules before its first hand.
pub(crate) fn status(game: &ScoredGame, canvas: Canvas) -> String {
    let mut parts = where_it_stands(game);
    if phrases::is_open(game) && game.tally.hands.is_empty() {
        parts.insert(0, format!("{}, {}", printable(&sides(&game.game)), game.game.rules));
    }
    fill("", &parts, canvas.line_columns(), 2).join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::samples::scored;

    fn said(sheet: &str, width: usize) -> String {
        status(&scored(sheet), Canvas::plain(width))
    }

    #[test]
    fn an_open_game_shows_score_needs_and_deal() {
        let sheet = "sides: Ann, Bob\ndealer: Ann\n\nann knock 4 27\n";
        assert_eq!(said(sheet, 80), "Ann 23 (needs 77), Bob 0 (needs 100)   Bob deals");
        assert_eq!(said(sheet, 40), "Ann 23 (needs 77), Bob 0 (needs 100)\n  Bob deals");
    }

    #[test]
    fn a_new_game_says_who_plays_by_which_rules() {
        let sheet = "sides: Ann, Bob\ndealer: Ann\nrules: hollywood\n";
        assert_eq!(said(sheet, 80), "Ann – Bob, hollywood   Ann deals");
    }

    #[test]
    fn a_game_that_is_over_says_who_won_and_who_pays() {
        let sheet = "sides: Ann, Bob\nrules: standard, target=20\nstake: 0.01 USD\n\nann knock 4 27\n";
        assert_eq!(said(sheet, 80), "Ann wins the game 171–0, net 171   Bob pays Ann 1.71 USD");
    }
}
