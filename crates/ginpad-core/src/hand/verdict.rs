//! Judges a player's cards: the card to throw, and whether the rules let the hand end. Source: the rules page, section
//! 2.

use super::limit::Limit;
use super::upcard::Upcard;
use crate::cards::{Arrangement, Card, CardRules, Cards, arrange, best_discard, is_big_gin};
use crate::rules::{Rules, UpcardFrom};

/// The rules for how a hand may end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    upcard: Option<Upcard>,
    /// The lowest possible knock limit.
    least: u8,
    /// The highest possible limit: equal to the lowest if the limit is known.
    most: Limit,
    plays_big_gin: bool,
    upcard_from: UpcardFrom,
    rules: CardRules,
}

/// Whether a player may knock with some deadwood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MayKnock {
    /// Yes.
    Yes,
    /// No: the deadwood is too high.
    No,
    /// It depends on the upcard, which is unknown.
    DependsOnUpcard,
    /// No: too few cards are in melds.
    TooFewMelded,
}

impl MayKnock {
    /// Whether the rules forbid it.
    pub const fn is_forbidden(self) -> bool {
        matches!(self, MayKnock::No | MayKnock::TooFewMelded)
    }
}

/// A judgement of a player's cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// The cards laid out, without the card to throw.
    pub arrangement: Arrangement,
    /// The best card to throw. `None` for big gin, or unless the player has one card more than were dealt.
    pub discard: Option<Card>,
    /// The way the player may end the hand.
    pub call: Call,
}

/// The way a player may end the hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    /// None yet: the player has fewer cards than were dealt.
    Part,
    /// Knock, if the deadwood allows it.
    Deadwood(MayKnock),
    /// Go gin.
    Gin,
    /// Go gin once a card is thrown: all are melded, but big gin is not played.
    BigGinOff,
    /// Go big gin.
    BigGin,
}

impl Terms {
    /// The terms of a hand under these rules. `upcard` is the hand's upcard, if known.
    pub fn of(rules: &Rules, upcard: Option<Upcard>) -> Terms {
        let (least, most) = (Limit::least(rules, upcard), Limit::of(rules, upcard));
        let (plays_big_gin, upcard_from) = (rules.plays_big_gin(), rules.upcard_from);
        Terms { upcard, least, most, plays_big_gin, upcard_from, rules: rules.cards() }
    }

    /// The upcard, if known.
    pub const fn upcard(&self) -> Option<Upcard> {
        self.upcard
    }

    /// The upcard, if it is known and can no longer be drawn.
    pub(super) fn drawn_upcard(&self) -> Option<Card> {
        self.upcard.and_then(Upcard::card).filter(|_| self.upcard_from == UpcardFrom::Pack)
    }

    /// The knock limit; `None` if it depends on an unknown upcard.
    pub fn limit(&self) -> Option<Limit> {
        (self.least == self.most.deadwood).then_some(self.most)
    }

    /// The highest possible knock limit.
    pub const fn highest_limit(&self) -> Limit {
        self.most
    }

    /// Whether a player may knock with this deadwood. A hand without deadwood may always end.
    pub(crate) fn may_knock(&self, deadwood: u16) -> MayKnock {
        match deadwood {
            _ if deadwood <= self.least.into() => MayKnock::Yes,
            _ if deadwood > self.most.deadwood.into() => MayKnock::No,
            _ => MayKnock::DependsOnUpcard,
        }
    }

    /// Whether a player may knock with cards laid out like this.
    fn may_knock_with(&self, laid: &Arrangement) -> MayKnock {
        match self.may_knock(laid.deadwood) {
            MayKnock::Yes | MayKnock::DependsOnUpcard
                if !self.rules.melds_enough(laid.cards().len(), laid.unmatched.len()) =>
            {
                MayKnock::TooFewMelded
            }
            may => may,
        }
    }

    /// The other rules about cards.
    pub const fn rules(&self) -> CardRules {
        self.rules
    }

    /// Whether big gin is played.
    pub(crate) const fn plays_big_gin(&self) -> bool {
        self.plays_big_gin
    }
}

impl Verdict {
    /// Judges the cards that a player may hold. If they are one more than were dealt, the best card is thrown first,
    /// unless all are melded and big gin is played.
    ///
    /// # Example
    /// ```
    /// use ginpad_core::cards::Cards;
    /// use ginpad_core::hand::{Call, MayKnock, Terms, Verdict};
    /// use ginpad_core::rules::Preset;
    ///
    /// let terms = Terms::of(&Preset::standard().rules, None);
    /// let verdict = Verdict::of(Cards::read("a23s 7hdc 89td 4c kh")?, terms);
    /// assert_eq!(verdict.discard.unwrap().code(), "KH");
    /// assert_eq!((verdict.arrangement.deadwood, verdict.call), (4, Call::Deadwood(MayKnock::Yes)));
    /// # Ok::<(), ginpad_core::cards::ReadFault>(())
    /// ```
    pub fn of(cards: Cards, terms: Terms) -> Verdict {
        let CardRules { dealt, ace, .. } = terms.rules;
        if cards.len() <= dealt.cards() {
            let arrangement = arrange(cards, ace);
            let call = if cards.len() < dealt.cards() { Call::Part } else { call(&arrangement, terms) };
            return Verdict { arrangement, discard: None, call };
        }
        if terms.plays_big_gin() && is_big_gin(cards, terms.rules) {
            return Verdict { arrangement: arrange(cards, ace), discard: None, call: Call::BigGin };
        }
        let discard = best_discard(cards, ace).map(|discard| discard.card);
        let arrangement = arrange(discard.map_or(cards, |card| cards - card.into()), ace);
        let call = match call(&arrangement, terms) {
            Call::Gin if is_big_gin(cards, terms.rules) => Call::BigGinOff,
            call => call,
        };
        Verdict { arrangement, discard, call }
    }

    /// The number of melded cards, without the card to throw.
    pub fn melded(&self) -> usize {
        self.arrangement.cards().len() - self.arrangement.unmatched.len()
    }

    /// Whether all cards are melded, after a throw or without one. Big gin is not gin.
    pub const fn is_gin(&self) -> bool {
        matches!(self.call, Call::Gin | Call::BigGinOff)
    }

    /// Whether all cards are melded without a throw, and big gin is played.
    pub const fn is_big_gin(&self) -> bool {
        matches!(self.call, Call::BigGin)
    }

    /// Whether the player may end the hand now; `None` with fewer cards than were dealt, or if it depends on the upcard.
    pub const fn may_end(&self) -> Option<bool> {
        match self.call {
            Call::Part | Call::Deadwood(MayKnock::DependsOnUpcard) => None,
            Call::Deadwood(MayKnock::No | MayKnock::TooFewMelded) => Some(false),
            Call::Deadwood(MayKnock::Yes) | Call::Gin | Call::BigGinOff | Call::BigGin => Some(true),
        }
    }
}

/// The call for a full hand laid out like this.
fn call(arrangement: &Arrangement, terms: Terms) -> Call {
    if arrangement.deadwood == 0 { Call::Gin } else { Call::Deadwood(terms.may_knock_with(arrangement)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Preset;

    fn terms(preset: &str, upcard: Option<&str>) -> Terms {
        let upcard = upcard.map(|card| Upcard::read(card).unwrap());
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
        assert_eq!(call("ks", standard), Call::Deadwood(MayKnock::Yes));
        assert_eq!(call("jd", standard), Call::Gin);
        assert_eq!(verdict("a23s 7hdc 8d td 4h kc", standard).call, Call::Deadwood(MayKnock::No));
        assert_eq!(call("ks", terms("family", None)), Call::Deadwood(MayKnock::No));
        assert_eq!(call("2h", terms("straight", None)), Call::Deadwood(MayKnock::No));
        assert_eq!(verdict("a23s 7hdc 89td", standard).call, Call::Part);
    }

    #[test]
    fn where_most_cards_must_be_melded_the_melds_decide_too() {
        let strict = terms("classic-strict", None);
        let knocks = |cards: &str| verdict(cards, strict).call;
        assert_eq!(knocks("45678s ahd 2ch 3d"), Call::Deadwood(MayKnock::TooFewMelded));
        assert_eq!(knocks("456789s ahd 2c 3d"), Call::Deadwood(MayKnock::Yes));
        assert_eq!(knocks("45678s ahd 2ch 4d"), Call::Deadwood(MayKnock::No), "it is over the limit, too");
        let thrown = verdict("45678s ahd 2ch 3d kc", strict);
        assert_eq!((thrown.call, thrown.may_end()), (Call::Deadwood(MayKnock::TooFewMelded), Some(false)));
        assert_eq!(verdict("45678s ahd 2ch 3d", terms("family", None)).call, Call::Deadwood(MayKnock::Yes));
    }

    #[test]
    fn under_oklahoma_it_hangs_on_the_upcard() {
        let may = |upcard, deadwood| terms("oklahoma", upcard).may_knock(deadwood);
        assert_eq!(may(None, 0), MayKnock::Yes);
        assert_eq!(may(None, 1), MayKnock::DependsOnUpcard);
        assert_eq!(may(None, 11), MayKnock::No);
        assert_eq!(may(Some("7h"), 7), MayKnock::Yes);
        assert_eq!(may(Some("7h"), 8), MayKnock::No);
        assert_eq!(terms("oklahoma-classic", None).may_knock(1), MayKnock::Yes, "an ace counts one there");
        assert_eq!(terms("oklahoma", None).limit(), None);
        assert_eq!(terms("oklahoma", Some("as")).limit().unwrap().deadwood, 0);
        assert_eq!(terms("standard", Some("as")).limit().unwrap().deadwood, 10);
    }

    #[test]
    fn eleven_melded_cards_are_big_gin_where_that_is_played() {
        let all = "7hdc a23s 89tjqd";
        let big = verdict(all, terms("standard", None));
        assert_eq!((big.call, big.discard, big.arrangement.cards().len()), (Call::BigGin, None, 11));
        let gin = verdict(all, terms("classic", None));
        assert_eq!((gin.call, gin.arrangement.cards().len(), gin.arrangement.deadwood), (Call::BigGinOff, 10, 0));
        let ten = verdict("7hdc a23s 89tjd 4h", terms("classic", None));
        assert_eq!((ten.call, ten.is_gin(), gin.is_gin()), (Call::Gin, true, true), "the eleventh is not melded");
        assert_eq!(gin.discard.map(Card::code), Some("QD".into()));
    }
}
