//! What settles a disagreement, and facts that say something of nobody or nothing.

use ginpad_core::facts::{
    ChangeVerb, Conflict, CountingChanges, Fact, HandFact, KeepingFact, Kept, Maker, NewChange, RemovalFact, Waiting,
};
use serde_json::{Map, json};
use uuid::Uuid;

use crate::support::devices::{Device, Step, entries, hand, now, together, two_devices};

/// A device that knows two hands which two devices logged under number 2. They come last in the game.
fn one_number_twice() -> (Device, impl FnMut() -> Uuid) {
    let (mut devices, mut ids) = two_devices();
    devices[0].take(Step::Log { game: 0, hand: 1, hands: 1 }, &mut ids);
    devices[1].take(Step::Log { game: 0, hand: 4, hands: 1 }, &mut ids);
    (together(devices), ids)
}

#[test]
fn one_correction_makes_two_hands_of_one_number_one_hand() {
    for kept in [1, 2] {
        let (mut both, mut ids) = one_number_twice();
        let before = both.fold();
        assert!(matches!(before.conflicts.as_slice(), [Conflict::SameNumber { .. }]));
        let record = &before.games[0].record;
        let mut at = record.hands[kept].clone();
        at.others.push(record.hands[3 - kept].id);
        let mut change = NewChange::new(ChangeVerb::Fix, &mut ids);
        change.fix(record, &at, &hand(5));
        let (change, facts) = change.made_by(Maker { device: both.id, sequence: 9, now: now(), schema: 3 });
        both.learn(vec![change], facts);
        let fold = both.fold();
        assert_eq!(entries(&fold), ["Ann knock 4 27", "Ann points 12"], "place {kept}");
        assert_eq!((fold.conflicts, fold.waiting), (vec![], vec![]));
    }
}

#[test]
fn a_correction_of_two_hands_that_was_undone_leaves_both() {
    let (mut both, mut ids) = one_number_twice();
    let before = both.fold();
    let record = &before.games[0].record;
    let mut at = record.hands[1].clone();
    at.others.push(record.hands[2].id);
    let mut change = NewChange::new(ChangeVerb::Fix, &mut ids);
    change.fix(record, &at, &hand(5));
    let (change, facts) = change.made_by(Maker { device: both.id, sequence: 9, now: now(), schema: 3 });
    both.learn(vec![change], facts);
    both.take(Step::Undo(both.changes.len() - 1), &mut ids);
    let fold = both.fold();
    assert_eq!(entries(&fold), entries(&before));
    assert_eq!(fold.conflicts, before.conflicts, "they disagree again");
}

#[test]
fn one_removal_takes_out_two_hands_of_one_number() {
    let (mut both, mut ids) = one_number_twice();
    let hands: Vec<Uuid> = both.fold().games[0].record.hands.iter().map(|hand| hand.id).collect();
    let (id, change, supersedes) = (ids(), ids(), vec![hands[2]]);
    both.add(vec![Fact::Removal(RemovalFact { id, change, hand: hands[1], supersedes, unknown: Map::new() })]);
    let fold = both.fold();
    assert_eq!((entries(&fold), fold.conflicts), (vec!["Ann knock 4 27".to_string()], vec![]));
}

#[test]
fn a_hand_that_corrects_none_supersedes_what_it_names() {
    let (mut both, mut ids) = one_number_twice();
    let hands: Vec<Uuid> = both.fold().games[0].record.hands.iter().map(|hand| hand.id).collect();
    let logged = both.facts.iter().find(|fact| fact.id() == hands[1]).unwrap().clone();
    let Fact::Hand(logged) = logged else { panic!("{logged:?}") };
    let hand = HandFact { id: ids(), change: ids(), number: 3, supersedes: hands[..2].to_vec(), ..logged };
    both.add(vec![Fact::Hand(hand)]);
    assert_eq!(entries(&both.fold()), ["Bob knock 3 20", "Bob gin 31"]);
}

#[test]
fn two_equal_closings_are_no_conflict() {
    for how in 0..3 {
        let (mut devices, mut ids) = two_devices();
        devices[0].take(Step::Close { game: 0, how }, &mut ids);
        devices[1].take(Step::Close { game: 0, how }, &mut ids);
        let mut both = together(devices);
        let fold = both.fold();
        assert!(fold.games[0].game.closing.is_some());
        assert_eq!((fold.games[0].record.closings.len(), fold.conflicts), (2, vec![]));
        both.take(Step::Undo(2), &mut ids);
        assert!(both.fold().games[0].game.closing.is_some(), "the other closing stands");
        both.take(Step::Undo(3), &mut ids);
        assert!(both.fold().games[0].game.closing.is_none());
    }
}

#[test]
fn a_hand_that_is_dead_for_an_unknown_reason_is_listed() {
    for (dead, is_read) in [("stock", true), ("misdeal", true), ("boredom", false)] {
        let ([mut device, _], _) = two_devices();
        let mut hand = json!(device.facts.pop().unwrap());
        hand["dead"] = dead.into();
        hand["results"] = json!([]);
        device.facts.push(serde_json::from_value(hand).unwrap());
        let fold = device.fold();
        assert_eq!((entries(&fold).len(), fold.unreadable.len()), (usize::from(is_read), usize::from(!is_read)));
    }
}

#[test]
fn an_undo_or_redo_of_what_is_missing_waits_for_it() {
    let ([mut device, _], mut ids) = two_devices();
    let waiting = |device: &Device| device.fold().waiting.iter().map(Waiting::fact).collect::<Vec<Uuid>>();
    device.take(Step::Undo(1), &mut ids);
    let undo = device.last();
    device.take(Step::Redo(0), &mut ids);
    let redo = device.last();
    assert!(waiting(&device).is_empty());
    let whole = device.fold();
    let (change, facts) = device.forget(1);
    assert_eq!(waiting(&device), [undo]);
    device.changes[1].facts = 2;
    assert_eq!(waiting(&device), [undo], "half a change waits once, for its other half");
    device.changes[1].facts = 1;
    device.learn(vec![change], facts);
    assert_eq!(device.fold(), whole);
    let (change, facts) = device.forget(1);
    assert_eq!((waiting(&device), entries(&device.fold()).len()), (vec![redo], 1));
    device.changes[1].facts = 2;
    assert_eq!(waiting(&device), [redo]);
    device.changes[1].facts = 1;
    device.learn(vec![change], facts);
    assert_eq!(device.fold(), whole);
}

#[test]
fn a_redo_of_an_undo_that_does_nothing_is_listed_with_it() {
    let ([mut device, _], mut ids) = two_devices();
    device.take(Step::Undo(1), &mut ids);
    device.take(Step::Undo(2), &mut ids);
    let undo = device.last();
    device.take(Step::Redo(1), &mut ids);
    let ignored: Vec<Uuid> = device.fold().ignored.iter().map(|ignored| ignored.0).collect();
    assert_eq!((ignored, entries(&device.fold()).len()), (vec![undo, device.last()], 0));
}

#[test]
fn a_conflict_of_three_corrections_of_which_two_agree_names_all_and_stays_settled() {
    for said in [[1, 1, 4], [4, 1, 1], [1, 4, 1]] {
        let ([first, second], mut ids) = two_devices();
        let ([third, _], _) = two_devices();
        let mut versions = Vec::new();
        let mut corrected = [first, second, third].into_iter().zip(said).map(|(mut device, hand)| {
            device.take(Step::Fix { game: 0, at: 0, hand }, &mut ids);
            versions.push(device.last());
            device
        });
        let mut all = corrected.next().unwrap();
        corrected.for_each(|device| all.learn(device.changes, device.facts));
        let fold = all.fold();
        let [conflict @ Conflict::Hand { .. }] = fold.conflicts.as_slice() else { panic!("{:?}", fold.conflicts) };
        assert_eq!(conflict.versions(), versions.iter().copied().collect(), "{said:?}");
        // What `conflicts keep` of an earlier version kept was all of them.
        let keeping = KeepingFact { id: ids(), change: ids(), versions, unknown: Map::new() };
        assert!(!Kept::new([&keeping], &CountingChanges::default()).leaves(conflict), "{said:?}");
    }
}
