//! The most deadwood a hand may be knocked with. Source: the rules page, section 2.

use std::fmt;

use crate::cards::{Card, Rank};
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
        let Some((card, value)) = upcard.and_then(|card| Some((card, value(rules.oklahoma, card.rank)?))) else {
            return own(LimitSource::Rules);
        };
        if value < rules.knock_limit {
            Limit { deadwood: value, source: LimitSource::Upcard(card) }
        } else {
            own(LimitSource::RulesDespite(card))
        }
    }

    /// The least that the limit can be: an ace's where the upcard would set it and is not known. The most is
    /// [`Limit::of`].
    #[must_use]
    pub fn least(rules: &Rules, upcard: Option<Card>) -> u8 {
        let known = Limit::of(rules, upcard).deadwood;
        let lowest = if upcard.is_none() { value(rules.oklahoma, Rank::ACE) } else { None };
        lowest.map_or(known, |lowest| lowest.min(known))
    }

    /// Whether the upcard sets the limit and is not known.
    #[must_use]
    pub fn lacks_upcard(rules: &Rules, upcard: Option<Card>) -> bool {
        upcard.is_none() && value(rules.oklahoma, Rank::ACE).is_some()
    }
}

/// What an upcard of this rank makes the limit under Oklahoma, where that is less than the rules have.
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
