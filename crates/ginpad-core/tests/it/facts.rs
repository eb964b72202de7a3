//! Folding the facts of several devices: in any order, doubled, split or joined again, they give one result.

use std::collections::{BTreeMap, BTreeSet};

use ginpad_core::facts::{Change, Conflict, Fact, Fold, Hasher, Waiting, hash};
use ginpad_core::side::{BySide, Side};
use proptest::prelude::*;
use uuid::Uuid;

use crate::support::devices::{Device, Step, entries, folded, played, steps, together, two_devices};

/// The changes that count, worked out in the plainest way.
fn counting(changes: &[Change], facts: &[Fact]) -> BTreeSet<Uuid> {
    let redone = |undo: Uuid| facts.iter().any(|fact| matches!(fact, Fact::Redo(redo) if redo.undo == undo));
    let undone = |change: Uuid| {
        facts.iter().any(|fact| matches!(fact, Fact::Undo(undo) if undo.undone == change && !redone(undo.id)))
    };
    changes.iter().map(|change| change.id).filter(|change| !undone(*change)).collect()
}

/// The versions that a fact supersedes.
fn superseded(fact: &Fact) -> Vec<Uuid> {
    match fact {
        Fact::Hand(hand) => hand.replaces.iter().chain(&hand.supersedes).copied().collect(),
        Fact::Removal(removal) => std::iter::once(&removal.hand).chain(&removal.supersedes).copied().collect(),
        Fact::Transfer(transfer) => std::iter::once(&transfer.hand).chain(&transfer.supersedes).copied().collect(),
        _ => Vec::new(),
    }
}

/// Everything that a fact descends from.
fn ancestors(fact: &Fact, by_id: &BTreeMap<Uuid, &Fact>) -> BTreeSet<Uuid> {
    let mut found = BTreeSet::new();
    let mut pending = superseded(fact);
    while let Some(id) = pending.pop() {
        if found.insert(id) {
            pending.extend(by_id.get(&id).map(|fact| superseded(fact)).unwrap_or_default());
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_fact_is_hashed_by_its_canonical_json(steps in steps(), seed: u64) {
        use sha2::{Digest as _, Sha256};

        let (changes, facts) = played(&steps, seed);
        for fact in &facts {
            let canonical = serde_json_canonicalizer::to_vec(fact).unwrap();
            prop_assert_eq!(hash(fact), <[u8; 32]>::from(Sha256::digest(canonical)));
            if let Fact::Hand(hand) = fact {
                prop_assert_eq!(Hasher::default().hand(hand), hash(fact));
            }
        }
        for change in &changes {
            let canonical = serde_json_canonicalizer::to_vec(change).unwrap();
            prop_assert_eq!(hash(change), <[u8; 32]>::from(Sha256::digest(canonical)));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_order_of_arrival_makes_no_difference(steps in steps(), seed: u64, turn in 0..1000_usize) {
        let (changes, facts) = played(&steps, seed);
        let all = folded(&changes, &facts);
        prop_assert_eq!(&folded(changes.iter().rev(), facts.iter().rev()), &all, "backwards");
        let turn = turn % facts.len();
        let turned = facts[turn..].iter().chain(&facts[..turn]);
        prop_assert_eq!(&folded(&changes, turned.chain(&facts)), &all, "turned and doubled");
    }

    #[test]
    fn no_hand_counts_twice_and_none_vanishes(steps in steps(), seed: u64) {
        let (changes, facts) = played(&steps, seed);
        let fold = folded(&changes, &facts);
        let counting = counting(&changes, &facts);
        let by_id: BTreeMap<Uuid, &Fact> = facts.iter().map(|fact| (fact.id(), fact)).collect();
        let live: Vec<&Fact> = facts.iter().filter(|fact| counting.contains(&fact.change())).collect();
        // A move to a game that was undone waits for it, and supersedes nothing until then.
        let waiting: BTreeSet<Uuid> = fold.waiting.iter().map(Waiting::fact).collect();
        let moves = |fact: &&&Fact| !waiting.contains(&fact.id());
        let covered: BTreeSet<Uuid> = live.iter().filter(moves).flat_map(|fact| ancestors(fact, &by_id)).collect();
        let hands = || fold.games.iter().flat_map(|game| &game.record.hands);
        let shown: BTreeSet<Uuid> = hands().map(|hand| hand.id).collect();
        let places: BTreeSet<Uuid> = hands().map(|hand| hand.place).collect();
        prop_assert_eq!(hands().count(), shown.len(), "a hand counts twice");
        prop_assert_eq!(hands().count(), places.len(), "two versions of one hand count");
        for game in &fold.games {
            prop_assert_eq!(game.game.hands.len(), game.record.hands.len());
        }
        let others: BTreeSet<Uuid> = hands().flat_map(|hand| hand.others.iter().copied()).collect();
        for fact in live {
            let id = fact.id();
            if let Fact::Hand(_) = fact {
                let seen = shown.contains(&id) || covered.contains(&id) || others.contains(&id) || waiting.contains(&id);
                prop_assert!(seen, "{fact:?} is nowhere");
            }
            // Every hand that is shown counts, and no other fact supersedes it.
            prop_assert!(!shown.contains(&id) || !covered.contains(&id), "{fact:?} is superseded and shown");
        }
        prop_assert!(shown.iter().all(|id| counting.contains(&by_id[id].change())));
    }

    #[test]
    fn half_a_change_waits(steps in steps(), seed: u64, missing in 0..1000_usize) {
        let (changes, facts) = played(&steps, seed);
        let all = folded(&changes, &facts);
        let missing = facts[missing % facts.len()].clone();
        let rest: Vec<Fact> = facts.iter().filter(|fact| fact.id() != missing.id()).cloned().collect();
        let half = folded(&changes, &rest);
        let waits = |change: Uuid| half.waiting.iter().any(|w| matches!(w, Waiting::ForItsChange { change: of, .. } if *of == change));
        let left = rest.iter().filter(|fact| fact.change() == missing.change()).count();
        // A rescue by a whole change. One that is itself rescued may do the same.
        let rescues = |fact: &Fact| matches!(fact, Fact::Rescue(rescue) if rescue.rescued == missing.change() && rescue.facts <= left);
        let is_rescued = left > 0 && rest.iter().any(|fact| rescues(fact) && !waits(fact.change()));
        prop_assert!(!is_rescued || !waits(missing.change()), "what is left of a rescued change waits");
        let rescued = |fact: &&Fact| is_rescued && fact.change() == missing.change();
        for fact in rest.iter().filter(|fact| fact.change() == missing.change()).filter(|fact| !rescued(fact)) {
            let waits = Waiting::ForItsChange { fact: fact.id(), change: fact.change() };
            prop_assert!(half.waiting.contains(&waits), "half a change counts");
            let shown = half.games.iter().flat_map(|game| &game.record.hands).any(|hand| hand.id == fact.id());
            prop_assert!(!shown, "a fact of half a change counts");
        }
        prop_assert_eq!(folded(&changes, rest.iter().chain([&missing])), all, "joined again");
    }

    #[test]
    fn a_correction_settles_what_devices_disagreed_about(steps in steps(), seed: u64) {
        let (changes, facts) = played(&steps, seed);
        let mut device = Device { id: Uuid::from_u128(9), sequence: 0, changes, facts };
        let mut next = 0_u128;
        let mut ids = || {
            next += 1;
            Uuid::from_u128(next)
        };
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
}

#[test]
fn of_two_corrections_one_counts_and_both_are_listed() {
    let (mut devices, mut ids) = two_devices();
    devices[0].take(Step::Fix { game: 0, at: 0, hand: 1 }, &mut ids);
    devices[1].take(Step::Fix { game: 0, at: 0, hand: 4 }, &mut ids);
    let mut both = together(devices);
    let fold = both.fold();
    assert_eq!(entries(&fold), ["Bob knock 3 20"], "the greater id counts");
    let [Conflict::Hand { others, .. }] = fold.conflicts.as_slice() else { panic!("{:?}", fold.conflicts) };
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
    assert!(matches!(fold.conflicts.as_slice(), [Conflict::SameNumber { number: 2, hands, .. }] if hands.len() == 2));
}

#[test]
fn what_builds_on_an_undone_game_waits_for_it() {
    let ([mut first, mut second], mut ids) = two_devices();
    second.take(Step::Log { game: 0, hand: 1, hands: 1 }, &mut ids);
    first.take(Step::Undo(1), &mut ids);
    first.take(Step::Undo(0), &mut ids);
    let mut both = together([first, second]);
    let fold = both.fold();
    assert_eq!(fold.games, []);
    assert!(matches!(fold.waiting.as_slice(), [Waiting::ForItsGame { .. }]), "{:?}", fold.waiting);
    both.take(Step::Redo(1), &mut ids);
    let fold = both.fold();
    assert_eq!((entries(&fold), fold.waiting), (vec!["Bob gin 31".to_string()], Vec::new()));
}

#[test]
fn an_undo_of_an_undo_does_nothing_and_is_listed() {
    let ([mut first, _], mut ids) = two_devices();
    first.take(Step::Undo(1), &mut ids);
    let undone = first.fold();
    first.take(Step::Undo(2), &mut ids);
    let fold = first.fold();
    assert_eq!(fold.games, undone.games);
    assert_eq!((undone.ignored.len(), fold.ignored.len()), (0, 1));
}

#[test]
fn people_of_one_name_are_told_apart_by_numbers() {
    let mut next = 0_u128;
    let mut ids = move || {
        next += 1;
        Uuid::from_u128(next)
    };
    let (mut first, mut second) = (Device::new(1), Device::new(2));
    first.take(Step::New, &mut ids);
    second.take(Step::New, &mut ids);
    let fold = together([first, second]).fold();
    let names: Vec<&str> = fold.people.iter().map(|person| person.name.as_str()).collect();
    assert_eq!(names, ["Ann", "Bob", "Ann (2)", "Bob (2)"]);
    assert_eq!(fold.games[1].game.players.side_name(Side::First), "Ann (2)");
}

#[test]
fn what_a_later_version_wrote_is_kept_whole() {
    let ([first, _], _) = two_devices();
    let (mut changes, facts) = (first.changes, first.facts);
    let before = folded(&changes, &facts);
    let text = r#"{"kind":"wager","id":"00000000-0000-0000-0000-0000000000f1","change":"00000000-0000-0000-0000-0000000000f0","minor":1250}"#;
    let wager: Fact = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::to_string(&wager).unwrap(), text);
    let mut hand = serde_json::to_value(facts.last().unwrap()).unwrap();
    hand["weather"] = "rain".into();
    hand["results"][0]["opponent"] = 1.into();
    let hand: Fact = serde_json::from_value(hand).unwrap();
    assert_ne!(hash(&hand), hash(facts.last().unwrap()), "the hash covers what is unknown");
    changes.push(Change { id: wager.change(), facts: 1, ..changes[0].clone() });
    let mut facts = facts;
    facts.pop();
    facts.extend([hand.clone(), wager.clone()]);
    let after = folded(&changes, &facts);
    assert_eq!(after.games, before.games, "known fields count");
    let mut unknown = vec![hand.id(), wager.id()];
    unknown.sort_unstable();
    assert_eq!(after.unknown, unknown);
}

#[test]
fn a_fact_keeps_its_hash() {
    // A field that is added later must be absent from older facts, because every book stores their hashes.
    let id = |number: u128| Uuid::from_u128(number);
    let hand = serde_json::json!({
        "kind": "hand", "id": id(1), "change": id(2), "game": id(3), "number": 7, "upcard": "7S",
        "results": [{ "kind": "knock", "side": 0, "place": 0, "own": 4, "other": 27, "other_sum": "10+9+8" }],
    });
    let closing = serde_json::json!({ "kind": "closing", "id": id(1), "change": id(2), "game": id(3) });
    let change = Change {
        id: id(2),
        verb: "log".into(),
        device: id(9),
        sequence: 1,
        made_at: 1_795_000_000_000,
        made_offset: 60,
        schema: 1,
        facts: 1,
        unknown: serde_json::Map::new(),
    };
    let fact = |value| serde_json::from_value::<Fact>(value).unwrap();
    let hashes = [hash(&fact(hand)), hash(&fact(closing)), hash(&change)].map(|hash| ginpad_core::facts::hex(&hash));
    assert_eq!(
        hashes,
        [
            "7cee944b4eeae7394cddd3fa12afccdf29d375c0496149ffde1aa74669625e45",
            "174b51a7200cadce18f01b12106d69622f593268fdbbdf7b18b6c64c1466ca57",
            "fc9287482d7787b447574f39257a394cffedebaee23d9d319611c44b2ad307fe",
        ]
    );
}

/// A game of two devices with the text of one of its facts replaced.
fn with_fact(old: &str, new: &str) -> Fold {
    let ([first, _], _) = two_devices();
    let altered = |fact: &Fact| serde_json::to_string(fact).unwrap().replace(old, new);
    let facts: Vec<Fact> = first.facts.iter().map(|fact| serde_json::from_str(&altered(fact)).unwrap()).collect();
    assert_ne!(facts, first.facts);
    folded(&first.changes, &facts)
}

#[test]
fn a_hand_that_the_rules_of_its_game_refuse_is_listed_and_scores_nothing() {
    let fold = with_fact("\"knock_limit\":10", "\"knock_limit\":3");
    assert!(matches!(fold.conflicts.as_slice(), [Conflict::Refused { refusals, .. }] if refusals.len() == 1));
    let scored = fold.games[0].game.clone().scored();
    assert!(!scored.tally.hands[0].is_counted());
    assert_eq!(scored.tally.columns[0].points, BySide::default());
}

#[test]
fn a_hand_that_was_kept_by_nine_of_its_cards_counts_as_it_did() {
    let cards = "\"other\":42,\"other_cards\":\"2C4H6S8D9HTSJDQC2D\"";
    let fold = with_fact("\"other\":27", &cards.replace("42", "61"));
    assert_eq!(fold.conflicts, []);
    assert_eq!(fold.games[0].game.clone().scored().tally.columns[0].points[Side::First].0, 57);
}

#[test]
fn a_fact_that_means_nothing_is_listed() {
    let fold = with_fact("\"kind\":\"knock\"", "\"kind\":\"knuck\"");
    assert_eq!((fold.unreadable.len(), fold.games[0].game.hands.len()), (1, 0));
}
