//! Totals of old games and payments, folded.

use ginpad_core::facts::{Conflict, Fact, PaymentFact, TotalsFact, Waiting};
use ginpad_core::game::{Status, Totals};
use ginpad_core::points::Points;
use ginpad_core::side::{BySide, Side};
use serde_json::Map;
use uuid::Uuid;

use crate::support::devices::{Device, Step, entries, game_id, together, two_devices};

fn totals(device: &Device, points: [i64; 2], ids: &mut dyn FnMut() -> Uuid) -> Fact {
    let (id, change, game) = (ids(), ids(), game_id(device));
    Fact::Totals(TotalsFact { id, change, game, points, winner: Some(1), supersedes: vec![], unknown: Map::new() })
}

fn players(device: &Device) -> Vec<Uuid> {
    device.facts.iter().filter(|fact| fact.kind() == "player").map(Fact::id).collect()
}

fn payment(payer: Uuid, payee: Uuid, minor: i64, currency: &str, ids: &mut dyn FnMut() -> Uuid) -> Fact {
    let (id, change, currency) = (ids(), ids(), currency.to_string());
    Fact::Paid(PaymentFact { id, change, payer, payee, minor, currency, unknown: Map::new() })
}

#[test]
fn totals_end_a_game_and_no_hand_counts_beside_them() {
    let ([mut device, _], mut ids) = two_devices();
    let fact = totals(&device, [330, 348], &mut ids);
    device.add(vec![fact]);
    let fold = device.fold();
    assert_eq!(entries(&fold), ["Ann knock 4 27"]);
    let points = BySide::new(Points(330), Points(348));
    assert_eq!(fold.games[0].game.totals, Some(Totals { points, winner: Some(Side::Second) }));
    let scored = fold.games[0].game.clone().scored();
    assert_eq!(
        (scored.status(), scored.winner(), scored.tally.net()),
        (Status::Finished, Some(Side::Second), Points(-18))
    );
    assert_eq!((scored.tally.columns.len(), scored.tally.hands[0].is_counted()), (0, false));
}

#[test]
fn devices_that_give_different_totals_disagree() {
    let ([mut first, mut second], mut ids) = two_devices();
    let one = totals(&first, [100, 90], &mut ids);
    let other = totals(&first, [100, 90], &mut ids);
    first.add(vec![one]);
    second.add(vec![other]);
    let mut both = together([first, second]);
    assert_eq!(both.fold().conflicts, []);
    let later = totals(&both, [100, 80], &mut ids);
    let counts = later.id();
    both.add(vec![later]);
    let fold = both.fold();
    let [Conflict::Totals { counts: found, others, .. }] = fold.conflicts.as_slice() else { panic!("{fold:?}") };
    assert_eq!((*found, others.len()), (counts, 2));
    assert_eq!(fold.games[0].game.totals.unwrap().points[Side::Second], Points(80));
}

#[test]
fn totals_below_zero_are_unreadable() {
    let ([mut device, _], mut ids) = two_devices();
    let fact = totals(&device, [-1, 90], &mut ids);
    let id = fact.id();
    device.add(vec![fact]);
    let fold = device.fold();
    assert_eq!((fold.unreadable[0].fact, fold.games[0].game.totals), (id, None));
}

#[test]
fn a_payment_counts_until_it_is_undone() {
    let ([mut device, _], mut ids) = two_devices();
    let people = players(&device);
    let fact = payment(people[0], people[1], 1240, "USD", &mut ids);
    device.add(vec![fact]);
    let fold = device.fold();
    let [paid] = fold.payments.as_slice() else { panic!("{:?}", fold.payments) };
    assert_eq!((paid.payer, paid.payee, paid.amount.to_string()), (people[0], people[1], "12.40 USD".to_string()));
    device.take(Step::Undo(2), &mut ids);
    assert_eq!(device.fold().payments, []);
}

#[test]
fn a_payment_waits_for_its_people_and_makes_sense() {
    let ([mut device, _], mut ids) = two_devices();
    let (people, stranger) = (players(&device), ids());
    let lost = payment(people[0], stranger, 5, "USD", &mut ids);
    let wrong = [payment(people[0], people[1], 0, "USD", &mut ids), payment(people[0], people[1], 5, "XQZ", &mut ids)];
    let waits = Waiting::ForItsPlayer { fact: lost.id(), player: stranger };
    device.add(vec![lost]);
    wrong.into_iter().for_each(|fact| device.add(vec![fact]));
    let fold = device.fold();
    assert_eq!((fold.payments.len(), fold.waiting, fold.unreadable.len()), (0, vec![waits], 2));
}

#[test]
fn a_payment_keeps_its_people() {
    let ([mut device, _], mut ids) = two_devices();
    let people = players(&device);
    let fact = payment(people[0], people[1], 5, "USD", &mut ids);
    device.add(vec![fact]);
    device.take(Step::Undo(1), &mut ids);
    device.take(Step::Undo(0), &mut ids);
    let fold = device.fold();
    assert_eq!((fold.games.len(), fold.people.len(), fold.payments.len()), (0, 2, 1));
}
