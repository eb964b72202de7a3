//! Analyses a player's cards: how they may end the hand, every card to throw, and the draws that help.

use super::verdict::{Terms, Verdict};
use crate::cards::{Card, Cards, Outs, best_discards, outs};

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
