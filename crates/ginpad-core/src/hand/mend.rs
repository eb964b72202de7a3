//! What was probably meant by a hand that the rules refuse.

use super::accept::accept;
use super::logged::{Count, Logged, LoggedHand, Played};
use super::shown::shown;
use crate::cards::{Cards, best_discard, deadwood};
use crate::players::{Players, Seat};
use crate::rules::Rules;

/// The same hand called by the name that its counts or cards have: a knock with nothing as gin, cards that are no gin as
/// a knock, an undercut that is none as the knocker's. None where nothing of this kind is wrong, or the rules would
/// refuse that too.
#[must_use]
pub fn mended(hand: &LoggedHand, players: &Players, rules: &Rules) -> Option<LoggedHand> {
    let Played::Results(results) = &hand.played else { return None };
    let mend = |result: &Logged| meant(result, players, rules).unwrap_or_else(|| result.clone());
    let mended = LoggedHand { played: Played::Results(results.iter().map(mend).collect()), ..hand.clone() };
    (mended != *hand && accept(&mended, players, rules).is_ok()).then_some(mended)
}

/// What one result is, where it is something else than it was called.
fn meant(result: &Logged, players: &Players, rules: &Rules) -> Option<Logged> {
    match result {
        Logged::Knock { by, own, other } if own.total() == 0 => {
            Some(Logged::Gin { by: *by, own: own.whole(), other: other.clone() })
        }
        Logged::Undercut { by, own, other } => {
            let (by, (own, other)) = (across(*by, players)?, (other.clone(), own.clone()));
            let left = shown(result, rules).map_or(other.total(), |table| table.defender.deadwood.into());
            match own.total() {
                0 => Some(Logged::Gin { by, own: own.whole(), other }),
                knocker => (left >= knocker).then_some(Logged::Knock { by, own, other }),
            }
        }
        Logged::Gin { by, own: Some(own), other } => called(*by, *own, other),
        Logged::BigGin { by, own: Some(own), other } => {
            let melded = deadwood(*own) == 0 && rules.big_gin_bonus.is_some();
            let thrown = best_discard(*own).filter(|_| !melded)?;
            called(*by, *own - thrown.card.into(), other)
        }
        Logged::BigGin { by, own: None, other } => Some(Logged::Gin { by: *by, own: None, other: other.clone() }),
        Logged::Knock { .. } | Logged::Gin { own: None, .. } | Logged::Points { .. } | Logged::Dead => None,
    }
}

/// Ten cards by their name: gin, or a knock.
fn called(by: Seat, own: Cards, other: &Count) -> Option<Logged> {
    let other = other.clone();
    Some(match deadwood(own) {
        0 => Logged::Gin { by, own: Some(own), other },
        _ => Logged::Knock { by, own: Count::of_cards(own)?, other },
    })
}

/// The one across the table, where only one can be.
fn across(seat: Seat, players: &Players) -> Option<Seat> {
    let side = seat.side.other();
    (players.a_side() == 1).then_some(Seat { side, place: 0 })
}
