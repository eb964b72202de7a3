//! Folding the facts of several devices: in any order, doubled, split or joined again, they give one result.

use std::collections::{BTreeMap, BTreeSet};

use ginpad_core::facts::{Change, Conflict, Fact, FactSet, Fold, Known, Maker, NewChange, Verb, Waiting, fold, hash};
use ginpad_core::game::{Closing, Game};
use ginpad_core::hand::{AcceptedHand, GameHand, Moment};
use ginpad_core::notation::{print_entry, read_one};
use ginpad_core::side::{BySide, Side};
use proptest::prelude::*;
use uuid::Uuid;

const SHEET: &str = "\
rules: standard
sides: Ann, Bob

ann knock 4 27
bob gin 31
dead
ann big-gin 40
bob knock 3 20
ann points 12
";

fn sheet() -> Game {
    read_one(SHEET).unwrap()
}

fn hand(number: usize) -> AcceptedHand {
    let hands = sheet().hands;
    match &hands[number % hands.len()] {
        GameHand::Accepted(accepted) => accepted.clone(),
        GameHand::Refused(refused) => panic!("{refused:?}"),
    }
}

/// A device with all that it knows.
struct Device {
    id: Uuid,
    sequence: i64,
    changes: Vec<Change>,
    facts: Vec<Fact>,
}

/// One step of a device. Numbers are taken modulo what there is.
#[derive(Debug, Clone, Copy)]
enum Step {
    New,
    Log {
        game: usize,
        hand: usize,
    },
    Fix {
        game: usize,
        at: usize,
        hand: usize,
    },
    Drop {
        game: usize,
        at: usize,
    },
    Insert {
        game: usize,
        at: usize,
        hand: usize,
    },
    Close {
        game: usize,
        how: usize,
    },
    Undo(usize),
    Redo(usize),
    /// Learns everything that another device knows.
    Meet(usize),
}

fn step() -> impl Strategy<Value = (usize, Step)> {
    let any = || 0..100_usize;
    let step = prop_oneof![
        1 => Just(Step::New),
        6 => (any(), any()).prop_map(|(game, hand)| Step::Log { game, hand }),
        5 => (any(), any(), any()).prop_map(|(game, at, hand)| Step::Fix { game, at, hand }),
        3 => (any(), any()).prop_map(|(game, at)| Step::Drop { game, at }),
        3 => (any(), any(), any()).prop_map(|(game, at, hand)| Step::Insert { game, at, hand }),
        1 => (any(), any()).prop_map(|(game, how)| Step::Close { game, how }),
        3 => any().prop_map(Step::Undo),
        2 => any().prop_map(Step::Redo),
        3 => any().prop_map(Step::Meet),
    ];
    (0..3_usize, step)
}

fn now() -> Moment {
    Moment::parse_from_rfc3339("2026-11-20T19:30:00+01:00").unwrap()
}

fn set<'a>(changes: impl IntoIterator<Item = &'a Change>, facts: impl IntoIterator<Item = &'a Fact>) -> FactSet {
    let mut set = FactSet::default();
    for change in changes {
        set.add_change(change.clone()).unwrap();
    }
    for fact in facts {
        set.add_fact(fact.clone()).unwrap();
    }
    set
}

fn folded<'a>(changes: impl IntoIterator<Item = &'a Change>, facts: impl IntoIterator<Item = &'a Fact>) -> Fold {
    fold(&set(changes, facts).facts())
}

impl Device {
    fn new(number: u128) -> Device {
        Device { id: Uuid::from_u128(number), sequence: 0, changes: Vec::new(), facts: Vec::new() }
    }

    fn fold(&self) -> Fold {
        folded(&self.changes, &self.facts)
    }

    /// Takes a step; a step that is not possible does nothing. Ids are in no order, because a clock may be wrong.
    fn take(&mut self, step: Step, ids: &mut dyn FnMut() -> Uuid) {
        let seen = self.fold();
        let game = |game: usize| game.checked_rem(seen.games.len()).map(|at| &seen.games[at]);
        let place = |number: usize, at: usize| {
            let game = game(number)?;
            let at = at.checked_rem(game.record.hands.len())?;
            Some((game, &game.record.hands[at]))
        };
        let verb = match step {
            Step::Undo(_) => Verb::Undo,
            Step::Redo(_) => Verb::Redo,
            _ => Verb::Log,
        };
        let mut change = NewChange::new(verb, ids);
        match step {
            Step::New => {
                let known = seen.people.iter().map(|person| (person.name.clone(), person.id));
                change.begin_game(&Game { hands: Vec::new(), ..sheet() }, None, &mut Known::new(known));
            }
            Step::Log { game: number, hand: said } => {
                let Some(game) = game(number) else { return };
                change.log(game.record.id, game.record.next_number, &hand(said));
            }
            Step::Fix { game, at, hand: said } => {
                let Some((game, at)) = place(game, at) else { return };
                change.fix(&game.record, at, &hand(said));
            }
            Step::Drop { game, at } => {
                let Some((_, at)) = place(game, at) else { return };
                change.remove(at);
            }
            Step::Insert { game, at, hand: said } => {
                let Some((game, at)) = place(game, at) else { return };
                change.insert(&game.record, at, &hand(said));
            }
            Step::Close { game: number, how } => {
                let Some(game) = game(number) else { return };
                let how = [Closing::Unfinished, Closing::Forfeit(Side::First), Closing::Forfeit(Side::Second)][how % 3];
                change.close(&game.record, how);
            }
            Step::Undo(number) => {
                let Some(at) = number.checked_rem(self.changes.len()) else { return };
                change.undo(self.changes[at].id);
            }
            Step::Redo(number) => {
                let undos: Vec<Uuid> = self
                    .facts
                    .iter()
                    .filter_map(|fact| if let Fact::Undo(undo) = fact { Some(undo.id) } else { None })
                    .collect();
                let Some(at) = number.checked_rem(undos.len()) else { return };
                change.redo(undos[at]);
            }
            Step::Meet(_) => return,
        }
        self.sequence += 1;
        let maker = Maker { device: self.id, sequence: self.sequence, now: now(), schema: 3 };
        let (change, facts) = change.made_by(maker);
        self.changes.push(change);
        self.facts.extend(facts);
    }

    fn learn(&mut self, changes: Vec<Change>, facts: Vec<Fact>) {
        for change in changes {
            if self.changes.iter().all(|known| known.id != change.id) {
                self.changes.push(change);
            }
        }
        for fact in facts {
            if self.facts.iter().all(|known| known.id() != fact.id()) {
                self.facts.push(fact);
            }
        }
    }
}

/// What three devices know together once they have taken these steps.
fn played(steps: &[(usize, Step)], seed: u64) -> (Vec<Change>, Vec<Fact>) {
    let mut state = seed | 1;
    let mut ids = move || {
        // xorshift: ids that differ and are in no order.
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        Uuid::from_u128(u128::from(next()) << 64 | u128::from(next()))
    };
    let mut devices = [Device::new(1), Device::new(2), Device::new(3)];
    devices[0].take(Step::New, &mut ids);
    let (changes, facts) = (devices[0].changes.clone(), devices[0].facts.clone());
    devices[1].learn(changes.clone(), facts.clone());
    devices[2].learn(changes, facts);
    for (device, step) in steps {
        if let Step::Meet(other) = step {
            let other = &devices[other % 3];
            let (changes, facts) = (other.changes.clone(), other.facts.clone());
            devices[*device].learn(changes, facts);
        }
        devices[*device].take(*step, &mut ids);
    }
    let [mut all, second, third] = devices;
    all.learn(second.changes, second.facts);
    all.learn(third.changes, third.facts);
    (all.changes, all.facts)
}

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

fn steps() -> impl Strategy<Value = Vec<(usize, Step)>> {
    proptest::collection::vec(step(), 1..40)
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
        let covered: BTreeSet<Uuid> = live.iter().flat_map(|fact| ancestors(fact, &by_id)).collect();
        let hands = || fold.games.iter().flat_map(|game| &game.record.hands);
        let shown: BTreeSet<Uuid> = hands().map(|hand| hand.id).collect();
        let places: BTreeSet<Uuid> = hands().map(|hand| hand.place).collect();
        prop_assert_eq!(hands().count(), shown.len(), "a hand counts twice");
        prop_assert_eq!(hands().count(), places.len(), "two versions of one hand count");
        for game in &fold.games {
            prop_assert_eq!(game.game.hands.len(), game.record.hands.len());
        }
        let others: BTreeSet<Uuid> = hands().flat_map(|hand| hand.others.iter().copied()).collect();
        let waiting: BTreeSet<Uuid> = fold.waiting.iter().map(Waiting::fact).collect();
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
        for fact in rest.iter().filter(|fact| fact.change() == missing.change()) {
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

/// Two devices that know one game with the first hand of the sheet in it.
fn two_devices() -> ([Device; 2], impl FnMut() -> Uuid) {
    let mut next = 100_u128;
    let mut ids = move || {
        next += 1;
        Uuid::from_u128(next)
    };
    let mut first = Device::new(1);
    first.take(Step::New, &mut ids);
    first.take(Step::Log { game: 0, hand: 0 }, &mut ids);
    let mut second = Device::new(2);
    second.learn(first.changes.clone(), first.facts.clone());
    ([first, second], ids)
}

fn together([mut first, second]: [Device; 2]) -> Device {
    first.learn(second.changes, second.facts);
    first
}

fn entries(fold: &Fold) -> Vec<String> {
    let game = &fold.games[0].game;
    game.hands.iter().map(|hand| print_entry(hand.logged(), &game.players)).collect()
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
    devices[0].take(Step::Log { game: 0, hand: 1 }, &mut ids);
    devices[1].take(Step::Log { game: 0, hand: 4 }, &mut ids);
    let fold = together(devices).fold();
    assert_eq!(entries(&fold), ["Ann knock 4 27", "Bob gin 31", "Bob knock 3 20"]);
    assert!(matches!(fold.conflicts.as_slice(), [Conflict::SameNumber { number: 2, hands, .. }] if hands.len() == 2));
}

#[test]
fn what_builds_on_an_undone_game_waits_for_it() {
    let ([mut first, mut second], mut ids) = two_devices();
    second.take(Step::Log { game: 0, hand: 1 }, &mut ids);
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
    let text = r#"{"kind":"payment","id":"00000000-0000-0000-0000-0000000000f1","change":"00000000-0000-0000-0000-0000000000f0","minor":1250}"#;
    let payment: Fact = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::to_string(&payment).unwrap(), text);
    let mut hand = serde_json::to_value(facts.last().unwrap()).unwrap();
    hand["weather"] = "rain".into();
    hand["results"][0]["opponent"] = 1.into();
    let hand: Fact = serde_json::from_value(hand).unwrap();
    assert_ne!(hash(&hand), hash(facts.last().unwrap()), "the hash covers what is unknown");
    changes.push(Change { id: payment.change(), facts: 1, ..changes[0].clone() });
    let mut facts = facts;
    facts.pop();
    facts.extend([hand.clone(), payment.clone()]);
    let after = folded(&changes, &facts);
    assert_eq!(after.games, before.games, "known fields count");
    let mut unknown = vec![hand.id(), payment.id()];
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
