//! What was set anew of games that had begun, how they were closed, and their totals.

use ginpad_core::facts::{ChangeVerb, Conflict, ConflictSubject, Edited, Fact, Fold, NewChange, SettingKey};
use ginpad_core::{BySide, Closing, Points, Side, Status, Totals};
use serde_json::{Value, json};

use crate::support::facts_devices::{DATED, Step, entries, game_id, known_people, named, names, together, two_devices};

const TITLE: usize = 0;
const NO_TITLE: usize = 1;
const SECOND_DEALS: usize = 3;
const STAKE: usize = 4;
const HOLLYWOOD: usize = 5;
const KNOCK_WITH_3: usize = 6;
const SWAPPED: usize = 7;
const CID: usize = 8;
const DEE: usize = 17;

fn set(what: usize) -> Step {
    Step::Set { game: 0, what }
}

fn close(how: usize) -> Step {
    Step::Close { game: 0, how }
}

fn rules(fold: &Fold) -> String {
    fold.games[0].game.rules.to_string()
}

fn sides(fold: &Fold) -> [String; 2] {
    Side::TWO.map(|side| fold.games[0].game.players.side_name(side))
}

#[test]
fn what_was_set_last_counts_and_can_be_undone() {
    let ([mut device, _], mut ids) = two_devices();
    let before = device.fold();
    for what in [TITLE, SECOND_DEALS, STAKE, HOLLYWOOD, CID] {
        device.take(set(what), &mut ids);
    }
    let fold = device.fold();
    let game = &fold.games[0].game;
    assert_eq!(game.title.as_ref().unwrap().as_str(), "Friday night");
    assert_eq!((game.first_dealer, game.stakes.point().unwrap().minor), (Some(Side::Second), 5));
    assert_eq!((rules(&fold).as_str(), sides(&fold)), ("hollywood", ["Cid".to_string(), "Bob".to_string()]));
    assert_eq!(entries(&fold), ["Cid knock 4 27"], "the hands are those of whoever has the place");
    assert_eq!(names(&fold), ["Ann", "Bob", "Cid"], "a game that counts still names Ann");
    device.take(set(NO_TITLE), &mut ids);
    assert_eq!(device.fold().games[0].game.title, None);
    for change in (2..device.changes.len()).rev() {
        device.take(Step::Undo(change), &mut ids);
    }
    assert_eq!((device.fold().games, device.fold().people.listed), (before.games, before.people.listed));
}

#[test]
fn each_thing_has_versions_of_its_own() {
    let (mut devices, mut ids) = two_devices();
    devices[0].take(set(TITLE), &mut ids);
    devices[1].take(set(HOLLYWOOD), &mut ids);
    let fold = together(devices).fold();
    assert_eq!((fold.conflicts, fold.games[0].record.latest.len()), (Vec::new(), 2));
}

#[test]
fn devices_that_set_it_in_different_ways_disagree_until_it_is_set_again() {
    let (mut devices, mut ids) = two_devices();
    devices[0].take(set(CID), &mut ids);
    devices[1].take(set(DEE), &mut ids);
    let mut both = together(devices);
    let fold = both.fold();
    let [Conflict { about: ConflictSubject::Setting(SettingKey::Sides), others, .. }] = fold.conflicts.as_slice()
    else {
        panic!("{:?}", fold.conflicts)
    };
    assert_eq!((others.len(), sides(&fold)), (1, ["Ann".to_string(), "Dee".to_string()]), "the greater id counts");
    both.take(set(SWAPPED), &mut ids);
    assert_eq!((both.fold().conflicts, sides(&both.fold())), (Vec::new(), ["Dee".to_string(), "Ann".to_string()]));
}

#[test]
fn devices_that_set_the_same_agree() {
    let (mut devices, mut ids) = two_devices();
    devices[0].take(set(HOLLYWOOD), &mut ids);
    devices[1].take(set(HOLLYWOOD), &mut ids);
    let fold = together(devices).fold();
    assert_eq!((fold.conflicts, fold.games[0].record.latest[&SettingKey::Rules].len()), (Vec::new(), 2));
}

#[test]
fn a_hand_of_one_device_may_be_illegal_under_the_rules_of_another() {
    let (mut devices, mut ids) = two_devices();
    devices[0].take(Step::Log { game: 0, hand: 0, hands: 1 }, &mut ids);
    devices[1].take(Step::Drop { game: 0, at: 0 }, &mut ids);
    devices[1].take(set(KNOCK_WITH_3), &mut ids);
    let mut both = together(devices);
    let fold = both.fold();
    let [Conflict { about: ConflictSubject::Refused { refusals, .. }, others, .. }] = fold.conflicts.as_slice() else {
        panic!("{fold:?}")
    };
    let rules = SettingKey::Rules;
    assert_eq!((refusals.len(), &others[1..]), (1, &fold.games[0].record.latest[&rules][..]));
    assert!(!fold.games[0].game.clone().scored().tally.hands[0].is_counted());
    both.take(Step::Undo(4), &mut ids);
    assert_eq!(both.fold().conflicts, [], "under the rules that the game began with it is legal");
}

#[test]
fn a_setting_that_makes_no_sense_is_set_aside_and_supersedes_nothing() {
    let ([mut device, _], mut ids) = two_devices();
    device.take(set(KNOCK_WITH_3), &mut ids);
    device.take(set(SECOND_DEALS), &mut ids);
    let before = device.fold();
    let (game, ann) = (named(game_id(&device)), named(before.people.listed[0].id));
    let latest = |key: &SettingKey| before.games[0].record.latest.get(key).cloned().unwrap_or_default();
    let knobs: Value = serde_json::from_str(device.lines[2].text()).unwrap();
    let with = |knob: &str, value: Value| {
        let mut rules = knobs["facts"][0]["setting"]["to"]["rules"].clone();
        rules[knob] = value;
        json!({ "rules": rules })
    };
    let bad = [
        json!({ "dealer": 2 }),
        json!({ "dealer": "Ann" }),
        json!({ "spot": [1, 2, 3] }),
        with("table", json!("captain")),
        json!("title"),
        json!({ "title": "\u{1b}[2J" }),
        json!({ "title": "x", "event": "y" }),
        json!({ "stake": { "point": [0, "USD"] } }),
        json!({ "sides": [[ann], [ann]] }),
        json!({ "sides": [[ann]] }),
        json!({ "sides": [[ann], []] }),
        json!({ "sides": [[ann], [7]], "more": 1 }),
        with("knock_limit", json!(true)),
        with("knock_limit", json!(-4)),
        with("knock_limit", json!(null)),
        with("knock_limit", json!({ "is": 3 })),
        with("target", json!(1.5)),
        with("preset", json!(7)),
        json!({ "rules": "standard" }),
        json!({ "rules": [] }),
    ];
    for to in bad {
        let mut device = device.clone();
        let supersedes: Vec<Value> = SettingKey::ALL.iter().flat_map(latest).map(named).collect();
        let setting = json!({ "game": game, "to": to, "supersedes": supersedes });
        device.add(
            json!([{ "setting": setting }, { "setting": { "game": game, "to": { "closed": "unfinished" } } }]),
            &mut ids,
        );
        let fold = device.fold();
        assert_eq!(fold.set_aside.len(), 1, "{to}");
        let mut closed = before.games[0].game.clone();
        closed.closing = Some(Closing::Unfinished);
        assert_eq!(fold.games[0].game, closed, "the other fact of the change counts: {to}");
        assert_eq!(fold.conflicts.len(), before.conflicts.len());
    }
}

#[test]
fn knobs_of_a_later_version_are_passed_over() {
    let ([mut device, _], mut ids) = two_devices();
    let before = device.fold();
    device.take(set(HOLLYWOOD), &mut ids);
    device.alter("\"preset\":", "\"weather\":\"rain\",\"preset\":");
    assert_eq!((rules(&device.fold()).as_str(), device.fold().set_aside), ("hollywood", Vec::new()));
    // A preset is only a name.
    device.alter("\"preset\":\"hollywood\"", "\"preset\":\"moonlight\"");
    assert_eq!(device.fold().games[0].game.rules.preset, "moonlight");
    assert_eq!(device.fold().games[0].record.id, before.games[0].record.id);
}

#[test]
fn of_two_different_closings_the_greater_id_counts_and_both_are_listed() {
    for [one, two] in [[0, 1], [1, 0]] {
        let (mut devices, mut ids) = two_devices();
        devices[one].take(close(0), &mut ids);
        devices[two].take(close(1), &mut ids);
        let (others, counts) = (vec![devices[one].last()], devices[two].last());
        let game = game_id(&devices[0]);
        let mut both = together(devices);
        let fold = both.fold();
        assert_eq!(fold.games[0].game.closing, Some(Closing::Forfeit(Side::First)));
        assert_eq!(fold.games[0].record.latest[&SettingKey::Closed], [others[0], counts]);
        assert_eq!(
            fold.conflicts,
            [Conflict {
                game: Some(game),
                about: ConflictSubject::Setting(SettingKey::Closed),
                counts: vec![counts],
                others
            }]
        );
        both.take(close(2), &mut ids);
        let settled = both.fold();
        assert_eq!(settled.games[0].game.closing, Some(Closing::Forfeit(Side::Second)));
        assert_eq!((settled.games[0].record.latest[&SettingKey::Closed].len(), settled.conflicts.len()), (1, 0));
        both.take(Step::Undo(both.changes.len() - 1), &mut ids);
        assert_eq!((both.fold().games, both.fold().conflicts), (fold.games, fold.conflicts), "they disagree again");
    }
}

#[test]
fn two_equal_closings_are_no_conflict() {
    for how in 0..3 {
        let (mut devices, mut ids) = two_devices();
        devices[0].take(close(how), &mut ids);
        devices[1].take(close(how), &mut ids);
        let mut both = together(devices);
        let fold = both.fold();
        assert!(fold.games[0].game.closing.is_some());
        assert_eq!((fold.games[0].record.latest[&SettingKey::Closed].len(), fold.conflicts), (2, vec![]));
        both.take(Step::Undo(2), &mut ids);
        assert!(both.fold().games[0].game.closing.is_some(), "the other closing stands");
        both.take(Step::Undo(3), &mut ids);
        assert!(both.fold().games[0].game.closing.is_none());
    }
}

#[test]
fn a_closing_by_a_third_side_is_set_aside() {
    let ([mut device, _], mut ids) = two_devices();
    device.take(close(0), &mut ids);
    let (game, before) = (named(game_id(&device)), named(device.last()));
    device.add(
        json!([{ "setting": { "game": game, "to": { "closed": { "forfeit": 2 } }, "supersedes": [before] } }]),
        &mut ids,
    );
    let fold = device.fold();
    assert_eq!(fold.set_aside.iter().map(|aside| aside.fact).collect::<Vec<_>>(), [device.last()]);
    assert_eq!(fold.games[0].game.closing, Some(Closing::Unfinished));
}

fn totals(points: Value, game: &Value) -> Value {
    json!([{ "setting": { "game": game, "to": { "totals": { "points": points, "winner": 1 } } } }])
}

#[test]
fn totals_end_a_game_and_no_hand_counts_beside_them() {
    let ([mut device, _], mut ids) = two_devices();
    let game = named(game_id(&device));
    device.add(totals(json!([330, 348]), &game), &mut ids);
    let fold = device.fold();
    assert_eq!(entries(&fold), ["Ann knock 4 27"]);
    let points = BySide::new(Points(330), Points(348));
    assert_eq!(fold.games[0].game.totals, Some(Totals { points, winner: Some(Side::Second) }));
    let scored = fold.games[0].game.clone().scored();
    let ended = (scored.status(), scored.winner(), scored.tally.nets()[Side::First]);
    assert_eq!(ended, (Status::Finished, Some(Side::Second), Points(-18)));
    assert_eq!((scored.tally.columns.len(), scored.tally.hands[0].is_counted()), (0, false));
}

#[test]
fn devices_that_give_different_totals_disagree() {
    let ([mut first, mut second], mut ids) = two_devices();
    let game = named(game_id(&first));
    first.add(totals(json!([100, 90]), &game), &mut ids);
    second.add(totals(json!([100, 90]), &game), &mut ids);
    let mut both = together([first, second]);
    assert_eq!(both.fold().conflicts, []);
    both.add(totals(json!([100, 80]), &game), &mut ids);
    let fold = both.fold();
    let [Conflict { about: ConflictSubject::Setting(SettingKey::Totals), counts, others, .. }] = &fold.conflicts[..]
    else {
        panic!("{fold:?}")
    };
    assert_eq!((counts.as_slice(), others.len()), (&[both.last()][..], 2));
    assert_eq!(fold.games[0].game.totals.unwrap().points[Side::Second], Points(80));
}

#[test]
fn totals_that_make_no_sense_are_set_aside() {
    for points in [json!([-1, 90]), json!([1]), json!([1, 2, 3]), json!([i64::MAX, 0]), json!("1-2")] {
        let ([mut device, _], mut ids) = two_devices();
        device.add(totals(points.clone(), &named(game_id(&device))), &mut ids);
        let fold = device.fold();
        assert_eq!((fold.set_aside.len(), fold.games[0].game.totals), (1, None), "{points}");
    }
    let ([mut device, _], mut ids) = two_devices();
    let to = json!({ "totals": { "points": [100, 90], "winner": 2 } });
    device.add(json!([{ "setting": { "game": named(game_id(&device)), "to": to } }]), &mut ids);
    assert_eq!(device.fold().set_aside.len(), 1, "no third side won");
}

#[test]
fn a_hand_of_others_than_play_the_game_is_set_aside() {
    for (field, value) in
        [("between", json!([0, 2])), ("between", json!([2, 0])), ("between", json!([1, 1])), ("adjust", json!([2, 5]))]
    {
        let ([mut device, _], mut ids) = two_devices();
        let mut hand = json!({ "game": named(game_id(&device)), "number": 2 });
        if field == "between" {
            hand["dead"] = json!("stock");
        }
        hand[field] = value;
        device.add(json!([{ "hand": hand }]), &mut ids);
        assert_eq!(device.fold().set_aside.len(), 1, "{hand}");
    }
}

#[test]
fn a_date_that_is_set_puts_a_game_in_its_order() {
    let ([mut device, _], mut ids) = two_devices();
    device.take(Step::New, &mut ids);
    let order = |fold: &Fold| fold.games.iter().map(|game| game.record.id).collect::<Vec<_>>();
    let before = order(&device.fold());
    device.take(Step::Set { game: 1, what: DATED }, &mut ids);
    assert_eq!(order(&device.fold()), [before[1], before[0]]);
    device.take(Step::Set { game: 1, what: DATED + 1 }, &mut ids);
    assert_eq!(order(&device.fold()), before, "further back");
    device.take(Step::Undo(device.changes.len() - 1), &mut ids);
    device.take(Step::Undo(device.changes.len() - 3), &mut ids);
    assert_eq!(order(&device.fold()), before);
}

#[test]
fn a_game_that_was_taken_out_counts_nowhere_until_that_is_undone() {
    let ([mut device, _], mut ids) = two_devices();
    let before = device.fold();
    device.take(Step::Fix { game: 0, at: 0, hand: 1 }, &mut ids);
    device.take(Step::Undo(device.changes.len() - 1), &mut ids);
    device.take(Step::DropGame(0), &mut ids);
    let fold = device.fold();
    assert_eq!((fold.games, fold.conflicts, fold.waiting, fold.set_aside), Default::default());
    assert_eq!(names(&device.fold()), ["Ann", "Bob"], "they are still people of the book");
    device.take(Step::Undo(device.changes.len() - 1), &mut ids);
    assert_eq!(device.fold().games, before.games);
}

#[test]
fn what_a_removal_did_not_know_of_keeps_a_game() {
    let says = [Step::Log { game: 0, hand: 1, hands: 1 }, Step::Fix { game: 0, at: 0, hand: 1 }, set(TITLE), close(0)];
    for said in says {
        let (mut devices, mut ids) = two_devices();
        devices[0].take(Step::DropGame(0), &mut ids);
        devices[1].take(said, &mut ids);
        let mut both = together(devices);
        let fold = both.fold();
        let [Conflict { game: Some(game), about: ConflictSubject::Removed, .. }] = fold.conflicts.as_slice() else {
            panic!("{:?}", fold.conflicts)
        };
        assert_eq!(*game, fold.games[0].record.id);
        both.take(Step::Keep(0), &mut ids);
        both.take(Step::Log { game: 0, hand: 2, hands: 1 }, &mut ids);
        assert_eq!(both.fold().conflicts, [], "it goes on as one that was kept");
        both.take(Step::DropGame(0), &mut ids);
        assert_eq!((both.fold().games, both.fold().conflicts), (vec![], vec![]), "all of it is known now");
    }
}

#[test]
fn removals_of_one_game_agree_with_each_other_and_with_those_of_its_hands() {
    let (mut devices, mut ids) = two_devices();
    devices[0].take(Step::DropGame(0), &mut ids);
    devices[1].take(Step::Drop { game: 0, at: 0 }, &mut ids);
    let mut both = together(devices.clone());
    assert_eq!((both.fold().games, both.fold().conflicts), (vec![], vec![]));
    devices[1].take(Step::DropGame(0), &mut ids);
    both = together(devices);
    assert_eq!((both.fold().games, both.fold().conflicts), (vec![], vec![]));
}

#[test]
fn a_game_with_a_hand_that_makes_no_sense_or_waits_can_be_taken_out() {
    for (field, value) in [("between", json!([0, 2])), ("before", json!("7"))] {
        let ([mut device, _], mut ids) = two_devices();
        let mut hand = json!({ "game": named(game_id(&device)), "number": 2, "dead": "stock" });
        hand[field] = value;
        device.add(json!([{ "hand": hand }]), &mut ids);
        let fold = device.fold();
        assert_eq!((fold.games.len(), fold.set_aside.len() + fold.waiting.len()), (1, 1), "{field}");
        device.take(Step::DropGame(0), &mut ids);
        assert_eq!((device.fold().games, device.fold().conflicts), (vec![], vec![]), "{field}");
    }
}

#[test]
fn a_hand_that_comes_back_to_a_game_that_was_taken_out_keeps_it() {
    let ([mut device, _], mut ids) = two_devices();
    device.take(Step::New, &mut ids);
    device.take(Step::Move { game: 0, at: 0, to: 1, before: 0 }, &mut ids);
    device.take(Step::DropGame(0), &mut ids);
    assert_eq!(entries(&device.fold()), ["Ann knock 4 27"], "it stands in the other game");
    device.take(Step::Undo(2), &mut ids);
    let fold = device.fold();
    assert_eq!((fold.games.len(), entries(&fold)), (1, vec!["Ann knock 4 27".to_string()]));
    assert!(
        matches!(fold.conflicts.as_slice(), [Conflict { about: ConflictSubject::Removed, .. }]),
        "{:?}",
        fold.conflicts
    );
}

#[test]
fn a_date_is_never_taken_away() {
    let ([mut device, _], mut ids) = two_devices();
    let undated = device.fold().games[0].game.clone();
    device.take(Step::Set { game: 0, what: DATED }, &mut ids);
    let fold = device.fold();
    let (game, started) = (&fold.games[0], fold.games[0].game.started);
    assert_eq!((undated.started, started.is_some()), (None, true));
    assert!(Edited::of(&game.game, &undated).is_nothing());
    let mut change = NewChange::new(ChangeVerb::SET);
    change.set_as(&game.record, &undated, SettingKey::Date, &known_people(&fold));
    assert!(change.is_empty());
    device.add(json!([{ "setting": { "game": named(game_id(&device)), "to": { "date": null } } }]), &mut ids);
    assert_eq!((device.fold().games[0].game.started, device.fold().set_aside.len()), (started, 1));
}

#[test]
fn a_fact_with_a_word_of_a_later_version_is_unknown_and_does_not_count() {
    let ([device, _], mut ids) = two_devices();
    let (before, game) = (device.fold(), named(game_id(&device)));
    for (kind, fact) in [
        ("setting", json!({ "game": game, "to": { "weather": "rain" } })),
        ("hand", json!({ "game": game, "number": 2, "dead": "boredom" })),
        ("hand", json!({ "game": game, "number": 2, "results": [{ "knuck": [0, 4, 27] }] })),
    ] {
        let mut device = device.clone();
        device.add(json!([{ kind: fact }]), &mut ids);
        let (fold, change) = (device.fold(), device.changes.last().unwrap());
        assert_eq!((fold.games, fold.set_aside), (before.games.clone(), Vec::new()));
        assert_eq!(fold.unknown, [change.name]);
        assert!(matches!(change.facts.as_slice(), [Fact::Unknown(unknown)] if unknown == kind), "{change:?}");
    }
}
