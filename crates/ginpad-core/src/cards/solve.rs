//! Least deadwood: the lowest deadwood of a hand over all ways to meld its cards.
//!
//! Once the sets are chosen, a table gives the deadwood of each suit (see the module `suit_table`). So only the sets
//! must be chosen. If no card of a set could be in a run, all the cards of its rank are melded as a set. The other
//! ranks with a set are the clashing ones. A hand of eleven has at most three of them. Each has these choices: no set,
//! all the cards of the rank, or any three of four.
//!
//! Most hands have no clashing rank and are answered at once. The code avoids branches that depend on the cards: one
//! wrongly predicted branch costs as much as the whole count.

use super::suit_table::{EACH_SUIT, Order, SUIT_BITS, in_every_suit, left};
use super::{Ace, Cards, arrange};

/// The least deadwood of any number of cards, in points. No card is thrown.
///
/// The answer is exact for every set of cards. The method is meant for hands of up to eleven: the time grows with the
/// number of ranks that can be melded both ways, and more cards can have more than three of those ranks.
///
/// # Example
/// ```
/// use ginpad_core::cards::{Ace, Cards, deadwood};
///
/// let hand = Cards::read("7hdc a23s 8c 9c 4h k♦")?;
/// assert_eq!(deadwood(hand, Ace::Low), 28, "the seven of clubs is better in the run");
/// assert_eq!(deadwood(Cards::read("7hdcs 89c")?, Ace::Low), 0);
/// let corner = Cards::read("qka2h ad")?;
/// assert_eq!((deadwood(corner, Ace::Low), deadwood(corner, Ace::Corner)), (24, 15));
/// # Ok::<(), ginpad_core::cards::ReadFault>(())
/// ```
#[inline]
pub fn deadwood(hand: Cards, ace: Ace) -> u16 {
    arrange(hand, ace).deadwood
}

/// Converts a count to points. It fits: the whole pack counts 340.
#[inline(always)]
pub(super) const fn points(count: u32) -> u16 {
    count as u16
}

/// The ranks that could be melded both ways, and the hand without the undisputed sets.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clash {
    /// The hand without the undisputed sets, which are those of ranks that do not clash.
    pub(super) hand: u64,
    /// The cards in those sets.
    pub(super) sets: u64,
    /// The clashing ranks, one bit for each. The hand has three or four cards of each.
    pub(super) ranks: u64,
    /// The clashing ranks with all four cards in the hand.
    pub(super) fours: u64,
    /// The cards of the hand that could be in a run.
    pub(super) runs: u64,
}

impl Clash {
    #[inline(always)]
    pub(super) const fn new(hand: u64, runs: u64, sets: u64) -> Clash {
        let both = in_every_suit(runs & sets);
        let all = hand & hand.rotate_left(32);
        let all = all & all.rotate_left(16);
        Clash {
            hand: hand & (both | !sets),
            sets: sets & !both,
            ranks: both & SUIT_BITS,
            fours: both & all & SUIT_BITS,
            runs,
        }
    }
}

/// The lowest bit that is set.
#[inline(always)]
pub(super) const fn lowest(bits: u64) -> u64 {
    bits & bits.wrapping_neg()
}

/// How the clashing ranks are tried. Up to two ranks with three cards each have four combinations, which are counted at
/// once. The choices of the other ranks are tried one after another.
#[derive(Debug, Clone, Copy)]
pub(super) struct Trial {
    /// Those two ranks; 0 for each missing one.
    pub(super) two: [u64; 2],
    others: u64,
}

impl Trial {
    #[inline(always)]
    pub(super) const fn new(clash: &Clash) -> Trial {
        let threes = clash.ranks & !clash.fours;
        let first = lowest(threes);
        let second = lowest(threes & !first);
        Trial { two: [first, second], others: clash.ranks & !first & !second }
    }

    /// The ranks that remain in each way of melding the two as sets: neither, the first, the second, both.
    #[inline(always)]
    pub(super) const fn masks(&self) -> [u64; 4] {
        let [first, second] = self.two;
        [!0, !first, !second, !(first | second)]
    }

    /// Calls `choice` for every choice of sets among the other ranks that could be part of the best. Passes the cards
    /// in the sets, and their number.
    ///
    /// A card that could not be in a run is never left out of a set of four.
    #[inline(always)]
    pub(super) fn each(&self, clash: &Clash, mut choice: impl FnMut(u64, u32)) {
        if self.others == 0 {
            return choice(0, 0);
        }
        choose(clash, self.others, (0, 0), &mut choice);
    }
}

fn choose(clash: &Clash, ranks: u64, (sets, count): (u64, u32), choice: &mut impl FnMut(u64, u32)) {
    if ranks == 0 {
        return choice(sets, count);
    }
    let rank = lowest(ranks);
    let ranks = ranks & !rank;
    let all = clash.hand & (rank * EACH_SUIT);
    choose(clash, ranks, (sets, count), choice);
    if clash.fours & rank == 0 {
        return choose(clash, ranks, (sets | all, count + 3), choice);
    }
    choose(clash, ranks, (sets | all, count + 4), choice);
    let mut left_out = all & clash.runs;
    while left_out != 0 {
        let card = lowest(left_out);
        left_out &= !card;
        choose(clash, ranks, (sets | all & !card, count + 3), choice);
    }
}

/// The deadwood of a hand once every run is laid out: one count for each mask, without the ranks outside it.
#[inline(always)]
pub(super) fn left_of_ways<O: Order, const N: usize>(hand: u64, masks: [u64; N]) -> [u32; N] {
    let mut ways = [0; N];
    for shift in [0, 16, 32, 48] {
        let holding = (hand >> shift) & SUIT_BITS;
        for (way, mask) in ways.iter_mut().zip(masks) {
            *way += left::<O>(holding & mask);
        }
    }
    ways
}
