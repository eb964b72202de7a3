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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{print_entry, read_one};
    use crate::players::Players;

    fn people(side: &[u32]) -> Vec<u32> {
        side.to_vec()
    }

    fn players(sides: &str) -> Players {
        read_one(&format!("sides: {sides}\n")).unwrap().players
    }

    #[test]
    fn players_are_found_in_their_new_seats() {
        let sheet = "sides: Ann+Bob, Cid+Dee\nrules: partners\n\nbob knock 4 dee 27, ann gin cid 3\n";
        let game = read_one(sheet).unwrap();
        let from = [people(&[1, 2]), people(&[3, 4])];
        let moved = |to: [&[u32]; 2], sides| {
            let hand = reseated(game.hands[0].logged(), &from, &to.map(people))?;
            Some(print_entry(&hand, &players(sides)))
        };
        let entry = print_entry(game.hands[0].logged(), &game.players);
        assert_eq!(moved([&[1, 2], &[3, 4]], "Ann+Bob, Cid+Dee"), Some(entry.clone()));
        assert_eq!(moved([&[4, 3], &[2, 1]], "Dee+Cid, Bob+Ann"), Some(entry));
        assert_eq!(moved([&[1, 3], &[2, 4]], "Ann+Cid, Bob+Dee"), None, "other partners");
        assert_eq!(moved([&[1, 2], &[3, 5]], "Ann+Bob, Cid+Eve"), None);
        assert_eq!(moved([&[1], &[3]], "Ann, Cid"), None);
    }
}
