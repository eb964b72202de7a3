//! A hand as the seats of another game say it.

use super::{LoggedHand, LoggedResult, Played};
use crate::players::Seat;
use crate::side::Side;

/// A hand of one game by the seats of another. `from` and `to` are who sits there, by side. The same people play in both, and
/// partners stay partners. Where one plays against one, it is enough that one of them plays in both: the other seat follows.
/// `None` if other people sit there, or the same ones with other partners.
pub fn reseated<P: PartialEq>(hand: &LoggedHand, from: &[Vec<P>], to: &[Vec<P>]) -> Option<LoggedHand> {
    let mut hand = hand.clone();
    let ([first, second], [one, other]) = (from, to) else { return None };
    let sits = |people: &[P], there: &[P]| people.first().is_some_and(|person| there.contains(person));
    let is_swapped = sits(first, other) || sits(second, one);
    let opposite = |side: Side| if is_swapped { side.other() } else { side };
    let is_alike = |side: Side| {
        let (people, there) = (&from[side.index()], &to[opposite(side).index()]);
        people.len() == there.len() && people.iter().all(|person| there.contains(person))
    };
    let is_one_against_one = from.iter().chain(to).all(|side| side.len() == 1);
    let is_enough =
        if is_one_against_one { Side::BOTH.into_iter().any(is_alike) } else { Side::BOTH.into_iter().all(is_alike) };
    if !is_enough {
        return None;
    }
    let seat = |seat: Seat| {
        let side = opposite(seat.side);
        let person = from.get(seat.side.index())?.get(seat.place)?;
        let place = to.get(side.index())?.iter().position(|other| other == person);
        Some(Seat { side, place: if is_one_against_one { 0 } else { place? } })
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
