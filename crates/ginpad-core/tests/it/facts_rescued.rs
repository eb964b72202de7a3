//! Damaged changes that count with the facts that are left of them.

use std::collections::BTreeSet;

use ginpad_core::facts::{Change, Fact, Waiting};
use proptest::prelude::*;
use uuid::Uuid;

use crate::support::devices::{Device, Step, entries, folded, game_id, played, steps, two_devices};

/// A device that knows these facts, and rescues every change of which some are lost.
fn rescuer(changes: &[Change], facts: Vec<Fact>) -> Device {
    let mut device = Device { id: Uuid::from_u128(9), sequence: 0, changes: changes.to_vec(), facts };
    let mut next = 1_u128 << 64;
    let mut ids = || {
        next += 1;
        Uuid::from_u128(next)
    };
    let made: BTreeSet<Uuid> = device.facts.iter().map(Fact::change).collect();
    for id in made {
        let left = device.facts.iter().filter(|fact| fact.change() == id).count();
        if changes.iter().all(|change| change.id != id || change.facts != left) {
            rescue(&mut device, id, left, &mut ids);
        }
    }
    device
}

fn rescue(device: &mut Device, change: Uuid, facts: usize, ids: &mut dyn FnMut() -> Uuid) {
    let (id, made) = (ids(), ids());
    device.add(vec![of(&serde_json::json!({
        "kind": "rescue", "id": id, "change": made, "rescued": change, "facts": facts,
    }))]);
}

fn of(fact: &serde_json::Value) -> Fact {
    serde_json::from_value(fact.clone()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_left_counts_and_what_is_found_again_makes_it_whole(steps in steps(), seed: u64, lost: u64, records: bool) {
        let (changes, facts) = played(&steps, seed);
        let is_lost = |id: Uuid| {
            ((id.as_u128() ^ u128::from(lost)).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835) >> 120).is_multiple_of(5)
        };
        let kept: Vec<Change> = changes.iter().filter(|change| !records || !is_lost(change.id)).cloned().collect();
        prop_assume!(!kept.is_empty());
        let left: Vec<Fact> = facts.iter().filter(|fact| !is_lost(fact.id())).cloned().collect();
        let device = rescuer(&kept, left.clone());
        let rescued = device.fold();
        let unrescued = rescued.waiting.iter().any(|waiting| matches!(waiting, Waiting::ForItsChange { .. }));
        prop_assert!(!unrescued, "{:?}", rescued.waiting);
        // With what was lost, everything is as it was: each fact counts once.
        let all = folded(changes.iter().chain(&device.changes), facts.iter().chain(&device.facts));
        let before = folded(&changes, &facts);
        prop_assert_eq!(&all.games, &before.games);
        prop_assert_eq!(&all.people, &before.people);
        prop_assert_eq!(&all.waiting, &before.waiting);
        let turned = folded(device.changes.iter().rev().chain(&changes), device.facts.iter().rev().chain(&facts));
        prop_assert_eq!(turned, all);
    }
}

/// A game with a change of three hands, of which the last is lost.
fn two_of_three() -> (Device, Uuid, impl FnMut() -> Uuid) {
    let ([mut device, _], mut ids) = two_devices();
    device.take(Step::Log { game: 0, hand: 1, hands: 3 }, &mut ids);
    let change = device.changes.last().unwrap().id;
    device.facts.pop();
    assert_eq!(entries(&device.fold()).len(), 1);
    (device, change, ids)
}

#[test]
fn the_rescue_that_asks_for_the_fewest_facts_decides() {
    let (mut device, change, mut ids) = two_of_three();
    rescue(&mut device, change, 3, &mut ids);
    assert_eq!(entries(&device.fold()).len(), 1, "three are not there");
    rescue(&mut device, change, 2, &mut ids);
    assert_eq!(entries(&device.fold()).len(), 3);
    device.facts.retain(|fact| !matches!(fact, Fact::Hand(hand) if hand.change == change));
    assert_eq!(entries(&device.fold()).len(), 1, "of nothing, nothing counts");
}

#[test]
fn undoing_a_rescue_takes_it_back() {
    let (mut device, change, mut ids) = two_of_three();
    rescue(&mut device, change, 2, &mut ids);
    device.take(Step::Undo(device.changes.len() - 1), &mut ids);
    let fold = device.fold();
    assert_eq!((entries(&fold).len(), fold.waiting.len(), fold.ignored.len()), (1, 0, 0));
    device.take(Step::Redo(0), &mut ids);
    assert_eq!(entries(&device.fold()).len(), 3);
    // A second rescue counts although the first was undone.
    let mut other = two_of_three().0;
    rescue(&mut other, change, 2, &mut ids);
    rescue(&mut other, change, 1, &mut ids);
    other.take(Step::Undo(other.changes.len() - 1), &mut ids);
    assert_eq!(entries(&other.fold()).len(), 3);
}

#[test]
fn a_change_counts_though_its_record_is_lost() {
    let ([mut device, _], mut ids) = two_devices();
    let (game, record) = (game_id(&device), device.changes[0].clone());
    device.changes.remove(0);
    assert_eq!(device.fold().games.len(), 0);
    let mut other = Device { id: device.id, sequence: 9, changes: vec![record.clone()], facts: Vec::new() };
    rescue(&mut other, record.id, 5, &mut ids);
    device.learn(other.changes.split_off(1), other.facts);
    assert_eq!((device.fold().games[0].record.id, entries(&device.fold()).len()), (game, 1));
    device.learn(vec![record], Vec::new());
    assert_eq!(entries(&device.fold()).len(), 1);
}

#[test]
fn a_rescue_may_be_rescued() {
    let (mut device, change, mut ids) = two_of_three();
    let (made, id) = (ids(), ids());
    let rescue_of = |rescued: Uuid, fact: Uuid, change: Uuid, facts: usize| {
        of(&serde_json::json!({ "kind": "rescue", "id": fact, "change": change, "rescued": rescued, "facts": facts }))
    };
    device.add(vec![rescue_of(change, id, made, 2), rescue_of(ids(), ids(), made, 2)]);
    let lost = device.facts.pop().unwrap();
    assert_eq!(entries(&device.fold()).len(), 1, "the rescue waits for its other fact");
    rescue(&mut device, made, 1, &mut ids);
    assert_eq!(entries(&device.fold()).len(), 3);
    device.take(Step::Undo(device.changes.len() - 1), &mut ids);
    assert_eq!(entries(&device.fold()).len(), 1);
    device.facts.push(lost);
    assert_eq!(entries(&device.fold()).len(), 3, "whole");
    // Two halves of changes that rescue each other rescue nothing.
    let (mut ring, change, mut ids) = two_of_three();
    let (one, other) = (ids(), ids());
    for (made, rescued) in [(one, other), (other, one)] {
        ring.add(vec![
            rescue_of(rescued, ids(), made, 1),
            rescue_of(change, ids(), made, 1),
            rescue_of(ids(), ids(), made, 1),
        ]);
        ring.facts.pop();
    }
    assert_eq!(entries(&ring.fold()).len(), 1);
}
