//! Suggests the hand that the player probably meant, if the rules refuse one.

use super::RefusalKind;
use super::accepted::{AcceptedHand, RefusedHand};
use super::logged::{Count, LoggedHand, LoggedResult, Played};
use super::outcome::Outcome;
use crate::cards::{Cards, best_discard, deadwood, is_big_gin};
use crate::{Players, Rules};

impl RefusedHand {
    /// Renames or reorders the hand to fit its counts or cards: a knock without deadwood becomes gin; eleven cards become
    /// big gin, or lose one; cards that are not gin become a knock; a knock over the limit, or an undercut with more
    /// deadwood than the knocker, swaps its counts. `None` if the rules refuse that hand too.
    pub fn suggestion(&self, players: &Players, rules: &Rules) -> Option<AcceptedHand> {
        let Played::Results(results) = &self.hand.played else { return None };
        // No suggestion is possible while some of the hand's cards are unknown.
        if self.refusals.iter().any(|refusal| refusal.kind == RefusalKind::PartOfHand) {
            return None;
        }
        let meant = |result: &LoggedResult| meant(result, rules).unwrap_or_else(|| result.clone());
        let hand = LoggedHand { played: Played::Results(results.iter().map(meant).collect()), ..self.hand.clone() };
        AcceptedHand::new(hand, players, rules).ok()
    }
}

/// The result as its counts or cards make it; `None` if nothing better is known.
fn meant(result: &LoggedResult, rules: &Rules) -> Option<LoggedResult> {
    let LoggedResult::Ended { by, how, own, other } = result else { return None };
    let ended =
        |how: Outcome, own: Count, other: &Count| LoggedResult::Ended { by: *by, how, own, other: other.clone() };
    // What the cards are: big gin, or after the throw of an eleventh card gin or a knock.
    let called = |cards: Cards| {
        if is_big_gin(cards, rules.cards()) && rules.plays_big_gin() {
            return Some(ended(Outcome::BigGin, own.clone(), other));
        }
        let thrown = best_discard(cards, rules.ace).filter(|_| cards.len() > rules.dealt);
        let cards = thrown.map_or(cards, |card| cards - card.into());
        let how = if deadwood(cards, rules.ace) == 0 { Outcome::Gin } else { Outcome::Knock };
        Some(ended(how, Count::of_cards(cards)?, other))
    };
    let (own_total, other_total) = (own.total(rules.ace), other.total(rules.ace));
    match (how, own.cards()) {
        // A knock without deadwood is gin.
        (Outcome::Knock, Some(cards)) if own_total == 0 && cards.len() >= rules.dealt => called(cards),
        (Outcome::Knock, _) if own_total == 0 => Some(ended(Outcome::Gin, Count::NOTHING, other)),
        // The player probably gave the opponent's count first.
        (Outcome::Knock, None) if own_total > other_total && other.cards().is_none() => {
            Some(ended(Outcome::Knock, other.clone(), own))
        }
        // The same may have happened with an undercut.
        (Outcome::Undercut, _) => Some(ended(Outcome::Undercut, other.clone(), own)),
        (Outcome::Gin | Outcome::BigGin, Some(cards)) => called(cards),
        (Outcome::BigGin, None) => Some(ended(Outcome::Gin, Count::NOTHING, other)),
        _ => None,
    }
}
