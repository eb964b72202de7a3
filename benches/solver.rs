//! The card solver compared with the `gin-rummy` crate, on the same hands in one run: `cargo bench --bench solver`.
//!
//! Every line gives the median of several rounds over the same hands, in nanoseconds a hand. The two sides take turns,
//! so that both run under the same load.

#![allow(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::hint::black_box;
use std::time::Instant;

use ginpad_core::cards::{Ace, Card, Cards, Rank, Suit, Tabled, arrange, best_discard, deadwood, lay_off};

/// The number of hands of each kind.
const HANDS: usize = 50_000;
/// How often each side goes through them.
const ROUNDS: usize = 15;

/// A small random number generator (splitmix64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }

    fn draw(&mut self, pack: &mut Vec<Card>, count: usize) -> Cards {
        (0..count).map(|_| pack.swap_remove(self.below(pack.len()))).collect()
    }

    /// Returns the pack or, for dense hands, four to six ranks in a row.
    fn pack(&mut self, dense: bool) -> Vec<Card> {
        if !dense {
            return Cards::PACK.iter().collect();
        }
        let width = 4 + self.below(3);
        let low = 1 + self.below(14 - width);
        let ranks = (low..low + width).filter_map(|number| Rank::new(u8::try_from(number).unwrap_or_default()));
        ranks.flat_map(|rank| Suit::ALL.map(|suit| Card { rank, suit })).collect()
    }
}

/// Converts a hand for the other crate.
fn peer(hand: Cards) -> gin_rummy::Hand {
    hand.iter().filter_map(|card| card.code().parse::<gin_rummy::Card>().ok()).collect()
}

/// Counts with the other crate. Compiled separately, so that its speed does not depend on the caller: inlined into the
/// loops below, it was sometimes a third slower.
#[inline(never)]
fn peer_deadwood(hand: gin_rummy::Hand) -> u8 {
    gin_rummy::deadwood(hand)
}

/// Goes through the other crate's melds, compiled in the same way.
#[inline(never)]
fn peer_melds(hand: gin_rummy::Hand) -> usize {
    gin_rummy::best_melds(hand).iter().map(black_box).count()
}

/// Returns nanoseconds for each of the hands.
fn timed<T, R>(hands: &[T], mut run: impl FnMut(&T) -> R) -> f64 {
    let start = Instant::now();
    for hand in hands {
        black_box(run(black_box(hand)));
    }
    start.elapsed().as_secs_f64() * 1e9 / hands.len() as f64
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Lets two sides take turns, and returns their medians.
fn race(mut ours: impl FnMut() -> f64, mut theirs: impl FnMut() -> f64) -> (f64, f64) {
    let mut times = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        times.0.push(ours());
        times.1.push(theirs());
    }
    (median(times.0), median(times.1))
}

fn report(what: &str, kind: &str, (ours, theirs): (f64, f64)) {
    println!("{what:<38} {kind:<7} {ours:>8.2} {theirs:>9.1} {:>8.1}", theirs / ours);
}

/// Makes every comparison with the other crate, on the same hands.
fn against_the_peer(kind: &str, dense: bool) {
    let mut dice = Dice(7);
    let mut hands = |count| -> Vec<Cards> {
        (0..HANDS)
            .map(|_| {
                let mut pack = dice.pack(dense);
                dice.draw(&mut pack, count)
            })
            .collect()
    };
    let (tens, elevens) = (hands(10), hands(11));
    let peers: Vec<gin_rummy::Hand> = tens.iter().map(|hand| peer(*hand)).collect();
    let without: Vec<Vec<gin_rummy::Hand>> =
        elevens.iter().map(|hand| hand.iter().map(|card| peer(*hand - card.into())).collect()).collect();
    let each = |hands: &[gin_rummy::Hand]| hands.iter().map(|hand| peer_deadwood(*hand)).min();

    let ours = || timed(&tens, |hand| deadwood(*hand, Ace::Low));
    let theirs = || timed(&peers, |hand| peer_deadwood(*hand));
    report("least deadwood / deadwood", kind, race(ours, theirs));
    let ours = || timed(&tens, |hand| arrange(*hand, Ace::Low).melds().map(black_box).count());
    let theirs = || timed(&peers, |hand| peer_melds(*hand));
    report("melds / best_melds", kind, race(ours, theirs));
    let ours = || timed(&elevens, |hand| best_discard(*hand, Ace::Low));
    let theirs = || timed(&without, |hands| each(hands));
    report("best discard / eleven deadwood", kind, race(ours, theirs));
}

/// Deals a knocker's melds with at most 10 deadwood, and a defender's hand from the rest of the same pack.
fn table(dice: &mut Dice, dense: bool) -> (Tabled, Cards) {
    loop {
        let mut pack = dice.pack(dense);
        let knocker = arrange(dice.draw(&mut pack, 10), Ace::Low);
        if knocker.deadwood <= 10 {
            let near = pack.len().min(10);
            let hand = dice.draw(&mut pack, near);
            let mut others = (Cards::PACK - knocker.cards() - hand).iter().collect();
            return (knocker.into(), hand | dice.draw(&mut others, 10 - near));
        }
    }
}

/// Measures joint lay-offs, compared with our own count of the same hands.
fn lay_offs(kind: &str, dense: bool) {
    let mut dice = Dice(8);
    let tables: Vec<(Tabled, Cards)> = (0..HANDS / 5).map(|_| table(&mut dice, dense)).collect();
    let joint = || timed(&tables, |(tabled, hand)| lay_off(*tabled, *hand, Ace::Low));
    let count = || timed(&tables, |(_, hand)| deadwood(*hand, Ace::Low));
    // This ratio is the other way round: how many counts take as long as one lay-off.
    let (count, joint) = race(count, joint);
    println!("{:<38} {kind:<7} {joint:>8.2} {count:>9.2} {:>8.1}", "joint lay-offs in our own counts", joint / count);
}

fn main() {
    println!("{:<38} {:<7} {:>8} {:>9} {:>8}", "nanoseconds a hand, medians", "hands", "ours", "theirs", "ratio");
    for (kind, dense) in [("random", false), ("dense", true)] {
        against_the_peer(kind, dense);
        lay_offs(kind, dense);
    }
}
