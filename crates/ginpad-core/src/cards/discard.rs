//! Finds the card to throw: the one that leaves the others with the least deadwood. And the outs: the cards that would help
//! on the next draw.

use std::cmp::Reverse;

use super::{Ace, Card, CardRules, Cards, arrange, deadwood};

/// Whether the cards are big gin: one more than were dealt, all melded.
///
/// # Example
/// ```
/// use ginpad_core::cards::{CardRules, Cards, is_big_gin};
///
/// let standard = CardRules::STANDARD;
/// assert!(is_big_gin(Cards::read("7hdc a23s 89tjqd")?, standard));
/// assert!(!is_big_gin(Cards::read("7hdc a23s 89tjd")?, standard), "ten are gin");
/// assert!(is_big_gin(Cards::read("7hdc a234s 7s")?, CardRules { dealt: 7, ..standard }));
/// # Ok::<(), ginpad_core::cards::ReadFault>(())
/// ```
pub fn is_big_gin(hand: Cards, rules: CardRules) -> bool {
    hand.len() == rules.dealt + 1 && deadwood(hand, rules.ace) == 0
}

/// The card to throw so that the others have the least deadwood; `None` if there are no cards.
///
/// Of several equally good cards, throws the highest; within a rank, ♣ before ♦ before ♥ before ♠. Big gin has an
/// answer too, for tables that do not play it: a card that leaves gin.
///
/// # Example
/// ```
/// use ginpad_core::cards::{Ace, Cards, best_discard};
///
/// let discard = best_discard(Cards::read("2c 456d 3456h 256s")?, Ace::Low).unwrap();
/// assert_eq!(discard.code(), "6S");
/// # Ok::<(), ginpad_core::cards::ReadFault>(())
/// ```
pub fn best_discard(hand: Cards, ace: Ace) -> Option<Card> {
    hand.iter().min_by_key(|card| (deadwood(hand - (*card).into(), ace), Reverse(*card)))
}

/// Every card that leaves the others with the least deadwood when it is thrown.
///
/// # Example
/// ```
/// use ginpad_core::cards::{Ace, Cards, best_discards};
///
/// let hand = Cards::read("a23s 7hdc kh kd 2d ah 5c")?;
/// assert_eq!(best_discards(hand, Ace::Low).codes(), "KH KD");
/// assert_eq!(best_discards(hand, Ace::Corner).codes(), "AH");
/// # Ok::<(), ginpad_core::cards::ReadFault>(())
/// ```
pub fn best_discards(hand: Cards, ace: Ace) -> Cards {
    let after = |card: Card| deadwood(hand - card.into(), ace);
    let least = hand.iter().map(after).min();
    hand.iter().filter(|card| Some(after(*card)) == least).collect()
}

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
