//! Tables of single suits: what each of the 8192 holdings of a suit counts once its runs are laid out.
//!
//! Within one suit there is nothing to choose. An unbroken stretch of three or more cards is one run, and no other card
//! of the suit can be in a run. So what a suit leaves depends only on its thirteen bits. The compiler builds three
//! tables with an entry for every holding: 8 KiB for what it leaves, which is all that most hands need; 16 KiB for the
//! card to throw; and 208 KiB for the cost of giving up a card.

/// How many holdings a suit can have: which of its thirteen cards are there.
const HOLDINGS: usize = 1 << RANKS;

/// How many cards a suit has.
const RANKS: usize = 13;

/// The bits of the first suit.
pub(super) const SUIT_BITS: u64 = HOLDINGS as u64 - 1;

/// The lowest bit of every suit.
pub(super) const EACH_SUIT: u64 = 0x0001_0001_0001_0001;

/// What each holding of a suit counts once its runs are laid out, in points: at most 60 (`A 3 4 6 7 9 T Q K`).
static LEFT: [u8; HOLDINGS] = left_table();

/// The best card to throw from each holding, as one number: sixteen times the amount by which the throw lowers what the
/// holding leaves, plus the place of the card (0 is the ace), all times four, to leave room for a suit. If several
/// cards lower it by the same amount, the highest is taken. If no card lowers it, the number is 0.
static THROW: [u16; HOLDINGS] = throw_table();

/// What each holding loses by giving up its card of a rank. By rank, ace first.
///
/// An entry is the loss times [`LOST`], plus what the holding leaves without the card. The loss is how much more it
/// leaves without the card: negative if the card was in no run, 0 if the holding does not have the card.
static GIVEN: [[i16; HOLDINGS]; RANKS] = given_table();

/// More than what four suits can leave, which is at most 240, so the entries of four suits can be added up.
const LOST: i32 = 256;

/// What the cards of one suit leave: an entry of [`LEFT`].
#[inline(always)]
pub(super) fn left(holding: u64) -> u32 {
    // The remainder lets the compiler drop the bounds check.
    u32::from(LEFT[holding as usize % HOLDINGS])
}

/// What one suit loses by giving up the card of a rank (one bit): an entry of [`GIVEN`].
#[inline(always)]
pub(super) fn given(rank: u64, holding: u64) -> i32 {
    i32::from(GIVEN[rank.trailing_zeros() as usize][holding as usize % HOLDINGS])
}

/// What up to four suits leave, from the sum of their entries in [`GIVEN`].
#[inline(always)]
pub(super) const fn left_of_given(sum: i32) -> u32 {
    sum.rem_euclid(LOST).cast_unsigned()
}

/// What up to four suits lost, from the sum of their entries, which must not be negative.
#[inline(always)]
pub(super) const fn lost_of_given(sum: i32) -> u32 {
    sum.cast_unsigned() / LOST.cast_unsigned()
}

/// The best card to throw from one suit: an entry of [`THROW`].
#[inline(always)]
pub(super) fn throw(holding: u64) -> u32 {
    u32::from(THROW[holding as usize % HOLDINGS])
}

/// What a whole hand leaves once every run is laid out.
#[inline(always)]
pub(super) fn left_of_all(hand: u64) -> u32 {
    left(hand) + left(hand >> 16) + left(hand >> 32) + left(hand >> 48)
}

/// All four cards of each rank that these cards have.
#[inline(always)]
pub(super) const fn in_every_suit(cards: u64) -> u64 {
    let two = cards | cards.rotate_left(32);
    two | two.rotate_left(16)
}

/// The ranks that these cards have, one bit each.
#[inline(always)]
pub(super) const fn ranks(cards: u64) -> u64 {
    in_every_suit(cards) & SUIT_BITS
}

/// The cards in a stretch of three or more of their suit.
#[inline(always)]
pub(super) const fn run_cards(hand: u64) -> u64 {
    let lowest = hand & (hand >> 1) & (hand >> 2);
    lowest | (lowest << 1) | (lowest << 2)
}

/// All cards of every rank that the hand has three or four cards of.
#[inline(always)]
pub(super) const fn set_cards(hand: u64) -> u64 {
    // Any three of four suits in a circle are neighbours.
    let three = hand & hand.rotate_right(16) & hand.rotate_right(32);
    three | three.rotate_left(16) | three.rotate_left(32)
}

const fn left_table() -> [u8; HOLDINGS] {
    let mut values = [0_u8; HOLDINGS];
    let mut holding = 1;
    while holding < HOLDINGS {
        let place = holding.trailing_zeros() as u8;
        let value = if place < 10 { place + 1 } else { 10 };
        values[holding] = values[holding & (holding - 1)] + value;
        holding += 1;
    }
    let mut table = [0; HOLDINGS];
    holding = 0;
    while holding < HOLDINGS {
        table[holding] = values[holding & !(run_cards(holding as u64) as usize)];
        holding += 1;
    }
    table
}

const fn given_table() -> [[i16; HOLDINGS]; RANKS] {
    let mut table = [[0; HOLDINGS]; RANKS];
    let mut rank = 0;
    while rank < RANKS {
        let mut holding = 0;
        while holding < HOLDINGS {
            let without = LEFT[holding & !(1 << rank)] as i16;
            table[rank][holding] = (without - LEFT[holding] as i16) * LOST as i16 + without;
            holding += 1;
        }
        rank += 1;
    }
    table
}

const fn throw_table() -> [u16; HOLDINGS] {
    let mut table = [0; HOLDINGS];
    let mut holding = 0;
    while holding < HOLDINGS {
        let left = LEFT[holding];
        let mut best = 0;
        let mut place = 0;
        while place < RANKS as u16 {
            let without = LEFT[holding & !(1 << place)];
            if without < left && (left - without) as u16 * 16 + place >= best {
                best = (left - without) as u16 * 16 + place;
            }
            place += 1;
        }
        table[holding] = best * 4;
        holding += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_suit_leaves() {
        assert_eq!(left(0b0), 0);
        assert_eq!(left(0b111), 0);
        assert_eq!(left(0b1_0111), 5);
        assert_eq!(left(0b1_1000_0000_0001), 21);
        assert_eq!(LEFT.iter().max(), Some(&60));
        assert_eq!(throw(0b1_1000_0000_0001), (10 * 16 + 12) * 4);
        assert_eq!(throw(0b1111), 0);
    }

    #[test]
    fn what_giving_up_a_card_costs() {
        let parts = |rank: u32, holding| {
            let entry = given(1 << rank, holding);
            (entry.div_euclid(LOST), left_of_given(entry))
        };
        assert_eq!(parts(2, 0b111), (3, 3), "the ace and the two are left");
        assert_eq!(parts(3, 0b1111), (0, 0), "a run of three remains");
        assert_eq!(parts(12, 0b1_0000_0000_0001), (-10, 1), "the king was left over");
        assert_eq!(parts(12, 0b1), (0, 1), "there is no king");
        assert_eq!(parts(10, 0b1_1111_0000_0000), (39, 39));
        assert_eq!(lost_of_given(given(1 << 10, 0b1_1111_0000_0000)), 39);
        let four = 4 * given(1 << 1, 0b1_1011_0110_1101);
        assert_eq!((four.div_euclid(LOST), left_of_given(four)), (0, 240));
    }
}
