//! The first card turned up, as far as the table gave it.

use std::fmt;

use crate::cards::{Card, Rank, Suit};
use crate::rules::{Rules, SpadesDouble};
use crate::text::Flaw;

/// The first card turned up. Its suit may be unknown: people give only the rank if no spade doubles a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Upcard {
    /// This card.
    Card(Card),
    /// A card of this rank.
    Rank(Rank),
}

impl Upcard {
    /// Reads a card in any form that [`Card::read`] accepts, or a rank alone.
    ///
    /// # Errors
    /// The text is neither.
    ///
    /// # Example
    /// ```
    /// use ginpad_core::hand::Upcard;
    ///
    /// assert_eq!(Upcard::read("♠7")?.code(), "7S");
    /// assert_eq!(Upcard::read("10")?.code(), "T");
    /// assert_eq!(Upcard::read("10")?.suit(), None);
    /// # Ok::<(), ginpad_core::text::Flaw>(())
    /// ```
    pub fn read(text: &str) -> Result<Upcard, Flaw> {
        Card::read(text).map(Upcard::Card).or_else(|fault| Rank::read(text.trim()).map(Upcard::Rank).ok_or(fault))
    }

    /// Its rank.
    pub const fn rank(self) -> Rank {
        match self {
            Upcard::Card(card) => card.rank,
            Upcard::Rank(rank) => rank,
        }
    }

    /// Its suit, if known.
    pub fn suit(self) -> Option<Suit> {
        self.card().map(|card| card.suit)
    }

    /// The card, if its suit is known.
    pub const fn card(self) -> Option<Card> {
        match self {
            Upcard::Card(card) => Some(card),
            Upcard::Rank(_) => None,
        }
    }

    /// The card in two letters, or the rank in one, as in text sheets and JSON: `7S`, `7`.
    pub fn code(self) -> String {
        match self {
            Upcard::Card(card) => card.code(),
            Upcard::Rank(rank) => rank.letter().to_string(),
        }
    }

    /// Whether these rules need the suit, but it is unknown.
    pub(crate) fn lacks_suit(self, rules: &Rules) -> bool {
        self.card().is_none() && rules.spades_double != SpadesDouble::Off
    }
}

impl From<Card> for Upcard {
    fn from(card: Card) -> Upcard {
        Upcard::Card(card)
    }
}

impl fmt::Display for Upcard {
    /// Prints the card or the rank: `10♠`, `10`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Upcard::Card(card) => write!(f, "{card}"),
            Upcard::Rank(Rank::TEN) => f.write_str("10"),
            Upcard::Rank(rank) => write!(f, "{}", rank.letter()),
        }
    }
}
