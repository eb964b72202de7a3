//! Outs: the cards that would help on the next draw.

use super::{CardRules, Cards, arrange, best_discard};

/// The cards that would help a hand of ten on its next draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outs {
    /// The cards that could be drawn: the pack without the hand and without the seen cards.
    pub unseen: Cards,
    /// The cards that make the hand gin once the best card is thrown. Cards that make big gin are among them.
    pub gin: Cards,
    /// The cards that let the hand knock, or make it gin, once the best card is thrown.
    pub knock: Cards,
}

/// Finds the outs of a hand of ten: draws each unseen card in turn, and throws the best card.
///
/// `seen` are the cards outside the hand that can no longer be drawn. `limit` is the knock limit, in points. `rules`
/// are the other conditions of a knock. A hand that may knock already may also knock after every draw, because it can
/// throw the card it drew.
///
/// # Example
/// ```
/// use ginpad_core::cards::{CardRules, Cards, outs};
///
/// let hand = Cards::read("a23s 7hdc 9td ks kh")?;
/// let outs = outs(hand, Cards::read("8d 7s")?, 10, CardRules::STANDARD);
/// assert_eq!(outs.unseen.len(), 40);
/// assert_eq!(outs.gin.codes(), "");
/// assert_eq!(outs.knock.codes(), "JD KD KC");
/// # Ok::<(), ginpad_core::cards::ReadFault>(())
/// ```
pub fn outs(hand: Cards, seen: Cards, limit: u16, rules: CardRules) -> Outs {
    let unseen = Cards::PACK - hand - seen;
    let mut outs = Outs { unseen, gin: Cards::NONE, knock: Cards::NONE };
    for card in unseen.iter() {
        let drawn = hand | card.into();
        let Some(thrown) = best_discard(drawn, rules.ace) else { continue };
        let kept = arrange(drawn - thrown.into(), rules.ace);
        if kept.deadwood == 0 {
            outs.gin.insert(card);
        }
        if kept.deadwood <= limit && rules.melds_enough(kept.cards().len(), kept.unmatched.len()) {
            outs.knock.insert(card);
        }
    }
    outs
}
