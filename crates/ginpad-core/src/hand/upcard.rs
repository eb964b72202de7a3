//! The first card turned up, as far as the table gave it.

use std::fmt;

use crate::cards::{Card, Rank, Suit};
use crate::text::Flaw;
use crate::{Rules, SpadesDouble};

/// The first card turned up. Its suit may be unknown: people give only the rank if no spade doubles a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Upcard {
    /// Its rank.
    pub rank: Rank,
    /// Its suit, if known.
    pub suit: Option<Suit>,
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
    /// assert_eq!(Upcard::read("10")?.suit, None);
    /// # Ok::<(), ginpad_core::text::Flaw>(())
    /// ```
    pub fn read(text: &str) -> Result<Upcard, Flaw> {
        let rank_alone = || Rank::read(text.trim()).map(|rank| Upcard { rank, suit: None });
        Card::read(text).map(Upcard::from).or_else(|fault| rank_alone().ok_or(fault))
    }

    /// The card, if its suit is known.
    pub fn card(self) -> Option<Card> {
        Some(Card { rank: self.rank, suit: self.suit? })
    }

    /// The card in two letters, or the rank in one, as in text sheets and JSON: `7S`, `7`.
    pub fn code(self) -> String {
        self.card().map_or_else(|| self.rank.letter().to_string(), Card::code)
    }

    /// Whether these rules need the suit, but it is unknown.
    pub(crate) fn lacks_suit(self, rules: &Rules) -> bool {
        self.suit.is_none() && rules.spades_double != SpadesDouble::Off
    }
}

impl From<Card> for Upcard {
    fn from(card: Card) -> Upcard {
        Upcard { rank: card.rank, suit: Some(card.suit) }
    }
}

impl fmt::Display for Upcard {
    /// Prints the card or the rank: `10♠`, `10`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.card(), self.rank) {
            (Some(card), _) => card.fmt(f),
            (None, Rank::TEN) => f.write_str("10"),
            (None, rank) => write!(f, "{}", rank.letter()),
        }
    }
}
