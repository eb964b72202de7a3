//! Decides who faced whom in a hand of two sides: each result belongs to one player of each side.

use crate::players::Seat;
use crate::side::{BySide, Side};

/// The players of one result, as places within their sides, counted from 0.
pub type Opponents = BySide<usize>;

/// Finds each player's opponent: the only one left, else the one in the same place, else the first one left. A player
/// with a result of their own faced nobody else. Dead results take the players left over.
///
/// `named` is the player of each result, `None` for a dead one; `a_side` is the number of players on each side. Returns
/// one pair for each result, in the same order.
pub fn faced(named: &[Option<Seat>], a_side: usize) -> Vec<Opponents> {
    if a_side <= 1 {
        return vec![Opponents::none(Side::TWO.len()); named.len()];
    }
    let mut pairing = Pairing::new(named, a_side);
    while pairing.settle_one(named) {}
    pairing.pairs.into_iter().map(|pair| pair.map(|place| place.unwrap_or(0))).collect()
}

/// The results with the players found so far, and the players without an opponent.
struct Pairing {
    pairs: Vec<BySide<Option<usize>>>,
    free: BySide<Vec<usize>>,
}

impl Pairing {
    fn new(named: &[Option<Seat>], a_side: usize) -> Pairing {
        let mut pairing = Pairing {
            pairs: vec![BySide::none(Side::TWO.len()); named.len()],
            free: BySide::each(Side::TWO.len(), (0..a_side).collect()),
        };
        for (at, by) in named.iter().enumerate() {
            by.iter().for_each(|by| pairing.seat(at, by.side, by.at()));
        }
        pairing
    }

    fn seat(&mut self, at: usize, side: Side, place: usize) {
        self.pairs[at][side] = Some(place);
        self.free[side].retain(|free| *free != place);
    }

    /// Finds the missing player of one more result. Returns whether a result was settled.
    fn settle_one(&mut self, named: &[Option<Seat>]) -> bool {
        let next = self.only_one_left().or_else(|| self.same_place()).or_else(|| self.first_left(named));
        let Some((at, side, place)) = next else { return false };
        self.seat(at, side, place);
        true
    }

    /// The results that lack a player of one side; first those that have the other player.
    fn lacking(&self) -> impl Iterator<Item = (usize, Side)> {
        let lacking = |half: bool| {
            let lacks = move |pair: &BySide<Option<usize>>, side: Side| {
                pair[side].is_none() && pair[side.other()].is_some() == half
            };
            self.pairs.iter().enumerate().flat_map(move |(at, pair)| {
                Side::TWO.into_iter().filter(move |side| lacks(pair, *side)).map(move |side| (at, side))
            })
        };
        lacking(true).chain(lacking(false))
    }

    fn only_one_left(&self) -> Option<(usize, Side, usize)> {
        self.lacking().find_map(|(at, side)| match self.free[side].as_slice() {
            [only] => Some((at, side, *only)),
            _ => None,
        })
    }

    fn same_place(&self) -> Option<(usize, Side, usize)> {
        self.lacking().find_map(|(at, side)| {
            let place = self.pairs[at][side.other()]?;
            self.free[side].contains(&place).then_some((at, side, place))
        })
    }

    fn first_left(&self, named: &[Option<Seat>]) -> Option<(usize, Side, usize)> {
        // A dead result takes the players that the other results leave.
        let mut lacking: Vec<(usize, Side)> = self.lacking().collect();
        lacking.sort_by_key(|(at, _)| named[*at].is_none());
        lacking.into_iter().find_map(|(at, side)| Some((at, side, *self.free[side].first()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Side = Side::First;
    const B: Side = Side::Second;

    fn by(side: Side, place: usize) -> Option<Seat> {
        Some(Seat::new(side, place))
    }

    fn places(said: &[Option<Seat>], a_side: usize) -> Vec<(usize, usize)> {
        faced(said, a_side).into_iter().map(|pair| (pair[A], pair[B])).collect()
    }

    #[test]
    fn one_a_side_is_no_question() {
        assert_eq!(places(&[by(B, 0)], 1), [(0, 0)]);
        assert_eq!(places(&[None], 1), [(0, 0)]);
    }

    #[test]
    fn the_same_place_faces_unless_only_another_fits() {
        assert_eq!(places(&[by(A, 0), by(A, 1)], 2), [(0, 0), (1, 1)]);
        assert_eq!(places(&[by(A, 1), by(B, 0)], 2), [(1, 1), (0, 0)]);
        // Ann and Bob sit opposite each other, but both have a result of their own.
        assert_eq!(places(&[by(A, 0), by(B, 0)], 2), [(0, 1), (1, 0)]);
        // Bob has his own result. Cid faces Dee, so Fay is left to Ann.
        assert_eq!(places(&[by(A, 0), by(A, 1), by(B, 0)], 3), [(0, 2), (1, 1), (2, 0)]);
    }

    #[test]
    fn a_dead_result_takes_those_who_are_left() {
        assert_eq!(places(&[by(A, 0), None], 2), [(0, 0), (1, 1)]);
        assert_eq!(places(&[None, by(B, 0)], 2), [(1, 1), (0, 0)]);
        // Nobody in the place of Ann or of Bob is free, so each faces the first one left.
        assert_eq!(places(&[by(A, 0), by(B, 0), None], 3), [(0, 1), (1, 0), (2, 2)]);
    }

    #[test]
    fn everyone_has_one_result() {
        // Tries every way to name some players of three a side.
        for named in 0..4_usize.pow(3) {
            let seats: Vec<Option<Seat>> = (0..3)
                .map(|place| match named / 4_usize.pow(place) % 4 {
                    0 => None,
                    1 => by(A, place as usize),
                    2 => by(B, place as usize),
                    _ => by(B, (place as usize + 1) % 3),
                })
                .collect();
            let distinct = |side: Side| {
                let named: Vec<usize> = seats.iter().flatten().filter(|by| by.side == side).map(|by| by.at()).collect();
                named.iter().enumerate().all(|(at, place)| !named[..at].contains(place))
            };
            if !distinct(A) || !distinct(B) {
                continue;
            }
            let pairs = faced(&seats, 3);
            for side in Side::TWO {
                let mut places: Vec<usize> = pairs.iter().map(|pair| pair[side]).collect();
                places.sort_unstable();
                assert_eq!(places, [0, 1, 2], "{seats:?}");
            }
            for (said, pair) in seats.iter().zip(&pairs) {
                assert!(said.is_none_or(|by| pair[by.side] == by.at()), "{seats:?}");
            }
        }
    }
}
