//! People who are one.

use ginpad_core::Side;
use ginpad_core::facts::{Conflict, ConflictSubject, FactId, Fold};
use serde_json::json;
use uuid::Uuid;

use crate::support::facts_devices::{Device, Step, entries, ids_after, named, names, together};

/// Two devices that each began a game of Ann and Bob, as each knows both games. The people are Ann, Bob, Ann (2), Bob (2).
fn two_anns() -> ([Device; 2], impl FnMut() -> Uuid) {
    let mut ids = ids_after(100);
    let (mut first, mut second) = (Device::new(1), Device::new(2));
    first.take(Step::New, &mut ids);
    second.take(Step::New, &mut ids);
    let alone = first.clone();
    first.learn(&second);
    second.learn(&alone);
    ([first, second], ids)
}

fn join(player: usize, into: usize) -> Step {
    Step::Join { player, into }
}

fn person(fold: &Fold, at: usize) -> FactId {
    fold.people.listed[at].id
}

#[test]
fn two_people_are_one_until_that_is_undone() {
    let ([mut device, _], mut ids) = two_anns();
    let apart = device.fold();
    assert_eq!(names(&apart), ["Ann", "Bob", "Ann (2)", "Bob (2)"]);
    device.take(join(2, 0), &mut ids);
    let fold = device.fold();
    assert_eq!((names(&fold), fold.conflicts.len()), (vec!["Ann", "Bob", "Bob (2)"], 0));
    assert_eq!(fold.games[1].game.players.side_name(Side::First), "Ann");
    assert_eq!(fold.people.joined.same_as(person(&fold, 0)).len(), 2);
    device.take(Step::Undo(2), &mut ids);
    assert_eq!((device.fold().people, device.fold().games), (apart.people, apart.games));
}

#[test]
fn the_name_of_the_last_in_a_chain_stands() {
    let ([mut device, _], mut ids) = two_anns();
    device.take(Step::Set { game: 1, what: 8 }, &mut ids);
    assert_eq!(names(&device.fold()), ["Ann", "Bob", "Ann (2)", "Bob (2)", "Cid"]);
    device.take(join(0, 2), &mut ids);
    assert_eq!(names(&device.fold()), ["Bob", "Ann", "Bob (2)", "Cid"]);
    device.take(join(1, 3), &mut ids);
    let fold = device.fold();
    assert_eq!(names(&fold), ["Bob", "Bob (2)", "Cid"]);
    assert_eq!(fold.games[0].game.players.side_name(Side::First), "Cid", "Ann is Ann (2), who is Cid");
    // With the middle of the chain undone, the first one is nobody else.
    device.take(Step::Undo(3), &mut ids);
    assert_eq!(names(&device.fold()), ["Ann", "Bob", "Bob (2)", "Cid"]);
}

#[test]
fn who_would_sit_twice_in_a_game_keeps_both_names_there() {
    let ([mut first, mut second], mut ids) = two_anns();
    first.take(Step::Log { game: 0, hand: 0, hands: 1 }, &mut ids);
    second.learn(&first);
    // One device seats both Anns in a game, the other makes them one.
    let fold = first.fold();
    let (ann, other, game) = (person(&fold, 0), person(&fold, 2), fold.games[0].record.id);
    first.take(join(2, 0), &mut ids);
    second.add(
        json!([{ "setting": { "game": named(game), "to": { "sides": [[named(ann)], [named(other)]] } } }]),
        &mut ids,
    );
    let mut both = together([first, second]);
    let fold = both.fold();
    assert_eq!(names(&fold), ["Ann", "Bob", "Bob (2)"], "the joining counts all the same");
    assert_eq!(entries(&fold), ["\"Ann\" knock 4 27"]);
    assert_eq!(Side::TWO.map(|side| fold.games[0].game.players.side_name(side)), ["Ann", "Ann (2)"]);
    let counts = vec![ann.min(other), ann.max(other), game];
    let conflict = Conflict { game: Some(game), about: ConflictSubject::SeatedTwice, counts, others: vec![] };
    assert_eq!(fold.conflicts, [conflict]);
    assert_eq!(fold.games[0].conflicts, fold.conflicts, "it is a conflict of the game");
    // It may be right as it is, or the joining was a mistake.
    both.take(Step::Keep(0), &mut ids);
    assert_eq!(both.fold().conflicts, []);
    both.take(Step::Undo(both.changes.len() - 1), &mut ids);
    both.take(Step::Undo(3), &mut ids);
    let fold = both.fold();
    assert_eq!((fold.conflicts.len(), names(&fold)), (0, vec!["Ann", "Bob", "Ann (2)", "Bob (2)"]));
}

#[test]
fn one_person_in_two_seats_of_a_forged_game_is_a_conflict_and_no_crash() {
    let ([mut device, _], mut ids) = two_anns();
    let ann = named(person(&device.fold(), 0));
    let rules: serde_json::Value = serde_json::from_str(device.lines[0].text()).unwrap();
    let rules = rules["facts"][0]["game"]["rules"].clone();
    device.add(json!([{ "game": { "sides": [[ann], [ann]], "rules": rules } }]), &mut ids);
    let fold = device.fold();
    let game = fold.games.iter().find(|game| !game.conflicts.is_empty()).unwrap();
    assert_eq!(Side::TWO.map(|side| game.game.players.side_name(side)), ["Ann", "Ann (2)"]);
    assert!(matches!(game.conflicts.as_slice(), [Conflict { about: ConflictSubject::SeatedTwice, .. }]));
}

#[test]
fn devices_may_join_somebody_to_different_people() {
    let ([mut first, mut second], mut ids) = two_anns();
    first.take(join(2, 0), &mut ids);
    second.take(join(2, 1), &mut ids);
    let mut both = together([first, second]);
    let fold = both.fold();
    let [Conflict { about: ConflictSubject::Joining(_), others, .. }] = fold.conflicts.as_slice() else {
        panic!("{:?}", fold.conflicts)
    };
    assert_eq!((others.len(), names(&fold)), (1, vec!["Ann", "Bob", "Bob (2)"]));
    assert_eq!(fold.games[1].game.players.side_name(Side::First), "Bob", "the greater id counts");
    // Another joining of that person takes the place of both.
    let player = fold.people.joined.joined().next().unwrap();
    let supersedes: Vec<_> = fold.people.joined.joinings(player).into_iter().map(named).collect();
    let joining = json!({ "player": named(player), "into": named(person(&fold, 0)), "supersedes": supersedes });
    both.add(json!([{ "joining": joining }]), &mut ids);
    let fold = both.fold();
    assert_eq!((fold.conflicts.len(), fold.games[1].game.players.side_name(Side::First)), (0, "Ann".to_string()));
}

#[test]
fn devices_that_join_each_to_the_other_agree() {
    let ([mut first, mut second], mut ids) = two_anns();
    first.take(join(2, 0), &mut ids);
    second.take(join(0, 2), &mut ids);
    let fold = together([first, second]).fold();
    assert_eq!((names(&fold).len(), fold.conflicts.len()), (3, 0));
}

#[test]
fn joinings_to_two_who_are_one_agree() {
    let ([mut first, mut second], mut ids) = two_anns();
    first.take(join(2, 0), &mut ids);
    second.take(join(2, 1), &mut ids);
    let mut both = together([first, second]);
    assert_eq!(both.fold().conflicts.len(), 1);
    // Ann and Bob sit in one game, which is a conflict of that game.
    both.take(join(0, 1), &mut ids);
    assert!(!both.fold().conflicts.iter().any(|conflict| matches!(conflict.about, ConflictSubject::Joining(_))));
}

#[test]
fn a_joining_of_somebody_who_is_missing_joins_them_when_they_come() {
    let ([mut device, _], mut ids) = two_anns();
    device.take(join(2, 0), &mut ids);
    let whole = device.fold();
    let change = device.forget(1);
    assert_eq!(names(&device.fold()), ["Ann", "Bob"]);
    device.remember(1, change);
    assert_eq!(device.fold(), whole);
}

#[test]
fn a_long_chain_of_joinings_is_followed_in_one_step_each() {
    let mut ids = ids_after(0);
    let mut device = Device::new(1);
    const PEOPLE: usize = 20_000;
    // Ten thousand people a line, then a joining of each to the next one.
    for _ in 0..PEOPLE / 10_000 {
        let people: Vec<_> = (0..10_000).map(|number| json!({ "player": { "name": format!("P{number}") } })).collect();
        device.add(json!(people), &mut ids);
    }
    let people: Vec<FactId> = device.changes.iter().flat_map(|change| change.each_fact()).map(|(id, _)| id).collect();
    for pairs in people.windows(2).collect::<Vec<_>>().chunks(10_000) {
        let joinings: Vec<_> = pairs
            .iter()
            .map(|pair| json!({ "joining": { "player": named(pair[0]), "into": named(pair[1]) } }))
            .collect();
        device.add(json!(joinings), &mut ids);
    }
    let began = std::time::Instant::now();
    let fold = device.fold();
    assert_eq!(fold.people.listed.len(), 1);
    assert!(people.iter().all(|person| fold.people.joined.listed_as(*person) == people[PEOPLE - 1]));
    // Every pair would take minutes.
    assert!(began.elapsed().as_secs() < 60, "{:?}", began.elapsed());
}
