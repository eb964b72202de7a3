//! Solves every hand there is, and prints how many hands have each deadwood: `cargo run --release --example
//! every_hand`.
//!
//! All 15 820 024 220 hands of ten cards are dealt and solved; similar hands are not skipped. A number from 1 to 11
//! asks for hands of that many cards: `cargo run --release --example every_hand -- 7`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints what it counts")]

use std::ops::AddAssign;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use ginpad_core::cards::{Ace, Cards, deadwood};

/// The knock limit for which the share of hands is printed.
const LIMIT: usize = 10;

fn main() -> ExitCode {
    let cards = match std::env::args().nth(1).map(|text| text.parse()) {
        None => 10,
        Some(Ok(cards @ 1..=11)) => cards,
        Some(_) => {
            eprintln!("error: the cards in a hand are a number from 1 to 11");
            return ExitCode::from(2);
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let start = Instant::now();
    let found = Distribution::of(cards, threads);
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(found.hands(), binomial(52, cards as u64), "every hand is solved once");
    print(&found);
    println!("{} hands of {cards} cards in {seconds:.1} seconds, threads: {threads}", spaced(found.hands()));
    ExitCode::SUCCESS
}

fn print(found: &Distribution) {
    let all = found.hands();
    println!("{:>8} {:>18} {:>12}", "deadwood", "hands", "share");
    for (deadwood, hands) in found.0.iter().enumerate().filter(|(_, hands)| **hands > 0) {
        println!("{deadwood:>8} {:>18} {:>12}", spaced(*hands), percent(*hands, all));
    }
    println!("{:>8} {:>18}\n", "all", spaced(all));
    let gin = found.up_to(0);
    if gin > 0 {
        let common = common_divisor(gin, all);
        println!("gin: {} hands, {}/{}, 1 in {:.2}", spaced(gin), gin / common, all / common, all as f64 / gin as f64);
    }
    let low = found.up_to(LIMIT);
    println!("{LIMIT} or less: {} hands, {}, 1 in {:.2}", spaced(low), percent(low, all), all as f64 / low as f64);
    println!("mean: {:.6}", found.mean());
}

/// A part of all as a percentage, with seven decimals.
fn percent(part: u64, all: u64) -> String {
    format!("{:.7} %", 100.0 * part as f64 / all as f64)
}

/// A number with spaces between groups of three digits: `15 820 024 220`.
fn spaced(number: u64) -> String {
    let figures = number.to_string();
    let groups: Vec<&str> =
        figures.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok()).collect();
    groups.join(" ")
}

/// The largest number that divides both.
fn common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// How many hands have each least deadwood, from 0 up to the most that the cards could count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Distribution(pub Vec<u64>);

impl Distribution {
    /// Every hand of `cards_in_hand` cards, at least one, solved by this many threads.
    ///
    /// The work is split by the three highest cards of a hand. A thread that is free takes the next piece.
    pub(crate) fn of(cards_in_hand: usize, threads: usize) -> Distribution {
        let pack: Vec<Cards> = Cards::PACK.iter().map(Cards::from).collect();
        let highest = cards_in_hand.min(3);
        let mut pieces = Vec::new();
        each_hand(&pack, Cards::NONE, highest, &mut |held, below| pieces.push((held, below)));
        let next = AtomicUsize::new(0);
        let work = || {
            let mut found = Distribution::none(cards_in_hand);
            while let Some((held, below)) = pieces.get(next.fetch_add(1, Ordering::Relaxed)) {
                let solve = &mut |hand, _: &[Cards]| found.0[usize::from(deadwood(hand, Ace::Low))] += 1;
                each_hand(below, *held, cards_in_hand - highest, solve);
            }
            found
        };
        let mut all = Distribution::none(cards_in_hand);
        thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            for worker in workers {
                all += worker.join().expect("a thread that solves hands does not panic");
            }
        });
        all
    }

    fn none(cards_in_hand: usize) -> Distribution {
        Distribution(vec![0; 10 * cards_in_hand + 1])
    }

    /// Returns the number of hands.
    pub(crate) fn hands(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the number of hands with this deadwood or less.
    pub(crate) fn up_to(&self, deadwood: usize) -> u64 {
        self.0.iter().take(deadwood + 1).sum()
    }

    /// Returns the average deadwood of a hand, in points.
    pub(crate) fn mean(&self) -> f64 {
        let points: u64 = (0..).zip(&self.0).map(|(deadwood, hands)| deadwood * hands).sum();
        points as f64 / self.hands() as f64
    }
}

impl AddAssign for Distribution {
    fn add_assign(&mut self, other: Distribution) {
        for (hands, more) in self.0.iter_mut().zip(other.0) {
            *hands += more;
        }
    }
}

/// Calls `found` with every hand of the cards in `held` and `more` others of the pack, the highest first, and with the
/// cards of the pack below the lowest of those.
fn each_hand<'a>(pack: &'a [Cards], held: Cards, more: usize, found: &mut impl FnMut(Cards, &'a [Cards])) {
    if more == 0 {
        return found(held, pack);
    }
    for place in (more - 1..pack.len()).rev() {
        each_hand(&pack[..place], held | pack[place], more - 1, found);
    }
}

/// Returns the number of ways to choose `choose` cards from `of`.
pub(crate) fn binomial(of: u64, choose: u64) -> u64 {
    (0..choose).fold(1, |ways, taken| ways * (of - taken) / (taken + 1))
}
