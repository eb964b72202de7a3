//! People who are one.

use ginpad_core::facts::{Conflict, Fact, Waiting, hash, hex};
use ginpad_core::side::Side;
use serde_json::json;
use uuid::Uuid;

use crate::support::devices::{Device, Step, names, together};

/// Two devices that each began a game of Ann and Bob, as each knows both games. The people are Ann, Bob, Ann (2), Bob (2).
fn two_anns() -> ([Device; 2], impl FnMut() -> Uuid) {
    let mut next = 100_u128;
    let mut ids = move || {
        next += 1;
        Uuid::from_u128(next)
    };
    let (mut first, mut second) = (Device::new(1), Device::new(2));
    first.take(Step::New, &mut ids);
    second.take(Step::New, &mut ids);
    first.learn(second.changes.clone(), second.facts.clone());
    second.learn(first.changes.clone(), first.facts.clone());
    ([first, second], ids)
}

fn join(player: usize, into: usize) -> Step {
    Step::Join { player, into }
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
    device.take(Step::Undo(2), &mut ids);
    assert_eq!((device.fold().people, device.fold().games), (apart.people, apart.games));
}

#[test]
fn the_name_of_the_last_in_a_chain_stands() {
    let ([mut device, _], mut ids) = two_anns();
    device.take(Step::Set { game: 1, what: 8 }, &mut ids);
    assert_eq!(names(&device.fold()), ["Ann", "Bob", "Ann (2)", "Bob (2)", "Cid"]);
    device.take(join(0, 2), &mut ids);
    device.take(join(1, 3), &mut ids);
    assert_eq!(names(&device.fold()), ["Bob", "Bob (2)", "Cid"]);
    let fold = device.fold();
    assert_eq!(fold.games[0].game.players.side_name(Side::First), "Cid", "Ann is Ann (2), who is Cid");
}

#[test]
fn nobody_sits_twice_in_a_game() {
    let ([mut first, mut second], mut ids) = two_anns();
    first.take(join(2, 0), &mut ids);
    // The other device seats both Anns in one game.
    second.take(Step::Set { game: 0, what: 17 }, &mut ids);
    let both_anns = second.fold().people.iter().map(|person| person.id).collect::<Vec<_>>();
    let seats = serde_json::to_string(second.facts.last().unwrap()).unwrap();
    let dee = second.fold().people.last().unwrap().id.to_string();
    *second.facts.last_mut().unwrap() = serde_json::from_str(&seats.replace(&dee, &both_anns[2].to_string())).unwrap();
    let mut both = together([first, second]);
    let fold = both.fold();
    let game = fold.games[0].record.id;
    let [Conflict::SeatedTwice { game: of, .. }] = fold.conflicts.as_slice() else { panic!("{:?}", fold.conflicts) };
    assert_eq!((*of, names(&fold)), (game, vec!["Ann", "Bob", "Ann (2)", "Bob (2)", "Dee"]));
    both.take(Step::Undo(both.changes.len() - 1), &mut ids);
    let fold = both.fold();
    assert_eq!((fold.conflicts.len(), names(&fold)), (0, vec!["Ann", "Bob", "Bob (2)"]));
}

#[test]
fn devices_may_join_somebody_to_different_people() {
    let ([mut first, mut second], mut ids) = two_anns();
    first.take(join(2, 0), &mut ids);
    second.take(join(2, 1), &mut ids);
    let fold = together([first, second]).fold();
    let [Conflict::Joining { others, .. }] = fold.conflicts.as_slice() else { panic!("{:?}", fold.conflicts) };
    assert_eq!((others.len(), names(&fold)), (1, vec!["Ann", "Bob", "Bob (2)"]));
    assert_eq!(fold.games[1].game.players.side_name(Side::First), "Bob", "the greater id counts");
}

#[test]
fn devices_that_join_each_to_the_other_agree() {
    let ([mut first, mut second], mut ids) = two_anns();
    first.take(join(2, 0), &mut ids);
    second.take(join(0, 2), &mut ids);
    let fold = together([first, second]).fold();
    assert_eq!((names(&fold), fold.conflicts.len()), (vec!["Ann", "Bob", "Bob (2)"], 0));
}

#[test]
fn a_joining_waits_for_both_people() {
    let ([mut device, other], mut ids) = two_anns();
    device.take(join(2, 0), &mut ids);
    let whole = device.fold();
    let Fact::Joining(joining) = device.facts.last().unwrap().clone() else { panic!("no joining") };
    let (change, facts) = device.forget(1);
    assert_eq!(change.id, other.changes[0].id);
    assert_eq!(device.fold().waiting, [Waiting::ForItsPlayer { fact: joining.id, player: joining.player }]);
    device.learn(vec![change], facts);
    assert_eq!(device.fold(), whole);
}

#[test]
fn a_joining_keeps_its_hash() {
    let id = |number: u128| Uuid::from_u128(number);
    let joining = json!({ "kind": "joining", "id": id(1), "change": id(2), "player": id(3), "same_as": id(4) });
    let fact: Fact = serde_json::from_value(joining).unwrap();
    assert_eq!(hex(&hash(&fact)), "1aee6b9cf7cd49a7cd2bdd4a650fcbc0f22bacdf827b1b84fac2b71b23b6e0d5");
}
