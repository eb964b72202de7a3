//! Lays out a hand: its runs, its sets and its deadwood.

use std::cmp::Ordering;
use std::hint::select_unpredictable;

use super::solve::{Clash, Trial, left_of_ways, lowest, points};
use super::suit_table::{AceCorner, AceLow, EACH_SUIT, Order, SUIT_BITS, left_of_all, ranks, run_cards, set_cards};
use super::{Ace, Cards, Meld, deadwood};

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
    match ace {
        Ace::Low => arranged::<AceLow>(hand),
        Ace::Corner => arranged::<AceCorner>(hand),
    }
}

#[inline(always)]
fn arranged<O: Order>(hand: Cards) -> Arrangement {
    let cards = hand.bits();
    let (runs, sets) = (run_cards(cards, O::ACE), set_cards(cards));
    if runs & sets == 0 {
        Arrangement::with::<O>(hand, sets, left_of_all::<O>(cards & !sets))
    } else {
        arrange_clashing::<O>(hand, runs, sets)
    }
}

#[inline(never)]
fn arrange_clashing<O: Order>(hand: Cards, runs: u64, sets: u64) -> Arrangement {
    let clash = Clash::new(hand.bits(), runs, sets);
    let trial = Trial::new(&clash);
    let best = if trial.two[1] != 0 { best_sets::<O, 4>(&clash, &trial) } else { best_sets::<O, 2>(&clash, &trial) };
    Arrangement::with::<O>(hand, best.sets | clash.sets, best.rank / COUNTS)
}

/// A choice of sets among the clashing ranks.
#[derive(Debug, Clone, Copy)]
struct Choice {
    /// The deadwood it leaves, times [`COUNTS`], plus the number of cards in the sets.
    rank: u32,
    /// The cards in the sets.
    sets: u64,
}

/// More than the number of cards that can be in sets.
const COUNTS: u32 = 64;

/// The preferred choice of sets. `N` is the number of combinations counted at once.
#[inline(always)]
fn best_sets<O: Order, const N: usize>(clash: &Clash, trial: &Trial) -> Choice {
    let mut best = Choice { rank: u32::MAX, sets: 0 };
    each_choice::<O, N>(clash, trial, |choices| {
        let mut least = choices[0];
        for choice in &choices[1..] {
            least.sets = select_unpredictable(choice.rank < least.rank, choice.sets, least.sets);
            least.rank = least.rank.min(choice.rank);
        }
        let tied = choices.iter().filter(|choice| choice.rank == least.rank).count() > 1;
        if least.rank < best.rank {
            best = if tied { preferred::<O>(clash.hand, least, &choices) } else { least };
        } else if least.rank == best.rank {
            best = preferred::<O>(clash.hand, best, &choices);
        }
    });
    best
}

/// The preferred choice among `first` and those of the others that have the same `rank`.
#[cold]
fn preferred<O: Order>(hand: u64, first: Choice, others: &[Choice]) -> Choice {
    let mut best = first;
    for other in others {
        if other.rank == best.rank && is_preferred(hand, O::ACE, other.sets, best.sets) {
            best = *other;
        }
    }
    best
}

/// Calls `choices` with every choice of sets among the clashing ranks that could be part of the best, `N` at a time.
/// May repeat a choice, with more cards counted in its sets than it has.
#[inline(always)]
fn each_choice<O: Order, const N: usize>(clash: &Clash, trial: &Trial, mut choices: impl FnMut([Choice; N])) {
    let [first, second] = trial.two.map(|rank| clash.hand & (rank * EACH_SUIT));
    let ways = [(0, 0), (first, 3), (second, 3), (first | second, 6)];
    let masks = trial.masks();
    trial.each(clash, |sets, count| {
        let lefts = left_of_ways::<O, N>(clash.hand & !sets, std::array::from_fn(|way| masks[way]));
        choices(std::array::from_fn(|way| {
            let (cards, more) = ways[way];
            Choice { rank: lefts[way] * COUNTS + count + more, sets: sets | cards }
        }));
    });
}

/// Calls `visit` with every arrangement that has the least deadwood, in no particular order, perhaps more than once.
pub(super) fn each_least(hand: Cards, ace: Ace, visit: impl FnMut(Arrangement)) {
    match ace {
        Ace::Low => each_least_in::<AceLow>(hand, visit),
        Ace::Corner => each_least_in::<AceCorner>(hand, visit),
    }
}

fn each_least_in<O: Order>(hand: Cards, mut visit: impl FnMut(Arrangement)) {
    let least = u32::from(deadwood(hand, O::ACE));
    let cards = hand.bits();
    let clash = Clash::new(cards, run_cards(cards, O::ACE), set_cards(cards));
    each_choice::<O, 4>(&clash, &Trial::new(&clash), |choices| {
        for choice in choices {
            if choice.rank / COUNTS == least {
                visit(Arrangement::with::<O>(hand, choice.sets | clash.sets, least));
            }
        }
    });
}

/// Whether the first choice of sets is preferred to the second. Both leave the same deadwood and have the same number
/// of cards.
fn is_preferred(hand: u64, ace: Ace, first: u64, second: u64) -> bool {
    let unmatched = [first, second].map(|sets| hand & !sets & !run_cards(hand & !sets, ace));
    if unmatched[0] == unmatched[1] { is_lower(first, second) } else { is_lower(unmatched[0], unmatched[1]) }
}

/// Whether the highest card that only one of the two has is in the second.
pub(super) fn is_lower(first: u64, second: u64) -> bool {
    let differ = first ^ second;
    let Some(highest) = ranks(differ).checked_ilog2() else { return false };
    let cards = differ & (EACH_SUIT << highest);
    cards.checked_ilog2().is_some_and(|card| second >> card & 1 == 1)
}

impl Arrangement {
    /// Lays out the hand with these cards in sets and every possible run of the others. `left` is the deadwood left.
    #[inline]
    fn with<O: Order>(hand: Cards, sets: u64, left: u32) -> Arrangement {
        let rest = hand.bits() & !sets;
        let runs = run_cards(rest, O::ACE);
        Arrangement {
            runs: Cards::from_bits(runs),
            sets: Cards::from_bits(sets),
            unmatched: Cards::from_bits(rest & !runs),
            deadwood: points(left),
            ace: O::ACE,
        }
    }

    /// Compares two arrangements of one hand with equal deadwood; the preferred one is the lesser.
    pub(super) fn preference(&self, other: &Arrangement) -> Ordering {
        let before = || is_preferred(self.cards().bits(), self.ace, self.sets.bits(), other.sets.bits());
        let lower = || if before() { Ordering::Less } else { Ordering::Greater };
        let same = self.sets == other.sets;
        self.sets.len().cmp(&other.sets.len()).then_with(|| if same { Ordering::Equal } else { lower() })
    }

    /// The whole hand.
    pub fn cards(&self) -> Cards {
        self.runs | self.sets | self.unmatched
    }

    /// The melds: the runs suit by suit from the low end, then the sets from the lowest rank.
    #[inline]
    pub const fn melds(&self) -> Melds {
        let (runs, sets) = (self.runs.bits(), self.sets.bits());
        let joined = match self.ace {
            Ace::Low => 0,
            Ace::Corner => joined(runs),
        };
        Melds { runs: runs & !joined, joined, sets, ranks: ranks(sets) }
    }
}

/// The melds of an arrangement, one after the other; see [`Arrangement::melds`].
#[derive(Debug, Clone)]
pub struct Melds {
    runs: u64,
    /// The cards from the ace up in runs that go round the corner. They belong to the run that ends with the king.
    joined: u64,
    sets: u64,
    ranks: u64,
}

/// The king's bit within a suit.
const KING: u64 = 1 << 12;

/// The cards from the ace up in each suit with a run that goes round the corner.
const fn joined(runs: u64) -> u64 {
    let aces = runs & (runs >> 12) & EACH_SUIT;
    // Adding the ace carries through its stretch.
    let from_the_ace = runs & !(runs + aces);
    // A stretch that is the whole suit needs no joining.
    let whole_suits = (from_the_ace >> 12) & EACH_SUIT;
    from_the_ace & !(whole_suits * SUIT_BITS)
}

/// All cards of the suit of these cards.
const fn in_its_suit(cards: u64) -> u64 {
    SUIT_BITS << (cards.trailing_zeros() / 16 * 16)
}

impl Iterator for Melds {
    type Item = Meld;

    #[inline]
    fn next(&mut self) -> Option<Meld> {
        if self.runs | self.ranks == 0 {
            return None;
        }
        // Adding the lowest bit carries through its stretch, up to the gap that ends it.
        let rest = self.runs & self.runs.wrapping_add(lowest(self.runs));
        let mut run = self.runs & !rest;
        if self.joined != 0 && run & (KING * EACH_SUIT) != 0 {
            run |= self.joined & in_its_suit(run);
        }
        // Chooses between a run and a set without a branch, which the processor could not predict.
        let rank = select_unpredictable(run == 0, lowest(self.ranks), 0);
        self.runs = rest;
        self.ranks &= !rank;
        Some(Meld::unchecked(run | self.sets & (rank * EACH_SUIT)))
    }
}
