//! What a player's cards are good for: what to throw, and whether the rules let the hand end. Source: the rules page,
//! section 2.

use super::limit::Limit;
use crate::cards::{Arrangement, Card, Cards, DEALT, arrange, best_discard, is_big_gin};
use crate::rules::Rules;

/// What the rules say about ending a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    upcard: Option<Card>,
    /// The lowest that the knock limit can be.
    least: u8,
    /// The highest: the same where it is known.
    most: Limit,
    plays_big_gin: bool,
}

/// Whether a hand may be knocked with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum May {
    /// It may.
    Knock,
    /// It has too much deadwood.
    Not,
    /// It hangs on the upcard, which is not known.
    HangsOnTheUpcard,
}

/// What a player's cards are good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// What stands: all the cards, or all but the one to throw.
    pub stands: Arrangement,
    /// The best card to throw: of eleven only, and not of big gin.
    pub discard: Option<Card>,
    /// What can be done with what stands.
    pub call: Call,
}

/// What can be done with cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    /// Nothing yet: they are fewer than a hand.
    Part,
    /// Knocking, or not.
    Deadwood(May),
    /// Gin.
    Gin,
    /// Gin with ten of eleven cards: all are melded, but the rules play no big gin.
    BigGinOff,
    /// Big gin.
    BigGin,
}

impl Terms {
    /// What these rules say in a hand with this upcard, if it is known.
    #[must_use]
    pub fn of(rules: &Rules, upcard: Option<Card>) -> Terms {
        let (least, most) = (Limit::least(rules, upcard), Limit::of(rules, upcard));
        Terms { upcard, least, most, plays_big_gin: rules.plays_big_gin() }
    }

    /// The upcard, if it is known.
    #[must_use]
    pub const fn upcard(&self) -> Option<Card> {
        self.upcard
    }

    /// The knock limit; none where it hangs on an upcard that is not known.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        (self.least == self.most.deadwood).then_some(self.most)
    }

    /// The highest that the knock limit can be.
    #[must_use]
    pub const fn highest_limit(&self) -> Limit {
        self.most
    }

    /// Whether ten cards with this deadwood may be knocked with; a hand without deadwood may always end.
    #[must_use]
    pub fn may_knock(&self, deadwood: u16) -> May {
        match deadwood {
            _ if deadwood <= self.least.into() => May::Knock,
            _ if deadwood > self.most.deadwood.into() => May::Not,
            _ => May::HangsOnTheUpcard,
        }
    }

    /// Whether big gin is played.
    #[must_use]
    pub const fn plays_big_gin(&self) -> bool {
        self.plays_big_gin
    }
}

impl Verdict {
    /// What one to eleven cards are good for. Of eleven the best card is thrown first, unless they are big gin and the
    /// rules play it.
    ///
    /// # Example
    /// ```
    /// use ginpad_core::cards::Cards;
    /// use ginpad_core::hand::{Call, May, Terms, Verdict};
    /// use ginpad_core::rules::Preset;
    ///
    /// let terms = Terms::of(&Preset::standard().rules, None);
    /// let verdict = Verdict::of(Cards::read("a23s 7hdc 89td 4c kh")?, terms);
    /// assert_eq!(verdict.discard.unwrap().code(), "KH");
    /// assert_eq!((verdict.stands.deadwood, verdict.call), (4, Call::Deadwood(May::Knock)));
    /// # Ok::<(), ginpad_core::cards::ReadFault>(())
    /// ```
    #[must_use]
    pub fn of(cards: Cards, terms: Terms) -> Verdict {
        if cards.len() <= DEALT {
            let stands = arrange(cards);
            let call = if cards.len() < DEALT { Call::Part } else { call(stands.deadwood, terms) };
            return Verdict { stands, discard: None, call };
        }
        if terms.plays_big_gin() && is_big_gin(cards) {
            return Verdict { stands: arrange(cards), discard: None, call: Call::BigGin };
        }
        let discard = best_discard(cards).map(|discard| discard.card);
        let stands = arrange(discard.map_or(cards, |card| cards - card.into()));
        let call = match call(stands.deadwood, terms) {
            Call::Gin if is_big_gin(cards) => Call::BigGinOff,
            call => call,
        };
        Verdict { stands, discard, call }
    }

    /// Whether ten cards are all melded, be it after a throw. Big gin is no such gin.
    #[must_use]
    pub const fn is_gin(&self) -> bool {
        matches!(self.call, Call::Gin | Call::BigGinOff)
    }

    /// Whether eleven cards are all melded where that is big gin.
    #[must_use]
    pub const fn is_big_gin(&self) -> bool {
        matches!(self.call, Call::BigGin)
    }

    /// Whether the hand may end now; none where there is not a whole hand, or where that hangs on the upcard.
    #[must_use]
    pub const fn may_end(&self) -> Option<bool> {
        match self.call {
            Call::Part | Call::Deadwood(May::HangsOnTheUpcard) => None,
            Call::Deadwood(May::Not) => Some(false),
            Call::Deadwood(May::Knock) | Call::Gin | Call::BigGinOff | Call::BigGin => Some(true),
        }
    }
}

/// What ten cards with this deadwood are good for.
fn call(deadwood: u16, terms: Terms) -> Call {
    if deadwood == 0 { Call::Gin } else { Call::Deadwood(terms.may_knock(deadwood)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Preset;

    fn terms(preset: &str, upcard: Option<&str>) -> Terms {
        let upcard = upcard.map(|card| Card::read(card).unwrap());
        Terms::of(&Preset::named(preset).unwrap().rules, upcard)
    }

    fn verdict(cards: &str, terms: Terms) -> Verdict {
        Verdict::of(Cards::read(cards).unwrap(), terms)
    }

    #[test]
    fn the_limit_decides_about_a_knock() {
        let ten = |last: &str| format!("a23s 7hdc 89td {last}");
        let call = |last: &str, terms: Terms| verdict(&ten(last), terms).call;
        let standard = terms("standard", None);
        assert_eq!(call("ks", standard), Call::Deadwood(May::Knock));
        assert_eq!(call("jd", standard), Call::Gin);
        assert_eq!(verdict("a23s 7hdc 8d td 4h kc", standard).call, Call::Deadwood(May::Not));
        assert_eq!(call("ks", terms("family", None)), Call::Deadwood(May::Not));
        assert_eq!(call("2h", terms("straight", None)), Call::Deadwood(May::Not));
        assert_eq!(verdict("a23s 7hdc 89td", standard).call, Call::Part);
    }

    #[test]
    fn under_oklahoma_it_hangs_on_the_upcard() {
        let may = |upcard, deadwood| terms("oklahoma", upcard).may_knock(deadwood);
        assert_eq!(may(None, 0), May::Knock);
        assert_eq!(may(None, 1), May::HangsOnTheUpcard);
        assert_eq!(may(None, 11), May::Not);
        assert_eq!(may(Some("7h"), 7), May::Knock);
        assert_eq!(may(Some("7h"), 8), May::Not);
        assert_eq!(terms("oklahoma-classic", None).may_knock(1), May::Knock, "an ace counts one there");
        assert_eq!(terms("oklahoma", None).limit(), None);
        assert_eq!(terms("oklahoma", Some("as")).limit().unwrap().deadwood, 0);
        assert_eq!(terms("standard", Some("as")).limit().unwrap().deadwood, 10);
    }

    #[test]
    fn eleven_melded_cards_are_big_gin_where_that_is_played() {
        let all = "7hdc a23s 89tjqd";
        let big = verdict(all, terms("standard", None));
        assert_eq!((big.call, big.discard, big.stands.cards().len()), (Call::BigGin, None, 11));
        let gin = verdict(all, terms("classic", None));
        assert_eq!((gin.call, gin.stands.cards().len(), gin.stands.deadwood), (Call::BigGinOff, 10, 0));
        let ten = verdict("7hdc a23s 89tjd 4h", terms("classic", None));
        assert_eq!((ten.call, ten.is_gin(), gin.is_gin()), (Call::Gin, true, true), "the eleventh is not melded");
        assert_eq!(gin.discard.map(Card::code), Some("QD".into()));
    }
}
