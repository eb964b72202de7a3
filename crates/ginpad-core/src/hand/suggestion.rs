//! What the player probably meant by a hand that the rules refuse.

use super::Refusal;
use super::accepted::{AcceptedHand, RefusedHand};
use super::logged::{Count, LoggedHand, LoggedResult, Played};
use crate::cards::{Cards, best_discard, deadwood, is_big_gin};
use crate::players::{Players, Seat};
use crate::rules::Rules;

impl RefusedHand {
    /// The same hand under the name that fits its counts or cards: a knock without deadwood becomes gin, cards that are
    /// not gin become a knock, and the counts of a knock over the limit, or of an undercut with more deadwood
    /// than the knocker, change places. `None` if the rules refuse that hand too.
    pub fn suggestion(&self, players: &Players, rules: &Rules) -> Option<AcceptedHand> {
        let Played::Results(results) = &self.hand.played else { return None };
        // Nothing can be said about a hand while some of its cards are unknown.
        if self.refusals.iter().any(|refusal| matches!(refusal, Refusal::PartOfHand { .. })) {
            return None;
        }
        let meant = |result: &LoggedResult| meant(result, rules).unwrap_or_else(|| result.clone());
        let hand = LoggedHand { played: Played::Results(results.iter().map(meant).collect()), ..self.hand.clone() };
        AcceptedHand::new(hand, players, rules).ok()
    }
}

/// What one result really is; `None` if it was named correctly.
fn meant(result: &LoggedResult, rules: &Rules) -> Option<LoggedResult> {
    match result {
        LoggedResult::Knock { by, own, other } if own.total(rules.ace) == 0 => {
            Some(gin(*by, own, other.clone(), rules))
        }
        // The knocker's count comes first.
        LoggedResult::Knock { by, own, other }
            if own.total(rules.ace) > other.total(rules.ace) && own.cards().or(other.cards()).is_none() =>
        {
            Some(LoggedResult::Knock { by: *by, own: other.clone(), other: own.clone() })
        }
        // So does the undercutter's.
        LoggedResult::Undercut { by, own, other } => {
            Some(LoggedResult::Undercut { by: *by, own: other.clone(), other: own.clone() })
        }
        LoggedResult::Gin { by, own: Some(own), other } => called(*by, *own, other, rules),
        LoggedResult::BigGin { by, own: Some(own), other } => {
            let big_gin = deadwood(*own, rules.ace) == 0 && rules.plays_big_gin();
            let thrown = best_discard(*own, rules.ace).filter(|_| !big_gin)?;
            called(*by, *own - thrown.card.into(), other, rules)
        }
        LoggedResult::BigGin { by, own: None, other } => {
            Some(LoggedResult::Gin { by: *by, own: None, other: other.clone() })
        }
        LoggedResult::Knock { .. }
        | LoggedResult::Gin { own: None, .. }
        | LoggedResult::Points { .. }
        | LoggedResult::Dead => None,
    }
}

/// A knock without deadwood under its right name: gin, or big gin with eleven cards. Where big gin is not played, a card
/// of the eleven is thrown.
fn gin(by: Seat, own: &Count, other: Count, rules: &Rules) -> LoggedResult {
    match own.cards().filter(|cards| is_big_gin(*cards, rules.cards())) {
        Some(cards) if rules.plays_big_gin() => LoggedResult::BigGin { by, own: Some(cards), other },
        Some(cards) => {
            let thrown = best_discard(cards, rules.ace).map_or(Cards::NONE, |discard| discard.card.into());
            LoggedResult::Gin { by, own: Some(cards - thrown), other }
        }
        None => LoggedResult::Gin { by, own: own.whole(rules.dealt), other },
    }
}

/// Ten cards under their right name: gin, or a knock.
fn called(by: Seat, own: Cards, other: &Count, rules: &Rules) -> Option<LoggedResult> {
    let other = other.clone();
    Some(match deadwood(own, rules.ace) {
        0 => LoggedResult::Gin { by, own: Some(own), other },
        _ => LoggedResult::Knock { by, own: Count::of_cards(own)?, other },
    })
}
