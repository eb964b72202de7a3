//! The line above the prompt of the pad.

use super::logged::where_it_stands;
use crate::render::phrases::{self, Position};
use crate::render::{Look, money};
use ginpad_core::game::ScoredGame;
use ginpad_core::side::Side;
use ginpad_core::text::fill;

/// Where a game stands before its next hand: the score, what each side needs and whose deal it is. If the game is over,
/// how it ended and who pays.
pub(crate) fn status(game: &ScoredGame, look: Look) -> String {
    let mut parts: Vec<String> = where_it_stands(game).collect();
    if !phrases::is_open(game) {
        parts = phrases::verdict(game, Position::Start)
            .into_iter()
            .chain(money::game_money(game, Position::Start))
            .collect();
    } else if game.tally.hands.is_empty() {
        let sides = Side::BOTH.map(|side| phrases::name(game, side)).join(" – ");
        parts.insert(0, format!("{sides}, {}", game.game.rules));
    }
    fill("", &parts, look.line_columns(), 2).join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::samples::scored;

    fn said(sheet: &str, width: usize) -> String {
        status(&scored(sheet), Look::plain(width))
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
