//! Both hands on the table, where an entry tells them by their cards. Source: the command line page, section 3.

use super::logged::{Count, Logged};
use crate::cards::{AgainstGin, Cards, DEALT, MOST_CARDS, Showdown, lay_out};
use crate::rules::Rules;
use crate::side::Side;

/// The two hands that a result tells of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Held<'a> {
    /// What is known of the cards of who knocked or went gin.
    pub knocker: Option<Cards>,
    /// How many cards that hand has where it is whole.
    pub whole: usize,
    /// The defender's deadwood.
    pub defender: &'a Count,
}

impl<'a> Held<'a> {
    /// The hands of a result that somebody ended.
    pub(super) fn of(result: &'a Logged) -> Option<Held<'a>> {
        Some(match result {
            Logged::Knock { own, other, .. } => Held { knocker: own.cards(), whole: DEALT, defender: other },
            Logged::Undercut { own, other, .. } => Held { knocker: other.cards(), whole: DEALT, defender: own },
            Logged::Gin { own, other, .. } => Held { knocker: *own, whole: DEALT, defender: other },
            Logged::BigGin { own, other, .. } => Held { knocker: *own, whole: MOST_CARDS, defender: other },
            Logged::Points { .. } | Logged::Dead => return None,
        })
    }

    /// The cards that both hands name, which cannot be.
    pub(super) fn in_both(&self) -> Option<Cards> {
        let both = self.knocker? & self.defender.cards()?;
        (!both.is_empty()).then_some(both)
    }
}

/// Both hands laid out, where the result tells them whole: the knocker's melds, the defender's with the lay-offs that
/// leave least. None where a hand is not told, or only in part.
#[must_use]
pub fn shown(result: &Logged, rules: &Rules) -> Option<Showdown> {
    let held = Held::of(result)?;
    let knocker = held.knocker.filter(|cards| cards.len() == held.whole)?;
    Some(lay_out(knocker, held.defender.whole()?, AgainstGin::of(rules)))
}

/// The hand that kept lay-offs from being looked for: the other one is told whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Untold {
    /// Whose it is.
    pub side: Side,
    /// How many of its cards are told.
    pub told: usize,
}

/// Why the lay-offs of a result could not be looked for, where the cards it tells make one expect them.
#[must_use]
pub fn untold(result: &Logged, rules: &Rules) -> Option<Untold> {
    let (held, knocker) = (Held::of(result)?, result.knocker()?);
    let gin = matches!(result, Logged::Gin { .. } | Logged::BigGin { .. });
    if gin && !rules.layoff_on_gin {
        return None;
    }
    let told = held.knocker.map_or(0, Cards::len);
    match (told == held.whole, held.defender.cards()?.len()) {
        (false, DEALT) => Some(Untold { side: knocker, told }),
        (true, other) if other < DEALT => Some(Untold { side: knocker.other(), told: other }),
        _ => None,
    }
}
