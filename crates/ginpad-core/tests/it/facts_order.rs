//! The order of hands and of games, one case at a time.

use ginpad_core::facts::{Conflict, Fact, Fold, GameOrder, games_in_order};
use uuid::Uuid;

use crate::facts_cases::{fix, insert, log};
use crate::support::devices::{Device, Step, entries, game_id, together, two_devices};

#[test]
fn only_hands_inserted_before_the_same_hand_share_a_number() {
    let numbers = |fold: &Fold| -> Vec<i64> { fold.games[0].record.hands.iter().map(|hand| hand.number).collect() };
    let ([mut first, mut second], mut ids) = two_devices();
    first.take(log(1), &mut ids);
    second.learn(first.changes.clone(), first.facts.clone());
    let (changes, facts) = (first.changes.clone(), first.facts.clone());
    first.take(insert(0, 4), &mut ids);
    second.take(insert(1, 5), &mut ids);
    let fold = together([first, second]).fold();
    assert_eq!(entries(&fold), ["Bob knock 3 20", "Ann knock 4 27", "Ann points 12", "Bob gin 31"]);
    assert_eq!((numbers(&fold), fold.conflicts), (vec![1, 1, 1, 2], vec![]), "their numbers are of different places");

    // One device corrected the hand first. It is still the same place.
    let (mut first, mut second) = (Device::new(1), Device::new(2));
    first.learn(changes.clone(), facts.clone());
    second.learn(changes, facts);
    first.take(fix(0, 2), &mut ids);
    first.take(insert(0, 4), &mut ids);
    second.take(insert(0, 5), &mut ids);
    let both = [first.last(), second.last()];
    let game = game_id(&first);
    let fold = together([first, second]).fold();
    assert_eq!(entries(&fold), ["Bob knock 3 20", "Ann points 12", "dead", "Bob gin 31"]);
    assert_eq!(fold.conflicts, [Conflict::SameNumber { game, number: 1, hands: both.to_vec() }]);
}

#[test]
fn hands_are_ordered_by_number_then_by_id() {
    // With a correction and without one, the order is the same.
    for corrected in [false, true] {
        let ([mut first, mut second], mut ids) = two_devices();
        if corrected {
            first.take(fix(0, 0), &mut ids);
            second.learn(first.changes.clone(), first.facts.clone());
        }
        first.take(Step::Log { game: 0, hand: 1, hands: 2 }, &mut ids);
        second.take(log(3), &mut ids);
        let fold = together([first, second]).fold();
        assert_eq!(
            entries(&fold),
            ["Ann knock 4 27", "Bob gin 31", "Ann big-gin 40", "dead"],
            "corrected: {corrected}"
        );
        assert_eq!(fold.games[0].record.next_number, 4);
    }
}

#[test]
fn inserted_hands_are_ordered_by_number_then_by_id() {
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
fn games_are_ordered_by_start_then_by_the_time_of_the_id_then_by_id() {
    // A UUIDv7 made at this millisecond.
    let made = |at: u128, low: u128| Uuid::from_u128(at << 80 | 7 << 76 | 2 << 62 | low);
    let game = |id, started_at| GameOrder { id, started_at };
    let (started_early, started_late) = (game(made(9000, 1), Some(1000)), game(made(1, 1), Some(3000)));
    let (one, two) = (game(made(2000, 8), None), game(made(2000, 9), None));
    let half_a_second_later = game(made(2500, 1), None);
    let between = game(made(1, 2), Some(2250));
    let timeless = game(Uuid::from_u128(u128::MAX), None);
    let same_start = game(made(9000, 2), Some(1000));
    let games = [timeless, started_early, same_start, one, two, between, half_a_second_later, started_late];
    let order: Vec<Uuid> = games.iter().map(|game| game.id).collect();
    for turn in 0..games.len() {
        let mut turned = games;
        turned.rotate_left(turn);
        assert_eq!(games_in_order(turned.to_vec()), order);
        turned.reverse();
        assert_eq!(games_in_order(turned.to_vec()), order);
    }
}

#[test]
fn the_fold_orders_games_by_their_start() {
    let ([mut device, _], mut ids) = two_devices();
    let game = device.facts.iter().find(|fact| fact.kind() == "game").unwrap().clone();
    for started in [3000, 1000, 2000] {
        let Fact::Game(mut game) = game.clone() else { panic!("{game:?}") };
        (game.id, game.change, game.started_at, game.started_offset) = (ids(), ids(), Some(started), Some(0));
        device.add(vec![Fact::Game(game)]);
    }
    let fold = device.fold();
    let starts = fold.games.iter().map(|game| game.game.started.map(|at| at.timestamp_millis()));
    assert_eq!(starts.collect::<Vec<_>>(), [None, Some(1000), Some(2000), Some(3000)]);
}
