//! Least deadwood: the lowest deadwood of a hand over all ways to meld its cards.
//!
//! Once the sets are chosen, a table gives the deadwood of each suit (see the module `suit_table`). So only the sets
//! must be chosen. If no card of a set could be in a run, all the cards of its rank are melded as a set. The other
//! ranks with a set are the clashing ones. A hand of eleven has at most three of them. Each has these choices: no set,
//! all the cards of the rank, or three of four if the fourth could be in a run.
//!
//! Most hands have no clashing rank and are answered at once.

use super::suit_table::{EACH_SUIT, in_every_suit, ranks, run_cards, set_cards};
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

/// The lowest bit that is set.
#[inline(always)]
pub(super) const fn lowest(bits: u64) -> u64 {
    bits & bits.wrapping_neg()
}

/// Calls `visit` for every choice of sets that could be part of the best arrangement.
#[inline(always)]
pub(super) fn each_choice(hand: u64, ace: Ace, mut visit: impl FnMut(u64)) {
    let (runs, sets) = (run_cards(hand, ace), set_cards(hand));
    let clashing = in_every_suit(runs & sets);
    let undisputed = sets & !clashing;
    if clashing == 0 {
        return visit(undisputed);
    }
    choose((hand, runs), ranks(clashing), undisputed, &mut visit);
}

/// Tries each choice for these clashing ranks, on top of the sets already chosen. A card that could not be in a run is
/// never left out of a set of four.
fn choose((hand, runs): (u64, u64), ranks: u64, sets: u64, visit: &mut impl FnMut(u64)) {
    if ranks == 0 {
        return visit(sets);
    }
    let rank = lowest(ranks);
    let all = hand & (rank * EACH_SUIT);
    let mut next = |set| choose((hand, runs), ranks & !rank, sets | set, visit);
    next(0);
    next(all);
    let mut left_out = if all.count_ones() == 4 { all & runs } else { 0 };
    while left_out != 0 {
        let card = lowest(left_out);
        left_out &= !card;
        next(all & !card);
    }
}
