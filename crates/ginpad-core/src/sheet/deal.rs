//! Who deals. Source: `docs/rules.md`, "The deal".

use super::tally::{EnteredHand, Tally};
use crate::hand::{DeadHand, PricedHand};
use crate::rules::{DeadDeal, DealerRule, Rules};
use crate::side::Side;

/// The dealer of the hand after this one; `None` if that is not known.
pub(super) fn after(dealer: Option<Side>, hand: &PricedHand, rules: &Rules) -> Option<Side> {
    match (rules.dealer, hand.winner) {
        (DealerRule::Winner, Some(winner)) => Some(winner),
        (DealerRule::Loser, Some(winner)) => Some(winner.other()),
        (DealerRule::Alternate, _) if passes(hand.dead, rules.dead_deal) => dealer.map(Side::other),
        (DealerRule::Alternate, _) | (DealerRule::Winner | DealerRule::Loser, None) => dealer,
    }
}

/// Whether an alternating deal passes after a hand.
const fn passes(dead: Option<DeadHand>, dead_deal: DeadDeal) -> bool {
    match dead {
        None => true,
        Some(DeadHand::Stock) => matches!(dead_deal, DeadDeal::Next),
        Some(DeadHand::Misdeal) => false,
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
            next = after(dealer, &hand.priced, rules);
            (number, hand, dealer)
        })
    }
}
