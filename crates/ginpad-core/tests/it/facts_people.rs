//! What lines say about people: their names, payments between them, and how namesakes are told apart.

use std::collections::BTreeSet;

use ginpad_core::facts::{Conflict, ConflictSubject, Fact, FactId, SettingKey};
use ginpad_core::{Name, Side};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::facts_devices::{Device, Step, named, names, together, two_devices};

/// A name for a person, in a change of its own.
fn rename(device: &mut Device, name: &str, player: FactId, supersedes: &[FactId], ids: &mut dyn FnMut() -> Uuid) {
    let supersedes: Vec<Value> = supersedes.iter().copied().map(named).collect();
    device.add(json!([{ "name": { "player": named(player), "name": name, "supersedes": supersedes } }]), ids);
}

/// Ann's id, which is that of her first name.
fn ann(device: &Device) -> FactId {
    let is_ann = |fact: &Fact| matches!(fact, Fact::Player(player) if player.name == "Ann");
    device.changes[0].each_fact().find(|(_, fact)| is_ann(fact)).unwrap().0
}

#[test]
fn of_two_renames_the_greater_id_counts_and_both_are_listed() {
    for [one, two] in [[0, 1], [1, 0]] {
        let (mut devices, mut ids) = two_devices();
        let player = ann(&devices[0]);
        rename(&mut devices[one], "Zoe", player, &[player], &mut ids);
        rename(&mut devices[two], "Eve", player, &[player], &mut ids);
        let (other, counts) = (devices[one].last(), devices[two].last());
        let mut both = together(devices);
        let fold = both.fold();
        let conflict =
            Conflict { game: None, about: ConflictSubject::Name(player), counts: vec![counts], others: vec![other] };
        assert_eq!((names(&fold), &fold.conflicts), (vec!["Eve", "Bob"], &vec![conflict]));
        assert_eq!(fold.people.latest_names(player), [other, counts]);
        rename(&mut both, "Ann", player, &[other, counts], &mut ids);
        let settled = both.fold();
        assert_eq!((names(&settled), settled.conflicts.len()), (vec!["Ann", "Bob"], 0));
        both.take(Step::Undo(both.changes.len() - 1), &mut ids);
        let fold = both.fold();
        assert_eq!((names(&fold), fold.conflicts.len()), (vec!["Eve", "Bob"], 1), "they disagree again");
    }
}

#[test]
fn names_of_an_undone_change_still_name_who_sits_in_a_game_that_counts() {
    let ([mut device, _], mut ids) = two_devices();
    device.take(Step::New, &mut ids);
    let player = ann(&device);
    device.take(Step::Undo(0), &mut ids);
    let fold = device.fold();
    assert_eq!((names(&fold), fold.games.len()), (vec!["Ann", "Bob"], 1));
    assert_eq!(fold.games[0].game.players.side_name(Side::First), "Ann");

    rename(&mut device, "Zoe", player, &[player], &mut ids);
    rename(&mut device, "Eve", player, &[player], &mut ids);
    let renamed = device.changes.len() - 2;
    assert_eq!(names(&device.fold()), ["Eve", "Bob"]);
    device.take(Step::Undo(renamed), &mut ids);
    device.take(Step::Undo(renamed + 1), &mut ids);
    let fold = device.fold();
    assert_eq!(names(&fold), ["Eve", "Bob"]);
    assert_eq!(fold.conflicts, [], "names that do not count do not disagree");
    device.take(Step::Undo(2), &mut ids);
    assert_eq!(device.fold().people.listed, [], "no game is left");
}

#[test]
fn a_name_that_counts_comes_before_a_newer_one_that_does_not() {
    let ([mut device, _], mut ids) = two_devices();
    let player = ann(&device);
    rename(&mut device, "Zoe", player, &[player], &mut ids);
    let zoe = device.last();
    rename(&mut device, "Eve", player, &[zoe], &mut ids);
    device.take(Step::Undo(3), &mut ids);
    assert_eq!(names(&device.fold()), ["Zoe", "Bob"]);
}

#[test]
fn a_name_that_makes_no_sense_is_set_aside_and_takes_no_other_away() {
    for name in ["", " ", "\u{1b}[2J", "a\nb", &"x".repeat(10_000)] {
        let ([mut device, _], mut ids) = two_devices();
        let player = ann(&device);
        rename(&mut device, name, player, &[player], &mut ids);
        let fold = device.fold();
        assert_eq!(names(&fold), ["Ann", "Bob"], "{name:?}");
        assert_eq!(fold.set_aside.iter().map(|aside| aside.fact).collect::<Vec<_>>(), [device.last()]);
        assert_eq!(fold.games[0].game.hands.len(), 1);
    }
}

#[test]
fn a_person_without_any_sensible_name_is_shown_by_their_id() {
    let ([mut device, _], mut ids) = two_devices();
    device.add(json!([{ "player": { "name": "" } }, { "player": { "name": "\u{7}" } }]), &mut ids);
    let fold = device.fold();
    let start: String = ginpad_core::facts::shortened(device.last().of).chars().take(6).collect();
    assert_eq!(names(&fold), ["Ann", "Bob", &format!("?{start}"), &format!("?{start}.1")]);
    assert_eq!(fold.set_aside.len(), 2);
}

#[test]
fn namesakes_are_all_shown_differently() {
    let said = ["Cid", "cid", "Cid (2)", "Cid (2) (2)"];
    let ([mut device, _], mut ids) = two_devices();
    for name in [said, said].concat() {
        device.add(json!([{ "player": { "name": name } }]), &mut ids);
    }
    let fold = device.fold();
    let shown = names(&fold);
    assert_eq!(shown[..6], ["Ann", "Bob", "Cid", "cid (3)", "Cid (2)", "Cid (2) (2)"]);
    let different: BTreeSet<String> = fold.people.listed.iter().map(|person| person.name.folded()).collect();
    assert_eq!(different.len(), 10, "{shown:?}");
    for (name, shown) in said.iter().zip(&shown[6..]) {
        assert!(shown.starts_with(name), "{name} is shown as {shown}");
        assert!(Name::read(shown).is_ok());
    }
}

#[test]
fn a_name_that_counts_keeps_a_person_whose_game_was_undone() {
    let ([mut device, _], mut ids) = two_devices();
    let player = ann(&device);
    rename(&mut device, "Zoe", player, &[player], &mut ids);
    device.take(Step::Undo(0), &mut ids);
    assert_eq!(names(&device.fold()), ["Zoe"]);
    device.take(Step::Undo(2), &mut ids);
    assert_eq!(device.fold().people.listed, []);
}

#[test]
fn people_of_a_game_who_are_missing_are_shown_by_their_ids_until_they_come() {
    let ([mut device, _], mut ids) = two_devices();
    device.take(Step::Set { game: 0, what: 8 }, &mut ids);
    // As another program may write them: the person in a change of their own.
    let cid = json!([{ "player": { "name": "Cid" } }]);
    let mut elsewhere = Device::new(9);
    elsewhere.add(cid, &mut ids);
    let game = named(device.fold().games[0].record.id);
    let sides = json!([[named(elsewhere.last())], [named(ann(&device))]]);
    let before = device.fold().games[0].record.latest[&SettingKey::Sides].clone();
    let supersedes: Vec<Value> = before.into_iter().map(named).collect();
    device.add(json!([{ "setting": { "game": game, "to": { "sides": sides }, "supersedes": supersedes } }]), &mut ids);
    let start: String = ginpad_core::facts::shortened(elsewhere.last().of).chars().take(6).collect();
    assert_eq!(device.fold().games[0].game.players.side_name(Side::First), format!("?{start}"));
    device.learn(&elsewhere);
    assert_eq!(device.fold().games[0].game.players.side_name(Side::First), "Cid (2)");
}

#[test]
fn one_name_from_two_devices_is_no_conflict() {
    let ([mut device, _], mut ids) = two_devices();
    let player = ann(&device);
    rename(&mut device, "Zoe", player, &[player], &mut ids);
    let mut versions = BTreeSet::from([device.last()]);
    rename(&mut device, "Zoe", player, &[player], &mut ids);
    versions.insert(device.last());
    let fold = device.fold();
    assert_eq!((names(&fold), fold.conflicts.as_slice()), (vec!["Zoe", "Bob"], &[][..]));
    for name in ["Eve", "Fay"] {
        rename(&mut device, name, player, &[player], &mut ids);
        versions.insert(device.last());
        let fold = device.fold();
        let [conflict] = fold.conflicts.as_slice() else { panic!("{:?}", fold.conflicts) };
        assert_eq!(conflict.versions(), versions, "all that say something else, and the one that counts");
    }
}

#[test]
fn a_payment_counts_until_it_is_undone() {
    let ([mut device, _], mut ids) = two_devices();
    device.take(Step::Pay { from: 0, to: 1 }, &mut ids);
    let fold = device.fold();
    let people: Vec<FactId> = fold.people.listed.iter().map(|person| person.id).collect();
    let [paid] = fold.payments.as_slice() else { panic!("{:?}", fold.payments) };
    assert_eq!((paid.payer, paid.payee, paid.amount.to_string()), (people[0], people[1], "12.40 USD".to_string()));
    device.take(Step::Undo(2), &mut ids);
    assert_eq!(device.fold().payments, []);
}

#[test]
fn a_payment_that_makes_no_sense_is_set_aside() {
    let ([mut device, _], mut ids) = two_devices();
    let [one, other] = [0, 1].map(|at| named(device.fold().people.listed[at].id));
    for amount in [json!([0, "USD"]), json!([5, "XQZ"]), json!(["5", "USD"]), json!([-1, "USD"]), json!([1])] {
        device.add(json!([{ "payment": { "from": one, "to": other, "amount": amount } }]), &mut ids);
    }
    let fold = device.fold();
    assert_eq!((fold.payments.len(), fold.set_aside.len()), (0, 5));
}

#[test]
fn a_payment_keeps_its_people_and_none_counts_between_names_of_one_person() {
    let ([mut device, _], mut ids) = two_devices();
    device.take(Step::Pay { from: 0, to: 1 }, &mut ids);
    device.take(Step::Undo(1), &mut ids);
    device.take(Step::Undo(0), &mut ids);
    let fold = device.fold();
    assert_eq!((fold.games.len(), names(&fold), fold.payments.len()), (0, vec!["Ann", "Bob"], 1));
    device.take(Step::Join { player: 0, into: 1 }, &mut ids);
    let fold = device.fold();
    assert_eq!((names(&fold), fold.payments.len()), (vec!["Bob"], 0));
}
