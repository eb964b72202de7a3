//! Finds the card to throw: the one that leaves the others with the least deadwood.

use std::cmp::Reverse;

use super::{Ace, Card, CardRules, Cards, deadwood};

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
