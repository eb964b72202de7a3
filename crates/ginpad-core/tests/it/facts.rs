//! Folding the lines of several devices: in any order, doubled or found by their subjects, they give one result.

use std::collections::{BTreeMap, BTreeSet};

use ginpad_core::facts::{
    AcceptedConflicts, Change, Conflict, ConflictSubject, Counting, Fact, FactId, Fold, FoldedGame, Line, List,
    RulesRead, Sorted, Subject, fold, fold_game, games_sharing_hands,
};
use ginpad_core::{BySide, Side};
use proptest::prelude::*;
use uuid::Uuid;

use crate::support::dice::{Dice, times};
use crate::support::facts_devices::{
    Device, Index, Step, edited, entries, entries_of, game_id, ids_after, mixed_ids, names, played, steps, together,
    two_devices,
};

/// The changes that count, worked out in the plainest way.
fn counting(changes: &[Change]) -> BTreeSet<Uuid> {
    let facts = || changes.iter().flat_map(Change::each_fact);
    let redone = |undo: FactId| facts().any(|(_, fact)| matches!(fact, Fact::Redo(redo) if redo.undo == undo));
    let undone = |of: Uuid| facts().any(|(id, fact)| matches!(fact, Fact::Undo(undo) if undo.of == of) && !redone(id));
    let counts = |change: &&Change| !undone(change.name) && !change.batch.is_some_and(undone);
    changes.iter().filter(counts).map(|change| change.name).collect()
}

/// The versions that a fact supersedes.
fn superseded(fact: &Fact) -> Vec<FactId> {
    match fact {
        Fact::Hand(hand) => hand.supersedes.clone(),
        Fact::Removal(removal) => removal.supersedes.clone(),
        _ => Vec::new(),
    }
}

/// Everything that a fact descends from.
fn ancestors(fact: &Fact, by_id: &BTreeMap<FactId, &Fact>) -> BTreeSet<FactId> {
    let mut found = BTreeSet::new();
    let mut pending = superseded(fact);
    while let Some(id) = pending.pop() {
        if found.insert(id) {
            pending.extend(by_id.get(&id).map(|fact| superseded(fact)).unwrap_or_default());
        }
    }
    found
}

/// The game of a fact about hands.
fn game_of(fact: &Fact) -> Option<FactId> {
    match fact {
        Fact::Hand(hand) => Some(hand.game),
        Fact::Removal(removal) => Some(removal.game),
        _ => None,
    }
}

/// A game, found by its subject: by the lines that say something of it and of the games that its hands were moved to or
/// away from.
fn by_subject(id: FactId, index: &Index<'_>, whole: &Fold) -> Option<FoldedGame> {
    let mut read = BTreeSet::from([id]);
    let changes = loop {
        let lines = read.iter().flat_map(|game| index.about(&Subject::Game(*game)));
        let lines: BTreeMap<Uuid, &Change> = lines.map(|change| (change.name, *change)).collect();
        let lines: Vec<&Change> = lines.into_values().collect();
        let besides = games_sharing_hands(id, lines.iter().copied());
        if besides.is_subset(&read) {
            break lines;
        }
        read.extend(besides);
    };
    let counting = index.counting(&changes);
    let sorted = Sorted::of(changes.iter().copied(), &counting);
    let mut folded = fold_game(id, &sorted, &whole.people, &mut RulesRead::default()).unwrap()?;
    let keepings = index.about(&Subject::List(List::Keepings));
    AcceptedConflicts::of(&Sorted::of(keepings.iter().copied(), &index.counting(keepings)))
        .settle(&mut folded.conflicts);
    Some(folded).filter(|folded| !folded.record.is_removed)
}

/// Checks that no hand counts twice and none vanishes.
fn whole_hands(changes: &[Change], fold: &Fold) -> Result<(), TestCaseError> {
    let counting = counting(changes);
    let facts = || changes.iter().flat_map(Change::each_fact);
    let by_id: BTreeMap<FactId, &Fact> = facts().collect();
    let games: BTreeSet<FactId> = fold.games.iter().map(|game| game.record.id).collect();
    let said = || changes.iter().filter(|change| counting.contains(&change.name));
    let begun: BTreeSet<FactId> = said().flat_map(Change::games).collect();
    let of_it = |fact: &Fact, games: &BTreeSet<FactId>| game_of(fact).is_some_and(|game| games.contains(&game));
    // What was said of a hand in a game that was undone waits for it, and supersedes nothing until then. What took a whole
    // game out supersedes no hand.
    let takes_a_game = |fact: &Fact| matches!(fact, Fact::Removal(_));
    let of_a_game = |fact: &Fact| of_it(fact, &begun) && !takes_a_game(fact);
    let facts = said().flat_map(Change::each_fact);
    let waiting: BTreeSet<FactId> = fold.waiting.iter().map(|waiting| waiting.fact).collect();
    let live: Vec<(FactId, &Fact)> = facts.filter(|(id, fact)| of_a_game(fact) && !waiting.contains(id)).collect();
    let covered: BTreeSet<FactId> = live.iter().flat_map(|(_, fact)| ancestors(fact, &by_id)).collect();
    let hands = || fold.games.iter().flat_map(|game| &game.record.hands);
    let shown: BTreeSet<FactId> = hands().map(|hand| hand.id).collect();
    let places: BTreeSet<FactId> = hands().map(|hand| hand.place).collect();
    prop_assert_eq!(hands().count(), shown.len(), "a hand counts twice");
    prop_assert_eq!(hands().count(), places.len(), "two versions of one hand count");
    for game in &fold.games {
        prop_assert_eq!(game.game.hands.len(), game.record.hands.len());
    }
    // What is not in the fold stood in a game that a removal took out, and the removal knew of it.
    let took_out = said().flat_map(Change::each_fact).filter(|(_, fact)| takes_a_game(fact) && !of_it(fact, &games));
    let gone: BTreeSet<FactId> = took_out.flat_map(|(_, fact)| ancestors(fact, &by_id)).collect();
    let others: BTreeSet<FactId> = hands().flat_map(|hand| hand.others.iter().copied()).collect();
    for (id, fact) in &live {
        if let Fact::Hand(hand) = fact
            && !hand.is_removal
        {
            let seen = shown.contains(id) || covered.contains(id) || others.contains(id);
            prop_assert!(seen || gone.contains(id), "{id:?} {fact:?} is nowhere");
        }
        // Every hand that is shown counts, and no other fact supersedes it.
        prop_assert!(!shown.contains(id) || !covered.contains(id), "{fact:?} is superseded and shown");
    }
    let live: BTreeSet<FactId> = live.iter().map(|(id, _)| *id).collect();
    prop_assert!(shown.is_subset(&live));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: u32::try_from(times(300, 20_000)).unwrap(), failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn the_order_of_arrival_makes_no_difference(steps in steps(), seed: u64) {
        let all = played(&steps, seed).changes;
        let whole = fold(&all);
        let mut mixed = all.clone();
        let mut dice = Dice::new(seed);
        (1..mixed.len()).for_each(|at| mixed.swap(at, dice.below(at + 1)));
        mixed.extend_from_slice(&all[..all.len() / 2]);
        prop_assert_eq!(fold(&mixed), whole);
    }

    #[test]
    fn no_hand_counts_twice_and_none_vanishes(steps in steps(), seed: u64) {
        let all = played(&steps, seed).changes;
        whole_hands(&all, &fold(&all))?;
    }

    #[test]
    fn a_game_is_the_same_when_only_its_own_lines_are_read(steps in steps(), seed: u64, gone in 0..12_u64) {
        let mut all = played(&steps, seed).changes;
        // Also while some lines have not come yet.
        let mut dice = Dice::new(seed);
        all.retain(|_| gone > 3 || dice.roll() % 8 > gone);
        dice.roll();
        (1..all.len()).for_each(|at| all.swap(at, dice.below(at + 1)));
        let whole = fold(&all);
        let index = Index::of(&all);
        for game in &whole.games {
            let found = by_subject(game.record.id, &index, &whole);
            prop_assert_eq!(found.as_ref(), Some(game));
        }
        let games = all.iter().flat_map(Change::games).collect::<BTreeSet<_>>();
        for game in games {
            let there = whole.games.iter().any(|folded| folded.record.id == game);
            prop_assert_eq!(by_subject(game, &index, &whole).is_some(), there);
        }
        whole_hands(&all, &whole)?;
    }

    #[test]
    fn a_change_is_read_from_its_line_as_it_was_written(steps in steps(), seed: u64) {
        let device = played(&steps, seed);
        for (line, change) in device.lines.iter().zip(&device.changes) {
            prop_assert_eq!(&Change::read(line).unwrap(), change);
            prop_assert!(!change.has_unknown);
            let again = Change::read(&change.line().unwrap()).unwrap();
            prop_assert_eq!(&again.facts, &change.facts);
            prop_assert_eq!(Change { name: change.name, ..again }, change.clone());
            let verified = Line::verified(line.text().to_string(), line.hash());
            prop_assert_eq!(verified.as_ref(), Ok(line));
        }
    }

    #[test]
    fn a_correction_settles_what_devices_disagreed_about(steps in steps(), seed: u64) {
        let mut device = played(&steps, seed);
        let mut ids = ids_after(0);
        for (number, game) in device.fold().games.iter().enumerate() {
            for (at, _) in game.record.hands.iter().enumerate().filter(|(_, hand)| !hand.others.is_empty()) {
                device.take(Step::Fix { game: number, at, hand: 3 }, &mut ids);
            }
        }
        for game in device.fold().games {
            for hand in &game.record.hands {
                prop_assert!(hand.others.is_empty());
            }
        }
    }

    #[test]
    fn an_edited_game_is_what_its_sheet_says(steps in steps(), seed: u64, hands in 0..100_usize) {
        let mut device = played(&steps, seed);
        let before = device.fold();
        device.take(Step::Edit { game: 0, hands }, &mut mixed_ids(!seed));
        if let Some(game) = before.games.first() {
            let after = device.fold();
            let Some(after) = after.games.iter().find(|other| other.record.id == game.record.id) else {
                // Somebody had taken it out, and what kept it there was edited away.
                prop_assert!(!game.conflicts.is_empty());
                return Ok(());
            };
            let is = edited(game, hands);
            prop_assert_eq!(entries_of(&after.game), entries_of(&is));
            prop_assert_eq!(&after.game.title, &is.title);
        }
    }

    #[test]
    fn what_is_undone_and_redone_is_as_it_was(steps in steps(), seed: u64, change in 0..1000_usize) {
        let mut device = played(&steps, seed);
        let before = device.fold();
        let mut ids = mixed_ids(!seed);
        let undone = &device.changes[change % device.changes.len()];
        let counted = Counting::of(&device.changes).counts(undone);
        device.take(Step::Undo(change % device.changes.len()), &mut ids);
        let last = device.undos().len() - 1;
        device.take(Step::Redo(last), &mut ids);
        let after = device.fold();
        prop_assert_eq!((&after.games, &after.people), (&before.games, &before.people), "it counted: {}", counted);
    }
}

#[test]
fn of_two_corrections_one_counts_and_both_are_listed() {
    let (mut devices, mut ids) = two_devices();
    devices[0].take(Step::Fix { game: 0, at: 0, hand: 1 }, &mut ids);
    devices[1].take(Step::Fix { game: 0, at: 0, hand: 4 }, &mut ids);
    let mut both = together(devices);
    let fold = both.fold();
    assert_eq!(entries(&fold), ["Bob knock 3 20"], "the greater id counts");
    let [Conflict { about: ConflictSubject::Hand, others, .. }] = fold.conflicts.as_slice() else {
        panic!("{:?}", fold.conflicts)
    };
    assert_eq!(others.len(), 1);
    both.take(Step::Fix { game: 0, at: 0, hand: 5 }, &mut ids);
    let fold = both.fold();
    assert_eq!((entries(&fold), fold.conflicts), (vec!["Ann points 12".to_string()], Vec::new()));
    both.take(Step::Undo(both.changes.len() - 1), &mut ids);
    assert_eq!(both.fold().conflicts.len(), 1, "they disagree again");
}

#[test]
fn a_correction_counts_before_a_removal() {
    let (mut devices, mut ids) = two_devices();
    devices[0].take(Step::Fix { game: 0, at: 0, hand: 1 }, &mut ids);
    devices[1].take(Step::Drop { game: 0, at: 0 }, &mut ids);
    let mut both = together(devices);
    assert_eq!(entries(&both.fold()), ["Bob gin 31"]);
    assert_eq!(both.fold().conflicts.len(), 1);
    both.take(Step::Drop { game: 0, at: 0 }, &mut ids);
    assert_eq!((entries(&both.fold()), both.fold().conflicts.len()), (Vec::<String>::new(), 0), "removed by both now");
}

#[test]
fn hands_of_one_number_both_stand_and_are_listed() {
    let (mut devices, mut ids) = two_devices();
    devices[0].take(Step::Log { game: 0, hand: 1, hands: 1 }, &mut ids);
    devices[1].take(Step::Log { game: 0, hand: 4, hands: 1 }, &mut ids);
    let fold = together(devices).fold();
    assert_eq!(entries(&fold), ["Ann knock 4 27", "Bob gin 31", "Bob knock 3 20"]);
    assert!(
        matches!(fold.conflicts.as_slice(), [Conflict { about: ConflictSubject::SameNumber, counts, .. }] if counts.len() == 2)
    );
}

#[test]
fn what_builds_on_an_undone_game_waits_for_it() {
    let ([mut first, mut second], mut ids) = two_devices();
    let game = game_id(&first);
    second.take(Step::Log { game: 0, hand: 1, hands: 1 }, &mut ids);
    first.take(Step::Undo(1), &mut ids);
    first.take(Step::Undo(0), &mut ids);
    let mut both = together([first, second]);
    let fold = both.fold();
    assert_eq!(fold.games, []);
    assert_eq!(fold.waiting.iter().map(|waiting| waiting.awaits).collect::<Vec<_>>(), [game]);
    both.take(Step::Redo(1), &mut ids);
    let fold = both.fold();
    assert_eq!((entries(&fold), fold.waiting), (vec!["Bob gin 31".to_string()], Vec::new()));
}

#[test]
fn people_of_one_name_are_told_apart_by_numbers() {
    let mut ids = ids_after(0);
    let (mut first, mut second) = (Device::new(1), Device::new(2));
    first.take(Step::New, &mut ids);
    second.take(Step::New, &mut ids);
    let fold = together([first, second]).fold();
    assert_eq!(names(&fold), ["Ann", "Bob", "Ann (2)", "Bob (2)"]);
    assert_eq!(fold.games[1].game.players.side_name(Side::First), "Ann (2)");
}

/// A game of two devices with something in the text of one of its lines replaced.
fn altered(old: &str, new: &str) -> Fold {
    let ([mut device, _], _) = two_devices();
    // The game's id changes with its line, so the hand is named anew.
    let (was, hand) = (device.changes[0].name, device.lines[1].text().to_string());
    if device.lines[0].text().contains(old) {
        device.forget(1);
        device.alter(old, new);
        let [was, is] = [was, device.changes[0].name].map(ginpad_core::facts::shortened);
        let line = Line::new(hand.replace(&was, &is)).unwrap();
        device.changes.push(Change::read(&line).unwrap());
    } else {
        device.alter(old, new);
    }
    device.fold()
}

#[test]
fn a_hand_that_the_rules_of_its_game_refuse_is_listed_and_scores_nothing() {
    let fold = altered("\"knock_limit\":10", "\"knock_limit\":3");
    assert!(
        matches!(fold.conflicts.as_slice(), [Conflict { about: ConflictSubject::Refused { refusals, .. }, .. }] if refusals.len() == 1)
    );
    let scored = fold.games[0].game.clone().scored();
    assert!(!scored.tally.hands[0].is_counted());
    assert_eq!(scored.tally.columns[0].points, BySide::none(2));
}

#[test]
fn a_hand_that_means_nothing_is_listed() {
    let fold = altered("\"knock\":", "\"knock\":7,\"gin\":");
    assert_eq!((fold.set_aside.len(), fold.games[0].game.hands.len()), (1, 0), "{fold:?}");
}
