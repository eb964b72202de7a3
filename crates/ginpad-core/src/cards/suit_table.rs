//! One suit of a hand, thirteen bits: what it is worth once its runs are laid out.
//!
//! Taken by itself a suit needs no choice. Every card of an unbroken stretch of three or more is in the one run that
//! is the whole stretch, and no other card of the suit can be in any run. So what a suit leaves is a fact of its
//! thirteen bits, and tables built by the compiler hold that fact for every suit there can be: 8 KiB for the fact
//! itself, which is all that most hands need, 16 KiB for the card to throw, and 208 KiB for the price of giving up a
//! card.

/// How many different holdings one suit has.
const HOLDINGS: usize = 1 << RANKS;

/// How many cards a suit has.
const RANKS: usize = 13;

/// The bits of one suit.
pub(super) const LANE: u64 = HOLDINGS as u64 - 1;

/// One bit of every lane.
pub(super) const EACH_SUIT: u64 = 0x0001_0001_0001_0001;

/// What each holding of a suit counts once its runs are laid out, in points: at most 60 (`A 3 4 6 7 9 T Q K`).
static LEFT: [u8; HOLDINGS] = left_table();

/// The best card to throw from each holding: by how much it lowers what the holding leaves, times sixteen, plus the
/// place of the highest card that lowers it so (0 the ace), all times four, to leave room for a suit. A throw that
/// lowers nothing is 0.
static THROW: [u16; HOLDINGS] = throw_table();

/// What each holding loses by giving up the card of a rank: how much more it leaves without it, times [`LOST`], plus
/// what it leaves then. A card that was in no run is a loss below nothing. By rank, ace first.
static GIVEN: [[i16; HOLDINGS]; RANKS] = given_table();

/// More than four suits can leave, which is 240, so that entries of four suits can be added up.
const LOST: i32 = 256;

/// What the cards of one lane leave.
#[inline(always)]
pub(super) fn left(lane: u64) -> u32 {
    // The mask is what lets the compiler drop the check of the bounds.
    u32::from(LEFT[lane as usize % HOLDINGS])
}

/// What one lane loses by giving up the card of a rank (one bit), as the table has it.
#[inline(always)]
pub(super) fn given(rank: u64, lane: u64) -> i32 {
    i32::from(GIVEN[rank.trailing_zeros() as usize][lane as usize % HOLDINGS])
}

/// Of a sum of up to four lanes' entries: what they leave.
#[inline(always)]
pub(super) const fn left_of_given(sum: i32) -> u32 {
    sum.rem_euclid(LOST).cast_unsigned()
}

/// Of a sum of up to four lanes' entries, not below nothing: what they lost.
#[inline(always)]
pub(super) const fn lost_of_given(sum: i32) -> u32 {
    sum.cast_unsigned() / LOST.cast_unsigned()
}

/// The best card to throw of one lane, as the table has it.
#[inline(always)]
pub(super) fn throw(lane: u64) -> u32 {
    u32::from(THROW[lane as usize % HOLDINGS])
}

/// What the cards of a whole hand leave once every run is laid out.
#[inline(always)]
pub(super) fn left_of_all(hand: u64) -> u32 {
    left(hand) + left(hand >> 16) + left(hand >> 32) + left(hand >> 48)
}

/// All four cards of every rank of which any is among these.
#[inline(always)]
pub(super) const fn in_every_suit(cards: u64) -> u64 {
    let two = cards | cards.rotate_left(32);
    two | two.rotate_left(16)
}

/// The ranks of which any card is among these, one bit a rank.
#[inline(always)]
pub(super) const fn ranks(cards: u64) -> u64 {
    in_every_suit(cards) & LANE
}

/// The cards of a hand that are in a stretch of three or more of their suit.
#[inline(always)]
pub(super) const fn run_cards(hand: u64) -> u64 {
    let lowest = hand & (hand >> 1) & (hand >> 2);
    lowest | (lowest << 1) | (lowest << 2)
}

/// The cards of a hand that have two or more of their rank beside them.
#[inline(always)]
pub(super) const fn set_cards(hand: u64) -> u64 {
    // Any three of four suits are neighbours in a circle.
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
