//! A player's cards, judged: the verdict, every card that could be thrown, and what to hope for.

use super::verdict::{Terms, Verdict};
use crate::cards::{Card, Cards, DEALT, Outs, best_discards, outs};

/// A player's cards with everything they are good for. [`Verdict`] is the part of it that is quick to find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandAnalysis {
    /// The cards in the order in which they were typed.
    pub cards: Vec<Card>,
    /// What the rules say.
    pub terms: Terms,
    /// What stands, and what can be done with it.
    pub verdict: Verdict,
    /// Of eleven cards, every one that leaves as little as the best; none of big gin.
    pub discards: Cards,
    /// What to hope for with ten cards.
    pub outs: Option<Outs>,
}

impl HandAnalysis {
    /// Judges one to eleven cards. `seen` are cards known to be gone; the upcard of the terms is one of them.
    ///
    /// # Example
    /// ```
    /// use ginpad_core::cards::{Card, Cards, Typed};
    /// use ginpad_core::hand::{HandAnalysis, Terms};
    /// use ginpad_core::rules::Preset;
    ///
    /// let (rules, hand) = (&Preset::standard().rules, Typed::read("a23s 7hdc 89td 4h").unwrap());
    /// let gin = |upcard| {
    ///     let judged = HandAnalysis::new(hand.iter().collect(), Cards::NONE, Terms::of(rules, upcard));
    ///     judged.outs.unwrap().gin.codes()
    /// };
    /// assert_eq!((gin(None), gin(Card::read("jd").ok())), ("4S 7S JD".into(), "4S 7S".into()));
    /// ```
    #[must_use]
    pub fn new(cards: Vec<Card>, seen: Cards, terms: Terms) -> HandAnalysis {
        let held: Cards = cards.iter().copied().collect();
        let verdict = Verdict::of(held, terms);
        let seen = terms.upcard().map_or(seen, |upcard| seen | upcard.into());
        let outs = (held.len() == DEALT).then(|| outs(held, seen, terms.highest_limit().deadwood.into()));
        let discards = if verdict.discard.is_some() { best_discards(held) } else { Cards::NONE };
        HandAnalysis { cards, terms, verdict, discards, outs }
    }
}
