//! Both hands on the table: whether the rules let a hand end so, and what it is worth. Source: the rules page, section 2.

use thiserror::Error;

use super::accept::{Outcome, Refusal, showdown as knocked, small};
use super::limit::Limit;
use super::price::Award;
use crate::cards::{
    AgainstGin, Card, Cards, DEALT, Ending, MOST_CARDS, Showdown, ShowdownFault, ShowdownTerms, best_discard, showdown,
};
use crate::players::Seat;
use crate::rules::Rules;
use crate::side::Side;
use crate::text::count;

/// Two hands laid out, and what the hand is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// Both hands.
    pub showdown: Showdown,
    /// The price; its sides say nothing but who knocked.
    pub award: Award,
}

/// Who somebody is in a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// Who knocked or went gin.
    Knocker,
    /// The other.
    Defender,
}

/// One reason why two hands on the table can be no end of a hand.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SettleFault {
    /// The rules refuse it, as they do where the hand is logged.
    #[error("{0}")]
    Refused(Refusal),
    /// Eleven cards are all melded where that is nothing.
    #[error("{}", Refusal::BigGinOff)]
    BigGinOff {
        /// The card to throw for gin.
        throw: Option<Card>,
    },
    /// The knocker holds a number of cards that ends no hand where big gin is off.
    #[error("the knocker has {}; there must be {DEALT}", count(*.0, "card"))]
    KnockerCards(usize),
    /// The cards do not go together under any rules.
    #[error("{0}")]
    Cards(ShowdownFault),
}

/// Lays out both hands as [`showdown()`] does, holds them against the rules and prices them. `upcard` is the hand's,
/// where it is known.
///
/// # Errors
/// Every reason at once why a hand cannot end so.
///
/// # Example
/// ```
/// use ginpad_core::cards::{Card, Cards, Typed};
/// use ginpad_core::hand::{Role, settle};
/// use ginpad_core::rules::Preset;
///
/// let knocker = Typed::read_groups("567s / 9hdc / 4d 2h 3c ac").unwrap();
/// let defender = Cards::read("89s t8h kdch 3d 4s jc").unwrap();
/// let settled = settle(&knocker, defender, None, &Preset::standard().rules).unwrap();
/// assert_eq!((settled.winner(), settled.award.points().to_string()), (Some(Role::Knocker), "21".into()));
///
/// let three = Card::read("3s").ok();
/// let faults = settle(&knocker, defender, three, &Preset::named("oklahoma").unwrap().rules).unwrap_err();
/// assert_eq!(
///     faults[0].to_string(),
///     "the knocker cannot knock with 10 deadwood; the upcard 3♠ makes the knock limit 3"
/// );
/// ```
pub fn settle(
    knocker: &[Vec<Card>],
    defender: Cards,
    upcard: Option<Card>,
    rules: &Rules,
) -> Result<Settled, Vec<SettleFault>> {
    let limit = Limit::of(rules, upcard);
    let terms = ShowdownTerms { knock_limit: limit.deadwood.into(), against_gin: AgainstGin::of(rules) };
    let mut faults = Vec::new();
    if Limit::lacks_upcard(rules, upcard) {
        faults.push(SettleFault::Refused(Refusal::UpcardMissing));
    }
    let (table, found) = match showdown(knocker, defender, terms) {
        Ok(table) => (Some(table), Vec::new()),
        Err(found) => (None, found),
    };
    let held: Cards = knocker.iter().flatten().copied().collect();
    let miscounted = found.iter().any(|fault| matches!(fault, ShowdownFault::KnockerCards(_)));
    if rules.big_gin_bonus.is_none() && held.len() == MOST_CARDS && !miscounted {
        faults.push(SettleFault::BigGinOff { throw: best_discard(held).map(|discard| discard.card) });
    }
    faults.extend(found.into_iter().map(|fault| SettleFault::of(fault, limit, rules)));
    match table {
        Some(showdown) if faults.is_empty() => Ok(Settled::new(showdown, upcard, rules)),
        _ => Err(faults),
    }
}

impl Settled {
    /// Prices a showdown that the rules accept.
    fn new(showdown: Showdown, upcard: Option<Card>, rules: &Rules) -> Settled {
        let knocker = Seat { side: Side::First, place: 0 };
        Settled { award: Award::new(Outcome::of(&showdown, knocker), upcard, rules), showdown }
    }

    /// Whose hand it is; nobody's where a tie is void.
    #[must_use]
    pub fn winner(&self) -> Option<Role> {
        let winner = self.award.winner?;
        Some(if self.award.knocker == Some(winner) { Role::Knocker } else { Role::Defender })
    }
}

impl Role {
    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Role::Knocker => "knocker",
            Role::Defender => "defender",
        }
    }
}

impl SettleFault {
    /// A fault of the cards, where the rules have something to say about it, in their words.
    fn of(fault: ShowdownFault, limit: Limit, rules: &Rules) -> SettleFault {
        match fault {
            ShowdownFault::OverLimit { deadwood, .. } => {
                SettleFault::Refused(Refusal::OverLimit { who: "the knocker".into(), deadwood: deadwood.into(), limit })
            }
            ShowdownFault::KnockerCards(cards) if rules.big_gin_bonus.is_none() => SettleFault::KnockerCards(cards),
            fault => SettleFault::Cards(fault),
        }
    }
}

impl AgainstGin {
    /// What these rules let the defender do.
    #[must_use]
    pub const fn of(rules: &Rules) -> AgainstGin {
        if rules.layoff_on_gin { AgainstGin::LayOffs } else { AgainstGin::MeldsOnly }
    }
}

impl Outcome {
    /// The outcome of a showdown; `knocker` is who knocked or went gin.
    #[must_use]
    pub fn of(showdown: &Showdown, knocker: Seat) -> Outcome {
        let (own, other) = (showdown.knocker.deadwood.into(), showdown.defender.deadwood.into());
        match showdown.ending {
            Ending::Gin => Outcome::Gin { by: knocker, deadwood: small(other) },
            Ending::BigGin => Outcome::BigGin { by: knocker, deadwood: small(other) },
            Ending::Knock => knocked(knocker, knocker.side, own, other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Typed;
    use crate::rules::Preset;

    const DEFENDER: &str = "89s t8h kdch 3d 4s jc";

    fn faults(preset: &str, upcard: Option<&str>, knocker: &str) -> Vec<String> {
        let (groups, defender) = (Typed::read_groups(knocker).unwrap(), Cards::read(DEFENDER).unwrap());
        let upcard = upcard.map(|card| Card::read(card).unwrap());
        let settled = settle(&groups, defender, upcard, &Preset::named(preset).unwrap().rules);
        settled.err().unwrap_or_default().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_limit_is_told_as_a_logged_hand_is_told_it() {
        let twelve = "567s 9hdc 5d 2h 3c 2c";
        assert_eq!(
            faults("oklahoma", Some("3c"), "567s 9hdc 5d 2h 4c ac"),
            ["the knocker cannot knock with 12 deadwood; the upcard 3♣ makes the knock limit 3"]
        );
        assert_eq!(
            faults("oklahoma", Some("as"), twelve),
            ["the knocker cannot knock with 12 deadwood; the upcard A♠ allows gin only"]
        );
        assert_eq!(
            faults("straight", None, twelve),
            ["the knocker cannot knock with 12 deadwood; only gin ends a hand under these rules"]
        );
        assert_eq!(
            faults("oklahoma", None, twelve),
            [
                "the upcard is missing; under Oklahoma it sets the knock limit",
                "the knocker cannot knock with 12 deadwood; the knock limit is 10"
            ]
        );
        assert_eq!(faults("standard", None, "567s 9hdc 4d 2h 3c ac"), [""; 0]);
    }

    #[test]
    fn eleven_cards_are_told_by_whether_big_gin_is_played() {
        let (all, part) = ("a23s 4567h qhdsc", "a23s 4567h qhds 6c");
        assert_eq!(faults("standard", None, all), [""; 0]);
        assert_eq!(faults("family", None, all), ["big gin is not played under these rules"]);
        assert_eq!(faults("standard", None, part), ["the knocker has 11 cards; there must be 10, or 11 all melded"]);
        assert_eq!(faults("family", None, part), ["the knocker has 11 cards; there must be 10"]);
        assert_eq!(faults("family", None, "a23s / 4567h / qhds qc"), ["big gin is not played under these rules"]);
        assert_eq!(faults("family", None, "a23s / 456h / qhdsc / 7h"), ["the knocker has 11 cards; there must be 10"]);
    }
}
