//! Lines: how they are written, which are refused, and what becomes of those of a later version.

use std::collections::BTreeSet;

use ginpad_core::facts::{
    Change, ChangeVerb, Conflict, ConflictSubject, Fact, FactId, ForkFact, GapFact, HandFact, KeepingFact, KnownPeople,
    Line, LineFault, NewChange, Subject, fold, hash_text, read_hash, shortened, verified,
};
use ginpad_core::ledger::derived_id;
use ginpad_core::notation::{print_games, read_one};
use ginpad_core::{Game, GameHand, Knob, Side, TableRules};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::facts_devices::{
    Device, Step, entries, game_id, ids_after, known_people, line_with, named, names, two_devices,
};
use crate::support::vectors::{data, vectors};

/// Sheets of the example.
const EVENING: &str = "date: 2026-11-20 19:30 +01:00\ntitle: Friday night\nevent: Cruise\nstake: 0.05 USD\ndealer: Bob\n\
    rules: standard\nsides: Ann, Bob\n\nann knock 4 10+9+8 up 7S\nbob gin 31 note \"took the four\" at 2026-11-20 19:45 +01:00\n\
    ann undercut 4 9\ndead\ndead misdeal\nbob points 12\nann big-gin 40\n";
const PARTNERS: &str =
    "rules: standard\nsides: Ann & Bob, Cid & Dee\nclosed: forfeit Cid\n\nann gin 3, bob knock 4 9\n";
const OLD: &str = "date: 1987-08-04 20:00 +01:00\nsides: José, Ann\ntotals: 330, 348\n";

/// The knobs that came after the lines of the example.
const LATER_KNOBS: &[&str] = &[
    "ace",
    "table",
    "cards",
    "knock_discard",
    "knock_melds",
    "upcard_from",
    "dead_deal",
    "hands",
    "lines",
    "sweep_bonus",
];

/// A device that made every kind of fact, with the knobs of its time.
fn example() -> Device {
    let mut ids = ids_after(1_795_000_000_000);
    let mut device = Device::new(0x0123_4567_89ab_cdef_0123_4567_89ab_cdef);
    device.lacks = LATER_KNOBS;
    let evening = read_one(EVENING).unwrap();
    let mut change = NewChange::new(ChangeVerb::NEW);
    change.begin_game(&Game { hands: Vec::new(), ..evening.clone() }, &KnownPeople::default());
    device.write(change, &mut ids);
    let game = game_id(&device);
    let mut change = NewChange::new(ChangeVerb::LOG);
    for (number, hand) in (1..).zip(&evening.hands) {
        let GameHand::Accepted(hand) = hand else { panic!("{hand:?}") };
        change.enter(game, number, HandFact::new(hand.logged(), &evening.players));
    }
    device.write(change, &mut ids);
    for step in [
        Step::Fix { game: 0, at: 1, hand: 4 },
        Step::Insert { game: 0, at: 1, hand: 5 },
        Step::Drop { game: 0, at: 0 },
        Step::New,
        Step::Move { game: 0, at: 2, to: 1, before: 0 },
        Step::Close { game: 0, how: 1 },
        Step::Set { game: 1, what: 5 },
        Step::Set { game: 1, what: 4 },
        Step::Set { game: 1, what: 0 },
        Step::Set { game: 1, what: 2 },
        Step::Set { game: 1, what: 3 },
        Step::Set { game: 1, what: 8 },
        Step::Rename { player: 0, name: 1 },
        Step::Join { player: 2, into: 0 },
        Step::Pay { from: 0, to: 1 },
        Step::Undo(4),
        Step::Redo(0),
    ] {
        device.take(step, &mut ids);
    }
    let seen = device.fold();
    let mut change = NewChange::new(ChangeVerb::KEEP);
    let people: BTreeSet<FactId> = seen.people.listed.iter().map(|person| person.id).collect();
    change.say(Fact::Keeping(KeepingFact { game: None, facts: people.into_iter().collect() }));
    device.write(change, &mut ids);
    let mut change = NewChange::new(ChangeVerb::GIVE_UP);
    let [writer, before] = [Uuid::from_u128(7), Uuid::from_u128(8)];
    let before = *Line::new(before.to_string()).unwrap().hash();
    change.say(Fact::Gap(GapFact { writer, first: 3, last: 5, before }));
    device.write(change, &mut ids);
    let batch = ids();
    for text in [PARTNERS, OLD] {
        let known = known_people(&device.fold());
        let mut change = NewChange::new(ChangeVerb::IMPORT).in_batch(batch);
        change.take_in(&read_one(text).unwrap(), derived_id(text, 0), &known);
        device.write(change, &mut ids);
    }
    let mut change = NewChange::new(ChangeVerb::GIVE_UP);
    change.say(Fact::Fork(ForkFact { line: Uuid::from_u128(9) }));
    device.write(change, &mut ids);
    device.take(Step::DropGame(3), &mut ids);
    device.take(Step::Undo(24), &mut ids);
    device
}

/// The lines of the example as they were written once.
fn pinned() -> Vec<(String, Line)> {
    let line = |vector: Value| {
        let text = |key: &str| vector[key].as_str().unwrap().to_string();
        (text("sha256"), Line::new(text("line")).unwrap())
    };
    vectors("lines").into_iter().map(line).collect()
}

#[test]
fn lines_are_written_as_they_were_for_ever() {
    let pinned = pinned();
    for ((hash, pinned), line) in pinned.iter().zip(&example().lines) {
        assert_eq!(line.text(), pinned.text());
        assert_eq!(hash_text(line.hash()), *hash);
        assert_eq!(read_hash(hash), Some(*line.hash()));
        assert_eq!(line.name().as_bytes()[..], line.hash()[..16], "lines are named by the start of their hash");
    }
    assert_eq!(pinned.len(), example().lines.len());
    let kinds: BTreeSet<String> =
        example().changes.iter().flat_map(|change| &change.facts).map(|fact| fact.kind().to_string()).collect();
    assert_eq!(kinds.len(), 13, "every kind of fact: {kinds:?}");
}

#[test]
fn lines_mean_for_ever_what_they_meant() {
    let changes: Vec<Change> = pinned().iter().map(|(_, line)| Change::read(line).unwrap()).collect();
    let fold = fold(&changes);
    assert!(fold.set_aside.is_empty() && fold.waiting.is_empty() && fold.unknown.is_empty() && fold.ignored.is_empty());
    assert_eq!(fold.conflicts, []);
    let sheets = print_games(fold.games.iter().map(|game| &game.game));
    let meant = std::fs::read_to_string(data("vectors").join("lines.txt")).unwrap();
    assert_eq!(sheets, meant);
    let rules = fold.games.iter().map(|game| &game.game.rules.rules);
    for (knob, rules) in LATER_KNOBS.iter().flat_map(|knob| rules.clone().map(move |rules| (knob, rules))) {
        let knob = Knob::from_name(knob).unwrap();
        let base = TableRules::read(&format!("standard, format={}", rules.format.word())).unwrap().rules;
        assert_eq!(rules.value(knob), base.value(knob), "an absent later knob has its base value");
    }
    assert_eq!(names(&fold), ["Eve", "Bob", "Ann", "Cid", "Dee", "José"]);
    assert_eq!(fold.payments.len(), 1);
}

#[test]
fn a_line_that_does_not_match_its_hash_is_altered() {
    let line = &pinned()[1].1;
    for at in 0..line.text().len() {
        let mut bytes = line.text().as_bytes().to_vec();
        bytes[at] ^= 1;
        let Ok(text) = String::from_utf8(bytes) else { continue };
        assert_eq!(verified(&text, line.hash()), Err(LineFault::Altered));
        assert!(Line::verified(text, line.hash()).is_err());
    }
    assert!(verified(line.text(), line.hash()).is_ok());
}

#[test]
fn text_that_is_no_line_is_refused() {
    let fault = |text: &str| Line::new(text.to_string()).err();
    assert_eq!(fault("a\nb"), Some(LineFault::Broken));
    assert_eq!(fault("a\r"), Some(LineFault::Broken));
    assert_eq!(fault("Jose\u{301}"), Some(LineFault::Unnormal));
    assert_eq!(fault("José"), None);
    assert_eq!(fault(&"x".repeat(Line::MOST)), None);
    assert_eq!(fault(&"x".repeat(Line::MOST + 1)), Some(LineFault::Long));
}

/// What makes no sense is told in words for people, not in those of the reader of JSON.
#[track_caller]
fn assert_plain(why: &str) {
    let words = ["expected", "invalid", "variant", "missing", "tuple", "struct", "line 1", "EOF", "``"];
    assert!(!why.is_empty() && words.iter().all(|word| !why.contains(word)), "{why}");
}

#[test]
fn an_envelope_that_makes_no_sense_is_no_change() {
    let id = Uuid::from_u128(1_795_000_000_000 << 80 | 7 << 76 | 2 << 62);
    let read = |fields: Value| Change::read(&line_with(fields, json!([]), id));
    let hash = hash_text(&[7; 32]);
    assert!(read(json!({})).is_ok());
    assert!(read(json!({ "number": 2, "before": hash })).is_ok());
    assert!(read(json!({ "number": 1_u64 << 48, "before": hash })).is_ok());
    let faults = [
        json!({ "number": 0 }),
        json!({ "number": 0, "before": hash }),
        json!({ "number": 2 }),
        json!({ "number": 1, "before": hash }),
        json!({ "number": (1_u64 << 48) + 1, "before": hash }),
        json!({ "number": (1_u64 << 53) - 1, "before": hash }),
        json!({ "number": u64::MAX, "before": hash }),
        json!({ "number": -1 }),
        json!({ "number": 1.5 }),
        json!({ "number": "1" }),
        json!({ "number": null }),
        json!({ "number": 2, "before": &hash[..42] }),
        json!({ "number": 2, "before": format!("{}_", &hash[..42]) }),
        json!({ "id": null }),
        json!({ "id": shortened(Uuid::from_u128(4 << 76 | 2 << 62)) }),
        json!({ "id": Uuid::from_u128(7 << 76).to_string() }),
        json!({ "id": 7 }),
        json!({ "writer": null }),
        json!({ "writer": "Ann" }),
        json!({ "at": null }),
        json!({ "at": [0] }),
        json!({ "at": [0, 60, 7] }),
        json!({ "at": [0, 1440] }),
        json!({ "at": [0, -1440] }),
        json!({ "at": [0, i64::MAX] }),
        json!({ "at": [i64::MAX, 0] }),
        json!({ "at": [i64::MIN, 0] }),
        json!({ "at": [8_210_266_876_799_999_i64, 60] }),
        json!({ "verb": "" }),
        json!({ "verb": "x".repeat(41) }),
        json!({ "verb": "\u{1b}[2J" }),
        json!({ "verb": 7 }),
        json!({ "verb": null }),
        json!({ "batch": "x" }),
        json!({ "game": "x" }),
        json!({ "game": shortened(Uuid::nil()) }),
        json!({ "from": 1_u64 << 32, "game": shortened(id) }),
        json!({ "facts": null }),
        json!({ "facts": {} }),
        json!({ "facts": "x" }),
        json!({ "ginpad": null }),
        json!({ "ginpad": "1" }),
    ];
    for fields in faults {
        let Err(LineFault::Senseless(why)) = read(fields.clone()) else { panic!("{fields}") };
        assert_plain(&why);
    }
    for text in ["", "{}", "[]", "null", "x", "{\"ginpad\":1", "1e999"] {
        assert_plain(&Change::read(&Line::new(text.to_string()).unwrap()).unwrap_err().to_string());
    }
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(Change::read(&Line::new(deep).unwrap()).is_err());
}

#[test]
fn what_a_later_version_adds_is_passed_over_at_every_level() {
    let device = example();
    let whole = device.fold();
    let altered = |line: &Line, alter: &dyn Fn(&mut Value)| {
        let mut written: Value = serde_json::from_str(line.text()).unwrap();
        alter(&mut written);
        Change::read(&Line::new(written.to_string()).unwrap()).unwrap()
    };
    for (line, change) in device.lines.iter().zip(&device.changes) {
        let same = |alter: &dyn Fn(&mut Value)| {
            let after = altered(line, alter);
            assert!(after.has_unknown, "{}", line.text());
            // What names facts of its own line names those of another line now.
            let after = format!("{:?}", after.facts).replace(&after.name.to_string(), &change.name.to_string());
            assert_eq!(after, format!("{:?}", change.facts));
        };
        same(&|line| line["weather"] = "rain".into());
        same(&|line| line["ginpad"] = 2.into());
        for at in 0..change.facts.len() {
            same(&|line| {
                line["facts"][at].as_object_mut().unwrap().values_mut().for_each(|fact| fact["weather"] = json!([1]))
            });
        }
    }
    // A stake is the only object within a fact, besides the rules.
    let with = |text: &str, key: &str| {
        let at = device.lines.iter().position(|line| line.text().contains(text)).unwrap();
        let after = altered(&device.lines[at], &|line| {
            let fact = line["facts"][0].as_object_mut().unwrap().values_mut().next().unwrap();
            let stakes = if key == "to" { &mut fact["to"]["stake"] } else { &mut fact[key] };
            stakes["box"] = json!([5, "USD"]);
        });
        assert!(after.has_unknown);
        assert_eq!(
            format!("{:?}", after.facts).replace(&after.name.to_string(), ""),
            format!("{:?}", device.changes[at].facts).replace(&device.changes[at].name.to_string(), "")
        );
    };
    with("\"stakes\":", "stakes");
    with("\"to\":{\"stake\":", "to");
    assert_eq!(whole.unknown, [] as [Uuid; 0]);
}

#[test]
fn facts_of_unknown_kinds_do_not_count_and_the_others_of_their_change_do() {
    let ([mut device, _], mut ids) = two_devices();
    let before = device.fold();
    let game = named(game_id(&device));
    device.add(
        json!([{ "wager": { "minor": 1250 } }, { "hand": { "game": game, "number": 2, "gin": [1, 31] } }]),
        &mut ids,
    );
    let fold = device.fold();
    assert_eq!(entries(&fold), ["Ann knock 4 27", "Bob gin 31"]);
    assert_eq!((fold.unknown.as_slice(), fold.set_aside), (&[device.changes[2].name][..], vec![]));
    assert_eq!(device.last().place, 1, "places are counted with what is unknown");
    assert_eq!(before.unknown, [] as [Uuid; 0]);
}

#[test]
fn a_fact_that_makes_no_sense_is_set_aside_and_changes_nothing_else() {
    let ([mut device, _], mut ids) = two_devices();
    device.take(Step::Log { game: 0, hand: 1, hands: 1 }, &mut ids);
    let before = device.fold();
    let (game, hand) = (named(game_id(&device)), named(device.last()));
    let said = |rest: Value| {
        let mut said = json!({ "game": game, "number": 3, "supersedes": [hand] });
        said.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        json!({ "hand": said })
    };
    let bad = [
        said(json!({ "gin": [1, 31], "note": "" })),
        said(json!({ "gin": [1, 31], "note": "\u{1b}[2J" })),
        said(json!({ "gin": [1, 31], "note": "x".repeat(501) })),
        said(json!({ "gin": [1, 31], "up": "ZZ" })),
        said(json!({ "gin": [1, 31], "at": [0, 9999] })),
        said(json!({ "gin": [1, 31], "at": [i64::MAX, 0] })),
        said(json!({ "gin": [2, 31] })),
        said(json!({ "gin": [u64::MAX, 31] })),
        said(json!({ "gin": [1] })),
        said(json!({ "gin": [1, 31, "2C", 5] })),
        said(json!({ "gin": [1, 31, "2C3C"] })),
        said(json!({ "gin": [1, 31, "2C2C3C4C5C6C7C8C9CTC"] })),
        said(json!({ "gin": [1, -31] })),
        said(json!({ "gin": [1, u64::MAX] })),
        said(json!({ "gin": [1, "1+x"] })),
        said(json!({ "gin": 31 })),
        said(json!({ "gin": true })),
        said(json!({ "knock": [0, 4] })),
        said(json!({ "points": [7, 4] })),
        said(json!({ "points": [0, -4] })),
        said(json!({ "points": [0, 4_294_967_296_u64] })),
        said(json!({ "results": [{ "knock": [0, 4, 27], "gin": [1, 2] }] })),
        said(json!({ "results": "all" })),
        said(json!({ "gin": [1, 31], "number": -1 })),
        said(json!({ "gin": [1, 31], "number": 0 })),
        said(json!({ "gin": [1, 31], "number": 4_294_967_296_u64 })),
        said(json!({ "gin": [1, 31], "game": "Friday" })),
        said(json!({ "gin": [1, 31], "game": format!("{}.0", game.as_str().unwrap()) })),
        said(json!({ "gin": [1, 31], "game": format!("{}.01", game.as_str().unwrap()) })),
        said(json!({ "gin": [1, 31], "game": format!("{}.+1", game.as_str().unwrap()) })),
        said(json!({ "gin": [1, 31], "game": u32::MAX })),
        said(json!({ "gin": [1, 31], "game": null })),
        said(json!({ "gin": [1, 31], "game": shortened(Uuid::nil()) })),
        said(json!({ "gin": [1, 31], "supersedes": [7, "x"] })),
        json!({ "removal": { "game": game } }),
        json!({ "removal": [game, hand] }),
        json!({ "removal": null }),
        json!({ "player": {} }),
        json!({ "player": { "name": 7 } }),
        json!({ "undo": { "of": "x" } }),
        json!({ "undo": {} }),
        json!({ "redo": { "of": "x" } }),
        json!({ "joining": { "player": game } }),
        json!({ "gap": { "writer": "x", "first": 1, "last": 2 } }),
        json!({ "gap": { "writer": shortened(Uuid::nil()), "first": 1, "last": 2 } }),
        json!({ "fork": {} }),
        json!({ "fork": { "line": 7 } }),
        json!({ "keeping": { "facts": [[]] } }),
        json!({ "game": { "sides": [] } }),
        json!({ "game": { "sides": [["x"]], "rules": {} } }),
        json!({ "game": { "sides": [[0], [0]], "rules": 7 } }),
        json!({ "game": { "sides": [[], []], "rules": { "preset": "x" } } }),
        json!({ "hand": { "game": game }, "removal": { "game": game } }),
        json!({}),
        json!("hand"),
        json!(7),
        json!([]),
        json!(null),
    ];
    for fact in bad {
        let mut device = device.clone();
        let good = json!({ "hand": { "game": game, "number": 3, "points": [0, 9] } });
        device.add(json!([fact, good, { "player": { "name": "Cid" } }]), &mut ids);
        let fold = device.fold();
        assert_eq!(entries(&fold), ["Ann knock 4 27", "Bob gin 31", "Ann points 9"], "{fact}");
        let set_aside: Vec<u32> = fold.set_aside.iter().map(|aside| aside.fact.place).collect();
        assert_eq!((set_aside, fold.conflicts.len()), (vec![0], 0), "{fact}");
        assert_eq!((names(&fold), fold.games.len()), (vec!["Ann", "Bob", "Cid"], 1), "{fact}");
        fold.set_aside.iter().for_each(|aside| assert_plain(&aside.why));
    }
    assert_eq!(before.set_aside, []);
}

#[test]
fn hands_that_no_rules_accept_are_listed_and_score_nothing() {
    let said = [
        json!({}),
        json!({ "gin": [1, 31], "knock": [0, 4, 27] }),
        json!({ "results": [] }),
        json!({ "dead": "stock", "gin": [1, 31] }),
        json!({ "results": [{ "gin": [1, 31] }, { "gin": [1, 31] }, "dead"] }),
        json!({ "knock": [0, 11, 27] }),
        json!({ "points": [0, u32::MAX] }),
    ];
    for said in said {
        let ([mut device, _], mut ids) = two_devices();
        let mut hand = json!({ "game": named(game_id(&device)), "number": 2 });
        hand.as_object_mut().unwrap().extend(said.as_object().unwrap().clone());
        device.add(json!([{ "hand": hand }]), &mut ids);
        let fold = device.fold();
        assert!(
            matches!(fold.conflicts.as_slice(), [Conflict { about: ConflictSubject::Refused { .. }, .. }]),
            "{said}: {:?}",
            fold.conflicts
        );
        let scored = fold.games[0].game.clone().scored();
        assert_eq!(scored.tally.hands.iter().filter(|hand| hand.is_counted()).count(), 1, "{said}");
    }
}

#[test]
fn a_hand_with_more_cards_than_its_holder_keeps_counts_as_it_did() {
    let ([mut device, _], mut ids) = two_devices();
    let hand = json!({ "game": named(game_id(&device)), "number": 2, "knock": [0, 4, "2C4H6S8D9HTSJDQC2D"] });
    device.add(json!([{ "hand": hand }]), &mut ids);
    let fold = device.fold();
    assert_eq!(fold.conflicts, []);
    assert_eq!(fold.games[0].game.clone().scored().tally.columns[0].points[Side::First].0, 23 + 57);
}

#[test]
fn a_field_that_stands_twice_counts_as_it_was_said_last() {
    let ([mut device, _], _) = two_devices();
    device.alter("\"knock\":[0,4,27]", "\"knock\":[0,4,27],\"knock\":[0,5,27]");
    assert_eq!(entries(&device.fold()), ["Ann knock 5 27"]);
}

#[test]
fn forged_lines_of_many_facts_take_no_time_that_grows_with_their_square() {
    let ([device, _], mut ids) = two_devices();
    let (game, hand, person) =
        (named(game_id(&device)), named(device.last()), named(device.fold().people.listed[0].id));
    let facts = [
        json!({ "hand": { "game": game, "number": 1, "supersedes": [hand], "points": [0, 9] } }),
        json!({ "hand": { "game": game, "supersedes": [hand], "gone": true } }),
        json!({ "removal": { "game": game, "supersedes": [hand] } }),
        json!({ "setting": { "game": game, "to": { "closed": { "forfeit": 1 } } } }),
        json!({ "setting": { "game": game, "to": { "totals": { "points": [1, 2] } } } }),
        json!({ "setting": { "game": game, "to": { "title": "x" } } }),
        json!({ "name": { "player": person, "name": "Zoe" } }),
        json!({ "joining": { "player": person, "into": hand } }),
        json!({ "keeping": { "game": game, "facts": [hand] } }),
        json!({ "undo": { "of": shortened(device.changes[1].name) } }),
        json!({ "payment": { "from": person, "to": hand, "amount": [5, "USD"] } }),
    ];
    for fact in facts {
        let mut device = device.clone();
        device.add(Value::Array(vec![fact.clone(); 20_000]), &mut ids);
        let began = std::time::Instant::now();
        let fold = device.fold();
        assert!(began.elapsed().as_secs() < 20, "{fact} took {:?}", began.elapsed());
        assert_eq!(fold.set_aside, []);
    }
    // A chain of corrections, each of the one before.
    let mut device = device;
    let corrections = (0..20_000_u32).map(|at| {
        let before = if at == 0 { hand.clone() } else { json!(at - 1) };
        json!({ "hand": { "game": game, "number": 1, "supersedes": [before], "points": [0, 9] } })
    });
    device.add(corrections.collect(), &mut ids);
    let began = std::time::Instant::now();
    assert_eq!(entries(&device.fold()), ["Ann points 9"]);
    assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
}

#[test]
fn every_fact_is_found_by_what_it_says_something_of() {
    let device = example();
    let subjects = |kind: &str| -> BTreeSet<char> {
        let of_kind = |change: &&Change| change.facts.iter().any(|fact| fact.kind() == kind) && change.facts.len() == 1;
        let subjects = device.changes.iter().filter(of_kind).flat_map(Change::subjects);
        subjects.map(|subject| char::from(subject.key()[0])).collect()
    };
    for (kind, expected) in [
        ("hand", "g"),
        ("removal", "gl"),
        ("setting", "gs"),
        ("joining", "lp"),
        ("name", "lnp"),
        ("keeping", "l"),
        ("payment", "ls"),
        ("undo", "lu"),
        ("redo", "lu"),
        ("gap", "l"),
        ("fork", "l"),
    ] {
        let subjects: String = subjects(kind).into_iter().collect();
        assert!(expected.starts_with(&subjects) && !subjects.is_empty(), "{kind}: {subjects}");
    }
    let keys: Vec<Vec<u8>> = device.changes.iter().flat_map(Change::subjects).map(|subject| subject.key()).collect();
    assert!(keys.iter().all(|key| key.len() <= 64), "no key is long");
    let game = Subject::Game(FactId { of: Uuid::from_u128(1), place: 0 });
    assert_eq!(game.key().len(), 17, "the first fact of a line has the shortest key");
    let beside = Subject::Game(FactId { of: Uuid::from_u128(1), place: 1 });
    assert_ne!(game.key(), beside.key());
}
