//! One in the box against a team of which one plays at a time: scored as a game of two, and who plays next is worked out here
//! once more.

use std::fmt::Write as _;

use ginpad_core::Side;
use ginpad_core::notation::{print_game, read_one};
use proptest::prelude::*;

use crate::support::dice::Dice;
use crate::support::games::{NOT_SAID, RandomGame, game};
use crate::support::naive::{End, Hand, Pair, Sheet};

const TEAM: [&str; 4] = ["Bob", "Cid", "Dee", "Eve"];

/// A sheet, the partner who played each hand that counts, and the name of who deals next.
struct Report {
    text: String,
    partners: Vec<Option<usize>>,
    dealer: Option<&'static str>,
}

/// Writes a game of two as one of Ann against a team of so many.
fn tell(random: &RandomGame, team: usize, sheet: &Sheet, dice: &mut Dice) -> Report {
    let partners_joined = TEAM[..team].join(" & ");
    let side_name = |side: usize| if side == 0 { "Ann".to_string() } else { partners_joined.clone() };
    let mut text = format!("rules: captain, {}\nsides: Ann, {partners_joined}\n", random.knobs.settings().join(", "));
    if let Some(dealer) = random.first_dealer {
        writeln!(text, "dealer: {}", ["Ann", TEAM[0]][dealer]).unwrap();
    }
    let spots = random.beside.spots.iter().enumerate().filter(|(_, points)| **points > 0);
    let spots: Vec<String> = spots.map(|(side, points)| format!("{} {points}", side_name(side))).collect();
    if !spots.is_empty() {
        writeln!(text, "spot: {}", spots.join(", ")).unwrap();
    }
    match random.beside.end {
        None => {}
        Some(End::Unfinished) => text.push_str("closed: unfinished\n"),
        Some(End::Settled) => text.push_str("closed: settled\n"),
        Some(End::Forfeit(side)) => writeln!(text, "closed: forfeit {}", side_name(side)).unwrap(),
        Some(End::ForfeitWithoutPoints(side)) => {
            writeln!(text, "closed: forfeit {} no-points", side_name(side)).unwrap()
        }
    }
    text.push('\n');
    let mut partners = Vec::new();
    // The first named begins.
    let mut turn = 0;
    for at in 0..=random.hands.len() {
        for adjustment in random.beside.adjustments.iter().filter(|adjustment| adjustment.after == at) {
            let who = if adjustment.side == 0 { "Ann" } else { TEAM[dice.below(team)] };
            let column = adjustment.column.map_or(String::new(), |column| format!(" column {}", column + 1));
            writeln!(text, "{who} adjust {}{column}", adjustment.points).unwrap();
        }
        let Some(hand) = random.hands.get(at) else { break };
        let counted = sheet.hands[at].counted;
        // The partner who played is named in the entry; else it is the one whose turn it is.
        let named = if dice.below(5) == 0 { Some(dice.below(team)) } else { None };
        let (entry, says_who) = entry(hand, named, turn, dice);
        writeln!(text, "{entry}").unwrap();
        let plays = if says_who { named.unwrap_or(turn) } else { turn };
        partners.push(if counted && !is_dead(hand) { Some(plays) } else { None });
        if counted && !is_dead(hand) {
            turn = plays;
            // The next in the order of `sides` once he has lost a hand.
            if sheet.hands[at].price.winner == Some(0) {
                turn = (plays + 1) % team;
            }
        }
    }
    let dealer = sheet.dealer.map(|side| if side == 0 { "Ann" } else { TEAM[turn] });
    Report { text, partners, dealer }
}

fn is_dead(hand: &Hand) -> bool {
    hand.pairs.is_empty() || hand.pairs == [Pair::Misdeal]
}

/// The hand as text, and whether a partner who plays out of turn can be named in it.
fn entry(hand: &Hand, named: Option<usize>, turn: usize, dice: &mut Dice) -> (String, bool) {
    let partner = TEAM[named.unwrap_or(turn)];
    let by = |side: usize| ["Ann", partner][side];
    // Whom a count is of: Ann need not be named, and no partner whose turn it is.
    let mut other = |side: usize| {
        let needed = side == 0 && named.is_some();
        if needed || dice.below(4) == 0 { format!("{} ", by(1 - side)) } else { String::new() }
    };
    let (entry, says_who) = match hand.pairs.first() {
        None | Some(Pair::Dead) => ("dead".into(), false),
        Some(Pair::Misdeal) => ("dead misdeal".into(), false),
        Some(Pair::Knock { side, own, other: left }) => {
            (format!("{} knock {own} {}{left}", by(*side), other(*side)), true)
        }
        Some(Pair::Undercut { side, own, other: left }) => {
            (format!("{} undercut {own} {}{left}", by(*side), other(*side)), true)
        }
        Some(Pair::Gin { side, other: left }) => (format!("{} gin {}{left}", by(*side), other(*side)), true),
        Some(Pair::BigGin { side, other: left }) => (format!("{} big-gin {}{left}", by(*side), other(*side)), true),
        Some(Pair::Points { side, points }) => (format!("{} points {points}", by(*side)), *side == 1),
    };
    let upcard = hand.upcard.map_or(String::new(), |(rank, suit)| {
        let rank = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"][usize::from(rank) - 1];
        if suit == NOT_SAID { format!(" up {rank}") } else { format!(" up {rank}{suit}") }
    });
    (entry + &upcard, says_who)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_team_is_scored_as_one_side_and_its_partners_take_turns(game in game(), team in 2..=4_usize, seed in any::<u64>()) {
        let mut random = game;
        random.a_side = 1;
        for hand in &mut random.hands {
            hand.pairs.truncate(1);
            if hand.pairs == [Pair::Dead] {
                hand.pairs.clear();
            }
        }
        let sheet = Sheet::of(&random.knobs, random.first_dealer, &random.hands, &random.beside);
        let Report { text, partners, dealer } = tell(&random, team, &sheet, &mut Dice::new(seed));
        let read = read_one(&text).map_err(|faults| TestCaseError::fail(format!("{text}\n{faults}")))?;
        let printed = print_game(&read);
        prop_assert_eq!(read_one(&printed), Ok(read.clone()), "{}\n{}", text, printed);
        let scored = read.scored();
        let of_the_team = |seats: [ginpad_core::players::Seat; 2]| {
            seats.into_iter().find(|seat| seat.side == Side::Second).map(|seat| usize::from(seat.place))
        };
        let played: Vec<Option<usize>> = scored.tally.hands.iter().map(|hand| {
            if hand.is_counted() && !hand.priced.is_dead() { hand.priced.between.and_then(of_the_team) } else { None }
        }).collect();
        prop_assert_eq!(played, partners, "{}", &text);
        prop_assert_eq!(scored.dealer_name(), dealer.map(String::from), "{}", &text);
        prop_assert_eq!(i128::from(scored.tally.nets()[Side::First].0), sheet.net, "{}", &text);
        prop_assert_eq!(scored.winner().map(Side::index), sheet.winner, "{}", &text);
        let points = |side: Side| scored.tally.columns.iter().map(|column| i128::from(column.points[side].0)).collect::<Vec<_>>();
        for side in Side::TWO {
            let naive: Vec<i128> = sheet.columns.iter().map(|column| column.points[side.index()]).collect();
            prop_assert_eq!(points(side), naive, "{}", &text);
        }
    }
}
