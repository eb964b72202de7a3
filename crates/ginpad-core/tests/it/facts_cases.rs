//! What lines mean together, one case at a time.

use std::collections::BTreeSet;

use ginpad_core::facts::{ChangeVerb, Conflict, ConflictSubject, FactId, HandFact, NewChange, Waiting};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::facts_devices::{Device, Step, entries, game_id, hand, named, record, together, two_devices};

fn log(hand: usize) -> Step {
    Step::Log { game: 0, hand, hands: 1 }
}

fn fix(at: usize, hand: usize) -> Step {
    Step::Fix { game: 0, at, hand }
}

fn insert(at: usize, hand: usize) -> Step {
    Step::Insert { game: 0, at, hand }
}

const DROP: Step = Step::Drop { game: 0, at: 0 };

#[test]
fn a_redo_takes_back_only_the_undo_that_it_names() {
    let ([mut device, _], mut ids) = two_devices();
    device.take(Step::Undo(1), &mut ids);
    device.take(Step::Undo(1), &mut ids);
    device.take(Step::Redo(0), &mut ids);
    assert_eq!(entries(&device.fold()).len(), 0, "the second undo stands");
    device.take(Step::Redo(1), &mut ids);
    assert_eq!(entries(&device.fold()).len(), 1);
}

#[test]
fn an_undo_of_an_undo_does_nothing_and_is_listed() {
    let ([mut device, _], mut ids) = two_devices();
    device.take(Step::Undo(1), &mut ids);
    let undone = device.fold();
    device.take(Step::Undo(2), &mut ids);
    let fold = device.fold();
    assert_eq!(fold.games, undone.games);
    assert_eq!((undone.ignored, fold.ignored), (vec![], vec![device.last()]));
}

#[test]
fn a_redo_of_an_undo_that_does_nothing_is_listed_with_it() {
    let ([mut device, _], mut ids) = two_devices();
    device.take(Step::Undo(1), &mut ids);
    device.take(Step::Undo(2), &mut ids);
    let undo = device.last();
    device.take(Step::Redo(1), &mut ids);
    let mut ignored = device.fold().ignored;
    ignored.sort_unstable();
    let mut expected = vec![undo, device.last()];
    expected.sort_unstable();
    assert_eq!((ignored, entries(&device.fold()).len()), (expected, 0));
}

#[test]
fn a_redo_of_something_that_is_not_an_undo_is_listed() {
    let ([mut device, _], mut ids) = two_devices();
    let hand = device.last();
    device.take(Step::Undo(1), &mut ids);
    let undo = device.last();
    let of = |at: usize| Value::from(ginpad_core::facts::shortened(device.changes[at].name));
    // No undo, and an undo of something else.
    for redo in [json!({ "undo": named(hand), "of": of(1) }), json!({ "undo": named(undo), "of": of(0) })] {
        let mut device = device.clone();
        let before = device.fold();
        device.add(json!([{ "redo": redo }]), &mut ids);
        let fold = device.fold();
        assert_eq!((fold.games, fold.ignored), (before.games, vec![device.last()]));
    }
}

#[test]
fn an_undo_or_redo_of_what_is_missing_counts_once_it_comes() {
    let ([mut device, _], mut ids) = two_devices();
    device.take(Step::Undo(1), &mut ids);
    device.take(Step::Redo(0), &mut ids);
    let whole = device.fold();
    // The redo comes before the undo, and both before the hand.
    let (hand, undo) = (device.forget(1), device.forget(1));
    assert_eq!((entries(&device.fold()).len(), device.fold().ignored), (0, vec![]));
    device.remember(1, hand);
    assert_eq!(entries(&device.fold()).len(), 1);
    device.remember(0, undo);
    assert_eq!(device.fold(), whole);
}

#[test]
fn a_change_that_also_does_something_else_can_be_undone() {
    let ([mut device, _], mut ids) = two_devices();
    // One change that undoes and logs, as a later version may write it.
    let of = ginpad_core::facts::shortened(device.changes[1].name);
    let game = named(game_id(&device));
    device.add(json!([{ "undo": { "of": of } }, { "hand": { "game": game, "gin": [1, 31] } }]), &mut ids);
    assert_eq!(entries(&device.fold()), ["Bob gin 31"]);
    device.take(Step::Undo(2), &mut ids);
    assert_eq!(device.fold().ignored, []);
    assert!(!entries(&device.fold()).contains(&"Bob gin 31".to_string()));
}

#[test]
fn an_undo_of_a_batch_takes_back_all_of_it() {
    let ([mut device, _], mut ids) = two_devices();
    let batch = Uuid::from_u128(77);
    let game = device.fold().games[0].record.id;
    for number in 2..4 {
        let mut change = NewChange::new(ChangeVerb::IMPORT).in_batch(batch);
        change.enter(game, number, HandFact::new(hand(1).logged(), &device.fold().games[0].game.players));
        device.write(change, &mut ids);
    }
    assert_eq!((entries(&device.fold()).len(), device.last_act()), (3, batch));
    // One of its lines, as another program may undo it.
    let one = ginpad_core::facts::shortened(device.changes[3].name);
    device.add(json!([{ "undo": { "of": one } }]), &mut ids);
    assert_eq!(entries(&device.fold()).len(), 2);
    device.take(Step::Undo(3), &mut ids);
    assert_eq!(entries(&device.fold()).len(), 1);
    device.take(Step::Redo(1), &mut ids);
    assert_eq!(entries(&device.fold()).len(), 2);
}

#[test]
fn what_corrects_removes_or_precedes_a_missing_hand_waits_for_it() {
    for step in [fix(0, 1), DROP, insert(0, 1)] {
        let ([mut device, _], mut ids) = two_devices();
        let hand = device.last();
        device.take(step, &mut ids);
        let whole = device.fold();
        assert_eq!(whole.waiting, []);
        let change = device.forget(1);
        let fold = device.fold();
        assert_eq!(fold.waiting, [Waiting { fact: device.last(), awaits: hand }], "{step:?}");
        assert_eq!((entries(&fold), &fold.conflicts), (Vec::new(), &Vec::new()), "{step:?}");
        device.take(Step::Undo(1), &mut ids);
        assert_eq!(device.fold().waiting, [], "{step:?} was undone, so it does not wait");
        device.forget(2);
        device.remember(1, change);
        assert_eq!(device.fold(), whole, "{step:?}");
    }
}

#[test]
fn corrections_of_a_correction_wait_for_what_is_missing_between_them() {
    let ([mut device, _], mut ids) = two_devices();
    let logged = device.last();
    device.take(fix(0, 1), &mut ids);
    let first = device.last();
    device.take(fix(0, 4), &mut ids);
    let second = device.last();
    let whole = device.fold();
    let waits = |device: &Device| -> BTreeSet<Waiting> { device.fold().waiting.into_iter().collect() };
    let waiting = |fact, hand| Waiting { fact, awaits: hand };

    let change = device.forget(1);
    assert_eq!(waits(&device), BTreeSet::from([waiting(first, logged), waiting(second, first)]));
    device.remember(1, change);

    let change = device.forget(2);
    assert_eq!(entries(&device.fold()), ["Ann knock 4 27"], "the first version stands");
    assert_eq!(waits(&device), BTreeSet::from([waiting(second, first)]));
    device.remember(2, change);
    assert_eq!(device.fold(), whole);
}

#[test]
fn what_is_about_a_missing_game_waits_for_it() {
    let ([mut device, _], mut ids) = two_devices();
    let game = game_id(&device);
    let mut facts = vec![device.last()];
    for step in [log(1), DROP, Step::Close { game: 0, how: 0 }, Step::Set { game: 0, what: 0 }] {
        device.take(step, &mut ids);
        facts.push(device.last());
    }
    let whole = device.fold();
    let waiting = |facts: &[FactId]| -> BTreeSet<Waiting> {
        facts.iter().map(|fact| Waiting { fact: *fact, awaits: game }).collect()
    };
    let change = device.forget(0);
    let fold = device.fold();
    assert_eq!((fold.games, fold.people.listed), (vec![], vec![]));
    assert_eq!(fold.waiting.into_iter().collect::<BTreeSet<_>>(), waiting(&facts));
    device.take(Step::Undo(3), &mut ids);
    assert_eq!(device.fold().waiting.len(), 4, "the setting was undone");
    device.forget(5);
    device.remember(0, change);
    assert_eq!(device.fold(), whole);
}

#[test]
fn a_removal_by_both_devices_is_no_conflict_and_no_loss() {
    let (mut devices, mut ids) = two_devices();
    devices[0].take(DROP, &mut ids);
    devices[1].take(DROP, &mut ids);
    let mut both = together(devices);
    assert_eq!((entries(&both.fold()), both.fold().conflicts), (vec![], vec![]));
    both.take(Step::Undo(2), &mut ids);
    assert_eq!(entries(&both.fold()).len(), 0, "the other removal stands");
    both.take(Step::Undo(3), &mut ids);
    assert_eq!(entries(&both.fold()), ["Ann knock 4 27"]);
}

#[test]
fn a_removal_settles_what_two_corrections_disagreed_about() {
    let (mut devices, mut ids) = two_devices();
    devices[0].take(fix(0, 1), &mut ids);
    devices[1].take(fix(0, 4), &mut ids);
    let mut both = together(devices);
    let before = both.fold();
    assert_eq!(before.conflicts.len(), 1);
    both.take(DROP, &mut ids);
    assert_eq!((entries(&both.fold()), both.fold().conflicts), (vec![], vec![]));
    both.take(Step::Undo(4), &mut ids);
    assert_eq!((both.fold().games, both.fold().conflicts), (before.games, before.conflicts), "they disagree again");
}

#[test]
fn a_removal_that_settled_a_conflict_and_was_undone_leaves_the_conflict() {
    let (mut devices, mut ids) = two_devices();
    devices[0].take(DROP, &mut ids);
    devices[1].take(fix(0, 1), &mut ids);
    let (game, counts, others) = (game_id(&devices[0]), devices[1].last(), vec![devices[0].last()]);
    let conflict = [Conflict { game: Some(game), about: ConflictSubject::Hand, counts: vec![counts], others }];
    let mut both = together(devices);
    assert_eq!(both.fold().conflicts, conflict);
    both.take(DROP, &mut ids);
    assert_eq!(both.fold().conflicts, []);
    both.take(Step::Undo(4), &mut ids);
    let fold = both.fold();
    assert_eq!((entries(&fold), fold.conflicts.as_slice()), (vec!["Bob gin 31".to_string()], &conflict[..]));
}

#[test]
fn corrections_that_say_the_same_are_no_conflict() {
    let (mut devices, mut ids) = two_devices();
    devices[0].take(fix(0, 1), &mut ids);
    devices[1].take(fix(0, 1), &mut ids);
    let mut both = together(devices);
    let fold = both.fold();
    assert_eq!((entries(&fold), fold.conflicts.as_slice()), (vec!["Bob gin 31".to_string()], &[][..]));
    both.take(Step::Undo(3), &mut ids);
    assert_eq!(entries(&both.fold()), ["Bob gin 31"], "the other one stands");
    both.take(Step::Redo(0), &mut ids);
    // The next correction takes the place of both.
    both.take(fix(0, 4), &mut ids);
    let fold = both.fold();
    assert_eq!((entries(&fold), fold.conflicts.as_slice()), (vec!["Bob knock 3 20".to_string()], &[][..]));
    assert!(fold.games[0].record.hands[0].others.is_empty());
}

/// A device that knows two hands which two devices logged under number 2. They come last in the game.
fn one_number_twice() -> (Device, impl FnMut() -> Uuid) {
    let (mut devices, mut ids) = two_devices();
    devices[0].take(log(1), &mut ids);
    devices[1].take(log(4), &mut ids);
    (together(devices), ids)
}

/// Corrects one of these hands, and takes the other one for the same.
fn make_one(both: &mut Device, kept: usize, ids: &mut dyn FnMut() -> Uuid) {
    let fold = both.fold();
    let mut at = record(&fold, 0, kept).clone();
    at.others.push(record(&fold, 0, 3 - kept).id);
    let mut change = NewChange::new(ChangeVerb::FIX);
    change.fix(&fold.games[0].record, &at, HandFact::new(hand(5).logged(), &fold.games[0].game.players));
    both.write(change, ids);
}

#[test]
fn one_correction_makes_two_hands_of_one_number_one_hand() {
    for kept in [1, 2] {
        let (mut both, mut ids) = one_number_twice();
        assert!(matches!(both.fold().conflicts.as_slice(), [Conflict { about: ConflictSubject::SameNumber, .. }]));
        make_one(&mut both, kept, &mut ids);
        let fold = both.fold();
        assert_eq!(entries(&fold), ["Ann knock 4 27", "Ann points 12"], "place {kept}");
        assert_eq!((fold.conflicts, fold.waiting), (vec![], vec![]));
    }
}

#[test]
fn one_hand_of_two_devices_is_noticed_after_one_took_back_others() {
    let ([mut first, mut second], mut ids) = two_devices();
    second.take(log(4), &mut ids);
    second.take(Step::Undo(second.changes.len() - 1), &mut ids);
    second.take(log(4), &mut ids);
    second.take(Step::Drop { game: 0, at: 1 }, &mut ids);
    let (mut same, mut other) = (second.clone(), second);
    same.take(log(1), &mut ids);
    other.take(log(2), &mut ids);
    first.take(log(1), &mut ids);
    let [twice] = <[Conflict; 1]>::try_from(together([first.clone(), same]).fold().conflicts).unwrap();
    assert_eq!((twice.about, twice.counts.len()), (ConflictSubject::SameNumber, 2));
    assert_eq!(together([first, other]).fold().conflicts, [], "these are two hands");
}

#[test]
fn a_correction_of_two_hands_that_was_undone_leaves_both() {
    let (mut both, mut ids) = one_number_twice();
    let before = both.fold();
    make_one(&mut both, 1, &mut ids);
    both.take(Step::Undo(both.changes.len() - 1), &mut ids);
    let fold = both.fold();
    assert_eq!((entries(&fold), fold.conflicts), (entries(&before), before.conflicts), "they disagree again");
}

#[test]
fn one_removal_takes_out_two_hands_of_one_number() {
    let (mut both, mut ids) = one_number_twice();
    let fold = both.fold();
    let [game, one, other] = [game_id(&both), record(&fold, 0, 1).id, record(&fold, 0, 2).id].map(named);
    both.add(json!([{ "hand": { "game": game, "supersedes": [one, other], "gone": true } }]), &mut ids);
    let fold = both.fold();
    assert_eq!((entries(&fold), fold.conflicts), (vec!["Ann knock 4 27".to_string()], vec![]));
}

#[test]
fn a_conflict_of_three_corrections_of_which_two_agree_names_all() {
    for said in [[1, 1, 4], [4, 1, 1], [1, 4, 1]] {
        let ([first, second], mut ids) = two_devices();
        let third = first.clone();
        let mut versions = BTreeSet::new();
        let mut corrected = [first, second, third].into_iter().zip(said).map(|(mut device, hand)| {
            device.take(fix(0, hand), &mut ids);
            versions.insert(device.last());
            device
        });
        let mut all = corrected.next().unwrap();
        corrected.for_each(|device| all.learn(&device));
        let fold = all.fold();
        let [conflict @ Conflict { about: ConflictSubject::Hand, .. }] = &fold.conflicts[..] else {
            panic!("{:?}", fold.conflicts)
        };
        assert_eq!(conflict.versions(), versions, "{said:?}");
    }
}
