//! Both hands on the table: the knocker's as declared or at its best, the defender's with its best lay-offs.

use super::arrangement::each_least;
use super::layoff::{LayOff, Tabled, lay_off, least_after_lay_offs};
use super::showdown_fault::ShowdownFault;
use super::{Arrangement, Card, Cards, DEALT, MOST_CARDS, Meld, MeldKind, arrange};

/// What the rules of the table say about a showdown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShowdownTerms {
    /// The most deadwood a knocker may have, in points.
    pub knock_limit: u16,
    /// Whether the defender may lay off against gin.
    pub against_gin: AgainstGin,
}

/// What the defender may do against gin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AgainstGin {
    /// The defender only melds. Most rules say so.
    MeldsOnly,
    /// The defender lays off as against a knock.
    LayOffs,
}

impl AgainstGin {
    /// Whether the defender may lay off against a knocker with this many cards and this deadwood.
    fn allows(self, cards: usize, deadwood: u16) -> bool {
        !is_gin(cards, deadwood) || self == AgainstGin::LayOffs
    }
}

/// Whether all of ten or eleven cards are melded.
const fn is_gin(cards: usize, deadwood: u16) -> bool {
    matches!((cards, deadwood), (DEALT | MOST_CARDS, 0))
}

/// Both hands laid out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Showdown {
    /// The knocker's side.
    pub knocker: LaidOut,
    /// The defender's side, without the cards that were laid off.
    pub defender: LaidOut,
    /// The cards that the defender laid off, in a possible order, each with the knocker's meld it goes onto, counted
    /// from 0.
    pub laid_off: Vec<(Card, usize)>,
}

impl Showdown {
    /// Whether the knocker's ten cards are all melded.
    pub fn is_gin(&self) -> bool {
        self.knocker.cards() == DEALT && self.knocker.deadwood == 0
    }

    /// Whether the knocker's eleven cards are all melded.
    pub fn is_big_gin(&self) -> bool {
        self.knocker.cards() == MOST_CARDS && self.knocker.deadwood == 0
    }

    /// What the defender laid off onto one of the knocker's melds, counted from 0.
    ///
    /// # Example
    /// ```
    /// use ginpad_core::cards::{AgainstGin, Cards, lay_out};
    ///
    /// let (knocker, defender) = (Cards::read("567s 9hdc 4d 2h a3c")?, Cards::read("89s kshdc 3d 4s 2s 6h")?);
    /// let table = lay_out(knocker, defender, AgainstGin::MeldsOnly);
    /// assert_eq!(table.laid_onto(0).codes(), "4S 8S 9S");
    /// assert_eq!(table.laid_onto(1).codes(), "");
    /// # Ok::<(), ginpad_core::cards::ReadFault>(())
    /// ```
    pub fn laid_onto(&self, meld: usize) -> Cards {
        self.laid_off.iter().filter(|(_, onto)| *onto == meld).map(|(card, _)| *card).collect()
    }
}

/// One hand laid out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaidOut {
    /// The melds: as they were declared, or else as [`Arrangement::melds`] has them.
    pub melds: Vec<Vec<Card>>,
    /// The cards that are neither melded nor laid off.
    pub unmatched: Vec<Card>,
    /// Their deadwood.
    pub deadwood: u16,
}

/// Lays out both hands; the defender melds and lays off for the least deadwood.
///
/// The knocker's cards come in groups. Several groups are melds as the knocker declared them; the last may be the
/// deadwood instead. They are checked and kept, even if other melds would be better. One group is a hand without
/// declared melds: it is laid out for its least deadwood. If several ways leave that, the one that leaves the defender
/// most is taken, and among those the one that [`arrange`] prefers. A last group without cards is ignored.
///
/// # Errors
/// Every reason why the two hands cannot end the deal: cards missing, too many, in both hands or twice; groups that are
/// not melds; a knock over the limit. If a group is not a meld, the least deadwood of the cards is compared with the
/// limit. If the knocker does not have ten cards, some of them are wrong, and nothing is compared with the limit.
///
/// # Example
/// ```
/// use ginpad_core::cards::{AgainstGin, Cards, ShowdownTerms, Typed, showdown};
///
/// let terms = ShowdownTerms { knock_limit: 10, against_gin: AgainstGin::MeldsOnly };
/// let knocker = Typed::read_groups("kshc / 4567d / 2c ad ah").unwrap();
/// let table = showdown(&knocker, Cards::read("kd 8d 9d 3d 3h 3s qh jh 5s 7c")?, terms).unwrap();
/// assert_eq!(table.knocker.deadwood, 4);
/// let laid: Vec<(String, usize)> = table.laid_off.iter().map(|(card, onto)| (card.code(), *onto)).collect();
/// assert_eq!(laid, [("8D".into(), 1), ("9D".into(), 1), ("KD".into(), 0)]);
/// assert_eq!(table.defender.deadwood, 32);
///
/// let faults = showdown(&knocker, Cards::read("kd")?, terms).unwrap_err();
/// assert_eq!(faults[0].to_string(), "the defender has 1 card; there must be 10");
/// # Ok::<(), ginpad_core::cards::ReadFault>(())
/// ```
pub fn showdown(knocker: &[Vec<Card>], defender: Cards, terms: ShowdownTerms) -> Result<Showdown, Vec<ShowdownFault>> {
    let mut faults = Vec::new();
    let held = held(knocker, &mut faults);
    if held.meets(defender) {
        faults.push(ShowdownFault::InBothHands(held & defender));
    }
    let groups = knocker.strip_suffix(&[Vec::new()]).unwrap_or(knocker);
    let declared = if groups.len() > 1 { declared(groups, &mut faults) } else { None };
    let deadwood = declared.as_ref().map_or_else(|| arrange(held).deadwood, |laid| laid.deadwood);
    let gin = is_gin(held.len(), deadwood);
    if held.len() != DEALT && !gin {
        faults.push(ShowdownFault::KnockerCards { cards: held.len(), most: MOST_CARDS });
    }
    if defender.len() != DEALT {
        faults.push(ShowdownFault::DefenderCards(defender.len()));
    }
    if held.len() == DEALT && deadwood > terms.knock_limit {
        faults.push(ShowdownFault::OverLimit { deadwood, limit: terms.knock_limit });
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(match declared {
        Some(declared) => laid_against(declared, defender, terms.against_gin),
        None => lay_out(held, defender, terms.against_gin),
    })
}

/// Lays out both hands as [`showdown()`] does without declared melds, but does not check whether the two hands can end
/// the deal.
///
/// # Example
/// ```
/// use ginpad_core::cards::{AgainstGin, Cards, lay_out};
///
/// let (knocker, defender) = (Cards::read("567s 9hdc 4d 2h a3c")?, Cards::read("89s kshdc 3d 4s 2s 6h")?);
/// let table = lay_out(knocker, defender, AgainstGin::MeldsOnly);
/// assert_eq!((table.knocker.deadwood, table.defender.deadwood), (10, 11));
/// # Ok::<(), ginpad_core::cards::ReadFault>(())
/// ```
pub fn lay_out(knocker: Cards, defender: Cards, against_gin: AgainstGin) -> Showdown {
    let may_lay_off = against_gin.allows(knocker.len(), arrange(knocker).deadwood);
    let best = best_against(knocker, defender, may_lay_off);
    laid_against(best.into(), defender, against_gin)
}

/// The defender's best melds and lay-offs against a knocker laid out like this.
fn laid_against(knocker: LaidOut, defender: Cards, against_gin: AgainstGin) -> Showdown {
    let tabled =
        if against_gin.allows(knocker.cards(), knocker.deadwood) { tabled(&knocker.melds) } else { Tabled::default() };
    let LayOff { laid, own } = lay_off(tabled, defender);
    let laid_off = placed(&knocker.melds, laid);
    Showdown { knocker, defender: own.into(), laid_off }
}

/// All of the knocker's cards.
fn held(groups: &[Vec<Card>], faults: &mut Vec<ShowdownFault>) -> Cards {
    let (mut held, mut twice) = (Cards::NONE, Cards::NONE);
    for card in groups.iter().flatten() {
        if !held.insert(*card) {
            twice.insert(*card);
        }
    }
    if !twice.is_empty() {
        faults.push(ShowdownFault::Twice(twice));
    }
    held
}

/// The hand as its groups declare it; none if a group before the last is not a meld.
fn declared(groups: &[Vec<Card>], faults: &mut Vec<ShowdownFault>) -> Option<LaidOut> {
    let is_meld = |group: &Vec<Card>| {
        let cards: Cards = group.iter().copied().collect();
        cards.len() == group.len() && Meld::new(cards).is_some()
    };
    let (melds, deadwood) = match groups.split_last() {
        Some((last, melds)) if !is_meld(last) => (melds, last.as_slice()),
        _ => (groups, [].as_slice()),
    };
    let before = faults.len();
    for (at, group) in melds.iter().enumerate().filter(|(_, group)| !is_meld(group)) {
        faults.push(ShowdownFault::NotAMeld { group: at, cards: group.clone() });
    }
    (faults.len() == before).then(|| LaidOut {
        melds: melds.to_vec(),
        unmatched: deadwood.to_vec(),
        deadwood: deadwood.iter().copied().collect::<Cards>().value(),
    })
}

/// The arrangement that leaves the defender most, among the knocker's arrangements with the least deadwood.
fn best_against(held: Cards, defender: Cards, may_lay_off: bool) -> Arrangement {
    let mut best = arrange(held);
    if may_lay_off {
        let mut most = least_after_lay_offs(best.into(), defender);
        let mut equals = Vec::new();
        each_least(held, |arrangement| equals.push(arrangement));
        equals.sort_by(Arrangement::preference);
        for arrangement in equals {
            let left = least_after_lay_offs(arrangement.into(), defender);
            if left > most {
                (best, most) = (arrangement, left);
            }
        }
    }
    best
}

fn tabled(melds: &[Vec<Card>]) -> Tabled {
    melds.iter().filter_map(|meld| Meld::new(meld.iter().copied().collect())).collect()
}

/// Which meld each card goes onto. Cards go onto runs as long as one fits, then onto sets. Each time the first card
/// that fits goes onto the first meld that takes it.
fn placed(melds: &[Vec<Card>], mut laid: Cards) -> Vec<(Card, usize)> {
    let mut grown: Vec<Cards> = melds.iter().map(|meld| meld.iter().copied().collect()).collect();
    let mut placed = Vec::new();
    for kind in [MeldKind::Run, MeldKind::Set] {
        let takes = |meld: Cards, card: Card| Meld::new(meld | card.into()).is_some_and(|meld| meld.kind() == kind);
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
    /// How many cards are in the melds and unmatched.
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
