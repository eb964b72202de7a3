//! Lays out both hands: the knocker's as declared or at its best, the defender's with its best lay-offs.

use serde::Serialize;

use super::arrangement::all_least;
use super::layoff::{LayOff, Tabled, lay_off};
use super::{Ace, Arrangement, Card, CardRules, Cards, Meld, arrange};

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
