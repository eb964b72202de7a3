//! Games taken in from files: a game that two devices take in is one.

use ginpad_core::Side;
use ginpad_core::facts::{
    Change, ChangeVerb, Conflict, ConflictSubject, FactId, Fold, FoldedGame, KnownPeople, NewChange, NextLine, fold,
};
use ginpad_core::ledger::derived_id;
use ginpad_core::notation::read_one;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::facts_devices::{Device, Step, entries, ids_after, named, names, now, together};

/// Two devices that took in one sheet without knowing of each other.
fn both_imported() -> (Device, impl FnMut() -> Uuid) {
    let mut ids = ids_after(0);
    let mut devices = [Device::new(1), Device::new(2)];
    devices.iter_mut().for_each(|device| device.take(Step::Import(0), &mut ids));
    (together(devices), ids)
}

const HANDS: [&str; 3] = ["Ann knock 4 27", "Bob gin 31", "Ann points 12"];

#[test]
fn a_game_that_two_devices_take_in_is_one() {
    let (both, _) = both_imported();
    let fold = both.fold();
    assert_eq!((fold.games.len(), entries(&fold)), (1, HANDS.map(String::from).to_vec()));
    assert_eq!((fold.conflicts.len(), fold.waiting.len()), (0, 0));
    assert_eq!(names(&fold), ["Ann", "Bob", "Ann (2)", "Bob (2)"], "people get no derived ids");
    assert!(fold.games[0].record.is_imported);
}

#[test]
fn it_counts_while_either_saying_counts() {
    let (both, mut ids) = both_imported();
    for undone in [[0, 1], [1, 0]] {
        let mut both = both.clone();
        both.take(Step::Undo(undone[0]), &mut ids);
        let fold = both.fold();
        assert_eq!((fold.games.len(), entries(&fold)), (1, HANDS.map(String::from).to_vec()));
        assert_eq!(names(&fold), ["Ann", "Bob"]);
        let people: Vec<FactId> = fold.people.listed.iter().map(|person| person.id).collect();
        assert_eq!(fold.games[0].record.sides.concat(), people, "whoever speaks seats their people");
        both.take(Step::Undo(undone[1]), &mut ids);
        assert_eq!((both.fold().games.len(), both.fold().people.listed.len()), (0, 0));
        both.take(Step::Redo(1), &mut ids);
        assert_eq!(both.fold().games.len(), 1);
    }
}

#[test]
fn what_was_said_of_it_counts_whoever_speaks() {
    let (mut both, mut ids) = both_imported();
    both.take(Step::Fix { game: 0, at: 0, hand: 2 }, &mut ids);
    both.take(Step::Drop { game: 0, at: 1 }, &mut ids);
    both.take(Step::Log { game: 0, hand: 4, hands: 1 }, &mut ids);
    let hands = ["dead", "Ann points 12", "Bob knock 3 20"];
    for undone in [None, Some(0)] {
        undone.into_iter().for_each(|undone| both.take(Step::Undo(undone), &mut ids));
        assert_eq!((entries(&both.fold()), both.fold().conflicts), (hands.map(String::from).to_vec(), vec![]));
    }
    both.take(Step::Undo(1), &mut ids);
    assert_eq!((both.fold().games.len(), both.fold().waiting.len()), (0, 3));
    // Taken in again, the game is back as it stood.
    both.take(Step::Import(0), &mut ids);
    assert_eq!(entries(&both.fold()), hands);
}

#[test]
fn where_sayings_differ_the_oldest_that_counts_speaks() {
    let (mut both, mut ids) = both_imported();
    let text = both.lines[1]
        .text()
        .replace("\"knock\":[0,4,27]", "\"knock\":[1,5,30]")
        .replace("\"points\":[0,12]", "\"points\":[0,12],\"note\":\"x\"");
    let other = Change::read(&ginpad_core::facts::Line::new(text).unwrap()).unwrap();
    both.changes[1] = other;
    for turn in 0..2 {
        both.changes.rotate_left(turn);
        let fold = both.fold();
        assert_eq!(entries(&fold), HANDS, "the oldest");
        let [Conflict { about: ConflictSubject::Imported, counts, others, .. }] = &fold.conflicts[..] else {
            panic!("{:?}", fold.conflicts)
        };
        let named: Vec<Uuid> = others.iter().chain(counts).map(|first| first.of).collect();
        assert!(both.changes.iter().all(|change| named.contains(&change.name)) && named.len() == 2);
    }
    let first = both.changes.iter().position(|change| change.writer == Uuid::from_u128(1)).unwrap();
    both.take(Step::Undo(first), &mut ids);
    assert_eq!(entries(&both.fold())[0], "Bob knock 5 30", "the other one");
    assert_eq!(both.fold().conflicts, [], "only one counts");
}

#[test]
fn a_game_of_many_hands_takes_several_lines() {
    const HAND_COUNT: usize = 2_500;
    let sheet = format!(
        "rules: standard, target=100000\nsides: Ann, Bob\nclosed: unfinished\n\n{}",
        "ann knock 4 27\n".repeat(HAND_COUNT)
    );
    let game = read_one(&sheet).unwrap();
    let mut ids = ids_after(0);
    let mut change = NewChange::new(ChangeVerb::IMPORT);
    change.take_in(&game, derived_id(&sheet, 0), &KnownPeople::default());
    let place = NextLine { writer: Uuid::from_u128(1), number: 1, before: None };
    let lines = change.written(place, now(), &mut ids, &mut KnownPeople::default()).unwrap();
    let changes: Vec<Change> = lines.iter().map(|line| Change::read(line).unwrap()).collect();
    assert_eq!(changes.len(), 3);
    for (at, pair) in changes.windows(2).enumerate() {
        assert_eq!((pair[1].number, pair[1].before), (pair[0].number + 1, Some(*lines[at].hash())));
        assert_eq!(pair[0].act(), pair[1].act(), "one undo takes all of it back");
    }
    let whole = fold(&changes);
    assert_eq!((whole.games.len(), whole.games[0].game.hands.len()), (1, HAND_COUNT));
    assert!(whole.games[0].game.closing.is_some());
    let record = &whole.games[0].record;
    assert!(record.hands.iter().zip(1..).all(|(hand, number)| hand.number == number), "numbers go on over the lines");
    let ids: std::collections::BTreeSet<FactId> = record.hands.iter().map(|hand| hand.id).collect();
    assert_eq!(ids.len(), HAND_COUNT);
    assert!(whole.conflicts.is_empty() && whole.waiting.is_empty());
}

#[test]
fn an_import_speaks_for_no_fact_of_another_change() {
    let mut ids = ids_after(500);
    let mut device = Device::new(1);
    device.take(Step::New, &mut ids);
    device.take(Step::Log { game: 0, hand: 0, hands: 3 }, &mut ids);
    let before = device.fold();
    // Forged lines that claim the ids of that game and of its hands, older than they are.
    let mut older = ids_after(1);
    let written: Value = serde_json::from_str(device.lines[0].text()).unwrap();
    for at in 0..2 {
        let name = ginpad_core::facts::shortened(device.changes[at].name);
        let game = json!({ "sides": [[1], [2]], "rules": written["facts"][0]["game"]["rules"], "title": "Mine" });
        let mut facts =
            vec![json!({ "game": game }), json!({ "player": { "name": "X" } }), json!({ "player": { "name": "Y" } })];
        // Anybody may add hands to a game. These take the places of those that were logged.
        let hand = json!({ "hand": { "gin": [0, 50] } });
        facts.extend((0..3 * at).map(|_| hand.clone()));
        let facts = Value::Array(facts);
        device.add_with(json!({ "game": name }), facts, &mut older);
    }
    let fold = device.fold();
    let game = |fold: &Fold| {
        let game = fold.games.iter().find(|game| game.record.id == before.games[0].record.id);
        game.map(|game| (game.game.clone(), game.record.clone()))
    };
    assert_eq!(game(&fold), game(&before));
    assert_eq!(fold.games.iter().filter(|game| game.record.id == before.games[0].record.id).count(), 1);
    device.take(Step::Undo(0), &mut ids);
    assert_eq!(game(&device.fold()), None, "nor does it bring back what was undone");
}

#[test]
fn an_import_without_its_game_waits() {
    let mut ids = ids_after(0);
    let mut device = Device::new(1);
    let id = ginpad_core::facts::shortened(Uuid::from_u128(5 << 76 | 1));
    device.add_with(
        json!({ "game": id }),
        json!([{ "hand": { "gin": [0, 50] } }, { "setting": { "to": { "totals": { "points": [1, 2] } } } }]),
        &mut ids,
    );
    let fold = device.fold();
    assert_eq!((fold.games.len(), fold.waiting.len(), fold.conflicts.len()), (0, 2, 0));
}

#[test]
fn the_facts_of_an_import_are_counted_by_themselves() {
    let (both, _) = both_imported();
    let ids = |at: usize| -> Vec<FactId> {
        let derived = both.changes[at].each_fact().filter(|(id, _)| id.of != both.changes[at].name);
        derived.map(|(id, _)| id).collect()
    };
    assert_eq!(ids(0), ids(1));
    assert_eq!(ids(0).iter().map(|id| id.place).collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert_eq!(ids(0)[0], both.fold().games[0].record.id);
    let people = both.changes[0].each_fact().filter(|(_, fact)| fact.kind() == "player");
    assert_eq!(people.map(|(id, _)| id.place).collect::<Vec<_>>(), [1, 2], "people by their place in the line");
}

#[test]
fn ids_of_imported_games_come_from_their_text() {
    let game = "rules: standard\nsides: Ann, Bob\n\nann knock 4 27\n";
    let same = [
        "rules: standard\r\nsides: Ann, Bob\r\n\r\nann knock 4 27\r\n",
        "\n\n  rules:   standard \nsides:\tAnn, Bob\nann knock 4 27",
        "# A note\nrules: standard\n  # Another\nsides: Ann, Bob\nann knock 4 27\n#\n",
    ];
    let id = derived_id(game, 0);
    assert_eq!(id.get_version_num(), 5);
    same.iter().for_each(|text| assert_eq!(derived_id(text, 0), id, "{text:?}"));
    let other = [game.replace("27", "28"), game.replace("Ann", "ANN"), game.replace("4 27", "427"), String::new()];
    other.iter().for_each(|text| assert_ne!(derived_id(text, 0), id, "{text:?}"));
    assert_ne!(derived_id(game, 1), id, "the second game of the same text");
    assert_eq!(derived_id("sides: Jose\u{301}, Bob", 0), derived_id("sides: José, Bob", 0), "NFC");
    // Such ids are for ever.
    assert_eq!(id.to_string(), "f2b4cffb-ba0b-5292-9fcc-fef7db708263");
    assert_eq!(derived_id(game, 1).to_string(), "0f35900a-b281-5e96-babf-1a97f2d4ffb2");
    assert_eq!(derived_id("sides: José, Bob", 0).to_string(), "fee8e28a-881f-5533-98b8-948362b5a0b2");
    assert_eq!(derived_id("", 0).to_string(), "51e8eeee-0a42-5560-809f-48268a31306f");
}

#[test]
fn a_forged_line_that_seats_facts_of_other_kinds_is_no_crash() {
    let mut ids = ids_after(0);
    let mut device = Device::new(1);
    device.take(Step::New, &mut ids);
    device.take(Step::Log { game: 0, hand: 0, hands: 1 }, &mut ids);
    let rules: Value = serde_json::from_str(device.lines[0].text()).unwrap();
    let rules = rules["facts"][0]["game"]["rules"].clone();
    let hand = named(device.last());
    device.add(json!([{ "game": { "sides": [[hand], [0]], "rules": rules } }]), &mut ids);
    let fold = device.fold();
    assert_eq!((fold.games.len(), fold.conflicts.len()), (2, 0));
    let seats_a_hand = |game: &FoldedGame| game.game.players.side_name(Side::First).starts_with('?');
    assert_eq!(fold.games.iter().filter(|game| seats_a_hand(game)).count(), 1);
}
