//! Decides who faced whom in a hand of two sides: each result belongs to one player of each side.

use crate::{BySide, Seat, Side};

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
    let two = Side::TWO.len();
    let pair = |by: &Option<Seat>| by.map_or(BySide::none(two), |by| BySide::only(two, by.side, Some(by.at())));
    let mut pairs: Vec<BySide<Option<usize>>> = named.iter().map(pair).collect();
    let is_free = |side: Side, place: &usize| named.iter().flatten().all(|by| *by != Seat::new(side, *place));
    let mut free = BySide::from_fn(two, |side| (0..a_side).filter(|place| is_free(side, place)).collect::<Vec<_>>());
    // A dead result takes the players that the other results leave.
    let mut order: Vec<usize> = (0..named.len()).collect();
    order.sort_by_key(|at| named[*at].is_none());
    for may_take_any in [false, true] {
        for (at, side) in order.iter().flat_map(|at| Side::TWO.map(|side| (*at, side))) {
            let same = pairs[at][side.other()].filter(|place| free[side].contains(place));
            let any = free[side].first().copied().filter(|_| may_take_any);
            if pairs[at][side].is_none()
                && let Some(place) = same.or(any)
            {
                pairs[at][side] = Some(place);
                free[side].retain(|free| *free != place);
            }
        }
    }
    pairs.into_iter().map(|pair| pair.map(|place| place.unwrap_or(0))).collect()
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
