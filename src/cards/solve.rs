//! Least deadwood: the least that the cards of a hand count when melded as well as can be.
//!
//! Once it is settled which cards are melded in sets, each suit answers for itself from a table (see the module
//! `lane`), so the only question is the sets. A rank none of whose set cards could be in a run is no question either:
//! all of it is melded. What is left to try are the ranks where both can be, the clashing ones. A hand of eleven has
//! at most three, each with the choices: no set, all the cards of the rank, or, of four, three.
//!
//! Most hands have no clashing rank and are answered at once. For the last clashing rank no choice is tried out:
//! what each suit loses by giving up its card is known, so the best set is all of them, or all but the suit that
//! loses most.

use super::Cards;
use super::lane::{LANE, left, left_of_all, run_cards, set_cards};

/// One bit of every lane.
pub(super) const EACH_SUIT: u64 = 0x0001_0001_0001_0001;

/// The least deadwood of any number of cards, in points; nothing is thrown.
///
/// Exact for every set of cards. Made for hands of up to eleven; the time grows with the number of ranks that can be
/// melded both ways, of which larger holdings may have more than three.
///
/// # Example
/// ```
/// use ginpad::cards::{Cards, deadwood};
///
/// assert_eq!(deadwood(Cards::read("7hdc a23s 8c 9c 4h k♦")?), 28, "the seven of clubs is better in the run");
/// assert_eq!(deadwood(Cards::read("7hdcs 89c")?), 0);
/// assert_eq!(deadwood(Cards::NONE), 0);
/// # Ok::<(), ginpad::cards::ReadFault>(())
/// ```
#[must_use]
#[inline]
pub fn deadwood(hand: Cards) -> u16 {
    let hand = hand.bits();
    let (runs, sets) = (run_cards(hand), set_cards(hand));
    let least = if runs & sets == 0 { left_of_all(hand & !sets) } else { least_of_clashing(hand, runs, sets) };
    points(least)
}

/// A count as points; the whole pack counts 340.
#[inline(always)]
pub(super) const fn points(count: u32) -> u16 {
    count as u16
}

/// The ranks that could be melded both ways, and the hand without the sets that are beyond question.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clash {
    /// The hand without the sets of ranks that do not clash.
    pub(super) hand: u64,
    /// Those sets.
    pub(super) sets: u64,
    /// The clashing ranks of which three are held, one bit a rank.
    pub(super) threes: u64,
    /// The clashing ranks of which all four are held.
    pub(super) fours: u64,
    /// The cards of the hand that could be in a run.
    pub(super) runs: u64,
}

impl Clash {
    #[inline]
    pub(super) const fn new(hand: u64, runs: u64, sets: u64) -> Clash {
        let both = runs & sets;
        let both = both | (both >> 32);
        let ranks = (both | (both >> 16)) & 0x1fff;
        let sure = sets & !(ranks * EACH_SUIT);
        let all = hand & (hand >> 32);
        let fours = ranks & all & (all >> 16);
        Clash { hand: hand & !sure, sets: sure, threes: ranks & !fours, fours, runs }
    }
}

/// The least where at least one rank clashes.
#[inline(always)]
fn least_of_clashing(hand: u64, runs: u64, sets: u64) -> u32 {
    let Clash { hand, threes, fours, .. } = Clash::new(hand, runs, sets);
    // A rank of four is kept for the end, where it costs no more than one of three.
    let last = lowest(if fours != 0 { fours } else { threes });
    let (choice, threes, fours) = (fours != 0, threes & !last, fours & !last);
    if fours | (threes & threes.wrapping_sub(1)) == 0 {
        least_of_two(hand, threes, last, choice)
    } else {
        least_of_many(hand, threes, fours, last, choice)
    }
}

/// The least where more than one rank, or one of four, is to be settled before the last.
#[inline(never)]
fn least_of_many(hand: u64, threes: u64, fours: u64, last: u64, choice: bool) -> u32 {
    if fours | (threes & threes.wrapping_sub(1)) == 0 {
        return least_of_two(hand, threes, last, choice);
    }
    let rank = lowest(if fours != 0 { fours } else { threes });
    let (threes, fours, cards) = (threes & !rank, fours & !rank, rank * EACH_SUIT);
    let mut least = least_of_many(hand, threes, fours, last, choice);
    least = least.min(least_of_many(hand & !cards, threes, fours, last, choice));
    let mut kept = if hand & cards == cards { cards & run_cards(hand) } else { 0 };
    while kept != 0 {
        let card = lowest(kept);
        kept &= !card;
        least = least.min(least_of_many(hand & !cards | card, threes, fours, last, choice));
    }
    least
}

/// The least where two ranks are left to settle: a set or none of the first, of which three are held, or which is
/// none at all; and of the last no set, all of it, or, where there is a choice, three of the four.
#[inline(always)]
fn least_of_two(hand: u64, first: u64, last: u64, choice: bool) -> u32 {
    if choice {
        return least_with_choice(hand, first, last);
    }
    let [neither, one, other, both] = left_of_ways(hand, [!0, !first, !last, !(first | last)]);
    neither.min(one).min(other.min(both))
}

/// The same where there is a choice. None of it is tried: the card to keep back from the set, if any, is the one
/// whose suit loses most by giving it up.
#[inline(never)]
fn least_with_choice(hand: u64, first: u64, last: u64) -> u32 {
    let ways = [!0, !first].map(|mask| {
        let (mut without, mut with, mut most) = (0, 0, 0);
        for shift in [0, 16, 32, 48] {
            let lane = (hand >> shift) & LANE & mask;
            let (kept, given) = (left(lane).cast_signed(), left(lane & !last).cast_signed());
            without += kept;
            with += given;
            most = most.max(given - kept);
        }
        without.min(with - most)
    });
    ways[0].min(ways[1]).cast_unsigned()
}

/// The lowest bit that is set.
#[inline(always)]
pub(super) const fn lowest(bits: u64) -> u64 {
    bits & bits.wrapping_neg()
}

/// The clashing ranks as they are tried out: up to two of which three cards are held, whose four ways are counted
/// at once, and the others, whose choices are gone through.
#[derive(Debug, Clone, Copy)]
pub(super) struct Trial {
    /// The two ranks, or one or none.
    pub(super) two: [u64; 2],
    others: u64,
}

impl Trial {
    #[inline(always)]
    pub(super) const fn new(clash: &Clash) -> Trial {
        let first = lowest(clash.threes);
        let second = lowest(clash.threes & !first);
        Trial { two: [first, second], others: (clash.threes | clash.fours) & !first & !second }
    }

    /// What is left of the ranks of a suit in each way of melding the two: neither, the first, the second, both.
    #[inline(always)]
    pub(super) const fn masks(&self) -> [u64; 4] {
        let [first, second] = self.two;
        [!0, !first, !second, !(first | second)]
    }

    /// Every choice of sets among the other ranks that could be part of the best: the cards in them, and how many.
    ///
    /// A card that no run could hold is not left out of a set of four.
    #[inline]
    pub(super) fn each(&self, clash: &Clash, mut choice: impl FnMut(u64, u32)) {
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
    if clash.threes & rank != 0 {
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

/// What a hand leaves once every run is laid out, with the ranks outside each mask taken away.
#[inline(always)]
pub(super) fn left_of_ways<const N: usize>(hand: u64, masks: [u64; N]) -> [u32; N] {
    let mut ways = [0; N];
    for shift in [0, 16, 32, 48] {
        let lane = (hand >> shift) & LANE;
        for (way, mask) in ways.iter_mut().zip(masks) {
            *way += left(lane & mask);
        }
    }
    ways
}
