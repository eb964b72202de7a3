//! Where the players of one game sit in another.

use uuid::Uuid;

use crate::side::Side;

/// How many seats a side has at most.
const PLACES: usize = 4;

/// Where the players of one game sit in another. Partners stay partners.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeatMap {
    /// For each side and each place of it, the seat in the other game: its side and its place. Empty if everybody sits in
    /// the same seat.
    seats: Option<[Vec<(usize, usize)>; 2]>,
}

impl SeatMap {
    /// Where the people of `from` sit in `to`. `None` if other people sit there, or the same ones with other partners.
    pub fn between(from: &[Vec<Uuid>; 2], to: &[Vec<Uuid>; 2]) -> Option<SeatMap> {
        if from == to {
            return Some(SeatMap::default());
        }
        let swapped = from[0].first().is_some_and(|first| to[1].contains(first));
        let mut seats = [Vec::new(), Vec::new()];
        for side in Side::BOTH.map(Side::index) {
            let across = if swapped { 1 - side } else { side };
            if from[side].len() != to[across].len() {
                return None;
            }
            for person in &from[side] {
                seats[side].push((across, to[across].iter().position(|other| other == person)?));
            }
        }
        Some(SeatMap { seats: Some(seats) })
    }

    /// This one, and then `next` from there.
    #[must_use]
    pub fn then(self, next: &SeatMap) -> Option<SeatMap> {
        let Some(seats) = self.seats else { return Some(next.clone()) };
        let [first, second] = seats.map(|seats| {
            seats.into_iter().map(|(side, place)| next.seat(side, place)).collect::<Option<Vec<(usize, usize)>>>()
        });
        Some(SeatMap { seats: Some([first?, second?]) })
    }

    /// The seat in the other game of whoever sits here.
    pub(super) fn seat(&self, side: usize, place: usize) -> Option<(usize, usize)> {
        match &self.seats {
            None => Some((side, place)),
            Some(seats) => seats.get(side)?.get(place).copied(),
        }
    }

    /// The text that it is stored as; `None` if everybody sits in the same seat.
    pub(super) fn word(&self) -> Option<String> {
        let own = |(side, seats): (usize, &Vec<(usize, usize)>)| {
            seats.iter().enumerate().all(|(place, seat)| *seat == (side, place))
        };
        let seats = self.seats.as_ref().filter(|seats| !seats.iter().enumerate().all(own))?;
        let digits = |seats: &Vec<(usize, usize)>| {
            seats.iter().map(|(side, place)| (side * PLACES + place).to_string()).collect::<String>()
        };
        Some(seats.each_ref().map(digits).join("/"))
    }

    /// Reads such a text.
    pub(super) fn read(text: &str) -> Option<SeatMap> {
        let (first, second) = text.split_once('/')?;
        let seat = |digit: char| {
            let seat = digit.to_digit(8)? as usize;
            Some((seat / PLACES, seat % PLACES))
        };
        let [first, second] = [first, second].map(|seats| seats.chars().map(seat).collect::<Option<Vec<_>>>());
        Some(SeatMap { seats: Some([first?, second?]) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn people(side: &[u128]) -> Vec<Uuid> {
        side.iter().copied().map(Uuid::from_u128).collect()
    }

    fn between(from: [&[u128]; 2], to: [&[u128]; 2]) -> Option<SeatMap> {
        SeatMap::between(&from.map(people), &to.map(people))
    }

    #[test]
    fn players_are_found_in_their_new_seats() {
        let word = |from, to| between(from, to).map(|map| map.word());
        assert_eq!(word([&[1], &[2]], [&[1], &[2]]), Some(None));
        assert_eq!(word([&[1], &[2]], [&[2], &[1]]), Some(Some("4/0".into())));
        assert_eq!(word([&[1, 2], &[3, 4]], [&[2, 1], &[3, 4]]), Some(Some("10/45".into())));
        assert_eq!(word([&[1, 2], &[3, 4]], [&[4, 3], &[1, 2]]), Some(Some("45/10".into())));
        assert_eq!(word([&[1, 2], &[3, 4]], [&[1, 3], &[2, 4]]), None, "other partners");
        assert_eq!(word([&[1], &[2]], [&[1], &[3]]), None);
        assert_eq!(word([&[1], &[2]], [&[1, 3], &[2, 4]]), None);
    }

    #[test]
    fn there_and_back_is_no_move() {
        let (here, there): ([&[u128]; 2], [&[u128]; 2]) = ([&[1, 2], &[3, 4]], [&[4, 3], &[1, 2]]);
        let (to, back) = (between(here, there).unwrap(), between(there, here).unwrap());
        assert_eq!(SeatMap::read("45/10"), Some(to.clone()));
        assert_eq!(to.then(&back).unwrap().word(), None);
        assert_eq!(SeatMap::read("4"), None);
        assert_eq!(SeatMap::read("4/8"), None);
    }
}
