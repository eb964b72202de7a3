//! What facts mean together, one case at a time.

use std::collections::BTreeSet;

use ginpad_core::facts::{ClosingFact, Conflict, Fact, Waiting, hash};
use ginpad_core::game;
use ginpad_core::side::Side;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::support::devices::{Device, Step, entries, folded, game_id, together, two_devices};

pub(crate) fn log(hand: usize) -> Step {
    Step::Log { game: 0, hand, hands: 1 }
}

pub(crate) fn fix(at: usize, hand: usize) -> Step {
    Step::Fix { game: 0, at, hand }
}

pub(crate) fn insert(at: usize, hand: usize) -> Step {
    Step::Insert { game: 0, at, hand }
}

const DROP: Step = Step::Drop { game: 0, at: 0 };

#[test]
fn an_undo_or_redo_in_half_a_change_does_nothing_yet() {
    let ([mut device, _], mut ids) = two_devices();
    device.take(Step::Undo(1), &mut ids);
    let waits = |device: &Device| {
        let fact = device.facts.last().unwrap();
        vec![Waiting::ForItsChange { fact: fact.id(), change: fact.change() }]
    };
    device.changes[2].facts = 2;
    let fold = device.fold();
    assert_eq!((entries(&fold), fold.waiting), (vec!["Ann knock 4 27".to_string()], waits(&device)));
    device.changes[2].facts = 1;
    assert_eq!(entries(&device.fold()).len(), 0);
    device.take(Step::Redo(0), &mut ids);
    assert_eq!(entries(&device.fold()).len(), 1);
    device.changes[3].facts = 2;
    let fold = device.fold();
    assert_eq!((entries(&fold), fold.waiting), (Vec::new(), waits(&device)));
}

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
fn a_redo_of_something_that_is_not_an_undo_is_listed() {
    let ([mut device, _], mut ids) = two_devices();
    device.take(Step::Undo(1), &mut ids);
    device.take(Step::Redo(0), &mut ids);
    let hand = device.facts.iter().find(|fact| fact.kind() == "hand").unwrap().id();
    let mut redo = json!(device.facts.last().unwrap());
    redo["id"] = json!(ids());
    redo["change"] = json!(ids());
    redo["undo"] = json!(hand);
    let before = device.fold();
    device.add(vec![serde_json::from_value(redo).unwrap()]);
    let fold = device.fold();
    assert_eq!(fold.games, before.games);
    assert_eq!(fold.ignored.iter().map(|ignored| ignored.0).collect::<Vec<_>>(), [device.last()]);
}

#[test]
fn a_change_that_also_does_something_else_can_be_undone() {
    let ([mut device, _], mut ids) = two_devices();
    device.take(Step::Undo(1), &mut ids);
    device.take(log(1), &mut ids);
    // One change that undoes and logs, as a later version may write it.
    let undo = device.changes.remove(2);
    device.changes[2].facts = 2;
    let change = device.changes[2].id;
    for fact in device.facts.iter_mut().filter(|fact| fact.change() == undo.id) {
        let Fact::Undo(undo) = fact else { panic!("{fact:?}") };
        undo.change = change;
    }
    assert_eq!(entries(&device.fold()), ["Bob gin 31"]);
    device.take(Step::Undo(2), &mut ids);
    assert_eq!(device.fold().ignored, []);
    assert!(!entries(&device.fold()).contains(&"Bob gin 31".to_string()));
}

#[test]
fn what_corrects_removes_or_precedes_a_missing_hand_waits_for_it() {
    for step in [fix(0, 1), DROP, insert(0, 1)] {
        let ([mut device, _], mut ids) = two_devices();
        let hand = device.last();
        device.take(step, &mut ids);
        let whole = device.fold();
        assert_eq!(whole.waiting, []);
        let (change, facts) = device.forget(1);
        let fold = device.fold();
        assert_eq!(fold.waiting, [Waiting::ForItsHand { fact: device.last(), hand }], "{step:?}");
        assert_eq!((entries(&fold), &fold.conflicts), (Vec::new(), &Vec::new()), "{step:?}");
        device.take(Step::Undo(1), &mut ids);
        assert_eq!(device.fold().waiting, [], "{step:?} was undone, so it does not wait");
        device.forget(2);
        device.learn(vec![change], facts);
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
    device.take(DROP, &mut ids);
    let removal = device.last();
    let whole = device.fold();
    let waiting = |fact, hand| Waiting::ForItsHand { fact, hand };

    let (change, facts) = device.forget(1);
    assert_eq!(device.fold().waiting, [first, second, removal].map(|fact| waiting(fact, logged)));
    device.take(Step::Undo(3), &mut ids);
    assert_eq!(device.fold().waiting, [first, second].map(|fact| waiting(fact, logged)), "the removal was undone");
    device.forget(4);
    device.learn(vec![change], facts);

    // The first correction is now the second change.
    let (change, facts) = device.forget(1);
    let fold = device.fold();
    assert_eq!(entries(&fold), ["Ann knock 4 27"], "the first version stands");
    assert_eq!(fold.waiting, [second, removal].map(|fact| waiting(fact, first)));
    device.learn(vec![change], facts);
    assert_eq!(device.fold(), whole);
}

#[test]
fn what_builds_on_half_a_change_waits_with_it() {
    let ([mut device, _], mut ids) = two_devices();
    device.take(fix(0, 1), &mut ids);
    let first = device.last();
    device.take(fix(0, 4), &mut ids);
    let second = device.last();
    let whole = device.fold();
    device.changes[2].facts = 2;
    let fold = device.fold();
    assert_eq!(entries(&fold), ["Ann knock 4 27"], "the first version stands");
    let change = device.changes[2].id;
    assert_eq!(
        fold.waiting,
        [Waiting::ForItsChange { fact: first, change }, Waiting::ForItsHand { fact: second, hand: first }]
    );
    device.changes[2].facts = 1;
    assert_eq!(device.fold(), whole);
}

#[test]
fn what_is_about_a_missing_game_waits_for_it() {
    let ([mut device, _], mut ids) = two_devices();
    let game = game_id(&device);
    let hand = device.last();
    device.take(log(1), &mut ids);
    let other = device.last();
    device.take(DROP, &mut ids);
    let removal = device.last();
    device.take(Step::Close { game: 0, how: 0 }, &mut ids);
    let closing = device.last();
    let whole = device.fold();
    let waiting = |facts: &[Uuid]| -> Vec<Waiting> {
        facts.iter().map(|fact| Waiting::ForItsGame { fact: *fact, game }).collect()
    };
    let (change, facts) = device.forget(0);
    let fold = device.fold();
    assert_eq!((fold.games, fold.people, fold.waiting), (vec![], vec![], waiting(&[hand, other, removal, closing])));
    device.take(Step::Undo(3), &mut ids);
    assert_eq!(device.fold().waiting, waiting(&[hand, other, removal]), "the closing was undone");
    device.forget(4);
    device.learn(vec![change], facts);
    assert_eq!(device.fold(), whole);
}

#[test]
fn of_two_different_closings_the_greater_id_counts_and_both_are_listed() {
    for [one, two] in [[0, 1], [1, 0]] {
        let (mut devices, mut ids) = two_devices();
        devices[one].take(Step::Close { game: 0, how: 0 }, &mut ids);
        devices[two].take(Step::Close { game: 0, how: 1 }, &mut ids);
        let (others, counts) = (vec![devices[one].last()], devices[two].last());
        let game = game_id(&devices[0]);
        let mut both = together(devices);
        let fold = both.fold();
        assert_eq!(fold.games[0].game.closing, Some(game::Closing::Forfeit(Side::First)));
        assert_eq!(fold.games[0].record.closings, [others[0], counts]);
        assert_eq!(fold.conflicts, [Conflict::Closing { game, counts, others }]);
        both.take(Step::Close { game: 0, how: 2 }, &mut ids);
        let settled = both.fold();
        assert_eq!(settled.games[0].game.closing, Some(game::Closing::Forfeit(Side::Second)));
        assert_eq!((settled.games[0].record.closings.len(), settled.conflicts.len()), (1, 0));
        both.take(Step::Undo(both.changes.len() - 1), &mut ids);
        assert_eq!((both.fold().games, both.fold().conflicts), (fold.games, fold.conflicts), "they disagree again");
    }
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
    let conflict = [Conflict::Hand { game, counts, others }];
    let mut both = together(devices);
    assert_eq!(both.fold().conflicts, conflict);
    both.take(DROP, &mut ids);
    assert_eq!(both.fold().conflicts, []);
    both.take(Step::Undo(4), &mut ids);
    let fold = both.fold();
    assert_eq!((entries(&fold), fold.conflicts.as_slice()), (vec!["Bob gin 31".to_string()], &conflict[..]));
}

#[test]
fn unknown_fields_of_every_kind_are_listed() {
    let ([mut device, _], mut ids) = two_devices();
    for step in [DROP, Step::Close { game: 0, how: 0 }, Step::Undo(2), Step::Redo(0)] {
        device.take(step, &mut ids);
    }
    let game = game_id(&device);
    let paid = json!({ "kind": "paid", "id": ids(), "change": ids(), "payer": ids(), "payee": ids(), "minor": 5, "currency": "USD" });
    let totals = json!({ "kind": "totals", "id": ids(), "change": ids(), "game": game, "points": [3, 2] });
    let setting = json!({ "kind": "setting", "id": ids(), "change": ids(), "game": game, "key": "title" });
    let joining = json!({ "kind": "joining", "id": ids(), "change": ids(), "player": ids(), "same_as": ids() });
    let rescue = json!({ "kind": "rescue", "id": ids(), "change": ids(), "rescued": ids(), "facts": 2 });
    let transfer =
        json!({ "kind": "transfer", "id": ids(), "change": ids(), "hand": ids(), "game": game, "number": 2 });
    let keeping = json!({ "kind": "keeping", "id": ids(), "change": ids(), "versions": [ids()] });
    for fact in [paid, totals, setting, joining, transfer, keeping, rescue] {
        device.add(vec![serde_json::from_value(fact).unwrap()]);
    }
    let kinds: BTreeSet<&str> = device.facts.iter().map(Fact::kind).collect();
    assert_eq!(kinds, Fact::KINDS.iter().copied().collect(), "every kind is tried");
    let before = device.fold();
    assert!(before.unknown.is_empty());
    let listed = |at: usize, alter: &dyn Fn(&mut Value)| {
        let mut altered = json!(device.facts[at]);
        alter(&mut altered);
        let altered: Fact = serde_json::from_value(altered).unwrap();
        assert_ne!(hash(&altered), hash(&device.facts[at]), "{altered:?}");
        let mut facts = device.facts.clone();
        facts[at] = altered;
        let fold = folded(&device.changes, &facts);
        assert_eq!(fold.unknown, [facts[at].id()], "{:?}", facts[at]);
        assert_eq!(fold.games, before.games, "known fields count");
    };
    for (at, fact) in device.facts.iter().enumerate() {
        listed(at, &|fact| fact["weather"] = "rain".into());
        match fact.kind() {
            "hand" => listed(at, &|hand| hand["results"][0]["weather"] = "rain".into()),
            "game" => listed(at, &|game| game["knobs"]["weather"] = "rain".into()),
            _ => {}
        }
    }
}

#[test]
fn a_closing_of_a_third_side_is_listed() {
    let ([mut device, _], mut ids) = two_devices();
    let (id, change, game) = (ids(), ids(), game_id(&device));
    let closing = ClosingFact { id, change, game, forfeit: Some(2), supersedes: vec![], unknown: Map::new() };
    device.add(vec![Fact::Closing(closing)]);
    let fold = device.fold();
    assert_eq!(fold.unreadable.iter().map(|unreadable| unreadable.fact).collect::<Vec<_>>(), [id]);
    assert_eq!(fold.games[0].game.closing, None);
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
