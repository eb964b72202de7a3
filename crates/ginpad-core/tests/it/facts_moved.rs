//! Hands moved to other games, and disagreements that are right as they are.

use std::collections::{BTreeMap, BTreeSet};

use ginpad_core::facts::{
    Change, ChangeVerb, Conflict, ConflictSubject, Fact, FactId, Fold, NewChange, Subject, Waiting, fold,
};
use proptest::prelude::*;
use serde_json::json;
use uuid::Uuid;

use crate::support::dice::{Dice, times};
use crate::support::facts_devices::{Device, Step, entries_of, named, played, steps, together, two_devices};

/// Two devices that know three games of Ann and Bob; the first has one hand, and in the third the players sit the other way
/// round.
fn three_games() -> ([Device; 2], impl FnMut() -> Uuid) {
    let ([mut first, mut second], mut ids) = two_devices();
    first.take(Step::New, &mut ids);
    first.take(Step::New, &mut ids);
    first.take(Step::Set { game: 2, what: 7 }, &mut ids);
    second.learn(&first);
    ([first, second], ids)
}

fn moved(game: usize, to: usize) -> Step {
    Step::Move { game, at: 0, to, before: 3 }
}

/// The hands of each game.
fn hands(fold: &Fold) -> Vec<Vec<String>> {
    fold.games.iter().map(|game| entries_of(&game.game)).collect()
}

fn entries_after(games: [&[&str]; 3]) -> Vec<Vec<String>> {
    games.map(|hands| hands.iter().map(ToString::to_string).collect()).into_iter().collect()
}

const KNOCK: &str = "Ann knock 4 27";

#[test]
fn a_hand_stands_in_the_game_that_it_was_moved_to() {
    let ([mut device, _], mut ids) = three_games();
    assert_eq!(hands(&device.fold()), entries_after([&[KNOCK], &[], &[]]));
    device.take(moved(0, 2), &mut ids);
    assert_eq!(hands(&device.fold()), entries_after([&[], &[], &[KNOCK]]), "Ann sits on the other side there");
    device.take(moved(2, 1), &mut ids);
    assert_eq!(hands(&device.fold()), entries_after([&[], &[KNOCK], &[]]));
    device.take(moved(1, 0), &mut ids);
    assert_eq!(hands(&device.fold()), entries_after([&[KNOCK], &[], &[]]), "and back");
    let last = device.changes.len();
    device.take(Step::Undo(last - 1), &mut ids);
    assert_eq!(hands(&device.fold()), entries_after([&[], &[KNOCK], &[]]));
    device.take(Step::Redo(0), &mut ids);
    assert_eq!(hands(&device.fold()), entries_after([&[KNOCK], &[], &[]]));
    assert_eq!(device.fold().conflicts, []);
}

#[test]
fn a_moved_hand_is_corrected_taken_out_and_inserted_before() {
    let ([mut device, _], mut ids) = three_games();
    device.take(moved(0, 1), &mut ids);
    let before = device.fold();
    device.take(Step::Fix { game: 1, at: 0, hand: 1 }, &mut ids);
    assert_eq!(hands(&device.fold()), entries_after([&[], &["Bob gin 31"], &[]]));
    device.take(Step::Fix { game: 1, at: 0, hand: 5 }, &mut ids);
    device.take(moved(1, 2), &mut ids);
    assert_eq!(hands(&device.fold()), entries_after([&[], &[], &["Ann points 12"]]));
    for change in 0..3 {
        device.take(Step::Undo(device.changes.len() - 1 - 2 * change), &mut ids);
    }
    assert_eq!(hands(&device.fold()), hands(&before));
    device.take(Step::Insert { game: 1, at: 0, hand: 1 }, &mut ids);
    assert_eq!(hands(&device.fold()), entries_after([&[], &["Bob gin 31", KNOCK], &[]]));
    device.take(Step::Drop { game: 1, at: 1 }, &mut ids);
    device.take(Step::Drop { game: 1, at: 0 }, &mut ids);
    assert_eq!((hands(&device.fold()), device.fold().conflicts), (entries_after([&[], &[], &[]]), Vec::new()));
}

#[test]
fn of_two_moves_the_greater_id_wins_and_both_are_listed() {
    let ([mut first, mut second], mut ids) = three_games();
    first.take(moved(0, 1), &mut ids);
    second.take(moved(0, 2), &mut ids);
    let mut both = together([first, second]);
    let fold = both.fold();
    assert_eq!(hands(&fold), entries_after([&[], &[], &[KNOCK]]));
    let [Conflict { game: Some(game), about: ConflictSubject::Hand, others, .. }] = &fold.conflicts[..] else {
        panic!("{:?}", fold.conflicts)
    };
    assert_eq!((*game, others.len()), (fold.games[2].record.id, 1));
    both.take(moved(2, 1), &mut ids);
    assert_eq!((hands(&both.fold()), both.fold().conflicts), (entries_after([&[], &[KNOCK], &[]]), Vec::new()));
}

#[test]
fn a_move_stands_against_a_correction_and_wins_over_a_removal() {
    let ([mut first, mut second], mut ids) = three_games();
    first.take(moved(0, 1), &mut ids);
    second.take(Step::Drop { game: 0, at: 0 }, &mut ids);
    let both = together([first, second]);
    assert_eq!((hands(&both.fold()), both.fold().conflicts.len()), (entries_after([&[], &[KNOCK], &[]]), 1));

    let ([mut first, mut second], mut ids) = three_games();
    first.take(moved(0, 1), &mut ids);
    second.take(Step::Fix { game: 0, at: 0, hand: 1 }, &mut ids);
    let both = together([first, second]);
    assert_eq!((hands(&both.fold()), both.fold().conflicts.len()), (entries_after([&["Bob gin 31"], &[], &[]]), 1));
}

#[test]
fn a_hand_is_back_while_the_game_that_it_was_moved_to_is_gone() {
    let (fix, drop) = (Step::Fix { game: 1, at: 0, hand: 1 }, Step::Drop { game: 1, at: 0 });
    // What was said there, what counts meanwhile, how much waits, and what counts once the game is back.
    for (said_there, meanwhile, waits, back) in [
        (&[][..], &[KNOCK][..], 1, &[KNOCK][..]),
        (&[fix], &[KNOCK], 2, &["Bob gin 31"]),
        (&[drop], &[KNOCK], 2, &[]),
        (&[fix, drop], &[KNOCK], 3, &[]),
    ] {
        let ([mut device, _], mut ids) = three_games();
        device.take(moved(0, 1), &mut ids);
        said_there.iter().for_each(|step| device.take(*step, &mut ids));
        let game = device.fold().games[1].record.id;
        device.take(Step::Undo(2), &mut ids);
        let fold = device.fold();
        assert_eq!(
            (fold.games.len(), hands(&fold)[0].as_slice()),
            (2, entries_after([meanwhile, &[], &[]])[0].as_slice())
        );
        let for_the_game = |waiting: &&Waiting| waiting.awaits == game;
        assert_eq!(fold.waiting.iter().filter(for_the_game).count(), waits, "{said_there:?}: {:?}", fold.waiting);
        assert_eq!(fold.waiting.len(), waits);
        device.take(Step::Redo(0), &mut ids);
        assert_eq!(hands(&device.fold()), entries_after([&[], back, &[]]), "{said_there:?}");
    }
}

#[test]
fn of_two_moves_the_other_counts_while_the_game_of_the_first_is_gone() {
    let ([mut first, mut second], mut ids) = three_games();
    first.take(moved(0, 1), &mut ids);
    second.take(moved(0, 2), &mut ids);
    let mut both = together([first, second]);
    // The third game is gone, then the second one too.
    both.take(Step::Undo(3), &mut ids);
    assert_eq!(
        (hands(&both.fold()), both.fold().conflicts.len()),
        (entries_after([&[], &[KNOCK], &[]])[..2].to_vec(), 0)
    );
    both.take(Step::Undo(2), &mut ids);
    assert_eq!(hands(&both.fold()), entries_after([&[KNOCK], &[], &[]])[..1]);
}

#[test]
fn a_move_waits_for_its_hand_and_its_game() {
    let ([mut device, _], mut ids) = three_games();
    device.take(moved(0, 1), &mut ids);
    let whole = device.fold();
    let moved = device.last();
    let hand = device.changes[1].each_fact().next().unwrap().0;
    let change = device.forget(1);
    let fold = device.fold();
    assert_eq!(
        (hands(&fold), fold.waiting),
        (entries_after([&[], &[], &[]]), vec![Waiting { fact: moved, awaits: hand }])
    );
    device.remember(1, change);
    let game = whole.games[1].record.id;
    let change = device.forget(2);
    let fold = device.fold();
    assert_eq!(hands(&fold), entries_after([&[KNOCK], &[], &[]])[..2]);
    assert_eq!(fold.waiting, [Waiting { fact: moved, awaits: game }]);
    device.remember(2, change);
    assert_eq!(device.fold(), whole);
}

#[test]
fn what_was_said_of_a_moved_hand_waits_for_its_move() {
    let ([mut device, _], mut ids) = three_games();
    device.take(moved(0, 1), &mut ids);
    let moved = device.last();
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
        let change = device.forget(5);
        let fold = device.fold();
        let logged = if device.changes.len() < 9 { &[KNOCK][..] } else { &[KNOCK, KNOCK] };
        assert_eq!(
            hands(&fold),
            entries_after([logged, &[], &[]]),
            "{step:?}: every hand is where it was logged, once"
        );
        let waiting: BTreeSet<FactId> = fold.waiting.iter().map(|waiting| waiting.fact).collect();
        assert_eq!(waiting, waits.iter().copied().collect(), "{step:?}");
        assert!(fold.waiting.contains(&Waiting { fact: fixed, awaits: moved }));
        device.remember(5, change);
        assert_eq!(device.fold(), whole);
    }
}

#[test]
fn a_game_by_itself_has_the_hands_that_were_moved_there() {
    let ([mut device, _], mut ids) = three_games();
    device.take(moved(0, 1), &mut ids);
    device.take(Step::Fix { game: 1, at: 0, hand: 1 }, &mut ids);
    let whole = device.fold();
    let game = whole.games[1].record.id;
    // A part of a book: the lines of one game, and its people.
    let is_there = |change: &&Change| {
        change.subjects().iter().any(|subject| *subject == Subject::Game(game) || matches!(subject, Subject::Person(_)))
    };
    let without_game = |change: &Change| !change.each_fact().any(|(id, _)| id == whole.games[0].record.id);
    let there: Vec<Change> =
        device.changes.iter().filter(is_there).filter(|change| without_game(change)).cloned().collect();
    let part = fold(&there);
    assert_eq!((part.games.len(), entries_of(&part.games[0].game).len(), part.waiting.len()), (1, 1, 0), "{part:?}");
}

#[test]
fn what_two_moves_disagreed_about_is_settled_where_either_stands() {
    for step in [Step::Fix { game: 2, at: 0, hand: 1 }, Step::Drop { game: 2, at: 0 }, moved(2, 0), moved(2, 1)] {
        let ([mut first, mut second], mut ids) = three_games();
        first.take(moved(0, 1), &mut ids);
        second.take(moved(0, 2), &mut ids);
        let mut both = together([first, second]);
        let before = both.fold();
        both.take(step, &mut ids);
        let fold = both.fold();
        assert_eq!(fold.conflicts, [], "{step:?}");
        assert_eq!(hands(&fold).concat().len(), usize::from(!matches!(step, Step::Drop { .. })), "{step:?}");
        both.take(Step::Undo(both.changes.len() - 1), &mut ids);
        assert_eq!((hands(&both.fold()), both.fold().conflicts), (hands(&before), before.conflicts));
    }
}

#[test]
fn a_hand_inserted_before_a_moved_one_waits_for_the_move() {
    let ([mut device, _], mut ids) = three_games();
    device.take(moved(0, 1), &mut ids);
    let moved = device.last();
    device.take(Step::Insert { game: 1, at: 0, hand: 4 }, &mut ids);
    let inserted = device.last();
    let whole = device.fold();
    let change = device.forget(5);
    let fold = device.fold();
    assert_eq!(hands(&fold), entries_after([&[KNOCK], &[], &[]]), "every hand is where it was logged, once");
    assert_eq!(fold.waiting, [Waiting { fact: inserted, awaits: moved }]);
    device.remember(5, change);
    assert_eq!(device.fold(), whole);
}

#[test]
fn a_hand_that_makes_no_sense_where_it_was_moved_to_takes_nothing_away() {
    let ([mut device, _], mut ids) = three_games();
    let fold = device.fold();
    let (from, hand, to) = (fold.games[0].record.id, fold.games[0].record.hands[0].id, fold.games[1].record.id);
    device.add(
        json!([{ "hand": { "game": named(to), "number": 1, "was": [named(from)], "supersedes": [named(hand)], "knock": [7, 4, 27] } }]),
        &mut ids,
    );
    let fold = device.fold();
    assert_eq!(hands(&fold), entries_after([&[KNOCK], &[], &[]]));
    assert_eq!(fold.set_aside.iter().map(|aside| aside.fact).collect::<Vec<_>>(), [device.last()]);
}

#[test]
fn a_fact_supersedes_no_hand_of_a_game_that_it_does_not_name() {
    let ([mut device, _], mut ids) = three_games();
    device.take(Step::Log { game: 1, hand: 1, hands: 1 }, &mut ids);
    let fold = device.fold();
    let hand_of = |game: usize| (named(fold.games[game].record.id), named(fold.games[game].record.hands[0].id));
    let ((first, knock), (second, gin)) = (hand_of(0), hand_of(1));
    // It corrects a hand of its own game, and names one of another.
    device.add(
        json!([{ "hand": { "game": second, "number": 1, "supersedes": [gin, knock], "points": [0, 9] } }]),
        &mut ids,
    );
    assert_eq!(hands(&device.fold()), entries_after([&[KNOCK], &["Ann points 9"], &[]]));
    device.add(json!([{ "hand": { "game": second, "supersedes": [knock], "gone": true } }]), &mut ids);
    assert_eq!(hands(&device.fold()), entries_after([&[KNOCK], &["Ann points 9"], &[]]));
    device.add(json!([{ "hand": { "game": first, "supersedes": [knock], "gone": true } }]), &mut ids);
    assert_eq!(hands(&device.fold()), entries_after([&[], &["Ann points 9"], &[]]));
}

#[test]
fn a_hand_that_came_back_counts_once_while_what_was_said_elsewhere_is_missing() {
    let ([mut device, _], mut ids) = three_games();
    device.take(moved(0, 1), &mut ids);
    device.take(Step::Fix { game: 1, at: 0, hand: 1 }, &mut ids);
    device.take(moved(1, 0), &mut ids);
    let whole = device.fold();
    let fixed = device.forget(6);
    let game = device.forget(2);
    assert_eq!(hands(&device.fold()), [vec!["Bob gin 31"], vec![]], "and not as it was logged too");
    device.remember(2, game);
    assert_eq!(hands(&device.fold()), entries_after([&[], &[KNOCK], &[]]), "what came back waits for what it corrects");
    device.remember(6, fixed);
    assert_eq!(device.fold(), whole);
}

#[test]
fn of_two_moves_one_counts_while_the_game_of_the_hand_is_missing() {
    let ([mut first, mut second], mut ids) = three_games();
    first.take(moved(0, 1), &mut ids);
    second.take(Step::Fix { game: 0, at: 0, hand: 1 }, &mut ids);
    second.take(moved(0, 2), &mut ids);
    let mut both = together([first, second]);
    both.forget(6);
    both.forget(0);
    let fold = both.fold();
    assert_eq!(fold.games.iter().map(|game| game.record.hands.len()).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(fold.conflicts.len(), 1, "{:?}", fold.conflicts);
}

#[test]
fn a_hand_counts_once_where_what_it_was_put_before_came_from_a_game_of_which_less_is_known() {
    let ([mut first, mut second], mut ids) = three_games();
    // Two devices move a hand from the fourth game, to the fifth and to the first, and agree on the second.
    first.take(Step::New, &mut ids);
    first.take(Step::New, &mut ids);
    first.take(Step::Log { game: 3, hand: 1, hands: 1 }, &mut ids);
    second.learn(&first);
    first.take(moved(3, 4), &mut ids);
    second.take(moved(3, 0), &mut ids);
    let mut both = together([first, second]);
    both.take(Step::Move { game: 0, at: 1, to: 1, before: 3 }, &mut ids);
    // Another one comes from the first by the third to the second, and is put before it.
    both.take(moved(0, 2), &mut ids);
    both.take(Step::Move { game: 2, at: 0, to: 1, before: 0 }, &mut ids);
    let whole = both.fold();
    let there = [&[][..], &[KNOCK, "Bob gin 31"], &[], &[], &[]];
    assert_eq!(hands(&whole), there);
    let change = both.forget(9);
    assert_eq!(hands(&both.fold()), there);
    both.remember(9, change);
    assert_eq!(both.fold(), whole);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: u32::try_from(times(300, 20_000)).unwrap(), failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn no_hand_counts_twice_while_changes_are_missing(
        steps in prop_oneof![steps(), moves()],
        seed: u64,
        missing: u64,
        others in 2..9_usize,
    ) {
        let all = played(&steps, seed).changes;
        let first = first_versions(&all);
        let mut dice = Dice::new(missing);
        let there: Vec<Change> = all.iter().filter(|_| dice.below(others) > 0).cloned().collect();
        for changes in [&all, &there] {
            let mut counted = BTreeSet::new();
            for hand in fold(changes).games.iter().flat_map(|game| &game.record.hands) {
                prop_assert!(counted.insert(first[&hand.id]), "{:?} counts twice", first[&hand.id]);
            }
        }
    }
}

/// Up to 40 steps with hands that are moved.
fn moves() -> impl Strategy<Value = Vec<(usize, Step)>> {
    let any = || 0..100_usize;
    let step = prop_oneof![
        2 => Just(Step::New),
        2 => (any(), any()).prop_map(|(game, hand)| Step::Log { game, hand, hands: 1 }),
        2 => (any(), any(), any()).prop_map(|(game, at, hand)| Step::Fix { game, at, hand }),
        1 => (any(), any()).prop_map(|(game, at)| Step::Drop { game, at }),
        1 => (any(), any(), any()).prop_map(|(game, at, hand)| Step::Insert { game, at, hand }),
        8 => (any(), any(), any(), any()).prop_map(|(game, at, to, before)| Step::Move { game, at, to, before }),
        2 => any().prop_map(Step::Undo),
        1 => any().prop_map(Step::Redo),
        4 => any().prop_map(Step::Meet),
    ];
    proptest::collection::vec((0..3_usize, step), 10..40)
}

/// The hand as it was first logged, for each version of it.
fn first_versions(changes: &[Change]) -> BTreeMap<FactId, FactId> {
    let facts = || changes.iter().flat_map(Change::each_fact);
    let before: BTreeMap<FactId, FactId> = facts()
        .filter_map(|(id, fact)| match fact {
            Fact::Hand(hand) => Some((id, *hand.supersedes.first()?)),
            _ => None,
        })
        .collect();
    let first = |id: FactId| std::iter::successors(Some(id), |id| before.get(id).copied()).last().unwrap();
    facts().map(|(id, _)| (id, first(id))).collect()
}

/// Keeps every conflict as it is.
fn keep(device: &mut Device, ids: &mut dyn FnMut() -> Uuid) {
    let mut change = NewChange::new(ChangeVerb::KEEP);
    device.fold().conflicts.iter().for_each(|conflict| change.keep(conflict, None));
    device.write(change, ids);
}

#[test]
fn what_is_right_as_it_is_is_listed_no_more_until_something_else_is_said() {
    let ([mut first, mut second], mut ids) = three_games();
    first.take(Step::Fix { game: 0, at: 0, hand: 1 }, &mut ids);
    second.take(Step::Fix { game: 0, at: 0, hand: 5 }, &mut ids);
    let mut third = Device::new(3);
    third.learn(&first);
    third.forget(third.changes.len() - 1);
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
    both.learn(&third);
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
