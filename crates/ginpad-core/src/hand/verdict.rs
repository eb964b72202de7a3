//! Judges a player's cards: the card to throw, and whether the rules let the hand end. Source: the rules page, section
//! 2.

use super::upcard::{Limit, Upcard};
use crate::cards::{Arrangement, Card, CardRules, Cards, Outs, arrange, best_discard, best_discards, is_big_gin, outs};
use crate::{Rules, UpcardFrom};

/// The rules for how a hand may end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    /// The upcard, if known.
    pub upcard: Option<Upcard>,
    /// The lowest possible knock limit.
    least: u8,
    /// The highest possible knock limit: equal to the lowest if the limit is known.
    pub highest_limit: Limit,
    plays_big_gin: bool,
    upcard_from: UpcardFrom,
    /// The other rules about cards.
    pub rules: CardRules,
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
    /// Knock.
    Knock,
    /// None: the deadwood is over the limit.
    OverLimit,
    /// Knock, if the upcard allows it, which is unknown.
    DependsOnUpcard,
    /// None: too few cards are in melds to knock.
    TooFewMelded,
    /// Go gin.
    Gin,
    /// Go gin once a card is thrown: all are melded, but big gin is not played.
    BigGinOff,
    /// Go big gin.
    BigGin,
}

impl Call {
    /// Whether the rules forbid a knock.
    pub const fn is_forbidden(self) -> bool {
        matches!(self, Call::OverLimit | Call::TooFewMelded)
    }
}

impl Terms {
    /// The terms of a hand under these rules. `upcard` is the hand's upcard, if known.
    pub fn of(rules: &Rules, upcard: Option<Upcard>) -> Terms {
        let (least, highest_limit) = (Limit::least(rules, upcard), Limit::of(rules, upcard));
        let (plays_big_gin, upcard_from) = (rules.plays_big_gin(), rules.upcard_from);
        Terms { upcard, least, highest_limit, plays_big_gin, upcard_from, rules: rules.cards() }
    }

    /// The upcard, if it is known and can no longer be drawn.
    pub(super) fn drawn_upcard(&self) -> Option<Card> {
        self.upcard.and_then(Upcard::card).filter(|_| self.upcard_from == UpcardFrom::Pack)
    }

    /// The knock limit; `None` if it depends on an unknown upcard.
    pub fn limit(&self) -> Option<Limit> {
        (self.least == self.highest_limit.deadwood).then_some(self.highest_limit)
    }

    /// The call with this deadwood, if enough cards are in melds. A hand without deadwood may always end.
    fn knock(&self, deadwood: u16) -> Call {
        match deadwood {
            _ if deadwood <= self.least.into() => Call::Knock,
            _ if deadwood > self.highest_limit.deadwood.into() => Call::OverLimit,
            _ => Call::DependsOnUpcard,
        }
    }

    /// The call for a full hand laid out like this.
    fn call(&self, laid: &Arrangement) -> Call {
        match self.knock(laid.deadwood) {
            _ if laid.deadwood == 0 => Call::Gin,
            Call::OverLimit => Call::OverLimit,
            _ if !self.rules.melds_enough(laid.cards().len(), laid.unmatched.len()) => Call::TooFewMelded,
            call => call,
        }
    }
}

impl Verdict {
    /// Judges the cards that a player may hold. If they are one more than were dealt, the best card is thrown first,
    /// unless all are melded and big gin is played.
    ///
    /// # Example
    /// ```
    /// use ginpad_core::cards::Cards;
    /// use ginpad_core::hand::{Call, Terms, Verdict};
    /// use ginpad_core::rules::Preset;
    ///
    /// let terms = Terms::of(&Preset::standard().rules, None);
    /// let verdict = Verdict::of(Cards::read("a23s 7hdc 89td 4c kh")?, terms);
    /// assert_eq!(verdict.discard.unwrap().code(), "KH");
    /// assert_eq!((verdict.arrangement.deadwood, verdict.call), (4, Call::Knock));
    /// # Ok::<(), ginpad_core::cards::ReadFault>(())
    /// ```
    pub fn of(cards: Cards, terms: Terms) -> Verdict {
        let CardRules { dealt, ace, .. } = terms.rules;
        if cards.len() <= dealt {
            let arrangement = arrange(cards, ace);
            let call = if cards.len() < dealt { Call::Part } else { terms.call(&arrangement) };
            return Verdict { arrangement, discard: None, call };
        }
        if terms.plays_big_gin && is_big_gin(cards, terms.rules) {
            return Verdict { arrangement: arrange(cards, ace), discard: None, call: Call::BigGin };
        }
        let discard = best_discard(cards, ace);
        let arrangement = arrange(discard.map_or(cards, |card| cards - card.into()), ace);
        let call = match terms.call(&arrangement) {
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
            Call::Part | Call::DependsOnUpcard => None,
            Call::OverLimit | Call::TooFewMelded => Some(false),
            Call::Knock | Call::Gin | Call::BigGinOff | Call::BigGin => Some(true),
        }
    }
}

/// A full analysis of a player's cards. [`Verdict`] is the part that is quick to find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandAnalysis {
    /// The cards, in the order typed.
    pub cards: Vec<Card>,
    /// The rules for ending the hand.
    pub terms: Terms,
    /// How the cards may end the hand now.
    pub verdict: Verdict,
    /// Every card whose throw leaves the least deadwood. Empty for big gin, and if no card must be thrown.
    pub discards: Cards,
    /// The draws that help; `None` unless the player has as many cards as were dealt.
    pub outs: Option<Outs>,
}

impl HandAnalysis {
    /// Analyses the cards that a player may hold. `seen` are cards that cannot be drawn. The upcard counts as seen,
    /// unless it is turned from a second pack.
    ///
    /// # Example
    /// ```
    /// use ginpad_core::cards::{Cards, Typed};
    /// use ginpad_core::hand::{HandAnalysis, Terms, Upcard};
    /// use ginpad_core::rules::Preset;
    ///
    /// let (rules, hand) = (&Preset::standard().rules, Typed::read("a23s 7hdc 89td 4h").unwrap());
    /// let gin = |upcard| {
    ///     let analysis = HandAnalysis::new(hand.iter().collect(), Cards::NONE, Terms::of(rules, upcard));
    ///     analysis.outs.unwrap().gin.codes()
    /// };
    /// assert_eq!((gin(None), gin(Upcard::read("jd").ok())), ("4S 7S JD".into(), "4S 7S".into()));
    /// ```
    pub fn new(cards: Vec<Card>, seen: Cards, terms: Terms) -> HandAnalysis {
        let held: Cards = cards.iter().copied().collect();
        let verdict = Verdict::of(held, terms);
        let seen = terms.drawn_upcard().map_or(seen, |upcard| seen | upcard.into());
        let outs = (held.len() == terms.rules.dealt)
            .then(|| outs(held, seen, terms.highest_limit.deadwood.into(), terms.rules));
        let discards = if verdict.discard.is_some() { best_discards(held, terms.rules.ace) } else { Cards::NONE };
        HandAnalysis { cards, terms, verdict, discards, outs }
    }
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
        assert_eq!(call("ks", standard), Call::Knock);
        assert_eq!(call("jd", standard), Call::Gin);
        assert_eq!(verdict("a23s 7hdc 8d td 4h kc", standard).call, Call::OverLimit);
        assert_eq!(call("ks", terms("family", None)), Call::OverLimit);
        assert_eq!(call("2h", terms("straight", None)), Call::OverLimit);
        assert_eq!(verdict("a23s 7hdc 89td", standard).call, Call::Part);
    }

    #[test]
    fn where_most_cards_must_be_melded_the_melds_decide_too() {
        let strict = terms("classic-strict", None);
        let knocks = |cards: &str| verdict(cards, strict).call;
        assert_eq!(knocks("45678s ahd 2ch 3d"), Call::TooFewMelded);
        assert_eq!(knocks("456789s ahd 2c 3d"), Call::Knock);
        assert_eq!(knocks("45678s ahd 2ch 4d"), Call::OverLimit, "it is over the limit, too");
        let thrown = verdict("45678s ahd 2ch 3d kc", strict);
        assert_eq!((thrown.call, thrown.may_end()), (Call::TooFewMelded, Some(false)));
        assert_eq!(verdict("45678s ahd 2ch 3d", terms("family", None)).call, Call::Knock);
    }

    #[test]
    fn under_oklahoma_it_hangs_on_the_upcard() {
        let may = |upcard, deadwood| terms("oklahoma", upcard).knock(deadwood);
        assert_eq!(may(None, 0), Call::Knock);
        assert_eq!(may(None, 1), Call::DependsOnUpcard);
        assert_eq!(may(None, 11), Call::OverLimit);
        assert_eq!(may(Some("7h"), 7), Call::Knock);
        assert_eq!(may(Some("7h"), 8), Call::OverLimit);
        assert_eq!(terms("oklahoma-classic", None).knock(1), Call::Knock, "an ace counts one there");
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
