//! Hands moved to other games, and disagreements that are right as they are.

use std::collections::{BTreeMap, BTreeSet};

use ginpad_core::facts::{ChangeVerb, Conflict, Fact, Fold, Maker, NewChange, Waiting, hash, hex};
use ginpad_core::notation::print_entry;
use proptest::prelude::*;
use serde_json::json;
use uuid::Uuid;

use crate::support::devices::{Device, Step, folded, now, played, steps, together, two_devices};

/// Two devices that know three games of Ann and Bob; the first has one hand, and in the third the players sit the other way
/// round.
fn three_games() -> ([Device; 2], impl FnMut() -> Uuid) {
    let ([mut first, mut second], mut ids) = two_devices();
    first.take(Step::New, &mut ids);
    first.take(Step::New, &mut ids);
    first.take(Step::Set { game: 2, what: 7 }, &mut ids);
    second.learn(first.changes.clone(), first.facts.clone());
    ([first, second], ids)
}

fn moved(game: usize, to: usize) -> Step {
    Step::Move { game, at: 0, to, before: 3 }
}

/// The hands of each game.
fn hands(fold: &Fold) -> Vec<Vec<String>> {
    let entries = |game: &ginpad_core::game::Game| {
        game.hands.iter().map(|hand| print_entry(hand.logged(), &game.players)).collect()
    };
    fold.games.iter().map(|game| entries(&game.game)).collect()
}

fn said(games: [&[&str]; 3]) -> Vec<Vec<String>> {
    games.map(|hands| hands.iter().map(ToString::to_string).collect()).into_iter().collect()
}

const KNOCK: &str = "Ann knock 4 27";

#[test]
fn a_hand_stands_in_the_game_that_it_was_moved_to() {
    let ([mut device, _], mut ids) = three_games();
    assert_eq!(hands(&device.fold()), said([&[KNOCK], &[], &[]]));
    device.take(moved(0, 2), &mut ids);
    assert_eq!(hands(&device.fold()), said([&[], &[], &[KNOCK]]), "Ann sits on the other side there");
    device.take(moved(2, 1), &mut ids);
    assert_eq!(hands(&device.fold()), said([&[], &[KNOCK], &[]]));
    device.take(moved(1, 0), &mut ids);
    assert_eq!(hands(&device.fold()), said([&[KNOCK], &[], &[]]), "and back");
    let last = device.changes.len();
    device.take(Step::Undo(last - 1), &mut ids);
    assert_eq!(hands(&device.fold()), said([&[], &[KNOCK], &[]]));
    device.take(Step::Redo(0), &mut ids);
    assert_eq!(hands(&device.fold()), said([&[KNOCK], &[], &[]]));
    assert_eq!(device.fold().conflicts, []);
}

#[test]
fn a_moved_hand_is_corrected_taken_out_and_inserted_before() {
    let ([mut device, _], mut ids) = three_games();
    device.take(moved(0, 1), &mut ids);
    let before = device.fold();
    device.take(Step::Fix { game: 1, at: 0, hand: 1 }, &mut ids);
    assert_eq!(hands(&device.fold()), said([&[], &["Bob gin 31"], &[]]));
    device.take(Step::Fix { game: 1, at: 0, hand: 5 }, &mut ids);
    device.take(moved(1, 2), &mut ids);
    assert_eq!(hands(&device.fold()), said([&[], &[], &["Ann points 12"]]));
    for change in 0..3 {
        device.take(Step::Undo(device.changes.len() - 1 - 2 * change), &mut ids);
    }
    assert_eq!(hands(&device.fold()), hands(&before));
    device.take(Step::Insert { game: 1, at: 0, hand: 1 }, &mut ids);
    assert_eq!(hands(&device.fold()), said([&[], &["Bob gin 31", KNOCK], &[]]));
    device.take(Step::Drop { game: 1, at: 1 }, &mut ids);
    device.take(Step::Drop { game: 1, at: 0 }, &mut ids);
    assert_eq!((hands(&device.fold()), device.fold().conflicts), (said([&[], &[], &[]]), Vec::new()));
}

#[test]
fn of_two_moves_the_greater_id_wins_and_both_are_listed() {
    let ([mut first, mut second], mut ids) = three_games();
    first.take(moved(0, 1), &mut ids);
    second.take(moved(0, 2), &mut ids);
    let mut both = together([first, second]);
    let fold = both.fold();
    assert_eq!(hands(&fold), said([&[], &[], &[KNOCK]]));
    let [Conflict::Hand { game, others, .. }] = fold.conflicts.as_slice() else { panic!("{:?}", fold.conflicts) };
    assert_eq!((*game, others.len()), (fold.games[2].record.id, 1));
    both.take(moved(2, 1), &mut ids);
    assert_eq!((hands(&both.fold()), both.fold().conflicts), (said([&[], &[KNOCK], &[]]), Vec::new()));
}

#[test]
fn a_move_stands_against_a_correction_and_wins_over_a_removal() {
    let ([mut first, mut second], mut ids) = three_games();
    first.take(moved(0, 1), &mut ids);
    second.take(Step::Drop { game: 0, at: 0 }, &mut ids);
    let both = together([first, second]);
    assert_eq!((hands(&both.fold()), both.fold().conflicts.len()), (said([&[], &[KNOCK], &[]]), 1));

    let ([mut first, mut second], mut ids) = three_games();
    first.take(moved(0, 1), &mut ids);
    second.take(Step::Fix { game: 0, at: 0, hand: 1 }, &mut ids);
    let both = together([first, second]);
    assert_eq!((hands(&both.fold()), both.fold().conflicts.len()), (said([&["Bob gin 31"], &[], &[]]), 1));
}

#[test]
fn a_hand_is_back_while_the_game_that_it_was_moved_to_is_gone() {
    let (fix, drop) = (Step::Fix { game: 1, at: 0, hand: 1 }, Step::Drop { game: 1, at: 0 });
    // What was said there, what counts meanwhile, how much waits, and what counts once the game is back. A moved hand is
    // removed under its first name, which does not wait.
    for (said_there, meanwhile, waits, back) in [
        (&[][..], &[KNOCK][..], 1, &[KNOCK][..]),
        (&[fix], &[KNOCK], 2, &["Bob gin 31"]),
        (&[drop], &[], 1, &[]),
        (&[fix, drop], &[KNOCK], 3, &[]),
    ] {
        let ([mut device, _], mut ids) = three_games();
        device.take(moved(0, 1), &mut ids);
        said_there.iter().for_each(|step| device.take(*step, &mut ids));
        device.take(Step::Undo(2), &mut ids);
        let fold = device.fold();
        assert_eq!((fold.games.len(), hands(&fold)[0].as_slice()), (2, said([meanwhile, &[], &[]])[0].as_slice()));
        let for_the_game = |waiting: &&Waiting| matches!(waiting, Waiting::ForItsGame { .. });
        assert_eq!(fold.waiting.iter().filter(for_the_game).count(), waits, "{said_there:?}: {:?}", fold.waiting);
        assert_eq!(fold.waiting.len(), waits);
        device.take(Step::Redo(0), &mut ids);
        assert_eq!(hands(&device.fold()), said([&[], back, &[]]), "{said_there:?}");
    }
}

#[test]
fn a_move_waits_for_its_hand_and_its_game() {
    let ([mut device, _], mut ids) = three_games();
    device.take(moved(0, 1), &mut ids);
    let whole = device.fold();
    let transfer = device.last();
    for missing in [1, 2] {
        let (change, facts) = device.forget(missing);
        let waiting = device.fold().waiting;
        assert!(waiting.iter().any(|waits| waits.fact() == transfer), "{waiting:?}");
        device.learn(vec![change], facts);
        assert_eq!(device.fold(), whole);
        device.changes.sort_by_key(|change| change.sequence);
    }
}

#[test]
fn what_was_said_of_a_moved_hand_waits_for_its_move() {
    let ([mut device, _], mut ids) = three_games();
    device.take(moved(0, 1), &mut ids);
    let transfer = device.last();
    device.take(Step::Fix { game: 1, at: 0, hand: 1 }, &mut ids);
    let fixed = device.last();
    let steps = [
        Step::Fix { game: 1, at: 0, hand: 5 },
        Step::Insert { game: 1, at: 0, hand: 4 },
        Step::Log { game: 0, hand: 0, hands: 1 },
        Step::Move { game: 0, at: 0, to: 1, before: 0 },
        Step::Drop { game: 1, at: 1 },
    ];
    let mut waits = vec![fixed];
    for step in steps {
        device.take(step, &mut ids);
        if !matches!(step, Step::Log { .. }) {
            waits.push(device.last());
        }
        let whole = device.fold();
        let (change, facts) = device.forget(5);
        assert_eq!(facts.iter().map(Fact::id).collect::<Vec<_>>(), [transfer]);
        let fold = device.fold();
        let logged = if device.changes.len() < 9 { &[KNOCK][..] } else { &[KNOCK, KNOCK] };
        assert_eq!(hands(&fold), said([logged, &[], &[]]), "{step:?}: every hand is where it was logged, once");
        let waiting: Vec<Uuid> = fold.waiting.iter().map(Waiting::fact).collect();
        assert_eq!(waiting, waits, "{step:?}");
        assert_eq!(fold.waiting[0], Waiting::ForItsHand { fact: fixed, hand: transfer });
        device.learn(vec![change], facts);
        assert_eq!(device.fold(), whole);
        device.changes.sort_by_key(|change| change.sequence);
    }
}

/// The hand as it was first logged, for each version of it.
fn first_versions(facts: &[Fact]) -> BTreeMap<Uuid, Uuid> {
    let before: BTreeMap<Uuid, Uuid> = facts
        .iter()
        .filter_map(|fact| match fact {
            Fact::Hand(hand) => Some((hand.id, hand.replaces.or(hand.supersedes.first().copied())?)),
            Fact::Transfer(transfer) => Some((transfer.id, transfer.hand)),
            Fact::Removal(removal) => Some((removal.id, removal.hand)),
            _ => None,
        })
        .collect();
    let first = |id: Uuid| std::iter::successors(Some(id), |id| before.get(id).copied()).last().unwrap();
    facts.iter().map(|fact| (fact.id(), first(fact.id()))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_hand_counts_twice_while_changes_are_missing(steps in steps(), seed: u64, missing: u64) {
        let (changes, facts) = played(&steps, seed);
        let first = first_versions(&facts);
        let moves = facts.iter().filter(|fact| matches!(fact, Fact::Transfer(_))).map(Fact::change);
        // Without a move, and without some of the other changes, too.
        for (gone, others) in moves.flat_map(|change| [(change, u64::MAX), (change, 5)]) {
            let is_there = |change: Uuid| {
                change != gone && !(change.as_u128() as u64 ^ missing).is_multiple_of(others)
            };
            let fold = folded(
                changes.iter().filter(|change| is_there(change.id)),
                facts.iter().filter(|fact| is_there(fact.change())),
            );
            let mut counted = BTreeSet::new();
            for hand in fold.games.iter().flat_map(|game| &game.record.hands) {
                prop_assert!(counted.insert(first[&hand.id]), "{} counts twice", first[&hand.id]);
            }
        }
    }
}

/// Keeps every conflict as it is.
fn keep(device: &mut Device, ids: &mut dyn FnMut() -> Uuid) {
    let mut change = NewChange::new(ChangeVerb::Keep, ids);
    device.fold().conflicts.iter().for_each(|conflict| change.keep(conflict));
    let sequence = device.changes.len() as i64 + 50;
    let (change, facts) = change.made_by(Maker { device: device.id, sequence, now: now(), schema: 8 });
    device.learn(vec![change], facts);
}

#[test]
fn what_is_right_as_it_is_is_listed_no_more_until_something_else_is_said() {
    let ([mut first, mut second], mut ids) = three_games();
    first.take(Step::Fix { game: 0, at: 0, hand: 1 }, &mut ids);
    second.take(Step::Fix { game: 0, at: 0, hand: 5 }, &mut ids);
    let mut third = Device::new(3);
    third.learn(first.changes.clone(), first.facts.clone());
    third.take(Step::Fix { game: 0, at: 0, hand: 0 }, &mut ids);
    let mut both = together([first, second]);
    let before = both.fold();
    keep(&mut both, &mut ids);
    let after = both.fold();
    assert_eq!((before.conflicts.len(), after.conflicts.len()), (1, 0));
    assert_eq!(hands(&before), hands(&after));
    both.take(Step::Undo(both.changes.len() - 1), &mut ids);
    assert_eq!(both.fold().conflicts, before.conflicts);
    both.take(Step::Redo(0), &mut ids);
    assert_eq!(both.fold().conflicts.len(), 0);
    both.learn(third.changes, third.facts);
    assert_eq!(both.fold().conflicts.len(), 1, "the third device said something else");
}

#[test]
fn the_number_of_a_disagreement_is_its_own() {
    let ([mut first, mut second], mut ids) = three_games();
    first.take(Step::Fix { game: 0, at: 0, hand: 1 }, &mut ids);
    second.take(Step::Fix { game: 0, at: 0, hand: 5 }, &mut ids);
    let mut both = together([first, second]);
    let digits = both.fold().conflicts[0].digits();
    assert_eq!((digits.len(), digits.starts_with('0')), (12, false));
    both.take(Step::New, &mut ids);
    assert_eq!(both.fold().conflicts[0].digits(), digits);
}

#[test]
fn moves_and_what_is_kept_keep_their_hashes() {
    let id = |number: u128| Uuid::from_u128(number);
    let transfer = json!({ "kind": "transfer", "id": id(1), "change": id(2), "hand": id(3), "game": id(4), "number": 7,
        "seats": "4/0", "supersedes": [id(5)] });
    let keeping = json!({ "kind": "keeping", "id": id(1), "change": id(2), "versions": [id(3), id(4)] });
    let hashes = [transfer, keeping].map(|fact| hex(&hash(&serde_json::from_value::<Fact>(fact).unwrap())));
    assert_eq!(
        hashes,
        [
            "471f0c85227c5fd30be6faf45613fc5cf10d9aaac6d206c76286485575d1ff27",
            "9927aa93a5a76978068bf27c4bca512a5b81d39d7c4f224c344323234096b798",
        ]
    );
}
