//! The first card turned up, and the knock limit: the most deadwood to knock with. Source: the rules page, section 2.

use std::fmt;

use crate::cards::{Card, Rank, Suit};
use crate::rules::Oklahoma;
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

/// The knock limit of one hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Limit {
    /// The most deadwood; 0 if only gin ends the hand.
    pub deadwood: u8,
    /// The source of the limit.
    pub source: LimitSource,
}

/// The source of a knock limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LimitSource {
    /// The rules, for every hand.
    Rules,
    /// The rules, because this upcard does not lower the limit.
    RulesDespite(Upcard),
    /// This upcard, under Oklahoma.
    Upcard(Upcard),
}

impl Limit {
    /// The limit of a hand with this upcard. Without an upcard, the highest possible limit.
    pub fn of(rules: &Rules, upcard: Option<Upcard>) -> Limit {
        let own = |source| Limit { deadwood: rules.knock_limit, source };
        let Some((card, value)) = upcard.and_then(|card| Some((card, value(rules.oklahoma, card.rank)?))) else {
            return own(LimitSource::Rules);
        };
        if value < rules.knock_limit {
            Limit { deadwood: value, source: LimitSource::Upcard(card) }
        } else {
            own(LimitSource::RulesDespite(card))
        }
    }

    /// The lowest possible limit: if an unknown upcard sets it, the limit for an ace.
    pub fn least(rules: &Rules, upcard: Option<Upcard>) -> u8 {
        let limit = Limit::of(rules, upcard).deadwood;
        let lowest = if upcard.is_none() { value(rules.oklahoma, Rank::ACE) } else { None };
        lowest.map_or(limit, |lowest| lowest.min(limit))
    }

    /// Whether the upcard sets the limit but is unknown.
    pub fn lacks_upcard(rules: &Rules, upcard: Option<Upcard>) -> bool {
        upcard.is_none() && value(rules.oklahoma, Rank::ACE).is_some()
    }
}

/// The limit that an upcard of this rank sets under Oklahoma; `None` if Oklahoma is not played.
const fn value(oklahoma: Oklahoma, rank: Rank) -> Option<u8> {
    match oklahoma {
        Oklahoma::Off => None,
        Oklahoma::AceGin if rank.number() == Rank::ACE.number() => Some(0),
        Oklahoma::AceOne | Oklahoma::AceGin => Some(rank.value()),
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.deadwood, self.source) {
            (0, LimitSource::Upcard(card)) => write!(f, "the upcard {card} allows gin only"),
            (limit, LimitSource::Upcard(card)) => write!(f, "the upcard {card} makes the knock limit {limit}"),
            (0, _) => f.write_str("only gin ends a hand under these rules"),
            (limit, _) => write!(f, "the knock limit is {limit}"),
        }
    }
}
