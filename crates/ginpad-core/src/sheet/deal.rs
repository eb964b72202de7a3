//! Who deals. Source: `docs/rules.md`, "The deal".

use super::tally::{EnteredHand, Tally};
use crate::hand::PricedHand;
use crate::rules::{DealerRule, Rules};
use crate::side::Side;

/// The dealer of the hand after this one.
pub(super) fn after(dealer: Side, hand: &PricedHand, rule: DealerRule) -> Side {
    match (rule, hand.winner) {
        _ if hand.is_dead() => dealer,
        (DealerRule::Alternate, _) => dealer.other(),
        (DealerRule::Winner, Some(winner)) => winner,
        (DealerRule::Loser, Some(winner)) => winner.other(),
        (DealerRule::Winner | DealerRule::Loser, None) => dealer,
    }
}

impl Tally {
    /// The hands that count, each with its number, counted from 0, and with the side that dealt it, if that is known.
    /// `rules` and `first_dealer` are those of the fold.
    pub fn deals(
        &self,
        rules: &Rules,
        first_dealer: Option<Side>,
    ) -> impl Iterator<Item = (usize, &EnteredHand, Option<Side>)> {
        let mut next = first_dealer;
        let counted = self.hands.iter().enumerate().filter(|(_, hand)| hand.is_counted());
        counted.map(move |(number, hand)| {
            let dealer = next;
            next = dealer.map(|dealer| after(dealer, &hand.priced, rules.dealer));
            (number, hand, dealer)
        })
    }
}
