//! Finds the card to throw from eleven: the one that leaves the other ten with the least deadwood.

use super::solve::{Clash, Trial, points};
use super::suit_table::{AceCorner, AceLow, Order, SUIT_BITS, left, run_cards, set_cards, throw};
use super::{Ace, Card, CardRules, Cards, deadwood};

/// A card to throw, with the deadwood it leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Discard {
    /// The card.
    pub card: Card,
    /// The least deadwood of the other cards, in points.
    pub deadwood: u16,
}

/// Whether the cards are big gin: one more than were dealt, all melded.
///
/// # Example
/// ```
/// use ginpad_core::cards::{CardRules, Cards, Dealt, is_big_gin};
///
/// let standard = CardRules::STANDARD;
/// assert!(is_big_gin(Cards::read("7hdc a23s 89tjqd")?, standard));
/// assert!(!is_big_gin(Cards::read("7hdc a23s 89tjd")?, standard), "ten are gin");
/// assert!(is_big_gin(Cards::read("7hdc a234s 7s")?, CardRules { dealt: Dealt::Seven, ..standard }));
/// # Ok::<(), ginpad_core::cards::ReadFault>(())
/// ```
pub fn is_big_gin(hand: Cards, rules: CardRules) -> bool {
    hand.len() == rules.dealt.most() && deadwood(hand, rules.ace) == 0
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
/// assert_eq!((discard.card.code(), discard.deadwood), ("6S".into(), 9));
/// # Ok::<(), ginpad_core::cards::ReadFault>(())
/// ```
#[inline]
pub fn best_discard(hand: Cards, ace: Ace) -> Option<Discard> {
    match ace {
        Ace::Low => best_in::<AceLow>(hand),
        Ace::Corner => best_in::<AceCorner>(hand),
    }
}

#[inline(always)]
fn best_in<O: Order>(hand: Cards) -> Option<Discard> {
    let cards = hand.bits();
    let (runs, sets) = (run_cards(cards, O::ACE), set_cards(cards));
    let best = if runs & sets == 0 {
        best_throws::<O, 1>(cards & !sets, [!0])
    } else {
        best_throw_of_clashing::<O>(cards, runs, sets)
    };
    match best {
        Some(throw) => throw.discard(),
        None => best_of_each(hand, O::ACE),
    }
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

/// A throw once the sets are settled. Ordered by preference: least deadwood first, then the highest card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Throw(u32);

/// More than the highest number of a card. A card's number is four times the place of its rank, plus its suit.
const NUMBERS: u32 = 64;

impl Throw {
    fn discard(self) -> Option<Discard> {
        let number = NUMBERS - 1 - self.0 % NUMBERS;
        let card = Cards::from_bits(1 << (number % 4 * 16 + number / 4)).iter().next()?;
        Some(Discard { card, deadwood: points(self.0 / NUMBERS) })
    }
}

/// The best throw from these cards, which can only be in runs. It is the best over all masks; each removes the ranks
/// outside it. `None` if one of the masks leaves no deadwood: then every card to throw may be in a meld.
#[inline(always)]
fn best_throws<O: Order, const N: usize>(cards: u64, masks: [u64; N]) -> Option<Throw> {
    let mut kept = [0; N];
    let mut best = [0; N];
    for suit in 0..4 {
        let holding = (cards >> (16 * suit)) & SUIT_BITS;
        for (way, mask) in masks.into_iter().enumerate() {
            kept[way] += left::<O>(holding & mask);
            best[way] = best[way].max(throw::<O>(holding & mask) | suit);
        }
    }
    let mut least = Some(Throw(u32::MAX));
    for way in 0..N {
        // `best` is the deadwood that the throw saves, times `NUMBERS`, plus the number of its card. So this is the
        // deadwood left, times `NUMBERS`, plus a number that is lower for higher cards.
        let throw = Throw(kept[way] * NUMBERS + (NUMBERS - 1) - best[way]);
        least = least.min((kept[way] != 0).then_some(throw));
    }
    least
}

#[inline(never)]
fn best_throw_of_clashing<O: Order>(cards: u64, runs: u64, sets: u64) -> Option<Throw> {
    let clash = Clash::new(cards, runs, sets);
    let trial = Trial::new(&clash);
    let masks = trial.masks();
    let mut best = Some(Throw(u32::MAX));
    if trial.two[1] != 0 {
        trial.each(&clash, |sets, _| best = best.min(best_throws::<O, 4>(clash.hand & !sets, masks)));
    } else {
        let [neither, one, ..] = masks;
        trial.each(&clash, |sets, _| best = best.min(best_throws::<O, 2>(clash.hand & !sets, [neither, one])));
    }
    best
}

/// The best throw found by trying every card. If all cards are melded, a throw may break a meld.
#[cold]
fn best_of_each(hand: Cards, ace: Ace) -> Option<Discard> {
    let cards = hand.iter();
    let discards = cards.map(|card| Discard { card, deadwood: deadwood(hand - card.into(), ace) });
    discards.min_by_key(|discard| (discard.deadwood, std::cmp::Reverse((discard.card.rank, discard.card.suit))))
}
