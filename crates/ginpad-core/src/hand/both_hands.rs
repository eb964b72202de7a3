//! The two hands of a result, with the cards given. Source: the notation page.

use super::logged::{Count, LoggedResult};
use super::outcome::Outcome;
use crate::cards::{CardRules, Cards, Showdown, lay_out};
use crate::{Rules, Seat, Side};

/// A player's role in a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// The player who knocked or went gin.
    Knocker,
    /// The opponent.
    Defender,
}

impl Role {
    /// The word for this role.
    pub const fn word(self) -> &'static str {
        match self {
            Role::Knocker => "knocker",
            Role::Defender => "defender",
        }
    }

    /// The other role.
    pub const fn other(self) -> Role {
        match self {
            Role::Knocker => Role::Defender,
            Role::Defender => Role::Knocker,
        }
    }
}

/// The two hands as a result reports them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct GivenHands<'a> {
    /// The player named in the entry.
    pub by: Seat,
    /// The side that faced that player.
    pub against: Option<Side>,
    /// That player's role.
    pub named: Role,
    /// The knocker's deadwood; `None` for gin.
    pub knocker_count: Option<&'a Count>,
    /// The knocker's cards, as far as given.
    pub knocker_cards: Option<Cards>,
    /// The defender's deadwood.
    pub defender: &'a Count,
    /// The outcome as reported.
    ended: Outcome,
}

impl<'a> GivenHands<'a> {
    /// The hands of a result; `None` if nobody knocked or went gin, or only the points are known. `against` is the side
    /// that faced the named player.
    pub(super) fn of(result: &'a LoggedResult, against: Option<Side>) -> Option<GivenHands<'a>> {
        let LoggedResult::Ended { by, how, own, other } = result else { return None };
        result.knocker(against)?;
        let (named, knocker_count, defender) = match how {
            Outcome::Undercut => (Role::Defender, other, own),
            _ => (Role::Knocker, own, other),
        };
        let knocker_cards = knocker_count.cards();
        let knocker_count = Some(knocker_count).filter(|_| !how.is_gin());
        Some(GivenHands { by: *by, against, named, knocker_count, knocker_cards, defender, ended: *how })
    }

    /// The cards given for each hand.
    pub(super) fn given(&self) -> [(Role, Option<Cards>); 2] {
        [(Role::Knocker, self.knocker_cards), (Role::Defender, self.defender.cards())]
    }

    /// The cards given in both hands. A real deal has none.
    pub(super) fn in_both(&self) -> Option<Cards> {
        let both = self.knocker_cards? & self.defender.cards()?;
        (!both.is_empty()).then_some(both)
    }

    /// The knocker's deadwood as given; 0 for gin.
    pub(super) fn knocker_total(&self, rules: &Rules) -> u32 {
        self.knocker_count.map_or(0, |count| count.total(rules.ace))
    }

    /// The defender's deadwood, after lay-offs if both full hands were given.
    pub(super) fn defender_total(&self, rules: &Rules) -> u32 {
        self.lay_out(rules).map_or_else(|| self.defender.total(rules.ace), |table| table.defender.deadwood.into())
    }

    fn lay_out(&self, rules: &Rules) -> Option<Showdown> {
        let rules = rules.cards();
        Some(lay_out(self.whole_knocker(rules)?, self.defender.full_hand(rules.dealt)?, rules))
    }

    /// The knocker's cards, if all of them were given.
    fn whole_knocker(&self, rules: CardRules) -> Option<Cards> {
        let (fewest, most) = self.knocker_holds(rules);
        self.knocker_cards.filter(|cards| (fewest..=most).contains(&cards.len()))
    }

    /// The fewest and the most cards that the knocker has at the end.
    pub(super) const fn knocker_holds(&self, rules: CardRules) -> (usize, usize) {
        let dealt = rules.dealt;
        match self.ended {
            Outcome::BigGin => (dealt + 1, dealt + 1),
            Outcome::Gin => (dealt, dealt),
            _ => (dealt, rules.most_of_a_knock()),
        }
    }
}

impl LoggedResult {
    /// Lays out both hands, if both were given in full: the knocker's melds, and the defender's melds and lay-offs that
    /// leave the least deadwood.
    pub fn lay_out(&self, rules: &Rules) -> Option<Showdown> {
        GivenHands::of(self, self.by().map(|by| by.side.other()))?.lay_out(rules)
    }

    /// The role of the hand that was not given in full, if the opponent's was, and the number of cards in that full hand.
    /// Its missing cards keep us from finding lay-offs.
    pub fn incomplete_hand(&self, rules: &Rules) -> Option<(Role, usize)> {
        if self.outcome().is_gin() && !rules.layoff_on_gin {
            return None;
        }
        let hands = GivenHands::of(self, self.by().map(|by| by.side.other()))?;
        let (rules, other) = (rules.cards(), hands.defender.cards()?.len());
        let all = rules.dealt;
        match hands.whole_knocker(rules) {
            None if other == all => Some((Role::Knocker, hands.knocker_holds(rules).0)),
            Some(_) if other < all => Some((Role::Defender, all)),
            _ => None,
        }
    }
}
