//! The most deadwood a hand may be knocked with. Source: the rules page, section 2.

use std::fmt;

use crate::cards::Card;
use crate::rules::{Oklahoma, Rules};

/// The knock limit of one hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Limit {
    /// The most deadwood; 0 where only gin ends the hand.
    pub deadwood: u8,
    /// What made it so.
    pub source: LimitSource,
}

/// What makes a knock limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LimitSource {
    /// The rules, for every hand alike.
    Rules,
    /// The rules, for this upcard does not lower it.
    RulesDespite(Card),
    /// This upcard, under Oklahoma.
    Upcard(Card),
}

impl Limit {
    /// The limit of a hand with this upcard, if it was noted.
    #[must_use]
    pub fn of(rules: &Rules, upcard: Option<Card>) -> Limit {
        let own = |source| Limit { deadwood: rules.knock_limit, source };
        let (card, value) = match (rules.oklahoma, upcard) {
            (Oklahoma::Off, _) | (_, None) => return own(LimitSource::Rules),
            (Oklahoma::AceGin, Some(card)) if card.rank.number() == 1 => (card, 0),
            (_, Some(card)) => (card, card.rank.value()),
        };
        if value < rules.knock_limit {
            Limit { deadwood: value, source: LimitSource::Upcard(card) }
        } else {
            own(LimitSource::RulesDespite(card))
        }
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
