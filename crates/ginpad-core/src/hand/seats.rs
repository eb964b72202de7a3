//! Moves a hand to the seats of another game.

use super::{LoggedHand, Played};
use crate::{Seat, Side};

/// Moves a hand from the seats of one game to those of another. `from` and `to` are the players in those seats, by
/// side. The same people must play in both, with the same partners. In a game of one against one, a single shared
/// player is enough: the other seat follows. `None` if the people or the partners differ.
pub fn reseated<P: PartialEq>(was: &LoggedHand, from: &[Vec<P>], to: &[Vec<P>]) -> Option<LoggedHand> {
    let (sides, mut hand) = (from.len(), was.clone());
    let is_of_two_sides = sides == Side::TWO.len() && was.between.is_none();
    let is_one_against_one = is_of_two_sides && from.iter().chain(to).all(|side| side.len() == 1);
    let sits_at = |seat: Seat| {
        let person = from.get(seat.side.index())?.get(seat.at())?;
        let place =
            |(side, people): (Side, &Vec<P>)| Some(Seat::new(side, people.iter().position(|other| other == person)?));
        Side::ALL.into_iter().zip(to).find_map(place)
    };
    let seat = |seat: Seat| match sits_at(seat) {
        None if is_one_against_one => {
            let opponent = sits_at(Seat::new(seat.side.other(), 0))?;
            Some(Seat::new(opponent.side.other(), 0))
        }
        seat => seat,
    };
    let stay_together = |(side, people): (Side, &Vec<P>)| {
        let now = (0..people.len()).map(|place| sits_at(Seat::new(side, place)).map(|seat| seat.side));
        let now: Option<Vec<Side>> = now.collect();
        now.is_some_and(|now| now.iter().all(|one| *one == now[0] && to[one.index()].len() == people.len()))
    };
    let is_other_table = match is_one_against_one {
        true => Side::TWO.into_iter().all(|side| sits_at(Seat::new(side, 0)).is_none()),
        false => is_of_two_sides && !Side::ALL.into_iter().zip(from).all(stay_together),
    };
    if to.len() != sides || is_other_table {
        return None;
    }
    if let Some([one, other]) = was.between {
        hand.between = Some(Seat::two(seat(one)?, seat(other)?));
    }
    if let Played::Results(results) = &mut hand.played {
        let mut moved = Vec::new();
        for (at, mut result) in std::mem::take(results).into_iter().enumerate() {
            if let Some(by) = result.by_mut() {
                *by = seat(*by)?;
            }
            // The results of a round are in the order of the seats.
            let opponent = was.against(at, sides).and_then(|side| seat(Seat { side, place: 0 }));
            let by = result.by().map_or(0, |by| by.side.index());
            moved.push((opponent.map(|opponent| (opponent.side.index() + sides - by) % sides), result));
        }
        if sides > Side::TWO.len() {
            moved.sort_by_key(|(place, _)| *place);
        }
        results.extend(moved.into_iter().map(|(_, result)| result));
    }
    Some(hand)
}
