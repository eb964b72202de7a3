//! The page of a player, against sums made by hand over random books.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use ginpad_core::Name;
use ginpad_core::reports::{Line, PlayerGames, StandingsRow};

use super::support::dice::{Dice, times};
use super::support::evenings::{Evening, NAMES, evenings, reported, scored};

/// Some figures of a line.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Sums {
    won: usize,
    lost: usize,
    net: i64,
    hands: usize,
    hands_won: usize,
    gins: usize,
    points_for: i64,
}

impl Sums {
    fn of(line: &StandingsRow) -> Sums {
        Sums {
            won: line.won,
            lost: line.lost,
            net: line.net.0,
            hands: line.hands,
            hands_won: line.hands_won,
            gins: line.gins,
            points_for: line.points_for.0,
        }
    }

    /// Adds what the player in this place of this side did in a game.
    fn add(&mut self, evening: &Evening, side: usize, place: usize) {
        let came = evening.came();
        if let Some((winner, net)) = came.finished {
            self.won += usize::from(winner == Some(side));
            self.lost += usize::from(winner == Some(1 - side));
            self.net += if side == 0 { net } else { -net };
        }
        for hand in evening.hands.iter().take(came.hands) {
            self.hands += 1;
            for won in hand.iter().filter(|won| (won.side, won.place) == (side, place)) {
                self.hands_won += 1;
                self.gins += usize::from(won.gin);
                self.points_for += won.worth();
            }
        }
    }
}

fn seat(evening: &Evening, player: usize) -> Option<(usize, usize)> {
    (0..2).find_map(|side| Some((side, evening.sides[side].iter().position(|seated| *seated == player)?)))
}

#[test]
fn a_player_is_split_by_opponents_and_partners() {
    let mut dice = Dice::new(77);
    let today = NaiveDate::from_ymd_opt(2026, 11, 20).unwrap();
    let mut with_partners = 0;
    for _ in 0..times(30, 1500) {
        let games = dice.below(50);
        let (evenings, player) = (evenings(&mut dice, games), dice.below(NAMES.len()));
        let scored = scored(&evenings);
        let mut report = PlayerGames::new(Name::read(NAMES[player]).unwrap(), today);
        reported(&scored).for_each(|game| report.enter(game));

        let mut own = Sums::default();
        let mut against: BTreeMap<&str, (Sums, i64)> = BTreeMap::new();
        let mut with: BTreeMap<String, (usize, i64)> = BTreeMap::new();
        let mut numbers = Vec::new();
        for (number, evening) in (1_i64..).zip(&evenings) {
            let Some((side, place)) = seat(evening, player) else { continue };
            numbers.push(number);
            own.add(evening, side, place);
            let net = evening.came().finished.map(|(_, net)| if side == 0 { net } else { -net });
            for opponent in &evening.sides[1 - side] {
                let (sums, cumulative) = against.entry(NAMES[*opponent]).or_default();
                sums.add(evening, side, place);
                *cumulative += net.unwrap_or(0);
            }
            if evening.sides[side].len() > 1 {
                let mut names: Vec<&str> = evening.sides[side].iter().map(|player| NAMES[*player]).collect();
                names.sort_unstable();
                let (games, sum) = with.entry(names.join(" & ")).or_default();
                *games += usize::from(net.is_some());
                *sum += net.unwrap_or(0);
            }
        }

        assert_eq!(Sums::of(&report.line().row), own);
        let opponents = report.opponents();
        let cumulative = |it: &Line| it.lead.unwrap().cumulative.0;
        let split: BTreeMap<&str, (Sums, i64)> =
            opponents.iter().map(|it| (it.names[0].as_str(), (Sums::of(&it.row), cumulative(it)))).collect();
        assert_eq!(split, against);
        assert!(opponents.is_sorted_by(|one, next| one.row.games() >= next.row.games()));
        let sides = report.partners().into_iter();
        let sides: BTreeMap<String, (usize, i64)> =
            sides.map(|side| (side.name(), (side.row.games(), side.row.net.0))).collect();
        with_partners += sides.len();
        assert_eq!(sides, with);
        let span = report.span.map(|(first, last)| (first.number, last.number));
        assert_eq!(span, numbers.first().copied().zip(numbers.last().copied()));
    }
    assert!(with_partners > 10);
}
