//! Random hands from a seed, the same on every machine.

use ginpad_core::cards::{Card, Cards, Rank, Suit};

/// A small generator of numbers (splitmix64).
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) const fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    pub(crate) const fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.roll() % limit as u64) as usize
    }

    /// Draws some of these cards.
    pub(crate) fn draw(&mut self, from: Cards, count: usize) -> Cards {
        let mut pack: Vec<Card> = from.iter().collect();
        (0..count.min(pack.len())).map(|_| pack.swap_remove(self.below(pack.len()))).collect()
    }

    /// Cards of a window of ranks, where sets and runs clash.
    pub(crate) fn dense(&mut self, from: Cards, count: usize) -> Cards {
        let width = 4 + self.below(3);
        let low = self.below(14 - width) + 1;
        self.draw(from & window(low, width), count)
    }
}

/// All cards of some ranks in a row: how many ranks, starting at `low`.
pub(crate) fn window(low: usize, width: usize) -> Cards {
    let ranks = (low..low + width).filter_map(|number| Rank::new(u8::try_from(number).unwrap()));
    ranks.flat_map(|rank| Suit::ALL.map(|suit| Card { rank, suit })).collect()
}

/// How often a test repeats itself: `long` times if `GINPAD_LONG` is set, else `short` times.
pub(crate) fn times(short: usize, long: usize) -> usize {
    if std::env::var_os("GINPAD_LONG").is_some() { long } else { short }
}
