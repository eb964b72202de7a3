//! Who deals. Source: `docs/rules.md`, "The deal".

use crate::hand::PricedHand;
use crate::rules::DealerRule;
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
