//! Tables of single suits: the deadwood of each of the 8192 holdings of a suit once its runs are laid out.
//!
//! Within one suit there is no choice to make. An unbroken stretch of three or more cards is one run, and no other card
//! of the suit can be in a run. So the deadwood of a suit depends only on its thirteen bits. The compiler builds a table
//! of 8 KiB with an entry for every holding.
//!
//! Round the corner the ranks of a suit are a circle, and a stretch may continue from the king to the ace. That has a
//! table of its own.

use super::{Ace, Rank};

/// The number of holdings of a suit: every subset of its thirteen cards.
const HOLDINGS: usize = 1 << RANKS;

/// The number of cards in a suit.
pub(super) const RANKS: usize = 13;

/// The bits of the first suit.
pub(super) const SUIT_BITS: u64 = HOLDINGS as u64 - 1;

/// The lowest bit of every suit.
pub(super) const EACH_SUIT: u64 = 0x0001_0001_0001_0001;

/// The aces and twos, which follow the king round the corner.
const ROUND_THE_CORNER: u64 = 0b11 * EACH_SUIT;

/// The deadwood of each holding once its runs are laid out, in points: at most 60 (`A 3 4 6 7 9 T Q K`).
static LEFT: [u8; HOLDINGS] = left_table(Ace::Low);

/// Like [`LEFT`], round the corner: at most 69 (`A 4 5 7 8 T J K`).
static CORNER_LEFT: [u8; HOLDINGS] = left_table(Ace::Corner);

/// The deadwood of one suit once its runs are laid out.
#[inline(always)]
pub(super) fn left(holding: u64, ace: Ace) -> u16 {
    let table = match ace {
        Ace::Low => &LEFT,
        Ace::Corner => &CORNER_LEFT,
    };
    // The remainder drops the other suits, and with them the bounds check.
    u16::from(table[holding as usize % HOLDINGS])
}

/// The deadwood of a whole hand once every run is laid out.
#[inline(always)]
pub(super) fn left_of_all(hand: u64, ace: Ace) -> u16 {
    left(hand, ace) + left(hand >> 16, ace) + left(hand >> 32, ace) + left(hand >> 48, ace)
}

/// All four cards of every rank that occurs in these cards.
#[inline(always)]
pub(super) const fn in_every_suit(cards: u64) -> u64 {
    let two = cards | cards.rotate_left(32);
    two | two.rotate_left(16)
}

/// The ranks of these cards, one bit each.
#[inline(always)]
pub(super) const fn ranks(cards: u64) -> u64 {
    in_every_suit(cards) & SUIT_BITS
}

/// The cards in a stretch of three or more of their suit.
#[inline(always)]
pub(super) const fn run_cards(hand: u64, ace: Ace) -> u64 {
    match ace {
        Ace::Low => stretches(hand),
        Ace::Corner => {
            // The ace and the two are repeated above the king, in the bits between the suits.
            let runs = stretches(hand | (hand & ROUND_THE_CORNER) << RANKS);
            (runs | (runs >> RANKS) & ROUND_THE_CORNER) & (EACH_SUIT * SUIT_BITS)
        }
    }
}

/// The bits in a stretch of three or more.
#[inline(always)]
const fn stretches(bits: u64) -> u64 {
    let lowest = bits & (bits >> 1) & (bits >> 2);
    lowest | (lowest << 1) | (lowest << 2)
}

/// The cards above these in their suits. May also set bits that are not cards.
#[inline(always)]
pub(super) const fn above(cards: u64, ace: Ace) -> u64 {
    match ace {
        Ace::Low => cards << 1,
        Ace::Corner => cards << 1 | (cards >> (RANKS - 1)) & EACH_SUIT,
    }
}

/// The cards below these in their suits. May also set bits that are not cards.
#[inline(always)]
pub(super) const fn below(cards: u64, ace: Ace) -> u64 {
    match ace {
        Ace::Low => cards >> 1,
        Ace::Corner => cards >> 1 | (cards & EACH_SUIT) << (RANKS - 1),
    }
}

/// The cards of the hand whose rank it holds three or four times.
#[inline(always)]
pub(super) const fn set_cards(hand: u64) -> u64 {
    // Any three of four suits in a circle are neighbours.
    let three = hand & hand.rotate_right(16) & hand.rotate_right(32);
    three | three.rotate_left(16) | three.rotate_left(32)
}

const fn left_table(ace: Ace) -> [u8; HOLDINGS] {
    let mut values = [0_u8; HOLDINGS];
    let mut holding = 1;
    while holding < HOLDINGS {
        let value = match Rank::new(holding.trailing_zeros() as u8 + 1) {
            Some(rank) => ace.value(rank),
            None => 0,
        };
        values[holding] = values[holding & (holding - 1)] + value;
        holding += 1;
    }
    let mut table = [0; HOLDINGS];
    holding = 0;
    while holding < HOLDINGS {
        table[holding] = values[holding & !(run_cards(holding as u64, ace) as usize)];
        holding += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_suit_leaves() {
        let left = |holding| left(holding, Ace::Low);
        assert_eq!(left(0b0), 0);
        assert_eq!(left(0b111), 0);
        assert_eq!(left(0b1_0111), 5);
        assert_eq!(left(0b1_1000_0000_0001), 21);
        assert_eq!(LEFT.iter().max(), Some(&60));
    }

    #[test]
    fn what_a_suit_leaves_round_the_corner() {
        let left = |holding| left(holding, Ace::Corner);
        assert_eq!(left(0b1), 15);
        assert_eq!(left(0b1_1000_0000_0001), 0, "Q K A");
        assert_eq!(left(0b1_0000_0000_0011), 0, "K A 2");
        assert_eq!(left(0b0_1000_0000_0011), 27, "Q A 2");
        assert_eq!(left(0b1_0000_0000_0111), 0, "K A 2 3");
        assert_eq!(left(0b1_1111_1111_1111), 0);
        assert_eq!(CORNER_LEFT.iter().max(), Some(&69));
        assert_eq!(left(0b1_0110_1101_1001), 69);
    }

    #[test]
    fn neighbours_are_those_of_the_order() {
        let all = EACH_SUIT * SUIT_BITS;
        for (card, next) in [(0, 1), (5, 6), (12, 0)] {
            for suit in [0, 16, 32, 48] {
                let (card, next) = (1 << (suit + card), 1 << (suit + next));
                assert_eq!((above(card, Ace::Corner) & all, below(next, Ace::Corner) & all), (next, card));
                let low = if card > next { (0, 0) } else { (next, card) };
                assert_eq!((above(card, Ace::Low) & all, below(next, Ace::Low) & all), low);
            }
        }
    }
}
