//! A hand as the seats of another game say it.

use super::{LoggedHand, LoggedResult, Played};
use crate::players::Seat;
use crate::side::Side;

/// What was said of a hand of one game, by the seats of another where the same people play. `from` and `to` are who sits
/// there, by side. Partners stay partners: `None` if other people sit there, or the same ones with other partners.
pub fn reseated<P: PartialEq>(hand: &LoggedHand, from: &[Vec<P>], to: &[Vec<P>]) -> Option<LoggedHand> {
    let mut hand = hand.clone();
    let ([first, second], [_, other]) = (from, to) else { return None };
    let is_swapped = first.first().is_some_and(|person| other.contains(person));
    let opposite = |side: Side| if is_swapped { side.other() } else { side };
    for (side, people) in Side::BOTH.into_iter().zip([first, second]) {
        let there = to.get(opposite(side).index())?;
        if people.len() != there.len() || people.iter().any(|person| !there.contains(person)) {
            return None;
        }
    }
    let seat = |seat: Seat| {
        let side = opposite(seat.side);
        let person = from.get(seat.side.index())?.get(seat.place)?;
        let place = to.get(side.index())?.iter().position(|other| other == person)?;
        Some(Seat { side, place })
    };
    if let Played::Results(results) = &mut hand.played {
        for result in results {
            match result {
                LoggedResult::Knock { by, .. }
                | LoggedResult::Gin { by, .. }
                | LoggedResult::BigGin { by, .. }
                | LoggedResult::Undercut { by, .. }
                | LoggedResult::Points { by, .. } => *by = seat(*by)?,
                LoggedResult::Dead => {}
            }
        }
    }
    Some(hand)
}
