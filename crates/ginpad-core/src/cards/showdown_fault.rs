//! Why two laid-out hands cannot end the deal.

use thiserror::Error;

use super::card::spaced;
use super::{Card, Cards, DEALT, MOST_CARDS};
use crate::text::count;

/// One reason why two laid-out hands cannot end the deal.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ShowdownFault {
    /// The knocker's groups hold some cards twice.
    #[error("the knocker has {0} twice")]
    Twice(Cards),
    /// Some cards are in both hands.
    #[error("the knocker and the defender cannot both have {0}")]
    InBothHands(Cards),
    /// A group is not a meld.
    #[error("{} is not a meld", group_words(.cards))]
    NotAMeld {
        /// Which group, counted from 0.
        group: usize,
        /// Its cards, as declared.
        cards: Vec<Card>,
    },
    /// The knocker has too few or too many cards.
    #[error("the knocker has {}; there must be {DEALT}{}", count(*.cards, "card"), or_big_gin(*.most))]
    KnockerCards {
        /// How many cards the knocker has.
        cards: usize,
        /// The most cards that can end the deal: eleven only if big gin is played.
        most: usize,
    },
    /// The defender does not have ten cards.
    #[error("the defender has {}; there must be {DEALT}", count(*.0, "card"))]
    DefenderCards(usize),
    /// The knocker has more deadwood than the rules allow.
    #[error("the knocker cannot knock with {deadwood} deadwood; the knock limit is {limit}")]
    OverLimit {
        /// The knocker's deadwood, in points.
        deadwood: u16,
        /// The most that the rules allow, in points.
        limit: u16,
    },
}

fn group_words(cards: &[Card]) -> String {
    match cards {
        [] => "a group without cards".into(),
        cards => spaced(cards.iter().copied()),
    }
}

fn or_big_gin(most: usize) -> String {
    if most == MOST_CARDS { format!(", or {MOST_CARDS} all melded") } else { String::new() }
}
