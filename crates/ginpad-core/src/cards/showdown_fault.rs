//! Why two hands can be no end of a hand.

use thiserror::Error;

use super::card::spaced;
use super::{Card, Cards, DEALT, MOST_CARDS};
use crate::text::count;

/// One reason why the cards on the table can be no end of a hand.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ShowdownFault {
    /// Cards that the knocker's groups hold twice.
    #[error("the knocker has {0} twice")]
    Twice(Cards),
    /// Cards that both hands hold.
    #[error("both hands have {0}")]
    InBothHands(Cards),
    /// A group that should be a meld.
    #[error("{} is no meld", shown(.cards))]
    NoMeld {
        /// Which group, counted from 0.
        group: usize,
        /// Its cards, as declared.
        cards: Vec<Card>,
    },
    /// The knocker holds a number of cards that ends no hand.
    #[error("the knocker has {}; there must be {DEALT}, or {MOST_CARDS} all melded", count(*.0, "card"))]
    KnockerCards(usize),
    /// The defender does not hold ten cards.
    #[error("the defender has {}; there must be {DEALT}", count(*.0, "card"))]
    DefenderCards(usize),
    /// The knocker has more deadwood than the rules allow.
    #[error("the knocker has {deadwood} deadwood; the knock limit is {limit}")]
    OverLimit {
        /// What the knocker has, in points.
        deadwood: u16,
        /// What the rules allow.
        limit: u16,
    },
}

fn shown(cards: &[Card]) -> String {
    match cards {
        [] => "a group without cards".into(),
        cards => spaced(cards.iter().copied()),
    }
}
