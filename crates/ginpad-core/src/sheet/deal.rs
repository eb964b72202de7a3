//! Who deals. Source: `docs/rules.md`, "The deal".

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
