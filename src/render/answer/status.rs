//! The line above the prompt of the pad.

use super::standing::{sides, where_it_stands};
use crate::render::Canvas;
use crate::render::phrases;
use crate::render::styles::cards;
use ginpad_core::cards::Suit;
use ginpad_core::game::ScoredGame;
use ginpad_core::hand::{Limit, Upcard};
use ginpad_core::rules::SpadesDouble;
use ginpad_core::text::{fill, printable};

/// Where a game stands, and who plays by which rules before its first hand. Of an upcard that was turned, what it means for
/// the next hand.
pub(crate) fn status(game: &ScoredGame, upcard: Option<Upcard>, canvas: Canvas) -> String {
    let mut parts = where_it_stands(game);
    if phrases::is_open(game) && game.tally.hands.is_empty() {
        parts.insert(0, format!("{}, {}", printable(&sides(&game.game)), game.game.rules));
    }
    parts.extend(upcard.filter(|_| phrases::is_open(game)).map(|upcard| turned(game, upcard)));
    parts.extend(lacks_dealer(game).then(|| format!("{NAME_DEALER} says who dealt first")));
    fill("", &parts, canvas.line_columns(), 2).join("\n")
}

/// How a dealer is named. Only the players know who it is.
pub(crate) const NAME_DEALER: &str = "`dealer NAME`";

/// Whether the first hand was played and nobody has said who deals.
fn lacks_dealer(game: &ScoredGame) -> bool {
    phrases::is_open(game) && game.tally.hands.len() == 1 && game.dealer().is_none()
}

/// What an upcard means for its hand: `up 7♥: the knock limit is 7`.
fn turned(game: &ScoredGame, upcard: Upcard) -> String {
    let rules = phrases::rules(game);
    let limit = match Limit::of(rules, Some(upcard)).deadwood {
        0 => "only gin ends the hand".to_string(),
        limit => format!("the knock limit is {limit}"),
    };
    let doubles = rules.spades_double != SpadesDouble::Off && upcard.suit() == Some(Suit::Spades);
    format!("up {}: {limit}{}", cards(&upcard), if doubles { ", and a spade doubles" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::samples::scored;
    use crate::render::{Colour, painted};

    fn said(sheet: &str, width: usize) -> String {
        status(&scored(sheet), None, Canvas::plain(width))
    }

    #[test]
    fn an_open_game_shows_score_needs_and_deal() {
        let sheet = "sides: Ann, Bob\ndealer: Ann\n\nann knock 4 27\n";
        assert_eq!(said(sheet, 80), "Ann 23 (needs 77), Bob 0 (needs 100)   Bob deals");
        assert_eq!(said(sheet, 40), "Ann 23 (needs 77), Bob 0 (needs 100)\n  Bob deals");
    }

    #[test]
    fn an_upcard_that_was_turned_says_what_it_means() {
        let oklahoma = scored("sides: Ann, Bob\nrules: oklahoma\ndealer: Ann\n\nann gin 4 up 4h\n");
        let said = |card| painted(status(&oklahoma, Upcard::read(card).ok(), Canvas::plain(100)), Colour::Plain);
        let stands = "Ann 29 (needs 71), Bob 0 (needs 100)   Bob deals";
        assert_eq!(said("7h"), format!("{stands}   up 7♥: the knock limit is 7"));
        assert_eq!(said("7s"), format!("{stands}   up 7♠: the knock limit is 7, and a spade doubles"));
        assert_eq!(said("qd"), format!("{stands}   up Q♦: the knock limit is 10"));
    }

    #[test]
    fn after_the_first_hand_it_says_how_to_name_a_dealer() {
        let sheet = "sides: Ann, Bob\n\nann knock 4 27\n";
        assert_eq!(said(sheet, 80), "Ann 23 (needs 77), Bob 0 (needs 100)   `dealer NAME` says who dealt first");
        let sheet = format!("{sheet}ann knock 4 5\n");
        assert_eq!(said(&sheet, 80), "Ann 24 (needs 76), Bob 0 (needs 100)");
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
