//! Both hands on the table: the knocker's as declared or at its best, the defender's with its best lay-offs.

use super::arrangement::each_least;
use super::layoff::{LayOff, Tabled, lay_off, least_after_lay_offs};
use super::showdown_fault::ShowdownFault;
use super::{Arrangement, Card, Cards, MOST_CARDS, Meld, MeldKind, arrange};

/// How many cards each player is dealt, and holds once one of eleven is thrown.
pub const DEALT: usize = 10;

/// What the rules of the table say about a showdown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShowdownTerms {
    /// The most deadwood a knocker may have, in points.
    pub knock_limit: u16,
    /// Whether the defender may lay off against gin.
    pub against_gin: AgainstGin,
}

impl ShowdownTerms {
    /// Those under which no count is too high: what is refused under them is refused under all.
    pub const ANY: ShowdownTerms = ShowdownTerms { knock_limit: u16::MAX, against_gin: AgainstGin::MeldsOnly };
}

/// What the defender may do against gin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AgainstGin {
    /// Melds only, as most rules have it.
    MeldsOnly,
    /// Lays off as against a knock.
    LayOffs,
}

/// How the hand ended, by the knocker's cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Some deadwood was left.
    Knock,
    /// All ten cards were melded.
    Gin,
    /// All eleven were.
    BigGin,
}

impl Ending {
    const fn of(cards: usize, deadwood: u16) -> Ending {
        match (cards, deadwood) {
            (DEALT, 0) => Ending::Gin,
            (MOST_CARDS, 0) => Ending::BigGin,
            _ => Ending::Knock,
        }
    }
}

impl AgainstGin {
    /// Whether the defender may lay off where the hand ended so.
    fn allows(self, ending: Ending) -> bool {
        ending == Ending::Knock || self == AgainstGin::LayOffs
    }
}

/// Both hands laid out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Showdown {
    /// How the hand ended. An undercut is a knock here; the counts tell.
    pub ending: Ending,
    /// The knocker's side.
    pub knocker: LaidOut,
    /// The defender's side; the cards laid off are in neither its melds nor unmatched.
    pub defender: LaidOut,
    /// The cards that the defender laid off, in an order in which each can be laid, and the knocker's meld each goes
    /// onto, counted from 0.
    pub laid_off: Vec<(Card, usize)>,
}

impl Showdown {
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
    #[must_use]
    pub fn laid_onto(&self, meld: usize) -> Cards {
        self.laid_off.iter().filter(|(_, onto)| *onto == meld).map(|(card, _)| *card).collect()
    }
}

/// One hand laid out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaidOut {
    /// The melds: declared ones as they were declared, others as [`Arrangement::melds`] has them.
    pub melds: Vec<Vec<Card>>,
    /// The cards in no meld and not laid off.
    pub unmatched: Vec<Card>,
    /// What those count, in points.
    pub deadwood: u16,
}

/// Lays out both hands for the least that the defender can be left with.
///
/// The knocker's cards come as groups. Several groups are melds as declared, in their order, of which the last may
/// be the deadwood instead; they are checked and kept, also where others would be better. One group is a hand not
/// declared: it is laid out for its least deadwood, and of several such ways in the one that leaves the defender
/// most (of those as [`arrange`] prefers). A group without cards is taken for no group where it is the last.
///
/// # Errors
/// Every reason at once why this can be no end of a hand: cards missing or too many, in both hands or twice, melds
/// that are none, a knock over the limit. Where melds are none, it is the least deadwood of the cards that is held
/// against the limit; cards that are not ten are not held against it, as they will be others.
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
    let ending = Ending::of(held.len(), deadwood);
    if held.len() != DEALT && ending != Ending::BigGin {
        faults.push(ShowdownFault::KnockerCards(held.len()));
    }
    if defender.len() != DEALT {
        faults.push(ShowdownFault::DefenderCards(defender.len()));
    }
    if held.len() == DEALT && deadwood > terms.knock_limit && ending == Ending::Knock {
        faults.push(ShowdownFault::OverLimit { deadwood, limit: terms.knock_limit });
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(match declared {
        Some(declared) => laid_against(ending, declared, defender, terms.against_gin),
        None => lay_out(held, defender, terms.against_gin),
    })
}

/// Lays out both hands, neither of them declared, as [`showdown()`] does; whether they can be the end of a hand is not
/// asked.
///
/// # Example
/// ```
/// use ginpad_core::cards::{AgainstGin, Cards, Ending, lay_out};
///
/// let (knocker, defender) = (Cards::read("567s 9hdc 4d 2h a3c")?, Cards::read("89s kshdc 3d 4s 2s 6h")?);
/// let table = lay_out(knocker, defender, AgainstGin::MeldsOnly);
/// assert_eq!((table.ending, table.knocker.deadwood, table.defender.deadwood), (Ending::Knock, 10, 11));
/// # Ok::<(), ginpad_core::cards::ReadFault>(())
/// ```
#[must_use]
pub fn lay_out(knocker: Cards, defender: Cards, against_gin: AgainstGin) -> Showdown {
    let ending = Ending::of(knocker.len(), arrange(knocker).deadwood);
    let best = best_against(knocker, defender, against_gin.allows(ending));
    laid_against(ending, best.into(), defender, against_gin)
}

/// The defender's best against a knocker laid out so.
fn laid_against(ending: Ending, knocker: LaidOut, defender: Cards, against_gin: AgainstGin) -> Showdown {
    let tabled = if against_gin.allows(ending) { tabled(&knocker.melds) } else { Tabled::default() };
    let LayOff { laid, own } = lay_off(tabled, defender);
    let laid_off = placed(&knocker.melds, laid);
    Showdown { ending, knocker, defender: own.into(), laid_off }
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

/// The hand as its groups declare it; none where a group before the last is no meld.
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
        faults.push(ShowdownFault::NoMeld { group: at, cards: group.clone() });
    }
    (faults.len() == before).then(|| LaidOut {
        melds: melds.to_vec(),
        unmatched: deadwood.to_vec(),
        deadwood: deadwood.iter().copied().collect::<Cards>().value(),
    })
}

/// The knocker's arrangement of least deadwood that leaves the defender most.
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

/// Where each card goes: onto the runs as long as any takes one, then onto the sets, each time the first that does.
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

impl From<Arrangement> for LaidOut {
    fn from(arrangement: Arrangement) -> LaidOut {
        LaidOut {
            melds: arrangement.melds().map(|meld| meld.iter().collect()).collect(),
            unmatched: arrangement.unmatched.iter().collect(),
            deadwood: arrangement.deadwood,
        }
    }
}
