//! The order of hands and of games, one case at a time.

use ginpad_core::facts::{Conflict, ConflictSubject, Fold};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::facts_devices::{Device, Step, entries, entries_of, game_id, named, together, two_devices};

fn log(hand: usize) -> Step {
    Step::Log { game: 0, hand, hands: 1 }
}

fn fix(at: usize, hand: usize) -> Step {
    Step::Fix { game: 0, at, hand }
}

fn insert(at: usize, hand: usize) -> Step {
    Step::Insert { game: 0, at, hand }
}

#[test]
fn only_hands_inserted_before_the_same_hand_share_a_number() {
    let numbers = |fold: &Fold| -> Vec<u32> { fold.games[0].record.hands.iter().map(|hand| hand.number).collect() };
    let ([mut first, mut second], mut ids) = two_devices();
    first.take(log(1), &mut ids);
    second.learn(&first);
    let known = first.clone();
    first.take(insert(0, 4), &mut ids);
    second.take(insert(1, 5), &mut ids);
    let fold = together([first, second]).fold();
    assert_eq!(entries(&fold), ["Bob knock 3 20", "Ann knock 4 27", "Ann points 12", "Bob gin 31"]);
    assert_eq!((numbers(&fold), fold.conflicts), (vec![1, 1, 1, 2], vec![]), "their numbers are of different places");

    // One device corrected the hand first. It is still the same place.
    let (mut first, mut second) = (known.clone(), known);
    second.writer = Uuid::from_u128(2);
    first.take(fix(0, 2), &mut ids);
    first.take(insert(0, 4), &mut ids);
    second.take(insert(0, 5), &mut ids);
    let both = [first.last(), second.last()];
    let game = game_id(&first);
    let fold = together([first, second]).fold();
    assert_eq!(entries(&fold), ["Bob knock 3 20", "Ann points 12", "dead", "Bob gin 31"]);
    assert_eq!(
        fold.conflicts,
        [Conflict { game: Some(game), about: ConflictSubject::SameNumber, counts: both.to_vec(), others: vec![] }]
    );
}

#[test]
fn hands_are_ordered_by_number_then_by_age() {
    // With a correction and without one, the order is the same.
    for corrected in [false, true] {
        let ([mut first, mut second], mut ids) = two_devices();
        if corrected {
            first.take(fix(0, 0), &mut ids);
            second.learn(&first);
        }
        first.take(Step::Log { game: 0, hand: 1, hands: 2 }, &mut ids);
        second.take(log(3), &mut ids);
        let fold = together([first, second]).fold();
        let hands = ["Ann knock 4 27", "Bob gin 31", "Ann big-gin 40", "dead"];
        assert_eq!(entries(&fold), hands, "corrected: {corrected}");
        assert_eq!(fold.games[0].record.next_number, 4);
    }
}

#[test]
fn inserted_hands_are_ordered_by_number_then_by_age() {
    let ([mut first, mut second], mut ids) = two_devices();
    first.take(insert(0, 1), &mut ids);
    first.take(insert(1, 2), &mut ids);
    second.take(insert(0, 3), &mut ids);
    let mut both = together([first, second]);
    let fold = both.fold();
    assert_eq!(entries(&fold), ["Bob gin 31", "Ann big-gin 40", "dead", "Ann knock 4 27"]);
    assert_eq!(fold.games[0].record.next_number, 2, "inserted hands do not count among those at the end");
    both.take(fix(2, 2), &mut ids);
    assert_eq!(both.fold().games[0].record.next_number, 2, "nor do their corrections");
    both.take(insert(1, 4), &mut ids);
    both.take(log(5), &mut ids);
    let hands = ["Bob gin 31", "Bob knock 3 20", "Ann big-gin 40", "dead", "Ann knock 4 27", "Ann points 12"];
    assert_eq!(entries(&both.fold()), hands);
}

#[test]
fn a_number_is_not_given_again() {
    let ([mut device, _], mut ids) = two_devices();
    device.take(log(1), &mut ids);
    device.take(Step::Undo(2), &mut ids);
    assert_eq!(device.fold().games[0].record.next_number, 3, "the hand may come back");
    device.take(log(4), &mut ids);
    device.take(Step::Redo(0), &mut ids);
    let fold = device.fold();
    assert_eq!(entries(&fold), ["Ann knock 4 27", "Bob gin 31", "Bob knock 3 20"]);
    assert_eq!(fold.conflicts, []);
}

#[test]
fn an_inserted_hand_keeps_its_place_when_the_hand_after_it_goes() {
    let ([mut device, _], mut ids) = two_devices();
    device.take(log(1), &mut ids);
    device.take(insert(1, 4), &mut ids);
    device.take(Step::Drop { game: 0, at: 2 }, &mut ids);
    device.take(log(5), &mut ids);
    assert_eq!(entries(&device.fold()), ["Ann knock 4 27", "Bob knock 3 20", "Ann points 12"]);
    device.take(Step::Undo(2), &mut ids);
    device.take(Step::Undo(4), &mut ids);
    assert_eq!(entries(&device.fold()), ["Ann knock 4 27", "Bob knock 3 20", "Ann points 12"]);
    assert_eq!(device.fold().waiting, []);
}

#[test]
fn a_hand_with_the_highest_number_leaves_room_for_others() {
    let ([mut device, _], mut ids) = two_devices();
    let game = named(game_id(&device));
    for points in [1, 2] {
        device.add(json!([{ "hand": { "game": game, "number": u32::MAX, "points": [0, points] } }]), &mut ids);
    }
    device.take(log(1), &mut ids);
    let fold = device.fold();
    assert_eq!(entries(&fold), ["Ann knock 4 27", "Ann points 1", "Ann points 2", "Bob gin 31"]);
    assert!(fold.games[0].record.next_number < u32::MAX);
    assert!(
        matches!(fold.conflicts.as_slice(), [Conflict { about: ConflictSubject::SameNumber, counts, .. }] if counts.len() == 3)
    );
}

#[test]
fn versions_that_correct_each_other_in_a_ring_are_the_same_however_they_come() {
    let ([device, _], mut ids) = two_devices();
    // Nobody can name a later line, but within one line facts may name each other.
    let (game, hand) = (named(game_id(&device)), named(device.last()));
    let said = |supersedes: Value, points: u32| json!({ "hand": { "game": game, "number": 1, "supersedes": supersedes, "points": [0, points] } });
    for (one, other) in [(json!([1, hand]), json!([0, hand])), (json!([1]), json!([0])), (json!([0]), json!([1, hand]))]
    {
        let mut device = device.clone();
        device.add(json!([said(one, 1), said(other, 2)]), &mut ids);
        let whole = device.fold();
        assert_eq!(whole.games[0].game.hands.len(), 1, "{:?}", entries(&whole));
        device.changes.reverse();
        assert_eq!(device.fold(), whole);
    }
}

#[test]
fn games_are_ordered_by_start_then_by_the_time_of_their_change_then_by_its_id() {
    let mut device = Device::new(1);
    let mut ids = crate::support::facts_devices::ids_after(0);
    device.take(Step::New, &mut ids);
    let written: Value = serde_json::from_str(device.lines[0].text()).unwrap();
    let rules = &written["facts"][0]["game"]["rules"];
    let mut begin = |title: &str, at: i64, start: Option<i64>| {
        let mut game = json!({ "sides": [[1], [2]], "rules": rules, "title": title });
        if let Some(start) = start {
            game["start"] = json!([start, 60]);
        }
        let facts = json!([{ "game": game }, { "player": { "name": "A" } }, { "player": { "name": "B" } }]);
        device.add_with(json!({ "at": [at, 60] }), facts, &mut ids);
    };
    begin("late", 1, Some(3000));
    begin("second of two", 9000, Some(1000));
    begin("by its change", 2000, None);
    begin("third", 9, Some(2000));
    begin("third, later", 8, Some(2000));
    begin("early", 9999, Some(-5000));
    let order = |device: &Device| -> Vec<String> {
        let title = |game: &ginpad_core::facts::FoldedGame| {
            game.game.title.as_ref().map_or_else(|| "untitled".to_string(), |title| title.as_str().to_string())
        };
        device.fold().games.iter().map(title).collect()
    };
    let expected = ["early", "second of two", "by its change", "third", "third, later", "late", "untitled"];
    for _ in 0..device.changes.len() {
        device.changes.rotate_left(1);
        assert_eq!(order(&device), expected);
    }
    assert_eq!(entries_of(&device.fold().games[0].game), Vec::<String>::new());
}
