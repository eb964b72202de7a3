//! Lay-offs: the defender's own melds and the cards laid off onto the knocker's melds, chosen together for the least
//! deadwood.
//!
//! A card may be worth more laid off than melded, or the other way round, so neither can be decided first. But few
//! choices need to be tried:
//!
//! - A set of three takes one card.
//! - A run takes any number of cards in a row at either end, but trying two is enough: three in a row are a run of the
//!   defender's own, which leaves no more deadwood. This holds even if the two ends of a run meet round the corner.
//! - A card that the defender cannot meld is laid off wherever that is possible.
//!
//! Each remaining choice is judged by the least deadwood of the rest of the hand. Of choices with equal deadwood, the
//! one with the fewest cards laid off is taken. If they are still equal, the highest card that only one of them lays
//! off decides: the choice without it is taken (♣ is the highest suit of a rank).

use super::arrangement::by_highest;
use super::solve::lowest;
use super::suit_table::{above, below, in_every_suit, run_cards, set_cards};
use super::{Ace, Arrangement, Cards, Meld, arrange, deadwood};

/// Melds on the table, as the defender sees them: all cards in runs, and all cards in sets.
///
/// It does not matter which run a card belongs to: neighbouring runs of a suit act as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Tabled {
    /// The cards in runs.
    pub runs: Cards,
    /// The cards in sets.
    pub sets: Cards,
}

/// The defender's side of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LayOff {
    /// The cards laid off.
    pub laid: Cards,
    /// The other cards, laid out for the least deadwood.
    pub own: Arrangement,
}

/// Finds the lay-offs and melds that leave the defender the least deadwood.
///
/// # Example
/// ```
/// use ginpad_core::cards::{Ace, Cards, Tabled, arrange, lay_off};
///
/// let tabled = Tabled::from(arrange(Cards::read("567s 9hdc 4d 2h")?, Ace::Low));
/// let defence = lay_off(tabled, Cards::read("89s 9t8h k♦ kc kh 3d 4s")?, Ace::Low);
/// assert_eq!(defence.laid.codes(), "4S 8S 9S");
/// assert_eq!((defence.own.unmatched.codes(), defence.own.deadwood), ("3D".into(), 3));
/// # Ok::<(), ginpad_core::cards::ReadFault>(())
/// ```
pub fn lay_off(tabled: Tabled, hand: Cards, ace: Ace) -> LayOff {
    let laid = best_to_lay(tabled, hand.bits(), ace);
    LayOff { laid: Cards::from_bits(laid), own: arrange(Cards::from_bits(hand.bits() & !laid), ace) }
}

fn best_to_lay(tabled: Tabled, hand: u64, ace: Ace) -> u64 {
    let ends = Ends::new(tabled, hand, ace);
    let sure = ends.sure(ace);
    let open = ends.without(sure, ace);
    if open.is_empty() {
        return sure;
    }
    let mut best = Best { left: u16::MAX, laid: 0 };
    try_out(hand, open, sure, ace, &mut best);
    best.laid
}

/// The cards of the defender that could be laid off, by the run end or set they go onto. A card next to the end of a
/// run is a first card, the one after it a second card. A second card can only follow its first.
#[derive(Debug, Clone, Copy)]
struct Ends {
    above: [u64; 2],
    below: [u64; 2],
    sets: u64,
    /// The cards that the defender could meld.
    wanted: u64,
}

impl Ends {
    #[inline]
    fn new(tabled: Tabled, hand: u64, ace: Ace) -> Ends {
        let (runs, sets) = (tabled.runs.bits(), tabled.sets.bits());
        let first_above = above(runs, ace) & !runs & hand;
        let first_below = below(runs, ace) & !runs & hand;
        Ends {
            above: [first_above, above(first_above, ace) & hand],
            below: [first_below, below(first_below, ace) & hand],
            sets: in_every_suit(sets) & !sets & hand,
            wanted: run_cards(hand, ace) | set_cards(hand),
        }
    }

    /// The cards to lay off without a choice: the defender cannot meld them, and the card they follow is on the table.
    #[inline]
    const fn sure(&self, ace: Ace) -> u64 {
        let (first_above, first_below) = (self.above[0] & !self.wanted, self.below[0] & !self.wanted);
        let further = (above(first_above, ace) & self.above[1]) | (below(first_below, ace) & self.below[1]);
        first_above | first_below | (further | self.sets) & !self.wanted
    }

    /// The choices that remain once these cards are laid off. A second card becomes a first card when its own first
    /// card is laid off.
    #[inline]
    const fn without(mut self, laid: u64, ace: Ace) -> Ends {
        let next_above = above(laid, ace) & self.above[1] & !laid;
        let next_below = below(laid, ace) & self.below[1] & !laid;
        self.above = [self.above[0] & !laid | next_above, self.above[1] & !next_above];
        self.below = [self.below[0] & !laid | next_below, self.below[1] & !next_below];
        self.sets &= !laid;
        self
    }

    #[inline]
    const fn is_empty(&self) -> bool {
        self.above[0] | self.below[0] | self.sets == 0
    }
}

/// The best choice so far.
#[derive(Debug)]
struct Best {
    left: u16,
    laid: u64,
}

impl Best {
    fn offer(&mut self, hand: u64, laid: u64, ace: Ace) {
        let left = deadwood(Cards::from_bits(hand & !laid), ace);
        let order = (left, laid.count_ones()).cmp(&(self.left, self.laid.count_ones()));
        if order.then_with(|| by_highest(laid, self.laid)).is_lt() {
            *self = Best { left, laid };
        }
    }
}

/// Tries every choice among the open ends, on top of the cards already laid off.
fn try_out(hand: u64, mut ends: Ends, laid: u64, ace: Ace, best: &mut Best) {
    let open = [(&mut ends.above, true), (&mut ends.below, false)].into_iter().find(|(ends, _)| ends[0] != 0);
    if let Some((end, is_above)) = open {
        let first = lowest(end[0]);
        let second = end[1] & if is_above { above(first, ace) } else { below(first, ace) };
        end[0] &= !first;
        try_out(hand, ends, laid, ace, best);
        try_out(hand, ends, laid | first, ace, best);
        if second != 0 {
            try_out(hand, ends, laid | first | second, ace, best);
        }
    } else if ends.sets != 0 {
        let card = lowest(ends.sets);
        ends.sets &= !card;
        try_out(hand, ends, laid, ace, best);
        try_out(hand, ends, laid | card, ace, best);
    } else {
        best.offer(hand, laid, ace);
    }
}

impl From<Arrangement> for Tabled {
    fn from(arrangement: Arrangement) -> Tabled {
        Tabled { runs: arrangement.runs, sets: arrangement.sets }
    }
}

impl FromIterator<Meld> for Tabled {
    fn from_iter<I: IntoIterator<Item = Meld>>(melds: I) -> Tabled {
        let mut tabled = Tabled::default();
        for meld in melds {
            *if meld.is_run() { &mut tabled.runs } else { &mut tabled.sets } |= meld.cards();
        }
        tabled
    }
}
