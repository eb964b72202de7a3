//! Hands as the seats of another game say them.

use ginpad_core::Players;
use ginpad_core::hand::reseated;
use ginpad_core::notation::{print_entry, read_one};

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

#[test]
fn those_who_played_are_found_where_more_than_two_sit() {
    let moved = |sheet: &str, from: &[u32], to: &[u32], sides: &str| {
        let game = read_one(sheet).unwrap();
        let seats = |people: &[u32]| people.iter().map(|person| vec![*person]).collect::<Vec<_>>();
        let hand = reseated(game.hands[0].logged(), &seats(from), &seats(to))?;
        Some(print_entry(&hand, &players(sides)))
    };
    let three = "sides: Ann, Bob, Cid\n\nann knock 4 cid 27\n";
    assert_eq!(moved(three, &[1, 2, 3], &[3, 1, 2], "Cid, Ann, Bob").as_deref(), Some("Ann knock 4 Cid 27"));
    assert_eq!(moved(three, &[1, 2, 3], &[3, 1, 5], "Cid, Ann, Eve").as_deref(), Some("Ann knock 4 Cid 27"));
    assert_eq!(moved(three, &[1, 2, 3], &[2, 1, 5], "Bob, Ann, Eve"), None, "Cid played");
    let dead = "sides: Ann, Bob, Cid\n\ndead bob cid\n";
    assert_eq!(moved(dead, &[1, 2, 3], &[3, 1, 2], "Cid, Ann, Bob").as_deref(), Some("dead Cid Bob"));
    let team = read_one("sides: Ann, Bob & Cid\n\ncid gin ann 9\n").unwrap();
    let hand = reseated(team.hands[0].logged(), &[people(&[1]), people(&[2, 3])], &[people(&[3, 2]), people(&[1])]);
    assert_eq!(print_entry(&hand.unwrap(), &players("Cid & Bob, Ann")), "Cid gin Ann 9");
    let round = "sides: Ann, Bob, Cid, Dee\n\nbob gin 1 2 3\n";
    assert_eq!(
        moved(round, &[1, 2, 3, 4], &[4, 3, 2, 1], "Dee, Cid, Bob, Ann").as_deref(),
        Some("Bob gin Ann 3, Dee 2, Cid 1")
    );
    assert_eq!(moved(round, &[1, 2, 3, 4], &[1, 2, 3], "Ann, Bob, Cid"), None);
}

#[test]
fn a_dead_hand_needs_one_of_its_two_players_too() {
    let game = read_one("sides: Ann, Bob\n\ndead\n").unwrap();
    let moved = |to: [u32; 2]| {
        reseated(game.hands[0].logged(), &[people(&[1]), people(&[2])], &to.map(|person| people(&[person]))).is_some()
    };
    assert!(moved([1, 2]) && moved([2, 3]) && moved([3, 1]));
    assert!(!moved([3, 4]));
}
