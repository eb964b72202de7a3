//! Outs: the cards that would help on the next draw.

use super::{Card, Cards, best_discard};

/// Which cards would help a hand of ten on its next draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outs {
    /// The cards that could be drawn: the pack without the hand and without the seen cards.
    pub unseen: Cards,
    /// The cards that make the hand gin once the best card is thrown. Cards that make big gin are among them.
    pub gin: Cards,
    /// The cards with which the hand may knock, or is gin, once the best card is thrown.
    pub knock: Cards,
}

/// The outs of a hand of ten: each unseen card is drawn in turn, and the best card thrown.
///
/// `seen` are the cards outside the hand that cannot be drawn any more. `limit` is the knock limit, in points. A hand
/// that may knock already may also knock after every draw, because it can throw the card it drew.
///
/// # Example
/// ```
/// use ginpad_core::cards::{Cards, outs};
///
/// let hand = Cards::read("a23s 7hdc 9td ks kh")?;
/// let outs = outs(hand, Cards::read("8d 7s")?, 10);
/// assert_eq!(outs.unseen.len(), 40);
/// assert_eq!(outs.gin.codes(), "");
/// assert_eq!(outs.knock.codes(), "JD KD KC");
/// # Ok::<(), ginpad_core::cards::ReadFault>(())
/// ```
pub fn outs(hand: Cards, seen: Cards, limit: u16) -> Outs {
    let unseen = Cards::PACK - hand - seen;
    let mut outs = Outs { unseen, gin: Cards::NONE, knock: Cards::NONE };
    for card in unseen {
        let Some(left) = left_after(hand, card) else { continue };
        if left == 0 {
            outs.gin.insert(card);
        }
        if left <= limit {
            outs.knock.insert(card);
        }
    }
    outs
}

/// What is left once this card is drawn and the best card thrown.
fn left_after(hand: Cards, drawn: Card) -> Option<u16> {
    best_discard(hand | drawn.into()).map(|discard| discard.deadwood)
}
