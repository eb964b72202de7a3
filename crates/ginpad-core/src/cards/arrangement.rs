//! Lays out a hand: its runs, its sets and its deadwood.

use std::cmp::Ordering;

use super::solve::{each_choice, lowest};
use super::suit_table::{EACH_SUIT, RANKS, above, left_of_all, ranks, run_cards};
use super::{Ace, Cards, Meld};

/// The cards of a hand as laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Arrangement {
    /// The cards in runs.
    pub runs: Cards,
    /// The cards in sets.
    pub sets: Cards,
    /// The cards in no meld.
    pub unmatched: Cards,
    /// The deadwood of the unmatched cards, in points.
    pub deadwood: u16,
    /// The place of the ace.
    ace: Ace,
}

/// The arrangement with the least deadwood.
///
/// If two arrangements both have the least deadwood, the first of these rules that separates them decides:
///
/// 1. Runs before sets: the arrangement with fewer cards in sets is preferred.
/// 2. Low cards left over: the highest card that only one of the two leaves unmatched decides. The arrangement that
///    melds it is preferred. Within a rank, ♣ is the highest suit and ♠ the lowest.
/// 3. Low cards in sets: the highest card that only one of the two has in a set decides. The arrangement that has it in
///    a run is preferred.
///
/// No two arrangements of one hand are equal in all three, so a hand is always laid out in the same way. A run is never
/// split: `4 5 6 7 8 9` of a suit is one run. These rules take the ace as the lowest rank, even if it is high in a run.
///
/// # Example
/// ```
/// use ginpad_core::cards::{Ace, Cards, arrange};
///
/// let arrangement = arrange(Cards::read("7hdcs 89c 2d kh")?, Ace::Low);
/// let melds: Vec<String> = arrangement.melds().map(|meld| meld.to_string()).collect();
/// assert_eq!(melds, ["♣789", "♠7 ♥7 ♦7"]);
/// assert_eq!((arrangement.unmatched.to_string(), arrangement.deadwood), ("♥K ♦2".into(), 12));
///
/// let corner = arrange(Cards::read("a2qks 3h")?, Ace::Corner);
/// let run: Vec<String> = corner.melds().next().unwrap().iter().map(|card| card.code()).collect();
/// assert_eq!((run.join(" "), corner.deadwood), ("QS KS AS 2S".into(), 3));
/// # Ok::<(), ginpad_core::cards::ReadFault>(())
/// ```
#[inline]
pub fn arrange(hand: Cards, ace: Ace) -> Arrangement {
    let mut best: Option<Arrangement> = None;
    each_choice(hand.bits(), ace, |sets| {
        let laid = Arrangement::with(hand, sets, ace);
        if best.is_none_or(|best| laid.preference(&best).is_lt()) {
            best = Some(laid);
        }
    });
    best.unwrap_or_else(|| Arrangement::with(hand, 0, ace))
}

/// Every arrangement that has the least deadwood, in no particular order.
pub(super) fn all_least(hand: Cards, ace: Ace) -> Vec<Arrangement> {
    let mut all = Vec::new();
    each_choice(hand.bits(), ace, |sets| all.push(Arrangement::with(hand, sets, ace)));
    let least = all.iter().map(|laid| laid.deadwood).min();
    all.retain(|laid| Some(laid.deadwood) == least);
    all
}

/// Compares two groups of cards by the highest card that only one of them has: the group without it is the lesser.
pub(super) fn by_highest(first: u64, second: u64) -> Ordering {
    let differ = first ^ second;
    let rank = ranks(differ).checked_ilog2().unwrap_or(0);
    let card = (differ & (EACH_SUIT << rank)).checked_ilog2().unwrap_or(0);
    (first >> card & 1).cmp(&(second >> card & 1))
}

impl Arrangement {
    /// Lays out the hand with these cards in sets and every possible run of the others.
    #[inline]
    fn with(hand: Cards, sets: u64, ace: Ace) -> Arrangement {
        let rest = hand.bits() & !sets;
        let runs = run_cards(rest, ace);
        Arrangement {
            runs: Cards::from_bits(runs),
            sets: Cards::from_bits(sets),
            unmatched: Cards::from_bits(rest & !runs),
            deadwood: left_of_all(rest, ace),
            ace,
        }
    }

    /// Compares two arrangements of one hand; the preferred one is the lesser.
    pub(super) fn preference(&self, other: &Arrangement) -> Ordering {
        (self.deadwood, self.sets.len())
            .cmp(&(other.deadwood, other.sets.len()))
            .then_with(|| by_highest(self.unmatched.bits(), other.unmatched.bits()))
            .then_with(|| by_highest(self.sets.bits(), other.sets.bits()))
    }

    /// The whole hand.
    pub fn cards(&self) -> Cards {
        self.runs | self.sets | self.unmatched
    }

    /// The melds: the runs suit by suit from the low end, then the sets from the lowest rank.
    pub fn melds(&self) -> impl Iterator<Item = Meld> {
        let (ace, all, sets) = (self.ace, self.runs.bits(), self.sets.bits());
        let mut runs = all;
        let run = move || {
            // A run starts above a gap. Only a whole suit round the corner has none.
            let mut run = match runs & !above(all, ace) {
                0 => lowest(runs),
                starts => lowest(starts),
            };
            while above(run, ace) & runs & !run != 0 {
                run |= above(run, ace) & runs;
            }
            runs &= !run;
            (run != 0).then_some(run)
        };
        let set = (0..RANKS).map(move |rank| sets & (EACH_SUIT << rank)).filter(|set| *set != 0);
        std::iter::from_fn(run).chain(set).map(Meld::unchecked)
    }
}
