//! Printed hands can be typed back and give the same hand.

use chrono::{DateTime, Offset as _, Utc};
use ginpad_core::notation::{LocalTime, read_entry, read_one};
use ginpad_core::{Game, NewEntry, ScoredGame};

use super::{reading, remarks_of};
use crate::render::{Colour, painted};

/// A game with one entry. `None` if the rules of the game refuse the entry.
fn after(game: &Game, entry: &str) -> Option<ScoredGame> {
    let utc = |_| Utc.fix();
    let local = LocalTime { now: DateTime::UNIX_EPOCH.fixed_offset(), offset_at: &utc };
    let hand = read_entry(entry, game, local).unwrap_or_else(|(at, fault)| panic!("{entry}: {at}: {fault}"));
    let mut scored = game.clone().scored();
    scored.enter(NewEntry::Hand(game.accept(hand).ok()?));
    Some(scored)
}

/// The part of the answer to a game's only hand that says how the hand was read.
fn answer(game: &ScoredGame) -> String {
    let line = [vec![reading(game, 0, &game.tally.hands[0])], remarks_of(game, 0)].concat().join("   ");
    painted(line, Colour::Plain)
}

/// Types back the printed form of each entry that the rules accept; returns how many these are.
fn typed_back(head: &str, entries: &[String]) -> usize {
    let game = read_one(head).unwrap();
    let mut accepted = 0;
    for entry in entries {
        let Some(logged) = after(&game, entry) else { continue };
        let printed = answer(&logged);
        let again = after(&game, &printed).unwrap_or_else(|| panic!("{head}{entry}: {printed} is refused"));
        assert_eq!(answer(&again), printed, "{head}{entry}");
        let [was, is] = [&logged, &again].map(|game| &game.tally.hands[0].priced);
        assert_eq!(
            (&is.winner, is.points, is.boxes, is.dead),
            (&was.winner, was.points, was.boxes, was.dead),
            "{entry}"
        );
        assert_eq!((is.knocker(), is.between, &is.several), (was.knocker(), was.between, &was.several), "{entry}");
        accepted += 1;
    }
    accepted
}

/// Every way for a player to end a hand, with many counts. `named` precedes the opponent's count.
fn ways(by: &str, named: &str) -> Vec<String> {
    let counts = [0, 1, 4, 10, 27];
    let two = counts.iter().flat_map(|own| counts.map(|other| format!("{own} {named} {other}")));
    let two: Vec<String> = two.collect();
    let both = ["knock", "undercut"].into_iter().flat_map(|how| two.iter().map(move |two| format!("{by} {how} {two}")));
    let gin = ["gin", "big-gin"].into_iter().flat_map(|how| counts.map(|other| format!("{by} {how} {named} {other}")));
    both.chain(gin).chain(counts.map(|points| format!("{by} points {points} {named}"))).collect()
}

#[test]
fn a_hand_of_two_sides() {
    let dead = ["dead", "dead misdeal"].map(String::from);
    let hands: Vec<String> = ways("Ann", "").into_iter().chain(ways("Bob", "")).chain(dead).collect();
    for rules in [
        "standard",
        "standard, undercut_tie=no-bonus",
        "standard, undercut_tie=knocker",
        "standard, undercut_tie=void",
        "standard, knock_bonus=5",
    ] {
        assert!(typed_back(&format!("rules: {rules}\nsides: Ann, Bob\n"), &hands) > 40, "{rules}");
    }
    let up = |card: &str| hands.iter().map(|hand| format!("{hand} up {card} note \"a: b; c, 4\"")).collect::<Vec<_>>();
    for rules in ["hollywood-club", "oklahoma"] {
        for card in ["5S", "TH"] {
            let head = format!("rules: {rules}\nsides: Ann, Bob\n");
            assert!(typed_back(&head, &up(card)) > 20, "{rules}, {card}");
        }
    }
    assert!(typed_back("sides: Mary Ann, Bob\n", &ways("Mary Ann", "")) > 20);
}

#[test]
fn the_results_of_partners() {
    let one: Vec<String> = ways("Ann", "").into_iter().chain(ways("Bob", "")).chain(["dead".into()]).collect();
    let other: Vec<String> = ways("Cid", "").into_iter().chain(ways("Dee", "")).chain(["dead".into()]).collect();
    let round = |(one, other): (&String, &String)| format!("{one}, {other}");
    let mut hands = vec!["dead".to_string()];
    for shift in [0, 1, 7] {
        hands.extend(one.iter().zip(other.iter().cycle().skip(shift)).map(round));
    }
    for rules in ["partners", "partners, gin_boxes=2, undercut_boxes=1", "partners, undercut_tie=knocker"] {
        assert!(typed_back(&format!("rules: {rules}\nsides: Ann & Cid, Bob & Dee\n"), &hands) > 60, "{rules}");
    }
}

#[test]
fn hands_of_three_sides() {
    for (by, opponent) in [("Ann", "Bob"), ("Bob", "Cid"), ("Cid", "Ann")] {
        let mut hands = ways(by, opponent);
        for points in [1, 27] {
            hands.push(format!("{by} points {points} {opponent}"));
        }
        hands.extend([format!("dead {by} {opponent}"), format!("dead misdeal {by} {opponent}")]);
        hands.retain(|hand| !hand.contains("points") || hand.ends_with(opponent));
        assert!(typed_back("sides: Ann, Bob, Cid\n", &hands) > 20, "{by}");
    }
    for (by, others) in [("Ann", ["Bob", "Cid"]), ("Bob", ["Cid", "Ann"]), ("Cid", ["Ann", "Bob"])] {
        let [first, second] = others;
        let knock = |own: u8, one: u8, two: u8| format!("{by} knock {own} {first} {one}, {second} {two}");
        let mut hands: Vec<String> = vec!["dead".into(), format!("{by} gin {first} 31, {second} 4")];
        for own in [1, 4, 10] {
            hands.extend([(27, 12), (0, 27), (9, 4), (4, 4), (3, 2)].map(|(one, two)| knock(own, one, two)));
        }
        hands.push(format!("{by} points 25, {first} 40"));
        assert!(typed_back("rules: round-table\nsides: Ann, Bob, Cid\n", &hands) > 10, "{by}");
    }
    let team: Vec<String> =
        [("Ann", "Bob"), ("Bob", "Ann"), ("Cid", "Ann")].iter().flat_map(|(by, to)| ways(by, to)).collect();
    assert!(typed_back("rules: captain\nsides: Ann, Bob & Cid\n", &team) > 40);
}
