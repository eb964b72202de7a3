//! A hand as the seats of another game say it.

use super::{LoggedHand, LoggedResult, Played};
use crate::players::Seat;
use crate::side::Side;

/// A hand of one game by the seats of another. `from` and `to` are who sits there, by side. The same people play in both, and
/// partners stay partners. Where one plays against one, it is enough that one of them plays in both: the other seat follows.
/// `None` if other people sit there, or the same ones with other partners.
pub fn reseated<P: PartialEq>(hand: &LoggedHand, from: &[Vec<P>], to: &[Vec<P>]) -> Option<LoggedHand> {
    let mut hand = hand.clone();
    if from.len() > Side::TWO.len() || hand.between.is_some() {
        return reseated_one_by_one(&hand, from, to);
    }
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
        if is_one_against_one { Side::TWO.into_iter().any(is_alike) } else { Side::TWO.into_iter().all(is_alike) };
    if !is_enough {
        return None;
    }
    let seat = |seat: Seat| {
        let side = opposite(seat.side);
        let person = from.get(seat.side.index())?.get(seat.at())?;
        let place = to.get(side.index())?.iter().position(|other| other == person);
        Some(Seat::new(side, if is_one_against_one { 0 } else { place? }))
    };
    if let Played::Results(results) = &mut hand.played {
        for by in results.iter_mut().filter_map(LoggedResult::by_mut) {
            *by = seat(*by)?;
        }
    }
    Some(hand)
}

/// The same where more than two sides play, or where others sit out: everybody who played has a seat in both games. The
/// results of a round stand in the order of the seats of the game.
fn reseated_one_by_one<P: PartialEq>(was: &LoggedHand, from: &[Vec<P>], to: &[Vec<P>]) -> Option<LoggedHand> {
    let sides = from.len();
    let seat = |seat: Seat| {
        let person = from.get(seat.side.index())?.get(seat.at())?;
        let place =
            |(side, people): (Side, &Vec<P>)| Some(Seat::new(side, people.iter().position(|other| other == person)?));
        Side::ALL.into_iter().zip(to).find_map(place)
    };
    if to.len() != sides {
        return None;
    }
    let mut hand = was.clone();
    if let Some([one, other]) = was.between {
        hand.between = Some(Seat::two(seat(one)?, seat(other)?));
    }
    if let Played::Results(results) = &mut hand.played {
        let mut moved = Vec::new();
        for (at, mut result) in std::mem::take(results).into_iter().enumerate() {
            let by = result.by_mut()?;
            *by = seat(*by)?;
            let opponent = was.against(at, sides).and_then(|side| seat(Seat { side, place: 0 }));
            let place = opponent.map(|opponent| (opponent.side.index() + sides - by.side.index()) % sides);
            moved.push((place, result));
        }
        moved.sort_by_key(|(place, _)| *place);
        results.extend(moved.into_iter().map(|(_, result)| result));
    }
    Some(hand)
}
