//! What facts say about people: their names, and how namesakes are told apart.

use std::collections::BTreeSet;

use ginpad_core::facts::{Conflict, Fact, PlayerFact, PlayerNameFact, Waiting};
use ginpad_core::players::Name;
use ginpad_core::side::Side;
use serde_json::Map;
use uuid::Uuid;

use crate::support::devices::{Device, Step, folded, game_id, names, together, two_devices};

/// A name for a person, in a change of its own.
fn rename(device: &mut Device, name: &str, player: Uuid, supersedes: Vec<Uuid>, ids: &mut dyn FnMut() -> Uuid) {
    let (id, change, name) = (ids(), ids(), name.to_string());
    device.add(vec![Fact::PlayerName(PlayerNameFact { id, change, player, name, supersedes, unknown: Map::new() })]);
}

/// Ann's id, and the id of her first name.
fn ann(device: &Device) -> (Uuid, Uuid) {
    let is_ann = |fact: &Fact| match fact {
        Fact::PlayerName(name) if name.name == "Ann" => Some((name.player, name.id)),
        _ => None,
    };
    device.facts.iter().find_map(is_ann).unwrap()
}

#[test]
fn of_two_renames_the_greater_id_counts_and_both_are_listed() {
    for [one, two] in [[0, 1], [1, 0]] {
        let (mut devices, mut ids) = two_devices();
        let (player, first) = ann(&devices[0]);
        rename(&mut devices[one], "Zoe", player, vec![first], &mut ids);
        rename(&mut devices[two], "Eve", player, vec![first], &mut ids);
        let (other, counts) = (devices[one].last(), devices[two].last());
        let mut both = together(devices);
        let fold = both.fold();
        assert_eq!(
            (names(&fold), &fold.conflicts),
            (vec!["Eve", "Bob"], &vec![Conflict::Name { player, counts, others: vec![other] }])
        );
        rename(&mut both, "Ann", player, vec![other, counts], &mut ids);
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
    let (player, first) = ann(&device);
    device.take(Step::Undo(0), &mut ids);
    let fold = device.fold();
    assert_eq!((names(&fold), fold.games.len()), (vec!["Ann", "Bob"], 1));
    assert_eq!(fold.games[0].game.players.side_name(Side::First), "Ann");

    rename(&mut device, "Zoe", player, vec![first], &mut ids);
    rename(&mut device, "Eve", player, vec![first], &mut ids);
    let renamed = device.changes.len() - 2;
    assert_eq!(names(&device.fold()), ["Eve", "Bob"]);
    device.take(Step::Undo(renamed), &mut ids);
    device.take(Step::Undo(renamed + 1), &mut ids);
    let fold = device.fold();
    assert_eq!(
        (names(&fold), fold.conflicts.as_slice()),
        (vec!["Eve", "Bob"], &[][..]),
        "names that do not count do not disagree"
    );
    device.changes[renamed + 1].facts = 2;
    assert_eq!(names(&device.fold()), ["Zoe", "Bob"], "half a change names nobody");
    device.take(Step::Undo(2), &mut ids);
    assert_eq!(device.fold().people, [], "no game is left");
}

#[test]
fn a_name_that_counts_comes_before_a_newer_one_that_does_not() {
    let ([mut device, _], mut ids) = two_devices();
    let (player, first) = ann(&device);
    rename(&mut device, "Zoe", player, vec![first], &mut ids);
    let zoe = device.last();
    rename(&mut device, "Eve", player, vec![zoe], &mut ids);
    device.take(Step::Undo(3), &mut ids);
    assert_eq!(names(&device.fold()), ["Zoe", "Bob"]);
    rename(&mut device, "", player, vec![zoe], &mut ids);
    let fold = device.fold();
    assert_eq!(fold.unreadable.iter().map(|unreadable| unreadable.fact).collect::<Vec<_>>(), [device.last()]);
}

#[test]
fn a_game_waits_for_its_players_and_their_names() {
    let ([device, _], _) = two_devices();
    let whole = device.fold();
    let ann = whole.people[0].id;
    let game = game_id(&device);
    for kind in ["player", "player-name"] {
        let mut changes = device.changes.clone();
        changes[0].facts -= 1;
        let about = |fact: &&Fact| match fact {
            Fact::Player(player) => player.id == ann,
            Fact::PlayerName(name) => name.player == ann,
            _ => false,
        };
        let missing = device.facts.iter().filter(about).find(|fact| fact.kind() == kind).unwrap();
        let other = device.facts.iter().filter(about).find(|fact| fact.kind() != kind).unwrap().id();
        let fold = folded(&changes, device.facts.iter().filter(|fact| fact.id() != missing.id()));
        assert_eq!((fold.games, names(&whole).len(), fold.people.len()), (vec![], 2, 1));
        let hand = Waiting::ForItsGame { fact: device.last(), game };
        let mut waiting = vec![hand];
        waiting.extend([other, game].map(|fact| Waiting::ForItsPlayer { fact, player: ann }));
        waiting.sort_by_key(Waiting::fact);
        assert_eq!(fold.waiting, waiting, "{kind}");
    }
}

#[test]
fn namesakes_are_all_shown_differently() {
    let said = ["Cid", "cid", "Cid (2)", "Cid (2) (2)"];
    let ([mut device, _], _) = two_devices();
    let mut next = 1000_u128;
    let mut ids = || {
        next += 1;
        Uuid::from_u128(next)
    };
    for name in [said, said].concat() {
        let (player, change) = (ids(), ids());
        let named = PlayerNameFact {
            id: ids(),
            change,
            player,
            name: name.to_string(),
            supersedes: vec![],
            unknown: Map::new(),
        };
        let player = PlayerFact { id: player, change, unknown: Map::new() };
        device.add(vec![Fact::Player(player), Fact::PlayerName(named)]);
    }
    let fold = device.fold();
    let shown = names(&fold);
    assert_eq!(shown[..6], ["Ann", "Bob", "Cid", "cid (3)", "Cid (2)", "Cid (2) (2)"]);
    let different: BTreeSet<String> = fold.people.iter().map(|person| person.name.folded()).collect();
    assert_eq!(different.len(), 10, "{shown:?}");
    for (name, shown) in said.iter().zip(&shown[6..]) {
        assert!(shown.starts_with(name), "{name} is shown as {shown}");
        assert!(Name::read(shown).is_ok());
    }
}

#[test]
fn a_name_that_counts_keeps_a_person_whose_game_was_undone() {
    let ([mut device, _], mut ids) = two_devices();
    let (player, first) = ann(&device);
    rename(&mut device, "Zoe", player, vec![first], &mut ids);
    device.take(Step::Undo(0), &mut ids);
    assert_eq!(names(&device.fold()), ["Zoe"]);
    device.take(Step::Undo(2), &mut ids);
    assert_eq!(device.fold().people, []);
}

#[test]
fn a_name_waits_for_its_person_unless_it_was_undone() {
    let ([mut device, _], mut ids) = two_devices();
    let player = Uuid::from_u128(5);
    rename(&mut device, "Zoe", player, vec![], &mut ids);
    assert_eq!(device.fold().waiting, [Waiting::ForItsPlayer { fact: device.last(), player }]);
    device.take(Step::Undo(2), &mut ids);
    assert_eq!(device.fold().waiting, []);
}

#[test]
fn one_name_from_two_devices_is_no_conflict() {
    let ([mut device, _], mut ids) = two_devices();
    let (player, first) = ann(&device);
    rename(&mut device, "Zoe", player, vec![first], &mut ids);
    rename(&mut device, "Zoe", player, vec![first], &mut ids);
    let fold = device.fold();
    assert_eq!((names(&fold), fold.conflicts.as_slice()), (vec!["Zoe", "Bob"], &[][..]));
    let mut versions = BTreeSet::from([device.last()]);
    versions.extend(device.facts.iter().rev().nth(1).map(Fact::id));
    for name in ["Eve", "Zoe"] {
        rename(&mut device, name, player, vec![first], &mut ids);
        versions.insert(device.last());
        let fold = device.fold();
        let [conflict] = fold.conflicts.as_slice() else { panic!("{:?}", fold.conflicts) };
        assert_eq!(conflict.versions(), versions, "all of them, as those who kept them said");
    }
}
