//! Lays out both hands: the knocker's as declared or at its best, the defender's with its best lay-offs.

use serde::Serialize;

use super::arrangement::{all_least, by_highest};
use super::solve::lowest;
use super::suit_table::{above, below, in_every_suit, run_cards, set_cards};
use super::{Ace, Arrangement, Card, CardRules, Cards, Meld, arrange, deadwood};

/// Whether the defender may lay off against a knocker with this many cards and this deadwood.
fn may_lay_off(rules: CardRules, cards: usize, deadwood: u16) -> bool {
    rules.layoff_on_gin || !rules.is_gin(cards, deadwood)
}

/// Both hands as laid out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Showdown {
    /// The knocker's side.
    pub knocker: LaidOut,
    /// The defender's side, without the cards that were laid off.
    pub defender: LaidOut,
    /// The cards that the defender laid off, in a possible order, each with the index of the knocker's meld that takes
    /// it.
    pub laid_off: Vec<(Card, usize)>,
    /// The rules about cards.
    pub rules: CardRules,
}

impl Showdown {
    /// Whether the knocker melded every card, after throwing one or without.
    pub fn is_gin(&self) -> bool {
        self.rules.is_gin(self.knocker.cards(), self.knocker.deadwood)
    }

    /// Whether the knocker knocked without throwing a card.
    pub fn keeps_every_card(&self) -> bool {
        self.knocker.cards() == self.rules.dealt + 1 && self.knocker.deadwood > 0
    }

    /// The cards that the defender laid off onto one of the knocker's melds, counted from 0.
    ///
    /// # Example
    /// ```
    /// use ginpad_core::cards::{CardRules, Cards, lay_out};
    ///
    /// let (knocker, defender) = (Cards::read("567s 9hdc 4d 2h a3c")?, Cards::read("89s kshdc 3d 4s 2s 6h")?);
    /// let table = lay_out(knocker, defender, CardRules::STANDARD);
    /// assert_eq!(table.laid_onto(0).codes(), "4S 8S 9S");
    /// assert_eq!(table.laid_onto(1).codes(), "");
    /// # Ok::<(), ginpad_core::cards::ReadFault>(())
    /// ```
    pub fn laid_onto(&self, meld: usize) -> Cards {
        self.laid_off.iter().filter(|(_, onto)| *onto == meld).map(|(card, _)| *card).collect()
    }
}

/// One hand laid out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LaidOut {
    /// The deadwood of the unmatched cards.
    pub deadwood: u16,
    /// The melds: as declared, or else as [`Arrangement::melds`] orders them.
    pub melds: Vec<Vec<Card>>,
    /// The cards that are neither melded nor laid off.
    pub unmatched: Vec<Card>,
}

/// Lays out both hands, each for its least deadwood; the defender lays off. Among the knocker's best arrangements it
/// takes the one that leaves the defender the most deadwood, and among those the one that [`arrange`] prefers. Does not
/// check whether the two hands can end the deal.
///
/// # Example
/// ```
/// use ginpad_core::cards::{CardRules, Cards, lay_out};
///
/// let (knocker, defender) = (Cards::read("567s 9hdc 4d 2h a3c")?, Cards::read("89s kshdc 3d 4s 2s 6h")?);
/// let table = lay_out(knocker, defender, CardRules::STANDARD);
/// assert_eq!((table.knocker.deadwood, table.defender.deadwood), (10, 11));
/// # Ok::<(), ginpad_core::cards::ReadFault>(())
/// ```
pub fn lay_out(knocker: Cards, defender: Cards, rules: CardRules) -> Showdown {
    LaidOut::from(best_against(knocker, defender, rules)).against(defender, rules)
}

/// The knocker's best arrangement: of those with the least deadwood, the one that leaves the defender the most.
fn best_against(held: Cards, defender: Cards, rules: CardRules) -> Arrangement {
    let ace = rules.ace;
    let mut best = arrange(held, ace);
    if may_lay_off(rules, held.len(), best.deadwood) {
        let mut most = lay_off(best.into(), defender, ace).own.deadwood;
        let mut equals = all_least(held, ace);
        equals.sort_by(Arrangement::preference);
        for arrangement in equals {
            let left = lay_off(arrangement.into(), defender, ace).own.deadwood;
            if left > most {
                (best, most) = (arrangement, left);
            }
        }
    }
    best
}

fn tabled(melds: &[Vec<Card>], ace: Ace) -> Tabled {
    melds.iter().filter_map(|meld| Meld::new(meld.iter().copied().collect(), ace)).collect()
}

/// Assigns each laid-off card to a meld: to runs while any card fits one, then to sets. Each step takes the first card
/// that fits, and puts it onto the first meld that takes it.
fn placed(melds: &[Vec<Card>], mut laid: Cards, ace: Ace) -> Vec<(Card, usize)> {
    let mut grown: Vec<Cards> = melds.iter().map(|meld| meld.iter().copied().collect()).collect();
    let mut placed = Vec::new();
    for onto_runs in [true, false] {
        let takes =
            |meld: Cards, card: Card| Meld::new(meld | card.into(), ace).is_some_and(|meld| meld.is_run() == onto_runs);
        while let Some((card, onto)) =
            laid.iter().find_map(|card| grown.iter().position(|meld| takes(*meld, card)).map(|onto| (card, onto)))
        {
            laid.remove(card);
            if let Some(meld) = grown.get_mut(onto) {
                meld.insert(card);
            }
            placed.push((card, onto));
        }
    }
    placed
}

impl LaidOut {
    /// Lays out a hand with declared melds: each group is a meld, but the last may be the deadwood. Does not look for
    /// better melds.
    ///
    /// # Errors
    /// The groups before the last that are not melds.
    pub fn declared(groups: &[Vec<Card>], ace: Ace) -> Result<LaidOut, Vec<Vec<Card>>> {
        let is_meld = |group: &Vec<Card>| {
            let cards: Cards = group.iter().copied().collect();
            cards.len() == group.len() && Meld::new(cards, ace).is_some()
        };
        let (melds, unmatched) = match groups.split_last() {
            Some((last, melds)) if !is_meld(last) => (melds, last.as_slice()),
            _ => (groups, [].as_slice()),
        };
        let wrong: Vec<Vec<Card>> = melds.iter().filter(|group| !is_meld(group)).cloned().collect();
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let deadwood = unmatched.iter().copied().collect::<Cards>().value(ace);
        Ok(LaidOut { melds: melds.to_vec(), unmatched: unmatched.to_vec(), deadwood })
    }

    /// Finds the defender's best melds and lay-offs against a knocker laid out like this.
    pub fn against(self, defender: Cards, rules: CardRules) -> Showdown {
        let may_lay_off = may_lay_off(rules, self.cards(), self.deadwood);
        let tabled = if may_lay_off { tabled(&self.melds, rules.ace) } else { Tabled::default() };
        let LayOff { laid, own } = lay_off(tabled, defender, rules.ace);
        let laid_off = placed(&self.melds, laid, rules.ace);
        Showdown { knocker: self, defender: own.into(), laid_off, rules }
    }

    /// The number of cards, melded and unmatched.
    fn cards(&self) -> usize {
        self.melds.iter().map(Vec::len).sum::<usize>() + self.unmatched.len()
    }
}

impl From<Arrangement> for LaidOut {
    fn from(arrangement: Arrangement) -> LaidOut {
        LaidOut {
            melds: arrangement.melds().map(|meld| meld.iter().collect()).collect(),
            unmatched: arrangement.unmatched.iter().collect(),
            deadwood: arrangement.deadwood,
        }
    }
}

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
